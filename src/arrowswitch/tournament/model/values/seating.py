"""The seating check at the start of a round, and the device that sends for a table, pair or player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber, TableNumber
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place, RoundPlace


class SeatTrouble(StrEnum):
    """The trouble with the names on a device: the players are at the wrong table, or a name is wrong."""

    TABLE = "table"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class PersonAt:
    """A person of an entry: `place` counts the people of the entry from 0."""

    entry_id: EntryId
    place: int = 0


@dataclass(frozen=True, slots=True)
class SeatCheck:
    """The seating check of a table in a round. `sides` have confirmed who sits there; `is_turned` is True if the pairs
    sit the other way round than the movement has them. `trouble` is the answer "not us"; for a wrong name
    `wrong_person` is the person on the screen, and `sitting` the player in that seat (None: a person without an
    entry)."""

    sides: tuple[Side, ...] = ()
    is_turned: bool = False
    trouble: SeatTrouble | None = None
    wrong_person: PersonAt | None = None
    sitting: PersonAt | None = None

    @property
    def is_complete(self) -> bool:
        """True once both sides have confirmed and nothing is wrong."""
        return len(self.sides) == len(Side) and self.trouble is None


@dataclass(frozen=True, slots=True, order=True)
class TableAt:
    """A table in a round."""

    at: RoundPlace
    table: TableNumber


@dataclass(frozen=True, slots=True)
class DeviceKey:
    """The owner of a code within its event: a table, or the pair or player with a `number`, and of a team with one
    number the pair of a `side`."""

    place: Place
    table: TableNumber = 0
    number: Number | None = None
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class DeviceHold:
    """The device that sends for a code. `asks` is another device that wants to take over, empty if there is none;
    `denied` is the last one that the director did not allow."""

    device: str
    asks: str = ""
    denied: str = ""


@dataclass(frozen=True, slots=True)
class SeatingState:
    """The seating checks and the devices of an event. `is_on` is True if devices ask for the check. `begun` has the
    newest round that the owner of a code began on a device."""

    is_on: bool = False
    checks: Mapping[TableAt, SeatCheck] = field(default_factory=dict, hash=False)
    holds: Mapping[DeviceKey, DeviceHold] = field(default_factory=dict, hash=False)
    begun: Mapping[DeviceKey, RoundNumber] = field(default_factory=dict, hash=False)
