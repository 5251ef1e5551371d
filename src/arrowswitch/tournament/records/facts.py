"""The auction and the play of a board at a table were kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.core.game.records import TableRecord
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.places import Slot


@dataclass(frozen=True, slots=True)
class RecordKept(Fact):
    """This was called and played in a slot; None: nothing is known of it any more."""

    slot: Slot
    record: TableRecord | None
    kind: ClassVar[str] = "record-kept"
