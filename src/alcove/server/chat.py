"""What people say at a table: plain text, one line at a time."""

from __future__ import annotations

import time
from collections import Counter

from alcove.server.limit_settings import Limits
from alcove.server.limits import Buckets
from alcove.server.refusals import (
    CHAT_EMPTY,
    CHAT_FULL,
    CHAT_TOO_LONG,
    TooLargeError,
    TooManyError,
    UnavailableError,
)
from alcove.server.shapes import ChatLine
from alcove.server.store import MAX_CHAT_KEPT, Store
from alcove.server.tables import Table


class Chat:
    def __init__(self, table: Table, said: Counter[int], lines: list[ChatLine], store: Store, limits: Limits) -> None:
        self.lines = lines
        """The last lines."""
        self._table, self._store, self._limits = table, store, limits
        self._said = said
        self._buckets = Buckets(limits.chat_per_minute / 60, limits.chat_per_minute)

    def check(self, seat: int, text: str) -> str:
        """A line as it will be said. How much each may say is their own."""
        line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if not line:
            raise UnavailableError(CHAT_EMPTY)
        if len(line) > self._limits.chat_length:
            raise TooLargeError(CHAT_TOO_LONG.fill(most=self._limits.chat_length))
        self._buckets.take(str(seat))
        return line

    async def say(self, seat: int, line: str) -> ChatLine:
        if self._said[seat] >= self._limits.chat_lines:
            raise TooManyError(CHAT_FULL)
        said = ChatLine(self._table.seats[seat].name, seat, line, round(time.time(), 3))
        await self._store.add_line(self._table.id, self._said.total(), said)
        self._said[seat] += 1
        self.lines = [*self.lines, said][-MAX_CHAT_KEPT:]
        return said
