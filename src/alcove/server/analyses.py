"""What people could have done better in finished games, worked out in the background and kept.

A game that has ended waits in a line, and one at a time is worked on; a game that somebody asks for begins at once.
Whatever has ended without an analysis, because the line was full, the server was stopped or the game not yet compiled,
is found in the database once the line is empty.
Each decision is a few small pieces of work behind everything that bots and hints need: nobody who plays waits for them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from alcove.analysis import Analysis, Judged, decisions, judged
from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import game, games
from alcove.server.holders import NOBODY, Visitor
from alcove.server.leisure import leave_time
from alcove.server.limit_settings import Limits
from alcove.server.refusals import RULES_GONE, TOO_MUCH_AT_ONCE, TooManyError, UnavailableError
from alcove.server.store import Store
from alcove.server.tables import Table
from alcove.server.tasks import Tasks
from alcove.server.workers import Workers

log = logging.getLogger("alcove.server")

KEPT = 200
"""Analyses that are kept in memory."""
FEW = 20
"""Finished games that are taken from the database together."""
LOOK_SECONDS = 2.0
"""How soon after a game is compiled those that have ended before are looked for."""
FOR_OTHERS, FOR_OTHERS_IF_ASKED = 9, 1
"""After each piece of work others have so many times as long: it shares the interpreter with those who play. Where the
machine is busy a piece takes longer, and so does the pause. Somebody who asks for an analysis waits for it."""


class Analyses:
    def __init__(self, store: Store, workers: Workers, readers: Workers, limits: Limits) -> None:
        self._store, self._workers, self._readers, self._limits = store, workers, readers, limits
        self._known: OrderedDict[str, Analysis] = OrderedDict()
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._running: Counter[str] = Counter()
        self._tasks = Tasks()
        self._working_off = False
        self._compiled: list[str] = []
        """Games whose decisions can be judged here."""
        self._behind: dict[str, str] = {}
        """Games whose tables are looked for in the database, each with the last table that was found."""
        self._cut = False
        """Whether something was not taken into the line since they were looked for."""

    def start(self) -> None:
        """Catch up with all that has ended unanalysed."""
        if self._limits.analyses_waiting:
            self._tasks.do(self._watch())

    def add(self, table_id: str) -> None:
        """A game has ended: it is analysed when its turn comes."""
        if len(self._waiting) < self._limits.analyses_waiting:
            self._waiting[table_id] = None
        else:
            self._cut = True
        self._begin()

    def _begin(self) -> None:
        if self._limits.analyses_waiting and not self._working_off:
            self._working_off = True
            self._tasks.do(self._work_off())

    async def _watch(self) -> None:
        """Until every game is compiled."""
        left = list(games())
        while left:
            ready = [name for name in left if game(name).has_code]
            if ready:
                self._compiled += ready
                self._behind |= dict.fromkeys(ready, "")
                self._begin()
                left = [name for name in left if name not in ready]
            await asyncio.sleep(LOOK_SECONDS)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def so_far(self, table: Table) -> Analysis:
        """What is known; nothing begins."""
        known = await self._found(table)
        if known is None and not table.followable:
            raise UnavailableError(RULES_GONE)
        return known or Analysis([], _count(table))

    async def of(self, table: Table, visitor: Visitor) -> Analysis:
        """What is known so far; the first question starts the work."""
        if (known := await self._found(table)) is not None:
            return known
        if not table.followable:
            raise UnavailableError(RULES_GONE)
        fresh = Analysis([], _count(table))
        if not table.game.has_code:
            return fresh  # it begins when somebody asks after the game is compiled
        few = self._running[visitor.address] < self._limits.evaluations_per_address
        if not few or self._running.total() >= self._limits.evaluations:
            raise TooManyError(TOO_MUCH_AT_ONCE)
        self._waiting.pop(table.id, None)
        self._tasks.do(self._work_out(table.id, self._remember(table.id, fresh), _pieces(table), visitor))
        return fresh

    async def _found(self, table: Table) -> Analysis | None:
        """What is worked out or being worked out."""
        if table.id not in self._known:
            stored = await self._store.analysis(table.id)
            if stored is not None and table.id not in self._known:
                return self._remember(table.id, stored)
        return self._known.get(table.id)

    async def close(self) -> None:
        """Nothing asks the database any more afterwards."""
        await self._tasks.end()

    def _remember(self, table_id: str, analysis: Analysis) -> Analysis:
        self._known[table_id] = analysis
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return analysis

    async def _work_off(self) -> None:
        """One game after the other, until none waits."""
        try:
            while self._waiting or await self._find_more():
                table_id, _ = self._waiting.popitem(last=False)
                table = await self._read(table_id)
                if table is not None and table_id not in self._known:
                    fresh = self._remember(table_id, Analysis([], _count(table)))
                    await self._work_out(table_id, fresh, _pieces(table), NOBODY)
        finally:
            self._working_off = False

    async def _find_more(self) -> bool:
        """Have a few of those wait that nobody has added."""
        if self._cut and not self._behind:
            self._cut, self._behind = False, dict.fromkeys(self._compiled, "")
        while self._behind:
            name, last = next(iter(self._behind.items()))
            found = await self._store.unanalysed(name, last, FEW)
            if found:
                self._behind[name] = found[-1]
                self._waiting |= dict.fromkeys(found)
                return True
            del self._behind[name]
        return bool(self._waiting)

    async def _read(self, table_id: str) -> Table | None:
        """A finished table whose decisions can be judged here, and were not."""
        try:
            stored = await self._store.table(table_id)
            if stored is None or await self._store.analysis(table_id) is not None:
                return None
            table: Table = (await self._readers.do(NOBODY, stored.table, goes_on=True)).table
        except AlcoveError:
            return None
        return table if table.over and table.followable and table.game.has_code else None

    async def _work_out(
        self, table_id: str, analysis: Analysis, pieces: Iterator[Judged | None], visitor: Visitor
    ) -> None:
        try:
            with self._counted(visitor):
                await self._judge(analysis, pieces, visitor)
            analysis.of = len(analysis.decisions)
            await self._store.add_analysis(table_id, analysis)
        except Exception:
            log.exception("The analysis of table %s failed", table_id)
            self._known.pop(table_id, None)

    async def _judge(self, analysis: Analysis, pieces: Iterator[Judged | None], visitor: Visitor) -> None:
        """Decision by decision. With the last one it is over at once: whoever is told all may ask for the next game."""
        while len(analysis.decisions) < analysis.of:
            done, piece, seconds = await self._workers.ask(visitor, lambda _: _next(pieces), background=True).answer
            if done:
                return
            if piece is not None:
                analysis.decisions.append(piece)
            if len(analysis.decisions) < analysis.of:
                if visitor is NOBODY:
                    await leave_time(FOR_OTHERS * seconds)
                else:
                    await asyncio.sleep(FOR_OTHERS_IF_ASKED * seconds)

    @contextmanager
    def _counted(self, visitor: Visitor) -> Iterator[None]:
        """As one of those that are worked out for an address."""
        self._running[visitor.address] += 1
        try:
            yield
        finally:
            self._running[visitor.address] -= 1
            if not self._running[visitor.address]:
                del self._running[visitor.address]


def _count(table: Table) -> int:
    """At most so many decisions of people are to be judged; those without a choice are left out on the way."""
    return sum(one.human for one in table.played)


def _pieces(table: Table) -> Iterator[Judged | None]:
    return judged(decisions(table.start, list(table.played)))


def _next(pieces: Iterator[Judged | None]) -> tuple[bool, Judged | None, float]:
    """Whether all is done, a decision if one is judged, and the seconds that it took."""
    began = time.perf_counter()
    for piece in pieces:
        return False, piece, time.perf_counter() - began
    return True, None, 0.0
