"""The same game once more, when everybody wants it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from alcove.server.refusals import NOT_OVER, UnavailableError
from alcove.server.shapes import RematchState
from alcove.server.tables import Table


class Rematch:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._wanted: frozenset[int] = frozenset()

    async def want(self, mine: frozenset[int], open_table: Callable[[], Awaitable[str]]) -> None:
        """Note who wants it; the last one's wish opens the new table."""
        table = self._table
        if table.status != "over":
            raise UnavailableError(NOT_OVER)
        self._wanted |= mine & table.people
        if table.rematch is None and table.people <= self._wanted:
            table.rematch = await open_table()

    def out(self) -> RematchState:
        return RematchState(sorted(self._wanted), self._table.rematch)
