"""The lists in which an event's result stands: those of its total where it has one, else those of the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.ranking.award_rules import awarded_overall
from arrowswitch.tournament.ranking.event_total import event_total, has_event_total, is_awarded_together
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.standings.header import newest_session
from arrowswitch.tournament.standings.totals import TotalRow


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A line of an event's result: the standing, who that is, the masterpoints where the event gives any, the newest
    session that they played (0: none), and their number of scoring in it."""

    standing: Standing
    entry: Entry | None
    master_points: Fraction | None
    session: SessionNumber
    number: Number


def award_lists(state: EventState) -> Iterator[Sequence[ResultRow]]:
    """Yields the lists by which masterpoints are given: those of the result, or the one over both directions where the
    event gives them by it."""
    return _lists(state, is_for_awards=True)


def result_lists(state: EventState) -> Iterator[Sequence[ResultRow]]:
    """Yields the lists, one for each field that is ranked by itself; a carry-over makes all fields one."""
    return _lists(state, is_for_awards=False)


def awarded_rows(state: EventState, session: SessionNumber) -> Iterator[Sequence[RankRow]]:
    """Yields the lists of a session by which masterpoints are given."""
    groups = ranking(state, session).groups
    together = awarded_overall(state, session)
    if not together:
        yield from (rows for _, rows in groups)
        return
    known = {row.standing.number: row for _, rows in groups for row in rows}
    yield [replace(known[standing.number], standing=standing) for standing in together]


def _lists(state: EventState, *, is_for_awards: bool) -> Iterator[Sequence[ResultRow]]:
    if has_event_total(state) and not form_of(state.settings).ranks_matches(state):
        view = event_total(state)
        has_one = is_awarded_together(state, view) if is_for_awards else view.has_carry and bool(view.together)
        for totals in (view.together,) if has_one else tuple(rows for _, rows in view.groups):
            yield [_of_total(row) for row in totals]
        return
    session = newest_session(state)
    groups = (rows for _, rows in ranking(state, session).groups)
    for ranked in awarded_rows(state, session) if is_for_awards else groups:
        yield [_of_session(row, session) for row in ranked]


def _of_total(row: TotalRow) -> ResultRow:
    session, number = (row.sessions[-1].session, row.sessions[-1].number) if row.sessions else (0, row.standing.number)
    return ResultRow(
        standing=row.standing, entry=row.entry, master_points=row.master_points, session=session, number=number
    )


def _of_session(row: RankRow, session: SessionNumber) -> ResultRow:
    return ResultRow(
        standing=row.standing,
        entry=row.entry,
        master_points=row.master_points,
        session=session,
        number=row.standing.number,
    )
