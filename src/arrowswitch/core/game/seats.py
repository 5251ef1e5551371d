"""Seats and sides of a bridge table (glossary: seat, side)."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """The two partnerships at a table."""

    NS = "NS"
    EW = "EW"

    @property
    def label(self) -> str:
        """Returns the label of the side: `N-S`, `E-W`."""
        return "-".join(self.value)

    @property
    def opponents(self) -> Side:
        return Side.EW if self is Side.NS else Side.NS


class Seat(StrEnum):
    """The four seats, in the order of play: North, East, South, West."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def side(self) -> Side:
        return Side.NS if self in (Seat.NORTH, Seat.SOUTH) else Side.EW

    @property
    def partner(self) -> Seat:
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 2) % 4]

    @property
    def left(self) -> Seat:
        """Returns the seat to the left, which is next to play."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 1) % 4]


_CLOCKWISE = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
