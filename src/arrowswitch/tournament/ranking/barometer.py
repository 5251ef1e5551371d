"""The barometer: the ranking after the last complete round, with the places that each contestant gained or lost in it.

Rounds still being played are left out, so that the list is the same for everyone and gives no result away early.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber, SectionLetter, SessionNumber
from arrowswitch.tournament.entries.entrants import rounds_of
from arrowswitch.tournament.model.memory import EventMemory
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.slots import missing_slots


@dataclass(frozen=True, slots=True)
class BarometerRow:
    """A line of the barometer; `gained` is the number of places gained in the round, negative for places lost, None
    after the first round."""

    row: RankRow
    gained: int | None


@dataclass(frozen=True, slots=True)
class Barometer:
    """The ranking after `round`, by field."""

    state: EventState
    round: RoundNumber
    groups: tuple[tuple[Side | None, tuple[BarometerRow, ...]], ...]


def barometer(state: EventState, session: SessionNumber) -> Barometer | None:
    """Returns the barometer of a session, or None before its first round is complete."""
    if not state.session(session).is_started or not state.is_scored_in(session):
        return None
    number = last_complete_round(state, session)
    if number < 1:
        return None
    after = _through(state, session, number)
    before = _places(_through(state, session, number - 1), session) if number > 1 else {}
    groups = tuple(
        (side, tuple(BarometerRow(row, _count_gain(row, before)) for row in rows if row.standing.has_score))
        for side, rows in ranking(after, session).groups
    )
    return Barometer(after, number, groups)


def last_complete_round(state: EventState, session: SessionNumber) -> RoundNumber:
    """Returns the last round of a session up to which no result is missing; 0 before the first is complete."""
    missing = min((slot.round for slot in missing_slots(state, session)), default=None)
    played = max(
        [slot.round for slot in state.results if slot.session == session]
        + [slip.at.round for slip in state.matches.slips if slip.at.place.session == session],
        default=0,
    )
    complete = min(played, rounds_of(state.session(session)) or played)
    return RoundNumber(complete if missing is None else min(complete, missing - 1))


def _through(state: EventState, session: SessionNumber, number: int) -> EventState:
    """Returns the event as it stood after a round, by the results and rulings of today."""
    results = {slot: entry for slot, entry in state.results.items() if slot.session != session or slot.round <= number}
    slips = tuple(slip for slip in state.matches.slips if slip.at.place.session != session or slip.at.round <= number)
    return replace(state, results=results, matches=replace(state.matches, slips=slips), memory=EventMemory())


def _places(state: EventState, session: SessionNumber) -> Mapping[tuple[SectionLetter, Number], int]:
    """Returns the places after a round; none if nothing tells the contestants apart yet, as when no board has been
    played twice."""
    rows = [row for _, group in ranking(state, session).groups for row in group if row.standing.has_score]
    if len({row.standing.place for row in rows}) < 2:
        return {}
    return {(row.section, row.standing.number): row.standing.place for row in rows}


def _count_gain(row: RankRow, before: Mapping[tuple[SectionLetter, Number], int]) -> int | None:
    was = before.get((row.section, row.standing.number))
    return None if was is None else was - row.standing.place
