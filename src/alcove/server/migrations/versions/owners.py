"""Which of several servers has a table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("machine", sa.String(64), nullable=False),
        sa.Column("door", sa.Text, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
