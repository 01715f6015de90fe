"""When something happens at tables because time passes: somebody runs out of it. One timer serves all tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from heapq import heappop, heappush

from alcove.kernel.time_control import SECOND_MS
from alcove.server.moments import Moments
from alcove.server.tables import moment_of

LATEST_SECONDS = 3600.0
"""A timer is set for no longer than that: machines sleep, and clocks are set."""


class Alarms:
    """`ring` is called with a table's id when its moment has come."""

    def __init__(self, moments: Moments, ring: Callable[[str], None]) -> None:
        self._moments, self._ring = moments, ring
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._timer: asyncio.TimerHandle | None = None

    def set(self, table: str, due: int | None) -> None:
        """Ring for a table at a moment, or not at all."""
        if due is None:
            self._due.pop(table, None)
        elif self._due.get(table) != due:
            self._due[table] = due
            heappush(self._heap, (due, table))
            if self._heap[0] == (due, table):
                self._wind()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _wind(self) -> None:
        self.close()
        if self._heap:
            wait = self._heap[0][0] / SECOND_MS - self._moments.now()
            self._timer = asyncio.get_running_loop().call_later(min(max(0.0, wait), LATEST_SECONDS), self.look)

    def look(self) -> None:
        """Ring for all whose moment has come."""
        now = moment_of(self._moments.now())
        while self._heap and self._heap[0][0] <= now:
            due, table = heappop(self._heap)
            if self._due.get(table) == due:
                del self._due[table]
                self._ring(table)
        self._wind()
