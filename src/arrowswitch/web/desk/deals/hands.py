"""The hands of one board, typed in or corrected on a page that is shaped like the board (R-325, R-406).

Deals that were dealt or read from a file stay sealed here as well: who looks at a board before the release is kept in
the history. Hands that were typed here may be seen here, but not the board that a director who plays still has to play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.deals.deal import parse_deal
from arrowswitch.core.deals.typing_in import fields_of, typed_deal
from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, dealer, vulnerability
from arrowswitch.core.game.seats import Seat
from arrowswitch.tournament.deals.decide import MOST_DEALS
from arrowswitch.tournament.instant.decide import boards_in_play
from arrowswitch.tournament.model.slices.deals import LookAtDeals, TypeHands
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.forms import FormDep, StampDep

router = APIRouter(prefix="/events/{event_id}/deals/hands", route_class=DirectorRoute)
BoardField = Annotated[int, Form(ge=1, le=MOST_DEALS)]
BoardQuery = Annotated[int | None, Query(ge=1, le=MOST_DEALS)]


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A board to choose: whether its hands are known, and whether they were typed in."""

    board: BoardNumber
    has_record: bool
    is_typed: bool


@dataclass(frozen=True, slots=True)
class TypedHandsPage:
    """The hands of a board as fields by name (`N-S`); none may be seen where it `is_sealed`. `errors` are texts by
    field, `following` and `before` the neighbouring boards."""

    board: BoardNumber
    choices: tuple[BoardChoice, ...]
    fields: Mapping[str, str]
    is_sealed: bool
    is_typed: bool
    is_placed: bool
    needs_reason: bool
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reason: str = ""

    @property
    def dealer(self) -> Seat:
        return dealer(self.board)

    @property
    def vulnerability(self) -> Vulnerability:
        return vulnerability(self.board)

    @property
    def following(self) -> BoardNumber | None:
        """Returns the next board; None after the last."""
        return next((one.board for one in self.choices if one.board > self.board), None)

    @property
    def before(self) -> BoardNumber | None:
        """Returns the previous board; None before the first."""
        return next((one.board for one in reversed(self.choices) if one.board < self.board), None)


@router.get("")
def show(at: PlaceDep, board: BoardQuery = None) -> HTMLResponse:
    """Shows a board, without one the first that has no record."""
    return _show(at, _page(at, board))


@router.post("")
def type_in(at: PlaceDep, stamp: StampDep, board: BoardField, form: FormDep) -> Response:
    """Stores the hands of a board and leads to the next one; an error is shown at its field."""
    try:
        command = TypeHands(at.session, board, typed_deal(form).pbn)
        state = at.execute(command, stamp)
    except Mistake as mistake:
        if at.visitor.wants_json:
            raise
        return _show(at, _page(at, board, typed=form, mistake=mistake), 422)
    return at.answer(state, _address(at, _page(at, board).following or board), "desk.hands.stored", board=board)


@router.post("/remove")
def take_away(at: PlaceDep, stamp: StampDep, board: BoardField) -> Response:
    """Takes away what was typed."""
    return at.carry_out(
        TypeHands(at.session, board, None), stamp, _address(at, board), "desk.hands.removed", board=board
    )


@router.post("/look")
def look(at: PlaceDep, stamp: StampDep, board: BoardField) -> HTMLResponse:
    """Shows a sealed board once, and records in the history that it was opened."""
    at.execute(LookAtDeals(at.session, board), stamp)
    return _show(at, _page(at, board, is_looked_at=True))


def _address(at: PlaceAt, board: BoardNumber) -> str:
    return f"{at.base}/deals/hands?board={board}"


def _page(
    at: PlaceAt,
    wanted: int | None,
    *,
    typed: Mapping[str, str] | None = None,
    mistake: Mistake | None = None,
    is_looked_at: bool = False,
) -> TypedHandsPage:
    placed = at.state.deals.placed.get(at.session, PlacedDeals({}))
    boards = sorted(
        {*boards_in_play(at.state, at.session), *placed.texts} or range(1, 1 + at.settings.play.first_board)
    )
    boards = sorted({*boards, wanted} if wanted is not None else boards)
    board = wanted if wanted is not None else next((one for one in boards if one not in placed.texts), boards[0])
    text = placed.texts.get(board)
    is_own = board in placed.typed and board not in at.blind.boards
    may_see = text is None or is_own or is_looked_at or at.session in at.state.deals.released
    fields = fields_of(parse_deal(text)) if text is not None and may_see else {}
    return TypedHandsPage(
        board=board,
        choices=tuple(BoardChoice(one, one in placed.texts, one in placed.typed) for one in boards),
        fields=fields if typed is None else typed,
        is_sealed=not may_see and typed is None,
        is_typed=board in placed.typed,
        is_placed=board in placed.deals,
        needs_reason=board in placed.deals and at.is_started,
        errors={} if mistake is None else at.errors(mistake),
        reason="" if typed is None else typed.get("reason", ""),
    )


def _show(at: PlaceAt, page: TypedHandsPage, status: int = 200) -> HTMLResponse:
    return at.show("desk/deals/hands.html", page, tab="print", status=status)
