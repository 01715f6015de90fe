"""Servers that reach PostgreSQL through PgBouncer: every transaction may be in another session than the one before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.browser import ME, OPEN, bot
from tests.server.conftest import Running, settings_for
from tests.services import PgBouncer, Postgres

LEASE_SECONDS = 20.0


@pytest.fixture
def pair(tmp_path: Path, postgres: Postgres, pgbouncer: PgBouncer) -> Iterator[tuple[Running, Running]]:
    settings = settings_for(tmp_path, database=pgbouncer.through(postgres.database()), lease=LEASE_SECONDS)
    first, second = Running(settings), Running(settings)
    first.start()
    second.start()
    yield first, second
    for one in (first, second):
        one.close()


def test_two_servers_play_through_a_pooler(pair: tuple[Running, Running]) -> None:
    here, there = pair
    anna, bruno = here.browser(), there.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    for version in range(1, 7):
        mover, other = (white, black) if version % 2 else (black, white)
        assert mover.act()["v"] == version
        assert other.hear("step")["v"] == version
    black.say("chat", text="Well played")
    assert white.hear("chat")["line"]["text"] == "Well played"
    white.say("resign", seat=0)
    assert black.hear("table", where=lambda message: message["status"] == "over")
    assert [one["status"] for one in bruno.get("/api/tables")["tables"]] == ["over"]
    assert bruno.get(f"/api/tables/{table}/verify")["proven"]

    alone = anna.create(ME, bot(1))
    socket = anna.enter(alone)
    socket.act()
    socket.hear("step", where=lambda message: message["v"] == 2)
    here.close()
    assert there.browser().get(f"/api/tables/{alone}")["v"] == 2, "the other server takes over"
