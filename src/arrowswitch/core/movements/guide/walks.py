"""The way of a contestant over the tables, round by round, and that of a board set: for the picture of a movement.

JCBL director's manual 3.3, lines 843-866: the guide sheet of a table lists the next table of each pair; a walk has the
same for one pair over all rounds.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import Movement, RoundNumber, SetNumber, TableNumber


@dataclass(frozen=True, slots=True)
class Stop:
    """One round of a contestant: its table (None without one), side, partner and opponents, and the boards."""

    round: RoundNumber
    table: TableNumber | None = None
    side: str = ""
    partners: tuple[Number, ...] = ()
    opponents: tuple[Number, ...] = ()
    board_set: SetNumber | None = None
    boards: tuple[BoardNumber, ...] = ()
    is_played: bool = True


@dataclass(frozen=True, slots=True)
class BoardStop:
    """The tables at which a board set is in a round; none while it rests."""

    round: RoundNumber
    tables: tuple[TableNumber, ...]


def walk_of(movement: Movement, number: Number) -> tuple[Stop, ...]:
    """Returns the rounds of a contestant in order.

    A team sits at several tables at once; its stop is the one where it sits North-South.
    """
    return tuple(_stop(movement, number, round_number) for round_number in range(1, movement.rounds + 1))


def board_walk(movement: Movement, board_set: SetNumber) -> tuple[BoardStop, ...]:
    """Returns the tables of a board set in each round, meetings with the phantom included."""
    rounds: dict[RoundNumber, list[TableNumber]] = {at: [] for at in range(1, movement.rounds + 1)}
    for meeting in movement.meetings:
        if meeting.board_set == board_set and meeting.round in rounds:
            rounds[meeting.round].append(meeting.table)
    return tuple(BoardStop(at, tuple(sorted(tables))) for at, tables in rounds.items())


def _stop(movement: Movement, number: Number, round_number: RoundNumber) -> Stop:
    own = [meeting for meeting in movement.in_round(round_number) if number in meeting.contestants]
    meeting = next((m for m in own if number in m.ns), own[0] if own else None)
    if meeting is None:
        return Stop(round_number)
    is_ns = number in meeting.ns
    side, others = (meeting.ns, meeting.ew) if is_ns else (meeting.ew, meeting.ns)
    has_boards = 1 <= meeting.board_set <= len(movement.board_sets)
    return Stop(
        round=round_number,
        table=meeting.table,
        side="NS" if is_ns else "EW",
        partners=tuple(other for other in side if other != number),
        opponents=others,
        board_set=meeting.board_set,
        boards=movement.boards_of(meeting) if has_boards else (),
        is_played=movement.is_played(meeting),
    )
