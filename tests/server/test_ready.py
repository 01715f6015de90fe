"""Every game is played from the first second, before anything is compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from alcove.bots import levels
from alcove.kernel import jit
from alcove.kernel.game import game, games
from alcove.kernel.position import Position
from alcove.kernel.record import Record
from alcove.ready import child, children, kept, preparation
from alcove.server.hall import Hall
from tests.plain import as_plain_python
from tests.server.browser import ME, Browser, Socket, bot
from tests.server.conftest import Running

pytestmark = pytest.mark.skipif(not jit.CUT, reason="nothing is waited for")

ROOT = Path(__file__).resolve().parents[2]
WAITS = (sys.executable, "-c", "import sys; sys.stdin.read()")
DIES = (sys.executable, "-c", "")
SETTINGS: dict[str, dict[str, Any]] = {"alva": {"size": 5, "pieces": 12}, "tollgate": {"cards": 4}}
ANSWER_SECONDS = 5.0
"""A second on a machine that has nothing else to do."""


@pytest.fixture
def uncompiled(
    start: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Running]]:
    """Starts a server with an empty cache, and with processes that never come to an end, or die at once."""

    def begin(command: tuple[str, ...]) -> Running:
        monkeypatch.setattr(children, "COMMAND", command)
        return start(warm=True, bot_pause=0.01)

    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path / "cache"))
    with as_plain_python():
        yield begin


def sit_down(browser: Browser, name: str) -> tuple[str, int]:
    players = max(2, game(name).players.start)
    seats = [ME, *[bot(3)] * (players - 1)]
    wish = {"game": name, "players": players, "options": {}, "seats": seats, "name": "Anna"}
    return browser.post("/api/tables", wish)["table"], players


def test_every_game_is_played_while_it_is_being_compiled(uncompiled: Callable[..., Running]) -> None:
    anna = uncompiled(WAITS).browser()
    for name in games():
        table, _ = sit_down(anna, name)
        socket = anna.enter(table)
        while 0 not in socket.table["view"]["awaited"]:
            socket.receive()
        assert socket.table["legal"]
        socket.say("hint", v=socket.table["v"])
        hint = socket.hear("hint")
        assert hint["value"] is None, "it says that nothing was searched"
        assert hint["choice"]["text"] in [choice["text"] for choice in socket.table["legal"]]
        while not set(socket.table["view"]["awaited"]) - {0}:
            socket.act()
        began = time.monotonic()
        socket.hear("step")
        assert time.monotonic() - began < ANSWER_SECONDS
        socket.close()
    ready = anna.get("/api/games")["ready"]
    assert all(one["done"] < one["of"] and not one["failed"] for one in ready.values())


def test_the_page_says_what_stays_uncompiled_and_it_is_played_all_the_same(uncompiled: Callable[..., Running]) -> None:
    anna = uncompiled(DIES).browser()
    end = time.monotonic() + 60
    while not all(one["failed"] for one in anna.get("/api/games")["ready"].values()):
        assert time.monotonic() < end
        time.sleep(0.05)
    table, _ = sit_down(anna, "tollgate")
    assert anna.enter(table).act()["t"] == "step"


def test_a_finished_game_is_analysed_when_its_rules_are_compiled(uncompiled: Callable[..., Running]) -> None:
    anna = uncompiled(WAITS).browser()
    table, _ = sit_down(anna, "tollgate")
    socket = anna.enter(table)
    socket.say("resign", seat=0)
    socket.hear("table")
    analysis = anna.get(f"/api/tables/{table}/analysis")
    assert (analysis["decisions"], analysis["done"]) == ([], 0)


COMPILED_LATER = ("alva", "tollgate")
"""One game without and one with dice and secrets."""


class Compiler:
    """Stands for the processes that compile: they are done when the test says so."""

    done = threading.Event()
    begun: str | None = None

    def compile(self, name: str, report: Callable[[int, int], None]) -> str | None:
        report(1, 3)
        self.done.wait()
        return None if name in COMPILED_LATER else "not in this test"

    def kill(self) -> None:
        self.done.set()

    def close(self) -> None:
        pass


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Compiles instead of processes of their own. What this gives back is called when the cache is full."""
    for name in COMPILED_LATER:
        if not kept.read_manifest(game(name)):
            child.compile_game(name, lambda done, of: None)
    full = os.environ.get("ALCOVE_CACHE")
    monkeypatch.setattr(preparation, "Child", Compiler)
    monkeypatch.setattr(Compiler, "done", threading.Event())

    def finish() -> None:
        monkeypatch.delenv("ALCOVE_CACHE")
        if full is not None:
            monkeypatch.setenv("ALCOVE_CACHE", full)
        Compiler.done.set()

    return finish


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The game and the seat of all that is searched."""
    noted: list[tuple[str, int]] = []
    search = levels.search

    def note(position: Position, seat: int, **more: Any) -> Any:
        noted.append((position.game.name, seat))
        return search(position, seat, **more)

    monkeypatch.setattr(levels, "search", note)
    return noted


def play_a_turn(socket: Socket) -> None:
    """Act until the bot is awaited, then wait until nobody else is."""
    while not set(socket.table["view"]["awaited"]) - {0}:
        socket.act()
    while socket.table["view"]["awaited"] != [0]:
        socket.hear("step")


def test_a_game_goes_on_in_machine_code_between_two_moves(
    compiler: Callable[[], None],
    searched: list[tuple[str, int]],
    uncompiled: Callable[..., Running],
) -> None:
    running = uncompiled(WAITS)
    anna = running.browser()
    tables = {name: anna.create(ME, bot(3), game=name, **SETTINGS[name]) for name in COMPILED_LATER}
    sockets = {name: anna.enter(table) for name, table in tables.items()}
    for name, socket in sockets.items():
        play_a_turn(socket)
        assert not game(name).has_code
        assert game(name).entry_points.turn._run is None
    assert not searched, "bots follow their first impressions"
    before = {name: position_at(running, table) for name, table in tables.items()}

    compiler()
    assert running.hall is not None
    assert running.hall.preparation.wait(60)
    for name, socket in sockets.items():
        assert game(name).entry_points.turn._run is not None
        assert position_at(running, tables[name]) == before[name], "nothing has changed but who makes the moves"
        play_a_turn(socket)
        assert (name, 1) in searched, "the bot searches"
    reached = {name: position_at(running, table) for name, table in tables.items()}
    records = {name: record_of(running, table) for name, table in tables.items()}
    running.close()
    with as_plain_python():
        assert {name: record.position() for name, record in records.items()} == reached
    for name, record in records.items():
        assert record.position() == reached[name]
        assert hash(record.position()) == hash(reached[name])


def position_at(running: Running, table: str) -> Position:
    async def look(hall: Hall) -> Position:
        return (await hall.room(table)).table.position

    found: Position = running.do(look)
    return found


def record_of(running: Running, table: str) -> Record:
    async def look(hall: Hall) -> Record:
        return (await hall.room(table)).table.full_record()

    found: Record = running.do(look)
    return found


def test_nothing_runs_as_plain_python_once_all_is_compiled(tmp_path: Path) -> None:
    """In a process of its own, where nothing has been called before."""
    command = [sys.executable, "-m", "tests.server.compile_watch", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, cwd=ROOT)
    assert ended.returncode == 0, ended.stderr[-2000:]
    late = json.loads(ended.stdout.splitlines()[-1])
    assert late == []
