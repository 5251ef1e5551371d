"""The qualifiers for a final: entries that qualified, declined or moved up, and ties at the cut (manual, lines
1981-1991).

The ranking is the event's: the total of all its sessions, with what was carried over into it. Sections and sides are
those of the last session that was played. Withdrawn entries do not qualify.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.core.scoring.totals.qualifying import Qualified, QualifyingGroup, qualifiers_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.finals import FinalPlan, QualifyBy
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.ranking.divided import DividedList, by_section, field_of_event
from arrowswitch.tournament.ranking.event_total import event_total, is_complete
from arrowswitch.tournament.standings.session import standings
from arrowswitch.tournament.standings.totals import InSession, TotalRow, TotalView


class QualifierStatus(StrEnum):
    """The standing of an entry at the cut."""

    IN = "in"
    MOVED_UP = "moved-up"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class QualifierRow:
    """A line of the list: the standing over all sessions, who that is, the number in the newest session that was played
    (with the section's letter where there are several) and what each session brought; whether in, and (moved up) for
    whom. `brought` was carried over into this event."""

    standing: Standing
    number: Number
    entry: Entry | None
    sessions: tuple[InSession, ...]
    carry_over: Fraction | None
    status: QualifierStatus
    instead_of: Number | None = None


@dataclass(frozen=True, slots=True)
class QualifierGroup:
    """A ranking and its qualifiers: of everybody, of a section, of a section's side. `ties` lists the entries that
    share the rank at the cut, inside and outside."""

    section: str
    side: Side | None
    rows: tuple[QualifierRow, ...]
    ties: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class QualifiersView:
    """The qualifiers. `by_percent` is True if the lists are ranked by percentage; `sessions` and `boards` are those of
    the whole qualifying, `entrants` is the number ranked in it, `to_come` lists the sessions not begun, and `has_carry`
    is True if the totals include a carry-over."""

    plan: FinalPlan
    groups: tuple[QualifierGroup, ...]
    is_provisional: bool
    by_percent: bool
    entrants: int
    boards: int
    sessions: tuple[SessionNumber, ...]
    has_carry: bool
    to_come: tuple[int, ...]

    @property
    def qualified_rows(self) -> tuple[QualifierRow, ...]:
        """Returns the rows that qualify, in the order of the lists."""
        going = (QualifierStatus.IN, QualifierStatus.MOVED_UP)
        return tuple(row for group in self.groups for row in group.rows if row.status in going)

    @property
    def left_over(self) -> tuple[QualifierRow, ...]:
        """Returns the contestants who neither qualify nor have declined or withdrawn, in the order of the lists."""
        return tuple(row for group in self.groups for row in group.rows if row.status is QualifierStatus.OUT)


def qualifiers(state: EventState) -> QualifiersView:
    """Returns the qualifiers of an event. Raises Refused (`final.no-plan`, `qualifying.too-few`)."""
    plan = state.finals.plan
    if plan is None:
        raise Refused.of("final.no-plan")
    view = event_total(state)
    rows = {row.standing.number: row for row in view.rows if row.standing.boards}
    lists = tuple(_lists(state, view, plan.by))
    groups = [QualifyingGroup(_name(one.name, one.side), one.ranking, plan.count) for one in lists]
    out = {number: status for number, row in rows.items() if (status := _not_going(row, plan)) is not None}
    outcome = qualifiers_of(groups, out)
    return QualifiersView(
        plan=plan,
        groups=tuple(
            QualifierGroup(
                one.name,
                one.side,
                tuple(_rows(state, one.ranking, rows, outcome, out)),
                _ties(outcome, rows, one.name, one.side),
            )
            for one in lists
        ),
        is_provisional=not is_complete(state),
        by_percent=plan.by is QualifyBy.ALL and bool(view.together) and not view.has_carry,
        entrants=sum(len(one.ranking) for one in lists),
        boards=sum(max((row.boards_due for row in standings(state, one).ranking), default=0) for one in view.sessions),
        sessions=view.sessions,
        has_carry=view.has_carry,
        to_come=tuple(number for number, one in sorted(state.sessions.items()) if not one.is_started),
    )


@dataclass(frozen=True, slots=True)
class ProposedCount:
    """The proposed number of qualifiers among the `entrants`: the number for each list, by the way of making the
    lists."""

    entrants: int
    counts: Mapping[QualifyBy, int]


def proposed_count(state: EventState) -> ProposedCount:
    """Returns the proposed number of qualifiers: half the field, as in the manual's own example (28 of 56, line 2020;
    the announcement sets the cut, line 1987), but no more than fill the tables of the final, so that nobody sits
    out."""
    begun = [one for _, one in sorted(state.sessions.items()) if one.is_started]
    sections = tuple(begun[-1].sections.values()) if begun else ()
    playing = {who for section in sections for who in section.numbers.values() if not state.entry(who).is_withdrawn}
    at_table = state.settings.event_form.meeting_size
    half = len(playing) // 2
    lists = {
        QualifyBy.ALL: 1,
        QualifyBy.SECTIONS: len(sections),
        QualifyBy.SIDES: sum(1 if one.movement is None else len(one.movement.fields) for one in sections),
    }
    counts = {
        by: next((each for each in range(half // max(number, 1), 0, -1) if each * number % at_table == 0), 0)
        for by, number in lists.items()
    }
    return ProposedCount(len(playing), {by: each for by, each in counts.items() if each})


def _not_going(row: TotalRow, plan: FinalPlan) -> QualifierStatus | None:
    if row.entry is None:
        return None
    if row.entry.is_withdrawn:
        return QualifierStatus.WITHDRAWN
    return QualifierStatus.DECLINED if row.entry.entry_id in plan.declined else None


def _lists(state: EventState, view: TotalView, by: QualifyBy) -> Iterator[DividedList]:
    """Yields each ranking of which some qualify; those without a result are left out."""
    field = field_of_event(state, view)
    if by is not QualifyBy.ALL:
        yield from by_section(state, field, has_sides=by is QualifyBy.SIDES)
        return
    whole = view.together or view.rows
    yield DividedList("", None, tuple(row.standing for row in whole if row.standing.number in field.contestants))


def _rows(
    state: EventState,
    ranking: Sequence[Standing],
    rows: Mapping[Number, TotalRow],
    outcome: Qualified,
    out: Mapping[Number, QualifierStatus],
) -> Iterator[QualifierRow]:
    instead = dict(outcome.replacements)
    for standing in ranking:
        number = standing.number
        status = out.get(number, QualifierStatus.OUT)
        if number in instead:
            status = QualifierStatus.MOVED_UP
        elif number in outcome.numbers:
            status = QualifierStatus.IN
        row = rows[number]
        yield QualifierRow(
            standing=standing,
            number=row.sessions[-1].number,
            entry=None if row.entry is None else state.entry(row.entry.entry_id),
            sessions=row.sessions,
            carry_over=row.carry_over,
            status=status,
            instead_of=rows[instead[number]].sessions[-1].number if number in instead else None,
        )


def _name(section: str, side: Side | None) -> str:
    return " ".join(part for part in (section, "" if side is None else side.value) if part)


def _ties(outcome: Qualified, rows: Mapping[Number, TotalRow], section: str, side: Side | None) -> tuple[Number, ...]:
    tied = next((numbers for name, numbers in outcome.ties if name == _name(section, side)), ())
    return tuple(rows[number].sessions[-1].number for number in tied)
