"""The tables at which the owner of a device plays in a round, and the boards that the device may report.

A pair of a team plays at two tables in a match of three teams, and wherever a level match has extra boards. The table
of the extra boards is the same one in the room: the device that lies on it shows them, too.
"""

from __future__ import annotations

from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.seated import OwnSeat, meeting_of, own_seats
from arrowswitch.tournament.forms.bracket.decide import EXTRA_MARK
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.scored.open_tables import missing_at


def own_tables(state: EventState, owner: DeviceOwner, number: RoundNumber) -> tuple[OwnSeat, ...]:
    """Returns the seats of a device's owner in a round, in the order of play: none if the owner sits out. The device of
    a table speaks for North-South, and East-West agree on it."""
    if owner.number is not None:
        return tuple(seat for seat in own_seats(state, owner) if seat.round == number)
    movement = state.section(owner.place).movement
    tables = () if movement is None else (owner.table, *_extra_tables(movement, owner.table))
    playing = (table for table in tables if meeting_of(state, owner.place, table, number) is not None)
    return tuple(OwnSeat(number, table, Side.NS) for table in playing)


def seat_now(state: EventState, owner: DeviceOwner, number: RoundNumber) -> OwnSeat | None:
    """Returns the seat of a device's owner in a round: of several tables the first that lacks a result, or else the
    last; None if the owner sits out."""
    seats = own_tables(state, owner, number)
    return next((seat for seat in seats if is_missing(state, owner, seat)), seats[-1] if seats else None)


def is_missing(state: EventState, owner: DeviceOwner, seat: OwnSeat) -> bool:
    """True if a result of a seat is missing."""
    return any(slot.round == seat.round for slot in missing_at(state, owner.place, seat.table))


def side_at(state: EventState, owner: DeviceOwner, slot: Slot) -> Side:
    """Returns the side that a device speaks for at a board. Raises Refused: `device.off` if the event does not allow
    such a device, `device.other-table` for a board of another table."""
    uses = (DeviceUse.TABLE, DeviceUse.OWN) if owner.number is None else (DeviceUse.OWN,)
    if state.devices.use not in uses:
        raise Refused.of("device.off")
    seats = own_tables(state, owner, slot.round) if slot.place == owner.place else ()
    side = next((seat.side for seat in seats if seat.table == slot.table), None)
    if side is None:
        raise Refused.of("device.other-table")
    return side


def main_tables(movement: Movement) -> tuple[TableNumber, ...]:
    """Returns the tables of a movement without those of extra boards, whose devices lie at the tables of the match."""
    tables = range(1, movement.tables + 1)
    extra = {other for table in tables for other in _extra_tables(movement, table)}
    return tuple(table for table in tables if table not in extra)


def _extra_tables(movement: Movement, table: TableNumber) -> tuple[TableNumber, ...]:
    """Returns the tables on which the match of a table has extra boards: they have its label with marks behind it."""
    if not movement.table_labels:
        return ()
    label = movement.label(table)
    return tuple(
        other
        for other, name in sorted(movement.table_labels.items())
        if other != table and name.startswith(label) and set(name.removeprefix(label)) == set(EXTRA_MARK)
    )
