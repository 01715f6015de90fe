"""Several processes and one database: who has a table, and what a second writer gets to hear."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from alcove.analysis import Analysis
from alcove.kernel.errors import AlcoveError, StaleError
from alcove.kernel.record import Record
from alcove.server.positions import KeptPosition
from alcove.server.refusals import BadSettingError, CannotStartError, UnavailableError
from alcove.server.settings import Settings
from alcove.server.shapes import ChatLine
from alcove.server.store import Store
from alcove.server.tables import SeatAt, Table
from tests.ports import free_port
from tests.server.browser import ME, OPEN
from tests.server.conftest import Running, settings_for
from tests.server.test_store import Start, entry, own
from tests.services import Postgres

LEASE = 0.6


@asynccontextmanager
async def opened(database: str, folder: Path, lease: float = 30.0) -> AsyncIterator[Store]:
    store = await Store.open(Settings(data=folder, database=database, lease=lease))
    try:
        yield store
    finally:
        await store.close()


def leases_of(store: Store) -> Any:
    assert store.leases is not None
    return store.leases


async def versions(store: Store, table: str) -> list[int]:
    stored = await store.table(table)
    assert stored is not None
    return [row[1] for row in stored.entries]


def test_a_table_has_one_owner_and_whoever_takes_it_over_counts_its_epoch_up(
    postgres: Postgres, tmp_path: Path
) -> None:
    async def main() -> None:
        url = postgres.database()
        async with opened(url, tmp_path) as first, opened(url, tmp_path) as second:
            await own(first, "t")
            assert leases_of(first).epochs["t"] == 1
            assert not await leases_of(second).take("t")
            owner = await leases_of(second).owner("t")
            assert (owner.id, owner.machine) == (leases_of(first).me, leases_of(first).machine)
            assert await leases_of(first).owner("t") is None, "it is our own"
            await first.leases.close()  # type: ignore[union-attr]
            assert await leases_of(second).take("t")
            assert leases_of(second).epochs["t"] == 2
            first.leases._leave = lambda: None  # type: ignore[union-attr, method-assign]

    asyncio.run(main())


def test_tables_that_do_not_exist_are_nobodys(postgres: Postgres, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(postgres.database(), tmp_path) as store:
            assert not await leases_of(store).take("invented")
            assert await leases_of(store).owner("invented") is None
            async with store._questions._engine.connect() as connection:
                assert (await connection.execute(text("SELECT count(*) FROM owners"))).scalar() == 0

    asyncio.run(main())


def test_a_second_writer_is_stale_by_the_version_whatever_the_lease_says(postgres: Postgres, tmp_path: Path) -> None:
    async def main() -> None:
        url = postgres.database()
        async with opened(url, tmp_path) as first, opened(url, tmp_path) as second:
            await own(first, "t")
            await first.writer.store(entry("t", 1))
            leases_of(second).me, mine = leases_of(first).me, leases_of(second).me  # both believe that it is theirs
            leases_of(second).epochs["t"] = 1
            with pytest.raises(StaleError):
                await second.writer.store(entry("t", 1))
            await second.writer.store(entry("t", 2))
            with pytest.raises(StaleError):
                await first.writer.store(entry("t", 2))
            leases_of(second).me = mine
            assert await versions(first, "t") == [1, 2]

    asyncio.run(main())


def test_who_has_lost_a_table_writes_nothing_of_any_kind(postgres: Postgres, tmp_path: Path) -> None:
    async def main() -> None:
        url = postgres.database()
        async with opened(url, tmp_path) as first, opened(url, tmp_path) as second:
            await own(first, "t")
            leases_of(first)._end.set()  # it does not begin again
            async with first._questions._engine.begin() as connection:
                await connection.execute(text("UPDATE processes SET until = 0"))
            with pytest.raises(StaleError):
                await first.writer.store(entry("t", 1))  # nobody has taken over yet, but the lease is over
            async with first._questions._engine.begin() as connection:
                lives = text("UPDATE processes SET until = extract(epoch FROM now()) + 30 WHERE id = :me")
                await connection.execute(lives, {"me": leases_of(second).me})
            assert await leases_of(second).take("t")
            known = Table("t", Record.begin("alva", 2, size=5, pieces=6), [SeatAt("open")] * 2, 1.0)
            rematch = Table("u", known.record, known.seats, 1.0)
            for attempt in (
                first.writer.store(entry("t", 1)),
                first.add_holder("x", "t", 0),
                first.take_seat("x", "t", 0, []),
                first.add_line("t", 0, ChatLine("Anna", 0, "hello", 1.0)),
                first.keep_replays("t", {-1: b"seen"}),
                first.add_table(rematch, "x", [], "t"),
            ):
                with pytest.raises(StaleError):
                    await attempt
            await first.keep_positions([KeptPosition.of(known)])
            with pytest.raises(UnavailableError):
                await first.add_analysis("t", Analysis([], 0))
            assert await versions(second, "t") == []
            assert await second.holders("t") == {}
            assert await second.lines("t") == (Counter(), [])
            for name in ("positions", "replays", "analyses", "tables WHERE rematch IS NOT NULL OR id = 'u'"):
                assert await second._questions.number(text(f"SELECT count(*) FROM {name}")) == 0, name
            await second.keep_positions([KeptPosition.of(known)])
            await second.keep_replays("t", {-1: b"seen"})
            await second.add_analysis("t", Analysis([], 0))
            await second.add_table(rematch, "x", [], "t")
            with pytest.raises(StaleError):  # there is one already
                await second.add_table(Table("v", known.record, known.seats, 1.0), "x", [], "t")
            for name in ("positions WHERE table_id = 't'", "replays", "analyses", "tables WHERE rematch = 'u'"):
                assert await second._questions.number(text(f"SELECT count(*) FROM {name}")) == 1, name

    asyncio.run(main())


def test_a_lease_is_renewed_and_one_that_lapsed_begins_again_under_another_name(
    postgres: Postgres, tmp_path: Path
) -> None:
    async def main() -> None:
        async with opened(postgres.database(), tmp_path, LEASE) as store:
            leases, lapsed = leases_of(store), asyncio.Event()
            leases.lapsed = lapsed.set
            await own(store, "t")
            before = leases.me
            await asyncio.sleep(2 * LEASE)
            await store.writer.store(entry("t", 1))
            assert not lapsed.is_set()
            async with store._questions._engine.begin() as connection:
                await connection.execute(text("UPDATE processes SET until = 0"))
            await asyncio.wait_for(lapsed.wait(), 20)
            assert leases.me != before
            assert leases.epochs == {}
            assert await leases.take("t")
            await store.writer.store(entry("t", 2))

    asyncio.run(main())


def test_two_servers_that_start_together_agree_on_schema_and_key(postgres: Postgres, tmp_path: Path) -> None:
    async def main() -> None:
        url = postgres.database()
        stores = await asyncio.gather(*(Store.open(Settings(data=tmp_path, database=url)) for _ in range(3)))
        assert len({store.key for store in stores}) == 1
        for store in stores:
            await store.close()

    asyncio.run(main())


def test_a_database_that_cannot_be_used_is_told_without_its_password(tmp_path: Path) -> None:
    async def refusal(url: str) -> AlcoveError:
        with pytest.raises((CannotStartError, BadSettingError)) as refused:
            await Store.open(Settings(data=tmp_path, database=url))
        return refused.value

    deaf = asyncio.run(refusal(f"postgresql://anna:verysecret@127.0.0.1:{free_port()}/alcove"))
    assert "cannot be used" in str(deaf)
    assert "verysecret" not in str(deaf)
    assert "ist nicht zu gebrauchen" in deaf.say("de")
    assert "no address of a database" in str(asyncio.run(refusal("mysql://anna:verysecret@localhost/alcove")))
    assert "verysecret" not in str(asyncio.run(refusal("mysql://anna:verysecret@localhost/alcove")))
    assert "no address of a database" in str(asyncio.run(refusal("nonsense")))


def test_a_table_that_was_taken_over_sends_everybody_off_to_read_it_anew(
    start: Start, postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody else has stored under the version that this process would use next."""
    url = postgres.database()
    running = start(database=url)
    anna = running.browser()
    table = anna.create(ME, OPEN)
    anna.open_link(anna.get(f"/api/tables/{table}/links")["seats"]["0"])
    bruno = running.browser()
    bruno.sit(table, 1)
    white = anna.enter(table)
    first = white.act()
    name = url.rpartition("/")[2]
    postgres.run("INSERT INTO entries SELECT table_id, 2, 'undo', 0, 1, '', 0, at FROM entries", name)
    black = bruno.enter(table)
    black.say("act", v=1, seat=1, action=black.table["legal"][0]["text"])
    assert black.hear("bye")
    assert black.hear("error")["code"] == "stale"
    assert white.hear("bye")
    assert white.closed_with() == 1001
    again = anna.enter(table)
    assert (again.table["v"], again.table["turns"]) == (2, [])
    assert again.act()["v"] == 3 == first["v"] + 2


def test_the_server_outlives_a_restart_of_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    """While it is down, moves are refused in a sentence; afterwards everything goes on by itself."""
    running = Running(settings_for(tmp_path, database=postgres.database(), lease=10.0))
    running.start()
    try:
        anna = running.browser()
        table = anna.create(ME, OPEN)
        running.browser().sit(table, 1)
        white = anna.enter(table)
        white.act()
        black = running.browsers[1].enter(table)
        postgres.stop()
        refused = black.refusal("act", v=1, seat=1, action=black.table["legal"][0]["text"])
        assert refused["code"] == "unavailable"
        assert anna.refused("/api/tables") == (503, "unavailable")
        postgres.start()
        end = time.monotonic() + 30
        while anna.http.get("/api/tables").status_code != 200:
            assert time.monotonic() < end
        black = running.browsers[1].enter(table)
        assert black.table["v"] == 1
        assert black.act()["v"] == 2
    finally:
        if not postgres.answers():
            postgres.start()
        running.close()
