"""The first seconds of a server that has never run: nothing is compiled, and everybody wants to play.

    python tests/bench/first_second.py
    python tests/bench/first_second.py --browser
    python tests/bench/first_second.py --terminal
    python tests/bench/first_second.py --python ELSEWHERE/.venv/bin/python

For each game: the time from the wish for a table to its first message with choices, and from an action to the first
answer of a bot, while all games are being compiled. Meanwhile the server is asked for its health all the time. At last,
how long it took until every game was compiled. With --browser pages are loaded first, and the time counts from the
click on Play to the table and to choices on the screen; the browser takes part of the processor. With --terminal there
is no server: `alcove play` is started for each game, with an empty cache for each, and the time counts from its start
to the first question, and from an action to the first answer of a bot. The server runs with the Python that --python
names: with the packages that people have, without those of the tests, which some libraries load if they are there.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from alcove.kernel.game import game, games  # noqa: E402
from alcove.kernel.record import Record  # noqa: E402
from tests.ports import free_port  # noqa: E402
from tests.server.browser import ME, Browser, Socket, bot  # noqa: E402

GAMES = tuple(games())  # by now: what the tests bring along puts toys on the shelf
HEALTH_PAUSE = 0.02
"""Short, and by a client that costs little: what it takes from the two cores is missing for compiling."""
LEVEL = 2


@dataclass
class Server:
    """A server in a process of its own, with an empty cache."""

    url: str
    process: subprocess.Popen[bytes]
    began: float
    health: list[float] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def watch(self) -> None:
        address = urlsplit(self.url)
        assert address.hostname is not None
        connection = HTTPConnection(address.hostname, address.port, timeout=60)
        while not self.stopping.wait(HEALTH_PAUSE):
            began = time.perf_counter()
            connection.request("GET", "/health")
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200
            self.health.append(1000 * (time.perf_counter() - began))

    def compiled(self, browser: Browser) -> bool:
        return all(one["done"] == one["of"] for one in browser.get("/api/games")["ready"].values())


@contextlib.contextmanager
def started(folder: Path, python: str) -> Iterator[Server]:
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name != "ALCOVE_EXTRA_GAMES"}
    environment["ALCOVE_CACHE"] = str(folder / "cache")
    environment["ALCOVE_LOG_LEVEL"] = "info"  # says how much processor time each game has taken
    began = time.perf_counter()
    command = [python, "-m", "alcove.server", "--port", str(port), "--data", str(folder / "data")]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()  # it is open
        server = Server(f"http://127.0.0.1:{port}", process, began)
        watching = threading.Thread(target=server.watch)
        watching.start()
        try:
            yield server
        finally:
            server.stopping.set()
            watching.join()
            process.terminate()


def open_table(browser: Browser, name: str) -> tuple[Socket, float]:
    """Sit down with bots, and wait until there is something to choose."""
    players = max(2, game(name).players.start)
    began = time.perf_counter()
    wish = {"game": name, "players": players, "options": {}, "seats": [ME, *[bot(LEVEL)] * (players - 1)], "name": "A"}
    socket = browser.enter(browser.post("/api/tables", wish)["table"])
    while not socket.table["legal"]:
        socket.receive()
    return socket, time.perf_counter() - began


def first_answer(socket: Socket) -> float:
    """Act until a bot's choice is awaited, then wait for it."""
    while True:
        began = time.perf_counter()
        socket.act()
        if set(socket.table["view"]["awaited"]) - {0}:
            socket.hear("step")
            return time.perf_counter() - began


class OnScreen(NamedTuple):
    """Seconds since the click on Play."""

    table: float
    choices: float
    plain: bool
    """Whether the game was not compiled yet."""


def on_screen(url: str) -> dict[str, OnScreen]:
    """Each game in a browser of its own."""
    from playwright.sync_api import sync_playwright

    from tests.browser.visiting import CHROMIUM, FLAGS

    seen = {}
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser:
        for name in GAMES:
            page = browser.new_context(locale="en-GB").new_page()
            page.goto(f"{url}/new/{name}")
            page.get_by_test_id("quick-play").wait_for()
            began = time.perf_counter()
            page.get_by_test_id("quick-play").click()
            page.get_by_test_id("status").wait_for()
            table = time.perf_counter() - began
            page.locator(".mine[data-testid='status']").wait_for()
            choices = time.perf_counter() - began
            ready = page.request.get(f"{url}/api/games").json()["ready"][name]
            seen[name] = OnScreen(table, choices, ready["done"] < ready["of"])
            page.context.close()
    return seen


# ---- In the terminal ----


def in_terminal(name: str, folder: Path, python: str) -> tuple[float, float]:
    """Seconds to the first question, and from an action to the first answer of a bot."""
    import pty

    record, environment = folder / "game.alcove", dict(os.environ)
    environment |= {"ALCOVE_CACHE": str(folder / "cache"), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    players = max(2, game(name).players.start)
    command = [python, "-c", "from alcove.cli.main import run; run()", "play", name]
    command += ["--players", str(players), "--save", str(record)]
    ours, theirs = pty.openpty()
    began = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        _until_asked(ours)
        first = time.perf_counter() - began
        while True:
            moved = time.perf_counter()
            before = Record.read(record.read_bytes())
            os.write(ours, f"{before.position().legal(0)[0]}\n".encode())
            _until_asked(ours)
            if any(seat != 0 for seat, _ in Record.read(record.read_bytes()).actions[len(before.actions) :]):
                break
        answer = time.perf_counter() - moved
        process.kill()
    os.close(ours)
    return first, answer


def _until_asked(terminal: int) -> None:
    """Until nothing more is written after a prompt."""
    shown = b""
    while not (shown.endswith(b"> ") and not select.select([terminal], [], [], 0.0)[0]):
        shown += os.read(terminal, 65536)


def measure_terminal(python: str) -> None:
    for name in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            first, answer = in_terminal(name, Path(folder), python)
        print(f"{name:12} first question {first:.2f} s after the start, first answer of a bot {answer:.2f} s")


def measure_server(python: str, with_browser: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, started(Path(folder), python) as server:
        browser = Browser(server.url)
        up = time.perf_counter() - server.began
        screens = on_screen(server.url) if with_browser else {}
        rows: list[list[Any]] = []
        for name in GAMES:
            socket, board = open_table(browser, name)
            rows.append([name, board, first_answer(socket)])
            socket.close()
        played = time.perf_counter() - server.began
        early = not server.compiled(browser)
        while not server.compiled(browser):
            time.sleep(0.1)
        compiled = time.perf_counter() - server.began
        browser.close()
    print(f"open after {up:.1f} s, every game played after {played:.1f} s ({'before' if early else 'AFTER'} all were")
    print(f"compiled), compiled after {compiled:.1f} s")
    for name, board, answer in rows:
        print(f"{name:12} board with choices {board:.2f} s, first answer of a bot {answer:.2f} s")
    for name, seen in screens.items():
        how = "as plain Python" if seen.plain else "COMPILED by then"
        print(f"{name:12} on the screen: table {seen.table:.2f} s, choices {seen.choices:.2f} s after the click, {how}")
    health = sorted(server.health)
    print(f"health: {len(health)} answers, p50 {health[len(health) // 2]:.1f} ms, longest {health[-1]:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--browser", action="store_true", help="measure on the screen, too")
    where.add_argument("--terminal", action="store_true", help="measure `alcove play` instead")
    parser.add_argument("--python", default=sys.executable, help="the Python that Alcove runs with; else this one")
    chosen = parser.parse_args()
    if chosen.terminal:
        measure_terminal(chosen.python)
    else:
        measure_server(chosen.python, chosen.browser)


if __name__ == "__main__":
    main()
