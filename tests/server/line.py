"""A bare connection: HTTP and WebSocket spoken by hand."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from alcove.server.frames import CLOSE
from tests.server.browser import Browser

MASK = b"\x11\x22\x33\x44"


def sent(first: int, payload: bytes, mask: bytes = MASK) -> bytes:
    """A frame as a browser sends it."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    elif size < 0x10000:
        head = struct.pack("!BBH", first, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, size)
    return head + mask + masked(payload, mask)


def masked(payload: bytes, mask: bytes = MASK) -> bytes:
    key = int.from_bytes((mask * (len(payload) // 4 + 1))[: len(payload)], "big")
    return (int.from_bytes(payload, "big") ^ key).to_bytes(len(payload), "big")


class Line:
    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.heard = b""

    def say(self, data: bytes) -> None:
        self.line.sendall(data)

    def head(self) -> bytes:
        """The head of an answer."""
        while b"\r\n\r\n" not in self.heard:
            self._listen()
        head, self.heard = self.heard.split(b"\r\n\r\n", 1)
        return head

    def answer(self) -> tuple[int, dict[str, Any]]:
        """Status and content of an answer in JSON."""
        head = self.head()
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        return int(head.split(b" ", 2)[1]), json.loads(self._take(int(length.split(b":")[1])))

    def frame(self) -> tuple[int, bytes]:
        first, size = self._take(2)
        if size >= 126:
            size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
        return first & 0xF, self._take(size)

    def _take(self, count: int) -> bytes:
        while len(self.heard) < count:
            self._listen()
        taken, self.heard = self.heard[:count], self.heard[count:]
        return taken

    def _listen(self) -> None:
        more = self.line.recv(65536)
        assert more, "the server has hung up"
        self.heard += more

    def closed_with(self) -> int:
        while (found := self.frame())[0] != CLOSE:
            pass
        return int.from_bytes(found[1][:2], "big")

    def silent(self, seconds: float = 0.1) -> bool:
        """Whether nothing comes for a while, and the line stays open."""
        before = self.line.gettimeout()
        self.line.settimeout(seconds)
        try:
            return self.heard == b"" and self.line.recv(1, socket.MSG_PEEK) is None
        except TimeoutError:
            return True
        finally:
            self.line.settimeout(before)

    def hung_up(self) -> bool:
        """Whether nothing more comes; waits for it."""
        try:
            return self.heard == b"" and self.line.recv(1) == b""
        except ConnectionResetError:
            return True


@contextmanager
def line_to(url: str) -> Iterator[Line]:
    where = urlsplit(url)
    with socket.create_connection((where.hostname, where.port), timeout=20) as line:
        yield Line(line)


def question(browser: Browser, table: str, **headers: str) -> list[str]:
    """The lines of a handshake."""
    browser.get("/api/games")
    fields = {
        "Host": urlsplit(browser.url).netloc,
        "Origin": browser.url,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version": "13",
        "Cookie": browser.cookie,
        **headers,
    }
    return [f"GET /api/tables/{table}/live HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]


@contextmanager
def bare(browser: Browser, table: str, **headers: str) -> Iterator[Line]:
    """A line on which the question has been asked."""
    lines = question(browser, table, **headers)
    with line_to(browser.url) as line:
        line.say("\r\n".join([*lines, "", ""]).encode())
        yield line


@contextmanager
def at_table(browser: Browser, table: str) -> Iterator[Line]:
    """A line on which the first message has come."""
    with bare(browser, table) as line:
        assert line.head().startswith(b"HTTP/1.1 101 ")
        assert [json.loads(line.frame()[1])["t"] for _ in range(2)] == ["choices", "table"]
        yield line
