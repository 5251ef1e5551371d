"""Damage of a SQLite file: in its header (before SQLite reads it), its schema, its pages.

The header is that of SQLite's file format, chapter 1.3 (https://www.sqlite.org/fileformat2.html). Leaves out the
content of rows: each is read by itself (`rows`), and ledgers are chained.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.dialects import sqlite

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.store.engines import file_of
from arrowswitch.store.tables import metadata

_MAGIC = b"SQLite format 3\x00"
_LIKE_MAGIC = 12
"""A file with this many of the 16 bytes was a database."""
_HEADER = 100
_FIXED: tuple[tuple[int, bytes], ...] = ((20, b"\0"), (21, b"\x40\x20\x20"), (52, bytes(4)), (64, bytes(4)))
"""The bytes of every database of this program: no reserved space, the fractions of payload, no auto-vacuum."""
_PAGE_SIZES = frozenset((1, *(2**power for power in range(9, 16))))
_MOST_NAMED = 20
"""The number of damaged places that SQLite looks for before it stops."""


def check_header(engine: Engine) -> None:
    """Raises Refused (`store.damaged`) if the header of a database file is not one that SQLite writes. A file that is
    empty or not there passes, and one that never was a database, which SQLite refuses."""
    path = file_of(engine)
    if path is None:
        return
    try:
        with path.open("rb") as stream:
            head = stream.read(4096)
    except OSError:
        return
    place = _damaged_place(head)
    has_journal = Path(f"{path}-journal").exists()
    if place is not None and not has_journal:
        raise Refused.of("store.damaged", database=str(path), detail=f"file header, byte {place}")


def _damaged_place(head: bytes) -> int | None:
    """Returns the number of a byte that is damaged, None without one. The schema format
    and the encoding are 0 as long as a database is empty.

    >>> _damaged_place(b"PK") is None, _damaged_place(_MAGIC.replace(b"f", b"g") + bytes(84))
    (True, 7)
    """
    if not head:
        return None
    alike = sum(one == due for one, due in zip(head, _MAGIC, strict=False))
    if alike < len(_MAGIC):
        if alike < _LIKE_MAGIC and b"CREATE TABLE" not in head:
            return None
        return next(at for at, due in enumerate(_MAGIC) if head[at : at + 1] != bytes((due,)))
    if len(head) < _HEADER:
        return len(head)
    if int.from_bytes(head[16:18], "big") not in _PAGE_SIZES:
        return 16
    for at, allowed in ((18, (1, 2)), (19, (1, 2)), (47, (0, 1, 2, 3, 4)), (59, (0, 1))):
        if head[at] not in allowed:
            return at
    for at in (44, 56):
        if head[at : at + 3] != bytes(3):
            return at
    return next((at for at, due in _FIXED if head[at : at + len(due)] != due), None)


def check_schema(engine: Engine) -> None:
    """Raises Refused (`store.damaged`) if a table or column that the migrations make is not in a SQLite database, or
    two of its tables begin at one page."""
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as connection:
        place = _damaged_table(connection)
    if place:
        raise Refused.of("store.damaged", database=str(engine.url.database), detail=f"schema, {place}")


def _damaged_table(connection: Connection) -> str:
    for table in metadata.sorted_tables:
        rows = connection.exec_driver_sql(f'PRAGMA table_info("{table.name}")').all()
        types = {row.name: row.type for row in rows}
        for column in table.columns:
            due = column.type.compile(dialect=sqlite.dialect())
            if types.get(column.name) != due:
                return f"{table.name}.{column.name}"
    roots = "SELECT name FROM sqlite_master WHERE rootpage > 0 GROUP BY rootpage HAVING count(*) > 1"
    return str(connection.exec_driver_sql(roots).scalar() or "")


def damaged_pages(connection: Connection, database: str) -> tuple[Problem, ...]:
    """Returns the damage that SQLite finds in the pages, indices and references of a database, as one problem;
    nothing where all is whole. Reads all of it."""
    answers = connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST_NAMED})").scalars().all()
    lines = [str(line).strip() for line in "\n".join(map(str, answers)).splitlines()]
    lines = [line for line in lines if line not in ("ok", "") and not line.startswith("***")]
    lines += [
        f"{row[0]}: row {row[1]} refers to a missing row of {row[2]}"
        for row in connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(_MOST_NAMED)
    ]
    if not lines:
        return ()
    return (Problem("store.damaged", {"database": database, "detail": lines[0]}),)
