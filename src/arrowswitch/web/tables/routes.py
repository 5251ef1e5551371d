"""The addresses of the tables: the form for a code, the page of a table, and the call for the director. Those that a
device uses all evening are in `reporting`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.devices.codes import LENGTH, DeviceOwner, typed_code
from arrowswitch.tournament.devices.table import TablePhase, device_screen
from arrowswitch.tournament.model.slices.rulings import NoteCall
from arrowswitch.tournament.model.state import EventState
from arrowswitch.web.access.holders import HolderDep
from arrowswitch.web.access.roles import TABLES, PublicRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import VisitDep
from arrowswitch.web.services import is_here
from arrowswitch.web.tables.access import TableRoute
from arrowswitch.web.tables.reporting import stamp_of
from arrowswitch.web.tables.screen import screen_answer, screen_json

typing = APIRouter(prefix="/t", route_class=PublicRoute)
router = APIRouter(prefix=TABLES, route_class=TableRoute)


@dataclass(frozen=True, slots=True)
class CodePage:
    """The form for the code of a table."""

    length: int = LENGTH


@dataclass(frozen=True, slots=True)
class TablePage:
    """The page of a device: the event, its owner, and the screen when the page opens."""

    state: EventState
    owner: DeviceOwner
    label: str
    code: str
    screen: dict[str, object]


@typing.get("")
def show_form(visit: VisitDep) -> HTMLResponse:
    """Shows the form for a code. Another device that opens it has shown that the network works."""
    if not is_here(visit.request):
        visit.services.arrivals.prove_network(visit.now)
    return visit.render("tables/code.html", CodePage())


@typing.post("")
def open_table(code: Annotated[str, Form()] = "") -> Response:
    """Leads to the page of the table whose code was typed."""
    typed = typed_code(code)
    return redirect(f"/t/{typed}" if typed else "/t")


@router.get("")
def show(visit: VisitDep, holder: HolderDep, secret: str) -> HTMLResponse:
    """Shows the page of a table."""
    owner = DeviceOwner.of(holder)
    state = visit.tournament.state(owner.event_id)
    screen = device_screen(state, owner)
    drawn = screen_json(screen, state, visit.visitor.locale)
    page = TablePage(state=state, owner=owner, label=screen.label, code=typed_code(secret), screen=drawn)
    return visit.render("tables/table.html", page)


@router.post("/call")
def call_director(visit: VisitDep, holder: HolderDep, command_id: Annotated[str, Form()] = "") -> Response:
    """Calls the director to the table. A table that waits already keeps its place in the list."""
    owner = DeviceOwner.of(holder)
    screen = device_screen(visit.tournament.state(owner.event_id), owner)
    if screen.phase is not TablePhase.PLAYING or screen.now is None:
        raise Refused.of("device.no-call")
    command = NoteCall(owner.place, screen.now.table.table)
    state = visit.tournament.execute(owner.event_id, command, stamp_of(owner, command_id))
    return screen_answer(device_screen(state, owner), state, visit.visitor.locale)
