"""The page of the tables: calls, takeovers, seats, pace and results to settle, from a phone in one hand."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.devices.decide_seating import LONGEST_DEVICE
from arrowswitch.tournament.model.slices.devices import SettleDifference
from arrowswitch.tournament.model.slices.rulings import AnswerCall
from arrowswitch.tournament.model.slices.seating import AnswerTakeover
from arrowswitch.tournament.model.values.seating import DeviceKey
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.assisting import AssistantRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.slot_keys import parse_slot
from arrowswitch.web.desk.tables_now.page import tables_now
from arrowswitch.web.forms import StampDep
from arrowswitch.web.phones import code

router = APIRouter(prefix="/events/{event_id}/tables-now", route_class=DirectorRoute)
shared = APIRouter(prefix="/events/{event_id}/tables-now", route_class=AssistantRoute)


@shared.get("")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows the tables of the session."""
    return at.show("desk/tables_now/tables_now.html", tables_now(at), tab="scores", code=code)


@router.post("/coming")
def answer_call(at: PlaceDep, stamp: StampDep, call: Annotated[int, Form(ge=1)]) -> Response:
    """Shows a table that the director is on the way."""
    called = next((one for one in at.state.rulings.calls if (one.place, one.call) == (at.place, call)), None)
    label = "" if called is None else at.state.section(at.place).label(called.table)
    command = AnswerCall(at.place, call)
    return at.carry_out(command, stamp, f"{at.base}/tables-now", "desk.tables-now.answered", table=label)


@router.post("/takeover")
def answer_takeover(
    at: PlaceDep,
    stamp: StampDep,
    device: Annotated[str, Form(max_length=LONGEST_DEVICE)],
    allow: Annotated[bool, Form()],
    table: Annotated[int, Form(ge=0)] = 0,
    number: Annotated[str, Form(max_length=10)] = "",
    side: Annotated[Side | None, Form()] = None,
) -> Response:
    """Allows or denies a device to take over the code of a table, pair or player."""
    key = DeviceKey(place=at.place, table=table, number=Number(number) if number else None, side=side)
    note = "desk.tables-now.allowed" if allow else "desk.tables-now.denied"
    return at.carry_out(AnswerTakeover(key, device, is_allowed=allow), stamp, f"{at.base}/tables-now", note)


@router.post("/settle")
def settle(at: PlaceDep, stamp: StampDep, slot: Annotated[str, Form(max_length=40)]) -> Response:
    """Settles a difference: the result that counts is right."""
    command = SettleDifference(parse_slot(slot, at.session))
    return at.carry_out(command, stamp, f"{at.base}/tables-now", "desk.table-devices.settled")
