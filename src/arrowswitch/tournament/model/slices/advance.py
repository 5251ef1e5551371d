"""Advance entry: commands of the director and of players by link, their facts and fold.

`link` is the hash of the secret in a person's link (`links.values.digest_of`); the secret itself is kept nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.eligibility import unfit
from arrowswitch.tournament.model.folding import Folds, put
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import Admission, AdvanceTerms, PaidBy, Payment
from arrowswitch.tournament.model.values.people import AdvanceEntry, Person


@dataclass(frozen=True, slots=True)
class AdvanceTermsSet(Fact):
    """Advance entry is open, or closed, under these conditions."""

    terms: AdvanceTerms
    kind: ClassVar[str] = "advance-terms-set"


@dataclass(frozen=True, slots=True)
class AdvanceEntrySet(Fact):
    """An advance entry was made or changed: waiting, moved up, joined with a partner, off the list."""

    advance: AdvanceEntry
    kind: ClassVar[str] = "advance-entry-set"


@dataclass(frozen=True, slots=True)
class FeePaid(Fact):
    """A fee was paid, or given back."""

    entry_id: EntryId
    amount: Fraction
    by: PaidBy
    note: str = ""
    kind: ClassVar[str] = "fee-paid"


@dataclass(frozen=True, slots=True)
class FeesMoved(Fact):
    """The payments of an entry count for another one: two single players became a pair."""

    entry_id: EntryId
    to: EntryId
    kind: ClassVar[str] = "fees-moved"


@dataclass(frozen=True, slots=True)
class EntryAdmitted(Fact):
    """An entry plays although it does not fit the conditions; who says so and why is in the stamp."""

    entry_id: EntryId
    kind: ClassVar[str] = "entry-admitted"


@dataclass(frozen=True, slots=True)
class SetAdvanceTerms(Command):
    """Open advance entry, change its conditions, or close it."""

    terms: AdvanceTerms


@dataclass(frozen=True, slots=True)
class EnterInAdvance(Command):
    """Enter a pair, a team or a single player; who finds no place waits for one."""

    link: str
    people: tuple[Person, ...]
    note: str = ""
    name: str = ""
    flight: str = ""


@dataclass(frozen=True, slots=True)
class ChangeAdvanceEntry(Command):
    """Correct what was entered by a link, or add a partner or members; of a pair that was joined of two single players
    only the own name."""

    link: str
    people: tuple[Person, ...]
    note: str = ""
    name: str = ""
    flight: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawAdvanceEntry(Command):
    """Take what was entered by a link off the list, or off the waiting list."""

    link: str


@dataclass(frozen=True, slots=True)
class AskPartner(Command):
    """A single player asks another one whether they will play together; None takes the question back."""

    link: str
    entry_id: EntryId | None


@dataclass(frozen=True, slots=True)
class AcceptPartner(Command):
    """A single player agrees to play with one who asked."""

    link: str
    entry_id: EntryId


@dataclass(frozen=True, slots=True)
class GivePlace(Command):
    """Give a waiting entry a place out of turn, or beyond the limit: the director's own choice."""

    link: str


@dataclass(frozen=True, slots=True)
class NotePayment(Command):
    """Note that a fee was paid; an amount below nothing was given back."""

    entry_id: EntryId
    amount: Fraction
    by: PaidBy
    note: str = ""


@dataclass(frozen=True, slots=True)
class AdmitEntry(Command):
    """Let an entry play that does not fit the conditions, for the reason that the command gives."""

    entry_id: EntryId


def _terms(state: EventState, fact: AdvanceTermsSet, entry: LedgerEntry) -> EventState:
    return replace(state, advance=replace(state.advance, terms=fact.terms))


def _entry(state: EventState, fact: AdvanceEntrySet, entry: LedgerEntry) -> EventState:
    """A changed entry stays at its place in the order: a new name costs no turn."""
    return replace(
        state, advance=replace(state.advance, entries=put(state.advance.entries, fact.advance.link, fact.advance))
    )


def _add_payment(state: EventState, fact: FeePaid, entry: LedgerEntry) -> EventState:
    payment = Payment(
        entry_id=fact.entry_id, amount=fact.amount, by=fact.by, note=fact.note, at=entry.at, seq=entry.seq
    )
    return replace(state, advance=replace(state.advance, payments=(*state.advance.payments, payment)))


def _move_payments(state: EventState, fact: FeesMoved, entry: LedgerEntry) -> EventState:
    moved = (replace(one, entry_id=fact.to) if one.entry_id == fact.entry_id else one for one in state.advance.payments)
    return replace(state, advance=replace(state.advance, payments=tuple(moved)))


def _admit_entry(state: EventState, fact: EntryAdmitted, entry: LedgerEntry) -> EventState:
    """Covers the conditions not met at the time. An entry that was removed meanwhile needs no cover."""
    admitted = state.entries.get(fact.entry_id)
    if admitted is None:
        return state
    who = entry.stamp.author or entry.stamp.device
    admission = Admission(who, entry.stamp.reason, entry.at, tuple(unfit(state, admitted)))
    return replace(
        state, advance=replace(state.advance, admissions=put(state.advance.admissions, fact.entry_id, admission))
    )


FOLDS: Folds = {
    AdvanceTermsSet: _terms,
    AdvanceEntrySet: _entry,
    FeePaid: _add_payment,
    FeesMoved: _move_payments,
    EntryAdmitted: _admit_entry,
}
