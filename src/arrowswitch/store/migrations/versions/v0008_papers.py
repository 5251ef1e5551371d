"""Papers stored in addition to events, each of a kind: data from clubs, awards of other bodies, rules of a season."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "papers",
        sa.Column("kind", sa.String(32), primary_key=True),
        sa.Column("paper_id", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("form", sa.Integer, nullable=False, server_default="1"),
    )
