"""The masterpoints of each player in an event, as its ranking shows them, person by person.

JCBL director's manual 3.3, lines 3918-3919: weekly games with a class bring points as soon as they are complete; those
of higher grades are the office's. A player who was sent out earns nothing in that event (regulations summary, line
256); the partner does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry, Person
from arrowswitch.tournament.ranking.event_total import is_complete
from arrowswitch.tournament.ranking.result_lists import award_lists
from arrowswitch.tournament.rulebooks.event_rules import rules_of


class WithoutPoints(StrEnum):
    """The reason why an event gives no points: nothing was played, results are still to come, the office awards them,
    or it has no class."""

    NOT_PLAYED = "not-played"
    INCOMPLETE = "incomplete"
    OFFICE = "office"
    NO_CLASS = "no-class"


@dataclass(frozen=True, slots=True)
class PlayerAward:
    """A player's award in an event: the rank of the entry, the number of competitors, and the masterpoints; None if
    they were withheld because the player was sent out."""

    person: Person
    rank: int
    is_tied: bool
    competitors: int
    amount: Fraction
    is_withheld: bool = False


@dataclass(frozen=True, slots=True)
class EventAwards:
    """The awards of an event; `without` is the reason why it gives none. `is_field` for a simultaneous event, whose id
    is that of its field."""

    event_id: EventId
    name: str
    date: str
    event_class: EventClass
    game_class: int | None
    awards: tuple[PlayerAward, ...] = ()
    without: WithoutPoints | None = None
    is_field: bool = False


def awards_of_players(state: EventState) -> EventAwards:
    """Returns the masterpoints of everybody who earned some in an event, by rank."""
    settings = state.settings
    without = _without(state)
    return EventAwards(
        event_id=state.event_id,
        name=settings.name,
        date=settings.date,
        event_class=settings.event_class,
        game_class=settings.awards.master_point_class,
        awards=() if without is not None else tuple(_awards(state)),
        without=without,
    )


def _without(state: EventState) -> WithoutPoints | None:
    if not state.is_scored:
        return WithoutPoints.NOT_PLAYED
    if rules_of(state).grades.has_office_points(state.settings.event_class):
        return WithoutPoints.OFFICE
    if state.settings.awards.master_point_class is None or state.settings.event_class is not EventClass.WEEKLY:
        return WithoutPoints.NO_CLASS
    return None if is_complete(state) else WithoutPoints.INCOMPLETE


def _awards(state: EventState) -> Iterator[PlayerAward]:
    out = frozenset(sent_out(state))
    for standing, entry, amount, competitors in _earning_entries(state):
        for person in entry.people:
            is_out = (entry.entry_id, person.name) in out
            yield PlayerAward(
                person=person,
                rank=standing.place,
                is_tied=standing.is_tied,
                competitors=competitors,
                amount=Fraction(0) if is_out else amount,
                is_withheld=is_out,
            )


def _earning_entries(state: EventState) -> Iterator[tuple[Standing, Entry, Fraction, int]]:
    """Yields the entries with masterpoints: the standing, the amount, and the number of competitors ranked with
    them."""
    for rows in award_lists(state):
        for row in rows:
            if row.master_points and row.entry is not None:
                yield row.standing, row.entry, row.master_points, row.standing.after + len(rows)


def sent_out(state: EventState) -> Iterator[tuple[str, str]]:
    """Yields the entry and the name of everybody who was sent out of a session."""
    for expulsion in state.rulings.expulsions:
        entry = state.entry_at(expulsion.place, expulsion.number)
        if entry is not None:
            yield entry.entry_id, expulsion.player
