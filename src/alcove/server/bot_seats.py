"""The seats of a table that bots sit in: each is asked when its choice is awaited, and acts like anybody else."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from alcove.bots import Thought, think
from alcove.kernel.errors import AlcoveError, StaleError
from alcove.server.bots import Request, Workers
from alcove.server.holders import NOBODY
from alcove.server.refusals import MOVED_ON
from alcove.server.tables import Table

log = logging.getLogger("alcove.server")

Act = Callable[[int, int, int], Awaitable[None]]
"""Acts for a seat, in answer to a version, by an action's index."""


class Asked(NamedTuple):
    version: int
    request: Request


class BotSeats:
    def __init__(self, table: Table, workers: Workers, pause: float, act: Act) -> None:
        self._table, self._workers, self._pause, self._act = table, workers, pause, act
        self.visitor = NOBODY
        """On whose account they think."""
        self._thinking: dict[int, Asked] = {}
        self._hints: dict[Request, tuple[int, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def idle(self) -> bool:
        return not (self._thinking or self._tasks)

    def thinking(self) -> list[int]:
        return list(self._thinking)

    def ask(self) -> bool:
        """Let every bot think whose choice is awaited. Says whether one has begun to."""
        table, asked = self._table, False
        for seat in table.awaited():
            at = table.seats[seat]
            if at.kind == "bot" and seat not in self._thinking:
                request = self.think(seat, at.level or 1)
                self._thinking[seat] = Asked(table.version, request)
                task = asyncio.ensure_future(self._let_act(seat, table.version, request))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                asked = True
        return asked

    def think(self, seat: int, level: int) -> Request:
        """What a bot of some level would do in a seat."""
        position, seed = self._table.position, secrets.randbits(63)
        return self._workers.ask(self.visitor, lambda cancel: think(position, seat, level, seed, cancel))

    async def hint(self, seat: int, version: int, level: int) -> Thought:
        """The same for a person. It ends when the table moves on, or nobody waits for it any more."""
        request = self.think(seat, level)
        self._hints[request] = seat, version
        try:
            thought: Thought = await request.answer
        finally:
            del self._hints[request]
            request.cancel()
        return thought

    async def _let_act(self, seat: int, version: int, request: Request) -> None:
        try:
            thought: Thought = await request.answer
            action = thought.action.index
            await asyncio.sleep(self._table.touched + self._pause - time.time())
        except asyncio.CancelledError:
            return
        except Exception:
            log.exception("A bot failed at table %s", self._table.id)
            action = self._table.position.legal_indices(seat)[0]
        finally:
            if seat in self._thinking and self._thinking[seat].request is request:
                del self._thinking[seat]
        try:
            await self._act(seat, version, action)
        except AlcoveError as error:  # the table has moved on, or the disk is full
            if error.code not in ("stale", "over"):
                log.error("A bot could not act at table %s: %s", self._table.id, error)

    def stop_stale(self) -> None:
        """Let no bot think about what no longer is."""
        for seat, (version, request) in list(self._thinking.items()):
            if self._table.status != "running" or not self._table.is_fresh(seat, version):
                request.cancel()
                del self._thinking[seat]
        for request, (seat, version) in list(self._hints.items()):
            if not self._table.is_fresh(seat, version):
                request.refuse(StaleError(MOVED_ON))

    async def close(self) -> None:
        """Cancel the bots and let what has begun be finished."""
        for asked in list(self._thinking.values()):
            asked.request.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
