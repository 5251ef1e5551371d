"""Who goes on from a qualifying to its final, who declined, who moved up, and who shares the rank at the cut
(manual, lines 1981-1991).

The ranking is that of the newest session, with what everybody brings along from the sessions before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.rules import RankBy
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.qualifying import Qualified, QualifyingGroup, qualified
from arrowswitch.core.scoring.totals.ranking import percentage_game, ranked, ranked_among
from arrowswitch.tournament.event.model import Entry, EventState
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.finals.values import FinalPlan, QualifyBy
from arrowswitch.tournament.ranking.carried import brought_ranking
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.header import current_session
from arrowswitch.tournament.scored.lines import section_number
from arrowswitch.tournament.scored.session import standings
from arrowswitch.tournament.scored.slots import is_awaiting


class QualifierStatus(StrEnum):
    """Where somebody stands at the cut."""

    IN = "in"
    MOVED_UP = "moved-up"
    DECLINED = "declined"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class QualifierRow:
    """A line of the list: the standing, who that is, whether in, and (moved up) for whom."""

    standing: Standing
    number: Number
    section: str
    entry: Entry | None
    status: QualifierStatus
    instead_of: Number | None = None


@dataclass(frozen=True, slots=True)
class QualifierGroup:
    """A ranking of which so many qualify: of everybody, of a section, of a section's side. `ties` share the rank at the
    cut, those inside and those outside."""

    section: str
    side: Side | None
    rows: tuple[QualifierRow, ...]
    ties: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class QualifiersView:
    """Who goes on. `by_percent` tells what ranks the lists; `boards` are those of the whole qualifying, `entrants` how
    many were ranked in it."""

    plan: FinalPlan
    groups: tuple[QualifierGroup, ...]
    is_provisional: bool
    by_percent: bool
    entrants: int
    boards: int

    @property
    def qualified(self) -> tuple[QualifierRow, ...]:
        """Returns who goes on, in the order of the lists."""
        going = (QualifierStatus.IN, QualifierStatus.MOVED_UP)
        return tuple(row for group in self.groups for row in group.rows if row.status in going)


def qualifiers(state: EventState, session: SessionNumber | None = None) -> QualifiersView:
    """Returns who goes on from an event; raises Refused (`final.no-plan`), (`qualifying.too-few`)."""
    plan = state.final_plan
    if plan is None:
        raise Refused.of("final.no-plan")
    number = session or current_session(state)
    lists = tuple(_lists(state, number, plan.by))
    groups = [QualifyingGroup(_name(section, side), rows, plan.count) for section, side, rows in lists]
    entries = {row.number: state.entry_at(*_seat(state, number, row)) for _, _, rows in lists for row in rows}
    declined = {seat for seat, entry in entries.items() if entry is not None and entry.entry_id in plan.declined}
    found = qualified(groups, declined)
    return QualifiersView(
        plan=plan,
        groups=tuple(
            QualifierGroup(letter, side, tuple(_rows(state, number, rows, found, declined)), _ties(found, letter, side))
            for letter, side, rows in lists
        ),
        is_provisional=any(is_awaiting(state, one) for one in range(1, number + 1)),
        by_percent=plan.by is QualifyBy.ALL and _is_by_percent(state, number),
        entrants=sum(len(rows) for _, _, rows in lists),
        boards=sum(
            max((row.boards_due for row in standings(state, one).ranking), default=0) for one in range(1, number + 1)
        ),
    )


def _lists(
    state: EventState, session: SessionNumber, by: QualifyBy
) -> Iterator[tuple[str, Side | None, tuple[Standing, ...]]]:
    """Yields each ranking of which some qualify, with its section and side; those without a result are left out."""
    scored = _with_sessions(state, session)
    rules = rules_of(state).scoring.ranking
    if by is QualifyBy.ALL:
        several = len({row.field for row in scored.ranking}) > 1
        by_percent = _is_by_percent(state, session)
        together = percentage_game((scored,), rules) if by_percent else ranked(scored.ranking, rules, RankBy.TOTAL)
        yield "", None, together if several else scored.ranking
        return
    found = state.session(session)
    for letter in found.sections:
        here = [row for row in scored.ranking if section_number(found, row.number)[0] == letter]
        sides = sorted(
            {row.direction for row in here}, key=lambda side: "" if side is None else side.name, reverse=True
        )
        for side in sides if by is QualifyBy.SIDES else [None]:
            numbers = {row.number for row in here if by is QualifyBy.SECTIONS or row.direction is side}
            basis = RankBy.PERCENT if _is_by_percent(state, session) and len(sides) > 1 else None
            yield letter, side, ranked_among(scored, numbers, rules, basis)


def _with_sessions(state: EventState, session: SessionNumber) -> Standings:
    """Returns the standings of a session, of several sessions with the sums of all; who has no board is left out."""
    scored = standings(state, session)
    rows = brought_ranking(state, session) or scored.ranking
    played = {row.number for row in scored.ranking if row.boards}
    ranked_by = RankBy.TOTAL if rows is not scored.ranking else scored.ranked_by
    return replace(scored, ranking=tuple(row for row in rows if row.number in played), ranked_by=ranked_by)


def _is_by_percent(state: EventState, session: SessionNumber) -> bool:
    """Tells whether two fields are ranked together, which only percentages allow (manual, lines 1315-1320)."""
    rows = _with_sessions(state, session).ranking
    return len({row.field for row in rows}) > 1 and all(row.percent is not None for row in rows)


def _rows(
    state: EventState, session: SessionNumber, rows: Sequence[Standing], found: Qualified, declined: set[Number]
) -> Iterator[QualifierRow]:
    instead = dict(found.replacements)
    for row in rows:
        status = QualifierStatus.OUT
        if row.number in declined:
            status = QualifierStatus.DECLINED
        elif row.number in instead:
            status = QualifierStatus.MOVED_UP
        elif row.number in found.numbers:
            status = QualifierStatus.IN
        place, number = _seat(state, session, row)
        yield QualifierRow(
            standing=row,
            number=number,
            section=place.section,
            entry=state.entry_at(place, number),
            status=status,
            instead_of=instead.get(row.number),
        )


def _seat(state: EventState, session: SessionNumber, row: Standing) -> tuple[Place, Number]:
    letter, number = section_number(state.session(session), row.number)
    return Place(session, letter), number


def _name(section: str, side: Side | None) -> str:
    return " ".join(part for part in (section, "" if side is None else side.value) if part)


def _ties(found: Qualified, section: str, side: Side | None) -> tuple[Number, ...]:
    return next((numbers for name, numbers in found.ties if name == _name(section, side)), ())
