"""WebSocket frames (RFC 6455, section 5): what a browser sends is cut into messages, what we send is framed.

Nothing here is kept without a limit, and no byte is looked at more often than a fixed number of times: a message is put
together in one buffer as its bytes come, and of what is still raw only the head of a frame is kept.
"""

from __future__ import annotations

import codecs
import struct
from collections.abc import Iterator

NORMAL, GOING_AWAY, PROTOCOL_ERROR, NO_CODE, NOT_UTF8 = 1000, 1001, 1002, 1005, 1007
POLICY, TOO_BIG, FAILED = 1008, 1009, 1011
CODES = frozenset({1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014})
"""The codes below 3000 with which a connection may be closed (7.4.1, and those registered later)."""
MAX_FRAGMENTS = 64
"""Frames that a message may come in. Browsers send ours in one."""

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
LAST, RESERVED, MASKED = 0x80, 0x70, 0x80

_decoder = codecs.getincrementaldecoder("utf-8")
_medium_head = struct.Struct(">BBH").pack


class BrokenError(Exception):
    """What came is no WebSocket, or too much: the connection ends with `code`."""

    def __init__(self, code: int) -> None:
        self.code = code


class Frames:
    """Cuts a stream of bytes into frames and puts messages together."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._head = b""  # of a frame whose head has not wholly come
        self._first = 0  # of a frame whose payload has not wholly come, `_left` bytes of it
        self._mask = b""
        self._left = 0
        self._control = bytearray()
        self._kind = CONTINUED  # of a message that has begun
        self._message = bytearray()
        self._fragments = 0
        self._text = _decoder()

    def read_text(self, data: bytes) -> bytes | None:
        """The message, if all that has come is one short text in one frame, as it nearly always is; else None, and
        `read` finds out what it is."""
        size = len(data) - 6
        if not 0 <= size < 126 or data[0] != LAST | TEXT or data[1] != MASKED | size:
            return None
        if self._head or self._left or self._kind or size > self._longest:
            return None
        payload = _unmask(data[6:], data[2:6])
        if not payload.isascii():
            _check_text(payload)
        return payload

    def read(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The messages and control frames that are complete. Whoever stops in between reads no more."""
        if self._head:
            data, self._head = self._head + data, b""
        at, end = 0, len(data)
        if self._left:
            at = min(self._left, end)
            self._go_on(data[:at])
            if not self._left and (found := self._finish()) is not None:
                yield found
        while end - at >= 2:
            short = data[at + 1] & 0x7F
            if short < 126:
                size, start = short, at + 6
            elif short == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 8
            else:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 14
            first = data[at]
            if end >= start - 4:
                self._check(first, data[at + 1], size)
            if end < start:
                break
            mask, at = data[start - 4 : start], start + size
            if at > end:
                self._begin(first, mask, size)
                self._go_on(data[start:])
                return
            if first == LAST | TEXT or first == LAST | BINARY:
                payload = _unmask(data[start:at], mask)
                if first == LAST | TEXT and not payload.isascii():
                    _check_text(payload)
                yield first & 0x0F, payload
            else:
                self._begin(first, mask, size)
                self._go_on(data[start:at])
                if (found := self._finish()) is not None:
                    yield found
        self._head = data[at:]

    def _check(self, first: int, second: int, size: int) -> None:
        """Before a frame has arrived: nobody may send more than is read, or let us wait for it."""
        if first & RESERVED or not second & MASKED or not _is_shortest(second & 0x7F, size):
            raise BrokenError(PROTOCOL_ERROR)
        kind = first & 0x0F
        if kind >= CLOSE:
            if kind > PONG or size > 125 or not first & LAST:
                raise BrokenError(PROTOCOL_ERROR)
        elif kind > BINARY or (kind == CONTINUED) == (self._kind == CONTINUED):
            raise BrokenError(PROTOCOL_ERROR)
        elif size + len(self._message) > self._longest:
            raise BrokenError(TOO_BIG)

    def _begin(self, first: int, mask: bytes, size: int) -> None:
        self._first, self._mask, self._left = first, mask, size
        if first & 0x0F < CLOSE:
            self._kind = first & 0x0F or self._kind
            self._fragments += 1
            if self._fragments > MAX_FRAGMENTS:
                raise BrokenError(POLICY)

    def _go_on(self, masked: bytes) -> None:
        """Some more of the frame's payload. Text that cannot become UTF-8 is refused before it is whole."""
        payload = _unmask(masked, self._mask)
        turn = len(masked) % 4
        self._mask = self._mask[turn:] + self._mask[:turn]
        self._left -= len(masked)
        if self._first & 0x0F >= CLOSE:
            self._control += payload
            return
        if self._kind == TEXT:
            self._check_part(payload, last=not self._left and bool(self._first & LAST))
        self._message += payload

    def _check_part(self, payload: bytes, last: bool) -> None:
        try:
            self._text.decode(payload, last)
        except UnicodeDecodeError:
            raise BrokenError(NOT_UTF8) from None

    def _finish(self) -> tuple[int, bytes] | None:
        """The frame has wholly come."""
        kind = self._first & 0x0F
        if kind >= CLOSE:
            payload = bytes(self._control)
            self._control.clear()
            if kind == CLOSE:
                _check_goodbye(payload)
            return kind, payload
        if not self._first & LAST:
            return None
        kind, payload = self._kind, bytes(self._message)
        self._kind, self._fragments = CONTINUED, 0
        self._message.clear()
        return kind, payload


def _is_shortest(short: int, size: int) -> bool:
    """Whether a length is written in as few bytes as can be (5.2)."""
    return short < 126 or (size > 125 if short == 126 else 0xFFFF < size < 1 << 63)


def _check_text(payload: bytes) -> None:
    try:
        payload.decode()
    except UnicodeDecodeError:
        raise BrokenError(NOT_UTF8) from None


def _check_goodbye(payload: bytes) -> None:
    """Nothing, or a code and a reason (5.5.1)."""
    if not payload:
        return
    code = int.from_bytes(payload[:2], "big")
    if len(payload) < 2 or not (code in CODES or 3000 <= code < 5000):
        raise BrokenError(PROTOCOL_ERROR)
    _check_text(payload[2:])


def _unmask(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


def frame(kind: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((LAST | kind, size)) + payload
    if size < 0x10000:
        return _medium_head(LAST | kind, 126, size) + payload
    return bytes((LAST | kind, 127)) + size.to_bytes(8, "big") + payload
