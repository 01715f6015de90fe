"""What was changed from outside, for servers that run."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("tables", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
