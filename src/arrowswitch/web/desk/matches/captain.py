"""The captain's page: a team's matches with both tables side by side, its place, its next match, and why it has what it
has. Swiss pairs have it too.

JCBL director's manual 3.3, lines 1640-1668 and 1746-1760.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.tournament.matches.presence import TeamPresence, team_presence
from arrowswitch.tournament.matches.team_view import TeamView, team_numbers_of, team_view
from arrowswitch.tournament.matches.views import match_at
from arrowswitch.tournament.matches.why import why_board, why_match
from arrowswitch.tournament.matches.why_team import why_forfeit
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.views import CellView
from arrowswitch.tournament.scored.lines import scored_at
from arrowswitch.tournament.scored.match_rules import method_at_two_tables
from arrowswitch.tournament.standings.session import standings
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt
from arrowswitch.web.desk.blind import Blind
from arrowswitch.web.desk.matches.dep import MatchesDep
from arrowswitch.web.desk.ranking.routes import WhyPage
from arrowswitch.web.desk.results.page import entry_text

router = APIRouter(prefix="/events/{event_id}", route_class=DirectorRoute)


def _in_section(at: MatchesDep) -> PlaceAt:
    if at.section is None:
        raise NotFound.of("desk.match.none-here")
    return at


SectionOfMatchesDep = Annotated[PlaceAt, Depends(_in_section)]


@dataclass(frozen=True, slots=True)
class TeamPage:
    """A team's page, and the way to the others. `method` is what boards are counted in, None for pairs; `presence` is
    who of a team played what, None while nobody has, and for pairs."""

    view: TeamView
    others: tuple[tuple[Number, Entry | None], ...]
    method: TeamMethod | None
    blind: Blind
    presence: TeamPresence | None

    def text(self, cell: CellView) -> str:
        """Returns the entry of a board at a table."""
        return entry_text(cell.entry)


@router.get("/teams/{number}")
def show_team(at: SectionOfMatchesDep, number: str) -> HTMLResponse:
    """Shows a team's event."""
    page = team_page(at.state, at.place, Number(number[:10]), at.blind)
    return at.show("desk/matches/captain.html", page, tab="cross")


@router.get("/matches/{round_number}/{number}/why")
def why(
    at: SectionOfMatchesDep,
    round_number: int,
    number: str,
    against: Annotated[str, Query(max_length=10)] = "",
    board: Annotated[int | None, Query(ge=1)] = None,
) -> HTMLResponse:
    """Explains the score of a contestant in a match, or on one board of it."""
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="matches")
    own, other = Number(number[:10]), Number(against) if against else None
    played_in = at.place.at(round_number)
    if board is not None:
        steps = why_board(at.state, played_in, own, board, other)
    else:
        steps = why_forfeit(at.state, match_at(at.state, played_in, own, other), own)
        steps = steps or why_match(at.state, played_in, own, other)
    entry = at.state.entry_at(at.place, own)
    explanation = Explanation(own, board, steps, None)
    language = at.visitor.locale.value
    page = WhyPage(
        number=own,
        entry=entry,
        explanations=(explanation,),
        language=language,
        board=board,
        leads_to_total=standings(at.state, at.place.session).of(scored_at(at.state, at.place, own)) is not None,
    )
    return at.show_alone("desk/ranking/why.html", "desk/ranking/why_page.html", page, tab="matches")


def team_page(state: EventState, place: Place, number: Number, hidden: Blind) -> TeamPage:
    """Returns the page of a team; raises NotFound (`numbers.none`)."""
    numbers = team_numbers_of(state, place)
    others = tuple((one, state.entry_at(place, one)) for one in numbers)
    method = method_at_two_tables(state.settings)
    view = team_view(state, place, number)
    presence = None
    if method is not None and view.entry is not None:
        presence = team_presence(state, view.entry, number, [one.match for one in view.matches])
    is_told = presence is not None and presence.is_told
    return TeamPage(view=view, others=others, method=method, blind=hidden, presence=presence if is_told else None)
