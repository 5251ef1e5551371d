"""PostgreSQL behind the same store: its settings in addition to those of every database.

Several processes share it. Each looks into the ledger before it answers (`Tournament`), so nothing that is right
depends on the notices here: they only tell pages that something happened elsewhere (LISTEN and NOTIFY).
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, text, update
from sqlalchemy.exc import DatabaseError

from arrowswitch.core.errors import Mistake
from arrowswitch.store.tables import forgotten_table
from arrowswitch.tournament.model.ids import EventId

if TYPE_CHECKING:
    import psycopg

SCHEME = "postgresql"
SHORT_SCHEME = "postgres"
"""How addresses of such databases begin; some tools write the shorter one."""

DRIVER = "postgresql+psycopg"
LOCK_MILLISECONDS = 5000
"""How long a statement waits for a row that another process is writing."""

PATIENCE_SECONDS = 5.0
"""How long notices are waited for before it is looked whether anybody still wants them."""

_CHANNEL = "arrowswitch"
_MIGRATING = 0x4172726F77
"""The number of the lock under which one process at a time moves the schema on: the first letters of the name."""

_WRITTEN_IN_PLACE = ("ledger", "events", "players", "sheets", "rulebooks", "club")
log = logging.getLogger("arrowswitch.store")


def connect_arguments() -> dict[str, str]:
    """Returns the settings of each connection: acknowledged data survives a power cut, and nobody waits for ever."""
    options = f"-c synchronous_commit=on -c lock_timeout={LOCK_MILLISECONDS} -c timezone=UTC"
    return {"options": options, "application_name": "arrowswitch"}


def hold_schema(connection: Connection) -> None:
    """Keeps other processes from moving the schema on until the transaction ends."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATING})


def sweep(engine: Engine) -> bool:
    """Rewrites the tables without forgotten data. Returns True if this could be done.

    Other copies on the server (its log of changes, its own backups) are out of reach.
    """
    try:
        with engine.connect() as connection:
            plain = connection.execution_options(isolation_level="AUTOCOMMIT")
            for table in _WRITTEN_IN_PLACE:
                plain.exec_driver_sql(f"VACUUM FULL {table}")
            plain.execute(update(forgotten_table).values(is_swept=1))
    except DatabaseError as error:
        log.warning("what was forgotten is still in unused parts of the tables: %s", error)
        return False
    return True


class Notices:
    """Notifications between processes on one database: the event with a new entry, and its version."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._driver: Any = engine.dialect.loaded_dbapi
        self._own = secrets.token_hex(8)

    def tell(self, connection: Connection, event_id: EventId, version: int) -> None:
        """Notifies the others once the transaction is committed."""
        payload = f"{self._own} {version} {event_id}"
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": _CHANNEL, "payload": payload})

    def watch(self, listener: Callable[[EventId, int], None], missed: Callable[[], None]) -> Callable[[], None]:
        """Calls `listener` with notices of others, in a thread of its own, and `missed` whenever notices may have been
        missed; returns a function that ends this.

        Listening has begun when it returns, so that a page that is opened afterwards misses nothing.
        """
        stop = threading.Event()
        try:
            line = self._listening()
        except self._driver.Error as error:
            log.warning("notices of other processes are not received yet: %s", error)
            line = None
        arguments = (line, listener, missed, stop)
        thread = threading.Thread(target=self._watch, args=arguments, daemon=True, name="notices")
        thread.start()

        def end() -> None:
            stop.set()
            thread.join(2 * PATIENCE_SECONDS)

        return end

    def _watch(
        self,
        line: psycopg.Connection | None,
        listener: Callable[[EventId, int], None],
        missed: Callable[[], None],
        stop: threading.Event,
    ) -> None:
        while not stop.is_set():
            try:
                if line is None:
                    line = self._listening()
                    missed()
                with line:
                    for event_id, version in self._heard(line, stop):
                        listener(event_id, version)
            except (self._driver.Error, Mistake) as error:
                log.warning("notices of other processes are interrupted: %s", error)
                line = None
                stop.wait(PATIENCE_SECONDS / 5)
        if line is not None:
            line.close()

    def _heard(self, line: psycopg.Connection, stop: threading.Event) -> Iterator[tuple[EventId, int]]:
        """Yields the notices of others on a connection that listens."""
        while not stop.is_set():
            for notice in line.notifies(timeout=PATIENCE_SECONDS / 5, stop_after=1):
                with suppress(ValueError):
                    sender, version, event_id = notice.payload.split(" ", 2)
                    if sender != self._own:
                        yield EventId(event_id), int(version)

    def _listening(self) -> psycopg.Connection:
        """Returns a new connection that listens."""
        line = self._line()
        try:
            line.execute(f"LISTEN {_CHANNEL}")
        except BaseException:
            line.close()
            raise
        return line

    def _line(self) -> psycopg.Connection:
        """Returns a connection of its own, outside the pool, that commits by itself."""
        _, arguments = self._engine.dialect.create_connect_args(self._engine.url)
        line: psycopg.Connection = self._driver.connect(**{**arguments, **connect_arguments()}, autocommit=True)
        return line
