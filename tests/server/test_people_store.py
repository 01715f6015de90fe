"""Whoever becomes somebody else becomes it in every table that names people."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Connection, Float, Integer, LargeBinary, create_engine, insert, select

from alcove.server import schema
from alcove.server.people_store import moving
from alcove.server.writer import Filled

BEFORE, AFTER = "b" * 64, "a" * 64
NAMED = [one for table in schema.metadata.sorted_tables for one in table.c if one.name in schema.NAME_HOLDERS]


def some_value(column: Column[Any], number: int) -> Any:
    if isinstance(column.type, Integer | Float):
        return number
    return b"" if isinstance(column.type, LargeBinary) else f"{number}"


def add(connection: Connection, column: Column[Any], holder: str, number: int) -> None:
    values = {one.name: some_value(one, number) for one in column.table.c}
    connection.execute(insert(column.table).values(**values | {column.name: holder}))


def move(connection: Connection) -> None:
    for statement in moving(BEFORE, AFTER):
        if isinstance(statement, Filled):
            connection.execute(*statement)
        else:
            connection.execute(statement)  # type: ignore[arg-type]


def test_everything_that_names_somebody_is_moved_and_doubles_nothing() -> None:
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.begin() as connection:
        for column in NAMED:
            add(connection, column, BEFORE, 1)
            if column.primary_key:
                add(connection, column, AFTER, 1)  # the same for both
        move(connection)
        for column in NAMED:
            assert list(connection.execute(select(column).where(column.in_((BEFORE, AFTER)))).scalars()) == [AFTER]
    engine.dispose()


def test_nobody_is_named_by_another_word() -> None:
    """A column as wide as a holder's name is known, or names no holder."""
    wide = {
        f"{table.name}.{column.name}"
        for table in schema.metadata.sorted_tables
        for column in table.c
        if getattr(column.type, "length", None) == 64 and column.name not in schema.NAME_HOLDERS
    }
    assert wide == {
        "tables.commitment",
        "processes.machine",
        "keys.value",
        "people.id",
        "people.origin",
        "devices.device",
        "devices.person",
        "passkeys.id",
        "passkeys.person",
        "tickets.id",
        "tickets.person",
        "tickets.device",
        "channels.digest",
        "channels.code",
        "push_keys.value",
    }
