"""The terms of advance entry to an event, and the payments.

JCBL director's manual 3.3, lines 770-774: whether entry is needed beforehand, conditions and fee are published.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.errors import Problem
from arrowswitch.core.scoring.amounts import money_string
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.values.people import AdvanceEntry, Entry


class PaidBy(StrEnum):
    """The ways in which a fee is paid. Nothing is taken by card."""

    CASH = "cash"
    BANK = "bank"


class AdvanceStanding(StrEnum):
    """The standing of an advance entry: with a place, with a place and looking for a partner, waiting, or off the
    list."""

    PLACE = "place"
    SINGLE = "single"
    WAITING = "waiting"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class AdvanceTerms:
    """The conditions of advance entry.

    `closes_at` is the end of entry, None where it is open until play begins. `most` is how many entries get a place,
    None for all; who comes later waits. `fee` is what a person pays (an entry where `is_fee_each` is false), None where
    nothing is asked beforehand. `most_points` is the highest number of master points with which a player may enter,
    in whole points. `currency` stands behind amounts (円). `bank` says where to pay, `remark` what else is to be known.
    """

    is_open: bool = True
    closes_at: datetime | None = None
    most: int | None = None
    fee: Fraction | None = None
    is_fee_each: bool = True
    needs_number: bool = False
    most_points: int | None = None
    currency: str = ""
    bank: str = ""
    remark: str = ""

    def limit_exceeded(self, points: int) -> int | None:
        """Returns the limit that is exceeded by these hundredths of master points. Returns None if no limit is."""
        return self.most_points if self.most_points is not None and points > self.most_points * 100 else None

    def amount(self, value: Fraction) -> str:
        """Returns an amount as it is written.

        >>> AdvanceTerms(currency="円").amount(Fraction(1500)), AdvanceTerms(currency="EUR").amount(Fraction(25, 2))
        ('1500円', '12.50 EUR')
        """
        joined = " " if self.currency.isascii() else ""
        return f"{money_string(value)}{joined}{self.currency}".strip()


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment for an entry, and its way; a refund is negative. `seq` is its ledger entry."""

    entry_id: EntryId
    amount: Fraction
    by: PaidBy
    note: str = ""
    at: datetime | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Admission:
    """The admission of an entry that does not meet the conditions: its author, time and reason. `covers` lists the
    conditions not met at that time: those added later, by another player or other conditions, are still open."""

    who: str
    why: str
    at: datetime
    covers: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class AdvanceState:
    """The advance entry to an event: its terms (None if none were announced), the entries by link, payments, and
    admissions of entries that do not meet the terms. `gone` are entries that paid and were removed from the list."""

    terms: AdvanceTerms | None = None
    entries: Mapping[str, AdvanceEntry] = field(default_factory=dict, hash=False)
    payments: tuple[Payment, ...] = ()
    gone: Mapping[EntryId, Entry] = field(default_factory=dict, hash=False)
    admissions: Mapping[EntryId, Admission] = field(default_factory=dict, hash=False)
