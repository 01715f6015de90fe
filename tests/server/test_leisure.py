"""What nobody waits for is done when the event loop has time, and nothing of it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import chain, repeat

import pytest

from alcove.server import care, leisure
from alcove.server.hall import Hall
from alcove.server.refusals import NOT_SAVED, UnavailableError
from alcove.server.store import Store
from alcove.server.stored import Stored
from tests.server.browser import ME, local
from tests.server.conftest import Running

Start = Callable[..., Running]


class Clock:
    """A loop that works for these shares of the pauses, one after the other."""

    def __init__(self, *shares: float) -> None:
        self.now = self.worked = 0.0
        self.pauses: list[float] = []
        self._shares: Iterator[float] = chain(shares, repeat(shares[-1]))

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds
        self.worked += next(self._shares) * seconds


@pytest.mark.parametrize(
    ("shares", "seconds", "pauses"),
    [
        ([0.2], 0.1, [0.1]),
        ([0.2], 0.0, [leisure.MOMENT_SECONDS]),
        ([0.9, 0.8, 0.3], 0.1, [0.1, 0.1, 0.1]),
        ([1.0], 8.0, [8.0] * 4),
    ],
    ids=["idle", "no time asked for", "busy for a while", "busy for ever"],
)
def test_others_have_more_time_while_they_need_it(
    shares: list[float], seconds: float, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(*shares)
    monkeypatch.setattr(leisure.asyncio, "sleep", clock.sleep)
    monkeypatch.setattr(leisure, "monotonic", lambda: clock.now)
    monkeypatch.setattr(leisure, "thread_time", lambda: clock.worked)
    asyncio.run(leisure.leave_time(seconds))
    assert clock.pauses == pauses


def finish(server: Running) -> str:
    anna = server.browser()
    table = anna.create(ME, local("Ben"), pieces=1)
    socket = anna.enter(table)
    socket.say("resign", seat=0)
    assert socket.hear("table")["status"] == "over"
    return table


async def keep(hall: Hall) -> None:
    """What the server does every few seconds, to its end."""
    hall._care._look_after(hall.rooms())
    while hall._care._working_off:
        await asyncio.sleep(0.01)


async def care_of(hall: Hall) -> care.Care:
    return hall._care


def kept(server: Running, tables: list[str]) -> list[bool]:
    return [bool(server.do(lambda hall, table=table: hall.store.replays(table))) for table in tables]


@pytest.fixture
def server(start: Start, monkeypatch: pytest.MonkeyPatch) -> Running:
    """One that keeps nothing by itself."""

    async def nothing(self: care.Care) -> None:
        pass

    monkeypatch.setattr(care, "TICK_SECONDS", 600.0)
    monkeypatch.setattr(care.Care, "_catch_up", nothing)
    return start()


def test_finished_games_are_kept_one_after_the_other(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_stored, keeping, together = care.Care._keep_stored, 0, []
    own = server.do(care_of)

    async def watched(self: care.Care, table_id: str, stored: Stored) -> None:
        nonlocal keeping
        if self is not own:  # other tests' servers may run beside this one
            return await keep_stored(self, table_id, stored)
        keeping += 1
        together.append(keeping)
        try:
            await keep_stored(self, table_id, stored)
        finally:
            keeping -= 1

    tables = [finish(server) for _ in range(3)]
    monkeypatch.setattr(care.Care, "_keep_stored", watched)
    server.do(keep)
    assert kept(server, tables) == [True] * 3
    assert together == [1, 1, 1]


def test_a_game_that_cannot_be_kept_is_kept_later(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [finish(server) for _ in range(2)]
    read, failures = Store.table, [UnavailableError(NOT_SAVED)]

    async def fail(self: Store, table_id: str) -> Stored | None:
        if failures:
            raise failures.pop()
        return await read(self, table_id)

    monkeypatch.setattr(Store, "table", fail)
    server.do(keep)
    assert kept(server, tables) == [False, False]
    server.do(keep)
    assert kept(server, tables) == [True, True]
