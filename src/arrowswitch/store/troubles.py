"""Errors of a database, in words that a person can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from alembic.util.exc import CommandError
from sqlalchemy.exc import DatabaseError, OperationalError

from arrowswitch.core.errors import Mistake, NotNow, Refused

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BUSY_STATES = ("55P03", "40P01", "40001", "57014")
_FULL_STATE = "53100"
_DAMAGED_STATES = ("XX001", "XX002")
_AWAY_STATES = ("57P01", "57P02", "57P03")
"""Codes of PostgreSQL's manual, appendix A: locks not to be had, a full disk, damaged data, a server shutting down."""

_SCHEMA_SIGNS = (
    "no such table",
    "no such column",
    "has no column named",
    "already exists",
    "duplicate column name",
    "foreign key mismatch",
    "unsupported file format",
    "malformed",
    "decode to UTF-8",
)
"""Parts of the messages of SQLite about a damaged schema, which have the common error number."""

_PRIMARY = 0xFF
"""The lower byte of an error number of SQLite is its kind, the rest says more about it."""


@contextmanager
def opening(database: str) -> Iterator[None]:
    """Raises errors while a database is opened as Refused: `store.newer` where a newer program has moved its tables on,
    `store.busy`, `store.damaged`, else `store.cannot-open`."""
    try:
        yield
    except CommandError as error:
        raise Refused.of("store.newer", database=database) from error
    except UnicodeDecodeError as error:
        raise _damage(error, database) from error
    except DatabaseError as error:
        if _kind(error) in (*_BUSY, sqlite3.SQLITE_CORRUPT) or _is_of_schema(error):
            raise _mistake(error, database) from error
        raise Refused.of("store.cannot-open", database=database, detail=_error_text(error)) from error
    except OSError as error:
        raise Refused.of("store.cannot-open", database=database, detail=_error_text(error)) from error


@contextmanager
def using(database: str) -> Iterator[None]:
    """Raises errors while a database is read or written: NotNow `store.busy` (another program holds it), `store.full`
    (no space is left), `store.away` (its server cannot be reached), `store.not-stored` (it cannot be written); Refused
    `store.damaged`. Nothing is stored then."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise _damage(error, database) from error
    except DatabaseError as error:
        raise _mistake(error, database) from error


def _damage(error: Exception, database: str) -> Mistake:
    return Refused.of("store.damaged", database=database, detail=_error_text(error))


def _mistake(error: DatabaseError, database: str) -> Mistake:
    kind, state = _kind(error), _state(error)
    if isinstance(error, OperationalError) and kind is None and state is None and not _is_of_sqlite(error):
        return NotNow.of("store.away", database=database, detail=_error_text(error))
    if kind in _BUSY or state in _BUSY_STATES:
        return NotNow.of("store.busy", database=database)
    if kind == sqlite3.SQLITE_FULL or state == _FULL_STATE:
        return NotNow.of("store.full", database=database)
    if kind in _DAMAGED or state in _DAMAGED_STATES or _is_of_schema(error):
        return _damage(error, database)
    return NotNow.of("store.not-stored", database=database, detail=_error_text(error))


def _kind(error: DatabaseError) -> int | None:
    """Returns the number that SQLite has for the kind of an error, None where another database speaks."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY


def _is_of_sqlite(error: DatabaseError) -> bool:
    return isinstance(error.orig, sqlite3.Error)


def _is_of_schema(error: DatabaseError) -> bool:
    """True if SQLite misses a table or column that the migrations make, or cannot decode its text: the statements are
    right, so that the schema of the file is not."""
    return _is_of_sqlite(error) and any(sign in _error_text(error) for sign in _SCHEMA_SIGNS)


def _state(error: DatabaseError) -> str | None:
    """Returns the code that PostgreSQL has for an error, None where it has none or was not reached, or another database
    speaks. A server that shuts down has not been reached."""
    state: str | None = getattr(error.orig, "sqlstate", None)
    return None if state in _AWAY_STATES else state


def _error_text(error: Exception) -> str:
    return str(error.orig if isinstance(error, DatabaseError) else error).splitlines()[0]
