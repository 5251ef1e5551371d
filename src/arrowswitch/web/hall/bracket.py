"""The bracket in the hall: sixteen teams on one page; of more teams a section at a time, then the last rounds. A small
double knockout is shown whole, a larger one part by part.

Scores of matches under way are shown where the director lets the wall show live results (R-388).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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
from arrowswitch.web.hall.moment import HallMoment, hall_moment
from arrowswitch.web.hall.space import (
    BRACKET_COLUMNS,
    BRACKET_COLUMNS_OF_LONGEST,
    BRACKET_NAME,
    BRACKET_ROWS,
    BRACKET_ROWS_OF_LONG,
    longest,
)
from arrowswitch.web.phones import code, players_address

router = APIRouter(route_class=EventPagesRoute)


@dataclass(frozen=True, slots=True)
class HallBracketPage:
    """One page of the hall: drawings above one another, with this many rows in all."""

    drawings: tuple[BracketDrawing, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class HallBracket:
    """The bracket in the hall, page by page, and the winner of the knockout once it has one."""

    pages: tuple[HallBracketPage, ...]
    winner: tuple[Number, Entry | None] | None


@dataclass(frozen=True, slots=True)
class HallBracketScreen:
    """The page of the bracket. `players` is the address of the pages for phones, or nothing."""

    moment: HallMoment
    bracket: HallBracket
    players: str

    @property
    def state(self) -> EventState:
        return self.moment.state


@router.get("/hall/{event_id}/bracket")
def show(at: EventDep) -> HTMLResponse:
    """Shows the bracket of a knockout for the hall."""
    if "bracket" not in form_of(at.state.settings).tabs:
        raise NotFound.of("desk.bracket.none")
    letter = place_of(at.request, at.state).place.section
    is_live = hall_shows(at.request, at.event_id) is Shows.LIVE
    moment = replace(hall_moment(at), letters=(letter,))
    made = bracket_of(moment, is_live=is_live) or HallBracket((), None)
    page = HallBracketScreen(moment, made, players_address(at.request, at.event_id))
    return at.render("hall/bracket.html", page, code=code)


def bracket_of(moment: HallMoment, *, is_live: bool = False) -> HallBracket | None:
    """Returns the bracket of the first section of a moment, None where there is none."""
    if "bracket" not in form_of(moment.state.settings).tabs or not moment.letters:
        return None
    letter = moment.letters[0]
    try:
        stands = knockout(moment.state, letter)
    except NotFound:
        return None
    if stands is None:
        return None
    pages = hall_pages(moment, letter, stands, is_live=is_live)
    winner = stands.winner
    named = None if winner is None else (winner, entries_of(moment.state, letter).at(winner))
    return HallBracket(pages, named) if pages else None


def hall_pages(
    moment: HallMoment, letter: SectionLetter, stands: Knockout, *, is_live: bool
) -> tuple[HallBracketPage, ...]:
    """Returns the pages of the hall, each of as many matches as can be read from the back row: all drawings on one
    where there is space, else one after the other."""
    entries = entries_of(moment.state, letter)
    names = moment.names(entries.at(number) for match in stands.matches for number in match.teams if number)
    width = longest(names)
    most = BRACKET_ROWS_OF_LONG if width > BRACKET_NAME else BRACKET_ROWS
    columns = BRACKET_COLUMNS_OF_LONGEST if width > 2 * BRACKET_NAME else BRACKET_COLUMNS
    trees = bracket_drawings(moment.state, letter, stands, is_live=is_live, most=(most, columns))
    rows = sum(one.drawing.leaves for one in trees)
    if len(trees) > 1 and rows <= most:
        return (HallBracketPage(trees, rows),)
    return tuple(HallBracketPage((one,), one.drawing.leaves) for one in trees)
