"""Streams of bytes cut into messages, and what is refused on the way."""

from __future__ import annotations

import os

import pytest

from alcove.server.frames import (
    BINARY,
    CLOSE,
    LAST,
    MAX_FRAGMENTS,
    NOT_UTF8,
    PING,
    POLICY,
    PROTOCOL_ERROR,
    TEXT,
    TOO_BIG,
    BrokenError,
    Frames,
    frame,
)
from tests.server.line import MASK, masked, sent


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000, 100_000])
def test_a_stream_is_read_however_it_is_cut(size: int) -> None:
    said = [b"", b"a", b"hello" * 30, os.urandom(70_000)]
    stream = b"".join(sent(LAST | BINARY, one) for one in said) + sent(LAST | TEXT, "Grüße".encode() * 50)
    frames = Frames(100_000)
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    found = [found for piece in pieces for found in frames.read(piece)]
    assert found == [*((BINARY, one) for one in said), (TEXT, "Grüße".encode() * 50)]


def test_fragments_are_joined_and_control_frames_come_between() -> None:
    frames = Frames(100)
    stream = sent(TEXT, b"on") + sent(LAST | PING, b"?") + sent(0, b"ce ") + sent(LAST, b"more")
    assert list(frames.read(stream)) == [(PING, b"?"), (TEXT, b"once more")]
    assert list(frames.read(sent(LAST | BINARY, b"again"))) == [(BINARY, b"again")]


def test_a_short_text_by_itself_is_read_at_once() -> None:
    frames = Frames(100)
    for text in (b"", b"hello", "Grüße".encode(), b"x" * 100):
        assert frames.read_text(sent(LAST | TEXT, text)) == text
    with pytest.raises(BrokenError) as refused:
        frames.read_text(sent(LAST | TEXT, b"\xff"))
    assert refused.value.code == NOT_UTF8


SHORT = sent(LAST | TEXT, b"hello")
LEFT_ALONE = [
    (b"", SHORT + SHORT),
    (b"", SHORT[:-1]),
    (b"", SHORT[:5]),
    (b"", b"\x81\x05hello+"),  # not masked
    (b"", sent(LAST | 0x40 | TEXT, b"hello")),  # a reserved bit
    (b"", sent(TEXT, b"hello")),  # more will come
    (b"", sent(LAST | BINARY, b"hello")),
    (b"", sent(LAST | PING, b"hello")),
    (b"", sent(LAST | TEXT, b"x" * 101)),  # longer than allowed
    (b"", sent(LAST | TEXT, b"x" * 200)),  # its length is written in more bytes
    (sent(TEXT, b"once "), SHORT),  # a message has begun
    (SHORT[:-3], SHORT),  # a frame has begun
    (SHORT[:1], SHORT),  # a head has begun
]


@pytest.mark.parametrize(("before", "data"), LEFT_ALONE)
def test_whatever_else_comes_is_not_taken_for_one(before: bytes, data: bytes) -> None:
    frames = Frames(100)
    assert list(frames.read(before)) == []
    assert frames.read_text(data) is None


def refusal_of(frames: Frames, pieces: list[bytes]) -> tuple[int, int]:
    """The code with which one of the pieces is refused, and how many were read before it."""
    for number, piece in enumerate(pieces):
        try:
            list(frames.read(piece))
        except BrokenError as error:
            return error.code, number
    return 0, len(pieces)


LONG = b"x" * 101
REFUSED = [
    (b"\x81\x05hello", PROTOCOL_ERROR),  # not masked
    (sent(LAST | 0x40 | TEXT, b"x"), PROTOCOL_ERROR),  # a reserved bit
    (sent(LAST | 0x3, b"x"), PROTOCOL_ERROR),  # kinds that do not exist
    (sent(LAST | 0xB, b"x"), PROTOCOL_ERROR),
    (sent(PING, b"x"), PROTOCOL_ERROR),  # a control frame in pieces
    (sent(LAST | PING, b"x" * 126), PROTOCOL_ERROR),
    (sent(LAST, b"x"), PROTOCOL_ERROR),  # goes on with nothing
    (sent(TEXT, b"x") + sent(LAST | TEXT, b"x"), PROTOCOL_ERROR),  # begins anew inside another
    (b"\x81\xfe\x00\x7d" + MASK, PROTOCOL_ERROR),  # lengths that could be written shorter
    (b"\x81\xff" + (65_535).to_bytes(8, "big") + MASK, PROTOCOL_ERROR),
    (b"\x81\xff" + (1 << 63).to_bytes(8, "big"), PROTOCOL_ERROR),  # no length at all
    (sent(LAST | TEXT, LONG), TOO_BIG),
    (sent(TEXT, LONG[:60]) + sent(LAST, LONG[:41]), TOO_BIG),
    (sent(LAST | TEXT, LONG)[:6], TOO_BIG),  # announced alone is enough
    (b"\x81\xff" + ((1 << 63) - 1).to_bytes(8, "big"), TOO_BIG),
    (sent(LAST | CLOSE, b"\x03"), PROTOCOL_ERROR),  # half a code
    (sent(LAST | CLOSE, (1005).to_bytes(2, "big")), PROTOCOL_ERROR),  # a code that is never sent
    (sent(LAST | CLOSE, (1000).to_bytes(2, "big") + b"\xff"), NOT_UTF8),
    (sent(LAST | TEXT, b"\xc3"), NOT_UTF8),
    (sent(TEXT, b"\xc3") + sent(LAST, b""), NOT_UTF8),
    (sent(TEXT, b"\xf4") + sent(0, b"\x90"), NOT_UTF8),  # before the rest has come
]


@pytest.mark.parametrize(("stream", "code"), REFUSED, ids=range(len(REFUSED)))
@pytest.mark.parametrize("size", [1, 1000])
def test_what_is_no_message_is_refused(stream: bytes, code: int, size: int) -> None:
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    assert refusal_of(Frames(100), pieces)[0] == code


def test_text_fails_at_the_byte_that_spoils_it() -> None:
    """Also inside a frame that has not wholly come."""
    head = sent(LAST | TEXT, b"x" * 50)[:6]
    frames = Frames(100)
    assert list(frames.read(head + masked(b"ok \xf4"))) == []
    with pytest.raises(BrokenError):
        list(frames.read(masked(b"\x90")))


def test_a_message_comes_in_few_frames() -> None:
    """40,000 empty ones once took half a minute: each added up all that had come before."""
    pieces = [sent(TEXT, b""), *([sent(0, b"")] * 40_000)]
    assert refusal_of(Frames(4096), pieces) == (POLICY, MAX_FRAGMENTS)


def test_no_byte_is_handled_again_when_more_come() -> None:
    """Of a message that comes byte by byte, nothing raw is kept but the head of a frame."""
    frames, longest = Frames(100_000), 0
    for byte in sent(LAST | BINARY, bytes(70_000)):
        list(frames.read(bytes([byte])))
        longest = max(longest, len(frames._head))
    assert longest < 14


def test_whoever_stops_reads_no_more() -> None:
    """What follows a goodbye is not even looked at."""
    reading = Frames(100).read(sent(LAST | CLOSE, b"") + b"\xff" * 100)
    assert next(reading) == (CLOSE, b"")
    with pytest.raises(BrokenError):
        next(reading)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_frames_are_written_with_their_length(size: int) -> None:
    made = frame(TEXT, b"x" * size)
    head = {0: 2, 125: 2, 126: 4, 65_535: 4, 65_536: 10}[size]
    assert len(made) == head + size
    assert made[0] == LAST | TEXT
