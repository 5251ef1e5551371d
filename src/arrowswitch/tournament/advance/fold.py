"""The fold of the facts of advance entry."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.advance.eligible import unfit
from arrowswitch.tournament.advance.facts import AdvanceEntrySet, AdvanceTermsSet, EntryAdmitted, FeePaid, FeesMoved
from arrowswitch.tournament.advance.values import Admission, Payment
from arrowswitch.tournament.event.folding import Folds, put
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState


def _terms(state: EventState, fact: AdvanceTermsSet, entry: LedgerEntry) -> EventState:
    return replace(state, advance_terms=fact.terms)


def _entry(state: EventState, fact: AdvanceEntrySet, entry: LedgerEntry) -> EventState:
    """Who is known keeps the place in the order: changing a name loses nobody a turn."""
    return replace(state, advance_entries=put(state.advance_entries, fact.advance.link, fact.advance))


def _paid(state: EventState, fact: FeePaid, entry: LedgerEntry) -> EventState:
    payment = Payment(
        entry_id=fact.entry_id, amount=fact.amount, by=fact.by, note=fact.note, at=entry.at, seq=entry.seq
    )
    return replace(state, payments=(*state.payments, payment))


def _moved(state: EventState, fact: FeesMoved, entry: LedgerEntry) -> EventState:
    moved = (replace(one, entry_id=fact.to) if one.entry_id == fact.entry_id else one for one in state.payments)
    return replace(state, payments=tuple(moved))


def _admitted(state: EventState, fact: EntryAdmitted, entry: LedgerEntry) -> EventState:
    """Covers what did not fit at the time; an entry that was taken back meanwhile leaves nothing to cover."""
    found = state.entries.get(fact.entry_id)
    if found is None:
        return state
    who = entry.stamp.author or entry.stamp.device
    admission = Admission(who, entry.stamp.reason, entry.at, tuple(unfit(state, found)))
    return replace(state, admissions=put(state.admissions, fact.entry_id, admission))


FOLDS: Folds = {
    AdvanceTermsSet: _terms,
    AdvanceEntrySet: _entry,
    FeePaid: _paid,
    FeesMoved: _moved,
    EntryAdmitted: _admitted,
}
