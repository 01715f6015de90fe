"""How the chances went in a finished game, worked out in the background."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass, field

from alcove.bots import Cancel, Thought, search
from alcove.kernel.position import Position
from alcove.server.holders import Visitor
from alcove.server.refusals import RULES_GONE, TOO_MUCH_AT_ONCE, TooManyError, UnavailableError
from alcove.server.settings import Limits
from alcove.server.store import Store
from alcove.server.tables import Table
from alcove.server.workers import Request, Workers

log = logging.getLogger("alcove.server")

MILLISECONDS = 40.0
"""How long each position is looked at."""
KEPT = 500


@dataclass
class Evaluation:
    of: int
    values: list[float] = field(default_factory=list)


class Evaluations:
    def __init__(self, store: Store, workers: Workers, limits: Limits) -> None:
        self._store, self._workers, self._limits = store, workers, limits
        self._running: Counter[str] = Counter()
        self._known: dict[str, Evaluation] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def of(self, table: Table, visitor: Visitor) -> Evaluation:
        """What is known so far; the first question starts the work."""
        known = self._known.get(table.id)
        if known is None:
            known = Evaluation(len(table.played) + 1)
            stored = await self._store.evaluation(table.id)
            if table.id in self._known:
                return self._known[table.id]
            if stored is None:
                if not table.followable:
                    raise UnavailableError(RULES_GONE)
                if not table.game.has_code:
                    return known  # it begins when somebody asks after the game is compiled
                self._check(visitor.address)
            if len(self._known) >= KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[table.id] = known
            if stored is not None:
                known.values = stored
            else:
                task = asyncio.create_task(self._work_out(table, known, visitor))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        return known

    def _check(self, address: str) -> None:
        few = self._running[address] < self._limits.evaluations_per_address
        if not few or self._running.total() >= self._limits.evaluations:
            raise TooManyError(TOO_MUCH_AT_ONCE)

    async def _work_out(self, table: Table, evaluation: Evaluation, visitor: Visitor) -> None:
        position = table.start
        self._running[visitor.address] += 1
        try:
            for number in range(evaluation.of):
                if number:
                    played = table.played[number - 1]
                    position = position.play_legal(played.seat, played.action.index)
                before = evaluation.values[-1] if evaluation.values else 0.5
                evaluation.values.append(await self._chances(visitor, position, before))
            await self._store.add_evaluation(table.id, evaluation.values)
        except Exception:
            log.exception("The evaluation of table %s failed", table.id)
            self._known.pop(table.id, None)
        finally:
            self._running[visitor.address] -= 1
            if not self._running[visitor.address]:
                del self._running[visitor.address]

    async def _chances(self, visitor: Visitor, position: Position, before: float) -> float:
        """The first seat's chances in a position, from 0 to 1."""
        if position.outcome is not None:
            return position.outcome.shares[0]
        seat = 0 if 0 in position.awaited else position.awaited[0]
        together = position.game.plays_together(position.players, position.options)
        if seat != 0 and position.players != 2 and not together:
            return before  # others' chances say too little about the first seat's
        request: Request = self._workers.ask(visitor, lambda cancel: _look(position, seat, cancel), background=True)
        thought: Thought = await request.answer
        return round(thought.value if seat == 0 or together else 1 - thought.value, 4)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()


def _look(position: Position, seat: int, cancel: Cancel) -> Thought:
    return search(position, seat, milliseconds=MILLISECONDS, cancel=cancel)
