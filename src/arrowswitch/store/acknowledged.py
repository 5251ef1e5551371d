"""The number of the last acknowledged entry of each event, in a second file next to a SQLite database.

SQLite ends its write-ahead log at the first frame that is damaged and reports nothing: entries that were acknowledged
are then missing. The desk therefore writes, after each commit, the event and the number of its last entry into
`NAME.acknowledged`. An entry is on the drive before its number is in the file, so that a number is never too high;
after a power cut it may be too low. Numbers are only needed until the log is in the database (`renew`).

The file belongs to one state of the database: both have a random mark (`PRAGMA user_version`), which changes whenever
the log was copied into the database. If an older copy of the database is put in its place, the marks differ, and
nothing is reported.

One line each, as JSON: the marks first, then `[event, number]`, and `[event, first, last]` for entries that were
missing when a desk was started; these stay until the event is deleted. A last line without its end is left out.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, Engine, func, select

from arrowswitch.core.errors import Problem
from arrowswitch.store.engines import file_of
from arrowswitch.store.tables import ledger_table

SUFFIX = ".acknowledged"
log = logging.getLogger("arrowswitch.store")

Missing = Mapping[str, tuple[int, int]]
"""By event the numbers of the first and the last entry that were acknowledged and are not in the database."""


@dataclass(frozen=True, slots=True)
class _Numbers:
    marks: Sequence[int] = ()
    last: dict[str, int] = field(default_factory=dict)
    missing: dict[str, tuple[int, int]] = field(default_factory=dict)

    def lines(self) -> str:
        rows: list[object] = [list(self.marks)]
        rows += [[event, *numbers] for event, numbers in self.missing.items()]
        rows += [[event, number] for event, number in self.last.items()]
        return "".join(f"{json.dumps(row)}\n" for row in rows)


class AcknowledgedNumbers:
    """The numbers of a database that this process runs a desk on.

    Where the file cannot be written (a drive that is full or gone), numbers are not noted until it can be again.
    """

    def __init__(self, engine: Engine, path: Path) -> None:
        self._engine = engine
        self._path = _path_of(path)
        self._guard = threading.Lock()
        self._is_used = True
        with engine.connect() as connection:
            before = _read(self._path).missing
            events = set(connection.execute(select(ledger_table.c.event_id).where(ledger_table.c.seq == 1)).scalars())
            missing = {
                event: ends
                for event, ends in missing_entries(connection).items()
                if event in events or event not in before  # a whole event that is lost is reported until the next start
            }
            self._mark = _mark_of(connection)
        self._numbers = _Numbers((self._mark,), missing=dict(missing))
        for event, (first, last) in missing.items():
            log.warning("event %s: entries %s to %s were acknowledged and are missing", event, first, last)
        self.renew()

    @property
    def missing(self) -> Missing:
        """The entries that were missing when the desk was started."""
        return dict(self._numbers.missing)

    def note(self, event: str, number: int) -> None:
        """Notes an entry that the database has committed."""
        with self._guard:
            self._is_used = True
            self._numbers.last[event] = number
            with suppress(OSError):
                handle = os.open(self._path, os.O_WRONLY | os.O_APPEND)
                try:
                    os.write(handle, f"{json.dumps([event, number])}\n".encode())
                finally:
                    os.close(handle)

    def remove(self, event: str) -> None:
        """Removes the numbers of an event that is going to be deleted."""
        with self._guard:
            self._numbers.last.pop(event, None)
            self._numbers.missing.pop(event, None)
            self._write()

    def renew(self) -> None:
        """Copies the write-ahead log into the database and removes the numbers that are safe then. Does nothing if no
        number was noted since. Raises DatabaseError."""
        with self._guard:
            if not self._is_used:
                return
            self._is_used = False
            mark = 1 + secrets.randbelow(2**31 - 1)
            before = self._numbers
            self._numbers = _Numbers((self._mark, mark), dict(before.last), before.missing)
            self._write()
            safe = dict(before.last)
        try:
            is_copied = self._copy_log(mark)
        except BaseException:
            self._is_used = True
            raise
        with self._guard:
            if not is_copied:
                self._is_used = True
                return
            self._mark = mark
            later = {event: last for event, last in self._numbers.last.items() if safe.get(event) != last}
            self._numbers = _Numbers((mark,), later, self._numbers.missing)
            self._write()

    def _copy_log(self, mark: int) -> bool:
        with self._engine.connect() as connection:
            plain = connection.execution_options(isolation_level="AUTOCOMMIT")
            plain.exec_driver_sql(f"PRAGMA user_version={mark}")
            busy, length, copied = plain.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
        return not busy and length == copied

    def _write(self) -> None:
        part = self._path.with_name(f"{self._path.name}.part")
        with suppress(OSError):
            private = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(private, "w", encoding="utf-8") as stream:
                stream.write(self._numbers.lines())
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(self._path)


def missing_entries(connection: Connection) -> Missing:
    """Returns the entries that were acknowledged and are not in a database; reads the file next to it. Nothing for a
    database in memory or on a server."""
    path = file_of(connection.engine)
    if path is None:
        return {}
    numbers = _read(_path_of(path))
    if not numbers.marks or _mark_of(connection) not in numbers.marks:
        return {}
    missing = dict(numbers.missing)
    for event, last in numbers.last.items():
        mine = select(func.max(ledger_table.c.seq)).where(ledger_table.c.event_id == event)
        end = connection.execute(mine).scalar() or 0
        if end < last:
            missing[event] = (min(end + 1, missing.get(event, (last, last))[0]), last)
    return missing


def problem_of(event: str, name: str | None, first: int, last: int) -> Problem:
    """Returns that the entries of an event from `first` to `last` are missing; without a name the whole event is."""
    if name is None:
        return Problem("store.event-cut", {"event": event, "last": last})
    numbers = str(first) if first == last else f"{first}–{last}"
    return Problem("store.log-cut", {"name": name, "numbers": numbers})


def _path_of(database: Path) -> Path:
    return database.with_name(f"{database.name}{SUFFIX}")


def _mark_of(connection: Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())


def _read(path: Path) -> _Numbers:
    """Returns the numbers of a file; none where it is not there or damaged."""
    numbers = _Numbers()
    try:
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]
        marks, *rows = [json.loads(line) for line in lines]
        numbers = _Numbers([int(mark) for mark in marks])
        for event, *ends in rows:
            if len(ends) == 1:
                numbers.last[str(event)] = int(ends[0])
            else:
                first, last = map(int, ends)
                numbers.missing[str(event)] = (first, last)
    except (OSError, ValueError, TypeError):
        return _Numbers()
    return numbers
