"""What is done for tables beside playing: keep their positions and finished games, and let quiet ones fall asleep.

All of it is done beside the event loop, finished games even in another process (`packing.py`), and nobody waits for it.
What a killed server has not done is done after the next start, as long as the rules are the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from alcove.kernel.errors import AlcoveError
from alcove.server.database import UNREACHABLE
from alcove.server.leisure import leave_time
from alcove.server.packing import Packing
from alcove.server.positions import KeptPosition
from alcove.server.room import Room
from alcove.server.settings import Settings
from alcove.server.store import Store
from alcove.server.stored import Stored
from alcove.server.tables import Table
from alcove.server.tasks import Tasks

log = logging.getLogger("alcove.server")

TICK_SECONDS = 2.0
"""How soon after its end a game is kept."""
TOGETHER = 50
"""Positions that are kept in one transaction, and tables that are looked at together after the start."""
FOR_OTHERS = 4
"""After a game is kept others have so many times as long."""
MAY_PASS: tuple[type[Exception], ...] = (AlcoveError, *UNREACHABLE)
"""Why something is not stored that may be stored later."""
CLOSING_SECONDS = 5.0
"""How long the end of the server waits for games to be kept."""


class Care:
    """`rooms` gives the live tables, `forget` drops one of them from memory, `ended` is told whose game has ended."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        rooms: Callable[[], list[Room]],
        forget: Callable[[Room], None],
        ended: Callable[[str], None],
    ) -> None:
        self._store, self._settings, self._rooms, self._forget, self._ended = store, settings, rooms, forget, ended
        self._thread = ThreadPoolExecutor(1, "alcove-care")
        self._tasks = Tasks()
        self._packing = Packing(apart=settings.warm)
        self._line: dict[str, bool] = {}
        """Tables whose games are to be kept, one after the other, and whether people have played there."""
        self._working_off = False

    def start(self) -> None:
        self._tasks.do(self._watch())
        self._tasks.do(self._catch_up())

    async def close(self) -> None:
        """Keep what is not kept yet."""
        await self._tasks.end()
        await asyncio.to_thread(self._packing.hurry)
        with suppress(AlcoveError):
            await self._keep_positions(self._rooms())
        self._look_for_ended(self._rooms())
        end = time.monotonic() + CLOSING_SECONDS
        with suppress(*MAY_PASS):
            while self._line and time.monotonic() < end:
                await self._keep_first()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def rest(self, room: Room) -> None:
        """A table leaves the memory."""
        room.rest()
        self._tasks.do(self._keep_positions([room]))

    async def _watch(self) -> None:
        due = time.monotonic() + self._settings.position_seconds
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                self._look_after(self._rooms())
                if time.monotonic() >= due:
                    await self._keep_positions(self._rooms())
                    self._let_sleep()
                    due = time.monotonic() + self._settings.position_seconds
                self._packing.rest()
            except AlcoveError as error:
                log.error("Positions could not be kept: %s", error)

    def _look_after(self, rooms: Sequence[Room]) -> None:
        self._look_for_ended(rooms)
        if self._line and not self._working_off:
            self._working_off = True
            self._tasks.do(self._work_off())
        for room in rooms:
            self._tidy(room)

    def _tidy(self, room: Room) -> None:
        """While people think, a table holds no messages."""
        version = room.table.version
        if room.tidied != version and room.seen_version == version:
            room.outgoing.tidy()
            room.tidied = version
        room.seen_version = version

    def _let_sleep(self) -> None:
        """Drop tables at which nothing has happened for a while. Whoever comes back has them read from the disk."""
        long_ago = time.monotonic() - self._settings.sleep_after
        for room in self._rooms():
            if not room.idle:
                room.awake = time.monotonic()
            elif room.awake < long_ago:
                self._forget(room)

    # Positions

    async def _keep_positions(self, rooms: Iterable[Room]) -> None:
        changed = [room for room in rooms if not room.table.over and room.table.kept_version != room.table.version]
        for first in range(0, len(changed), TOGETHER):
            some = changed[first : first + TOGETHER]
            positions = [KeptPosition.of(room.table) for room in some]
            await self._store.keep_positions(positions)
            for room, position in zip(some, positions, strict=True):
                room.table.kept_version = position.version

    # Finished games

    def _look_for_ended(self, rooms: Iterable[Room]) -> None:
        for room in rooms:
            table = room.table
            if table.over and table.followable and not room.kept_game:
                room.kept_game = True
                self._line[table.id] = bool(table.persons)

    async def _work_off(self) -> None:
        """Those of the line, when there is time. What fails stays in it for the next time."""
        try:
            while self._line:
                began = time.perf_counter()
                await self._keep_first()
                await leave_time(FOR_OTHERS * (time.perf_counter() - began))
        except MAY_PASS as error:
            log.error("A finished game could not be kept: %s", error)
        finally:
            self._working_off = False

    async def _keep_first(self) -> None:
        table_id, played_by_people = next(iter(self._line.items()))
        stored = await self._store.table(table_id)
        if stored is not None:
            await self._keep_stored(table_id, stored)
        del self._line[table_id]
        if played_by_people:
            self._ended(table_id)

    async def _keep_stored(self, table_id: str, stored: Stored) -> None:
        """Keep what everybody saw of a finished game. What cannot be told any more is left out, and harms nobody."""
        try:
            packed = await asyncio.get_running_loop().run_in_executor(self._thread, self._packing.pack, stored)
        except Exception:
            log.exception("What was seen of table %s cannot be kept", table_id)
            return
        if packed:
            with suppress(AlcoveError):
                await self._store.keep_replays(table_id, packed)

    # After the start

    async def _catch_up(self) -> None:
        """Keep what a server before this one has not kept: it was killed, or knew nothing of it."""
        last = ""
        while found := await self._store.unkept(last, TOGETHER):
            await self._catch_up_with(found)
            last = found[-1]

    async def _catch_up_with(self, tables: Sequence[str]) -> None:
        positions: list[KeptPosition] = []
        for table_id in tables:
            began = time.perf_counter()
            stored = await self._store.table(table_id)
            if stored is not None and stored.row.ended is not None:
                await self._keep_stored(table_id, stored)
            elif stored is not None and (table := await self._follow(stored)) is not None:
                positions.append(KeptPosition.of(table))
            await asyncio.sleep(time.perf_counter() - began)  # at least half of the time is for others
        with suppress(AlcoveError):
            await self._store.keep_positions(positions)

    async def _follow(self, stored: Stored) -> Table | None:
        """A table, if it can be followed under the rules at hand."""
        try:
            table, changed = await asyncio.get_running_loop().run_in_executor(self._thread, stored.table)
        except AlcoveError:
            return None  # whoever opens it is told why
        return table if table.followable and not changed else None
