"""A team's page for visitors: what a captain reads on a telephone, without the desk's rights.

Results of a round are shown when all of it is in, so that nobody learns of boards that others still play; the place
comes from the ranking that the director released, or from the live one where the hall shows that (R-388).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Response

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.team_view import OwnMatch, TeamView, team_numbers_of, team_view
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.views import CellView
from arrowswitch.tournament.publication.public_boards import is_public
from arrowswitch.tournament.scored.match_rules import method_at_two_tables, vp_places
from arrowswitch.tournament.standings.header import newest_session
from arrowswitch.web.access.event_pages import EventPagesRoute
from arrowswitch.web.desk.at import EventAt, EventDep
from arrowswitch.web.desk.results.page import entry_text
from arrowswitch.web.hall.released import released_ranking
from arrowswitch.web.phones import code, players_address

router = APIRouter(prefix="/hall/{event_id}", route_class=EventPagesRoute)


@dataclass(frozen=True, slots=True)
class VisitorTeamPage:
    """A team's page for everybody. `later` are the places in the list of matches whose results are not shown yet;
    `released` is the team in the ranking that everybody may see, None before there is one; `players` is the address of
    the pages for phones, or nothing."""

    state: EventState
    view: TeamView
    released: TeamView | None
    later: frozenset[int]
    others: tuple[tuple[Number, Entry | None], ...]
    section: SectionLetter
    method: TeamMethod | None
    places: int
    players: str

    def text(self, cell: CellView) -> str:
        """Returns the entry of a board at a table."""
        return entry_text(cell.entry)


@router.get("/teams/{number}")
def show_team(at: EventDep, number: str, section: Annotated[str, Query(max_length=1)] = "A") -> Response:
    """Shows a team's event to everybody."""
    state = at.state
    session = newest_session(state)
    if "matches" not in form_of(state.settings).pages(state) or section not in state.session(session).sections:
        raise NotFound.of("desk.match.none-here")
    letter = SectionLetter(section)
    wanted = Number(number[:10])
    view = team_view(state, Place(session, letter), wanted)
    page = VisitorTeamPage(
        state=state,
        view=view,
        released=_released_team(at, Place(session, letter), wanted),
        later=frozenset(place for place, match in enumerate(view.matches) if not _is_public(state, match)),
        others=tuple(
            (n, state.entry_at(Place(session, letter), n)) for n in team_numbers_of(state, Place(session, letter))
        ),
        section=letter,
        method=method_at_two_tables(state.settings),
        places=vp_places(state),
        players=players_address(at.request, at.event_id),
    )
    return at.render_watched("hall/team.html", page, code=code)


def _released_team(at: EventAt, place: Place, number: Number) -> TeamView | None:
    """Returns the team in the ranking that is released, or in the live one where the hall shows that."""
    ranking = released_ranking(at)
    if ranking is None or ranking.publication is None:
        return None if ranking is None else team_view(ranking.state, place, number)
    session = newest_session(ranking.state)
    there = Place(session, place.section)
    is_there = place.section in ranking.state.session(session).sections and number in team_numbers_of(
        ranking.state, there
    )
    return team_view(ranking.state, there, number) if is_there else None


def _is_public(state: EventState, match: OwnMatch) -> bool:
    """True if every result of the rounds in which a match was played is in."""
    return not match.is_open and is_public(state, (cell.slot for row in match.boards for cell in row.board.cells))
