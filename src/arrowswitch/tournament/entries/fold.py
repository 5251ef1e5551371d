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
    """Who paid and is off the list stays known: there is money to give back."""
    known = state.entries.get(fact.entry_id)
    left = replace(state, entries=without(state.entries, fact.entry_id))
    if known is None or all(one.entry_id != fact.entry_id for one in state.payments):
        return left
    return replace(left, gone_entries=put(state.gone_entries, fact.entry_id, known))


def _forgotten(state: EventState, fact: NameRemoved, entry: LedgerEntry) -> EventState:
    """The entries before it no longer have the name: nothing is left to do."""
    return state


FOLDS: Folds = {EntrySet: _set, EntryRemoved: _removed, NameRemoved: _forgotten}
