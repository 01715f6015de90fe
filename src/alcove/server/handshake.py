"""The question of a browser that wants a WebSocket (RFC 6455, section 4.2): whether it is well put, and the answer."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections import Counter

_SALT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_ONCE = (b"host", b"upgrade", b"sec-websocket-key", b"sec-websocket-version")
VERSION = b"13"

Headers = list[tuple[bytes, bytes]]


def is_well_put(method: str, http_version: str, headers: Headers) -> bool:
    """Whether everything is there, once, but for the version."""
    counts = Counter(name for name, _ in headers)
    return (
        method == "GET"
        and http_version == "1.1"
        and all(counts[name] == 1 for name in _ONCE)
        and _is_key(_header(headers, b"sec-websocket-key"))
    )


def has_our_version(headers: Headers) -> bool:
    return _header(headers, b"sec-websocket-version") == VERSION


def welcome(headers: Headers) -> bytes:
    """The head of the answer; the empty line that ends it is still to come."""
    key = _header(headers, b"sec-websocket-key")
    accepted = base64.b64encode(hashlib.sha1(key + _SALT, usedforsecurity=False).digest())
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: %b\r\n" % accepted
    )


def _header(headers: Headers, name: bytes) -> bytes:
    return next((value for key, value in headers if key == name), b"").strip()


def _is_key(text: bytes) -> bool:
    try:
        return len(base64.b64decode(text, validate=True)) == 16
    except binascii.Error:
        return False
