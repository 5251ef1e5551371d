"""Hands were changed on a board: its results in the order of play, the groups proposed, and the director's own.

JCBL director's manual 3.3, lines 3531-3540: the order follows from the master sheet, the change from the results, and
the players who had the board before and after it are asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, NotFound, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.boards.fouled_groups import MOST_GROUPS
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.rulings import FoulBoard
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.rulings import FouledBoard
from arrowswitch.tournament.results.tables import cell
from arrowswitch.tournament.rulings.fouled import order_of_play, proposed_forms
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.blind import Blind
from arrowswitch.web.desk.results.page import TypedLine, line_of
from arrowswitch.web.desk.slot_keys import slot_key
from arrowswitch.web.forms import FormDep, StampDep, check, whole

router = APIRouter(prefix="/events/{event_id}/rulings", route_class=DirectorRoute)
_MOST_BOARDS = 9999
_LONGEST_NAME = 60
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of the forms of a deal, A as dealt."""


@dataclass(frozen=True, slots=True)
class PlayedInForm:
    """A result of the board in the order of play, and the form of the deal it is put with, 0 as dealt. `is_change`
    where the hands were changed just before."""

    line: TypedLine
    form: int
    is_change: bool


@dataclass(frozen=True, slots=True)
class HandsChange:
    """Between whom the hands were changed: the last who played one form of the deal, the first who played the next."""

    before: TypedLine
    after: TypedLine
    letter: str


@dataclass(frozen=True, slots=True)
class DealForm:
    """The results of one form of the deal, in the order of sections and tables."""

    letter: str
    lines: tuple[TypedLine, ...]


@dataclass(frozen=True, slots=True)
class FouledPage:
    """A board divided as stored, or (nothing is stored yet, or another number of changes was asked for) as proposed.

    Without a board only the question which one it is.
    """

    board: str
    groups: int
    most: int
    letters: str
    places: tuple[PlayedInForm, ...]
    changes: tuple[HandsChange, ...]
    members: tuple[DealForm, ...]
    stored: FouledBoard | None
    is_proposed: bool
    is_hidden: bool
    needs_approver: bool
    fouled: tuple[FouledBoard, ...]
    problems: tuple[Problem, ...]


@router.get("/fouled")
def show(at: PlaceDep, board: str = "", groups: Annotated[str, Query(max_length=10)] = "") -> HTMLResponse:
    """Shows how the results of a board are divided where its hands were changed."""
    typed = board.strip()[:10]
    page = fouled_page(at.state, at.session, typed, groups, at.blind, needs_approver=at.needs_approver)
    return at.show("desk/rulings/fouled.html", page, tab="rulings")


@router.post("/fouled")
def store(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Keeps the groups of a board: a field `form-KEY` for each place; `is_taken_back` says nothing was changed."""
    problems: list[Problem] = []
    number = whole(form.get("board", ""), "board", problems, least=1, most=_MOST_BOARDS)
    if not stamp.reason:
        problems.append(Problem("desk.field.missing", {}, "reason"))
    check(problems)
    board = BoardNumber(number or 0)
    is_taken_back = form.get("is_taken_back") == "yes"
    groups = () if is_taken_back else groups_typed(at.state, at.session, board, form)
    command = FoulBoard(at.session, board, groups, form.get("approver", "").strip()[:_LONGEST_NAME])
    state = at.execute(command, stamp)
    note = "desk.fouled.kept" if state.fouled_board(at.session, board) else "desk.fouled.not-changed"
    return at.answer(state, f"{at.base}/rulings/fouled?board={board}", note, board=board)


def groups_typed(
    state: EventState, session: SessionNumber, board: BoardNumber, form: Mapping[str, str]
) -> tuple[tuple[Slot, ...], ...]:
    """Returns the places of a board by the letter chosen for each; a place without a letter was played as dealt."""
    groups: dict[str, list[Slot]] = {letter: [] for letter in LETTERS}
    for slot in order_of_play(state, session, board):
        chosen = form.get(f"form-{slot_key(slot)}", "")
        groups[chosen if chosen in groups else LETTERS[0]].append(slot)
    return tuple(tuple(slots) for slots in groups.values() if slots)


def fouled_page(
    state: EventState, session: SessionNumber, board: str, groups: str, hidden: Blind, *, needs_approver: bool
) -> FouledPage:
    """Returns the page; `board` and `groups` are as typed."""
    problems: list[Problem] = []
    number = whole(board, "board", problems, least=1, most=_MOST_BOARDS) if board else None
    group_count = whole(groups, "groups", problems, least=2, most=MOST_GROUPS, empty=2)
    stored = None if number is None else state.fouled_board(session, BoardNumber(number))
    forms: tuple[tuple[Slot, int], ...] = ()
    is_stored = stored is not None and not groups.strip()
    if number is not None and not problems:
        try:
            forms = _forms(state, session, BoardNumber(number), stored if is_stored else None, group_count or 2)
        except Mistake as mistake:
            problems.extend(mistake.problems)
    places = _places(state, forms, hidden)
    count = len(stored.groups) if is_stored and stored is not None else group_count or 2
    return FouledPage(
        board=board,
        groups=count,
        most=MOST_GROUPS,
        letters=LETTERS[: max(count, MOST_GROUPS)],
        places=places,
        changes=_changes(places),
        members=_members(places),
        stored=stored,
        is_proposed=bool(places) and not is_stored,
        is_hidden=any(place.line.is_hidden for place in places),
        needs_approver=needs_approver,
        fouled=tuple(
            sorted((one for one in state.rulings.fouled if one.session == session), key=lambda one: one.board)
        ),
        problems=tuple(problems),
    )


def _forms(
    state: EventState, session: SessionNumber, board: BoardNumber, stored: FouledBoard | None, groups: int
) -> tuple[tuple[Slot, int], ...]:
    places = order_of_play(state, session, board)
    if not places:
        raise NotFound.of("board.none", "board", board=board)
    if stored is not None:
        return tuple((slot, stored.form_at(slot)) for slot in places)
    return proposed_forms(state, session, board, groups)


def _places(state: EventState, forms: tuple[tuple[Slot, int], ...], hidden: Blind) -> tuple[PlayedInForm, ...]:
    places: list[PlayedInForm] = []
    for at, (slot, form) in enumerate(forms):
        is_change = at > 0 and forms[at - 1][1] != form and forms[at - 1][0].section == slot.section
        places.append(PlayedInForm(line_of(cell(state, slot), hidden), form, is_change))
    return tuple(places)


def _changes(places: tuple[PlayedInForm, ...]) -> tuple[HandsChange, ...]:
    return tuple(
        HandsChange(places[at - 1].line, place.line, LETTERS[place.form])
        for at, place in enumerate(places)
        if place.is_change
    )


def _members(places: tuple[PlayedInForm, ...]) -> tuple[DealForm, ...]:
    forms = sorted({place.form for place in places})
    return tuple(
        DealForm(LETTERS[form], tuple(place.line for place in _by_number(places) if place.form == form))
        for form in forms
    )


def _by_number(places: tuple[PlayedInForm, ...]) -> list[PlayedInForm]:
    return sorted(places, key=lambda place: (place.line.cell.slot.section, place.line.cell.slot.table))
