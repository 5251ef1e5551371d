"""What everybody in the room can see, on one page: the hall screen, announcements, and the players' phones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.tournament.publication.commands import Announce, EndAnnouncement, ReleaseTravellers
from arrowswitch.tournament.publication.decide import LONGEST_ANNOUNCEMENT
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.play.hall_choice import hall_shows
from arrowswitch.web.forms import StampDep
from arrowswitch.web.phones import Reach, code, players_address, reach_of

router = APIRouter(route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class RoomPage:
    """What the hall shows, and how phones reach the players' pages (`address` is empty when they cannot)."""

    hall_shows: str
    reach: Reach
    address: str
    longest: int = LONGEST_ANNOUNCEMENT


@router.get("/events/{event_id}/hall")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows what the room sees."""
    shows = hall_shows(at.request, at.event_id).value
    page = RoomPage(shows, reach_of(at.request), players_address(at.request, at.event_id))
    return at.show("desk/publication/room.html", page, tab="ranking", code=code)


@router.post("/events/{event_id}/announce")
def announce(at: PlaceDep, stamp: StampDep, text: Annotated[str, Form()] = "") -> Response:
    """Shows a text to everybody."""
    return at.carry_out(Announce(text), stamp, f"{at.base}/hall", "desk.hall.announced")


@router.post("/events/{event_id}/announce/end")
def end_announcement(at: PlaceDep, stamp: StampDep, announcement: Annotated[int, Form()]) -> Response:
    """Takes an announcement away."""
    return at.carry_out(EndAnnouncement(announcement), stamp, f"{at.base}/hall", "desk.hall.taken-away")


@router.post("/events/{event_id}/travellers/release")
def release_travellers(at: PlaceDep, stamp: StampDep, is_released: Annotated[bool, Form()] = True) -> Response:
    """Lets the players read the travellers, or no more."""
    note = "desk.hall.released" if is_released else "desk.hall.unreleased"
    return at.carry_out(ReleaseTravellers(is_released), stamp, f"{at.base}/hall", note)
