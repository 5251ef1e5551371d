"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, Text

metadata = MetaData()


def _form_column() -> Column[int]:
    """Returns the column with the version of a row's JSON; the default is the first."""
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
    Column("made_at", String(40), nullable=False, server_default=""),
)

ledger_table = Table(
    "ledger",
    metadata,
    Column("event_id", String(64), ForeignKey("events.event_id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
    _form_column(),
    Column("link", String(64)),
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

forgotten_table = Table(
    "forgotten",
    metadata,
    Column("forgotten_id", String(64), primary_key=True),
    Column("at", String(40), nullable=False, index=True),
    Column("record", Text, nullable=False),
    _form_column(),
    Column("is_swept", Integer, nullable=False, server_default="1"),
)

papers_table = Table(
    "papers",
    metadata,
    Column("kind", String(32), primary_key=True),
    Column("paper_id", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("record", Text, nullable=False),
    _form_column(),
)

links_table = Table(
    "links",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("subject", String(200), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("made_at", String(40), nullable=False),
    Column("secret", Text, nullable=False, server_default=""),
)
