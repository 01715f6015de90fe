"""All tables: opened on demand, kept while they are used, found again on disk."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any

from alcove.bots.levels import check_level
from alcove.kernel.errors import AlcoveError, OptionError
from alcove.kernel.game import game
from alcove.kernel.options import complete
from alcove.kernel.record import Record, clean_name
from alcove.kernel.text import Text
from alcove.ready import HandOver, Preparation
from alcove.server import incoming
from alcove.server.advice import Advice
from alcove.server.analyses import Analyses
from alcove.server.care import Care
from alcove.server.holders import NOBODY, Visitor, new_table_id
from alcove.server.limits import Buckets, Places
from alcove.server.logs import fields
from alcove.server.old_browsers import OldBrowsers
from alcove.server.origins import OTHER_GAME, begin_from_table, begin_from_text, finished
from alcove.server.outgoing import bot_name
from alcove.server.past import PastTable
from alcove.server.positions import LastPosition
from alcove.server.readiness import Readiness
from alcove.server.refusals import (
    ELSEWHERE,
    GAME_NOT_READY,
    NO_TABLE,
    PAUSED,
    TOO_FAST,
    TOO_MANY_OF_YOURS,
    TOO_MANY_TABLES,
    NotFoundError,
    NotReadyError,
    TooFastError,
    TooManyError,
    UnavailableError,
)
from alcove.server.replays import Replays
from alcove.server.room import Room
from alcove.server.settings import Settings
from alcove.server.store import Store
from alcove.server.stored import FinishedTable, Loaded, Unreadable
from alcove.server.tables import SeatAt, Table
from alcove.server.thinking import FAR_THREADS, FarThinking
from alcove.server.wishes import Wish
from alcove.server.workers import Workers

log = logging.getLogger("alcove.server")

TABLE_THREADS = 4
DAY = 24 * 3600
WRONG_SEATS = Text("There must be one wish for each seat.", "Für jeden Platz braucht es einen Wunsch.")


class Hall:
    """Open it with `open`, close it with `close`."""

    def __init__(self, settings: Settings, store: Store, preparation: Preparation, tables: int) -> None:
        limits = settings.limits
        self.settings = settings
        self.store = store
        self.preparation = preparation
        self.far_thinking = (
            FarThinking(settings.redis, settings.worker_secret, settings.bot_threads)
            if settings.redis and settings.worker_secret
            else None
        )
        self.workers = Workers(settings.bot_threads + (FAR_THREADS if self.far_thinking else 0))
        if self.far_thinking is not None:
            self.workers.think_far, self.workers.at_once = self.far_thinking.think, self.far_thinking.at_once
        self.readers = Workers(1, "reader", limits.readings_waiting)
        """What is read from long games: never in the way of a move."""
        self.replays = Replays(self.readers, limits)
        self.analyses = Analyses(store, self.workers, self.readers, limits)
        self.hinting: set[str] = set()
        """People whom a bot thinks for."""
        self._table_threads = ThreadPoolExecutor(TABLE_THREADS, "alcove-table")
        self.connections = Places(
            limits.connections_per_browser,
            limits.connections_per_address,
            limits.connections,
            limits.connections_watching,
        )
        self.messages = Buckets(limits.messages_per_second, limits.message_burst)
        self.work = Buckets(limits.address_work, limits.address_work_burst)
        """Seconds of the event loop."""
        self.address_messages = Buckets(limits.address_messages_per_second, limits.address_message_burst)
        self._requests = Buckets(limits.requests_per_second, limits.request_burst)
        self._address_requests = Buckets(limits.address_requests_per_second, limits.address_request_burst)
        self._returns = Buckets(limits.returns_per_second, limits.return_burst)
        self._address_returns = Buckets(limits.address_requests_per_second, limits.address_request_burst)
        self.old_browsers = OldBrowsers(store)
        self.closing = False
        self.advice = Advice()
        self.readiness = Readiness(store)
        self._new_tables = Buckets(limits.tables_per_minute / 60, limits.tables_per_minute)
        self._address_tables = Buckets(limits.address_tables_per_minute / 60, limits.address_tables_per_minute)
        self._days_tables = Buckets(limits.address_tables_per_day / DAY, limits.address_tables_per_day)
        self._tables = tables
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self.ask_elsewhere: Callable[[Wish], Awaitable[bool]] | None = None
        """Has a wish fulfilled by the process that has the table, where there are several; False if it is this one."""
        self._notices = store.notices(self._hear)
        if store.leases is not None:
            store.leases.lapsed = self._lose_all
        self._care = Care(store, settings, self.rooms, self._forget, self.analyses.add)

    @classmethod
    async def open(cls, settings: Settings) -> Hall:
        store = await Store.open(settings)
        preparation = Preparation(_between_moves(asyncio.get_running_loop()))
        if settings.warm:
            preparation.start(load=False)
        else:
            preparation.skip()
        hall = cls(settings, store, preparation, await store.count())
        hall._care.start()
        await hall._notices.start()
        return hall

    @classmethod
    @asynccontextmanager
    async def opened(cls, settings: Settings) -> AsyncIterator[Hall]:
        hall = await cls.open(settings)
        try:
            yield hall
        finally:
            await hall.close()

    async def close(self) -> None:
        """Finish what has begun, store it, and let the bots go."""
        self.closing = True
        await asyncio.to_thread(self.preparation.stop)
        await self._notices.close()
        for room in list(self._rooms.values()):
            await room.close()
        await self._care.close()
        await self.analyses.close()
        await asyncio.to_thread(self.workers.close)
        if self.far_thinking is not None:
            self.far_thinking.close()
        await asyncio.to_thread(self.readers.close)
        self._table_threads.shutdown(wait=False, cancel_futures=True)
        await self.store.close()
        self.preparation.close()

    @property
    def count(self) -> int:
        """How many tables there are."""
        return self._tables

    def rooms(self) -> list[Room]:
        return list(self._rooms.values())

    async def admit(self, visitor: Visitor, by_browser: bool = True) -> None:
        """Let a request through. Somebody who sits at a table gets in although others of their address ask for too
        much, but no more often than that takes."""
        if not self._address_requests.allows(visitor.address) and not await self._returns_to_seat(visitor):
            raise TooFastError(TOO_FAST)
        if by_browser:
            self._requests.take(visitor.person)
            if self.work.of(visitor.address).empty:
                raise TooFastError(TOO_FAST)

    async def _returns_to_seat(self, visitor: Visitor) -> bool:
        if not visitor.holder or not self._returns.allows(visitor.holder):
            return False
        return self._address_returns.allows(visitor.address) and await self.store.sits(visitor.holder)

    async def room(self, table_id: str, visitor: Visitor = NOBODY) -> Room:
        """The live table of that id. Whoever is first to ask for it has it read from the disk."""
        room = self._rooms.get(table_id)
        if room is not None:
            self._rooms.move_to_end(table_id)
            room.awake = time.monotonic()
            return room
        task = self._opening.get(table_id)
        if task is None:
            task = self._opening[table_id] = asyncio.create_task(self._load(table_id, visitor))
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(task)

    def has(self, table_id: str) -> bool:
        return table_id in self._rooms

    async def glimpse(self, table_id: str, visitor: Visitor = NOBODY) -> Room:
        """A table to be looked at, although another process may have it: then as it lies in the database."""
        leases = self.store.leases
        if leases is None or self.has(table_id) or await leases.owner(table_id) is None:
            return await self.room(table_id, visitor)
        room = self._furnish(*await self._read(table_id, visitor, own=False))
        await room.close()
        return room

    async def fulfil(self, wish: Wish) -> None:
        """Let a browser sit down at a table of ours, or another process have it."""
        if wish.do == "release":
            await self._release(wish.table)
            return
        visitor = Visitor(wish.address, wish.holder)
        room = await self.room(wish.table, visitor)
        if wish.do == "give":
            await room.give(wish.holder, wish.seat)
        else:
            room.attend(visitor)
            await room.sit(wish.holder, wish.seat, wish.name)

    async def _release(self, table_id: str) -> None:
        """Tables go where people are: one at which nobody is here may go elsewhere."""
        room = self._rooms.get(table_id)
        if table_id in self._opening or (room is not None and not room.idle):
            raise UnavailableError(ELSEWHERE)
        if room is not None:
            self._forget(room)
        if self.store.leases is not None:
            await self.store.leases.release(table_id)

    async def wish(self, wish: Wish) -> None:
        """The same at any table."""
        if self.ask_elsewhere is None or not await self.ask_elsewhere(wish):
            await self.fulfil(wish)

    async def _load(self, table_id: str, visitor: Visitor) -> Room:
        self._check_not_paused()
        leases = self.store.leases
        if leases is not None and not await leases.take(table_id) and await leases.owner(table_id) is not None:
            raise UnavailableError(ELSEWHERE)
        return self._keep(self._furnish(*await self._read(table_id, visitor)))

    async def _read(self, table_id: str, visitor: Visitor, own: bool = True) -> tuple[Table, dict[str, set[int]], Any]:
        stored = await self.store.table(table_id)
        if stored is None:
            raise NotFoundError(NO_TABLE)
        loaded: Loaded = await self.readers.do(visitor, stored.table)
        table = loaded.table
        if loaded.entries and own:
            await self.store.add_entries(loaded.entries, table.ending(), LastPosition.of(table))
        if isinstance(table, PastTable):
            table.replays = await self.store.replays(table_id)
        held = await self.store.holders(table_id)
        return table, held, await self.store.lines(table_id)

    def _furnish(self, table: Table, held: dict[str, set[int]], chat: Any = None) -> Room:
        return Room(
            table,
            held,
            chat or (Counter(), []),
            self.store,
            self.workers,
            self._table_threads,
            self.work,
            self.settings,
            self._rematch,
            self._lose,
        )

    def _keep(self, room: Room) -> Room:
        self._rooms[room.table.id] = room
        spare = len(self._rooms) - self.settings.limits.tables_in_memory
        for old in [name for name, one in list(self._rooms.items())[: max(0, spare)] if one.idle and one is not room]:
            self._forget(self._rooms[old])
        return room

    def _lose(self, room: Room) -> None:
        """Forget a table whose truth is elsewhere by now. Whoever was there comes again, and it is read anew."""
        if self._rooms.get(room.table.id) is not room:
            return
        del self._rooms[room.table.id]
        if self.store.leases is not None:
            self.store.leases.drop(room.table.id)
        room.send_off()
        task = asyncio.create_task(room.close())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _hear(self, tables: Iterable[str] | None) -> None:
        """Somebody has changed tables, or all of them, behind our back."""
        log.info("Tables were changed from outside, and are read anew")
        rooms = self.rooms() if tables is None else [self._rooms[name] for name in tables if name in self._rooms]
        for room in rooms:
            self._lose(room)
        counting = asyncio.create_task(self._count_anew())
        self._ending.add(counting)
        counting.add_done_callback(self._ending.discard)

    async def _count_anew(self) -> None:
        self._tables = await self.store.count()

    def _check_not_paused(self) -> None:
        if self._notices.paused:
            raise UnavailableError(PAUSED)

    def _lose_all(self) -> None:
        for room in self.rooms():
            self._lose(room)

    def _forget(self, room: Room) -> None:
        """Let a table fall asleep."""
        if self._rooms.pop(room.table.id, None) is not None:
            if self.store.leases is not None:
                self.store.leases.drop(room.table.id)
            self._care.rest(room)

    async def create(self, visitor: Visitor, wish: incoming.NewTable) -> Table:
        """Open a table as wished."""
        if len(wish.seats) != wish.players:
            raise OptionError(WRONG_SEATS)
        for seat in wish.seats:
            if isinstance(seat, incoming.Bot):
                check_level(game(wish.game), seat.level)
        check_level(game(wish.game), wish.stand_in)
        name = clean_name(wish.name)
        if wish.start is None:
            options: dict[str, Any] = complete(game(wish.game).options, wish.options)  # no other word gets through
            record = Record.begin(wish.game, wish.players, **options)
        else:
            record = await self._begin_from(wish.start, wish, visitor)
        await self._check_room_for_more(visitor)
        if not self.preparation.playable(wish.game):
            raise NotReadyError(GAME_NOT_READY.fill(title=game(wish.game).title))
        seats = [_seat(record, seat, name) for seat in wish.seats]
        holder = visitor.holder
        holders = [(holder, number) for number, seat in enumerate(seats) if seat.kind == "human"]
        table = Table(new_table_id(), record, seats, time.time(), wish.stand_in)
        table.version = len(record.earlier)  # a position to begin with is an entry of its own
        return await self._open_table(holder, table, holders, None)

    async def _begin_from(
        self, start: incoming.FromTable | incoming.FromPosition, wish: incoming.NewTable, visitor: Visitor
    ) -> Record:
        """A record that goes on from a position, and says where it comes from."""
        if isinstance(start, incoming.FromPosition):
            text = start.position
            record: Record = await self.readers.do(visitor, lambda: begin_from_text(game(wish.game), text))
        else:
            table, after = finished((await self.glimpse(start.table, visitor)).table), start.after
            record = await self.readers.do(visitor, lambda: begin_from_table(table, after))
        if record.game.name != wish.game or record.players != wish.players:
            raise OptionError(OTHER_GAME)
        return record

    async def _check_room_for_more(self, visitor: Visitor) -> None:
        limits = self.settings.limits
        self._check_not_paused()
        if self._tables >= limits.tables:
            raise TooManyError(TOO_MANY_TABLES)
        self._new_tables.take(visitor.holder)
        self._address_tables.take(visitor.address)
        if not self._days_tables.allows(visitor.address):
            raise TooManyError(TOO_MANY_OF_YOURS)
        if await self.store.count(visitor.holder) >= limits.tables_per_browser:
            raise TooManyError(TOO_MANY_OF_YOURS)

    async def _open_table(
        self, creator: str, table: Table, holders: list[tuple[str, int]], before: str | None
    ) -> Table:
        await self.store.add_table(table, creator, holders, before)
        held: dict[str, set[int]] = {}
        for holder, seat in holders:
            held.setdefault(holder, set()).add(seat)
        self._tables += 1
        log.info("A table was opened", extra=fields(table=table.id, game=table.game.name, players=table.players))
        self._keep(self._furnish(table, held))
        return table

    async def _rematch(self, room: Room, visitor: Visitor) -> str:
        """The same game once more; everybody moves up by one seat. Who wished for it last has opened it.

        Where a bot has taken over, a bot sits down again.
        """
        await self._check_room_for_more(visitor)
        old = room.table
        count = old.players
        options: dict[str, Any] = old.options
        record = Record.begin(old.game.name, count, **options)
        seats = [old.seats[(number + 1) % count] for number in range(count)]
        holders = [(holder, (seat - 1) % count) for holder, held in room.held.items() for seat in held & old.people]
        table = Table(new_table_id(), record, seats, time.time(), old.stand_in)
        return (await self._open_table(visitor.holder, table, holders, old.id)).id

    async def tables_of(self, visitor: Visitor) -> tuple[list[Room], list[FinishedTable | Unreadable]]:
        """The tables at which a browser holds a seat: running ones, newest first, and finished ones."""
        running, finished = await self.store.tables_of(visitor.holder)
        rooms: list[Room] = []
        unreadable: list[FinishedTable | Unreadable] = []
        for one in running:
            try:
                rooms.append(await self.glimpse(one.id, visitor))
            except (TooFastError, TooManyError):
                raise
            except AlcoveError as error:
                unreadable.append(Unreadable(one.id, one.game, one.created, error.text))
        return sorted(rooms, key=lambda room: -room.table.touched), finished + unreadable


def _between_moves(loop: asyncio.AbstractEventLoop) -> HandOver:
    """Games take over their code in the event loop, where a move is made as a whole."""

    def take_over(switch: Callable[[], None]) -> None:
        switch()
        gc.freeze()  # code stays for good

    def hand_over(switch: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody plays any more
            loop.call_soon_threadsafe(take_over, switch)

    return hand_over


def _seat(record: Record, wish: incoming.SeatWish, name: str) -> SeatAt:
    if isinstance(wish, incoming.Me):
        return SeatAt("human", name)
    if isinstance(wish, incoming.Local):
        return SeatAt("human", clean_name(wish.name))
    if isinstance(wish, incoming.Bot):
        return SeatAt("bot", bot_name(record.game, wish.level, "en"), wish.level)
    return SeatAt("open")
