"""Questions to the database, beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, Row
from sqlalchemy.ext.asyncio import AsyncEngine

from alcove.server.refusals import SHUTTING_DOWN, UnavailableError

Found = Row[*tuple[Any, ...]]
Rows = Sequence[Found]


class Questions:
    """A question is answered to its end, also if whoever has asked is cancelled meanwhile: a driver that is stopped
    half-way leaves its connection open."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._asking: set[asyncio.Task[list[Rows]]] = set()
        self._closing = False

    async def close(self) -> None:
        """Wait for the answers, and ask nothing more."""
        self._closing = True
        if self._asking:
            await asyncio.wait(self._asking)
        await self._engine.dispose()

    async def rows(self, query: Executable) -> Rows:
        (found,) = await self.all_rows(query)
        return found

    async def first(self, query: Executable) -> Found | None:
        found = await self.rows(query)
        return found[0] if found else None

    async def column(self, query: Executable) -> list[Any]:
        """The first value of each row."""
        return [row[0] for row in await self.rows(query)]

    async def number(self, query: Executable) -> int:
        (found,) = await self.column(query)
        return int(found)

    async def all_rows(self, *queries: Executable) -> list[Rows]:
        """What several questions give, in one transaction."""
        if self._closing:
            raise UnavailableError(SHUTTING_DOWN)
        asking = asyncio.create_task(self._ask(queries))
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)
        try:
            return await asyncio.shield(asking)
        except asyncio.CancelledError:
            await asyncio.wait([asking])
            if not asking.cancelled():
                asking.exception()  # nobody hears it any more
            raise

    async def _ask(self, queries: Sequence[Executable]) -> list[Rows]:
        async with self._engine.begin() as connection:
            results = [await connection.execute(query) for query in queries]
            return [result.all() if result.returns_rows else [] for result in results]
