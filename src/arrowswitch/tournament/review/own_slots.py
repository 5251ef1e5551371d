"""The boards of a device's owner, and those that everyone who uses the device has played."""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Meeting
from arrowswitch.core.scoring.outcomes import TableScore, Weighted
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.decide import table_round
from arrowswitch.tournament.devices.own_tables import side_at
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState


def check_reader(state: EventState, owner: DeviceOwner, slot: Slot) -> None:
    """Raises Refused unless everyone who uses the device has played a board: also `device.not-played-yet`, and
    `device.other-pairs` for an earlier round of a table, where other pairs sit now."""
    side_at(state, owner, slot)
    if not is_played_at(state, slot):
        raise Refused.of("device.not-played-yet", board=slot.board)
    if owner.number is None and not _is_of_now(state, slot):
        raise Refused.of("device.other-pairs")


def is_played_at(state: EventState, slot: Slot) -> bool:
    """True if cards were played in a slot and its result counts: no average, and no board that was not played."""
    entry = state.results.get(slot)
    if entry is None:
        return False
    awards = (entry.ns_award, entry.ew_award)
    return entry.result is not None or any(isinstance(award, TableScore | Weighted) for award in awards)


def numbers_at(state: EventState, owner: DeviceOwner) -> tuple[tuple[Number, Side | None], ...]:
    """Returns the numbers for which a device shows a scorecard: its owner's, or those that sit at the table now. A
    number that stands for two pairs has the side of the pair."""
    if owner.number is not None:
        return ((owner.number, owner.side),)
    movement = state.section(owner.place).movement
    meeting = None if movement is None else movement.at(table_round(state, owner.place, owner.table), owner.table)
    if meeting is None:
        return ()
    return tuple((number, side) for side, number in _sides(meeting) if number in state.section(owner.place).numbers)


def _sides(meeting: Meeting) -> Iterable[tuple[Side, Number]]:
    return ((side, number) for side, numbers in ((Side.NS, meeting.ns), (Side.EW, meeting.ew)) for number in numbers)


def _is_of_now(state: EventState, slot: Slot) -> bool:
    """True if the pairs of a board still sit at its table: in its round, and without a clock until their next board is
    reported."""
    now = table_round(state, slot.place, slot.table)
    if slot.round == now:
        return True
    has_clock = state.session(slot.session).clock is not None
    begun = (*state.results, *state.devices.reports)
    has_begun = any((one.place, one.round, one.table) == (slot.place, now, slot.table) for one in begun)
    return not has_clock and slot.round == now - 1 and not has_begun
