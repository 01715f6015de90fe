"""Play every game at a server that has just been started, and say what ran as plain Python once all was compiled.

Prints a JSON list of functions.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from alcove.kernel.compiler import CompiledFunction
from alcove.kernel.game import game, games
from tests.server.browser import ME, Browser, Socket, bot, local
from tests.server.conftest import Running, settings_for

MOVES = 25
plain: list[str] = []


def watch() -> None:
    run_plainly = CompiledFunction.run_plainly

    def note(self: Any, *arguments: Any) -> Any:
        plain.append(f"{self.py_func.__module__}.{self.py_func.__qualname__}")
        return run_plainly(self, *arguments)

    CompiledFunction.run_plainly = note  # type: ignore[method-assign]


def wait_until_ready(browser: Browser) -> None:
    while True:
        ready = browser.get("/api/games")["ready"].values()
        if all(progress["done"] == progress["of"] for progress in ready):
            return
        time.sleep(0.1)


def play(browser: Browser, name: str) -> None:
    players = game(name).players.start
    seats = [ME, *(local(f"Player {seat}") for seat in range(1, players))]
    wish = {"game": name, "players": players, "options": {}, "seats": seats, "name": "Anna"}
    table = browser.post("/api/tables", wish)["table"]
    socket = browser.enter(table)
    for number in range(MOVES):
        if not socket.table["view"]["awaited"]:
            break
        act(socket, number)
    for path in ("", "/replay", "/record"):
        browser.http.get(f"/api/tables/{table}{path}")
    socket.say("undo", v=socket.table["v"])
    socket.hear("table", "error")
    socket.say("resign", seat=0)
    socket.hear("table", "error")
    for path in ("/record", "/verify", "/analysis", "/replay"):
        browser.http.get(f"/api/tables/{table}{path}")
    against_bot(browser, name, players)


def act(socket: Socket, number: int) -> None:
    seat = socket.table["view"]["awaited"][0]
    socket.say("look", seat=seat)
    socket.hear("table")
    socket.say("why", v=0, seat=seat, action=number * 7 % game(socket.table["game"]).rules.ACTIONS)
    socket.hear("why", "error")
    legal = socket.table["legal"]
    socket.act(legal[number * 5 % len(legal)]["text"])


def against_bot(browser: Browser, name: str, players: int) -> None:
    wish = {"game": name, "players": players, "options": {}, "name": "Anna"}
    table = browser.post("/api/tables", {**wish, "seats": [ME, *[bot(2)] * (players - 1)]})["table"]
    socket = browser.enter(table)
    if 0 in socket.table["view"]["awaited"]:
        socket.say("hint", v=socket.table["v"])
        socket.hear("hint", "error")


def main() -> None:
    watch()
    running = Running(replace(settings_for(Path(sys.argv[1])), warm=True))
    running.start()
    browser = running.browser()
    wait_until_ready(browser)
    plain.clear()
    try:
        for name in games():
            play(browser, name)
        late = sorted(set(plain))
    finally:
        running.close()
    print(json.dumps(late))


if __name__ == "__main__":
    main()
