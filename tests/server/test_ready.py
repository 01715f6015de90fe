"""Every game is played from the first second, before anything is compiled."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from alcove.kernel import jit
from alcove.kernel.game import game, games
from alcove.ready import preparation
from tests.plain import as_plain_python
from tests.server.browser import ME, Browser, bot
from tests.server.conftest import Running

pytestmark = pytest.mark.skipif(not jit.CUT, reason="nothing is waited for")

ROOT = Path(__file__).resolve().parents[2]
WAITS = (sys.executable, "-c", "import sys; sys.stdin.read()")
DIES = (sys.executable, "-c", "")
ANSWER_SECONDS = 5.0
"""A second on a machine that has nothing else to do."""


@pytest.fixture
def uncompiled(
    start: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Running]]:
    """Starts a server with an empty cache, and with processes that never come to an end, or die at once."""

    def begin(command: tuple[str, ...]) -> Running:
        monkeypatch.setattr(preparation, "COMMAND", command)
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


def test_nothing_runs_as_plain_python_once_all_is_compiled(tmp_path: Path) -> None:
    """In a process of its own, where nothing has been called before."""
    command = [sys.executable, "-m", "tests.server.compile_watch", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, cwd=ROOT)
    assert ended.returncode == 0, ended.stderr[-2000:]
    late = json.loads(ended.stdout.splitlines()[-1])
    assert late == []
