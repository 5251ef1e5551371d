"""The round or the winners of an event on the first page, in addition to its line in the store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from fastapi import Request

from arrowswitch.core.errors import Mistake
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.points.per_event import PerEvent
from arrowswitch.tournament.ranking.result_lists import final_standing
from arrowswitch.tournament.standings.header import header
from arrowswitch.web.services import kept_in_program, services_of

MOST_RESULTS = 6
"""The newest events whose winners the first page shows."""
LARGEST_FIELD = 300
"""Entries of the largest event whose winners it shows: a larger one would take the page too long."""
_URGENCY = (Phase.PLAYING, Phase.COMPLETE, Phase.ENTRIES, Phase.PUBLISHED, Phase.FINAL)
_RANKED = (Phase.PUBLISHED, Phase.FINAL)


@dataclass(frozen=True, slots=True)
class Winner:
    """An entry in first place, and its percentage if there is one."""

    entry: Entry
    percent: Fraction | None


@dataclass(frozen=True, slots=True)
class EventGlance:
    """The round and the winners of one event; `round` is 0 outside play, `rounds` where their number is open."""

    round: int = 0
    rounds: int = 0
    winners: tuple[Winner, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """An event with what the first page shows of it."""

    row: EventRow
    glance: EventGlance = EventGlance()

    @property
    def is_ranked(self) -> bool:
        """True if the director opens the event for its ranking: its results are in."""
        return self.row.phase in (Phase.COMPLETE, *_RANKED)


def by_urgency(rows: Iterable[EventRow]) -> list[EventRow]:
    """Returns events with those first that the director is needed for: play, then publication, then entries."""
    return sorted(rows, key=lambda row: _URGENCY.index(Phase(row.phase)))


def shown_events(request: Request, rows: Iterable[EventRow], most: int = MOST_RESULTS) -> tuple[ShownEvent, ...]:
    """Returns events with their round or winners, the first `most` of those that have any; an event that cannot be read
    is shown by its line only."""
    return tuple(_with_glances(_glances(request), rows, most))


def _with_glances(glances: PerEvent[EventGlance], rows: Iterable[EventRow], most: int) -> Iterator[ShownEvent]:
    for row in rows:
        if most and row.phase != Phase.ENTRIES and row.entries <= LARGEST_FIELD:
            most -= 1
            try:
                yield ShownEvent(row, glances.of(row))
                continue
            except Mistake:
                pass
        yield ShownEvent(row)


def _glances(request: Request) -> PerEvent[EventGlance]:
    return kept_in_program(request, "event_glances", lambda: PerEvent(services_of(request).tournament, glance))


def glance(state: EventState) -> EventGlance:
    """Returns the round of an event that is played, or the winners of one that is published: the first of each list."""
    if not state.is_started:
        return EventGlance()
    session = max((number for number, one in state.sessions.items() if one.is_started), default=1)
    head = header(state, session)
    if head.phase in _RANKED:
        return EventGlance(winners=tuple(_winners(state)))
    return EventGlance(head.round, head.rounds) if head.phase is Phase.PLAYING else EventGlance()


def _winners(state: EventState) -> Iterator[Winner]:
    for listed in final_standing(state):
        for row in listed.rows:
            if row.entry is not None and row.standing.is_ranked and row.standing.place == 1:
                yield Winner(row.entry, row.standing.percent)
