"""The desk's page of the devices that were let in: who they are, how another one comes in, the director's password."""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem, Refused
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.forms import StampDep
from arrowswitch.web.guests import Devices
from arrowswitch.web.logbook import Noted, address_of
from arrowswitch.web.phones import code
from arrowswitch.web.services import ServicesDep, has_choice, is_here
from arrowswitch.web.serving.own_addresses import OwnAddress

router = APIRouter(prefix="/club/devices", route_class=OrganiserRoute)
_PAGE = "/club/devices"
_LONGEST_SECRET = 400
_LONGEST_HOST = 40
_ORGANISER, _NETWORK = "organiser", "network"
_UNREADABLE = 422


@dataclass(frozen=True, slots=True)
class GuestsPage:
    """The devices that are in, how another one comes in, and the forms for the two passwords. `asks_present` where the
    present one has to be typed: everywhere but on the desk's own computer. `errors` are those of the form `of`.
    `can_switch` where the desk was started for its own computer alone, and can be opened to the network here. `named`
    is the address by name (empty if none is announced), `addresses` are those that can be chosen for phones, and
    `chosen` the director's choice (empty: automatic)."""

    devices: Devices
    has_password: bool
    has_organiser: bool
    asks_present: bool
    can_switch: bool
    named: str = ""
    addresses: tuple[OwnAddress, ...] = ()
    chosen: str = ""
    of: str = ""
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@router.get("")
def show_devices(visit: VisitDep) -> HTMLResponse:
    """Shows the other devices that are let in, and how to let one in."""
    return _devices_page(visit)


@router.post("/out")
def renew(visit: VisitDep, services: ServicesDep) -> Response:
    """Lets all other devices go and makes a new code."""
    services.logbook.note(visit.request, Noted.ALL_LET_GO, who=visit.visitor.who)
    services.guest_list.close()
    return redirect(_PAGE, "desk.access.all-out" if services.has_password else "desk.access.renewed")


@router.post("/dismiss")
def dismiss(visit: VisitDep, services: ServicesDep, number: Annotated[int, Form(ge=1)]) -> Response:
    """Lets one device go."""
    gone = next((guest.name for guest in services.guest_list.guests if guest.number == number), "")
    services.logbook.note(visit.request, Noted.LET_GO, who=visit.visitor.who, way=gone)
    services.guest_list.dismiss(number)
    return redirect(_PAGE, "desk.access.dismissed")


@router.post("/password")
async def change_password(
    visit: VisitDep,
    stamp: StampDep,
    password: Annotated[str, Form()] = "",
    again: Annotated[str, Form()] = "",
    present: Annotated[str, Form()] = "",
    without: Annotated[str, Form()] = "",
    of: Annotated[str, Form()] = "",
) -> Response:
    """Keeps a new password of the director, or of the organiser, or none; every other device has to come in again."""
    club, is_organiser = visit.tournament.club, of == _ORGANISER
    try:
        problems = []
        if _asks_present(visit) and not await _is_present(visit, present[:_LONGEST_SECRET]):
            problems.append(Problem("desk.access.wrong-password", where="present"))
        if not without and not password:
            problems.append(Problem("desk.field.missing", where="password"))
        if not without and password != again:
            problems.append(Problem("desk.access.not-alike", where="again"))
        Malformed.check(problems)
        new = "" if without else password[:_LONGEST_SECRET]
        await to_thread(club.set_password, new, stamp, is_organiser=is_organiser)
    except Mistake as mistake:
        return _devices_page(visit, of, visit.errors(mistake), status=_UNREADABLE)
    visit.services.logbook.note(visit.request, Noted.PASSWORD_CHANGED, who=stamp.author, way=of)
    visit.services.guest_list.close()
    return redirect(_PAGE, "desk.access.password-gone" if without else "desk.access.password-kept")


@router.post("/network")
async def open_to_network(
    visit: VisitDep,
    stamp: StampDep,
    password: Annotated[str, Form()] = "",
    again: Annotated[str, Form()] = "",
    without: Annotated[str, Form()] = "",
) -> Response:
    """Opens the desk to the network, with a password for other devices, where there is none yet; `without` one they
    type the code."""
    club, switch = visit.tournament.club, visit.services.switch
    try:
        if switch is None:
            raise Refused.of("network.no-switch")
        if not without and not visit.services.has_password:
            if not password:
                raise Malformed.of("network.password-missing", "password")
            if password != again:
                raise Malformed.of("desk.access.not-alike", "again")
            await to_thread(club.set_password, password[:_LONGEST_SECRET], stamp)
            visit.services.logbook.note(visit.request, Noted.PASSWORD_CHANGED, who=stamp.author)
        await switch.open(visit.request.app, visit.services.nudges.end)
    except Mistake as mistake:
        return _devices_page(visit, _NETWORK, visit.errors(mistake), status=_UNREADABLE)
    _announce_again(visit)
    visit.services.logbook.note(visit.request, Noted.OPENED, who=stamp.author)
    return redirect(_PAGE, "network.is-open")


@router.post("/network/address")
async def choose_address(visit: VisitDep, host: Annotated[str, Form(max_length=_LONGEST_HOST)] = "") -> Response:
    """Chooses the address of this computer that phones use (empty: automatic). A desk that was opened to the network by
    the switch is opened at the new one."""
    services = visit.services
    if services.own_addresses is None:
        raise Refused.of("network.no-switch")
    try:
        await to_thread(services.own_addresses.choose, host)
        if services.switch is not None and services.switch.is_on:
            await services.switch.open(visit.request.app, services.nudges.end)
    except Mistake as mistake:
        return _devices_page(visit, _NETWORK, visit.errors(mistake), status=_UNREADABLE)
    _announce_again(visit)
    return redirect(_PAGE, "network.address-chosen")


@router.post("/network/close")
async def close_to_network(visit: VisitDep) -> Response:
    """Lets nobody in from the network any more."""
    if visit.services.switch is not None:
        await visit.services.switch.close()
    _announce_again(visit)
    visit.services.logbook.note(visit.request, Noted.SHUT, who=visit.visitor.who)
    return redirect(_PAGE, "network.is-shut")


def _announce_again(visit: Visit) -> None:
    """Announces the desk by name where it is reached now."""
    if visit.services.local_name is not None:
        visit.services.local_name.hurry()


def _asks_present(visit: Visit) -> bool:
    return visit.services.has_password and not is_here(visit.request)


async def _is_present(visit: Visit, typed: str) -> bool:
    """True if a text is the password that opens this page. A wrong one is answered slower each time, as at the sign-in;
    raises Refused (`desk.access.too-many`) after too many."""
    club, guessing, address = visit.tournament.club, visit.services.guest_list.guessing, address_of(visit.request)
    wait = guessing.begin(address)
    if wait is None:
        visit.services.logbook.note(visit.request, Noted.TOO_MANY_TRIES, way="password")
        raise Refused.of("desk.access.too-many")
    await sleep(wait)
    is_right = await to_thread(club.is_organiser if club.has_organiser else club.is_password, typed)
    if is_right:
        guessing.was_right(address)
    else:
        visit.services.logbook.note(visit.request, Noted.WRONG_SECRET, way="password")
    return is_right


def _devices_page(
    visit: Visit, of: str = "", errors: Mapping[str, tuple[str, ...]] | None = None, *, status: int = 200
) -> HTMLResponse:
    club, own = visit.tournament.club, visit.services.own_addresses
    page = GuestsPage(
        devices=visit.services.devices,
        has_password=club.has_password,
        has_organiser=club.has_organiser,
        asks_present=_asks_present(visit),
        can_switch=visit.services.switch is not None,
        named=visit.services.local_address,
        addresses=own.all if own is not None and has_choice(visit.services) else (),
        chosen="" if own is None else own.chosen,
        of=of,
        errors=errors or {},
    )
    return visit.render("desk/guests/guests.html", page, status=status, code=code)
