"""What is sent to a WebSocket that echoes, and what must come back.

247 cases, numbered as in the sections 1 to 7 and 10 of the Autobahn test suite, whose published descriptions they
follow. Where the suite accepts that a connection fails late or without an echo, these do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from alcove.server.frames import BINARY, CLOSE, LAST, NORMAL, NOT_UTF8, PING, PONG, PROTOCOL_ERROR, TEXT
from tests.server.line import line_to, masked, sent

WAIT = b""
"""In a list of packets: nothing may be heard by now, and the line must still be open."""
HELLO = b"Hello, world!"
WILD = b"\x00\xff\xfe\xfd\xfc\xfb\x00\xff"
GREEK = "κ\u1f79σμε".encode()
SURROGATE = GREEK + b"\xed\xa0\x80edited"
BEYOND = GREEK + b"\xf4\x90\x80\x80edited"


class Case(NamedTuple):
    packets: list[bytes]
    """Each is sent by itself."""
    heard: list[tuple[int, bytes]]
    code: int | None = None
    """With which the server closes, 0 for none; None if the connection goes on."""


def text(payload: bytes, first: int = LAST | TEXT) -> bytes:
    return sent(first, payload)


def goodbye(code: int, reason: bytes = b"") -> bytes:
    return sent(LAST | CLOSE, code.to_bytes(2, "big") + reason)


def chopped(data: bytes, size: int = 1) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def fragments(parts: Iterable[bytes]) -> list[bytes]:
    """A text message in so many frames."""
    first, *rest = parts
    return [sent(TEXT, first), *(sent(0, part) for part in rest[:-1]), sent(LAST, rest[-1])]


def three_ways(frames: list[bytes]) -> list[list[bytes]]:
    """In one packet, each frame in its own, and each byte."""
    return [[b"".join(frames)], frames, chopped(b"".join(frames))]


def numbered(section: str, cases: Iterable[Case]) -> Iterator[tuple[str, Case]]:
    return ((f"{section}.{number}", case) for number, case in enumerate(cases, 1))


def broken(*packets: bytes, heard: bytes | None = None) -> Case:
    return Case(list(packets), [] if heard is None else [(TEXT, heard)], PROTOCOL_ERROR)


# 1 Framing


def framing(kind: int, byte: bytes) -> Iterator[Case]:
    for size in (0, 125, 126, 127, 128, 65535, 65536):
        yield Case([sent(LAST | kind, byte * size)], [(kind, byte * size)])
    yield Case(chopped(sent(LAST | kind, byte * 65536), 997), [(kind, byte * 65536)])


# 2 Pings and pongs


def pings() -> Iterator[Case]:
    for payload in (b"", HELLO, WILD, b"\xfe" * 125):
        yield Case([sent(LAST | PING, payload)], [(PONG, payload)])
    yield broken(sent(LAST | PING, b"\xfe" * 126))
    yield Case(chopped(sent(LAST | PING, b"\xfe" * 125)), [(PONG, b"\xfe" * 125)])
    unasked = sent(LAST | PONG, b"unasked")
    yield Case([sent(LAST | PONG, b"") + goodbye(NORMAL)], [], NORMAL)
    yield Case([unasked + goodbye(NORMAL)], [], NORMAL)
    yield Case([unasked + sent(LAST | PING, b"ping")], [(PONG, b"ping")])
    ten = [b"payload-%d" % number for number in range(10)]
    stream = b"".join(sent(LAST | PING, payload) for payload in ten)
    for packets in ([stream], chopped(stream)):
        yield Case(packets, [(PONG, payload) for payload in ten])


# 3 Reserved bits


def reserved_bits() -> Iterator[Case]:
    yield broken(text(HELLO, LAST | 0x10 | TEXT))
    for bits, way in ((0x20, 0), (0x30, 1), (0x40, 2)):
        frames = [text(HELLO), text(HELLO, LAST | bits | TEXT), sent(LAST | PING, b"")]
        yield broken(*three_ways(frames)[way], heard=HELLO)
    yield broken(sent(LAST | 0x50 | BINARY, WILD))
    yield broken(sent(LAST | 0x60 | BINARY, HELLO))
    yield broken(sent(LAST | 0x70 | CLOSE, b""))


# 4 Opcodes


def opcodes(first: int) -> Iterator[Case]:
    yield broken(sent(LAST | first, b""))
    yield broken(sent(LAST | first + 1, HELLO))
    ping = sent(LAST | PING, b"")
    yield broken(text(HELLO) + sent(LAST | first + 2, b"") + ping, heard=HELLO)
    yield broken(text(HELLO) + sent(LAST | first + 3, HELLO) + ping, heard=HELLO)
    yield broken(*chopped(text(HELLO) + sent(LAST | first + 4, HELLO) + ping), heard=HELLO)


# 5 Fragmentation


def fragmentation() -> Iterator[Case]:
    one, two, three, four, five = (b"fragment%d" % number for number in range(1, 6))
    for kind in (PING, PONG):
        yield broken(sent(kind, one) + sent(LAST, two))
    for packets in three_ways(fragments([one, two])):
        yield Case(packets, [(TEXT, one + two)])
    ping = sent(LAST | PING, b"ping")
    for packets in three_ways([sent(TEXT, one), ping, sent(LAST, two)]):
        yield Case(packets, [(PONG, b"ping"), (TEXT, one + two)])
    for first in (LAST, 0):
        for packets in three_ways([sent(first, b"goes on with nothing"), text(HELLO)]):
            yield broken(*packets)
    yield broken(b"".join([*fragments([one, two]), sent(0, three), text(four)]), heard=one + two)
    for first in (0, LAST):
        yield broken(b"".join([sent(first, one), sent(TEXT, two), sent(LAST, three)] * 2))
    yield broken(sent(TEXT, one) + text(two))
    pings = [sent(LAST | PING, payload) for payload in (b"1", b"2")]
    frames = fragments([one, two, three, four, five])
    heard = [(PONG, b"1"), (PONG, b"2"), (TEXT, one + two + three + four + five)]
    yield Case([b"".join([*frames[:2], pings[0]]), b"".join([*frames[2:4], pings[1], frames[4]])], heard)
    yield Case([*frames[:2], pings[0], *frames[2:4], pings[1], frames[4]], heard)


# 6 UTF-8


def valid_text() -> Iterator[tuple[str, Case]]:
    yield "6.1.1", Case([text(b"")], [(TEXT, b"")])
    yield "6.1.2", Case(fragments([b"", b"", b""]), [(TEXT, b"")])
    yield "6.1.3", Case(fragments([b"", b"middle", b""]), [(TEXT, b"middle")])
    front, back = "Grüße-µ@ßöä".encode(), "üàá-UTF-8!!".encode()
    yield "6.2.1", Case([text(front + back)], [(TEXT, front + back)])
    yield "6.2.2", Case(fragments([front, back]), [(TEXT, front + back)])
    yield "6.2.3", Case(fragments(chopped(front + back)), [(TEXT, front + back)])
    yield "6.2.4", Case(fragments(chopped(GREEK)), [(TEXT, GREEK)])


def invalid_text() -> Iterator[tuple[str, Case]]:
    yield "6.3.1", Case([text(SURROGATE)], [], NOT_UTF8)
    yield "6.3.2", Case(fragments(chopped(SURROGATE)), [], NOT_UTF8)
    for number, (cut, end) in enumerate(((11, 15), (12, 13)), 1):
        frames = [sent(TEXT, BEYOND[:cut]), WAIT, sent(0, BEYOND[cut:end])]
        yield f"6.4.{number}", Case(frames, [], NOT_UTF8)  # the last frame need not come
        head, body = text(BEYOND)[:6], masked(BEYOND)
        yield f"6.4.{number + 2}", Case([head + body[:cut], WAIT, body[cut:end]], [], NOT_UTF8)


INCOMPLETE = [
    b"\xc0", b"\xe0\x80", b"\xf0\x80\x80", b"\xf8\x80\x80\x80", b"\xfc\x80\x80\x80\x80",
    b"\xdf", b"\xef\xbf", b"\xf7\xbf\xbf", b"\xfb\xbf\xbf\xbf", b"\xfd\xbf\xbf\xbf\xbf",
]  # fmt: skip
LONELY = [(0xC0, 0xDF), (0xE0, 0xEF), (0xF0, 0xF7), (0xF8, 0xFB), (0xFC, 0xFD)]
SURROGATES = [
    b"\xed\xa0\x80", b"\xed\xad\xbf", b"\xed\xae\x80", b"\xed\xaf\xbf",
    b"\xed\xb0\x80", b"\xed\xbe\x80", b"\xed\xbf\xbf",
]  # fmt: skip
NO_CHARACTERS = [chr(plane << 16 | last).encode() for plane in range(1, 17) for last in (0xFFFE, 0xFFFF)]
GOOD, BAD = True, False
SEQUENCES: dict[int, list[tuple[bool, bytes]]] = {
    5: [(GOOD, f"hello{letter}world".encode()) for letter in "$¢€\U00024b62"] + [(GOOD, GREEK)],
    6: [(size in (2, 5, 7, 9, 11), GREEK[:size]) for size in range(1, 12)],
    7: [(GOOD, letter.encode()) for letter in "\x00\x80\u0800\U00010000"],
    8: [(BAD, b"\xf8\x88\x80\x80\x80"), (BAD, b"\xfc\x84\x80\x80\x80\x80")],
    9: [(GOOD, letter.encode()) for letter in "\x7f\u07ff\uffff\U0010ffff"],
    10: [(BAD, b"\xf7\xbf\xbf\xbf"), (BAD, b"\xfb\xbf\xbf\xbf\xbf"), (BAD, b"\xfd\xbf\xbf\xbf\xbf\xbf")],
    11: [(GOOD, letter.encode()) for letter in "\ud7ff\ue000\ufffd\U0010ffff"] + [(BAD, b"\xf4\x90\x80\x80")],
    12: [(BAD, b"\x80"), (BAD, b"\xbf")]
    + [(BAD, (b"\x80\xbf" * 3)[:size]) for size in range(2, 7)]
    + [(BAD, bytes(range(0x80, 0xBF)))],
    13: [(BAD, b"".join(b"%c " % byte for byte in range(*bounds))) for bounds in LONELY],
    14: [(BAD, part) for part in INCOMPLETE],
    15: [(BAD, b"".join(INCOMPLETE))],
    16: [(BAD, b"\xfe"), (BAD, b"\xff"), (BAD, b"\xfe\xfe\xff\xff")],
    17: [(BAD, part + b"\xaf") for part in INCOMPLETE[:5]],
    18: [
        (BAD, part)
        for part in (
            b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xf8\x87\xbf\xbf\xbf", b"\xfc\x83\xbf\xbf\xbf\xbf"
        )
    ],
    19: [(BAD, part + b"\x80") for part in INCOMPLETE[:5]],
    20: [(BAD, part) for part in SURROGATES],
    21: [(BAD, high + low) for high, low in product(SURROGATES[:4], (SURROGATES[4], SURROGATES[6]))],
    22: [(GOOD, chr(point).encode()) for point in (0xFFFE, 0xFFFF)] + [(GOOD, part) for part in NO_CHARACTERS],
    23: [(GOOD, chr(point).encode()) for point in range(0xFFF9, 0x10000)],
}  # fmt: skip
"""What UTF-8 is and is not, after Markus Kuhn's test file: by section, whether it is, and the bytes."""


def sequences() -> Iterator[tuple[str, Case]]:
    for section, found in SEQUENCES.items():
        for number, (good, payload) in enumerate(found, 1):
            case = Case([text(payload)], [(TEXT, payload)]) if good else Case([text(payload)], [], NOT_UTF8)
            yield f"6.{section}.{number}", case


# 7 Closing


def closing() -> Iterator[Case]:
    yield Case([text(HELLO) + goodbye(NORMAL)], [(TEXT, HELLO)], NORMAL)
    yield Case([goodbye(NORMAL) + sent(LAST | CLOSE, b"")], [], NORMAL)
    yield Case([goodbye(NORMAL) + sent(LAST | PING, b"")], [], NORMAL)
    yield Case([goodbye(NORMAL) + text(HELLO)], [], NORMAL)
    yield Case([sent(TEXT, b"one") + goodbye(NORMAL) + sent(LAST, b"two")], [], NORMAL)
    long = b"BAsd7&jh23" * 26214 + b"BAsd"
    stream = text(long) + text(HELLO) + goodbye(NORMAL) + sent(LAST | PING, b"")
    yield Case([stream], [(TEXT, long), (TEXT, HELLO)], NORMAL)


def goodbyes() -> Iterator[Case]:
    yield Case([sent(LAST | CLOSE, b"")], [], 0)
    yield broken(sent(LAST | CLOSE, b"a"))
    for reason in (b"", b"Hello World!", b"*" * 123):
        yield Case([goodbye(NORMAL, reason)], [], NORMAL)
    yield broken(goodbye(NORMAL, b"*" * 124))


GOOD_CODES = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999)
BAD_CODES = (0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999)
UNDEFINED_CODES = (5000, 65535)


CASES: dict[str, Case] = dict(
    [
        *numbered("1.1", framing(TEXT, b"*")),
        *numbered("1.2", framing(BINARY, b"\xfe")),
        *numbered("2", pings()),
        *numbered("3", reserved_bits()),
        *numbered("4.1", opcodes(0x3)),
        *numbered("4.2", opcodes(0xB)),
        *numbered("5", fragmentation()),
        *valid_text(),
        *invalid_text(),
        *sequences(),
        *numbered("7.1", closing()),
        *numbered("7.3", goodbyes()),
        *numbered("7.5", [Case([goodbye(NORMAL, SURROGATE)], [], NOT_UTF8)]),
        *numbered("7.7", (Case([goodbye(code)], [], code) for code in GOOD_CODES)),
        *numbered("7.9", (broken(goodbye(code)) for code in BAD_CODES)),
        *numbered("7.13", (broken(goodbye(code)) for code in UNDEFINED_CODES)),
        *numbered("10.1", [Case(fragments(chopped(b"*" * 65536, 1300)), [(TEXT, b"*" * 65536)])]),
    ]
)


# Playing them

QUESTION = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def play(url: str, case: Case, patience: float = 20) -> None:
    """Play a case against the server at an address."""
    with line_to(url) as line:
        line.line.settimeout(patience)
        line.say(QUESTION)
        assert line.head().startswith(b"HTTP/1.1 101 ")
        for packet in case.packets:
            if packet == WAIT:
                assert line.silent()
            else:
                line.say(packet)
        heard = [line.frame() for _ in case.heard]
        assert heard == case.heard
        if case.code is None:
            line.say(goodbye(NORMAL))
        kind, payload = line.frame()
        assert (kind, int.from_bytes(payload[:2], "big")) == (CLOSE, NORMAL if case.code is None else case.code)
        assert line.hung_up()


def plays(url: str, case: Case) -> bool:
    """Whether a case goes as it must."""
    try:
        play(url, case, patience=2)
    except (AssertionError, OSError):
        return False
    return True
