"""Questions to the database, beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any
from weakref import WeakSet

from sqlalchemy import Executable, Row, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoAnswerError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from alcove.server import database
from alcove.server.refusals import SHUTTING_DOWN, UnavailableError

Found = Row[*tuple[Any, ...]]
Rows = Sequence[Found]


class Questions:
    """A question is answered to its end, also if whoever has asked is cancelled meanwhile: a driver that is stopped
    half-way leaves its connection open. No connection outlives the questions, whatever has become of its task."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._drivers: WeakSet[Any] = WeakSet()
        event.listen(engine.sync_engine, "connect", lambda opened, _: self._drivers.add(opened.driver_connection))
        self._asking: set[asyncio.Task[list[Rows]]] = set()
        self._closing = False

    async def close(self) -> None:
        """Wait for the answers, and ask nothing more."""
        self._closing = True
        if self._asking:
            await asyncio.wait(self._asking)
        await self._engine.dispose()
        for driver in self._drivers:
            if (line := getattr(driver, "pgconn", None)) is not None:
                line.finish()

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
        """A connection may have broken while nobody used it: then the question is asked on a new one."""
        try:
            return await self._ask_once(queries)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        return await self._ask_once(queries)

    async def _ask_once(self, queries: Sequence[Executable]) -> list[Rows]:
        async with self._engine.connect() as connection:
            with await _Deadline.of(connection):
                async with connection.begin():
                    results = [await connection.execute(query) for query in queries]
                    return [result.all() if result.returns_rows else [] for result in results]


class _Deadline:
    """Whoever waits for PostgreSQL in vain is told so."""

    def __init__(self, driver: Any) -> None:
        self._driver, self._passed = driver, False

    @classmethod
    async def of(cls, connection: AsyncConnection) -> _Deadline:
        return cls((await connection.get_raw_connection()).driver_connection)

    def __enter__(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(database.ANSWER_SECONDS, self._pass)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        self._timer.cancel()
        if self._passed and isinstance(error, DBAPIError):
            raise NoAnswerError("The database is silent") from error

    def _pass(self) -> None:
        self._passed = True
        database.cut(self._driver)
