"""Everything that is visible in the playing room, on one page: the hall screen, announcements, and the players'
phones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.tournament.model.club_values.screens import HallScreen
from arrowswitch.tournament.model.slices.publication import Announce, EndAnnouncement, ReleaseTravellers
from arrowswitch.tournament.publication.decide import LONGEST_ANNOUNCEMENT
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.play.hall_choice import hall_shows
from arrowswitch.web.forms import StampDep
from arrowswitch.web.phones import Reach, code, players_address, reach_of

router = APIRouter(route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class RoomPage:
    """The content of the hall screen, and the way to the players' pages for phones (`address` is empty if there is
    none); `by_link` if only visitors by the event's link may read them."""

    hall_shows: str
    reach: Reach
    address: str
    by_link: bool
    screens: tuple[tuple[int, HallScreen], ...] = ()
    longest: int = LONGEST_ANNOUNCEMENT


@router.get("/events/{event_id}/hall")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows everything that is visible in the playing room."""
    shows = hall_shows(at.request, at.event_id).value
    by_link = at.tournament.links.of(LinkKind.EVENT, at.event_id) is not None
    page = RoomPage(
        hall_shows=shows,
        reach=reach_of(at.request),
        address=players_address(at.request, at.event_id),
        by_link=by_link,
        screens=at.services.hall_screens.all(),
    )
    return at.show("desk/publication/room.html", page, tab="ranking", code=code)


@router.post("/events/{event_id}/link")
def change_link(at: PlaceDep, by_link: Annotated[bool, Form()]) -> Response:
    """Lets only those read the event's pages who come by a new link, or everybody again."""
    if by_link:
        at.tournament.links.make(LinkKind.EVENT, at.event_id, is_for_the_wall=True)
    else:
        at.tournament.links.end(LinkKind.EVENT, at.event_id)
    return redirect(f"{at.base}/hall", "desk.link.is-made" if by_link else "desk.link.is-gone")


@router.post("/events/{event_id}/announce")
def announce(
    at: PlaceDep, stamp: StampDep, text: Annotated[str, Form()] = "", screen: Annotated[int, Form(ge=0)] = 0
) -> Response:
    """Shows a text on all screens and phones, or on one screen only."""
    if screen:
        at.services.hall_screens.announce(screen, text)
        at.services.nudges.tell_screens()
        return at.answer(at.state, f"{at.base}/hall", "desk.hall.announced-on", screen=screen)
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
