"""The addresses that a player reads: the own card, the travellers, the ranking. There is nothing to send."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Response
from fastapi.responses import RedirectResponse

from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.web.access.event_pages import EventPagesRoute
from arrowswitch.web.desk.at import EventAt, EventDep
from arrowswitch.web.files import is_live
from arrowswitch.web.hall.released import ranked_rows, released_ranking
from arrowswitch.web.players.page import (
    CardPage,
    ChoosePage,
    Head,
    ShownRankingPage,
    TravellersPage,
    card_page,
    choices,
    hands_page,
    number_text,
    places_of_entry,
    published_pages,
    travellers_page,
)
from arrowswitch.web.players.shared import pace_of, ranking_lists, shared_page

router = APIRouter(prefix="/play/{event_id}", route_class=EventPagesRoute)
COOKIE = "own"
"""The cookie, one for each event, that holds whose phone it is."""
_KEPT_SECONDS = 90 * 24 * 3600


@router.get("")
def show_own(at: EventDep, me: Annotated[str | None, Query(max_length=80)] = None) -> Response:
    """Shows the own score card, or asks whose phone it is; `me` answers that, empty it asks again."""
    if me is not None:
        return _remember_player(at, EntryId(me))
    own = _own(at)
    if own is None:
        return at.render("players/choose.html", ChoosePage(_head(at, "card"), choices(at.state)))
    if form_of(at.state.settings).contestant_page(at.state) == "teams" and (
        where := places_of_entry(at.state, own.entry_id)
    ):
        place, number = where[0]
        team = team_number(at.state.section(place).movement, number)
        return RedirectResponse(f"/hall/{at.event_id}/teams/{quote(team)}?section={place.section}", status_code=303)

    def make() -> CardPage:
        return card_page(at.state, _head(at, "card"), own.entry_id, released_ranking(at))

    return shared_page(at, "players/card.html", make, own.entry_id)


@router.get("/travellers")
def show_travellers(at: EventDep, board: Annotated[int | None, Query(ge=1)] = None) -> Response:
    """Shows a board that everybody has played, when the director released the travellers."""
    own = _own(at)
    entry_id = None if own is None else own.entry_id

    def make() -> TravellersPage:
        return travellers_page(at.state, _head(at, "travellers"), entry_id, board)

    return shared_page(at, "players/travellers.html", make, entry_id)


@router.get("/hands")
def show_hands(at: EventDep, session: Annotated[int | None, Query(ge=1)] = None) -> Response:
    """Shows the hands of all boards, when the director released them."""
    own = _own(at)
    return shared_page(
        at, "players/hands.html", lambda: hands_page(_head(at, "hands"), session), None if own is None else own.entry_id
    )


@router.get("/ranking")
def show_ranking(at: EventDep) -> Response:
    """Shows the ranking as everybody may see it."""
    own = _own(at)
    entry_id = None if own is None else own.entry_id

    def make() -> ShownRankingPage:
        page = _ranking(at)
        return page if not is_live(at.request) else replace(page, lists=ranking_lists(at, page, entry_id))

    return shared_page(at, "players/ranking.html", make, entry_id)


def _ranking(at: EventAt) -> ShownRankingPage:
    ranking = released_ranking(at)
    groups = () if ranking is None else ranked_rows(ranking.state)
    publication = None if ranking is None else ranking.publication
    pages = {} if ranking is None or publication is None else published_pages(ranking.state, at.visitor.locale)
    return ShownRankingPage(head=_head(at, "ranking"), groups=groups, publication=publication, pages=pages)


def _head(at: EventAt, here: str) -> Head:
    own = _own(at)
    return Head(
        state=at.state,
        entry=own,
        number="" if own is None else number_text(at.state, own.entry_id),
        base=f"/play/{at.event_id}",
        here=here,
        pace=pace_of(at.services.nudges.pages(at.event_id)),
    )


def _own(at: EventAt) -> Entry | None:
    return at.state.entries.get(EntryId(at.request.cookies.get(COOKIE, "")))


def _remember_player(at: EventAt, entry_id: EntryId) -> Response:
    path = f"/play/{at.event_id}"
    response = RedirectResponse(path, status_code=303)
    if entry_id in at.state.entries:
        response.set_cookie(COOKIE, entry_id, max_age=_KEPT_SECONDS, path=path, samesite="lax", httponly=True)
    else:
        response.delete_cookie(COOKIE, path=path)
    return response
