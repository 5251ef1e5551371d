"""The fee of an entry, its payments, and the way each was paid (manual, line 772)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import Payment
from arrowswitch.tournament.model.values.people import Entry

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class FeeLine:
    """The fee of an entry: what is due, and what was paid for it."""

    due: Fraction
    payments: tuple[Payment, ...]

    @property
    def total_paid(self) -> Fraction:
        return sum((one.amount for one in self.payments), _NOTHING)

    @property
    def left(self) -> Fraction:
        """Returns the amount still to be paid; negative if more was paid than is due."""
        return self.due - self.total_paid


def fee_of_entry(state: EventState, entry: Entry) -> FeeLine:
    """Returns the fee of an entry; for one that waits for a place, or is off the list, nothing is due."""
    terms = state.advance.terms
    fee = _NOTHING if terms is None or terms.fee is None else terms.fee
    due = fee * len(entry.people) if terms is not None and terms.is_fee_each else fee
    if entry.entry_id not in state.entries:
        due = _NOTHING
    return FeeLine(due, tuple(one for one in state.advance.payments if one.entry_id == entry.entry_id))
