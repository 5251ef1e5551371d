"""What happened to the advance entry of an event."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from arrowswitch.tournament.advance.values import AdvanceTerms, PaidBy
from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import AdvanceEntry


@dataclass(frozen=True, slots=True)
class AdvanceTermsSet(Fact):
    """Advance entry is open, or closed, under these conditions."""

    terms: AdvanceTerms
    kind: ClassVar[str] = "advance-terms-set"


@dataclass(frozen=True, slots=True)
class AdvanceEntrySet(Fact):
    """Somebody entered in advance, or is now as given: waiting, moved up, joined with a partner, off the list."""

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
    """What was paid for an entry counts for another one: two single players became a pair."""

    entry_id: EntryId
    to: EntryId
    kind: ClassVar[str] = "fees-moved"


@dataclass(frozen=True, slots=True)
class EntryAdmitted(Fact):
    """An entry plays although it does not fit the conditions; who says so and why is in the stamp."""

    entry_id: EntryId
    kind: ClassVar[str] = "entry-admitted"
