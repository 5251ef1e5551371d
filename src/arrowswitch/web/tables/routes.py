"""The addresses of the tables: the form for a code, the page of a table, its screen, and the results it reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from starlette.requests import Request

from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.i18n import translate
from arrowswitch.tournament.devices.codes import LENGTH, DeviceOwner, typed_code
from arrowswitch.tournament.devices.seated import own_seats
from arrowswitch.tournament.devices.table import TablePhase, device_screen
from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.devices import ReportResult
from arrowswitch.tournament.model.slices.rulings import NoteCall
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.web.access.holders import HolderDep, HolderRoute
from arrowswitch.web.access.roles import TABLES, PublicRoute
from arrowswitch.web.context import new_command_id, redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.slot_keys import parse_slot
from arrowswitch.web.live import stream_versions
from arrowswitch.web.services import services_of
from arrowswitch.web.tables.screen import screen_json

LONGEST_TEXT = 20
BegunQuery = Annotated[RoundNumber, Query(ge=0)]
BegunForm = Annotated[RoundNumber, Form(ge=0)]


class TableRoute(HolderRoute):
    """A route for the device that opened a table with its code."""

    kinds = frozenset((LinkKind.TABLE,))
    has_pace = False
    """A device that comes back to the network sends at once what waited; a refusal would lose it."""

    def find(self, request: Request, secret: str) -> SecretLink | None:
        """Returns the link of a code, however it was typed."""
        return services_of(request).tournament.links.find(typed_code(secret))


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
    """Shows the form for a code."""
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
    drawn = screen_json(screen, state.seq, visit.visitor.locale)
    page = TablePage(state=state, owner=owner, label=screen.label, code=typed_code(secret), screen=drawn)
    return visit.render("tables/table.html", page)


@router.get("/state")
def answer_state(
    visit: VisitDep, holder: HolderDep, since: Annotated[int, Query(ge=0)] = 0, begun: BegunQuery = 0
) -> Response:
    """Returns the screen of a table, or 204 if the event is as it was at the version `since`. `begun` is the newest
    round that the device has begun."""
    owner = DeviceOwner.of(holder)
    state = visit.tournament.state(owner.event_id)
    return Response(status_code=204) if state.seq == since else _answer(visit, state, owner, begun)


@router.get("/live")
async def stream(visit: VisitDep, holder: HolderDep) -> StreamingResponse:
    """Streams the version of the table's event: at once, then after each commit."""
    return await stream_versions(visit.services, DeviceOwner.of(holder).event_id)


@router.post("/results")
def report_result(
    visit: VisitDep,
    holder: HolderDep,
    slot: Annotated[str, Form()],
    text: Annotated[str, Form()],
    agreed: Annotated[str, Form()] = "",
    turned: Annotated[str, Form()] = "",
    command_id: Annotated[str, Form()] = "",
    begun: BegunForm = 0,
) -> Response:
    """Stores the result of a board that a device reports, and returns the screen as it is then."""
    owner = DeviceOwner.of(holder)
    place = parse_slot(slot, owner.place.session)
    if len(text) > LONGEST_TEXT:
        raise Malformed.of("device.malformed")
    side = _side_at(visit.tournament.state(owner.event_id), owner, place)
    reason = translate("tables.turned-reason", {}, visit.visitor.locale) if turned else ""
    command = ReportResult(slot=place, side=side, text=text, is_agreed=bool(agreed), turned=reason)
    return _answer(visit, visit.tournament.execute(owner.event_id, command, _stamp(owner, command_id)), owner, begun)


@router.post("/call")
def call_director(
    visit: VisitDep, holder: HolderDep, command_id: Annotated[str, Form()] = "", begun: BegunForm = 0
) -> Response:
    """Calls the director to the table. A table that waits already keeps its place in the list."""
    owner = DeviceOwner.of(holder)
    screen = device_screen(visit.tournament.state(owner.event_id), owner, begun)
    if screen.phase is not TablePhase.PLAYING or screen.now is None:
        raise Refused.of("device.no-call")
    command = NoteCall(owner.place, screen.now.table.table)
    return _answer(visit, visit.tournament.execute(owner.event_id, command, _stamp(owner, command_id)), owner, begun)


def _side_at(state: EventState, owner: DeviceOwner, slot: Slot) -> Side:
    """Returns the side that a device speaks for at a board: of a table North-South, and East-West agree on it. Raises
    Refused (`device.other-table`) for a board of another table."""
    if owner.number is None:
        seats: tuple[tuple[int, Side], ...] = ((owner.table, Side.NS),)
    elif state.devices.use is DeviceUse.OWN:
        seats = tuple((seat.table, seat.side) for seat in own_seats(state, owner) if seat.round == slot.round)
    else:
        raise Refused.of("device.off")
    side = next((side for table, side in seats if (slot.place, slot.table) == (owner.place, table)), None)
    if side is None:
        raise Refused.of("device.other-table")
    return side


def _stamp(owner: DeviceOwner, command_id: str) -> Stamp:
    """Returns the stamp of a command that a device sends."""
    name = f"table-{owner.table}" if owner.number is None else f"device-{owner.number}"
    return Stamp(command_id[:80] or new_command_id(), "", f"{name}-{owner.place.format()}")


def _answer(visit: Visit, state: EventState, owner: DeviceOwner, begun: RoundNumber) -> JSONResponse:
    screen = device_screen(state, owner, begun)
    return JSONResponse({"stored": True, "screen": screen_json(screen, state.seq, visit.visitor.locale)})
