"""Commands about advance entry: of the director, and of people by a link of their own.

`link` is the hash of the secret in a person's link (`links.values.digest_of`); the secret itself is kept nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.tournament.advance.values import AdvanceTerms, PaidBy
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.model import Person


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
    """Give somebody who waits a place out of turn, or beyond the limit: the director's own choice."""

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
