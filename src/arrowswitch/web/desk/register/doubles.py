"""Two rows of the register that are one person are made one: who seems to be the same, and the act itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.model.values.people import Player, PlayerId
from arrowswitch.tournament.register.identity import spellings
from arrowswitch.tournament.register.search import find_players, fold_spelling
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.forms import StampDep

router = APIRouter(prefix="/players/{player_id}/merge", route_class=OrganiserRoute)
_LONGEST, _MOST = 80, 30


@dataclass(frozen=True, slots=True)
class DoublesPage:
    """The row that stays, and those that may be the same person: of the same spelling, or found by what was typed."""

    player: Player
    candidates: tuple[Player, ...]
    typed: str


@router.get("")
def show_doubles(visit: VisitDep, player_id: PlayerId, q: str = "") -> HTMLResponse:
    """Shows the players who may be the same person as a player."""
    player = _player(visit, player_id)
    typed = q[:_LONGEST]
    others = [one for one in visit.tournament.store.players() if one.player_id != player_id]
    own = {fold_spelling(name) for name in spellings(player.person)}
    alike = [one for one in others if own & {fold_spelling(name) for name in spellings(one.person)}]
    candidates = find_players(others, typed, _MOST) if typed.strip() else tuple(alike[:_MOST])
    return visit.render("desk/register/doubles.html", DoublesPage(player, candidates, typed))


@router.post("")
def make_one(visit: VisitDep, stamp: StampDep, player_id: PlayerId, other: Annotated[PlayerId, Form()]) -> Response:
    """Makes another row one with a player's."""
    merged = visit.services.points.merge(_player(visit, player_id), _player(visit, other), visit.now, stamp.author)
    return redirect(f"/players/{player_id}", "desk.doubles.done", name=merged.person.name)


def _player(visit: Visit, player_id: PlayerId) -> Player:
    player = visit.tournament.store.player(player_id)
    if player is None:
        raise NotFound.of("desk.players.unknown")
    return player
