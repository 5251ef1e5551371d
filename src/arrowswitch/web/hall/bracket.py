"""The bracket on the wall: both halves facing each other, so that 32 teams stand on one picture; of more teams a
section at a time. A small double knockout stands there whole, a larger one part by part.

Scores of matches under way are shown where the director lets the wall show live results (R-388).
"""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.tournament.forms.bracket.progress import knockout
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.web.access.event_pages import EventPagesRoute
from arrowswitch.web.desk.at import EventDep
from arrowswitch.web.desk.knockout.page import BracketDrawing, bracket_drawings, entries_of
from arrowswitch.web.desk.place import place_of
from arrowswitch.web.desk.play.hall_choice import Shows, hall_shows
from arrowswitch.web.phones import code, players_address

router = APIRouter(route_class=EventPagesRoute)
MOST_ROWS = 9
"""This many matches above one another are on the wall together when there are several drawings."""


@dataclass(frozen=True, slots=True)
class HallBracketPage:
    """One page of the wall: drawings above one another, with this many rows in all."""

    drawings: tuple[BracketDrawing, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class HallBracket:
    """The bracket on the wall, page by page. `players` is the address of the pages for phones, or nothing."""

    state: EventState
    pages: tuple[HallBracketPage, ...]
    winner: tuple[Number, Entry | None] | None
    players: str


@router.get("/hall/{event_id}/bracket")
def show(at: EventDep) -> HTMLResponse:
    """Shows the bracket of a knockout for the hall."""
    if "bracket" not in form_of(at.state.settings).tabs:
        raise NotFound.of("desk.bracket.none")
    letter = place_of(at.request, at.state).place.section
    stands = knockout(at.state, letter)
    is_live = hall_shows(at.request, at.event_id) is Shows.LIVE
    pages = () if stands is None else hall_pages(at.state, letter, stands, is_live=is_live)
    winner = None if stands is None else stands.winner
    named = None if winner is None else (winner, entries_of(at.state, letter).at(winner))
    page = HallBracket(at.state, pages, named, players_address(at.request, at.event_id))
    return at.render("hall/bracket.html", page, code=code)


def hall_pages(
    state: EventState, letter: SectionLetter, stands: Knockout, *, is_live: bool
) -> tuple[HallBracketPage, ...]:
    """Returns the pages of the wall: all drawings on one where there is room, else one after the other."""
    trees = bracket_drawings(state, letter, stands, is_live=is_live)
    rows = sum(one.drawing.leaves for one in trees)
    if len(trees) > 1 and rows <= MOST_ROWS:
        return (HallBracketPage(trees, rows),)
    facing = bracket_drawings(state, letter, stands, is_live=is_live, is_facing=True)
    return tuple(HallBracketPage((one,), one.drawing.leaves) for one in facing)
