"""The page is up before the games are."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from alcove.kernel.game import Game
from alcove.server import warmup
from tests.server.browser import ME, OPEN
from tests.server.conftest import Running

Report = Callable[[int, int], None]


def test_a_table_waits_for_its_game(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def slow(game: Game, report: Report) -> None:
        report(0, 4)
        report(1, 4)
        go_on.wait(20)
        report(4, 4)

    monkeypatch.setattr(warmup, "warm", slow)
    anna = start(warm=True, ready_wait=0.2).browser()
    for _ in range(100):
        ready = anna.get("/api/games")["ready"]
        if ready["alva"] == {"done": 1, "of": 4}:
            break
        time.sleep(0.02)
    assert ready["alva"] == {"done": 1, "of": 4}
    wish = {"game": "alva", "players": 2, "options": {}, "seats": [ME, OPEN], "name": "Anna"}
    assert anna.post_refused("/api/tables", wish) == (503, "not-ready")
    go_on.set()
    for _ in range(100):
        if anna.http.post("/api/tables", json=wish).status_code == 201:
            return
        time.sleep(0.02)
    raise AssertionError("the game was never ready")
