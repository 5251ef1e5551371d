"""Travellers, scorecards and the recapitulation, on the screen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.views import CellView, PrivateView, RecapView, TravellerView
from arrowswitch.tournament.ranking.rankings import private, recap, traveller
from arrowswitch.tournament.records.shown import ShownRecord, records_of
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.blind import Blind
from arrowswitch.web.desk.results.page import BoardMark, TypedLine, board_marks, line_of

router = APIRouter(route_class=DirectorRoute)


class RecapBy(StrEnum):
    """The columns of the recapitulation."""

    BOARD = "board"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class TravellerPage:
    """One board's results, how often each score came, and the way to the other boards."""

    boards: tuple[BoardMark, ...]
    view: TravellerView
    lines: tuple[TypedLine, ...]
    frequencies: tuple[tuple[int, int], ...]
    before: int | None
    after: int | None
    is_hidden: bool
    current: int
    whys: tuple[tuple[str, str], ...]
    is_fouled: bool = False
    records: tuple[tuple[CellView, ShownRecord], ...] = ()


@dataclass(frozen=True, slots=True)
class PrivatePage:
    """One contestant's evening, what explains the points of each line, and the way to the others."""

    view: PrivateView
    texts: tuple[tuple[TypedLine, str], ...]
    whys: tuple[str, ...]
    numbers: tuple[tuple[Number, Entry | None], ...]
    before: Number | None
    after: Number | None
    current: int


@dataclass(frozen=True, slots=True)
class RecapTablePage:
    """The recapitulation sheet."""

    by: RecapBy
    view: RecapView


@router.get("/events/{event_id}/travellers")
def show_traveller(at: PlaceDep, board: Annotated[int | None, Query(ge=1)] = None) -> HTMLResponse:
    """Shows the traveller of a board, the first one when none is named."""
    marks = board_marks(at.state, at.session) if at.is_started else ()
    if not marks:
        return at.show("desk/results/before.html", None, tab="ranking")
    page = traveller_page(at.state, at.place, marks, board or marks[0].board, at.blind)
    return at.show("desk/ranking/traveller.html", page, tab="ranking")


@router.get("/events/{event_id}/private/{number}")
def show_private(at: PlaceDep, number: str) -> HTMLResponse:
    """Shows one contestant's scorecard."""
    hidden = at.blind
    if hidden.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    view = private(at.state, at.place, Number(number.upper()))
    numbers = sorted(at.state.section(at.place).numbers, key=number_order)
    own = numbers.index(view.number)
    page = PrivatePage(
        view=view,
        texts=tuple((line_of(line.cell, hidden), line.side.value) for line in view.lines),
        whys=tuple(_whys(at.state, line.cell)[line.side is Side.EW] for line in view.lines),
        numbers=tuple((one, at.state.entry_at(at.place, one)) for one in numbers),
        before=numbers[own - 1] if own > 0 else None,
        after=numbers[own + 1] if own + 1 < len(numbers) else None,
        current=current_round(at.state, at.session),
    )
    return at.show("desk/ranking/private.html", page, tab="ranking")


@router.get("/events/{event_id}/recap")
def show_recap(at: PlaceDep, by: Annotated[RecapBy, Query()] = RecapBy.BOARD) -> HTMLResponse:
    """Shows the recapitulation by board or by round."""
    if not at.is_started:
        return at.show("desk/results/before.html", None, tab="ranking")
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    page = RecapTablePage(by, recap(at.state, at.session, by is RecapBy.ROUND))
    return at.show("desk/ranking/recap.html", page, tab="ranking")


def traveller_page(
    state: EventState, place: Place, marks: tuple[BoardMark, ...], board: int, hidden: Blind
) -> TravellerPage:
    """Returns the page of one board; raises NotFound (`board.none`)."""
    view = traveller(state, place.session, board)
    boards = [mark.board for mark in marks]
    at = boards.index(board)
    scores = Counter(score for cell in view.cells if (score := cell.score_of(is_ns=True)) is not None)
    is_hidden = board in hidden.boards
    return TravellerPage(
        boards=marks,
        view=view,
        lines=tuple(line_of(cell, hidden) for cell in view.cells),
        frequencies=() if is_hidden else tuple(sorted(scores.items(), reverse=True)),
        before=boards[at - 1] if at > 0 else None,
        after=boards[at + 1] if at + 1 < len(boards) else None,
        is_hidden=is_hidden,
        current=current_round(state, place.session),
        whys=tuple(_whys(state, cell) for cell in view.cells),
        is_fouled=state.fouled_board(place.session, board) is not None,
        records=() if is_hidden else records_of(state, view),
    )


def _whys(state: EventState, cell: CellView) -> tuple[str, str]:
    """Returns the addresses, in the section, that explain the points of N-S and of E-W: a match explains its boards
    itself, elsewhere the ranking does."""
    slot = cell.slot
    ns, ew = cell.ns.numbers[0], cell.ew.numbers[0]
    if not form_of(state.settings).ranks_matches(state):
        return f"ranking/why/{ns}?board={slot.board}", f"ranking/why/{ew}?board={slot.board}"
    movement = state.section(Place(slot.session, slot.section)).movement
    home, away = team_number(movement, ns), team_number(movement, ew)
    match, board = f"matches/{slot.round}", f"board={slot.board}"
    return f"{match}/{home}/why?against={away}&{board}", f"{match}/{away}/why?against={home}&{board}"
