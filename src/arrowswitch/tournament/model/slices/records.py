"""Auctions and plays at the tables: the command, the fact and the fold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.core.game.records import TableRecord
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, put, without
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState


@dataclass(frozen=True, slots=True)
class RecordKept(Fact):
    """This was called and played in a slot; None: nothing is known of it any more."""

    slot: Slot
    record: TableRecord | None
    kind: ClassVar[str] = "record-kept"


@dataclass(frozen=True, slots=True)
class KeepRecords(Command):
    """Keep what was called and played in slots; None takes away what is known of one."""

    records: tuple[tuple[Slot, TableRecord | None], ...]


def _set_record(state: EventState, fact: RecordKept, entry: LedgerEntry) -> EventState:
    if fact.record is None:
        return replace(state, deals=replace(state.deals, records=without(state.deals.records, fact.slot)))
    return replace(state, deals=replace(state.deals, records=put(state.deals.records, fact.slot, fact.record)))


FOLDS: Folds = {RecordKept: _set_record}
