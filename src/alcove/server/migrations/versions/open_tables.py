"""Open tables, passwords, mutes and reports; invitations to tables and to the server."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("password", sa.Text))
    op.create_table(
        "openings",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("here", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "admitted",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mutes",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "invitations",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("sender", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("invitations_table", "invitations", ["table_id"])
    op.create_table(
        "blocks",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("blocked", sa.String(64), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "passes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("uses", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "members",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("pass_id", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
