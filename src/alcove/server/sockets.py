"""The WebSocket protocol (RFC 6455), the server's side of it, without extensions.

Uvicorn hands a connection over when a browser asks for the upgrade. The application decides about it as about any
other; afterwards it talks to the socket itself (`scope[RAW]`), because every message would else pass a task, a queue
and six wrappers (docs/decisions/0006).
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import logging
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, cast
from urllib.parse import unquote

log = logging.getLogger("alcove.server")

RAW = "alcove.socket"
"""Where the application finds the socket in its scope."""
NORMAL, GOING_AWAY, PROTOCOL_ERROR, POLICY, TOO_BIG, FAILED = 1000, 1001, 1002, 1008, 1009, 1011
LINGER_SECONDS = 2.0
"""How long a browser may take to answer a farewell, and to read what was said before it."""
BROKEN_LINGER_SECONDS = 0.5
"""The same where an answer would not be understood."""
UNREAD_MOST = 32
"""Messages that may wait before no more are read."""

_SALT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUED, _TEXT, _BINARY, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
_LAST, _RESERVED, _MASKED = 0x80, 0x70, 0x80


class BrokenError(Exception):
    """What came is no WebSocket, or too long: the connection ends with `code`."""

    def __init__(self, code: int) -> None:
        self.code = code


class Frames:
    """Cuts a stream of bytes into frames and puts messages together."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._bytes = b""
        self._kind = _CONTINUED
        self._begun: list[bytes] = []

    def read(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The messages and control frames that are complete."""
        if self._bytes:
            data = self._bytes + data
        at, end = 0, len(data)
        try:
            while end - at >= 2:
                size, start = data[at + 1] & 0x7F, at + 6
                if size == 126:
                    size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 8
                elif size == 127:
                    size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 14
                if end >= start - 4:
                    self._check(data[at], data[at + 1], size)
                if end < start + size:
                    return
                first, at = data[at], start + size
                whole = self._take(first, _unmask(data[start:at], data[start - 4 : start]))
                if whole is not None:
                    yield whole
        finally:
            self._bytes = data[at:]

    def _check(self, first: int, second: int, size: int) -> None:
        """Before a frame has arrived: nobody may send more than is read, or let us wait for it."""
        if first & _RESERVED or not second & _MASKED:
            raise BrokenError(PROTOCOL_ERROR)
        kind = first & 0x0F
        if kind >= _CLOSE:
            if kind > _PONG or size > 125 or not first & _LAST:
                raise BrokenError(PROTOCOL_ERROR)
        elif kind > _BINARY or (kind == _CONTINUED) == (self._kind == _CONTINUED):
            raise BrokenError(PROTOCOL_ERROR)
        elif size + sum(map(len, self._begun)) > self._longest:
            raise BrokenError(TOO_BIG)

    def _take(self, first: int, payload: bytes) -> tuple[int, bytes] | None:
        kind = first & 0x0F
        if kind >= _CLOSE:
            return kind, payload
        self._kind = kind or self._kind
        if not first & _LAST:
            self._begun.append(payload)
            return None
        kind = self._kind
        self._kind = _CONTINUED
        if self._begun:
            payload = b"".join([*self._begun, payload])
            self._begun = []
        return kind, payload


def _unmask(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


def frame(kind: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((_LAST | kind, size)) + payload
    if size < 0x10000:
        return bytes((_LAST | kind, 126)) + size.to_bytes(2, "big") + payload
    return bytes((_LAST | kind, 127)) + size.to_bytes(8, "big") + payload


class Socket(asyncio.Protocol):
    """One connection. Made by Uvicorn, which gives the request once more as it came."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        self._app: Callable[..., Awaitable[None]] = config.loaded_app
        self._frames = Frames(config.ws_max_size)
        self._state, self._app_state = server_state, app_state
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._request = b""
        self._accepted = self._refused = False
        self._ended = False
        self._farewell: asyncio.TimerHandle | None = None
        self._unread: deque[bytes] = deque()
        self._unsent: list[bytes] = []
        self._resting = False
        self._waiting: asyncio.Future[None] | None = None
        self.broken: int | None = None
        """The code with which the connection ends because of what the browser has sent, or has not read."""
        self.behind_most = 1 << 20
        """Bytes that may wait because the browser does not read them."""
        self.gone = asyncio.Event()

    # What the application does with it

    async def receive(self) -> bytes | None:
        """The next message, None when there will be no more."""
        while not self._unread:
            if self._ended:
                return None
            self._waiting = self._loop.create_future()
            await self._waiting
        message = self._unread.popleft()
        if self._resting and not self._unread:
            self._resting = False
            self._transport.resume_reading()
        return message

    def send(self, message: bytes) -> None:
        """Say something, as text, at the end of this round of the event loop: what all tables have to say goes out
        together, and whoever listens is woken once for much instead of often for little. What the network does not
        take at once is kept; a browser that falls too far behind is sent away, and gets the whole table when it
        comes again."""
        if self._farewell is None:
            if not self._unsent:
                self._loop.call_soon(self._flush)
            self._unsent.append(frame(_TEXT, message))

    def _flush(self) -> None:
        if self._unsent and not self._transport.is_closing():
            self._transport.write(b"".join(self._unsent))
            if self._transport.get_write_buffer_size() > self.behind_most:
                self.broken = POLICY
                self.stop()
        self._unsent.clear()

    def stop(self) -> None:
        """Hear nothing more."""
        self._ended = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def close(self, code: int) -> None:
        """Say goodbye. The connection ends when the browser has answered, or has had time to."""
        self.stop()
        self._flush()
        if self._farewell is None and not self._transport.is_closing():
            self._transport.write(frame(_CLOSE, code.to_bytes(2, "big")))
            linger = LINGER_SECONDS if self.broken is None else BROKEN_LINGER_SECONDS
            self._farewell = self._loop.call_later(linger, self._transport.abort)

    # What the network does

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._state.connections.add(self)
        line: socket.socket | None = transport.get_extra_info("socket")
        if line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)  # a browser may vanish without a word

    def data_received(self, data: bytes) -> None:
        if not self._request:
            self._request = data
            self._begin()
        elif self.broken is None:
            self._hear(data)

    def _hear(self, data: bytes) -> None:
        try:
            for kind, payload in self._frames.read(data):
                self._take(kind, payload)
        except BrokenError as error:
            self.broken = error.code
            self.stop()

    def _take(self, kind: int, payload: bytes) -> None:
        if kind in (_TEXT, _BINARY):
            if self._ended:
                return
            self._unread.append(payload)
            if self._waiting is not None and not self._waiting.done():
                self._waiting.set_result(None)
            elif len(self._unread) > UNREAD_MOST and not self._resting:
                self._resting = True
                self._transport.pause_reading()
        elif kind == _PING:
            self._transport.write(frame(_PONG, payload))
        elif kind == _CLOSE:
            self._flush()
            if self._farewell is None:
                self._transport.write(frame(_CLOSE, payload[:2]))
            self.stop()
            self._transport.close()

    def eof_received(self) -> None:
        self.stop()

    def connection_lost(self, error: Exception | None) -> None:
        self._state.connections.discard(self)
        if self._farewell is not None:
            self._farewell.cancel()
        self.stop()
        self.gone.set()

    def shutdown(self) -> None:
        """The server stops."""
        if self._accepted:
            self.close(GOING_AWAY)
        else:
            self._transport.close()

    # The handshake

    def _begin(self) -> None:
        head = self._request.split(b"\r\n\r\n", 1)[0].split(b"\r\n")
        method, target, _ = head[0].split(b" ", 2)
        headers = [(name.lower(), value.strip()) for name, _, value in (line.partition(b":") for line in head[1:])]
        self._key = _header(headers, b"sec-websocket-key")
        if method != b"GET" or _header(headers, b"sec-websocket-version") != b"13" or not _is_key(self._key):
            self._answer(b"400 Bad Request")
            return
        path, _, query = target.partition(b"?")
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": self._transport.get_extra_info("sockname"),
            "client": self._transport.get_extra_info("peername"),
            "root_path": "",
            "path": unquote(path.decode("ascii")),
            "raw_path": path,
            "query_string": query,
            "headers": headers,
            "subprotocols": [],
            "state": self._app_state.copy(),
            RAW: self,
        }
        task = self._loop.create_task(self._run(scope))
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    async def _run(self, scope: dict[str, Any]) -> None:
        try:
            await self._app(scope, self._asgi_receive, self._asgi_send)
        except Exception:
            log.exception("A connection failed")
            self.broken = FAILED
        if not self._accepted:
            self._answer(b"500 Internal Server Error")
        else:
            self.close(self.broken or NORMAL)

    async def _asgi_receive(self) -> dict[str, Any]:
        if not self._accepted and not self._ended:
            return {"type": "websocket.connect"}
        return {"type": "websocket.disconnect", "code": 1005}

    async def _asgi_send(self, event: dict[str, Any]) -> None:
        if event["type"] == "websocket.accept" and not self._accepted:
            self._accepted = True
            accepted = base64.b64encode(hashlib.sha1(self._key + _SALT, usedforsecurity=False).digest())
            extra = b"".join(b"%b: %b\r\n" % pair for pair in event.get("headers", ()))
            self._transport.write(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Accept: %b\r\n%b\r\n" % (accepted, extra)
            )
        elif event["type"] == "websocket.send":
            self.send(event["bytes"] if event.get("text") is None else event["text"].encode())
        elif event["type"] == "websocket.close":
            if self._accepted:
                self.close(event.get("code", NORMAL))
            else:
                self._answer(b"403 Forbidden")

    def _answer(self, status: bytes) -> None:
        if not self._refused and not self._transport.is_closing():
            self._transport.write(b"HTTP/1.1 %b\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" % status)
            self._transport.close()
        self._refused = True


def _header(headers: list[tuple[bytes, bytes]], name: bytes) -> bytes:
    return next((value for key, value in headers if key == name), b"")


def _is_key(text: bytes) -> bool:
    try:
        return len(base64.b64decode(text, validate=True)) == 16
    except binascii.Error:
        return False
