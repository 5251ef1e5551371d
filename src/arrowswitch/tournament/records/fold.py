"""The fold of auctions and plays."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds, put, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.records.facts import RecordKept


def _kept(state: EventState, fact: RecordKept, entry: LedgerEntry) -> EventState:
    if fact.record is None:
        return replace(state, records=without(state.records, fact.slot))
    return replace(state, records=put(state.records, fact.slot, fact.record))


FOLDS: Folds = {RecordKept: _kept}
