"""Where three teams who play each other sit: three tables, whose North-South stay while East-West change at half time.

JCBL director's manual 3.3, lines 1790-1792 and 2698-2713. The second half of a triangle within one round has table
numbers of its own, under which its slips are entered; the room has three tables for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import Meeting
from arrowswitch.tournament.model.places import RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry

_THREE = 3


@dataclass(frozen=True, slots=True)
class TrianglePart:
    """A table of a triangle in one half: the contestants, the boards, and the table number."""

    table: str
    ew: Number
    ew_entry: Entry | None
    boards: tuple[BoardNumber, ...]


@dataclass(frozen=True, slots=True)
class TriangleTable:
    """A table of a triangle: who sits North-South, and its halves in this round (one where it is over two rounds)."""

    table: str
    ns: Number
    ns_entry: Entry | None
    parts: tuple[TrianglePart, ...]


@dataclass(frozen=True, slots=True)
class TriangleSeats:
    """The tables of a triangle; `minutes` is how long the boards of the first half take, 0 where there is one half."""

    tables: tuple[TriangleTable, ...] = ()
    minutes: int = 0

    @property
    def in_room(self) -> Mapping[str, tuple[str, int]]:
        """Returns, for the table number of each slip, the table in the room and the half (0 for the whole round)."""
        return {
            part.table: (one.table, half if len(one.parts) > 1 else 0)
            for one in self.tables
            for half, part in enumerate(one.parts, start=1)
        }


def triangle_seats(state: EventState, at: RoundPlace, three: tuple[Number, ...]) -> TriangleSeats:
    """Returns where the three of a triangle sit in a round; nothing when nobody plays one."""
    movement = state.section(at.place).movement
    if movement is None or not three:
        return TriangleSeats()
    meetings = sorted((m for m in movement.in_round(at.round) if set(m.contestants) <= set(three)), key=_table)
    sheet = movement

    def part(meeting: Meeting) -> TrianglePart:
        ew = meeting.ew[0]
        return TrianglePart(
            table=sheet.label(meeting.table),
            ew=ew,
            ew_entry=state.entry_at(at.place, ew),
            boards=sheet.boards_of(meeting),
        )

    tables = tuple(
        TriangleTable(
            table=sheet.label(first.table),
            ns=first.ns[0],
            ns_entry=state.entry_at(at.place, first.ns[0]),
            parts=tuple(part(meeting) for meeting in meetings if meeting.ns == first.ns),
        )
        for first in meetings[:_THREE]
    )
    is_halved = bool(tables) and len(tables[0].parts) > 1
    boards = len(tables[0].parts[0].boards) if is_halved else 0
    return TriangleSeats(tables, boards * state.settings.play.pace.minutes_per_board)


def _table(meeting: Meeting) -> int:
    return meeting.table
