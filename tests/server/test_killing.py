"""Nothing lost: the server is killed at random moments under play, and every acknowledged action is found again.

ALCOVE_KILLS sets how often it is killed; 8 times in an ordinary run.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.bench.load import MOVES
from tests.ports import free_port
from tests.server.forks import Forks

KILLS = int(os.environ.get("ALCOVE_KILLS", "8"))
TABLES = 6
START_SECONDS = 60.0
HISTORY = list[tuple[int, str]]


class Game:
    """One table: what was acknowledged to anybody, and what was only sent."""

    def __init__(self, table: str, tokens: list[str]) -> None:
        self.table, self.tokens = table, tokens
        self.acknowledged: dict[int, HISTORY | tuple[int, str]] = {}
        self.sent: set[tuple[int, str, Any]] = set()
        self.dice = random.Random(table)

    @property
    def version(self) -> int:
        return max(self.acknowledged, default=0)

    def hear(self, message: dict[str, Any]) -> None:
        if message["t"] == "step":
            self.acknowledged.setdefault(message["v"], (message["seat"], message["text"]))
        elif message["t"] == "table":
            self.acknowledged[message["v"]] = [(seat, text) for seat, text in message["turns"]]

    def answer(self, seat: int, message: dict[str, Any]) -> dict[str, Any] | None:
        """What a seat says next: its next move, or now and then that it takes the last one back."""
        version = message["v"]
        placed = {text for text in MOVES if text in _on_board(message["view"]["table"]["board"])}
        if seat in message["view"]["actors"]:
            move = next((move for move in MOVES[seat::2] if move not in placed), None)
            if move is None:
                return None
            self.sent.add((version + 1, "action", (seat, move)))
            return {"t": "act", "v": version, "seat": seat, "action": move}
        if message["t"] == "step" and message["undo"]["may"] == "free" and self.dice.random() < 0.1:
            self.sent.add((version + 1, "undo", seat))
            return {"t": "undo", "v": version}
        return None


def _on_board(board: list[str]) -> set[str]:
    return {f"{'abcdefghi'[x]}{y + 1}" for y, row in enumerate(board) for x, sign in enumerate(row) if sign != "."}


async def play(port: int, game: Game, seat: int) -> None:
    """One player, until the server is gone."""
    address = f"ws://127.0.0.1:{port}/api/tables/{game.table}/live"
    headers = {"Cookie": f"alcove={game.tokens[seat]}"}
    try:
        async with connect(address, origin=f"http://127.0.0.1:{port}", additional_headers=headers) as socket:  # type: ignore[arg-type]
            await converse(socket, game, seat)
    except (ConnectionClosed, InvalidHandshake, OSError, EOFError):
        return


async def converse(socket: ClientConnection, game: Game, seat: int) -> None:
    async for text in socket:
        message = json.loads(text)
        game.hear(message)
        if message["t"] in ("step", "table"):
            said = game.answer(seat, message)
            if said is not None:
                await socket.send(json.dumps(said))


def ask(port: int, token: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    content = None if body is None else json.dumps(body)
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        headers = {"Cookie": f"alcove={token}", "Content-Type": "application/json"}
        connection.request("GET" if body is None else "POST", path, content, headers)
        answer: dict[str, Any] = json.loads(connection.getresponse().read())
        return answer


def token(port: int) -> str:
    """What the server gives a new browser."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", "/api/tables", headers={"X-Alcove": "page"})
        cookie = connection.getresponse().headers["set-cookie"]
        return cookie.partition("=")[2].partition(";")[0]


def open_game(port: int) -> Game:
    tokens = [token(port), token(port)]
    wish = {"game": "alva", "players": 2, "options": {"pieces": 36}, "name": "Anna"}
    table = ask(port, tokens[0], "/api/tables", {**wish, "seats": [{"kind": "me"}, {"kind": "open"}]})["table"]
    ask(port, tokens[1], f"/api/tables/{table}/seats/1", {"name": "Bruno"})
    return Game(table, tokens)


def stored(folder: Path, table: str) -> list[tuple[int, str, int, int, str]]:
    with sqlite3.connect(folder / "alcove.sqlite3") as database:
        query = "SELECT version, kind, seat, action, text FROM entries WHERE table_id = ? ORDER BY version"
        rows = database.execute(query, [table]).fetchall()
    database.close()
    return rows


def check(folder: Path, game: Game) -> int:
    """Every acknowledged action is there, nothing is there that nobody sent, and nothing is half there."""
    rows = stored(folder, game.table)
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= game.version
    history: HISTORY = []
    for version, kind, seat, action, text in rows:
        if kind == "action":
            assert (version, "action", (seat, text)) in game.sent
            history.append((seat, text))
        else:
            assert (version, "undo", seat) in game.sent
            del history[len(history) - action :]
        told = game.acknowledged.get(version)
        if isinstance(told, tuple):
            assert told == (seat, text)
        elif told is not None:
            assert told == history
    return len(rows)


def wait_for(port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            ask(port, "", "/health")
            return
        except OSError:
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.01)


async def play_until_killed(port: int, pid: int, games: list[Game], after: float) -> None:
    players = [asyncio.create_task(play(port, game, seat)) for game in games for seat in (0, 1)]
    await asyncio.sleep(after)
    os.kill(pid, signal.SIGKILL)
    await asyncio.gather(*players)


def test_an_acknowledged_action_survives_a_kill(forks: Forks, tmp_path: Path) -> None:
    dice = random.Random(2026)
    games: list[Game] = []
    acknowledged = unacknowledged = 0
    for _ in range(KILLS):
        port = free_port()
        server = forks.start(port, tmp_path)
        wait_for(port)
        games = [game for game in games if len(stored(tmp_path, game.table)) < 60]
        while len(games) < TABLES:
            games.append(open_game(port))
        for game in games:
            shown = ask(port, game.tokens[0], f"/api/tables/{game.table}")
            assert shown["v"] == len(stored(tmp_path, game.table))
            assert shown["v"] >= game.version
        asyncio.run(play_until_killed(port, server.pid, games, dice.uniform(0.02, 0.2)))
        server.wait(20)
        for game in games:
            unacknowledged += check(tmp_path, game) - game.version
            acknowledged += game.version
    assert acknowledged > KILLS * TABLES
    print(f"{acknowledged} acknowledged actions checked; {unacknowledged} were stored but not yet told")
