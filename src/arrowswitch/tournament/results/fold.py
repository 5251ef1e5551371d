"""The fold of what happened in slots: results, late plays, unusual results that are right."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.alike import made_like
from arrowswitch.tournament.event.folding import Folds, counted, kept, put, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState, TableEntry
from arrowswitch.tournament.results.facts import LatePlaySet, OddAccepted, ResultEntered, ResultRemoved
from arrowswitch.tournament.results.values import PutOff


def settled(state: EventState, result: TableEntry) -> EventState:
    """Returns the state with what stands in a slot now, which is put off no more."""
    put_off = without(state.put_off, result.slot) if result.slot in state.put_off else state.put_off
    return replace(counted(state), results=put(state.results, result.slot, result), put_off=put_off)


def _entered(state: EventState, fact: ResultEntered, entry: LedgerEntry) -> EventState:
    before = state.results.get(fact.slot)
    result = made_like(
        TableEntry,
        fact,
        is_confirmed=fact.is_confirmed or fact.slot.round in state.session(fact.slot.session).closed_rounds,
        revision=0 if before is None else before.revision + 1,
        seq=entry.seq,
    )
    return settled(state, result)


def _removed(state: EventState, fact: ResultRemoved, entry: LedgerEntry) -> EventState:
    return replace(counted(state), results=without(state.results, fact.slot))


def _late_play_set(state: EventState, fact: LatePlaySet, entry: LedgerEntry) -> EventState:
    if not fact.is_put_off:
        return replace(state, put_off=without(state.put_off, fact.slot))
    late = kept(PutOff, fact, entry)
    return replace(state, put_off=put(state.put_off, fact.slot, late))


def _odd_accepted(state: EventState, fact: OddAccepted, entry: LedgerEntry) -> EventState:
    result = state.results.get(fact.slot)
    if result is None:
        return state
    return replace(state, results=put(state.results, fact.slot, replace(result, is_odd_accepted=True)))


FOLDS: Folds = {
    ResultEntered: _entered,
    ResultRemoved: _removed,
    LatePlaySet: _late_play_set,
    OddAccepted: _odd_accepted,
}
