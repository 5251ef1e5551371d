"""The hall screens of a club under their short addresses: `/s` to choose which screen this is, `/s/2` for screen 2.

A screen shows the events of the day, or the one that the director chose, and changes by itself from evening to
evening. It keeps the permission to read an event that only opens by its link, so that it can run for days.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from fastapi import APIRouter, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from arrowswitch.core.errors import Mistake
from arrowswitch.tournament.club.screens import events_of_day
from arrowswitch.tournament.model.club_values.screens import HallScreen
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.web.access.event_pages import keep_reading, may_read
from arrowswitch.web.access.roles import PublicRoute
from arrowswitch.web.assets import asset_version
from arrowswitch.web.desk.at import EventAt, VisitDep
from arrowswitch.web.hall.slides import Slide, slides_of
from arrowswitch.web.nudges import EVERYTHING, RETRY, STILL_HERE, nudge
from arrowswitch.web.phones import code
from arrowswitch.web.services import ServicesDep, WebServices
from arrowswitch.web.visitor import keep

router = APIRouter(prefix="/s", route_class=PublicRoute)
SCREEN_COOKIE = "screen"


@dataclass(frozen=True, slots=True)
class ScreenChoice:
    """The buttons of the first visit: all screens, with the number of this one if it was chosen before."""

    screens: tuple[tuple[int, HallScreen], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class ScreenAnnouncement:
    """An announcement on a screen; `event` is the name of its event if the screen shows several."""

    text: str
    event: str = ""


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """A hall screen. `closed` is the number of its events that this device may not read; `program` changes with the
    scripts and styles of the program."""

    number: int
    screen: HallScreen
    slides: tuple[Slide, ...]
    announcements: tuple[ScreenAnnouncement, ...]
    closed: int
    version: int
    program: str


@router.get("")
def choose(visit: VisitDep, choose: str = "") -> Response:
    """Shows the screens to choose from, or redirects to the one that this device was."""
    chosen = visit.request.cookies.get(SCREEN_COOKIE, "")
    if chosen.isdecimal() and not choose:
        return RedirectResponse(f"/s/{int(chosen)}", status_code=303)
    page = ScreenChoice(visit.services.hall_screens.all(), chosen)
    return visit.render("hall/choose.html", page)


@router.get("/{number}")
def show(visit: VisitDep, number: int) -> HTMLResponse:
    """Shows a hall screen."""
    services = visit.services
    screen = services.hall_screens.screen(number)
    rows = _rows(services, screen)
    open_rows = tuple(row for row in rows if may_read(visit.request, row.event_id))
    slides: list[Slide] = []
    announcements = [ScreenAnnouncement(notice.text) for notice in screen.notices]
    for row in open_rows:
        try:
            state = visit.tournament.state(row.event_id)
        except Mistake:  # An event that cannot be read must not take the others off the screen.
            continue
        slides += slides_of(EventAt(visit.request, services, visit.visitor, state), screen)
        name = row.name if len(open_rows) > 1 else ""
        announcements += [ScreenAnnouncement(one.text, name) for one in state.publication.announcements]
    page = ScreenPage(
        number=number,
        screen=screen,
        slides=tuple(slides),
        announcements=tuple(announcements),
        closed=len(rows) - len(open_rows),
        version=_version(services, screen),
        program=asset_version(),
    )
    response = visit.render("hall/club_screen.html", page, code=code)
    keep(response, SCREEN_COOKIE, str(number))
    for row in open_rows:
        keep_reading(visit.request, response, row.event_id)
    return response


@router.get("/{number}/live")
async def live(number: int, services: ServicesDep) -> StreamingResponse:
    """Streams the version of a screen: at once, then after each change of its events or its programme."""
    screen = await run_in_threadpool(services.hall_screens.screen, number)
    version = await run_in_threadpool(_version, services, screen)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_stream(services, number, version), media_type="text/event-stream", headers=headers)


async def _stream(services: WebServices, number: int, version: int) -> AsyncIterator[bytes]:
    def newest() -> int:
        return _version(services, services.hall_screens.screen(number))

    with services.nudges.listening(EVERYTHING) as channel:
        since = channel.count
        yield RETRY + nudge(version)
        # A commit between the first answer and the listening would be missed: look once more.
        version = await run_in_threadpool(newest)
        yield nudge(version)
        async for message in channel.nudges(since):
            if message == STILL_HERE:
                yield message
                continue
            before, version = version, await run_in_threadpool(newest)
            if version != before:
                yield nudge(version)


def _rows(services: WebServices, screen: HallScreen) -> tuple[EventRow, ...]:
    """Returns the events of a screen: the chosen one while it exists, else those of the day."""
    rows = services.tournament.events()
    chosen = tuple(row for row in rows if row.event_id == screen.event_id)
    return chosen or events_of_day(rows, services.today())


def _version(services: WebServices, screen: HallScreen) -> int:
    """Returns a number that is another one after each change of the screen or its events."""
    return services.nudges.screen_changes + 1 + sum(row.version for row in _rows(services, screen))
