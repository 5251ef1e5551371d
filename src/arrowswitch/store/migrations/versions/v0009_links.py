"""The links with a secret: whose each is, and the hash by which its secret is known again."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "links",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("subject", sa.String(200), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("made_at", sa.String(40), nullable=False),
        sa.Column("secret", sa.Text, nullable=False, server_default=""),
    )
