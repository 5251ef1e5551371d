"""The people who were forgotten: hashes by which an old file is known to speak of them.

`is_swept` is 0 until nothing of what the rows were before is left in the file of the database.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "forgotten",
        sa.Column("forgotten_id", sa.String(64), primary_key=True),
        sa.Column("at", sa.String(40), nullable=False, index=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("form", sa.Integer, nullable=False, server_default="1"),
        sa.Column("is_swept", sa.Integer, nullable=False, server_default="1"),
    )
