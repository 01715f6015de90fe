"""Time controls, since when clocks run, and when the server was away."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("time", sa.Text))
    op.add_column("tables", sa.Column("began", sa.Float))
    op.create_table(
        "absences",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("since", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "signs",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
