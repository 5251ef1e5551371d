"""A field divided: the flight of each entry, the groups of all sections, and teams in flights.

JCBL director's manual 3.3, lines 1527 (flights by master or seed points, published before), 2571-2587 and 2636-2650.
Nobody is in a flight with more points than it allows: an entry that fits in no other plays in the highest flight that
is open. A pair may ask to play in a higher flight than its own; in a lower one it plays only if the director admits it
(R-108).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.checking.meeting_groups import meeting_groups
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.pairing.division.balance import (
    Member,
    TeamBalance,
    balance,
    distribute_members,
    even_flights,
    quotas,
)
from arrowswitch.core.scoring.totals.strata import stratum_of
from arrowswitch.tournament.division.seeds import by_seed, seed_points
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.entry_points import above_flight, flight_asked, points_of, strata_of
from arrowswitch.tournament.model.values.people import Entry

Seat = TypeVar("Seat")


class SplitBy(StrEnum):
    """How teams come into flights: the strongest together, all flights as strong as one another, or by lot."""

    STRENGTH = "strength"
    EVEN = "even"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """A group of a section, with its numbers in the movement's order, and the entries that have one of them."""

    section: SectionLetter
    numbers: tuple[Number, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class FieldBalance:
    """How a session's field is divided: the flights' names, the groups, how many of each flight a group has and should
    have (None: not as many pairs as seats), and how strong the groups are."""

    flights: tuple[str, ...]
    groups: tuple[FieldGroup, ...]
    counts: tuple[tuple[int, ...], ...]
    wanted: tuple[tuple[int, ...], ...] | None
    balance: TeamBalance


def limits_of(state: EventState) -> tuple[PointLimit, ...]:
    """Returns the published limits: the flights', else the strata's (manual, line 1527)."""
    return state.settings.division.flights or state.settings.division.strata


def flight_place(state: EventState, entry: Entry) -> int:
    """Returns the place of an entry's flight, 0 for the highest; 0 where there are no flights."""
    limits = limits_of(state)
    if not limits:
        return 0
    strata = strata_of(limits)
    flight = flight_asked(entry, state.settings.division.flights)
    if flight is not None and _is_allowed(state, entry):
        return limits.index(flight)
    home = stratum_of(points_of(entry), strata)
    return strata.index(home)


def _is_allowed(state: EventState, entry: Entry) -> bool:
    above, admission = (
        above_flight(entry, state.settings.division.flights),
        state.advance.admissions.get(entry.entry_id),
    )
    return above is None or (admission is not None and above in admission.covers)


def member_of(state: EventState, entry: Entry) -> Member:
    """Returns an entry as it is placed: its flight, and its seed points."""
    return Member(entry.entry_id, flight_place(state, entry), seed_points(entry))


def groups_of(state: EventState, session: SessionNumber) -> tuple[FieldGroup, ...]:
    """Returns the groups of all sections of a session, in the order of sections and numbers."""
    groups = []
    for section in state.session(session).sections.values():
        if section.movement is None:
            continue
        for numbers in meeting_groups(section.movement):
            seated = (state.entries.get(section.numbers[number]) for number in numbers if number in section.numbers)
            groups.append(FieldGroup(section.letter, numbers, tuple(one for one in seated if one is not None)))
    return tuple(groups)


def field_balance(state: EventState, session: SessionNumber) -> FieldBalance:
    """Returns how flights and strength are spread over the groups of a session."""
    groups = groups_of(state, session)
    names = tuple(one.name for one in limits_of(state)) or ("",)
    seated = tuple(tuple(member_of(state, entry) for entry in group.entries) for group in groups)
    playing = [flight_place(state, entry) for entry in complete_entries(state)]
    sizes = [len(group.numbers) for group in groups]
    wanted = quotas(sizes, [playing.count(at) for at in range(len(names))]) if sum(sizes) == len(playing) else None
    counts = tuple(tuple(sum(one.flight == at for one in group) for at in range(len(names))) for group in seated)
    return FieldBalance(flights=names, groups=groups, counts=counts, wanted=wanted, balance=balance(seated))


def in_flights(
    state: EventState, drawn: Mapping[Seat, EntryId], groups: Sequence[Sequence[Seat]], seed: int
) -> dict[Seat, EntryId]:
    """Returns a draw with each flight in its share over the groups (manual, lines 1530 and 2571-2587): only as many
    change places, by lot, as are needed, and nobody who wishes for a stationary seat. Without flights, or where the
    groups do not hold everybody, it stays as it was."""
    seats = [[seat for seat in group if seat in drawn] for group in groups]
    if len(limits_of(state)) <= 1 or len(seats) <= 1 or sum(map(len, seats)) != len(drawn):
        return dict(drawn)
    members = [tuple(member_of(state, state.entries[drawn[seat]]) for seat in group) for group in seats]
    fixed = {entry_id for entry_id in drawn.values() if state.entries[entry_id].wants_stationary}
    placed = even_flights(members, seed, fixed)
    moved = {
        seat: EntryId(one.key)
        for group, own in zip(seats, placed, strict=True)
        for seat, one in zip(group, own, strict=True)
    }
    return {seat: moved[seat] for seat in drawn}


def draw_keeps(state: EventState, session: SessionNumber) -> Problem | None:
    """Returns in words what a draw of a session's numbers keeps: teams in their flights, or the flights of pairs in
    their shares; None where there is nothing to keep."""
    if state.settings.event_form.links_sessions:
        return None if state.is_started else Problem("numbers.keeps-teams")
    limits = limits_of(state)
    if len(limits) <= 1 or len(groups_of(state, session)) <= 1:
        return None
    return Problem("numbers.keeps-flights", {"flights": ", ".join(limit.name for limit in limits)})


def split_teams(
    teams: Sequence[Entry], sizes: Sequence[int], by: SplitBy, seed: int = 0
) -> tuple[tuple[Entry, ...], ...]:
    """Returns teams in flights of these sizes. Raises Refused (`field-balance.sizes`)."""
    ordered = list(by_seed(teams))
    if by is SplitBy.LOT:
        random.Random(seed).shuffle(ordered)
    if by is SplitBy.EVEN:
        by_key = {str(team.entry_id): team for team in ordered}
        groups = distribute_members([Member(team.entry_id, 0, seed_points(team)) for team in ordered], sizes)
        return tuple(by_seed([by_key[one.key] for one in group]) for group in groups)
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    return tuple(tuple(ordered[start : start + size]) for start, size in zip(starts, sizes, strict=True))
