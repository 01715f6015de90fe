"""A browser inside the server's process: it calls the application as the web server would, without a network."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Litestar

from alcove.server.sockets import RAW

PATIENCE = 120.0
HOST = b"127.0.0.1:8000"
OWN = (b"set-cookie", b"x-alcove-person")
"""What tells a browser who it is: its token, and a mark made of that alone. Tokens are random in each world."""
COMMON = [(b"host", HOST), (b"origin", b"http://" + HOST), (b"sec-fetch-site", b"same-origin")]


def unpacked(body: bytes) -> bytes:
    return gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body


@dataclass(frozen=True)
class Answer:
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    def __bytes__(self) -> bytes:
        """All of it: the text as one can read it, and the body as it was sent."""
        head = [b"%d" % self.status, *(b"%b: %b" % pair for pair in self.headers)]
        return b"\n".join([*head, unpacked(self.body), self.body])


class Line:
    """What stands between a connection and its browser in place of a socket."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.gone = asyncio.Event()
        self.broken: int | None = None
        self.handed_over = False
        self.behind_most = 0
        self.task: asyncio.Task[None] | None = None
        self._said: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._listening = asyncio.Event()

    async def receive(self) -> bytes | None:
        if self._said.empty():
            self._listening.set()
        return await self._said.get()

    def send(self, message: bytes) -> None:
        self.heard.append(bytes(message))

    def stop(self) -> None:
        self._said.put_nowait(None)

    def close(self, code: int) -> None:
        self.gone.set()

    async def say(self, text: bytes) -> None:
        """Say something, and wait until the server has dealt with it."""
        self._listening.clear()
        self._said.put_nowait(text)
        await self.listened()

    async def listened(self) -> None:
        """Until the server listens."""
        assert self.task is not None
        listening = asyncio.ensure_future(self._listening.wait())
        await asyncio.wait([listening, self.task], return_when=asyncio.FIRST_COMPLETED)
        assert listening.done(), f"the server has hung up: {self.heard}"

    async def hang_up(self) -> None:
        self.stop()
        assert self.task is not None
        await self.task


class Browser:
    def __init__(self, app: Litestar) -> None:
        self.app = app
        self.lines: list[Line] = []
        self._cookie = b""

    async def ask(self, path: str, query: str = "", say: Any = None, packed: bool = False) -> Answer:
        body = b"" if say is None else msgspec.json.encode(say)
        scope = self._scope("http", path, query)
        scope["method"] = "GET" if say is None else "POST"
        if packed:
            scope["headers"].append((b"accept-encoding", b"gzip"))
        if body:
            scope["headers"] += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        told: list[Any] = []
        asked = [{"type": "http.request", "body": body, "more_body": False}]

        finished = asyncio.Event()

        async def receive() -> Any:
            if asked:
                return asked.pop()
            await finished.wait()  # the browser stays until it has its answer
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            told.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                finished.set()

        async with asyncio.timeout(PATIENCE):
            await self.app(scope, receive, send)  # type: ignore[arg-type]
        headers = [(name, value) for name, value in told[0]["headers"] if name not in OWN]
        for name, value in told[0]["headers"]:
            if name == b"set-cookie":
                self._cookie = value.partition(b";")[0]
        return Answer(told[0]["status"], headers, b"".join(part.get("body", b"") for part in told[1:]))

    async def post(self, path: str, say: Any) -> Any:
        answer = await self.ask(path, say=say)
        assert answer.status < 300, answer.body
        return msgspec.json.decode(answer.body)

    async def enter(self, table: str, language: str) -> Line:
        if not self._cookie:
            await self.ask("/api/games")
        line = Line()
        scope = self._scope("websocket", f"/api/tables/{table}/live", f"lang={language}") | {RAW: line}
        to_say = [{"type": "websocket.connect"}]

        async def receive() -> Any:
            return to_say.pop() if to_say else {"type": "websocket.disconnect", "code": 1000}

        async def send(message: Any) -> None:
            assert message["type"] in ("websocket.accept", "websocket.close"), message

        line.task = asyncio.create_task(self.app(scope, receive, send))  # type: ignore[arg-type]
        await line.listened()
        self.lines.append(line)
        return line

    async def leave(self) -> None:
        for line in self.lines:
            await line.hang_up()
        self.lines.clear()

    def _scope(self, kind: str, path: str, query: str) -> dict[str, Any]:
        cookie = [(b"cookie", self._cookie)] if self._cookie else []
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [*COMMON, *cookie],
            "client": ("127.0.0.1", 40000),
            "server": ("127.0.0.1", 8000),
            "state": {},
            "subprotocols": [],
        }
