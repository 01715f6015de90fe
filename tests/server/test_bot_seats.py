"""Bots at a table: what the time of an answer tells, and that an answer always comes."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest

from alcove.bots import Cancel, Thought
from alcove.server import bot_seats
from alcove.server.hall import Hall
from alcove.server.pace import BEAT_SECONDS, TIMES
from alcove.server.refusals import NOT_SAVED, UnavailableError
from alcove.server.settings import DATABASE_FILE
from alcove.server.store import Store
from alcove.server.writer import Writer
from tests.server.browser import ME, Socket, bot
from tests.server.conftest import Running

Start = Callable[..., Running]
FILLING = 1_000_000
"""Entries of later versions only take up room."""


def thinking_for(monkeypatch: pytest.MonkeyPatch, seconds: dict[int, float]) -> None:
    """Each seat's bot thinks so long, and then takes its first choice."""

    def think(position: Any, seat: int, level: int, seed: int, cancel: Cancel) -> Thought:
        time.sleep(seconds.get(seat, 0.0))
        action = position.legal(seat)[0]
        return Thought(action, 0.5, {}, [], 1)

    monkeypatch.setattr(bot_seats, "think", think)


def told(socket: Socket, steps: int, began: float) -> tuple[list[str], list[float]]:
    """What somebody sees of the bots until so many steps have come, and how long after the beginning."""
    seen, times = [], []
    while len(times) < steps:
        message = socket.receive()
        if message["t"] == "step":
            times.append(time.monotonic() - began)
            seen.append(f"step of {message['seat']}")
        elif message["t"] in ("seats", "table"):
            busy = [seat["seat"] for seat in message["seats"] if seat["thinking"]]
            seen.append(f"thinking {busy}")
    return [one for one, _ in groupby(seen)], times  # said again or not, by the machine's mood: tests/wall counts


@pytest.mark.parametrize("level", [1, 3])
def test_two_worlds_look_alike_while_bots_choose(start: Start, monkeypatch: pytest.MonkeyPatch, level: int) -> None:
    """In one the second seat's choice is forced and the third thinks long; in the other it is the other way round."""
    running = start(bot_pause=0.4, bot_threads=4)
    worlds = []
    for seconds in ({1: 0.0, 2: 0.3}, {1: 0.3, 2: 0.0}, {}):
        thinking_for(monkeypatch, seconds)
        anna, watcher, began = running.browser(), running.browser(), time.monotonic()
        table = anna.create(ME, bot(level), bot(level), game="tollgate", cards=3)
        watching = watcher.live(table)
        anna.live(table)
        worlds.append(told(watching, 2, began))
    assert worlds[0][0] == worlds[1][0] == worlds[2][0]
    assert [one for one in worlds[0][0] if one.startswith("step")] == ["step of 1", "step of 2"]
    for _, times in worlds:
        assert times[0] >= TIMES[level].answer - 0.05
        assert times[1] - times[0] < BEAT_SECONDS


def test_a_bot_that_does_not_come_to_an_end_answers_a_beat_later(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    hurried = threading.Event()

    def think(position: Any, seat: int, level: int, seed: int, cancel: Cancel) -> Thought:
        while not cancel.cancelled:
            time.sleep(0.01)
        hurried.set()
        time.sleep(TIMES[1].answer)  # the machine is busy
        return Thought(position.legal(seat)[0], 0.5, {}, [], 1)

    monkeypatch.setattr(bot_seats, "think", think)
    anna, began = start(bot_pause=0.4).browser(), time.monotonic()
    table = anna.create(ME, bot(1), ME, game="tollgate", cards=3)
    _, [first] = told(anna.live(table), 1, began)
    assert hurried.is_set()
    assert first >= TIMES[1].answer + BEAT_SECONDS - 0.05


def test_a_bot_tries_again_when_its_move_could_not_be_stored(
    start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_seats, "RETRY_SECONDS", (0.05,))
    anna = start().browser()
    white = anna.enter(anna.create(ME, bot(1)))
    store, failures = Store.add_entry, []

    async def fail(self: Store, entry: Any, *more: Any) -> None:
        if entry.seat == 1 and len(failures) < 4:
            failures.append(entry.version)
            raise UnavailableError(NOT_SAVED)
        await store(self, entry, *more)

    monkeypatch.setattr(Store, "add_entry", fail)
    white.act("c3")
    assert white.hear("step", where=lambda message: message["seat"] == 1)["v"] == 2
    assert failures == [2, 2, 2, 2]
    assert "A bot could not act" in caplog.text


def test_a_bot_answers_when_the_disk_has_room_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "RETRY_SECONDS", (0.05,))
    full, refused = threading.Event(), threading.Event()

    def think(position: Any, seat: int, level: int, seed: int, cancel: Cancel) -> Thought:
        assert full.wait(60)
        return Thought(position.legal(seat)[0], 0.5, {}, [], 1)

    failed = Writer._failed

    def note(writer: Writer, error: Exception) -> Any:
        assert "full" in str(error)
        refused.set()
        return failed(writer, error)

    monkeypatch.setattr(bot_seats, "think", think)
    monkeypatch.setattr(Writer, "_failed", note)
    running = start()
    anna = running.browser()
    table = anna.create(ME, bot(1))
    white = anna.enter(table)
    assert white.act("c3")["v"] == 1
    running.do(lambda hall: fill_disk(hall, table))
    full.set()
    assert refused.wait(60)
    running.do(make_room)
    assert white.hear("step", where=lambda message: message["seat"] == 1)["v"] == 2


async def fill_disk(hall: Hall, table: str) -> None:
    """The database may not grow, and there is no room left beside the table's entries."""
    database = hall.store.writer._driver
    [pages] = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count={pages}")
    rows = [(table, version) for version in range(FILLING + 20_000, FILLING, -1)]
    with pytest.raises(sqlite3.OperationalError, match="full"):
        database.executemany("INSERT INTO entries VALUES (?, ?, '', 0, 0, '', 0, 0)", rows)


async def make_room(hall: Hall) -> None:
    database = hall.store.writer._driver
    database.execute("PRAGMA max_page_count=1000000")
    database.execute("DELETE FROM entries WHERE version > ?", (FILLING,))


def test_a_bot_answers_when_the_database_is_free_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program holds the database, longer than a change waits for it."""
    monkeypatch.setattr(bot_seats, "RETRY_SECONDS", (0.1,))
    monkeypatch.setattr("alcove.server.database.BUSY_MILLISECONDS", 100)
    running = start(bot_pause=0.3)
    anna = running.browser()
    white = anna.enter(anna.create(ME, bot(1)))
    white.act("c3")
    other = sqlite3.connect(running.settings.data / DATABASE_FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    time.sleep(1.2)
    other.execute("COMMIT")
    other.close()
    assert white.hear("step", where=lambda message: message["seat"] == 1)["v"] == 2


@pytest.mark.parametrize("years", [-30, 30])
def test_no_clock_keeps_a_bot_from_answering(start: Start, monkeypatch: pytest.MonkeyPatch, years: int) -> None:
    """The wall clock was wrong when the table was last touched, and is right now."""
    running = start(bot_pause=0.1)
    anna = running.browser()
    white = anna.enter(anna.create(ME, bot(1)))
    clock, wrong = time.time, years * 365 * 86400
    monkeypatch.setattr(time, "time", lambda: clock() + wrong)
    white.act("c3")
    monkeypatch.setattr(time, "time", clock)
    assert white.hear("step", where=lambda message: message["seat"] == 1)["v"] == 2


def test_a_bot_that_waits_does_not_keep_the_server_from_ending(start: Start) -> None:
    running = start(bot_pause=600)
    anna = running.browser()
    white = anna.enter(anna.create(ME, bot(1)))
    white.act("c3")
    began = time.monotonic()
    running.stop()
    assert time.monotonic() - began < 10
