"""The fold of the facts of entries."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.entries.facts import EntryRemoved, EntrySet, NameRemoved
from arrowswitch.tournament.event.folding import Folds, put, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState


def _set(state: EventState, fact: EntrySet, entry: LedgerEntry) -> EventState:
    return replace(state, entries=put(state.entries, fact.entry.entry_id, fact.entry))


def _removed(state: EventState, fact: EntryRemoved, entry: LedgerEntry) -> EventState:
    return replace(state, entries=without(state.entries, fact.entry_id))


def _forgotten(state: EventState, fact: NameRemoved, entry: LedgerEntry) -> EventState:
    """The entries before it no longer have the name: nothing is left to do."""
    return state


FOLDS: Folds = {EntrySet: _set, EntryRemoved: _removed, NameRemoved: _forgotten}
