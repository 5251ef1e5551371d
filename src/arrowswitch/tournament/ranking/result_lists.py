"""The lists in which an event's result stands: those of its total where it has one, else those of the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.tournament.event.model import Entry, EventState
from arrowswitch.tournament.event.views import RankRow
from arrowswitch.tournament.ranking.award_rules import awarded_overall
from arrowswitch.tournament.ranking.event_total import event_total, has_event_total, is_awarded_together
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.match_rules import is_of_matches


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A line of an event's result: the standing, who that is, and the masterpoints where the event gives any."""

    standing: Standing
    entry: Entry | None
    master_points: Fraction | None


def award_lists(state: EventState) -> Iterator[Sequence[ResultRow]]:
    """Yields the lists by which masterpoints are given: those of the result, or the one over both directions where the
    event gives them by it."""
    if has_event_total(state) and not is_of_matches(state):
        view = event_total(state)
        totals = (view.together,) if is_awarded_together(state, view) else tuple(rows for _, rows in view.groups)
        for rows in totals:
            yield [ResultRow(row.standing, row.entry, row.master_points) for row in rows]
        return
    session = max(state.sessions)
    for ranked in awarded_rows(state, session):
        yield [ResultRow(row.standing, row.entry, row.master_points) for row in ranked]


def awarded_rows(state: EventState, session: SessionNumber) -> Iterator[Sequence[RankRow]]:
    """Yields the lists of a session by which masterpoints are given."""
    groups = ranking(state, session).groups
    together = awarded_overall(state, session)
    if not together:
        yield from (rows for _, rows in groups)
        return
    known = {row.standing.number: row for _, rows in groups for row in rows}
    yield [replace(known[standing.number], standing=standing) for standing in together]


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
