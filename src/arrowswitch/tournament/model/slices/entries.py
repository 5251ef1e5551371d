"""Entries: commands to enter, correct, join and withdraw, their facts and fold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, put, without
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry, Person


@dataclass(frozen=True, slots=True)
class EntrySet(Fact):
    """An entry was added, or is now as given (names corrected, substitute, withdrawn). Its people play from a session
    on: those who played for it before stay the players of the earlier sessions."""

    entry: Entry
    from_session: SessionNumber = 1
    kind: ClassVar[str] = "entry-set"


@dataclass(frozen=True, slots=True)
class EntryRemoved(Fact):
    """An entry was taken off the list before play."""

    entry_id: EntryId
    kind: ClassVar[str] = "entry-removed"


@dataclass(frozen=True, slots=True)
class NameRemoved(Fact):
    """A person was erased: the name was removed from `entries` entries of the ledger, for good."""

    entries: int
    kind: ClassVar[str] = "name-removed"


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
    """Enter a whole list, all of it or nothing; problems are listed by their line, counted from 1."""

    entries: tuple[AddEntry, ...]


@dataclass(frozen=True, slots=True)
class ChangeEntry(Command):
    """Correct names and numbers, change the wish for a stationary seat, or note a substitute.

    `name` is a team's own, `flight` the one it asks to play in; None leaves it, an empty one takes it away.
    A substitute plays from `from_session` on; 1 corrects the names in all sessions.
    """

    entry_id: EntryId
    people: tuple[Person, ...]
    wants_stationary: bool = False
    note: str = ""
    name: str | None = None
    flight: str | None = None
    from_session: SessionNumber = 1


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


def _set(state: EventState, fact: EntrySet, entry: LedgerEntry) -> EventState:
    changed = replace(state, entries=put(state.entries, fact.entry.entry_id, fact.entry))
    before = state.entries.get(fact.entry.entry_id)
    if before is None or (fact.from_session == 1 and not state.earlier_entries):
        return changed
    return replace(changed, earlier_entries=dict(_earlier(state, fact, before)))


def _earlier(state: EventState, fact: EntrySet, before: Entry) -> Iterator[tuple[tuple[SessionNumber, EntryId], Entry]]:
    """Yields the entries of which other people play in a session than in the newest: those of others as they are, those
    of this entry in the sessions before the fact's, with the names that it corrects."""
    own = fact.entry.entry_id
    yield from ((key, entry) for key, entry in state.earlier_entries.items() if key[1] != own)
    renamed = {old: new for old, new in zip(before.people, fact.entry.people, strict=False) if fact.from_session == 1}
    for session in state.sessions:
        played = state.earlier_entries.get((session, own))
        if played is None and session < fact.from_session:
            played = before
        if played is not None and (fact.from_session == 1 or session < fact.from_session):
            people = tuple(renamed.get(person, person) for person in played.people)
            yield (session, own), replace(fact.entry, people=people)


def _remove_entry(state: EventState, fact: EntryRemoved, entry: LedgerEntry) -> EventState:
    """A removed entry that has paid stays in the state: there is money to refund."""
    gone = state.entries.get(fact.entry_id)
    left = replace(state, entries=without(state.entries, fact.entry_id))
    if gone is None or all(one.entry_id != fact.entry_id for one in state.advance.payments):
        return left
    return replace(left, advance=replace(left.advance, gone=put(state.advance.gone, fact.entry_id, gone)))


def _forgotten(state: EventState, fact: NameRemoved, entry: LedgerEntry) -> EventState:
    """The entries before it no longer have the name: nothing is left to do."""
    return state


FOLDS: Folds = {EntrySet: _set, EntryRemoved: _remove_entry, NameRemoved: _forgotten}
