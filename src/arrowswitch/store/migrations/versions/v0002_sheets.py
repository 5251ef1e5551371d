"""Makes the table of the workbench's master sheets."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "sheets",
        sa.Column("sheet_id", sa.String(64), primary_key=True),
        sa.Column("changed_at", sa.String(40), nullable=False, index=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("row", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
