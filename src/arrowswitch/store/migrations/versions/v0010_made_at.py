"""The time at which each event was made, so that events of one day are listed in that order.

It is that of the first entry of the ledger. An older program that runs at the same time does not name the
column: its events are listed as the oldest of their day.
"""

import json
from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_ledger = sa.table("ledger", *(sa.column(name) for name in ("event_id", "seq", "entry")))
_events = sa.table("events", *(sa.column(name) for name in ("event_id", "made_at")))


def upgrade() -> None:
    """Adds the column and fills it from the ledgers."""
    op.add_column("events", sa.Column("made_at", sa.String(40), nullable=False, server_default=""))
    connection = op.get_bind()
    first = sa.select(_ledger.c.event_id, _ledger.c.entry).where(_ledger.c.seq == 1)
    for event_id, entry in connection.execute(first).all():
        mine = sa.update(_events).where(_events.c.event_id == event_id)
        connection.execute(mine.values(made_at=_made_at(entry)))


def _made_at(entry: str) -> str:
    """Returns the time of a ledger entry as the column has it; nothing where the entry cannot be read."""
    try:
        return datetime.fromisoformat(json.loads(entry)["at"]).isoformat(timespec="microseconds")
    except (ValueError, KeyError, TypeError):
        return ""
