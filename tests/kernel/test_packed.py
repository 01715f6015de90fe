"""Texts that travel in addresses."""

from __future__ import annotations

import base64
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alcove.kernel.errors import UnreadableError
from alcove.kernel.packed import pack, unpack


@given(st.text())
def test_what_is_packed_comes_out_again(text: str) -> None:
    packed = pack(text)
    assert re.fullmatch("[A-Za-z0-9_-]+", packed)
    assert unpack(packed, len(text.encode())) == text.encode()


def test_more_than_is_allowed_is_refused_without_being_unpacked() -> None:
    assert unpack(pack("x" * 1000), 1000) == b"x" * 1000
    with pytest.raises(UnreadableError):
        unpack(pack("x" * 1001), 1000)
    bomb = pack("x" * 10_000_000)
    assert len(bomb) < 20_000
    with pytest.raises(UnreadableError):
        unpack(bomb, 1000)


def as_letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()


@pytest.mark.parametrize(
    "wrong",
    ["", "a", "!!!!", "ä", "abcd", pack("a record")[:-2], as_letters(zlib.compress(b"with a header"))],
    ids=range(7),
)
def test_what_is_not_packed_is_refused(wrong: str) -> None:
    with pytest.raises(UnreadableError):
        unpack(wrong, 1000)
