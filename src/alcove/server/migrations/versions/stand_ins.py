"""The level of the bots that take over when somebody leaves."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("stand_in", sa.Integer, nullable=False, server_default="3"))
