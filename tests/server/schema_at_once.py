"""The newest schema in one go, for the many servers that begin with an empty database.

The first one in a process gets it from all migrations, as every server does. `test_migrations.py` tests these.
"""

from __future__ import annotations

from sqlalchemy import Connection, inspect

from alcove.server.migrations import NEWEST, migrate

_statements: list[str] = []


def migrate_at_once(connection: Connection) -> None:
    if connection.dialect.name != "sqlite" or inspect(connection).get_table_names():
        migrate(connection)
    elif _statements:
        for statement in _statements:
            connection.exec_driver_sql(statement)
    else:
        migrate(connection)
        made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
        _statements.extend(made.scalars())
        _statements.append(f"INSERT INTO alembic_version VALUES ('{NEWEST}')")
