"""Scoring at the tables on players' devices: the permission, and the reports of both sides of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.slips import SlipEntry
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.values.review import ReviewState
from arrowswitch.tournament.model.values.seating import SeatingState


class DeviceUse(StrEnum):
    """The devices that may score an event: none (slips only), one at each table, or those of the players."""

    OFF = "off"
    TABLE = "table"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class TableReport:
    """The report of one side of a table for a board. `is_turned` is True if the pairs sit the other way round than the
    movement has them."""

    entry: SlipEntry
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class DevicesState:
    """The devices of an event. `reports` has the newest report of each side of a table for a board, the newest last,
    whether or not the two agree. `agreed` is the last report on which both sides of a table agreed. `others` has the
    reports of a device that does not hold the table's code, where they differ from those of the table. Differences at
    the boards `settled` were settled by the director or the table."""

    use: DeviceUse = DeviceUse.OFF
    review: ReviewState = field(default_factory=ReviewState)
    reports: Mapping[Slot, Mapping[Side, TableReport]] = field(default_factory=dict, hash=False)
    agreed: Mapping[Slot, TableReport] = field(default_factory=dict, hash=False)
    others: Mapping[Slot, TableReport] = field(default_factory=dict, hash=False)
    settled: frozenset[Slot] = frozenset()
    seating: SeatingState = field(default_factory=SeatingState)
