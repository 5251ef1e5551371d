"""The page of the demonstration, on a desk that `arrowswitch demo` started; any other desk does not have it."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.club.screens import HallScreens
from arrowswitch.tournament.demonstration.demo import Demo, TonightEvent
from arrowswitch.tournament.devices.codes import written_code
from arrowswitch.tournament.ladders.ladders import LadderPaper
from arrowswitch.tournament.model.club_values.screens import HallScreen
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep

router = APIRouter(prefix="/demo", route_class=OrganiserRoute)


@dataclass(frozen=True, slots=True)
class DemoPage:
    """The events of tonight with the codes of their tables, the hall screens, and the ladders. `seconds` is the time
    between two results; `is_complete` is True once the season is there."""

    events: tuple[TonightEvent, ...]
    screens: tuple[tuple[int, HallScreen], ...]
    ladders: tuple[LadderPaper, ...]
    seconds: int
    is_complete: bool


@router.get("")
def show(visit: VisitDep) -> HTMLResponse:
    """Shows the events, devices, screens and results of the demonstration."""
    demo = _demo_of(visit)
    screens = HallScreens(visit.tournament.store, visit.tournament.clock).all()
    page = DemoPage(
        events=demo.tonight(),
        screens=tuple((number, screen) for number, screen in screens if screen.name),
        ladders=visit.services.ladders.public(),
        seconds=round(demo.seconds),
        is_complete=demo.is_complete,
    )
    return visit.render("desk/demo/demo.html", page, code=written_code)


@router.post("/reset")
def reset(visit: VisitDep) -> Response:
    """Removes everything that visitors made or changed, and starts the demonstration again."""
    _demo_of(visit).reset()
    return redirect("/demo", "demo.is-reset")


def _demo_of(visit: Visit) -> Demo:
    """Returns the demonstration. Raises NotFound (`demo.none`) on the desk of a club."""
    if visit.services.demo is None:
        raise NotFound.of("demo.none")
    return visit.services.demo
