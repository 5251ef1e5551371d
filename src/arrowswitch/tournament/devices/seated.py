"""The seats of one table, pair or player in a movement, found without a look at the other tables.

A device asks for its screen after every result. The seats of a section are found once and are remembered
with the event (`model.memory`) until the section has another movement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.guide.cards import TableRound, round_list
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.model.memory import Recent
from arrowswitch.tournament.model.places import Place, RoundPlace, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import SeatView
from arrowswitch.tournament.results.tables import is_emptied, seat_view
from arrowswitch.tournament.scored.by_board import entered_at


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table in a round: its sides, and the slots of its boards. `is_played` is False against a phantom."""

    at: RoundPlace
    table: TableNumber
    label: str
    ns: SeatView
    ew: SeatView
    is_played: bool
    slots: tuple[Slot, ...]


class OwnSeat(NamedTuple):
    """A seat of a pair or player in a round."""

    round: RoundNumber
    table: TableNumber
    side: Side


class SeatedMemory(Recent[tuple[object, ...], SeatedTable]):
    """The sides and slots of a table in the last rounds."""


class MeetingsMemory(Recent[tuple[Movement], Mapping[tuple[RoundNumber, TableNumber], Meeting]]):
    """The meetings of a section by round and table."""


class LastRoundMemory(Recent[tuple[Movement], RoundNumber]):
    """The last round of a section that is drawn."""


class GuideMemory(Recent[tuple[Movement], Mapping[TableNumber, TableRound]]):
    """The next places after a round of a section, by table."""


class OwnSeatsMemory(Recent[tuple[Movement], tuple[OwnSeat, ...]]):
    """The seats of a pair or player in all rounds."""


def seated_table(state: EventState, place: Place, table: TableNumber, number: RoundNumber) -> SeatedTable | None:
    """Returns a table in a round; None if it has no match."""
    section = state.section(place)
    movement, meeting = section.movement, meeting_of(state, place, table, number)
    if movement is None or meeting is None:
        return None
    if state.rulings.removed:
        planned = _planned_table(state, place, movement, meeting)
    else:
        memory = state.memory.part(SeatedMemory, place, table)
        sources = section, meeting, state.entries, state.earlier_entries
        planned = memory.find(sources, lambda _: _planned_table(state, place, movement, meeting))
    beside = tuple(slot for slot in entered_at(state, place, number, table) if slot not in planned.slots)
    return replace(planned, slots=(*planned.slots, *beside)) if beside else planned


def _planned_table(state: EventState, place: Place, movement: Movement, meeting: Meeting) -> SeatedTable:
    """Returns a table in a round with the slots of its movement."""
    number, table = meeting.round, meeting.table
    return SeatedTable(
        at=place.at(number),
        table=table,
        label=movement.label(table),
        ns=seat_view(state, place, meeting.ns),
        ew=seat_view(state, place, meeting.ew),
        is_played=movement.is_played(meeting) and not is_emptied(state, place, movement, meeting),
        slots=tuple(
            Slot(session=place.session, section=place.section, round=number, table=table, board=board)
            for board in movement.boards_of(meeting)
        ),
    )


def meeting_of(state: EventState, place: Place, table: TableNumber, number: RoundNumber) -> Meeting | None:
    """Returns the meeting of a table in a round; None if it has no match."""
    movement = state.section(place).movement
    return None if movement is None else _meetings(state, place, movement).get((number, table))


def has_round(state: EventState, place: Place, number: RoundNumber) -> bool:
    """True if a round of a section is drawn."""
    movement = state.section(place).movement
    if movement is None:
        return False
    return (number, 1) in _meetings(state, place, movement) or movement.is_drawn(number)


def last_round(state: EventState, place: Place) -> RoundNumber:
    """Returns the last round of a section that is drawn, 1 if none is."""
    movement = state.section(place).movement
    if movement is None:
        return 1
    memory = state.memory.part(LastRoundMemory, place)
    return memory.find((movement,), lambda _: max((one.round for one in movement.meetings), default=1))


def next_places(state: EventState, place: Place, table: TableNumber, number: RoundNumber) -> TableRound | None:
    """Returns where the players and boards of a table go after a round; None if it has no match."""
    movement = state.section(place).movement
    if movement is None:
        return None
    memory = state.memory.part(GuideMemory, place, number)
    return memory.find((movement,), lambda _: {one.table: one for one in round_list(movement, number)}).get(table)


def own_seats(state: EventState, owner: DeviceOwner) -> tuple[OwnSeat, ...]:
    """Returns the seats of a pair or player in the order of rounds and tables: none in a round in which it sits out,
    two in a match of three."""
    movement = state.section(owner.place).movement
    if movement is None:
        return ()
    memory = state.memory.part(OwnSeatsMemory, owner.place, owner.number, owner.side)
    return memory.find((movement,), lambda _: _seats_of(movement, owner))


def _seats_of(movement: Movement, owner: DeviceOwner) -> tuple[OwnSeat, ...]:
    seats = (
        OwnSeat(meeting.round, meeting.table, side)
        for meeting in movement.meetings
        for side, numbers in ((Side.NS, meeting.ns), (Side.EW, meeting.ew))
        if owner.number in numbers and owner.side in (None, side)
    )
    return tuple(sorted(seats, key=lambda seat: (seat.round, seat.table)))


def _meetings(state: EventState, place: Place, movement: Movement) -> Mapping[tuple[RoundNumber, TableNumber], Meeting]:
    memory = state.memory.part(MeetingsMemory, place)
    return memory.find((movement,), lambda _: {(one.round, one.table): one for one in movement.meetings})
