"""Brings a database to the newest schema. Run at every start; does nothing when there is nothing to do."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

NEWEST = "0010"


class ForeignError(Exception):
    """The database has tables, but none of ours."""


class NewerError(Exception):
    """The database has a schema that this program does not know."""


def migrate(connection: Connection) -> None:
    current = _current(connection)
    if current == NEWEST:
        return
    if current is None and inspect(connection).get_table_names():
        raise ForeignError
    from alembic import command  # slow to import, and needed only now
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    if current is not None and current not in known:
        raise NewerError(current)
    command.upgrade(config, "head")


def _current(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found
