"""The captain's page: a team's matches with both tables side by side, its place, its next match, and why it has what it
has. Swiss pairs have it too.

JCBL director's manual 3.3, lines 1640-1668 and 1746-1760.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import Entry, EventState
from arrowswitch.tournament.event.views import CellView
from arrowswitch.tournament.matches.team_view import TeamView, team_numbers_of, team_view
from arrowswitch.tournament.matches.views import match_at
from arrowswitch.tournament.matches.why import why_board, why_match
from arrowswitch.tournament.matches.why_team import why_forfeit
from arrowswitch.tournament.scored.match_rules import is_of_matches, team_method
from arrowswitch.web.context import render
from arrowswitch.web.desk.frame import render_event
from arrowswitch.web.desk.place import Place, PlaceDep
from arrowswitch.web.desk.ranking.routes import WhyPage
from arrowswitch.web.desk.results.blind import Blind, blind_of
from arrowswitch.web.desk.results.page import entry_text
from arrowswitch.web.house import HouseDep
from arrowswitch.web.visitor import VisitorDep

router = APIRouter(prefix="/events/{event_id}")


@dataclass(frozen=True, slots=True)
class TeamPage:
    """A team's page, and the way to the others. `method` is what boards are counted in, None for pairs."""

    view: TeamView
    others: tuple[tuple[Number, Entry | None], ...]
    method: TeamMethod | None
    blind: Blind

    def text(self, cell: CellView) -> str:
        """Returns what was entered for a board at a table."""
        return entry_text(cell.entry)


@router.get("/teams/{number}")
def show_team(request: Request, event_id: EventId, place: PlaceDep, number: str, house: HouseDep) -> HTMLResponse:
    """Shows a team's event."""
    state = house.tournament.state(event_id)
    _need_matches(state, place)
    page = team_page(state, place, Number(number[:10]), blind_of(request, state))
    return render_event(request, state, "desk/matches/captain.html", page, tab="cross")


@router.get("/matches/{round_number}/{number}/why")
def why(
    request: Request,
    event_id: EventId,
    place: PlaceDep,
    round_number: int,
    number: str,
    house: HouseDep,
    visitor: VisitorDep,
    against: Annotated[str, Query(max_length=10)] = "",
    board: Annotated[int | None, Query(ge=1)] = None,
) -> HTMLResponse:
    """Explains what a match, or one board of it, brought one of the two."""
    state = house.tournament.state(event_id)
    _need_matches(state, place)
    if blind_of(request, state).is_ranking_hidden:
        return render_event(request, state, "desk/ranking/hidden.html", None, tab="matches")
    own, other = Number(number[:10]), Number(against) if against else None
    place_of_match = (place.session, place.letter, round_number, own)
    if board is not None:
        steps = why_board(state, *place_of_match, board, other)
    else:
        steps = why_forfeit(state, match_at(state, *place_of_match, other), own)
        steps = steps or why_match(state, *place_of_match, other)
    told = Explanation(own, board, steps, None)
    page = WhyPage(
        own, state.entry_at(place.session, place.letter, own), board, (told,), None, (), visitor.locale.value
    )
    if request.headers.get("x-part"):
        return render(request, "desk/ranking/why.html", page, base=place.base)
    return render_event(request, state, "desk/ranking/why_page.html", page, tab="matches")


def team_page(state: EventState, place: Place, number: Number, hidden: Blind) -> TeamPage:
    """Returns the page of a team; raises NotFound (`numbers.none`)."""
    numbers = team_numbers_of(state, place.session, place.letter)
    others = tuple((one, state.entry_at(place.session, place.letter, one)) for one in numbers)
    method = team_method(state.settings) if state.settings.event_form.is_of_teams else None
    return TeamPage(team_view(state, place.session, place.letter, number), others, method, hidden)


def _need_matches(state: EventState, place: Place) -> None:
    if not is_of_matches(state) or place.section_in(state) is None:
        raise NotFound.of("desk.match.none-here")
