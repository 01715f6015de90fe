"""What people could have done better in a finished game, in place of a curve; and where a tried game came from."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("accuracy", sa.Text, nullable=False),
        sa.Column("found", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.drop_table("evaluations")
    op.add_column("tables", sa.Column("origin", sa.Text))
