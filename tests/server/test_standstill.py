"""A process that stands still in the middle of storing, and databases and messengers that do not answer."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text, update

from alcove.kernel.errors import StaleError
from alcove.server import database, messenger, owned, readiness, schema
from alcove.server.hall import Hall
from alcove.server.notices import Notices
from alcove.server.owned import Guard
from alcove.server.refusals import NO_DATABASE_NOW, PerhapsSavedError, UnavailableError
from alcove.server.store import Store
from alcove.server.tables import Entry
from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import settings_for
from tests.server.test_leases import leases_of, opened, versions
from tests.server.test_store import Start, entry, own
from tests.services import Postgres, Redis

PATIENCE = 30.0


class Standstill:
    """The thread that writes for one store stands still after its entries have gone to PostgreSQL."""

    def __init__(self, store: Store, patch: pytest.MonkeyPatch) -> None:
        self.reached, self.go_on = asyncio.Event(), threading.Event()
        loop, mine, whole = asyncio.get_running_loop(), store.writer._guard, Guard.store

        def stand_still(guard: Guard, connection: Connection, rows: Sequence[Entry]) -> Any:
            stored = whole(guard, connection, rows)
            if guard is mine:
                loop.call_soon_threadsafe(self.reached.set)
                assert self.go_on.wait(PATIENCE)
            return stored

        patch.setattr(Guard, "store", stand_still)


async def expire(store: Store) -> None:
    """As if it had been silent for longer than its lease."""
    async with store._questions._engine.begin() as connection:
        mine = schema.processes.c.id == leases_of(store).me
        await connection.execute(update(schema.processes).where(mine).values(until=0))


def test_a_move_is_stored_or_not_wherever_its_process_stands_still(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        url = postgres.database()
        async with opened(url, tmp_path) as first, opened(url, tmp_path) as second:
            await own(first, "t")
            await own(second, "u")
            standstill = Standstill(first, monkeypatch)
            storing = asyncio.create_task(first.writer.store(entry("t", 1)))
            try:
                await asyncio.wait_for(standstill.reached.wait(), PATIENCE)
                await expire(first)
                assert await leases_of(second).take("t")
                assert await versions(second, "t") == [1], "no half of a transaction is left that others wait for"
                with pytest.raises(StaleError):
                    await asyncio.wait_for(second.writer.store(entry("t", 1)), PATIENCE / 2)
                await asyncio.wait_for(second.writer.store(entry("u", 1)), PATIENCE / 2)
            finally:
                standstill.go_on.set()
                await asyncio.gather(storing, return_exceptions=True)

    asyncio.run(main())


def test_postgresql_ends_a_transaction_that_stands_still_and_nobody_takes_over_before(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        url = postgres.database()
        async with opened(url, tmp_path) as first, opened(url, tmp_path) as second:
            await own(first, "t")
            standstill = Standstill(first, monkeypatch)
            ended = update(schema.tables).where(schema.tables.c.id == "t").values(ended=1.0)
            storing = asyncio.create_task(first.writer.store(entry("t", 1), statements=[ended]))
            try:
                await asyncio.wait_for(standstill.reached.wait(), PATIENCE)
                await expire(first)
                assert await asyncio.wait_for(leases_of(second).take("t"), PATIENCE / 2)
                assert await versions(second, "t") == []
                await second.writer.store(entry("t", 1))
            finally:
                standstill.go_on.set()
                (outcome,) = await asyncio.gather(storing, return_exceptions=True)
            assert isinstance(outcome, UnavailableError), "what came too late was not stored"
            stored = await second.table("t")
            assert stored is not None
            assert (len(stored.entries), stored.row.ended) == (1, None)
            with pytest.raises(StaleError):
                await first.writer.store(entry("t", 2))

    monkeypatch.setattr(owned, "BEGIN", owned.BEGIN.replace(f"{owned.HELD_SECONDS}s", "300ms"))
    asyncio.run(main())


def test_limits_of_a_transaction_end_with_it(postgres: Postgres, tmp_path: Path) -> None:
    """Behind a pooler the session is somebody else's afterwards."""

    async def main() -> None:
        async with opened(postgres.database(), tmp_path) as store:
            await own(store, "t")
            kept = text("UPDATE tables SET creator = current_setting('idle_in_transaction_session_timeout')")
            await store.writer.store(statements=[kept], table="t")
            stored = await store.table("t")
            assert stored is not None
            assert stored.row.creator == f"{owned.HELD_SECONDS}s"
            after = "INSERT INTO notices (id, tables, at) SELECT 'x', current_setting('lock_timeout'), 0"
            assert store.writer._connection is not None
            await asyncio.to_thread(store.writer._connection.exec_driver_sql, after)
            assert await store._questions.column(text("SELECT tables FROM notices")) == ["0"]

    asyncio.run(main())


def wait_until_ready(browser: Browser) -> None:
    end = time.monotonic() + PATIENCE
    while browser.http.get("/ready").status_code != 200:
        assert time.monotonic() < end
        time.sleep(0.05)


def play_on(table: str, *browsers: Browser) -> int:
    """Whoever's turn it is acts; what was said to a silent database may still be done in between."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        seen = browsers[0].enter(table).table["v"]
        socket = browsers[seen % 2].enter(table)
        legal = socket.table["legal"] or [{"text": "a1"}]
        socket.say("act", v=socket.table["v"], seat=seen % 2, action=legal[0]["text"])
        heard = socket.hear("step", "error", "bye")
        if heard["t"] == "step":
            return int(heard["v"])
    raise AssertionError("nobody could act")


def test_a_silent_postgresql_is_told_of_and_comes_back(
    start: Start, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    running = start(database=url, lease=10.0)
    anna, bruno = running.browser(), running.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    white.act()
    black.hear("step")
    with postgres.silent(), monkeypatch.context() as patch:
        patch.setattr(database, "ANSWER_SECONDS", 0.5)
        patch.setattr(readiness, "PATIENCE", 0.3)
        refused = black.refusal("act", v=1, seat=1, action=black.table["legal"][0]["text"])
        assert refused["code"] == "unavailable"
        assert black.closed_with() == 1001, "nobody knows whether it was stored: the table is read anew"
        assert anna.refused("/ready") == (503, "unavailable")
        assert anna.get("/health")
    wait_until_ready(anna)
    assert play_on(table, anna, bruno) in (2, 3)
    rows = postgres.run("SELECT version FROM entries ORDER BY version", url.rpartition("/")[2])
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))


def test_nobody_waits_for_a_silent_postgresql_for_ever(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        url = postgres.database()
        async with opened(url, tmp_path, 60.0) as store, opened(url, tmp_path, 60.0) as another:
            await own(store, "t")
            with postgres.silent(), monkeypatch.context() as patch:
                patch.setattr(database, "ANSWER_SECONDS", 0.3)
                asked = asyncio.gather(store.count(), store.writer.store(entry("t", 1)), return_exceptions=True)
                read, written = await asyncio.wait_for(asked, PATIENCE)
                assert isinstance(read, database.UNREACHABLE)
                assert isinstance(written, PerhapsSavedError)
                await asyncio.wait_for(another.close(), PATIENCE)
            assert await store.count() == 1
            assert leases_of(store).epochs, "the lease was not lost"
            assert await leases_of(store).take("t")
            await store.writer.store(entry("t", 2))

    asyncio.run(main())


def test_no_connection_outlives_the_questions(postgres: Postgres, tmp_path: Path) -> None:
    """Not even one whose task was cancelled before it could give it back."""

    async def main() -> None:
        async with opened(postgres.database(), tmp_path) as store:
            held = await store._questions._engine.connect()
            driver: Any = (await held.get_raw_connection()).driver_connection
            assert not driver.closed
        assert driver.closed
        await held.invalidate()
        await held.close()

    asyncio.run(main())


def test_a_hall_that_fails_to_open_closes_its_database(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stores: list[Store] = []
    whole = Store.open

    async def remember(settings: Any) -> Store:
        stores.append(await whole(settings))
        return stores[-1]

    async def fail(_: Notices) -> None:
        raise UnavailableError(NO_DATABASE_NOW)

    monkeypatch.setattr(Store, "open", remember)
    monkeypatch.setattr(Notices, "start", fail)
    with pytest.raises(UnavailableError):
        asyncio.run(Hall.open(settings_for(tmp_path, database=postgres.database())))
    [store] = stores
    assert all(driver.closed for driver in store._questions._drivers)
    assert not store.writer._thread.is_alive()


def test_a_silent_messenger_counts_as_gone_until_it_answers(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messenger, "CONNECT_SECONDS", 0.3)
    monkeypatch.setattr(messenger, "QUIET_SECONDS", 0.2)
    monkeypatch.setattr(messenger, "RETRY_SECONDS", 0.05)
    failures: list[str] = []
    monkeypatch.setattr(messenger.log, "warning", lambda said, *_: failures.append(said))

    async def until(happens: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not happens():
                await asyncio.sleep(0.01)

    async def main() -> None:
        talking = messenger.Messenger(redis.url, b"key", "me", lambda *_: None)
        await talking.open()
        try:
            await until(lambda: talking.up)
            with redis.silent():
                await until(lambda: not talking.up)
                failures.clear()
                seen: set[bool] = set()
                await until(lambda: seen.add(talking.up) or len(failures) == 3)  # type: ignore[func-returns-value]
                assert seen == {False}, "it takes connections, but that is not enough"
            await until(lambda: talking.up)
        finally:
            await talking.close()

    asyncio.run(main())
