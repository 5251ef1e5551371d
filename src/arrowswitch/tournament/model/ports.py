"""The tournament's ports: a store, a clock and chance. `bootstrap` connects them to real ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from arrowswitch.core.errors import Problem
from arrowswitch.core.regulations import Regulations
from arrowswitch.tournament.model.club_values.club import ClubRecord
from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.club_values.rulebooks import RulebookRecord
from arrowswitch.tournament.model.club_values.sheets import SheetId, SheetRecord, SheetRow
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.values.people import Player, PlayerId


@dataclass(frozen=True, slots=True)
class EventRow:
    """A row in a list of events that needs no ledger; the store updates it at every append."""

    event_id: EventId
    name: str
    date: str
    phase: str
    entries: int
    version: int


@dataclass(frozen=True, slots=True)
class UnreadRow:
    """A stored row that cannot be read: the problem, its table and key (`sheets/ID`), and its content."""

    problem: Problem
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RewrittenLedger:
    """A ledger from which a person was erased: the summary of its event, all of its entries, and the number of entries
    stored now."""

    row: EventRow
    entries: tuple[LedgerEntry, ...]
    expected: int


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A value stored next to the events (`tournament.club.papers`): its kind, its id, the number of changes, and its
    JSON with the version of its stored form."""

    kind: str
    paper_id: str
    version: int
    form: int
    text: str


@dataclass(frozen=True, slots=True)
class Forgetting:
    """All changes of the store when a person is erased. Everything else stays the same."""

    record: Forgotten
    ledgers: tuple[RewrittenLedger, ...] = ()
    players: tuple[PlayerId, ...] = ()
    sheets: tuple[tuple[SheetRow, SheetRecord], ...] = ()
    rulebooks: tuple[RulebookRecord, ...] = ()
    club: ClubRecord | None = None
    papers: tuple[PaperRow, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerEnd:
    """Where a ledger ends: the number of its last entry, and a mark that another story as long would not have."""

    version: int = 0
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Grown:
    """The entries added to a ledger, and its end afterwards."""

    end: LedgerEnd
    entries: tuple[LedgerEntry, ...]


@dataclass(frozen=True, slots=True)
class DerivedText:
    """A value that was computed from a ledger, as JSON, and the end of the ledger then."""

    end: LedgerEnd
    text: str


class Store(Protocol):
    """Keeps ledgers, the register of players, the master sheets of the workbench, the club's own regulations and
    its settings.

    An append is one transaction: all of it is stored and survives a power cut, or nothing is.
    """

    @property
    def is_shared(self) -> bool:
        """True if other processes write here as well, so that cached data must be read again."""
        ...

    def at_once(self) -> AbstractContextManager[None]:
        """Stores everything from this thread in one transaction: all of it at the end, or nothing after an error or a
        power cut. Reads within the transaction see the new values."""
        ...

    def holding(self, event_id: EventId) -> AbstractContextManager[None]:
        """Keeps other processes from adding to an event's ledger: they wait until the end. Everything that this thread
        stores within is one transaction, as with `at_once`. Does nothing in a store that is not shared."""
        ...

    def events(self) -> tuple[EventRow, ...]:
        """Returns all events, newest date first, and within a day the one that was made last first."""
        ...

    def ledger(self, event_id: EventId, after: int = 0) -> tuple[LedgerEntry, ...]:
        """Returns the ledger entries of an event with a `seq` above `after`; empty for an unknown event.

        Raises Malformed (`store.entry-unread`, `store.entry-newer`, `store.entry-missing`) when it is not whole.
        """
        ...

    def strangers(self, event_id: EventId) -> tuple[int, ...]:
        """Returns the numbers of the ledger entries that something else than this program wrote or changed."""
        ...

    def unread(self) -> tuple[UnreadRow, ...]:
        """Returns the rows outside the ledgers that cannot be read: lists leave them out."""
        ...

    def faults(self) -> tuple[Problem, ...]:
        """Returns the faults of the files of the store: damaged pages (`store.damaged`), entries that were
        acknowledged and are missing (`store.log-cut`, `store.event-cut`). Reads all of them."""
        ...

    def as_it_stands(self, event_id: EventId) -> str:
        """Returns a ledger as text, for what cannot be read: number, form and JSON of an entry on each line."""
        ...

    def since(self, event_id: EventId, end: LedgerEnd) -> Grown | None:
        """Returns the entries added after an end that was read or written; LedgerEnd() for all. Returns None if the
        ledger no longer contains that end, because it was rewritten or removed.

        Raises Malformed as `ledger` does.
        """
        ...

    def watch(self, listener: Callable[[EventId, int], None]) -> Callable[[], None]:
        """Calls `listener` with (event, version), in another thread, after what other processes write, as far as that
        can be heard; returns what ends that."""
        ...

    def append(self, row: EventRow, entries: Sequence[LedgerEntry], expected: int) -> LedgerEnd:
        """Adds `entries` to a ledger whose last `seq` is `expected`, keeps `row` as its summary and returns the end.

        Raises Refused (`store.conflict`) when the ledger has another length, and stores nothing then.
        """
        ...

    def delete(self, event_id: EventId) -> None:
        """Removes an event with its whole ledger."""
        ...

    def players(self) -> tuple[Player, ...]:
        """Returns the register of players, in the order of their reading (kana, then name)."""
        ...

    def player(self, player_id: PlayerId) -> Player | None:
        """Returns one player, or None."""
        ...

    def save_players(self, players: Sequence[Player]) -> None:
        """Adds the players, or replaces those with the same id."""
        ...

    def delete_player(self, player_id: PlayerId) -> None:
        """Removes a player from the register; the names in events stay."""
        ...

    def forgotten(self) -> tuple[Forgotten, ...]:
        """Returns the records of all erased people, in order of time."""
        ...

    def remember(self, records: Sequence[Forgotten]) -> None:
        """Adds another store's records of erased people; records already here stay the same."""
        ...

    def forget(self, forgetting: Forgetting) -> None:
        """Stores all of it in place of what is there, in one transaction; nothing of what was there is left in a file.

        Raises Refused (`store.conflict`) when a ledger has another length than `expected`, and stores nothing then.
        """
        ...

    def is_swept(self) -> bool:
        """True if no trace of forgotten data is left in the files of the store; otherwise `settle` continues."""
        ...

    def sheets(self) -> tuple[SheetRow, ...]:
        """Returns all master sheets of the workbench, the one changed last first."""
        ...

    def sheet(self, sheet_id: SheetId) -> SheetRecord | None:
        """Returns one sheet, or None."""
        ...

    def save_sheet(self, row: SheetRow, record: SheetRecord, expected: int) -> None:
        """Stores a sheet whose stored version is `expected` (0: it is new) and keeps `row` as its summary.

        Raises Refused (`store.conflict`) when the stored version is another, and stores nothing then.
        """
        ...

    def delete_sheet(self, sheet_id: SheetId) -> None:
        """Removes a sheet; the movements in events stay."""
        ...

    def rulebooks(self) -> tuple[RulebookRecord, ...]:
        """Returns the club's own regulations by name."""
        ...

    def save_rulebook(self, record: RulebookRecord, expected: int) -> None:
        """Stores regulations whose stored version is `expected` (0: they are new).

        Raises Refused (`store.conflict`) when the stored version is another, and stores nothing then.
        """
        ...

    def delete_rulebook(self, name: str) -> None:
        """Removes own regulations; the copies in events stay."""
        ...

    def club(self) -> ClubRecord | None:
        """Returns the club's settings; None before the first start is finished."""
        ...

    def save_club(self, record: ClubRecord, expected: int) -> None:
        """Stores the club's settings whose stored version is `expected` (0: there are none).

        Raises Refused (`store.conflict`) when the stored version is another, and stores nothing then.
        """
        ...

    def papers(self, kind: str) -> tuple[PaperRow, ...]:
        """Returns all rows of a kind that are stored next to the events, by id."""
        ...

    def paper_versions(self, kind: str, begins: str) -> Mapping[str, int]:
        """Returns by id the version of each whose id begins so, without reading them."""
        ...

    def paper(self, kind: str, paper_id: str) -> PaperRow | None:
        """Returns one of them, or None."""
        ...

    def save_paper(self, paper: PaperRow, expected: int) -> None:
        """Stores one whose stored version is `expected` (0: it is new).

        Raises Refused (`store.conflict`) when the stored version is another, and stores nothing then.
        """
        ...

    def delete_paper(self, kind: str, paper_id: str) -> None:
        """Removes one of them."""

    def derived_values(self, kind: str) -> Mapping[EventId, DerivedText]:
        """Returns the stored values of a kind by event, of those that this program computed from the ledgers as they
        end now."""
        ...

    def save_derived(self, kind: str, values: Mapping[EventId, DerivedText]) -> None:
        """Stores computed values for later starts, except those of ledgers that have another end by now. The values of
        an event are removed with it, and when its ledger is rewritten."""
        ...

    def link(self, digest: str) -> SecretLink | None:
        """Returns the link whose secret has a digest, or None."""
        ...

    def known_link(self, digest: str) -> SecretLink | None:
        """Returns the link whose secret has a digest, if it is in memory. Returns None if it must be searched."""
        ...

    def link_of(self, kind: LinkKind, subject: str) -> SecretLink | None:
        """Returns the link of a subject, or None."""
        ...

    def linked_subjects(self, kind: LinkKind) -> frozenset[str]:
        """Returns the subjects that have a link of a kind."""
        ...

    def save_link(self, link: SecretLink) -> None:
        """Stores the link of a subject in place of the one that it has."""
        ...

    def delete_link(self, kind: LinkKind, subject: str) -> None:
        """Removes the link of a subject. Those of a person also go when the person is deleted or forgotten, those of an
        event with the event."""
        ...

    def settle(self) -> None:
        """Merges the files next to the database file into it, so that a copy of that file alone is complete."""
        ...

    def close(self) -> None:
        """Lets go of the store's files and connections."""
        ...


class Clock(Protocol):
    """The present time."""

    def now(self) -> datetime:
        """Returns the present time in UTC."""
        ...


class Chance(Protocol):
    """Gives seeds and ids; tests give fixed ones."""

    def seed(self) -> int:
        """Returns a fresh seed for a draw by lot (0 to 2**31 - 1)."""
        ...

    def new_id(self) -> str:
        """Returns a new id that nobody else has."""
        ...


class KnownRegulations(Protocol):
    """The regulations by which events can be played, those of the club included."""

    def names(self) -> tuple[str, ...]:
        """Returns the names of all regulations."""
        ...

    def load(self, name: str) -> Regulations:
        """Returns the regulations of a name; raises NotFound (`rulebook.unknown`)."""
        ...
