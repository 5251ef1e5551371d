"""Nothing of what was forgotten is left in the files of a database: what SQLite leaves in pages that it no longer uses,
and in the write-ahead log, is overwritten.

`VACUUM` rewrites the whole file, and the log is emptied after it. Both wait for readers; if the wait was too long it is
tried again later (`SqlStore.settle`, and when the store is opened).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import DatabaseError

from arrowswitch.store.tables import forgotten_table
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.stored.forms import FORGOTTEN
from arrowswitch.tournament.model.stored.upgrades import VERSION

_WAIT_MILLISECONDS = 500
log = logging.getLogger("arrowswitch.store")


def remember(connection: Connection, records: Sequence[Forgotten]) -> None:
    """Adds forgotten people; those already stored are unchanged."""
    stored_ids = frozenset(connection.execute(select(forgotten_table.c.forgotten_id)).scalars())
    for record in records:
        if record.forgotten_id not in stored_ids:
            values = {
                "forgotten_id": record.forgotten_id,
                "at": record.at.astimezone(UTC).isoformat(timespec="microseconds"),
                "record": FORGOTTEN.dump(record),
                "form": VERSION,
            }
            connection.execute(insert(forgotten_table).values(values))


def mark_unswept(connection: Connection) -> None:
    """Notes that the files still have what was forgotten; one that is killed now sweeps when it is opened again."""
    connection.execute(update(forgotten_table).values(is_swept=0))


def sweep(engine: Engine) -> bool:
    """Rewrites the file of a SQLite database and empties its write-ahead log. Returns True if both could be done. It
    waits only a moment for readers."""
    try:
        with engine.connect() as connection:
            plain = connection.execution_options(isolation_level="AUTOCOMMIT")
            waited = plain.exec_driver_sql("PRAGMA busy_timeout").scalar()
            plain.exec_driver_sql(f"PRAGMA busy_timeout={_WAIT_MILLISECONDS}")
            try:
                plain.exec_driver_sql("VACUUM")
                busy = plain.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
            finally:
                plain.exec_driver_sql(f"PRAGMA busy_timeout={waited}")
            if busy:
                return False
            plain.execute(update(forgotten_table).values(is_swept=1))
    except DatabaseError as error:
        log.warning("what was forgotten is still in unused parts of the file: %s", error)
        return False
    return True
