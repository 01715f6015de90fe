"""The seats of a table that bots sit in: each is asked when its choice is awaited, and acts like anybody else."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import chain, repeat
from time import perf_counter
from typing import NamedTuple

from alcove.bots import Thought, think
from alcove.kernel.errors import AlcoveError, StaleError
from alcove.server.holders import NOBODY
from alcove.server.metrics import METRICS
from alcove.server.pace import BEAT_SECONDS, Pace, Times
from alcove.server.refusals import MOVED_ON
from alcove.server.tables import Table
from alcove.server.tasks import Tasks
from alcove.server.unhurried import Strength, Unhurried, strength_of
from alcove.server.workers import Request, Workers

log = logging.getLogger("alcove.server")

Act = Callable[[int, int, int], Awaitable[None]]
"""Acts for a seat, in answer to a version, by an action's index."""
RETRY_SECONDS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""How long a bot waits before it tries again to act, when its action could not be stored; at last always the same."""


class Asked(NamedTuple):
    version: int
    request: Request
    at: float
    """When that was, in the event loop's time."""
    times: Times


def _timed(began: float) -> Callable[[asyncio.Future[Thought]], None]:
    def note(answer: asyncio.Future[Thought]) -> None:
        if not answer.cancelled():
            METRICS.thought.note(perf_counter() - began)

    return note


class BotSeats:
    def __init__(self, table: Table, workers: Workers, pause: float, act: Act) -> None:
        self._table, self._workers, self._act = table, workers, act
        self._pace = Pace(table.game.rules.SECRETS, pause)
        self.visitor = NOBODY
        """On whose account they think."""
        self._loop = asyncio.get_running_loop()
        self._changed = self._loop.time() - pause  # whatever was done before this table was loaded is long past
        self._thinking: dict[int, Asked] = {}
        self._hints: dict[Request, tuple[int, int]] = {}
        self._tasks = Tasks()
        self._closing = asyncio.Event()

    @property
    def idle(self) -> bool:
        return not (self._thinking or self._tasks)

    def thinking(self) -> list[int]:
        return list(self._thinking)

    def ask(self) -> bool:
        """Let every bot think whose choice is awaited. Says whether one has begun to."""
        if self._closing.is_set():
            return False
        table, now, awaited = self._table, self._loop.time(), self._table.awaited()
        seats = [seat for seat in awaited if table.seats[seat].kind == "bot" and seat not in self._thinking]
        strengths = {seat: self._strength(seat) for seat in seats}
        for seat, strength in strengths.items():
            lane = self._workers if strength.seconds is None else self._unhurried()
            beside = sum((other.seconds is None) == (strength.seconds is None) for other in strengths.values())
            goes_on, queued = self._goes_on(seat, awaited), beside > lane.share()
            times = self._pace.times(strength.level, goes_on, queued, strength.seconds)
            span = times.span if self._pace.hides else 0.0
            if strength.seconds is None:
                request = self._think(seat, strength.level, span)
            else:
                request = self._think_long(seat, times.span, span)
            asked = self._thinking[seat] = Asked(table.version, request, now, times)
            self._tasks.do(self._let_act(seat, asked))
        return bool(seats)

    def _strength(self, seat: int) -> Strength:
        at = self._table.seats[seat]
        return strength_of(self._table.game, at.level or 1, at.seconds, self._workers.unhurried)

    def _unhurried(self) -> Unhurried:
        assert self._workers.unhurried is not None
        return self._workers.unhurried

    def _goes_on(self, seat: int, awaited: tuple[int, ...]) -> bool:
        """Whether a bot has done the last thing, and nobody else is awaited."""
        played = self._table.played
        return awaited == (seat,) and bool(played) and played[-1].seat == seat and not played[-1].human

    def _think(self, seat: int, level: int, span: float) -> Request:
        """What a bot of some level would do in a seat."""
        position, seed, think_far = self._table.position, secrets.randbits(63), self._workers.think_far
        request = self._workers.ask(
            self.visitor, lambda cancel: (think_far or think)(position, seat, level, seed, cancel), span=span
        )
        request.answer.add_done_callback(_timed(perf_counter()))
        return request

    def _think_long(self, seat: int, seconds: float, span: float) -> Request:
        """What a bot would do in a seat that was told how long to think."""
        position, seed, lane = self._table.position, secrets.randbits(63), self._unhurried()
        return lane.ask(self.visitor, lambda cancel: lane.think(position, seat, seconds, seed, cancel), span=span)

    async def hint(self, seat: int, version: int, level: int) -> Thought:
        """The same for a person. It ends when the table moves on, or nobody waits for it any more."""
        request = self._think(seat, level, self._pace.span(level))
        self._hints[request] = seat, version
        try:
            thought: Thought = await request.answer
        finally:
            del self._hints[request]
            if request.answer.cancelled() or not request.answer.done():
                request.cancel()  # one that was answered keeps its thread to the end of its span
        return thought

    async def _let_act(self, seat: int, asked: Asked) -> None:
        try:
            action = await self._answer(seat, asked)
        except asyncio.CancelledError:
            return
        for wait in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
            if self._thinking.get(seat) is not asked or self._closing.is_set():
                return
            del self._thinking[seat]
            if await self._has_acted(seat, asked.version, action) or seat in self._thinking:
                return
            self._thinking[seat] = asked  # so it is not asked a second time
            await self._sleep(wait)

    async def _answer(self, seat: int, asked: Asked) -> int:
        """What the bot does, when the time for it has come."""
        request = asked.request
        try:
            if self._pace.hides:
                due = self._pace.due(asked.at, await request.begun, seat, asked.times)
                await self._sleep(due - self._loop.time())
                while not request.answer.done() and not self._closing.is_set():
                    due += BEAT_SECONDS
                    await self._sleep(due - self._loop.time())
            else:
                await self._sleep(self._pace.follow(self._changed) - self._loop.time())
            thought: Thought = await request.answer
            return thought.action.index
        except Exception:
            log.exception("A bot failed at table %s", self._table.id)
            return self._table.position.legal_indices(seat)[0]

    async def _has_acted(self, seat: int, version: int, action: int) -> bool:
        """Whether there is no more to do: the bot has acted, or the table has moved on."""
        try:
            await self._act(seat, version, action)
        except AlcoveError as error:
            if error.code in ("stale", "over"):
                return True
            log.error("A bot could not act at table %s: %s", self._table.id, error)
            return error.code != "unavailable"  # the disk is full, or the database locked: that may pass
        return True

    async def _sleep(self, seconds: float) -> None:
        """Until then, or until the server closes."""
        if seconds > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), seconds)

    def stop_stale(self) -> None:
        """The table has changed: let no bot think about what no longer is."""
        self._changed = self._loop.time()
        if not (self._thinking or self._hints):
            return
        for seat, asked in list(self._thinking.items()):
            if self._table.status != "running" or not self._table.is_fresh(seat, asked.version):
                asked.request.cancel()
                del self._thinking[seat]
        for request, (seat, version) in list(self._hints.items()):
            if not self._table.is_fresh(seat, version):
                request.refuse(StaleError(MOVED_ON))

    async def close(self) -> None:
        """Cancel the bots and let what has begun be finished."""
        self._closing.set()
        for asked in list(self._thinking.values()):
            asked.request.cancel()
        await self._tasks.finish()
