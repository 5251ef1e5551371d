"""The bracket in the hall: sixteen teams on one page; of more teams a section at a time, then the last rounds. A double
knockout of eight is shown whole, its final next to the winners' bracket where names are short; a larger one part by
part.

Scores of matches under way are shown where the director lets the wall show live results (R-388).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fastapi import APIRouter, Response

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.pairing.knockout.layout import BracketPart
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
from arrowswitch.web.hall.space import BracketSpace, longest
from arrowswitch.web.phones import code, players_address

router = APIRouter(route_class=EventPagesRoute)


@dataclass(frozen=True, slots=True)
class HallBracketBand:
    """Drawings next to one another."""

    drawings: tuple[BracketDrawing, ...]

    @property
    def rows(self) -> int:
        return max(one.drawing.leaves for one in self.drawings)

    @property
    def columns(self) -> int:
        return sum(len(one.columns) for one in self.drawings)


@dataclass(frozen=True, slots=True)
class HallBracketPage:
    """One page of the hall: bands of drawings above one another."""

    bands: tuple[HallBracketBand, ...]

    @property
    def rows(self) -> int:
        return sum(band.rows for band in self.bands)

    @property
    def columns(self) -> int:
        """Returns the number of columns that all drawings share, 0 where each fills the width by itself."""
        is_shared = any(len(band.drawings) > 1 for band in self.bands)
        return max(band.columns for band in self.bands) if is_shared else 0


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
def show(at: EventDep) -> Response:
    """Shows the bracket of a knockout for the hall."""
    if "bracket" not in form_of(at.state.settings).tabs:
        raise NotFound.of("desk.bracket.none")
    letter = place_of(at.request, at.state).place.section
    is_live = hall_shows(at.request, at.event_id) is Shows.LIVE
    moment = replace(hall_moment(at), letters=(letter,))
    made = bracket_of(moment, is_live=is_live) or HallBracket((), None)
    page = HallBracketScreen(moment, made, players_address(at.request, at.event_id))
    return at.render_watched("hall/bracket.html", page, code=code)


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
    """Returns the pages of the hall, each with as many matches as can be read from the back row."""
    entries = entries_of(moment.state, letter)
    teams = {number for match in stands.matches for number in match.teams if number}
    names = (entry.name or moment.language.person(entry.people[0]) for entry in map(entries.at, teams) if entry)
    space = BracketSpace(longest(names), len(moment.state.publication.announcements))
    trees = bracket_drawings(moment.state, letter, stands, is_live=is_live, most=(space.rows, space.columns))
    return _whole(trees, space) or _in_turn(trees, space)


def _whole(trees: Sequence[BracketDrawing], space: BracketSpace) -> tuple[HallBracketPage, ...]:
    """Returns the page of a double knockout whose parts have space on one: its final next to the winners' bracket where
    names are short, else below. Returns nothing where they have not."""
    if [one.drawing.part for one in trees] != [*BracketPart]:
        return ()
    winners, losers, final = trees
    for bands in (((winners, final), (losers,)), ((winners,), (losers,), (final,))):
        page = HallBracketPage(tuple(map(HallBracketBand, bands)))
        if space.has_room(page.rows, len(bands), page.columns, is_titled=False):
            return (page,)
    return ()


def _in_turn(trees: Sequence[BracketDrawing], space: BracketSpace) -> tuple[HallBracketPage, ...]:
    """Returns the drawings page by page, above one another where there is space."""
    pages: list[HallBracketPage] = []
    for tree in trees:
        band = HallBracketBand((tree,))
        longer = HallBracketPage((*pages[-1].bands, band)) if pages else None
        if longer and space.has_room(longer.rows, len(longer.bands), is_titled=True):
            pages[-1] = longer
        else:
            pages.append(HallBracketPage((band,)))
    return tuple(pages)
