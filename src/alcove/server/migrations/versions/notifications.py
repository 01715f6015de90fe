"""Channels on which people are told of their games, what they want to hear, and what is owed to them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("why", sa.String(16)),
        sa.Column("code", sa.String(64)),
        sa.Column("code_until", sa.Float, nullable=False),
        sa.Column("guesses", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("rests_until", sa.Float, nullable=False),
        sa.Column("busy_until", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("channels_holder", "channels", ["holder"])
    op.create_index("channels_digest", "channels", ["digest"])
    op.create_index("channels_changed", "channels", ["changed"])
    op.create_table(
        "notification_wishes",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "owed",
        sa.Column("channel", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("event", sa.String(8), primary_key=True),
        sa.Column("mark", sa.BigInteger, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("sent", sa.Float),
        sqlite_with_rowid=False,
    )
    op.create_index("owed_due", "owed", ["sent", "due"])
    op.create_index("owed_table", "owed", ["table_id"])
    op.create_table(
        "push_keys",
        sa.Column("name", sa.String(8), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
