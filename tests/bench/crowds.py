"""A visitor of `hostile.py`, and what it does with very many connections."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

AT_ONCE = 32
CROWD, CHAT_LINES = 195, 30


def chosen(legal: list[Any]) -> str | int:
    """Any legal choice. Those that are always the same come as their index."""
    one = random.choice(legal)
    return one if isinstance(one, int) else str(one["text"])


class Visitor:
    """A browser at an address."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address, self.token = port, address, ""

    async def ask(self, path: str, body: Any = None, token: str | None = None) -> tuple[int, bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Cookie: alcove={self.token if token is None else token}\r\nX-Forwarded-For: {self.address}\r\n"
            f"X-Alcove: page\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n"
            "Accept-Encoding: gzip\r\nConnection: close\r\n\r\n"
        )
        try:
            writer.write(head.encode() + content)
            answer = await reader.read()
        finally:
            writer.close()
        head_bytes, _, rest = answer.partition(b"\r\n\r\n")
        given = head_bytes.partition(b"alcove=")[2].partition(b";")[0].decode()
        if token is None and given:
            self.token = given
        return int(answer.split(b" ", 2)[1] or 0) if answer else 0, rest

    async def open(self, name: str, seats: list[dict[str, Any]]) -> str:
        wish = {"game": name, "players": len(seats), "options": {}, "seats": seats, "name": "Anna"}
        status, answer = await self.ask("/api/tables", wish)
        if status != 201:
            raise RuntimeError(answer.decode())
        return str(json.loads(answer)["table"])

    def socket(self, table: str) -> connect:
        return connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{table}/live",
            origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
            additional_headers={"Cookie": f"alcove={self.token}", "X-Forwarded-For": self.address},
            max_size=None,
        )


class Crowding(Visitor):
    """`tried` counts how often something was done, by what came of it."""

    def __init__(self, port: int, address: str) -> None:
        super().__init__(port, address)
        self.tried: Counter[str] = Counter()
        self._held: list[asyncio.StreamWriter] = []

    async def _again_and_again(self, work: Callable[[], Awaitable[str]], at_once: int = AT_ONCE) -> None:
        async def one() -> None:
            while True:
                try:
                    self.tried[await work()] += 1
                except (OSError, ValueError, IndexError, ConnectionClosed, InvalidHandshake, EOFError):
                    self.tried["cut off"] += 1
                await asyncio.sleep(0.001)

        await asyncio.gather(*(one() for _ in range(at_once)))

    async def crowd(self) -> None:
        """As many spectators as it gets, long lines of chat, and a move that is played and taken back."""
        second = Visitor(self.port, self.address)
        await second.ask("/api/games")
        table = await self.open("alva", [{"kind": "me"}, {"kind": "open"}])
        await second.ask(f"/api/tables/{table}/seats/1", {"name": "x"})
        async with contextlib.AsyncExitStack() as stack:
            players = [await stack.enter_async_context(one.socket(table)) for one in (self, second)]
            for socket in players:
                for _ in range(CHAT_LINES):
                    await socket.send(json.dumps({"t": "chat", "text": "\U0001f999" * 500}, ensure_ascii=False))
            work = [self._watch(table) for _ in range(CROWD)]
            await asyncio.gather(self._back_and_forth(players[0]), self._drain(players[1]), *work)

    async def _watch(self, table: str) -> None:
        with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake):
            async with self.socket(table) as socket:
                await self._drain(socket)
        self.tried["spectator sent away"] += 1

    async def _drain(self, socket: ClientConnection) -> None:
        async for _ in socket:
            pass

    async def _back_and_forth(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            if message["t"] == "error":
                await asyncio.sleep(0.05)
                await socket.send(json.dumps({"t": "look", "seat": 0}))
            elif message["t"] == "step" and message["seat"] == 0:
                self.tried["taken back"] += 1
                await socket.send(json.dumps({"t": "undo", "v": message["v"]}))
            elif message["t"] == "table" and message["legal"]:
                act = {"t": "act", "v": message["v"], "seat": 0, "action": chosen(message["legal"])}
                await socket.send(json.dumps(act))
            elif message["t"] == "table":
                await socket.send(json.dumps({"t": "undo", "v": message["v"]}))

    async def half_requests(self) -> None:
        """Whole requests with half ones behind them, and trailers without an end."""
        head = f"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nX-Forwarded-For: {self.address}\r\n"
        whole = head.replace("POST /api/tables", "GET /health") + "\r\n"
        half = [whole + head + "Content-Length: 100\r\n\r\n{", head + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: "]

        async def one() -> str:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            begin = random.choice(half)
            writer.write(begin.encode())
            with contextlib.suppress(OSError):
                for _ in range(100):
                    writer.write(b"x" * 65_536 if begin.endswith("X: ") else b"")
                    await writer.drain()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(), 2)
                return "cut off"
            self._held.append(writer)
            return "held"

        await self._again_and_again(one)
