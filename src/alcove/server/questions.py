"""Questions to the database, beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, Row
from sqlalchemy.ext.asyncio import AsyncEngine

Found = Row[*tuple[Any, ...]]
Rows = Sequence[Found]


class Questions:
    """A question is answered to its end, also if whoever has asked is cancelled meanwhile: a driver that is stopped
    half-way leaves its connection open."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

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
        asking = asyncio.create_task(self._ask(queries))
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
