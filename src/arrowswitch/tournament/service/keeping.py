"""Backups that make themselves: after the end of a session, at a publication, at intervals while something changed, and
when the program ends; into a folder that the director chose, a USB stick as a rule.

Nothing here stops anybody: what does not work stands in `trouble` until it works again, and the desk shows it. A tick
looks and asks; a missed or doubled one does no harm.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from arrowswitch.core.errors import Mistake, NotFound, Problem
from arrowswitch.tournament.model.club_values.club import BackupPlan
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.publication import Published
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.service import archive
from arrowswitch.tournament.service.service import Tournament

TICK_SECONDS = 15.0
RETRY = timedelta(minutes=1)
"""After a backup that failed nothing is packed again for so long."""
NAME = "arrowswitch-%Y-%m-%d-%H%M%S.zip"
_ENDED = (Phase.COMPLETE, Phase.PUBLISHED, Phase.FINAL)
log = logging.getLogger("arrowswitch.backup")


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup in the folder: its name, its size in bytes, and when it was made, in the time of the club."""

    name: str
    size: int
    made_at: datetime


class Shelf(Protocol):
    """Keeps files in folders of this computer. All methods raise Refused (`backup.no-folder`, `backup.cannot-write`,
    `backup.full`, `backup.failed`, each with the folder) when the folder does not serve.
    """

    def places(self) -> tuple[str, ...]:
        """Returns folders that may be meant: sticks and drives that are plugged in."""
        ...

    def prepare(self, folder: str) -> None:
        """Makes a folder where only its last part is missing, and tries whether it can be written."""
        ...

    def names(self, folder: str) -> tuple[tuple[str, int], ...]:
        """Returns the names and sizes of the files in a folder."""
        ...

    def save(self, folder: str, name: str, content: bytes) -> None:
        """Writes a file whole or not at all."""
        ...

    def read(self, folder: str, name: str) -> bytes:
        """Returns the content of a file."""
        ...

    def delete(self, folder: str, name: str) -> None:
        """Removes a file."""
        ...


class BackupKeeper:
    """Makes the backups of a tournament by the club's plan. `local_now` is the time at the club."""

    def __init__(self, tournament: Tournament, shelf: Shelf, local_now: Callable[[], datetime]) -> None:
        self.shelf = shelf
        self.trouble: Problem | None = None
        self._unread: Problem | None = None
        self._tournament = tournament
        self._local_now = local_now
        self._lock = threading.RLock()
        self._saved = self._fingerprint()
        self._phases = self._phases_now()
        self._is_published = False
        tournament.subscribe(self._note)
        self._made_at = local_now()
        self._failed_at: datetime | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def plan(self) -> BackupPlan:
        """Returns where and when backups are saved."""
        return self._tournament.club.settings.backups

    def files(self) -> tuple[BackupFile, ...]:
        """Returns the backups in the folder, newest first; nothing where none is chosen or it is not there now."""
        if not self.plan.folder:
            return ()
        try:
            names = self.shelf.names(self.plan.folder)
        except Mistake:
            return ()
        dated = ((name, size, made_at(name)) for name, size in names)
        files = (BackupFile(name, size, at) for name, size, at in dated if at is not None)
        return tuple(sorted(files, key=lambda file: file.name, reverse=True))

    def read(self, name: str) -> bytes:
        """Returns a backup of the folder; raises NotFound (`backup.unknown`), and Refused as the shelf does."""
        if all(file.name != name for file in self.files()):
            raise NotFound.of("backup.unknown", name=name[:80])
        return self.shelf.read(self.plan.folder, name)

    def make(self) -> str:
        """Makes a backup now and returns its name; raises Refused when the folder does not serve."""
        with self._lock:
            now, plan = self._local_now(), self.plan
            name = now.strftime(NAME)
            print_ = self._fingerprint()
            try:
                self.shelf.names(plan.folder)
                backup = archive.pack(self._tournament)
                self.shelf.save(plan.folder, name, backup.content)
            except Mistake as mistake:
                self.trouble, self._failed_at = _plain(mistake), now
                raise
            self._unread = next(iter(backup.unread), None)
            self.trouble, self._failed_at = self._unread, None
            self._saved, self._made_at = print_, now
            self._prune(plan)
            return name

    def restore(
        self, name: str, stamp: Stamp, look: Callable[[bytes], archive.LookedThrough] = archive.looked_through
    ) -> tuple[archive.Restored, str]:
        """Brings a backup of the folder back, after the present state was backed up; returns the name of that backup.

        `look` returns which events of it can come in. Raises NotFound, Refused and Malformed,
        and has changed nothing then.
        """
        packed = self.read(name)
        with self._lock:
            before = self.make()
            return archive.restore(self._tournament, packed, stamp, look(packed)), before

    def tick(self) -> None:
        """Makes a backup if one is due; a failure is in `trouble`. Every call leaves the database file whole, for
        copies of that file."""
        with suppress(Mistake):
            self._tournament.store.settle()
        with self._lock:
            plan, now = self.plan, self._local_now()
            if not plan.is_on:
                self.trouble = None
                return
            try:
                self.shelf.names(plan.folder)
                if self._is_due(plan, now):
                    self.make()
                elif self._failed_at is None:
                    self.trouble = self._unread
            except Mistake as mistake:
                self.trouble = _plain(mistake)

    def start(self) -> None:
        """Begins to look, in a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends looking, and makes a last backup of what changed since the newest one."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=30)
        if self.plan.is_on and self._fingerprint() != self._saved:
            try:
                self.make()
            except Mistake as mistake:
                log.warning("no backup at the end: %s", mistake)

    def _run(self) -> None:
        while not self._stop.wait(TICK_SECONDS):
            try:
                self.tick()
            except Exception:
                log.exception("a backup failed")
                self.trouble = Problem("backup.failed", {"folder": self.plan.folder, "detail": "-"})

    def _is_due(self, plan: BackupPlan, now: datetime) -> bool:
        """True if a session or an event ended since the last check, or the interval is over and something changed."""
        before, self._phases = self._phases, self._phases_now()
        is_published, self._is_published = self._is_published, False
        ended = is_published or any(
            phase in _ENDED and before.get(event) != phase for event, phase in self._phases.items()
        )
        if self._failed_at is not None:
            return now - self._failed_at >= RETRY
        is_time = now - self._made_at >= timedelta(minutes=plan.minutes)
        return ended or (is_time and self._fingerprint() != self._saved)

    def _note(self, event_id: EventId, version: int) -> None:
        """Notes a publication, of a session too, from the newest entry of the event's ledger."""
        newest = self._tournament.ledger(event_id)[-1]
        if any(isinstance(fact, Published) for fact in newest.facts):
            self._is_published = True

    def _phases_now(self) -> Mapping[EventId, str]:
        return {row.event_id: row.phase for row in self._tournament.events()}

    def _fingerprint(self) -> str:
        """Returns a short text that is another when anything that a backup holds is another."""
        store = self._tournament.store
        rules = [(one.name, one.version) for one in store.rulebooks()]
        parts = (store.events(), store.players(), store.sheets(), rules, self._tournament.club.version)
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    def _prune(self, plan: BackupPlan) -> None:
        for file in self.files()[plan.kept :]:
            try:
                self.shelf.delete(plan.folder, file.name)
            except Mistake as mistake:
                log.warning("an old backup stays: %s", mistake)


def _plain(mistake: Mistake) -> Problem:
    """Returns the problem without the form field to which it belongs elsewhere."""
    return replace(mistake.problems[0], where="")


def made_at(name: str) -> datetime | None:
    """Returns when a backup of this name was made, None for files that are none of ours.

    >>> made_at("arrowswitch-2026-11-21-190005.zip"), made_at("holiday.zip")
    (datetime.datetime(2026, 11, 21, 19, 0, 5), None)
    """
    try:
        moment = datetime.strptime(name, NAME)
    except ValueError:
        return None
    return moment if moment.strftime(NAME) == name else None
