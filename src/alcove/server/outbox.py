"""What all sockets have to say in one round of the event loop, sent at its end.

A transport writes at once. A table that is told a move wakes its players then, one by one, while other moves of the
same commit still wait to be told; on a busy machine each of them takes the processor away from the server.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

LONG_BYTES = 16_384
"""What is longer goes out after everything else."""
PORTION_BYTES = 1 << 18
"""So much of that at once; then others have their turn."""


class Sending(Protocol):
    unsent_bytes: int

    def flush(self) -> None:
        """Write what has been said."""


class Outbox:
    def __init__(self) -> None:
        self._waiting: list[Sending] = []
        self._long: deque[Sending] = deque()

    def add(self, one: Sending) -> None:
        if not self._waiting and not self._long:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(one)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if one.unsent_bytes > LONG_BYTES:
                self._long.append(one)
            else:
                one.flush()
        if self._long:
            self._flush_portion()

    def _flush_portion(self) -> None:
        left = PORTION_BYTES
        while self._long and left > 0:
            one = self._long.popleft()
            left -= one.unsent_bytes
            one.flush()
        if self._long:
            asyncio.get_running_loop().call_soon(self._flush)
