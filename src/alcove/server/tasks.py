"""Work that goes on beside what is asked for, until it is done or nobody wants it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()
        self._ended = False

    def __len__(self) -> int:
        """How many go on."""
        return len(self._running)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        if self._ended:
            work.close()
            return
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def cancel(self) -> None:
        for task in self._running:
            task.cancel()

    async def finish(self) -> None:
        """Wait until nothing goes on."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def end(self) -> None:
        """Cancel all, begin nothing more, and wait until nothing goes on."""
        self._ended = True
        self.cancel()
        await self.finish()
