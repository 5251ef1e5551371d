"""The link of each row of a ledger to the row before it.

What is there is chained as it stands. An older program that runs beside does not name the column: its rows have no
link, and the chain begins anew behind them.
"""

import sqlalchemy as sa
from alembic import op

from arrowswitch.tournament.model.chain import links_of

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ledger = sa.table("ledger", *(sa.column(name) for name in ("event_id", "seq", "form", "entry", "link")))


def upgrade() -> None:
    """Adds the column and fills it, one event after another."""
    op.add_column("ledger", sa.Column("link", sa.String(64)))
    connection = op.get_bind()
    events = connection.execute(sa.select(_ledger.c.event_id).distinct()).scalars().all()
    for event_id in events:
        mine = sa.select(_ledger.c.seq, _ledger.c.form, _ledger.c.entry).where(_ledger.c.event_id == event_id)
        rows = [(seq, form, entry) for seq, form, entry in connection.execute(mine.order_by(_ledger.c.seq))]
        of_row = _ledger.c.event_id == sa.bindparam("event"), _ledger.c.seq == sa.bindparam("number")
        links = links_of(event_id, None, rows)
        connection.execute(
            sa.update(_ledger).where(*of_row).values(link=sa.bindparam("found")),
            [{"event": event_id, "number": row[0], "found": link} for row, link in zip(rows, links, strict=True)],
        )
