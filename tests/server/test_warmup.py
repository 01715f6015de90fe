"""The page is up before the games are."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from alcove.kernel.game import Game
from alcove.server import warmup
from tests.server.browser import ME, OPEN
from tests.server.conftest import Running

Report = Callable[[int, int], None]
ROOT = Path(__file__).resolve().parents[2]


def test_a_table_waits_for_its_game(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def slow(game: Game, report: Report) -> None:
        report(0, 4)
        report(1, 4)
        go_on.wait(20)
        report(4, 4)

    monkeypatch.setattr(warmup, "warm", slow)
    monkeypatch.setattr(warmup, "rehearse", lambda game: None)
    anna = start(warm=True, ready_wait=0.2).browser()
    for _ in range(100):
        ready = anna.get("/api/games")["ready"]
        if ready["alva"] == {"done": 1, "of": 5}:
            break
        time.sleep(0.02)
    assert ready["alva"] == {"done": 1, "of": 5}
    wish = {"game": "alva", "players": 2, "options": {}, "seats": [ME, OPEN], "name": "Anna"}
    assert anna.post_refused("/api/tables", wish) == (503, "not-ready")
    go_on.set()
    for _ in range(100):
        if anna.http.post("/api/tables", json=wish).status_code == 201:
            return
        time.sleep(0.02)
    raise AssertionError("the game was never ready")


def test_nothing_is_compiled_while_people_play(tmp_path: Path) -> None:
    """In a process of its own, where nothing has been called before."""
    command = [sys.executable, "-m", "tests.server.compile_watch", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, cwd=ROOT)
    assert ended.returncode == 0, ended.stderr[-2000:]
    late = json.loads(ended.stdout.splitlines()[-1])
    assert late == []
