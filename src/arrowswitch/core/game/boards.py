"""Dealer and vulnerability of a board by its number.

Laws of Duplicate Bridge, Law 2; JCBL director's manual 3.3, lines 415-434: both repeat every sixteen boards, and
any board number is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.seats import Seat, Side

BoardNumber = int
"""A board's number: 1 and upwards."""


class Vulnerability(StrEnum):
    """The sides that are vulnerable on a board."""

    NONE = "none"
    NS = "ns"
    EW = "ew"
    BOTH = "both"

    def covers(self, side: Side) -> bool:
        """True if `side` is vulnerable."""
        return self is Vulnerability.BOTH or self.value == side.value.lower()


_DEALERS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
_CYCLE = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)


def dealer(board: BoardNumber) -> Seat:
    """Returns the dealer of `board`: North on board 1, then clockwise.

    Raises Malformed (`board.number`) when the number is below 1.
    """
    return _DEALERS[(_check_number(board) - 1) % 4]


def vulnerability(board: BoardNumber) -> Vulnerability:
    """Returns the vulnerability of `board` (manual, lines 425-434, in closed form).

    Raises Malformed (`board.number`) when the number is below 1.
    """
    place = (_check_number(board) - 1) % 16
    return _CYCLE[(place + place // 4) % 4]


def _check_number(board: BoardNumber) -> BoardNumber:
    if board < 1:
        raise Malformed.of("board.number", number=board)
    return board


def board_ranges(boards: Iterable[BoardNumber], dash: str = "-") -> str:
    """Returns board numbers as people write them, in the order in which they are given.

    >>> board_ranges((5, 6, 7)), board_ranges((4,)), board_ranges((3, 5)), board_ranges((19, 20, 9, 10))
    ('5-7', '4', '3, 5', '19-20, 9-10')
    """
    runs: list[list[BoardNumber]] = []
    for board in boards:
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    return ", ".join(f"{run[0]}{dash}{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
