"""The store on SQL: SQLite (one file, write-ahead log) on a club's laptop, through SQLAlchemy.

Ledger entries are rows that are only ever added; each holds the entry as the JSON that the event file holds too. An
append is one transaction with full synchronisation, so that what was acknowledged survives a power cut. Beside every
JSON stands the version of the stored form that it was written in (`form`). The schema is made and moved on by the
migrations beside this module, which also run beside an older program: columns are added, none is taken away.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DatabaseError, IntegrityError

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.club.values import ClubRecord
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import Player, PlayerId
from arrowswitch.tournament.event.ports import EventRow
from arrowswitch.tournament.event.stored.form import StoredForm
from arrowswitch.tournament.event.stored.forms import CLUB, ENTRY, PLAYER, RULEBOOK, SHEET, SHEET_ROW
from arrowswitch.tournament.event.stored.upgrades import VERSION
from arrowswitch.tournament.rulebooks.values import RulebookRecord
from arrowswitch.tournament.sheets.values import SheetId, SheetRecord, SheetRow

metadata = MetaData()
_Value = TypeVar("_Value")


def _form_column() -> Column[int]:
    """Returns the column that tells in which version the JSON of a row is written: the first, where nobody said."""
    return Column("form", Integer, nullable=False, server_default="1")


events_table = Table(
    "events",
    metadata,
    Column("event_id", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("date", String(10), nullable=False, index=True),
    Column("phase", String(16), nullable=False),
    Column("entries", Integer, nullable=False),
    Column("version", Integer, nullable=False),
)

ledger_table = Table(
    "ledger",
    metadata,
    Column("event_id", String(64), ForeignKey("events.event_id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
    _form_column(),
)

players_table = Table(
    "players",
    metadata,
    Column("player_id", String(64), primary_key=True),
    Column("reading", Text, nullable=False, index=True),
    Column("player", Text, nullable=False),
    _form_column(),
)

sheets_table = Table(
    "sheets",
    metadata,
    Column("sheet_id", String(64), primary_key=True),
    Column("changed_at", String(40), nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("row", Text, nullable=False),
    Column("record", Text, nullable=False),
    _form_column(),
)

rulebooks_table = Table(
    "rulebooks",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("record", Text, nullable=False),
    _form_column(),
)

club_table = Table(
    "club",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("record", Text, nullable=False),
    _form_column(),
)
_CLUB = "club"
"""The key of the only row that the table of the club has."""

_MIGRATIONS = Path(__file__).parent / "migrations"


class SqlStore:
    """A store on a SQL database; `url` as SQLAlchemy writes it (`sqlite:///club.db`).

    Opening it moves the schema to the newest form. Raises Refused (`store.cannot-open`) when the file is no database,
    or cannot be written.
    """

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        try:
            migrate(self._engine)
        except (DatabaseError, OSError) as error:
            self._engine.dispose()
            raise Refused.of("store.cannot-open", database=url, detail=str(error).splitlines()[0]) from error

    def events(self) -> tuple[EventRow, ...]:
        """Returns all events, newest date first."""
        newest_first = select(events_table).order_by(events_table.c.date.desc(), events_table.c.event_id.desc())
        with self._engine.connect() as connection:
            return tuple(EventRow(**row) for row in connection.execute(newest_first).mappings())

    def ledger(self, event_id: EventId, after: int = 0) -> tuple[LedgerEntry, ...]:
        """Returns the ledger entries of an event with a `seq` above `after`."""
        mine = ledger_table.c.event_id == event_id, ledger_table.c.seq > after
        wanted = select(ledger_table.c.entry, ledger_table.c.form).where(*mine).order_by(ledger_table.c.seq)
        return self._read(ENTRY, wanted)

    def append(self, row: EventRow, entries: Sequence[LedgerEntry], expected: int) -> None:
        """Adds entries in one transaction; raises Refused (`store.conflict`) when the ledger is not `expected` long."""
        try:
            with self._engine.begin() as connection:
                found = _length(connection, row.event_id)
                if found != expected:
                    raise Refused.of("store.conflict", expected=expected, found=found)
                _save_row(connection, row, is_new=found == 0)
                connection.execute(
                    insert(ledger_table),
                    [_entry_row(row.event_id, entry) for entry in entries],
                )
        except IntegrityError as error:
            raise Refused.of("store.conflict", expected=expected, found=expected + len(entries)) from error

    def delete(self, event_id: EventId) -> None:
        """Removes an event with its whole ledger."""
        with self._engine.begin() as connection:
            connection.execute(delete(ledger_table).where(ledger_table.c.event_id == event_id))
            connection.execute(delete(events_table).where(events_table.c.event_id == event_id))

    def players(self) -> tuple[Player, ...]:
        """Returns the register, in the order of readings."""
        wanted = select(players_table.c.player, players_table.c.form)
        return self._read(PLAYER, wanted.order_by(players_table.c.reading, players_table.c.player_id))

    def player(self, player_id: PlayerId) -> Player | None:
        """Returns one player, or None."""
        wanted = select(players_table.c.player, players_table.c.form).where(players_table.c.player_id == player_id)
        return next(iter(self._read(PLAYER, wanted)), None)

    def save_players(self, players: Sequence[Player]) -> None:
        """Adds or replaces players, all or none."""
        with self._engine.begin() as connection:
            for player in players:
                connection.execute(delete(players_table).where(players_table.c.player_id == player.player_id))
                connection.execute(insert(players_table).values(_player_row(player)))

    def delete_player(self, player_id: PlayerId) -> None:
        """Removes a player from the register."""
        with self._engine.begin() as connection:
            connection.execute(delete(players_table).where(players_table.c.player_id == player_id))

    def sheets(self) -> tuple[SheetRow, ...]:
        """Returns all sheets, the one changed last first."""
        order = sheets_table.c.changed_at.desc(), sheets_table.c.sheet_id.desc()
        return self._read(SHEET_ROW, select(sheets_table.c.row, sheets_table.c.form).order_by(*order))

    def sheet(self, sheet_id: SheetId) -> SheetRecord | None:
        """Returns one sheet, or None."""
        wanted = select(sheets_table.c.record, sheets_table.c.form).where(sheets_table.c.sheet_id == sheet_id)
        return next(iter(self._read(SHEET, wanted)), None)

    def save_sheet(self, row: SheetRow, record: SheetRecord, expected: int) -> None:
        """Stores a sheet in one transaction; raises Refused (`store.conflict`) when the stored version is another."""
        self._save(sheets_table, sheets_table.c.sheet_id == record.sheet_id, _sheet_values(row, record), expected)

    def delete_sheet(self, sheet_id: SheetId) -> None:
        """Removes a sheet."""
        with self._engine.begin() as connection:
            connection.execute(delete(sheets_table).where(sheets_table.c.sheet_id == sheet_id))

    def rulebooks(self) -> tuple[RulebookRecord, ...]:
        """Returns the club's own regulations by name."""
        wanted = select(rulebooks_table.c.record, rulebooks_table.c.form).order_by(rulebooks_table.c.name)
        return self._read(RULEBOOK, wanted)

    def save_rulebook(self, record: RulebookRecord, expected: int) -> None:
        """Stores regulations in one transaction; raises Refused (`store.conflict`) when the version is another."""
        values = {
            "name": record.name,
            "version": record.version,
            "record": RULEBOOK.dump(record),
            "form": VERSION,
        }
        self._save(rulebooks_table, rulebooks_table.c.name == record.name, values, expected)

    def delete_rulebook(self, name: str) -> None:
        """Removes own regulations."""
        with self._engine.begin() as connection:
            connection.execute(delete(rulebooks_table).where(rulebooks_table.c.name == name))

    def club(self) -> ClubRecord | None:
        """Returns the club's settings, or None."""
        return next(iter(self._read(CLUB, select(club_table.c.record, club_table.c.form))), None)

    def save_club(self, record: ClubRecord, expected: int) -> None:
        """Stores settings in one transaction; raises Refused (`store.conflict`) when the version is another."""
        values = {"name": _CLUB, "version": record.version, "record": CLUB.dump(record), "form": VERSION}
        self._save(club_table, club_table.c.name == _CLUB, values, expected)

    def _read(self, form: StoredForm[_Value], wanted: Select[str, int]) -> tuple[_Value, ...]:
        """Returns the values of the rows, each of a JSON text and the version that it was written in."""
        with self._engine.connect() as connection:
            return tuple(form.load(text, version) for text, version in connection.execute(wanted))

    def _save(self, table: Table, mine: ColumnElement[bool], values: Mapping[str, object], expected: int) -> None:
        """Stores one row that has versions in one transaction; raises Refused (`store.conflict`) as its callers."""
        try:
            with self._engine.begin() as connection:
                stored = connection.execute(select(table.c.version).where(mine)).scalar_one_or_none() or 0
                if stored != expected:
                    raise Refused.of("store.conflict", expected=expected, found=stored)
                if expected == 0:
                    connection.execute(insert(table).values(values))
                else:
                    connection.execute(update(table).where(mine).values(values))
        except IntegrityError as error:
            raise Refused.of("store.conflict", expected=expected, found=expected + 1) from error

    def close(self) -> None:
        """Closes all connections."""
        self._engine.dispose()


def migrate(engine: Engine) -> None:
    """Moves the schema of a database to the newest form; makes it in an empty one."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _engine(url: str) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def _length(connection: Connection, event_id: EventId) -> int:
    counted = select(func.coalesce(func.max(ledger_table.c.seq), 0)).where(ledger_table.c.event_id == event_id)
    return int(connection.execute(counted).scalar_one())


def _save_row(connection: Connection, row: EventRow, *, is_new: bool) -> None:
    values = asdict(row)
    if is_new:
        connection.execute(insert(events_table).values(values))
    else:
        connection.execute(update(events_table).where(events_table.c.event_id == row.event_id).values(values))


def _entry_row(event_id: EventId, entry: LedgerEntry) -> dict[str, str | int]:
    return {"event_id": event_id, "seq": entry.seq, "entry": ENTRY.dump(entry), "form": VERSION}


def _player_row(player: Player) -> dict[str, str | int]:
    return {
        "player_id": player.player_id,
        "reading": player.person.kana or player.person.name,
        "player": PLAYER.dump(player),
        "form": VERSION,
    }


def _sheet_values(row: SheetRow, record: SheetRecord) -> dict[str, str | int]:
    return {
        "sheet_id": record.sheet_id,
        "changed_at": row.changed_at.astimezone(UTC).isoformat(timespec="microseconds"),
        "version": record.version,
        "row": SHEET_ROW.dump(row),
        "record": SHEET.dump(record),
        "form": VERSION,
    }
