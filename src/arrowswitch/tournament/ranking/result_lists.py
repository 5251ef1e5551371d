"""The lists in which an event's result stands: those of its total where it has one, else those of the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.scoring.standings import Standing
from arrowswitch.tournament.event.model import Entry, EventState
from arrowswitch.tournament.ranking.event_total import event_total, has_event_total
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.match_rules import is_of_matches


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A line of an event's result: the standing, who that is, and the masterpoints where the event gives any."""

    standing: Standing
    entry: Entry | None
    master_points: Fraction | None


def result_lists(state: EventState) -> Iterator[Sequence[ResultRow]]:
    """Yields the lists, one for each field that is ranked by itself; a carry-over makes all fields one."""
    if has_event_total(state) and not is_of_matches(state):
        view = event_total(state)
        totals = (view.together,) if view.has_carry and view.together else tuple(rows for _, rows in view.groups)
        for rows in totals:
            yield [ResultRow(row.standing, row.entry, row.master_points) for row in rows]
        return
    for _, ranked in ranking(state, max(state.sessions)).groups:
        yield [ResultRow(row.standing, row.entry, row.master_points) for row in ranked]
