"""The page of the table devices: allow them, print the codes of the tables, and settle boards that differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.slips import format_entry
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of, new_code, written_code
from arrowswitch.tournament.devices.differences import ReportDifference, differences
from arrowswitch.tournament.devices.own_tables import main_tables
from arrowswitch.tournament.devices.table import TablePhase, device_screen, missing_boards
from arrowswitch.tournament.entries.team_numbers import names_pairs
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.seating import FreeDevice, SetSeatCheck
from arrowswitch.tournament.model.values.devices import DeviceUse, TableReport
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.connecting.page import NoDeviceHint, no_device_hint
from arrowswitch.web.desk.slot_keys import slot_key
from arrowswitch.web.desk.table_devices.review import ReviewSection, review_section
from arrowswitch.web.forms import StampDep
from arrowswitch.web.phones import Reach, code, named_address, reach_of, room_address
from arrowswitch.web.services import has_choice

router = APIRouter(prefix="/events/{event_id}/table-devices", route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class CodeCard:
    """The card of a table, pair or player: its code, the address that the code opens (empty if no device can reach it),
    and the boards of the present round that are missing (None: nothing is played)."""

    owner: DeviceOwner
    key: str
    label: str
    code: str
    address: str
    missing: tuple[BoardNumber, ...] | None

    @property
    def entry_of(self) -> tuple[Place, Number] | None:
        """Returns the place and number of a pair or player; None for a table."""
        return None if self.owner.number is None else (self.owner.place, self.owner.number)


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """A board to settle, as the page shows it; `key` is the name of its slot."""

    difference: ReportDifference
    key: str
    label: str
    ns: str
    ew: str
    standing: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class TableDevicesPage:
    """The permission, the tables of the section with their codes, and the boards of the session to settle. Codes are
    typed at `typed_address`, or at `named_address` if the desk is announced by name. `has_choice` is True if this
    computer has several addresses, of which the director can choose one. `no_device` is what to check while no device
    has come (None: nothing)."""

    use: DeviceUse
    reach: Reach
    typed_address: str
    named_address: str
    has_tables: bool
    cards: tuple[CodeCard, ...]
    rows: tuple[DifferenceRow, ...]
    review: ReviewSection
    asks_seats: bool = False
    has_choice: bool = False
    no_device: NoDeviceHint | None = None


@router.get("")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows the permission, the codes of the tables, and the boards to settle."""
    movement = at.section_or_empty.movement
    address, named = room_address(at.request), named_address(at.request)
    page = TableDevicesPage(
        use=at.state.devices.use,
        reach=reach_of(at.request),
        typed_address=f"{address}/t" if address else "",
        named_address=f"{named}/t" if named else "",
        has_tables=movement is not None,
        cards=tuple(_card(at, owner, address) for owner in _owners(at)),
        rows=tuple(_row(at, one) for one in differences(at.state, at.session)),
        asks_seats=at.state.devices.seating.is_on,
        has_choice=has_choice(at.services),
        no_device=no_device_hint(at) if movement is not None else None,
        review=review_section(at),
    )
    return at.show("desk/table_devices/table_devices.html", page, tab="scores", code=code)


@router.post("")
def allow(at: PlaceDep, stamp: StampDep, use: Annotated[DeviceUse, Form()]) -> Response:
    """Allows devices at the tables, or goes back to slips. Devices ask for the seating check until it is turned off."""
    steps: list[tuple[Command, Stamp]] = [(AllowDevices(use), stamp)]
    if use is not DeviceUse.OFF and at.state.devices.use is DeviceUse.OFF:
        steps.append((SetSeatCheck(is_on=True), replace(stamp, command_id=f"{stamp.command_id}-seats")))
    return at.answer(at.execute_all(*steps), f"{at.base}/table-devices", f"desk.table-devices.is-{use.value}")


@router.post("/seats")
def set_seat_check(at: PlaceDep, stamp: StampDep, on: Annotated[bool, Form()]) -> Response:
    """Lets devices ask for the seating check, or not."""
    command = SetSeatCheck(is_on=on)
    return at.carry_out(command, stamp, f"{at.base}/table-devices", "desk.table-devices.seats-changed")


@router.post("/code")
def change_code(at: PlaceDep, stamp: StampDep, owner: Annotated[str, Form(max_length=20)]) -> Response:
    """Gives a table, pair or player another code; the device with the old one is out."""
    chosen = next((known for known in _owners(at) if _key(known) == owner), None)
    if chosen is None:
        raise NotFound.of("device.no-owner", name=owner)
    new_code(at.tournament.links, chosen)
    if chosen.key in at.state.devices.seating.holds:
        at.execute(FreeDevice(chosen.key), stamp)
    return redirect(f"{at.base}/table-devices", "desk.table-devices.changed", name=_label(at, chosen))


def _owners(at: PlaceAt) -> tuple[DeviceOwner, ...]:
    """Returns the tables of the section, or its pairs or players if they score on devices of their own. A team with one
    number has a device for each pair."""
    movement = at.section_or_empty.movement
    if movement is None or at.state.devices.use is DeviceUse.OFF:
        return ()
    if at.state.devices.use is DeviceUse.TABLE:
        return tuple(DeviceOwner(at.event_id, at.place, table=table) for table in main_tables(movement))
    has_halves = movement.kind is ContestantKind.TEAM and not names_pairs(movement)
    numbers = sorted(at.section_or_empty.numbers, key=number_order)
    sides = tuple(Side) if has_halves else (None,)
    return tuple(DeviceOwner(at.event_id, at.place, number=number, side=side) for number in numbers for side in sides)


def _key(owner: DeviceOwner) -> str:
    """Returns the name of an owner in forms: the last part of its link's subject."""
    return owner.subject.rpartition("/")[2]


def _label(at: PlaceAt, owner: DeviceOwner) -> str:
    """Returns the label of a table, or the number of a pair or player."""
    if owner.number is None:
        return at.section_or_empty.label(owner.table)
    return owner.number if owner.side is None else f"{owner.number} {owner.side.label}"


def _card(at: PlaceAt, owner: DeviceOwner, address: str) -> CodeCard:
    code_text = code_of(at.tournament.links, owner)
    screen = device_screen(at.state, owner)
    return CodeCard(
        owner=owner,
        key=_key(owner),
        label=_label(at, owner),
        code=written_code(code_text),
        address=f"{address}/t/{code_text}" if address else "",
        missing=missing_boards(screen) if screen.phase is TablePhase.PLAYING else None,
    )


def _row(at: PlaceAt, difference: ReportDifference) -> DifferenceRow:
    return DifferenceRow(
        difference=difference,
        key=slot_key(difference.slot),
        label=at.state.section(difference.slot.place).label(difference.slot.table),
        ns=_text(difference.ns),
        ew=_text(difference.ew),
        standing=_text(difference.standing),
        other=_text(difference.other),
    )


def _text(report: TableReport | None) -> str:
    return "" if report is None else format_entry(report.entry)
