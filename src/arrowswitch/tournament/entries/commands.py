"""Commands about who takes part: entering, correcting, joining, withdrawing."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.model import Person


@dataclass(frozen=True, slots=True)
class AddEntry(Command):
    """Enter a pair, a single player who looks for a partner, or a team, which may have a name of its own; `flight`
    is the one it asks to play in, empty where points decide. `handicap` is the entry's own; None: the mean of its
    people's."""

    people: tuple[Person, ...]
    wants_stationary: bool = False
    note: str = ""
    name: str = ""
    flight: str = ""
    handicap: Fraction | None = None


@dataclass(frozen=True, slots=True)
class AddEntries(Command):
    """Enter a whole list, all of it or nothing; what is wrong is told by its line, counted from 1."""

    entries: tuple[AddEntry, ...]


@dataclass(frozen=True, slots=True)
class ChangeEntry(Command):
    """Correct names and numbers, change the wish for a stationary seat, or note a substitute.

    `name` is a team's own, `flight` the one it asks to play in; None leaves it, an empty one takes it away.
    """

    entry_id: EntryId
    people: tuple[Person, ...]
    wants_stationary: bool = False
    note: str = ""
    name: str | None = None
    flight: str | None = None


@dataclass(frozen=True, slots=True)
class SetHandicap(Command):
    """Give an entry a handicap of its own; None: the mean of its people's."""

    entry_id: EntryId
    handicap: Fraction | None


@dataclass(frozen=True, slots=True)
class RemoveEntry(Command):
    """Take an entry off the list (before play)."""

    entry_id: EntryId


@dataclass(frozen=True, slots=True)
class JoinSingles(Command):
    """Make one pair of two single players."""

    first: EntryId
    second: EntryId


@dataclass(frozen=True, slots=True)
class DrawPartners(Command):
    """Make pairs of the single players by lot; an odd one stays single."""

    seed: int | None = None


@dataclass(frozen=True, slots=True)
class WithdrawEntry(Command):
    """An entry leaves during play; what it played stays until the director rules on it."""

    entry_id: EntryId
