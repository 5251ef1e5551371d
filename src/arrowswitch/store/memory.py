"""The memory twin of the store: the same contract, nothing on disk; for tests, trials and the demonstration."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from copy import copy
from datetime import datetime

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.tournament.model.club_values.club import ClubRecord
from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.club_values.rulebooks import RulebookRecord
from arrowswitch.tournament.model.club_values.sheets import SheetId, SheetRecord, SheetRow
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.ports import DerivedText, EventRow, Forgetting, Grown, LedgerEnd, PaperRow, UnreadRow
from arrowswitch.tournament.model.values.people import Player, PlayerId


class MemoryStore:
    """A store that forgets everything when it is closed."""

    is_shared = False

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rows: dict[EventId, EventRow] = {}
        self._ledgers: dict[EventId, tuple[LedgerEntry, ...]] = {}
        self._rewritten: dict[EventId, int] = {}
        self._players: dict[PlayerId, Player] = {}
        self._sheets: dict[SheetId, tuple[SheetRow, SheetRecord]] = {}
        self._rulebooks: dict[str, RulebookRecord] = {}
        self._club: ClubRecord | None = None
        self._papers: dict[tuple[str, str], PaperRow] = {}
        self._forgotten: dict[str, Forgotten] = {}
        self._links: dict[tuple[LinkKind, str], SecretLink] = {}

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Puts everything back that was stored within when the end is an error."""
        with self._lock:
            before = {name: copy(value) for name, value in vars(self).items() if name != "_lock"}
        try:
            yield
        except BaseException:
            with self._lock:
                vars(self).update(before)
            raise

    def holding(self, event_id: EventId) -> AbstractContextManager[None]:
        """Does nothing: no other process writes here."""
        return nullcontext()

    def events(self) -> tuple[EventRow, ...]:
        """Returns all events, newest date first, and within a day the one that was made last first."""

        def newness(row: EventRow) -> tuple[str, datetime, EventId]:
            return row.date, self._ledgers[row.event_id][0].at, row.event_id

        with self._lock:
            return tuple(sorted(self._rows.values(), key=newness, reverse=True))

    def ledger(self, event_id: EventId, after: int = 0) -> tuple[LedgerEntry, ...]:
        """Returns the ledger entries of an event with a `seq` above `after`."""
        with self._lock:
            return self._ledgers.get(event_id, ())[after:]

    def since(self, event_id: EventId, end: LedgerEnd) -> Grown | None:
        """Returns the entries added after an end; None if the ledger does not contain it."""
        with self._lock:
            ledger = self._ledgers.get(event_id, ())
            mark = self._mark(event_id)
        if end.version and (len(ledger) < end.version or mark != end.mark):
            return None
        return Grown(LedgerEnd(len(ledger), mark) if ledger else LedgerEnd(), ledger[end.version :])

    def watch(self, listener: Callable[[EventId, int], None]) -> Callable[[], None]:
        """Calls nobody: nobody else writes here."""
        return lambda: None

    def strangers(self, event_id: EventId) -> tuple[int, ...]:
        """Returns nothing: nobody else writes here."""
        return ()

    def unread(self) -> tuple[UnreadRow, ...]:
        """Returns nothing: what is kept as it is can be read."""
        return ()

    def faults(self) -> tuple[Problem, ...]:
        """Returns nothing: there is no file."""
        return ()

    def as_it_stands(self, event_id: EventId) -> str:
        """Returns nothing: no ledger here has a text."""
        return ""

    def append(self, row: EventRow, entries: Sequence[LedgerEntry], expected: int) -> LedgerEnd:
        """Adds entries to a ledger of `expected` entries and returns its end; raises Refused (`store.conflict`) if it
        is another."""
        with self._lock:
            ledger = self._ledgers.get(row.event_id, ())
            if len(ledger) != expected:
                raise Refused.of("store.conflict", expected=expected, found=len(ledger))
            self._ledgers[row.event_id] = (*ledger, *entries)
            self._rows[row.event_id] = row
            return LedgerEnd(len(self._ledgers[row.event_id]), self._mark(row.event_id))

    def delete(self, event_id: EventId) -> None:
        """Removes an event with its whole ledger."""
        with self._lock:
            self._rows.pop(event_id, None)
            self._ledgers.pop(event_id, None)
            self._links.pop((LinkKind.EVENT, event_id), None)
            for kind, subject in tuple(self._links):
                if kind is LinkKind.TABLE and subject.startswith(f"{event_id}/"):
                    del self._links[kind, subject]
            self._rewritten[event_id] = self._rewritten.get(event_id, 0) + 1

    def players(self) -> tuple[Player, ...]:
        """Returns the register, in the order of readings."""
        with self._lock:
            return tuple(sorted(self._players.values(), key=lambda p: (p.person.kana or p.person.name, p.player_id)))

    def player(self, player_id: PlayerId) -> Player | None:
        """Returns one player, or None."""
        with self._lock:
            return self._players.get(player_id)

    def save_players(self, players: Sequence[Player]) -> None:
        """Adds or replaces players."""
        with self._lock:
            self._players.update((player.player_id, player) for player in players)

    def delete_player(self, player_id: PlayerId) -> None:
        """Removes a player from the register."""
        with self._lock:
            self._players.pop(player_id, None)
            self._links.pop((LinkKind.PERSON, player_id), None)

    def forgotten(self) -> tuple[Forgotten, ...]:
        """Returns everybody who was forgotten, in the order of the time."""
        with self._lock:
            return tuple(sorted(self._forgotten.values(), key=lambda one: (one.at, one.forgotten_id)))

    def remember(self, records: Sequence[Forgotten]) -> None:
        """Adds people who were forgotten elsewhere."""
        with self._lock:
            self._forgotten = {**{one.forgotten_id: one for one in records}, **self._forgotten}

    def forget(self, forgetting: Forgetting) -> None:
        """Stores everything without a person. Raises Refused (`store.conflict`) if a ledger has another length."""
        with self._lock:
            for ledger in forgetting.ledgers:
                length = len(self._ledgers.get(ledger.row.event_id, ()))
                if length != ledger.expected:
                    raise Refused.of("store.conflict", expected=ledger.expected, found=length)
            for ledger in forgetting.ledgers:
                self._ledgers[ledger.row.event_id] = ledger.entries
                self._rewritten[ledger.row.event_id] = self._rewritten.get(ledger.row.event_id, 0) + 1
                self._rows[ledger.row.event_id] = ledger.row
            for player_id in forgetting.players:
                self._players.pop(player_id, None)
                self._links.pop((LinkKind.PERSON, player_id), None)
            self._sheets.update((record.sheet_id, (row, record)) for row, record in forgetting.sheets)
            self._rulebooks.update((record.name, record) for record in forgetting.rulebooks)
            self._papers.update(((paper.kind, paper.paper_id), paper) for paper in forgetting.papers)
            self._club = forgetting.club or self._club
            self._forgotten[forgetting.record.forgotten_id] = forgetting.record

    def is_swept(self) -> bool:
        """Returns True: there is no file."""
        return True

    def sheets(self) -> tuple[SheetRow, ...]:
        """Returns all sheets, the one changed last first."""
        with self._lock:
            rows = (row for row, _ in self._sheets.values())
            return tuple(sorted(rows, key=lambda row: (row.changed_at, row.sheet_id), reverse=True))

    def sheet(self, sheet_id: SheetId) -> SheetRecord | None:
        """Returns one sheet, or None."""
        with self._lock:
            stored = self._sheets.get(sheet_id)
            return None if stored is None else stored[1]

    def save_sheet(self, row: SheetRow, record: SheetRecord, expected: int) -> None:
        """Stores a sheet whose stored version is `expected`; raises Refused (`store.conflict`) if it is another."""
        with self._lock:
            stored = self._sheets.get(record.sheet_id)
            version = 0 if stored is None else stored[1].version
            if version != expected:
                raise Refused.of("store.conflict", expected=expected, found=version)
            self._sheets[record.sheet_id] = (row, record)

    def delete_sheet(self, sheet_id: SheetId) -> None:
        """Removes a sheet."""
        with self._lock:
            self._sheets.pop(sheet_id, None)

    def rulebooks(self) -> tuple[RulebookRecord, ...]:
        """Returns the club's own regulations by name."""
        with self._lock:
            return tuple(self._rulebooks[name] for name in sorted(self._rulebooks))

    def save_rulebook(self, record: RulebookRecord, expected: int) -> None:
        """Stores regulations whose stored version is `expected`; raises Refused (`store.conflict`) if it is another."""
        with self._lock:
            stored = self._rulebooks.get(record.name)
            version = 0 if stored is None else stored.version
            if version != expected:
                raise Refused.of("store.conflict", expected=expected, found=version)
            self._rulebooks[record.name] = record

    def delete_rulebook(self, name: str) -> None:
        """Removes own regulations."""
        with self._lock:
            self._rulebooks.pop(name, None)

    def club(self) -> ClubRecord | None:
        """Returns the club's settings, or None."""
        with self._lock:
            return self._club

    def save_club(self, record: ClubRecord, expected: int) -> None:
        """Stores settings whose stored version is `expected`; raises Refused (`store.conflict`) if it is another."""
        with self._lock:
            version = 0 if self._club is None else self._club.version
            if version != expected:
                raise Refused.of("store.conflict", expected=expected, found=version)
            self._club = record

    def papers(self, kind: str) -> tuple[PaperRow, ...]:
        """Returns everything of a kind, by id."""
        with self._lock:
            return tuple(self._papers[key] for key in sorted(self._papers) if key[0] == kind)

    def paper_versions(self, kind: str, begins: str) -> Mapping[str, int]:
        """Returns by id the version of each whose id begins so."""
        with self._lock:
            return {
                paper.paper_id: paper.version
                for paper in self._papers.values()
                if paper.kind == kind and paper.paper_id.startswith(begins)
            }

    def paper(self, kind: str, paper_id: str) -> PaperRow | None:
        """Returns one of them, or None."""
        with self._lock:
            return self._papers.get((kind, paper_id))

    def save_paper(self, paper: PaperRow, expected: int) -> None:
        """Stores one whose stored version is `expected`; raises Refused (`store.conflict`) if it is another."""
        with self._lock:
            stored = self._papers.get((paper.kind, paper.paper_id))
            version = 0 if stored is None else stored.version
            if version != expected:
                raise Refused.of("store.conflict", expected=expected, found=version)
            self._papers[paper.kind, paper.paper_id] = paper

    def delete_paper(self, kind: str, paper_id: str) -> None:
        """Removes one of them."""
        with self._lock:
            self._papers.pop((kind, paper_id), None)

    def derived_values(self, kind: str) -> Mapping[EventId, DerivedText]:
        """Returns nothing: there is no later start."""
        return {}

    def save_derived(self, kind: str, values: Mapping[EventId, DerivedText]) -> None:
        """Does nothing: there is no later start."""

    def link(self, digest: str) -> SecretLink | None:
        """Returns the link whose secret has a digest, or None."""
        with self._lock:
            return next((link for link in self._links.values() if link.digest == digest), None)

    def known_link(self, digest: str) -> SecretLink | None:
        """Returns the link whose secret has a digest, or None."""
        return self.link(digest)

    def link_of(self, kind: LinkKind, subject: str) -> SecretLink | None:
        """Returns the link of a subject, or None."""
        with self._lock:
            return self._links.get((kind, subject))

    def linked_subjects(self, kind: LinkKind) -> frozenset[str]:
        """Returns the subjects that have a link of a kind."""
        with self._lock:
            return frozenset(subject for of, subject in self._links if of is kind)

    def save_link(self, link: SecretLink) -> None:
        """Stores a link in place of the one of its subject."""
        with self._lock:
            self._links[link.kind, link.subject] = link

    def delete_link(self, kind: LinkKind, subject: str) -> None:
        """Removes the link of a subject."""
        with self._lock:
            self._links.pop((kind, subject), None)

    def settle(self) -> None:
        """Does nothing: there is no file."""

    def close(self) -> None:
        """Lets go of nothing: there is nothing to let go of."""

    def _mark(self, event_id: EventId) -> str:
        """Returns the mark that distinguishes a ledger from earlier ones under the same event."""
        return str(self._rewritten.get(event_id, 0))
