"""The matrix of a session: tables x boards, or tables x rounds, with what is missing, odd, changed or forced listed
first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.model import EventId, EventState
from arrowswitch.tournament.queries.header import current_round
from arrowswitch.tournament.queries.slots import missing_slots
from arrowswitch.tournament.queries.tables import cells, matrix
from arrowswitch.tournament.queries.views import CellView, Flag
from arrowswitch.web.desk.blind import Blind, blind_of
from arrowswitch.web.desk.frame import render_event
from arrowswitch.web.desk.score_page import SESSION, Line, OddNote, first_section, line_of, odd_notes
from arrowswitch.web.house import HouseDep

router = APIRouter()


class By(StrEnum):
    """What the columns of the matrix are."""

    BOARDS = "boards"
    ROUNDS = "rounds"


LISTED = (Flag.LATE_PLAY, Flag.PENDING, Flag.FORCED, Flag.ADJUSTED, Flag.CHANGED, Flag.NOTE)
"""What is listed above the matrix beside the missing and the odd, in this order."""


@dataclass(frozen=True, slots=True)
class LackingTable:
    """A slip that is missing, or part of it."""

    round: int
    table: int
    label: str
    ns: str
    ew: str
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatrixPage:
    """The matrix and its lists. `columns` are boards or rounds; `cells[(table, column)]` the slots there."""

    by: By
    columns: tuple[int, ...]
    tables: tuple[tuple[int, str], ...]
    cells: dict[tuple[int, int], tuple[Line, ...]]
    lacking: tuple[LackingTable, ...]
    odd: tuple[OddNote, ...]
    flagged: tuple[tuple[Flag, tuple[Line, ...]], ...]
    missing: int
    blind: Blind
    current: int


@router.get("/events/{event_id}/matrix")
def show(request: Request, event_id: EventId, house: HouseDep, by: Annotated[By, Query()] = By.BOARDS) -> HTMLResponse:
    """Shows the matrix."""
    state = house.tournament.state(event_id)
    if first_section(state) is None or not state.is_started:
        return render_event(request, state, "desk/scores/before.html", None, tab="scores")
    return render_event(
        request, state, "desk/scores/matrix.html", matrix_page(state, by, blind_of(request, state)), tab="scores"
    )


def matrix_page(state: EventState, by: By, hidden: Blind) -> MatrixPage:
    """Returns the matrix page of the first section."""
    section = first_section(state)
    if section is None:
        raise Malformed.of("start.no-movement")
    view = matrix(state, SESSION, section.letter)
    own = [cell for cell in cells(state, SESSION) if cell.slot.section == section.letter]
    found: dict[tuple[int, int], tuple[Line, ...]] = {}
    for cell in own:
        at = (cell.slot.table, cell.slot.board if by is By.BOARDS else cell.slot.round)
        found[at] = (*found.get(at, ()), line_of(cell, hidden))
    return MatrixPage(
        by,
        view.boards if by is By.BOARDS else tuple(sorted({cell.slot.round for cell in own})),
        view.tables,
        found,
        lacking_tables(state),
        odd_notes(state, hidden),
        tuple((flag, _flagged(own, flag, hidden)) for flag in LISTED),
        sum(len(table.boards) for table in lacking_tables(state)),
        hidden,
        current_round(state, SESSION),
    )


def lacking_tables(state: EventState) -> tuple[LackingTable, ...]:
    """Returns the slips of the rounds up to the present one that lack results, in the order of play."""
    current = current_round(state, SESSION)
    waiting = {slot for slot in missing_slots(state, SESSION) if slot.round <= current}
    found: dict[tuple[int, int], list[CellView]] = {}
    for cell in cells(state, SESSION):
        if cell.slot in waiting:
            found.setdefault((cell.slot.round, cell.slot.table), []).append(cell)
    return tuple(
        LackingTable(
            r, t, group[0].table_label, group[0].ns.label, group[0].ew.label, tuple(c.slot.board for c in group)
        )
        for (r, t), group in sorted(found.items())
    )


def _flagged(own: list[CellView], flag: Flag, hidden: Blind) -> tuple[Line, ...]:
    return tuple(line_of(cell, hidden) for cell in own if flag in cell.flags)


__all__ = ["By", "LackingTable", "MatrixPage", "lacking_tables", "matrix_page", "router"]
