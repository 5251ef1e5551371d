"""Lists beside the total of several sessions: the strata, over all boards of the event.

JCBL director's manual 3.3, lines 1521-1532 (each stratum ranks itself and those below it), 2219 and 2276 (totals). They
rank the same total and change no result; masterpoints stand with the total alone, for an event gives them once.
Handicaps are ranked session by session only (`further`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.ranking.divided import by_stratum, field_of_event
from arrowswitch.tournament.ranking.event_total import has_event_total
from arrowswitch.tournament.scored.match_rules import is_of_matches
from arrowswitch.tournament.scored.totals import TotalRow, TotalView


@dataclass(frozen=True, slots=True)
class TotalList:
    """A list beside the total: `name` is the stratum's name; `side` where the two directions are ranked apart."""

    rows: tuple[TotalRow, ...]
    name: str
    side: Side | None = None


def total_lists(state: EventState, view: TotalView) -> Iterator[TotalList]:
    """Yields the strata below the first by the total of an event of several sessions; nothing where the total is that
    of matches, or the ranking of the one session says the same."""
    if not view.sessions or not has_event_total(state) or is_of_matches(state):
        return
    known = {row.standing.number: row for row in view.rows}
    for one in by_stratum(state, field_of_event(state, view)):
        rows = tuple(replace(known[row.number], standing=row, master_points=None) for row in one.ranking)
        if rows:
            yield TotalList(rows, one.name, one.side)
