"""Whole games to look at again: made in small portions beside the event loop, sent as they are made, and kept.

A long game takes a second to be told. So there are few replays at a time, by address and in all; between two portions
others have their turn; and what was made is kept, compressed, by table, version, viewer and language.
"""

from __future__ import annotations

import time
import zlib
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator

from alcove.server import outgoing
from alcove.server.holders import Visitor
from alcove.server.limit_settings import Limits
from alcove.server.refusals import TOO_MUCH_AT_ONCE, TooManyError
from alcove.server.tables import Table
from alcove.server.workers import Workers

PORTION_SECONDS = 0.03
GZIP = 31
"""Says to zlib: with the header of gzip."""
Key = tuple[str, int, int | None, str]


class Replays:
    def __init__(self, readers: Workers, limits: Limits) -> None:
        self._readers, self._limits = readers, limits
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._running: Counter[str] = Counter()

    async def open(
        self, table: Table, viewer: int | None, language: str, visitor: Visitor, about: bytes = b"{"
    ) -> AsyncIterator[bytes]:
        """A replay, compressed, in portions. It is refused here or not at all."""
        key = table.id, table.version, viewer, language
        if key in self._kept:
            self._kept.move_to_end(key)
            return _at_once(self._kept[key])
        portions = self._make(key, outgoing.replay(table.snapshot(), viewer, language, about), visitor)
        return _after(await anext(portions), portions)

    async def _make(self, key: Key, steps: Iterator[bytes], visitor: Visitor) -> AsyncIterator[bytes]:
        address = visitor.address
        if self._running[address] >= self._limits.replays_per_address or self._running.total() >= self._limits.replays:
            raise TooManyError(TOO_MUCH_AT_ONCE)
        self._running[address] += 1
        try:
            packer, made, done = zlib.compressobj(5, zlib.DEFLATED, GZIP), b"", False
            while not done:
                portion, done = await self._readers.do(visitor, lambda: _portion(steps, packer), goes_on=bool(made))
                if len(made) <= self._limits.replay_bytes_kept:
                    made += portion
                yield portion
            self._keep(key, made)
        finally:
            self._running[address] -= 1
            if not self._running[address]:
                del self._running[address]

    def _keep(self, key: Key, made: bytes) -> None:
        if len(made) > self._limits.replay_bytes_kept // 8 or key in self._kept:
            return
        self._kept[key] = made
        self._kept_bytes += len(made)
        while self._kept_bytes > self._limits.replay_bytes_kept:
            self._kept_bytes -= len(self._kept.popitem(last=False)[1])


def _portion(steps: Iterator[bytes], packer: zlib._Compress) -> tuple[bytes, bool]:
    end, made = time.perf_counter() + PORTION_SECONDS, b""
    for step in steps:
        made += packer.compress(step)
        if time.perf_counter() > end:
            return made, False  # no flush here: how long a portion took would show in the bytes
    return made + packer.flush(), True


async def _at_once(made: bytes) -> AsyncIterator[bytes]:
    yield made


async def _after(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for portion in rest:
        yield portion


async def unpacked(portions: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """For whoever does not take what is compressed."""
    unpacker = zlib.decompressobj(GZIP)
    async for portion in portions:
        yield unpacker.decompress(portion)
