"""The version in which the JSON of a row is written.

All existing rows were written in the first one. An older program that runs at the same time does not name the column,
and writes the first one too.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column to every table that holds JSON."""
    for table in ("ledger", "players", "sheets", "rulebooks"):
        op.add_column(table, sa.Column("form", sa.Integer, nullable=False, server_default="1"))
