"""One timer that asks all sockets in turn whether anybody is still there.

A player whose train has entered a tunnel sends no goodbye. The sockets are spread over the places of a wheel; at each
tick those of one place are asked, so that thousands cost one timer and a little work at a time.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

PLACES = 8


class Beating(Protocol):
    def beat(self) -> None:
        """Called once in each turn of the wheel."""


class Heartbeat:
    """A wheel that turns once in `seconds`, while there is anybody on it."""

    def __init__(self, seconds: float) -> None:
        self._tick_seconds = seconds / PLACES
        self._places: list[set[Beating]] = [set() for _ in range(PLACES)]
        self._place_of: dict[Beating, set[Beating]] = {}
        self._next = 0
        self._timer: asyncio.TimerHandle | None = None

    def join(self, one: Beating) -> None:
        """The first beat comes after a whole turn."""
        place = self._places[self._next - 1]
        place.add(one)
        self._place_of[one] = place
        if self._timer is None:
            self._wait()

    def leave(self, one: Beating) -> None:
        place = self._place_of.pop(one, None)
        if place is not None:
            place.discard(one)

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._tick_seconds, self._tick)

    def _tick(self) -> None:
        self._timer = None
        place = self._places[self._next]
        self._next = (self._next + 1) % PLACES
        for one in list(place):
            one.beat()
        if self._place_of:
            self._wait()
