"""What all sockets have to say in one round of the event loop, sent at its end.

A transport writes at once. A table that is told a move wakes its players then, one by one, while other moves of the
same commit still wait to be told; on a busy machine each of them takes the processor away from the server.
"""

from __future__ import annotations

import asyncio
from typing import Protocol


class Sending(Protocol):
    def flush(self) -> None:
        """Write what has been said."""


class Outbox:
    def __init__(self) -> None:
        self._waiting: list[Sending] = []

    def add(self, one: Sending) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(one)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            one.flush()
