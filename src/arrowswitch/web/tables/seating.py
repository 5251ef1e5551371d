"""The addresses of the seating check, and of the device that wants to send for a code."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import JSONResponse

from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.i18n import Locale, language_of, translate
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.decide_seating import LONGEST_DEVICE, hold_of, is_shared
from arrowswitch.tournament.devices.own_tables import seat_now
from arrowswitch.tournament.devices.table import device_screen
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.rulings import NoteCall
from arrowswitch.tournament.model.slices.seating import BeginRound, ConfirmSeats, HoldDevice, QuestionSeats
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.seating import PersonAt, SeatTrouble
from arrowswitch.tournament.rulings.decide_calls import LONGEST_CALL
from arrowswitch.web.access.holders import HolderDep
from arrowswitch.web.access.roles import TABLES
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.devices.holds import mark_of
from arrowswitch.web.tables.access import TableRoute
from arrowswitch.web.tables.reporting import stamp_of
from arrowswitch.web.tables.screen import json_answer, screen_answer, screen_json
from arrowswitch.web.tables.seating_screen import people_json
from arrowswitch.web.visitor import desk_locale_of

router = APIRouter(prefix=TABLES, route_class=TableRoute)
RoundField = Annotated[int, Form(alias="round", ge=1, le=999)]


@router.get("/seats")
def answer_seats(
    visit: VisitDep, holder: HolderDep, number: Annotated[int, Query(alias="round", ge=1, le=999)]
) -> Response:
    """Returns the people at the table of a device in a round, all people of the event, and the tables of the section,
    as the wall shows them."""
    owner = DeviceOwner.of(holder)
    state = visit.tournament.state(owner.event_id)
    table, _ = _seat(state, owner, number)
    return json_answer(people_json(state, owner.place, number, table, language_of(visit.visitor.locale)))


@router.post("/seats")
def confirm_seats(
    visit: VisitDep,
    holder: HolderDep,
    number: RoundField,
    turned: Annotated[str, Form()] = "",
    command_id: Annotated[str, Form()] = "",
) -> Response:
    """Confirms the players at the table: of a table's device both sides, of an own device its side. `turned` is set if
    the pairs sit the other way round."""
    owner = DeviceOwner.of(holder)
    table, sides = _seat(visit.tournament.state(owner.event_id), owner, number)
    command = ConfirmSeats(at=owner.place.at(number), table=table, sides=sides, is_turned=bool(turned))
    state = visit.tournament.execute(owner.event_id, command, stamp_of(owner, command_id))
    return _answer(visit, state, owner)


@router.post("/seats/question")
def question_seats(
    visit: VisitDep,
    holder: HolderDep,
    number: RoundField,
    trouble: Annotated[SeatTrouble, Form()],
    wrong_person: Annotated[str, Form(max_length=80)] = "",
    sitting: Annotated[str, Form(max_length=80)] = "",
    command_id: Annotated[str, Form()] = "",
) -> Response:
    """Notes that the players are at the wrong table, or that a name is wrong; the director is called for a name."""
    owner = DeviceOwner.of(holder)
    state = visit.tournament.state(owner.event_id)
    table, _ = _seat(state, owner, number)
    wrong, seated = (_person(wrong_person), _person(sitting)) if trouble is SeatTrouble.NAME else (None, None)
    stamp = stamp_of(owner, command_id)
    steps: list[tuple[QuestionSeats | NoteCall, Stamp]] = [
        (
            QuestionSeats(at=owner.place.at(number), table=table, trouble=trouble, wrong_person=wrong, sitting=seated),
            stamp,
        )
    ]
    if trouble is SeatTrouble.NAME:
        locale = desk_locale_of(visit.request)
        text = translate("seating.call-name", _names(state, wrong, seated, locale), locale)[:LONGEST_CALL]
        steps.append((NoteCall(owner.place, table, text), stamp_of(owner, f"{stamp.command_id}-call")))
    return _answer(visit, visit.tournament.execute_all(owner.event_id, steps), owner)


@router.post("/begin")
def begin_round(
    visit: VisitDep, holder: HolderDep, number: RoundField, command_id: Annotated[str, Form()] = ""
) -> Response:
    """Begins a round on the device of a table, pair or player before the clock reaches it."""
    owner = DeviceOwner.of(holder)
    command = BeginRound(owner.key, number)
    return _answer(visit, visit.tournament.execute(owner.event_id, command, stamp_of(owner, command_id)), owner)


@router.post("/hold")
def hold(
    visit: VisitDep,
    holder: HolderDep,
    device: Annotated[str, Form(pattern="^[0-9a-z]{8,40}$", max_length=LONGEST_DEVICE)],
    asks: Annotated[str, Form()] = "",
) -> JSONResponse:
    """Notes that a device is there, and answers whether it sends for the code (`yours`), waits for the director
    (`asked`), was not allowed (`denied`), or was replaced (`taken`). With `asks` it wants to take over. Partners share
    the code of their pair: each of their devices sends for it."""
    owner = DeviceOwner.of(holder)
    state, key, presence = visit.tournament.state(owner.event_id), owner.key, visit.services.presence
    presence.see(owner.event_id, key, device, visit.now)
    current = hold_of(state, key)
    is_free = current is None or not current.device
    can_hold = state.devices.use is not DeviceUse.OFF and not is_shared(state, key)
    if can_hold and (is_free or (asks and current is not None and current.device != device)):
        is_silent = current is not None and presence.is_silent(owner.event_id, key, current.device, visit.now)
        command = HoldDevice(key, device, is_silent=is_silent)
        state = visit.tournament.execute(owner.event_id, command, stamp_of(owner, ""))
        current = hold_of(state, key)
    answer = "yours"
    if current is not None and current.device != device:
        answer = "asked" if current.asks == device else "denied" if current.denied == device else "taken"
    screen = screen_json(device_screen(state, owner), state, visit.visitor.locale)
    return JSONResponse({"hold": answer, "mark": mark_of(device), "screen": screen})


def _seat(state: EventState, owner: DeviceOwner, number: int) -> tuple[int, tuple[Side, ...]]:
    """Returns the table of a device in a round and the sides it speaks for; raises Refused (`seating.no-match`) if the
    table, pair or player has no match."""
    if owner.number is not None and state.devices.use is not DeviceUse.OWN:
        raise Refused.of("device.off")
    seat = seat_now(state, owner, number)
    if seat is None:
        raise Refused.of("seating.no-match")
    return seat.table, tuple(Side) if owner.number is None else (seat.side,)


def _person(text: str) -> PersonAt | None:
    """Returns a person from a key such as `id0001:1`; None for a person without an entry."""
    if not text:
        return None
    entry_id, _, place = text.rpartition(":")
    if not entry_id or place not in ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"):
        raise Malformed.of("device.malformed")
    return PersonAt(EntryId(entry_id), int(place))


def _names(
    state: EventState, wrong_person: PersonAt | None, sitting: PersonAt | None, locale: Locale
) -> dict[str, str]:
    """Returns the names for the text of a call."""
    language = language_of(locale)

    def name(person: PersonAt | None) -> str:
        entry = None if person is None else state.entries.get(person.entry_id)
        if person is None or entry is None or person.place >= len(entry.people):
            return translate("seating.no-entry", {}, locale)
        return language.person(entry.people[person.place])

    return {"wrong_person": name(wrong_person), "sitting": name(sitting)}


def _answer(visit: Visit, state: EventState, owner: DeviceOwner) -> Response:
    return screen_answer(device_screen(state, owner), state, visit.visitor.locale)
