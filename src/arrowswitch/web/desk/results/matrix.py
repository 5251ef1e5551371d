"""The matrix of a session: tables x boards, or tables x rounds, with what is missing, odd, changed or forced listed
first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Query, Response

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import CellView, Flag
from arrowswitch.tournament.results.tables import cells, matrix
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.desk.assisting import AssistantRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.blind import Blind
from arrowswitch.web.desk.frame import frame_of
from arrowswitch.web.desk.place import letters_of
from arrowswitch.web.desk.results.page import OddNote, TypedLine, line_of, odd_notes

router = APIRouter(route_class=AssistantRoute)


class MatrixBy(StrEnum):
    """The columns of the matrix."""

    BOARDS = "boards"
    ROUNDS = "rounds"


LISTED = (Flag.LATE_PLAY, Flag.PENDING, Flag.FORCED, Flag.ADJUSTED, Flag.CHANGED, Flag.NOTE)
"""The flags listed above the matrix in addition to the missing and the odd results, in this order."""


@dataclass(frozen=True, slots=True)
class LackingTable:
    """A slip that is missing, or part of it, and the place where it is typed."""

    place: Place
    round: int
    table: int
    label: str
    ns: str
    ew: str
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatrixPage:
    """The matrix and its lists. `columns` are boards or rounds; `cells[(table, column)]` the slots there."""

    by: MatrixBy
    columns: tuple[int, ...]
    tables: tuple[tuple[int, str], ...]
    cells: dict[tuple[int, int], tuple[TypedLine, ...]]
    lacking: tuple[LackingTable, ...]
    odd: tuple[OddNote, ...]
    flagged: tuple[tuple[Flag, tuple[TypedLine, ...]], ...]
    missing: int
    blind: Blind
    current: int


@router.get("/events/{event_id}/matrix")
def show(at: PlaceDep, by: Annotated[MatrixBy, Query()] = MatrixBy.BOARDS) -> Response:
    """Shows the matrix."""
    if at.section is None or not at.is_started:
        return at.show("desk/results/before.html", None, tab="scores")
    page = matrix_page(at.state, at.place, by, at.blind)
    return at.render_watched("desk/results/matrix.html", page, frame=frame_of(at.request, at.state, "scores"))


def matrix_page(state: EventState, place: Place, by: MatrixBy, hidden: Blind) -> MatrixPage:
    """Returns the matrix page of a section."""
    section = state.find_section(place)
    if section is None:
        raise Malformed.of("start.no-movement")
    lacking = lacking_tables(state, place)
    view = matrix(state, place)
    own = [cell for cell in cells(state, place.session) if cell.slot.section == section.letter]
    lines_by_table: dict[tuple[int, int], tuple[TypedLine, ...]] = {}
    for cell in own:
        at = (cell.slot.table, cell.slot.board if by is MatrixBy.BOARDS else cell.slot.round)
        lines_by_table[at] = (*lines_by_table.get(at, ()), line_of(cell, hidden))
    return MatrixPage(
        by=by,
        columns=view.boards if by is MatrixBy.BOARDS else tuple(sorted({cell.slot.round for cell in own})),
        tables=view.tables,
        cells=lines_by_table,
        lacking=lacking,
        odd=odd_notes(state, place, hidden),
        flagged=tuple((flag, _flagged_lines(own, flag, hidden)) for flag in LISTED),
        missing=sum(len(table.boards) for table in lacking),
        blind=hidden,
        current=current_round(state, place.session),
    )


def lacking_in_session(state: EventState, place: Place) -> tuple[LackingTable, ...]:
    """Returns the slips that lack results in all sections of a place's session, round by round."""
    here = (Place(place.session, letter) for letter in letters_of(state, place.session))
    lacking = (table for section in here for table in lacking_tables(state, section))
    return tuple(sorted(lacking, key=lambda table: (table.round, table.place.section, table.table)))


def odd_in_session(state: EventState, place: Place, hidden: Blind) -> tuple[OddNote, ...]:
    """Returns the unlikely results that may be seen in all sections of a place's session, section by section."""
    here = (Place(place.session, letter) for letter in state.session(place.session).sections)
    return tuple(odd for section in here for odd in odd_notes(state, section, hidden))


def lacking_tables(state: EventState, place: Place) -> tuple[LackingTable, ...]:
    """Returns the slips of a section that lack results in the rounds up to the present one, in the order of play."""
    current = current_round(state, place.session)
    here = (slot for slot in missing_slots(state, place.session) if slot.section == place.section)
    waiting = {slot for slot in here if slot.round <= current}
    cells_by_table: dict[tuple[int, int], list[CellView]] = {}
    for cell in cells(state, place.session):
        if cell.slot in waiting:
            cells_by_table.setdefault((cell.slot.round, cell.slot.table), []).append(cell)
    return tuple(
        LackingTable(
            place=place,
            round=round_number,
            table=table,
            label=group[0].table_label,
            ns=group[0].ns.label,
            ew=group[0].ew.label,
            boards=tuple(cell.slot.board for cell in group),
        )
        for (round_number, table), group in sorted(cells_by_table.items())
    )


def _flagged_lines(own: list[CellView], flag: Flag, hidden: Blind) -> tuple[TypedLine, ...]:
    return tuple(line_of(cell, hidden) for cell in own if flag in cell.flags)
