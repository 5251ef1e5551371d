"""The ranking of the event over its sessions, live or as it was published: everybody's total and what each session
brought (R-225, R-299)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import Publication
from arrowswitch.tournament.scored.match_rules import is_of_matches
from arrowswitch.tournament.scored.totals import TotalView, totals
from arrowswitch.web.desk.frame import render_event
from arrowswitch.web.desk.place import PlaceDep
from arrowswitch.web.desk.results.blind import blind_of
from arrowswitch.web.house import HouseDep

router = APIRouter()


@dataclass(frozen=True, slots=True)
class TotalPage:
    """The total; `through` when it ends with an earlier session, `shown` when it is that of a published version."""

    view: TotalView
    through: int | None
    shown: Publication | None
    is_of_matches: bool


@router.get("/events/{event_id}/total")
def show(
    request: Request,
    event_id: EventId,
    place: PlaceDep,
    house: HouseDep,
    through: Annotated[int | None, Query(ge=1, le=99)] = None,
    at: Annotated[int | None, Query(ge=1)] = None,
) -> HTMLResponse:
    """Shows the total of all sessions, or up to one of them; `at` shows that of a published version."""
    state = house.tournament.state(event_id)
    if not state.is_started:
        return render_event(request, state, "desk/results/before.html", None, tab="ranking")
    if blind_of(request, state).is_ranking_hidden:
        return render_event(request, state, "desk/ranking/hidden.html", None, tab="ranking")
    old = state if at is None else house.tournament.state_at(event_id, at)
    shown = next((one for one in state.publications if one.seq == at), None)
    page = TotalPage(totals(old, through), through, shown, is_of_matches(state))
    return render_event(request, state, "desk/ranking/total.html", page, tab="ranking")
