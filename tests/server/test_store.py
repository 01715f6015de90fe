"""The database: its schema, and what happens when it cannot be written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import Connection

from alcove.kernel.errors import StaleError
from alcove.server import migrations, schema
from alcove.server.hall import Hall
from alcove.server.refusals import UnavailableError
from alcove.server.settings import Settings
from alcove.server.store import Store
from alcove.server.tables import Entry
from tests.server.browser import ME, OPEN
from tests.server.conftest import Running

Start = Callable[..., Running]


def settings(folder: Path, database: str | None = None) -> Settings:
    return Settings(data=folder, database=database, warm=False, bot_threads=1)


async def own(store: Store, *tables: str) -> None:
    """Rows for tables, so that they can be owned where several processes share the database."""
    if store.leases is None:
        return
    for table in tables:
        columns = "id, game, rules, players, options, seed, nonce, commitment, seats, created, creator"
        row = text(f"INSERT INTO tables ({columns}) VALUES ('{table}', 'alva', 1, 2, '{{}}', '1', '', '', '[]', 0, '')")
        await store.writer.store(statements=[row])
        assert await store.leases.take(table)


def test_the_migrations_lead_to_the_schema(tmp_path: Path, database: str | None) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == migrations.NEWEST

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))

    async def main() -> list[object]:
        store = await Store.open(settings(tmp_path, database))
        try:
            async with store._questions._engine.connect() as connection:
                return await connection.run_sync(differences)
        finally:
            await store.close()

    assert asyncio.run(main()) == []


def test_acknowledged_means_on_the_disk(tmp_path: Path) -> None:
    async def main() -> tuple[str, int]:
        store = await Store.open(settings(tmp_path))
        try:
            async with store._questions._engine.connect() as connection:
                mode = (await connection.execute(text("PRAGMA journal_mode"))).scalar_one()
                return mode, (await connection.execute(text("PRAGMA synchronous"))).scalar_one()
        finally:
            await store.close()

    assert asyncio.run(main()) == ("wal", 2)


def entry(table: str, version: int) -> Entry:
    return Entry(table, version, "action", 0, 7, "a1", 0, 1.5)


def test_changes_share_transactions_and_one_bad_one_harms_no_other(tmp_path: Path, database: str | None) -> None:
    async def main() -> tuple[list[object], int, int]:
        store = await Store.open(settings(tmp_path, database))
        try:
            await own(store, "a", "b", "c")
            await store.writer.store(entry("a", 1))
            before = store.writer.transactions
            await asyncio.gather(*(store.writer.store(entry("b", version)) for version in range(1, 101)))
            shared = store.writer.transactions - before
            results = await asyncio.gather(
                store.writer.store(entry("c", 1)),
                store.writer.store(entry("a", 1)),  # twice the same version
                store.writer.store(entry("c", 2)),
                return_exceptions=True,
            )
            async with store._questions._engine.connect() as connection:
                count = (await connection.execute(text("SELECT count(*) FROM entries"))).scalar_one()
            return list(results), shared, count
        finally:
            await store.close()

    results, shared, count = asyncio.run(main())
    assert shared <= 2
    assert results[0] is None
    assert results[2] is None
    assert isinstance(results[1], UnavailableError if database is None else StaleError)
    assert count == 103


def test_what_cannot_be_stored_has_not_happened(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    running = start()
    anna, bruno = running.browser(), running.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)

    async def occupy(hall: Hall) -> None:
        await hall.store.writer.store(entry(table, 1))

    running.do(occupy)
    assert white.refusal("act", v=0, seat=0, action="c3")["code"] == "unavailable"
    shown = bruno.get(f"/api/tables/{table}")
    assert (shown["v"], shown["turns"]) == (0, [])
    assert black.silent()
    assert "could not be stored" in caplog.text


SPOILT = {
    "game = 'chess'": "unknown-game",
    "seats = '['": "unavailable",
    "seats = 'null'": "unavailable",
    "options = '{}}'": "unavailable",
    "options = '{\"size\": 6}'": "bad-option",
    "seed = 'x'": "unavailable",
    "players = 9": "bad-option",
}


def test_spoilt_tables_are_shown_as_what_they_are_and_break_nothing(start: Start, database: str | None) -> None:
    running = start(database=database)
    anna = running.browser()
    sound = anna.create(ME, OPEN)
    spoilt = {(change, ended): anna.create(ME, OPEN) for change in SPOILT for ended in (False, True)}

    async def spoil(hall: Hall) -> None:
        for (change, ended), table in spoilt.items():
            end = ", ended = 5.0, outcome = '{'" if ended else ""
            await hall.store.writer.store(statements=[text(f"UPDATE tables SET {change}{end} WHERE id = '{table}'")])
        hall._rooms.clear()

    running.do(spoil)
    listed = {one["id"]: one for one in anna.get("/api/tables")["tables"]}
    assert listed[sound]["status"] == "waiting"
    for case, table in spoilt.items():
        assert listed[table]["status"] == "unreadable", case
        assert listed[table]["why"], case
        assert anna.refused(f"/api/tables/{table}")[1] == SPOILT[case[0]], case
        assert anna.live(table).receive()["code"] == SPOILT[case[0]], case


NONSENSE = [
    ("action", 0, 10**6),
    ("action", 0, -7),
    ("action", 1, 0),
    ("action", 99, 0),
    ("undo", 0, 3),
    ("resign", 77, 0),
    ("castle", 0, 0),
]


def test_entries_that_make_no_sense_are_told(start: Start, database: str | None) -> None:
    """Compiled rules trust their callers: such an action would have them write where they must not."""
    running = start(database=database)
    anna = running.browser()
    spoilt = [
        (game, entry, anna.create(ME, OPEN, game=game, **options))
        for game, options in (("alva", {}), ("tollgate", {"cards": 3}))
        for entry in NONSENSE
    ]

    async def spoil(hall: Hall) -> None:
        for game, (kind, seat, action), table in spoilt:
            if (game, seat, action) == ("tollgate", 1, 0):
                action = 25  # there the other seat may choose as well
            await hall.store.writer.store(Entry(table, 1, kind, seat, action, "z99", 0, 1.5))
        hall._rooms.clear()

    running.do(spoil)
    listed = {one["id"]: one for one in anna.get("/api/tables")["tables"]}
    for *case, table in spoilt:
        assert anna.refused(f"/api/tables/{table}")[0] in (409, 503), case
        assert listed[table]["status"] == "unreadable", case
