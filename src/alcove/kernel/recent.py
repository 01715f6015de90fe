"""The last positions of a game in little room: the newest as they are, each older one as what makes it of the next.

Two positions in a row are almost the same: what differs between their bytes packs into a tenth of them or less.
"""

from __future__ import annotations

import zlib
from collections import deque
from copy import copy

from alcove.kernel.position import Position

NEWEST = 2
"""Positions that are kept as they are."""
SMALL = 512
"""Bytes of a position that is not worth packing."""


class OlderPositions:
    """Those before the newest, of so many bytes each; at most `kept` of them, None for all."""

    def __init__(self, size: int, kept: int | None) -> None:
        self._small = size <= SMALL
        self._packed: deque[bytes] = deque(maxlen=kept)

    def __len__(self) -> int:
        return len(self._packed)

    def add(self, older: Position, newer: Position) -> None:
        """Keep a position; `newer` is the one that came after it."""
        self._packed.append(bytes(older) if self._small else zlib.compress(older.xor(newer), 1))

    def before(self, newer: Position, count: int) -> list[Position]:
        """The last of them, so many, in their order; `newer` is the one that came after all."""
        found: list[Position] = []
        for at in range(1, count + 1):
            packed = self._packed[-at]
            newer = newer.of_bytes(packed) if self._small else newer.xored(zlib.decompress(packed))
            found.append(newer)
        return found[::-1]

    def copy(self) -> OlderPositions:
        copied = copy(self)
        copied._packed = self._packed.copy()
        return copied
