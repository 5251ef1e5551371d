"""Places in an event: a section of a session, and a round of it.

Pages, queries and commands take a place as one value, so that a session never travels without its section. It is
written as addresses and sheets name it: `2B` is section B of session 2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, SectionLetter, SessionNumber, TableNumber

_PLACE = re.compile(r"([1-9]\d?)([A-Z])")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A section of a session, which may have no movement yet."""

    session: SessionNumber
    section: SectionLetter

    @classmethod
    def parse(cls, text: str) -> Place:
        """Returns the place that a text names; raises Malformed (`event.place`).

        >>> Place.parse("2B")
        Place(session=2, section='B')
        """
        named = _PLACE.fullmatch(text)
        if named is None:
            raise Malformed.of("event.place", place=text[:10])
        return cls(session=int(named[1]), section=named[2])

    def format(self) -> str:
        """Returns the place as addresses and sheets name it.

        >>> Place(2, "B").format()
        '2B'
        """
        return f"{self.session}{self.section}"

    def at(self, number: RoundNumber) -> RoundPlace:
        """Returns a round of the place."""
        return RoundPlace(self, number)


@dataclass(frozen=True, slots=True, order=True)
class RoundPlace:
    """A round of a section of a session."""

    place: Place
    round: RoundNumber


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a result belongs: session, section, round, table and board."""

    session: SessionNumber
    section: SectionLetter
    round: RoundNumber
    table: TableNumber
    board: BoardNumber

    def __eq__(self, other: object) -> bool:
        """True if both are the same slot. Slots that are compared mostly differ in the board or the table."""
        if self is other:
            return True
        if not isinstance(other, Slot):
            return NotImplemented
        return (
            self.board == other.board
            and self.table == other.table
            and self.round == other.round
            and self.section == other.section
            and self.session == other.session
        )

    @property
    def place(self) -> Place:
        return Place(self.session, self.section)

    @property
    def at(self) -> RoundPlace:
        return RoundPlace(self.place, self.round)
