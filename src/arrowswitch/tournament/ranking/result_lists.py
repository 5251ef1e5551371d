"""The final standing of an event: the total of its sessions with what is carried over where there is one, else its
ranking. Prints, lists, ladders, points and the report read it here, so that none of them shows one session alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
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
    session that they played (0: none), their number of scoring in it, and its section where one session is the whole
    event."""

    standing: Standing
    entry: Entry | None
    master_points: Fraction | None
    session: SessionNumber
    number: Number
    section: SectionLetter = ""

    @property
    def rank_row(self) -> RankRow:
        """Returns the line as rankings show it, under the number of the newest session."""
        standing = replace(self.standing, number=self.number)
        return RankRow(standing, self.section, self.entry, master_points=self.master_points)


@dataclass(frozen=True, slots=True)
class FinalList:
    """A list of the final standing: its side where both sides are ranked apart, and its lines by rank."""

    side: Side | None
    rows: tuple[ResultRow, ...]


def final_standing(state: EventState) -> tuple[FinalList, ...]:
    """Returns the final standing of an event as far as it is played: one list for each field that is ranked by itself;
    a carry-over makes all fields one."""
    if _is_by_total(state):
        view = event_total(state)
        groups = ((None, view.together),) if view.has_carry and view.together else view.groups
        return tuple(FinalList(side, tuple(map(_of_total, rows))) for side, rows in groups)
    session = newest_session(state)
    return tuple(
        FinalList(side, tuple(_of_session(state, row, session) for row in rows))
        for side, rows in ranking(state, session).groups
    )


def award_lists(state: EventState) -> Iterator[Sequence[ResultRow]]:
    """Yields the lists by which masterpoints are given: those of the result, or the one over both directions where the
    event gives them by it."""
    if _is_by_total(state):
        view = event_total(state)
        lists = (view.together,) if is_awarded_together(state, view) else tuple(rows for _, rows in view.groups)
        for totals in lists:
            yield [_of_total(row) for row in totals]
        return
    session = newest_session(state)
    for ranked in awarded_rows(state, session):
        yield [_of_session(state, row, session) for row in ranked]


def _is_by_total(state: EventState) -> bool:
    """True if the result is a total over sessions; an event of matches is ranked over all of its sessions anyway."""
    return has_event_total(state) and not form_of(state.settings).ranks_matches(state)


def awarded_rows(state: EventState, session: SessionNumber) -> Iterator[Sequence[RankRow]]:
    """Yields the lists of a session by which masterpoints are given."""
    groups = ranking(state, session).groups
    together = awarded_overall(state, session)
    if not together:
        yield from (rows for _, rows in groups)
        return
    by_number = {row.standing.number: row for _, rows in groups for row in rows}
    yield [replace(by_number[standing.number], standing=standing) for standing in together]


def _of_total(row: TotalRow) -> ResultRow:
    session, number = (row.sessions[-1].session, row.sessions[-1].number) if row.sessions else (0, row.standing.number)
    return ResultRow(
        standing=row.standing, entry=row.entry, master_points=row.master_points, session=session, number=number
    )


def _of_session(state: EventState, row: RankRow, session: SessionNumber) -> ResultRow:
    return ResultRow(
        standing=row.standing,
        entry=None if row.entry is None else state.entry_over_sessions(row.entry.entry_id),
        master_points=row.master_points,
        session=session,
        number=row.standing.number,
        section=row.section,
    )
