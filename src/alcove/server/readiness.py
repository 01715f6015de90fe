"""Whether the server can serve. Anybody may ask, so the database is asked no more than once a second."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

log = logging.getLogger("alcove.server")

SECONDS = 1.0
"""How long an answer holds."""
PATIENCE = 2.0
"""How long the database may take to answer."""


class Asked(Protocol):
    async def answers(self) -> None:
        """Raises something if it does not."""


class Readiness:
    def __init__(self, store: Asked) -> None:
        self._store = store
        self._asking: asyncio.Task[bool] | None = None
        self._answer: asyncio.Task[None] | None = None
        self._until = 0.0

    async def holds(self) -> bool:
        loop = asyncio.get_running_loop()
        if self._asking is None or (self._asking.done() and loop.time() >= self._until):
            self._asking = loop.create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> bool:
        """A question that is not answered in time is waited for, not asked again."""
        if self._answer is None:
            self._answer = asyncio.create_task(self._store.answers())
        answer = self._answer
        await asyncio.wait([answer], timeout=PATIENCE)
        self._until = asyncio.get_running_loop().time() + SECONDS
        if not answer.done():
            log.warning("The database does not answer")
            return False
        self._answer = None
        if answer.cancelled():
            return False
        if (error := answer.exception()) is not None:
            log.warning("The database does not answer: %r", getattr(error, "orig", None) or error)
        return error is None
