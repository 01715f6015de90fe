"""What analyses of finished games cost those who play meanwhile.

    python tests/bench/analysis.py --games 100 --moves 300

On a server, games of two people at one screen are played for some actions each. Somebody else moves at a table of their
own, first while nothing is analysed. Then all those games end at once, and the same is done while they are analysed in
the background. Prints how long a move takes from being sent to being told, and how many games were done meanwhile.
Everything is done several times, each time with a new server.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from alcove.server.serving import free_port
from alcove.server.settings import DATABASE_FILE
from tests.server.browser import ME, Browser, Socket, local

ROUNDS = 2
PAUSE = 0.02


def counted(folder: Path, query: str) -> int:
    with sqlite3.connect(f"file:{folder / DATABASE_FILE}?mode=ro", uri=True) as database:
        return int(database.execute(query).fetchone()[0])


def analysed(folder: Path) -> int:
    return counted(folder, "SELECT count(*) FROM analyses")


def begun(browser: Browser, game: str, actions: int) -> str:
    """A table of two people with some actions, not over."""
    wish = {"game": game, "players": 2, "options": {}, "seats": [ME, local("Bruno")], "name": "Anna"}
    table: str = browser.post("/api/tables", wish)["table"]
    socket = browser.enter(table)
    for _ in range(actions):
        step(socket)
    socket.close()
    return table


def step(socket: Socket) -> float:
    """Whoever is awaited does the first thing that comes; the seconds until it was told."""
    seat = socket.table["view"]["awaited"][0]
    if socket.table["look"] != seat:
        socket.say("look", seat=seat)
        socket.hear("table")
    choices = socket.table["legal"]
    before = time.perf_counter()
    socket.act(choices[len(choices) // 2]["text"], seat=seat)
    return time.perf_counter() - before


def moves(browser: Browser, count: int) -> list[float]:
    """Paced moves at a fresh table."""
    wish = {"game": "alva", "players": 2, "options": {}, "seats": [ME, local("Bruno")], "name": "Carla"}
    socket, took = browser.enter(browser.post("/api/tables", wish)["table"]), list[float]()
    while len(took) < count:
        if socket.table["view"]["outcome"] is not None:
            socket = browser.enter(browser.post("/api/tables", wish)["table"])
        took.append(step(socket))
        time.sleep(PAUSE)
    socket.close()
    return took


def end(browser: Browser, table: str) -> None:
    socket = browser.enter(table)
    socket.say("resign", seat=0)
    socket.hear("table", where=lambda message: message["status"] == "over")
    socket.close()


def show(title: str, took: list[float]) -> None:
    cuts = [1000 * cut for cut in quantiles(took, n=100)]
    print(f"{title}: half of {len(took)} moves below {cuts[49]:.1f} ms, 95 % below {cuts[94]:.1f}, 99 % {cuts[98]:.1f}")


def measure(url: str, folder: Path, said: argparse.Namespace) -> tuple[list[float], list[float]]:
    """Moves while nothing is analysed, and while games are."""
    anna, carla = Browser(url), Browser(url)
    tables = [begun(anna, said.game, said.actions) for _ in range(said.games)]
    moves(carla, 20)
    rest = moves(carla, said.moves // ROUNDS)
    for table in tables:
        end(anna, table)
    while counted(folder, "SELECT count(DISTINCT table_id) FROM replays") < said.games or not analysed(folder):
        time.sleep(0.2)  # what was seen of a finished game is packed first; that is not what is measured here
    before = analysed(folder)
    meanwhile = moves(carla, said.moves // ROUNDS)
    print(f"{analysed(folder) - before} of {said.games} games were analysed meanwhile, {before} before", flush=True)
    anna.close()
    carla.close()
    return rest, meanwhile


@contextmanager
def serving() -> Iterator[tuple[str, Path]]:
    """A server of our own; its address and its folder."""
    limits = {"TABLES_PER_MINUTE": "10000", "ADDRESS_TABLES_PER_MINUTE": "10000", "REQUEST_BURST": "10000"}
    limits |= {"MESSAGES_PER_SECOND": "10000", "ADDRESS_WORK_BURST": "1000", "ADDRESS_WORK": "1"}
    own = os.environ | {f"ALCOVE_LIMITS_{name}": value for name, value in limits.items()}
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "alcove.server", "--port", str(port), "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=own)
        try:
            assert process.stdout is not None
            process.stdout.readline()
            yield f"http://127.0.0.1:{port}", Path(folder)
        finally:
            process.terminate()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--actions", type=int, default=20)
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--game", default="alva")
    said = parser.parse_args()
    rest, meanwhile = list[float](), list[float]()
    for _ in range(ROUNDS):
        with serving() as (url, folder):
            one, other = measure(url, folder, said)
            rest, meanwhile = rest + one, meanwhile + other
    show("at rest", rest)
    show("while games are analysed", meanwhile)


if __name__ == "__main__":
    main()
