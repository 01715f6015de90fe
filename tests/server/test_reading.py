"""Replays, records and long tables are read beside the moves: whoever asks for many waits, and nobody else does."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from alcove.bots import Cancel, Thought
from alcove.server import bot_seats, outgoing, replays
from alcove.server.hall import Hall
from alcove.server.holders import Visitor
from alcove.server.stored import Stored
from tests.server.browser import ME, OPEN, Browser, Socket, bot
from tests.server.conftest import Running

Start = Callable[..., Running]


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """While it is closed, no replay goes on."""
    opened, portion = threading.Event(), replays._portion

    def wait(*arguments: Any) -> Any:
        opened.wait(20)
        return portion(*arguments)

    monkeypatch.setattr(replays, "_portion", wait)
    yield opened
    opened.set()


def played(browser: Browser, moves: int = 4) -> str:
    table = browser.create(ME, {"kind": "local", "name": "Bruno"})
    socket = browser.enter(table)
    for _ in range(moves):
        go_on(socket)
    return table


def go_on(socket: Socket) -> None:
    socket.say("look", seat=socket.table["view"]["actors"][0])
    socket.hear("table")
    socket.act()


def test_moves_do_not_wait_for_replays(start: Start, gate: threading.Event) -> None:
    running = start(replays_per_address=30, replays=100, readings_waiting=100)
    anna, bruno, carla = (running.browser() for _ in range(3))
    watched = [played(anna) for _ in range(8)]
    table = bruno.create(ME, OPEN, OPEN, game="tollgate", cards=3)
    for seat, browser in ((1, carla), (2, running.browser())):
        browser.sit(table, seat, f"Player {seat}")
    player = bruno.enter(table)
    with ThreadPoolExecutor(24) as pool:
        asked = [
            pool.submit(httpx.get, f"{running.url}/api/tables/{one}/replay?lang={language}", timeout=30)
            for one in watched
            for language in ("en", "de", "en")
        ]
        time.sleep(0.5)
        assert player.act()["v"] == 1
        assert not any(one.done() for one in asked)  # they wait for the gate, and the move did not
        gate.set()
        assert {one.result().status_code for one in asked} == {200}


def test_replays_are_few_at_a_time(start: Start, gate: threading.Event) -> None:
    running = start(replays_per_address=2, replays=3, trusted_proxies=("127.0.0.1",))
    anna = running.browser()
    table = played(anna)

    def ask(address: str) -> int:
        headers = {"x-forwarded-for": address}
        return httpx.get(f"{running.url}/api/tables/{table}/replay", headers=headers, timeout=30).status_code

    with ThreadPoolExecutor(6) as pool:
        first = [pool.submit(ask, "1.1.1.1") for _ in range(2)]
        _until(running, lambda hall: hall.replays._running.total() == 2)
        assert ask("1.1.1.1") == 429
        third = pool.submit(ask, "2.2.2.2")
        _until(running, lambda hall: hall.replays._running.total() == 3)
        assert ask("3.3.3.3") == 429
        gate.set()
        assert [one.result() for one in [*first, third]] == [200] * 3
    _until(running, lambda hall: hall.replays._running.total() == 0)
    assert ask("3.3.3.3") == 200


def _until(running: Running, holds: Callable[[Hall], bool]) -> None:
    async def look(hall: Hall) -> bool:
        return holds(hall)

    for _ in range(200):
        if running.do(look):
            return
        time.sleep(0.02)
    raise AssertionError("it never came to that")


def test_a_replay_that_has_begun_is_not_refused(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "PORTION_SECONDS", 0.0)
    running = start(readings_waiting=1, replays_per_address=50, replays=50)
    tables = [played(running.browser(), 3) for _ in range(4)]
    with ThreadPoolExecutor(12) as pool:
        asked = [
            pool.submit(httpx.get, f"{running.url}/api/tables/{table}/replay?lang={language}", timeout=30)
            for table in tables
            for language in ("en", "de", "en")
        ]
        answers = [one.result() for one in asked]
    assert {answer.status_code for answer in answers} <= {200, 429}
    for answer in answers:
        assert answer.status_code == 429 or len(answer.json()["steps"]) == 4


def test_a_replay_is_made_once(server: Running, anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int, int | None, str]] = []
    make = outgoing.replay

    def note(table: Any, viewer: int | None, language: str, about: bytes) -> Iterator[bytes]:
        made.append((table.id, table.version, viewer, language))
        return make(table, viewer, language, about)

    monkeypatch.setattr(outgoing, "replay", note)
    table = played(anna)
    address = f"/api/tables/{table}/replay"
    first = anna.get(address)
    assert anna.get(address) == first
    assert len(made) == 1
    anna.get(address, lang="de")
    anna.get(address, seat=1)
    assert len(made) == 3
    go_on(anna.enter(table))
    assert len(anna.get(address)["steps"]) == len(first["steps"]) + 1
    assert len(made) == 4


def test_what_is_kept_is_bounded(start: Start) -> None:
    running = start(replay_bytes_kept=8 * 700)
    anna = running.browser()
    for table in [played(anna, 3) for _ in range(12)]:
        anna.get(f"/api/tables/{table}/replay")

    async def kept(hall: Hall) -> tuple[int, int]:
        return hall.replays._kept_bytes, sum(map(len, hall.replays._kept.values()))

    counted, real = running.do(kept)
    assert counted == real
    assert 0 < real <= 8 * 700


def test_a_replay_comes_in_portions(server: Running, anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    portion, made = replays._portion, list[bool]()

    def counted(*of: Any) -> tuple[bytes, bool]:
        made.append(True)
        return portion(*of)

    monkeypatch.setattr(replays, "PORTION_SECONDS", 0.0)
    monkeypatch.setattr(replays, "_portion", counted)
    table = played(anna)
    plain = {"accept-encoding": "identity"}
    with anna.http.stream("GET", f"/api/tables/{table}/replay", headers=plain) as answer:
        assert "content-encoding" not in answer.headers
        portions = list(answer.iter_raw())
    assert len(made) > 1
    with anna.http.stream("GET", f"/api/tables/{table}/replay?lang=de") as answer:
        assert answer.headers["content-encoding"] == "gzip"
        packed = b"".join(answer.iter_bytes())
    assert json.loads(b"".join(portions))["steps"][-1]["view"] == json.loads(packed)["steps"][-1]["view"]
    assert len(json.loads(packed)["steps"]) == 5


def test_a_long_table_is_loaded_beside_the_event_loop(
    server: Running, anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    load = Stored.table

    def note(stored: Stored) -> Any:
        threads.append(threading.current_thread().name)
        return load(stored)

    monkeypatch.setattr(Stored, "table", note)
    table = played(anna)

    async def forget(hall: Hall) -> None:
        hall._rooms.pop(table)

    server.do(forget)
    assert anna.get(f"/api/tables/{table}")["v"] == 4
    assert threads == ["alcove-reader-0"]


# Hints


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> list[Cancel]:
    """Level 5 thinks until it is told to stop."""
    begun: list[Cancel] = []
    think = bot_seats.think

    def ponder(position: Any, seat: int, level: int, seed: int, cancel: Cancel) -> Thought:
        if level == 5:
            begun.append(cancel)
            while not cancel.cancelled:
                time.sleep(0.01)
        return think(position, seat, 1, seed, cancel)

    monkeypatch.setattr(bot_seats, "think", ponder)
    return begun


def _soon(holds: Callable[[], bool]) -> None:
    for _ in range(300):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("it never came to that")


def test_a_hint_that_nobody_waits_for_is_stopped(anna: Browser, endless: list[Cancel]) -> None:
    white = anna.enter(anna.create(ME, bot(1)))
    white.say("hint", v=0)
    _soon(lambda: len(endless) == 1)
    assert not endless[0].cancelled
    white.close()
    _soon(lambda: endless[0].cancelled)


def test_a_hint_is_stopped_when_the_table_moves_on(anna: Browser, endless: list[Cancel]) -> None:
    white = anna.enter(anna.create(ME, bot(1)))
    white.say("hint", v=0)
    _soon(lambda: len(endless) == 1)
    white.say("act", v=0, seat=0, action="c3")
    assert white.hear("error")["code"] == "stale"
    _soon(lambda: endless[0].cancelled)


def test_a_person_gets_one_hint_at_a_time(anna: Browser, endless: list[Cancel]) -> None:
    """However many tables they sit at."""
    tables = [anna.enter(anna.create(ME, bot(1))) for _ in range(2)]
    tables[0].say("hint", v=0)
    _soon(lambda: len(endless) == 1)
    assert tables[1].refusal("hint", v=0)["code"] == "too-many"
    tables[0].close()
    _soon(lambda: endless[0].cancelled)
    tables[1].say("hint", v=0)
    _soon(lambda: len(endless) == 2)


def test_bots_think_on_the_account_of_whoever_plays(start: Start) -> None:
    running = start(trusted_proxies=("127.0.0.1",))
    anna, stranger = running.browser(), running.browser()
    anna.http.headers["x-forwarded-for"] = "1.1.1.1"
    stranger.http.headers["x-forwarded-for"] = "6.6.6.6"
    table = anna.create(ME, bot(1))
    anna.enter(table)
    stranger.enter(table).say("ping")

    async def payer(hall: Hall) -> str:
        return (await hall.room(table))._bots.visitor.address

    assert running.do(payer) == "1.1.1.1"
    alone = stranger.create(bot(1), bot(1))
    stranger.enter(alone)

    async def watcher(hall: Hall) -> str:
        return (await hall.room(alone))._bots.visitor.address

    assert running.do(watcher) == "6.6.6.6"


def test_nobody_keeps_the_bots_of_others_waiting(start: Start) -> None:
    """Bots think on the account of the one for whom least is done, whoever says more, or acted last."""
    running = start(trusted_proxies=("127.0.0.1",))
    anna, greedy = running.browser(), running.browser()
    anna.http.headers["x-forwarded-for"] = "1.1.1.1"
    greedy.http.headers["x-forwarded-for"] = "6.6.6.6"
    table = anna.create(ME, OPEN, bot(1), game="tollgate", cards=3)
    greedy.sit(table, 1)
    anna.enter(table)
    socket = greedy.enter(table)
    socket.say("ping")
    socket.hear("pong")

    async def payer(hall: Hall, busy: str) -> str:
        room, free = await hall.room(table), threading.Event()
        held = [hall.workers.ask(Visitor(busy, "x"), lambda _: free.wait(30)) for _ in range(5)]
        room.ask_bots()
        address = room._bots.visitor.address
        free.set()
        for one in held:
            await one.answer
        return address

    assert running.do(lambda hall: payer(hall, "6.6.6.6")) == "1.1.1.1"
    assert running.do(lambda hall: payer(hall, "1.1.1.1")) == "6.6.6.6"
