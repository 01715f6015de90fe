"""How long the people of a table have been away, so that the others need not wait for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable


class Absence:
    """`tell` is called when somebody has been away long enough for a bot to take the seat."""

    def __init__(self, seats: int, patience: float, tell: Callable[[], None]) -> None:
        self._patience, self._tell = patience, tell
        self._loop = asyncio.get_running_loop()
        now = self._loop.time()
        self._gone = dict.fromkeys(range(seats), now)
        self._timers = {self._loop.call_later(patience, self._told)}

    def came(self, seats: Iterable[int]) -> None:
        for seat in seats:
            self._gone.pop(seat, None)

    def went(self, seats: Iterable[int]) -> None:
        """These seats have no connection any more."""
        for seat in seats:
            self._gone.setdefault(seat, self._loop.time())
        self._timers = {timer for timer in self._timers if timer.when() > self._loop.time()}
        self._timers.add(self._loop.call_later(self._patience, self._told))

    def long(self) -> set[int]:
        """The seats whose people have been away so long that a bot may take over."""
        now = self._loop.time()
        return {seat for seat, since in self._gone.items() if now - since >= self._patience}

    def close(self) -> None:
        for timer in self._timers:
            timer.cancel()

    def _told(self) -> None:
        if self.long():
            self._tell()
