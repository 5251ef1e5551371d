"""The statements that add entries to a ledger, each made once: building a statement takes longer than running it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache

from sqlalchemy import Connection, bindparam, insert, literal_column, select, update

from arrowswitch.store.tables import events_table, ledger_table
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ports import EventRow

_LAST = (
    select(ledger_table.c.seq, ledger_table.c.link)
    .where(ledger_table.c.event_id == bindparam("mine"))
    .order_by(ledger_table.c.seq.desc())
    .limit(literal_column("1"))
)
_ADDED = insert(ledger_table)
_MOVED = update(events_table).where(events_table.c.event_id == bindparam("mine"))
_COLUMNS = tuple(column.name for column in ledger_table.columns)
ROWS_AT_ONCE = 64
"""Rows of a statement: with five values each they are fewer than the 999 that every SQLite takes."""


def hold(connection: Connection, event_id: EventId) -> None:
    """Lets other processes wait with this event until the transaction ends; SQLite has one writer anyway."""
    connection.execute(select(events_table.c.version).where(events_table.c.event_id == event_id).with_for_update())


def end(connection: Connection, event_id: EventId) -> tuple[int, str | None]:
    """Returns the number and the link of the last entry of a ledger; 0 and None where there is none."""
    row = connection.execute(_LAST, {"mine": event_id}).first()
    return (0, None) if row is None else (row.seq, row.link)


def add_rows(connection: Connection, rows: Sequence[Mapping[str, str | int]]) -> None:
    """Adds rows to a ledger. SQLite gets many in one statement: its driver lets other threads run after each statement,
    and takes one turn for each row otherwise."""
    if connection.dialect.name != "sqlite" or len(rows) == 1:
        connection.execute(_ADDED, rows)
        return
    for start in range(0, len(rows), ROWS_AT_ONCE):
        several = rows[start : start + ROWS_AT_ONCE]
        values = tuple(row[name] for row in several for name in _COLUMNS)
        connection.exec_driver_sql(_added_text(len(several)), values)


@cache
def _added_text(rows: int) -> str:
    values = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT INTO {ledger_table.name} ({', '.join(_COLUMNS)}) VALUES {', '.join([values] * rows)}"


def save_row(connection: Connection, row: EventRow, *, made_at: datetime | None = None) -> None:
    """Stores the summary of an event, with the time at which it was made where it is new."""
    values = {field.name: getattr(row, field.name) for field in fields(row)}
    if made_at is not None:
        text = made_at.astimezone(UTC).isoformat(timespec="microseconds")
        connection.execute(insert(events_table).values(**values, made_at=text))
    else:
        connection.execute(_MOVED, {"mine": row.event_id, **values})
