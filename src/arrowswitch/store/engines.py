"""The engine of a database: its address, how a connection begins, and the schema moved on to the newest form."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from arrowswitch.core.errors import Refused
from arrowswitch.store import postgres

BUSY_MILLISECONDS = 5000
"""How long a statement waits for another program that writes."""

_MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(engine: Engine) -> None:
    """Moves the schema of a database to the newest form; makes it in an empty one. All of it is one transaction: after
    a kill the schema is the old one or the new one. The file of an older program is first copied (`copy_before`)."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    with engine.connect() as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
    if revision == _newest_revision(config):
        return
    path = file_of(engine)
    if path is not None and revision in _revisions(config):
        _copy_database(path, copy_before(path, revision or ""))
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python begins none for changes of a schema
        if engine.dialect.name == postgres.SCHEME:
            postgres.hold_schema(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _newest_revision(config: Config) -> str | None:
    return ScriptDirectory.from_config(config).get_current_head()


def _revisions(config: Config) -> set[str]:
    return {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}


def copy_before(database: Path, revision: str) -> Path:
    """Returns the copy of a database as it is saved before an upgrade, by the revision of its schema.

    >>> copy_before(Path("club.db"), "0003").name
    'club.before-upgrade-0003.db'
    """
    return database.with_name(f"{database.stem}.before-upgrade-{revision}{database.suffix}")


def _copy_database(database: Path, copy: Path) -> None:
    """Copies a database into a file that only its owner can read. An existing copy is of an upgrade that was stopped,
    and is replaced."""
    part = copy.with_name(f"{copy.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
    part.replace(copy)


def engine_of(url: str) -> Engine:
    """Returns the engine of an address; raises Refused (`store.unknown-kind`) for another sort of database."""
    try:
        address = make_url(url)
        kind = address.get_backend_name()
    except (ArgumentError, ValueError) as error:
        raise Refused.of("store.unknown-kind", kind=url.partition(":")[0][:20]) from error
    if kind in (postgres.SCHEME, postgres.SHORT_SCHEME):
        arguments = postgres.connect_arguments()
        return create_engine(
            address.set(drivername=postgres.DRIVER),
            pool_pre_ping=True,
            connect_args=arguments,
            hide_parameters=True,
        )
    if kind != "sqlite":
        raise Refused.of("store.unknown-kind", kind=kind[:20])
    engine = create_engine(address, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def file_of(engine: Engine) -> Path | None:
    """Returns the file of a SQLite database, None for one in memory or on a server."""
    is_file = engine.dialect.name == "sqlite" and engine.url.database not in (None, "", ":memory:")
    return Path(str(engine.url.database)) if is_file else None


def make_private(engine: Engine) -> None:
    """Makes the file of a new SQLite database so that no other user of the computer can read it; its write-ahead log
    gets the rights of the file."""
    path = file_of(engine)
    if path is not None:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


_decoded = partial(str, encoding="utf-8", errors="replace")
"""A text with a damaged letter is read, and found by its chain: only its own row is damaged."""


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.text_factory = _decoded
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    cursor.close()
