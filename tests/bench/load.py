"""Load: many tables of two scripted clients each, over loopback, against a server that stores every move.

    python tests/bench/load.py --tables 200 --rounds 5

Prints durable moves per second, and the time from a player's send to the opponent's view. In each round all tables are
opened and entered first; then the clock runs until the last of them has played its 72 moves. The clients are bare
WebSockets with moves prepared beforehand, so that one core suffices for all of them. White fills rows 1 to 4, Black
rows 6 to 9: nothing is ever captured, and every move is a placement among many choices.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import TypeVar, cast

from alcove.server.serving import free_port

PIECES = 36
MOVES = [f"{column}{row + (5 if seat else 0)}" for row in range(1, 5) for column in "abcdefghi" for seat in (0, 1)]
STEP = b'{"t":"step","v":'
MASK = bytes(4)
PING, PONG = 0x89, bytes((0x8A, 0x80)) + MASK
HOMES = count(1)
Result = TypeVar("Result")


def frame(text: str) -> bytes:
    size = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0x80 | 126, *len(text).to_bytes(2, "big")])
    return b"\x81" + size + MASK + text.encode()


ACTS = [
    frame(json.dumps({"t": "act", "v": number, "seat": number % 2, "action": move}, separators=(",", ":")))
    for number, move in enumerate(MOVES)
]


class Player(asyncio.Protocol):
    """One seat of one table: answers each step of the other with the next move."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self.buffer = b""
        self.open = False

    def path(self) -> str:
        return f"/api/tables/{self.game.table}/live"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        host = f"127.0.0.1:{self.game.port}"
        lines = [
            f"GET {self.path()} HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
            f"Cookie: alcove={self.game.tokens[self.seat]}",
            f"X-Forwarded-For: {self.game.home}",
        ]
        self.transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer + data if self.buffer else data
        if not self.open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self.buffer = head
                return
            if b" 101 " not in head[:20]:
                raise RuntimeError(head.decode())
            self.open = True
        at = 0
        while len(buffer) - at >= 2:
            length, header = buffer[at + 1], 2
            if length == 126:
                length, header = int.from_bytes(buffer[at + 2 : at + 4], "big"), 4
            elif length == 127:
                length, header = int.from_bytes(buffer[at + 2 : at + 10], "big"), 10
            if len(buffer) - at < header + length:
                break
            if buffer[at] == PING:
                self.transport.write(PONG)
            else:
                self.hear(buffer, at + header)
            at += header + length
        self.buffer = buffer[at:]

    def hear(self, buffer: bytes, at: int) -> None:
        if buffer.startswith(STEP, at):
            start = at + len(STEP)
            version = int(buffer[start : buffer.index(b",", start)])
            if version % 2 == self.seat:
                self.game.seen(version)
        elif buffer.startswith(b'{"t":"table"', at):
            self.game.arrived()
        elif buffer.startswith(b'{"t":"error"', at):
            raise RuntimeError(buffer[at : at + 200].decode(errors="replace"))


class Game:
    player: type[Player] = Player

    def __init__(self, port: int, table: str, tokens: list[str], home: str = "127.0.0.1") -> None:
        self.port, self.table, self.tokens, self.home = port, table, tokens, home
        self.players: list[Player] = []
        self.latencies: list[float] = []
        self.sent_at = 0.0
        self._there = 0
        self._entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def enter(self) -> None:
        loop = asyncio.get_running_loop()
        for seat in (0, 1):
            _, player = await loop.create_connection(lambda seat=seat: self.player(self, seat), "127.0.0.1", self.port)  # type: ignore[misc]
            self.players.append(player)
        await self._entered

    async def play(self) -> None:
        self.send(0)
        await self._done

    def leave(self) -> None:
        for player in self.players:
            player.transport.abort()

    def arrived(self) -> None:
        self._there += 1
        if self._there == 2:
            self._entered.set_result(None)

    def send(self, number: int) -> None:
        self.sent_at = time.perf_counter()
        self.players[number % 2].transport.write(self.act(number))

    def act(self, number: int) -> bytes:
        return ACTS[number]

    def seen(self, version: int) -> None:
        """The opponent has seen the move that led to this version."""
        self.latencies.append(time.perf_counter() - self.sent_at)
        if version == len(MOVES):
            self._done.set_result(None)
        else:
            self.send(version)


async def request(
    port: int, home: str, path: str, body: dict[str, object], token: str = ""
) -> tuple[dict[str, object], str]:
    """The answer, and the token that the server gives a browser without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    content = json.dumps(body)
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: alcove={token}\r\nConnection: close\r\n"
        f"X-Forwarded-For: {home}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        f"{content}".encode()
    )
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    given = head.partition(b"alcove=")[2].partition(b";")[0].decode()
    result: dict[str, object] = json.loads(answer)
    return result, given or token


def new_home() -> str:
    """Each table's players have an address of their own, as the proxy before the server would say: no address may have
    as many tables as are wanted here."""
    return str(ip_address("10.0.0.0") + next(HOMES))


async def wait_until_ready(port: int) -> None:
    """Compiling in the background would be measured along with the rest."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = json.loads((await reader.read()).partition(b"\r\n\r\n")[2])
        writer.close()
        if all(game["done"] == game["of"] for game in answer["ready"].values()):
            return
        await asyncio.sleep(0.3)


async def open_table(port: int) -> tuple[str, list[str], str]:
    home = new_home()
    wish = {"game": "alva", "players": 2, "options": {"pieces": PIECES}, "name": "Anna"}
    answer, white = await request(port, home, "/api/tables", {**wish, "seats": [{"kind": "me"}, {"kind": "open"}]})
    table = str(answer["table"])
    _, black = await request(port, home, f"/api/tables/{table}/seats/1", {"name": "Bruno"})
    return table, [white, black], home


async def in_groups(works: list[Callable[[], Awaitable[Result]]], size: int = 50) -> list[Result]:
    """Opening tables is not what is measured: not all at once."""
    done: list[Result] = []
    for first in range(0, len(works), size):
        done += await asyncio.gather(*(work() for work in works[first : first + size]))
    return done


class Tally:
    """What some rounds have taken."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.opening = self.playing = 0.0

    async def round(self, tables: int, open_game: Callable[[], Awaitable[Game]]) -> None:
        began = time.perf_counter()
        games = await in_groups([open_game] * tables)
        await in_groups([game.enter for game in games])
        ready = time.perf_counter()
        await self.played(games)
        self.opening += ready - began
        self.playing += time.perf_counter() - ready
        self.latencies += [latency for game in games for latency in game.latencies]
        for game in games:
            game.leave()

    async def played(self, games: list[Game]) -> None:
        await asyncio.gather(*(game.play() for game in games))

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.playing

    def milliseconds(self, share: float) -> float:
        """So long took at most this share of the moves."""
        times = sorted(self.latencies)
        return times[min(len(times) - 1, int(share * len(times)))] * 1000


async def run(port: int, tables: int, rounds: int) -> None:
    async def open_game() -> Game:
        return Game(port, *await open_table(port))

    await wait_until_ready(port)
    await Tally().round(tables, open_game)  # the first is not counted
    tally = Tally()
    for _ in range(rounds):
        await tally.round(tables, open_game)
    print(f"{tally.rate:,.0f} durable moves/s at {tables} tables")
    for share in (0.5, 0.9, 0.99, 1.0):
        print(f"  p{share * 100:g}: {tally.milliseconds(share):.1f} ms")
    print(f"{tables * rounds / tally.opening:,.0f} tables/s opened, joined and entered by two")


@contextlib.contextmanager
def server() -> Iterator[int]:
    """An Alcove of our own; gives its port."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "alcove.server", "--port", str(port), "--data", str(Path(folder))]
        command += ["--trusted-proxy", "127.0.0.1"]
        with started(command):
            yield port


@contextlib.contextmanager
def started(command: list[str], folder: Path | None = None) -> Iterator[None]:
    """A server that says a line when it is ready."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | {"NODE_ENV": "production"}, cwd=folder)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def use_quick_loop() -> None:
    with contextlib.suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--port",
        type=int,
        default=0,
        help="a server that runs already, with --trusted-proxy 127.0.0.1; else one is started",
    )
    chosen = parser.parse_args()
    use_quick_loop()
    if chosen.port:
        asyncio.run(run(chosen.port, chosen.tables, chosen.rounds))
        return
    with server() as port:
        asyncio.run(run(port, chosen.tables, chosen.rounds))


if __name__ == "__main__":
    main()
