"""The WebSocket protocol itself, spoken by hand: what no decent client would send."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import pytest

from alcove.server.sockets import PROTOCOL_ERROR, TOO_BIG, BrokenError, Frames, frame
from tests.server.browser import ME, OPEN, Browser

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
LAST = 0x80


def sent(first: int, payload: bytes, mask: bytes = b"\x11\x22\x33\x44") -> bytes:
    """A frame as a browser sends it."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    elif size < 0x10000:
        head = struct.pack("!BBH", first, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, size)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def test_a_stream_is_read_however_it_is_cut() -> None:
    said = [b"", b"a", b"hello" * 30, os.urandom(70_000)]
    stream = b"".join(sent(LAST | TEXT, one) for one in said)
    for size in (1, 2, 3, 7, 1000, len(stream)):
        frames = Frames(100_000)
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert [found for piece in pieces for found in frames.read(piece)] == [(TEXT, one) for one in said]


def test_fragments_are_joined_and_control_frames_come_between() -> None:
    frames = Frames(100)
    stream = sent(TEXT, b"on") + sent(LAST | PING, b"?") + sent(0, b"ce ") + sent(LAST, b"more")
    assert list(frames.read(stream)) == [(PING, b"?"), (TEXT, b"once more")]
    assert list(frames.read(sent(LAST | BINARY, b"again"))) == [(BINARY, b"again")]


@pytest.mark.parametrize(
    ("stream", "code"),
    [
        (b"\x81\x05hello", PROTOCOL_ERROR),  # not masked
        (sent(LAST | 0x40 | TEXT, b"x"), PROTOCOL_ERROR),  # a reserved bit
        (sent(LAST | 0x3, b"x"), PROTOCOL_ERROR),  # kinds that do not exist
        (sent(LAST | 0xB, b"x"), PROTOCOL_ERROR),
        (sent(PING, b"x"), PROTOCOL_ERROR),  # a control frame in pieces
        (sent(LAST | PING, b"x" * 126), PROTOCOL_ERROR),
        (sent(LAST, b"x"), PROTOCOL_ERROR),  # goes on with nothing
        (sent(TEXT, b"x") + sent(LAST | TEXT, b"x"), PROTOCOL_ERROR),  # begins anew inside another
        (sent(LAST | TEXT, b"x" * 101), TOO_BIG),
        (sent(TEXT, b"x" * 60) + sent(LAST, b"x" * 41), TOO_BIG),
        (sent(LAST | TEXT, b"x" * 101)[:6], TOO_BIG),  # announced alone is enough
        (b"\x81\xff" + (2**63).to_bytes(8, "big"), TOO_BIG),
    ],
    ids=range(12),
)
def test_what_is_no_message_is_refused(stream: bytes, code: int) -> None:
    with pytest.raises(BrokenError) as refused:
        list(Frames(100).read(stream))
    assert refused.value.code == code


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_frames_are_written_with_their_length(size: int) -> None:
    made = frame(TEXT, b"x" * size)
    head = {0: 2, 125: 2, 126: 4, 65_535: 4, 65_536: 10}[size]
    assert len(made) == head + size
    assert made[0] == LAST | TEXT


class Line:
    """A bare connection."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.heard = b""

    def say(self, data: bytes) -> None:
        self.line.sendall(data)

    def head(self) -> bytes:
        while b"\r\n\r\n" not in self.heard:
            self.heard += self.line.recv(4096)
        head, self.heard = self.heard.split(b"\r\n\r\n", 1)
        return head

    def frame(self) -> tuple[int, bytes]:
        first, size = self._take(2)
        if size >= 126:
            size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
        return first & 0xF, self._take(size)

    def _take(self, count: int) -> bytes:
        while len(self.heard) < count:
            more = self.line.recv(65536)
            assert more, "the server has hung up"
            self.heard += more
        taken, self.heard = self.heard[:count], self.heard[count:]
        return taken

    def closed_with(self) -> int:
        while (found := self.frame())[0] != CLOSE:
            pass
        return int.from_bytes(found[1], "big")

    def hung_up(self) -> bool:
        return self.line.recv(1) == b""


@contextmanager
def bare(browser: Browser, table: str, **headers: str) -> Iterator[Line]:
    browser.get("/api/games")
    where = urlsplit(browser.url)
    fields = {
        "Host": where.netloc,
        "Origin": browser.url,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version": "13",
        "Cookie": browser.cookie,
        **headers,
    }
    with socket.create_connection((where.hostname, where.port), timeout=20) as line:
        lines = [f"GET /api/tables/{table}/live HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        yield Line(line)


def test_the_handshake_proves_that_the_key_was_read(anna: Browser) -> None:
    with bare(anna, anna.create(ME, OPEN)) as line:
        head = line.head()
        assert head.startswith(b"HTTP/1.1 101 ")
        assert b"Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=" in head
        assert json.loads(line.frame()[1])["t"] == "table"


@pytest.mark.parametrize("headers", [{"Sec-WebSocket-Version": "8"}, {"Sec-WebSocket-Key": "short"}], ids=str)
def test_a_bad_handshake_is_refused(anna: Browser, headers: dict[str, str]) -> None:
    with bare(anna, anna.create(ME, OPEN), **headers) as line:
        assert line.head().startswith(b"HTTP/1.1 400 ")
        assert line.hung_up()


def test_a_page_of_elsewhere_gets_no_socket(anna: Browser) -> None:
    with bare(anna, anna.create(ME, OPEN), Origin="http://elsewhere.example") as line:
        assert line.head().startswith(b"HTTP/1.1 403 ")


def test_pings_are_answered_and_a_goodbye_is_returned(anna: Browser) -> None:
    with bare(anna, anna.create(ME, OPEN)) as line:
        line.head()
        line.frame()
        line.say(sent(LAST | PING, b"there?"))
        assert line.frame() == (PONG, b"there?")
        line.say(sent(LAST | CLOSE, (1000).to_bytes(2, "big") + b"bye"))
        assert line.closed_with() == 1000
        assert line.hung_up()


def test_a_message_that_is_too_long_is_refused_before_it_has_arrived(anna: Browser) -> None:
    with bare(anna, anna.create(ME, OPEN)) as line:
        line.head()
        line.frame()
        line.say(b"\x81\xff" + (10**12).to_bytes(8, "big") + bytes(4))
        assert json.loads(line.frame()[1])["code"] == "too-large"
        assert line.closed_with() == TOO_BIG
        assert line.hung_up()


def test_bytes_without_sense_end_the_connection(anna: Browser) -> None:
    with bare(anna, anna.create(ME, OPEN)) as line:
        line.head()
        line.frame()
        line.say(b"\x00" * 50)
        assert line.closed_with() == PROTOCOL_ERROR


def count_frames(line: Line) -> int:
    """How many frames come until the server has hung up."""
    count = 0
    with suppress(AssertionError, ConnectionError):
        while line.frame()[0] != CLOSE:
            count += 1
    return count


def test_a_slow_reader_is_cut_off(start: Callable[..., object]) -> None:
    running = start(outbox_bytes=100_000)
    anna = running.browser()  # type: ignore[attr-defined]
    table = anna.create(ME, OPEN)

    async def flood(hall: object) -> None:
        room = await hall.room(table)  # type: ignore[attr-defined]
        for listener in list(room.listeners):
            for number in range(500):
                listener.tell(json.dumps({"t": "noise", "n": number, "noise": "x" * 30_000}).encode())
                await asyncio.sleep(0)

    with bare(anna, table) as line:
        line.head()
        line.frame()
        running.do(flood)  # type: ignore[attr-defined]
        assert count_frames(line) < 500
