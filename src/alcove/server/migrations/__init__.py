"""Brings a database to the newest schema. Run at every start; does nothing when there is nothing to do."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

NEWEST = "0001"


def migrate(connection: Connection) -> None:
    if _current(connection) == NEWEST:
        return
    from alembic import command  # slow to import, and needed only now
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _current(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found
