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
from typing import NamedTuple

from alcove.kernel.clock import Clock
from alcove.kernel.errors import AlcoveError
from alcove.ready.preparation import HandOver, Preparation
from alcove.server.admission import Admission
from alcove.server.advice import Advice
from alcove.server.alarms import Alarms
from alcove.server.analyses import Analyses
from alcove.server.care import Care
from alcove.server.devices import Devices
from alcove.server.holders import NOBODY, Visitor
from alcove.server.invitations import Invitations
from alcove.server.lab_runs import LabRuns
from alcove.server.limits import Buckets, Places, Work
from alcove.server.lobby import Lobby
from alcove.server.moments import Moments
from alcove.server.new_tables import NewTables
from alcove.server.notifications.notifier import Notifications
from alcove.server.notifications.registration import Registration
from alcove.server.old_browsers import OldBrowsers
from alcove.server.own_data import OwnData
from alcove.server.passkeys import Passkeys
from alcove.server.passwords import Doorkeeper
from alcove.server.past import PastTable
from alcove.server.people import People
from alcove.server.positions import KeptPosition
from alcove.server.prints import Prints
from alcove.server.readiness import Readiness
from alcove.server.refusals import (
    ELSEWHERE,
    NO_TABLE,
    PAUSED,
    NotFoundError,
    TooFastError,
    TooManyError,
    UnavailableError,
)
from alcove.server.replays import Replays
from alcove.server.room import Room
from alcove.server.settings import Settings
from alcove.server.shapes import ChatLine
from alcove.server.store import Store
from alcove.server.stored import FinishedTable, Loaded, Unreadable
from alcove.server.tables import Table, moment_of
from alcove.server.tasks import Tasks
from alcove.server.terms import Terms
from alcove.server.thinking import FAR_THREADS, FarThinking
from alcove.server.timekeeping import Absence
from alcove.server.unhurried import Unhurried
from alcove.server.wishes import Wish
from alcove.server.workers import Workers

log = logging.getLogger("alcove.server")

TABLE_THREADS = 4


class Known(NamedTuple):
    """All that is known of a table when it is opened."""

    table: Table
    held: dict[str, set[int]]
    terms: Terms
    chat: tuple[Counter[int], list[ChatLine]] | None = None


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
        if settings.bot_threads and settings.bot_seconds:
            self.workers.unhurried = Unhurried(settings.bot_seconds, settings.bot_threads)
        self.readers = Workers(1, "reader", limits.readings_waiting)
        """What is read from long games: never in the way of a move."""
        self.replays = Replays(self.readers, limits)
        self.prints = Prints(limits)
        self.analyses = Analyses(store, self.workers, self.readers, limits)
        self.lab = LabRuns(limits)
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
        self.address_messages = Buckets(limits.address_messages_per_second, limits.address_message_burst)
        each = limits.address_messages_per_second / limits.connections_per_address
        self.message_reserves = Buckets(each, limits.return_burst)
        """Messages of those who sit at a table, although their address has said too much."""
        self.work = Work(limits)
        self.moments = Moments(store, self._note_absence)
        self.alarms = Alarms(self.moments, self._ring)
        self.notifications = Notifications(store, settings, self.moments, self._glimpse_table)
        self.registration = Registration(store, settings, self.moments, self.notifications)
        self.admission = Admission(store, self.work, limits)
        self.old_browsers = OldBrowsers(store)
        self.devices = Devices(store.people)
        self.people = People(store.people, store.key, self.devices, limits, self._rehold)
        self.passkeys = Passkeys(self.people, limits, self.readers.do)
        self.own_data = OwnData(self)
        self.closing = False
        self.advice = Advice()
        self.readiness = Readiness(store)
        self.count = tables
        """How many there are."""
        self.lobby = Lobby(store.openings, settings, self._waiting)
        self.doorkeeper = Doorkeeper(store.passwords, self.readers, limits, self.wish)
        self.invitations = Invitations(self, store.invitations, store.companions)
        self.new_tables = NewTables(self)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._ending = Tasks()
        self.ask_elsewhere: Callable[[Wish], Awaitable[bool]] | None = None
        """Has a wish fulfilled by the process that has the table, where there are several; False if it is this one."""
        self._notices = store.notices(self._hear, self._hear_of_people, self._hear_of_members)
        if store.leases is not None:
            store.leases.lapsed = self._lose_all
        self._care = Care(store, settings, self.rooms, self._forget, self.analyses.add)

    @classmethod
    async def open(cls, settings: Settings) -> Hall:
        store = await Store.open(settings)
        try:
            tables = await store.count()
            preparation = Preparation(_between_moves(asyncio.get_running_loop()))
            if settings.warm:
                preparation.start(load=False)
            else:
                preparation.skip()
            hall = cls(settings, store, preparation, tables)
            await hall.moments.open()
        except BaseException:
            await store.close()
            raise
        try:
            await hall.admission.open()
            await hall.devices.open()
            await hall.notifications.open()
            hall._care.start()
            hall.analyses.start()
            hall.lobby.start()
            await hall._notices.start()
        except BaseException:
            await hall.close()
            raise
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
        try:
            await self._finish()
        finally:
            await self.store.close()
            self.preparation.close()

    async def _finish(self) -> None:
        self.closing = True
        await asyncio.to_thread(self.preparation.stop)
        await self._notices.close()
        await self.people.close()
        for room in list(self._rooms.values()):
            await room.close()
        await self._ending.finish()
        await self.lobby.close()
        await self.notifications.close()
        self.alarms.close()
        await self.moments.close()
        await self._care.close()
        await self.analyses.close()
        await self.lab.close()
        await asyncio.to_thread(self.workers.close)
        if self.workers.unhurried is not None:
            await asyncio.to_thread(self.workers.unhurried.close)
        if self.far_thinking is not None:
            self.far_thinking.close()
        await asyncio.to_thread(self.readers.close)
        await asyncio.to_thread(self.prints.close)
        self._table_threads.shutdown(wait=False, cancel_futures=True)

    def rooms(self) -> list[Room]:
        return list(self._rooms.values())

    def _waiting(self) -> list[str]:
        """The open tables at which somebody is who sits there."""
        return [room.table.id for room in self.rooms() if room.open and room.online()]

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
        room = self._furnish(await self._read(table_id, visitor, own=False))
        await room.close()
        return room

    async def _glimpse_table(self, table_id: str) -> Table:
        return (await self.glimpse(table_id)).table

    async def fulfil(self, wish: Wish) -> None:
        """Let a browser sit down at a table of ours or try its password, or another process have it."""
        if wish.do == "release":
            await self._release(wish.table)
            return
        visitor = Visitor(wish.address, wish.holder)
        room = await self.room(wish.table, visitor)
        if wish.do == "give":
            await room.give(wish.holder, wish.seat)
        elif wish.do == "leave":
            await room.leave_for_good(wish.holder, wish.seat)
        elif wish.do == "try":
            self.doorkeeper.count(visitor, wish.table)
        else:
            await room.check_let_in(wish.holder)
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
        self.check_not_paused()
        leases = self.store.leases
        before = None if leases is None else await leases.last_owner(table_id)
        if leases is not None and not await leases.take(table_id) and await leases.owner(table_id) is not None:
            raise UnavailableError(ELSEWHERE)
        return self._keep(self._furnish(await self._read(table_id, visitor, before=before)))

    def add(self, table: Table, held: dict[str, set[int]], terms: Terms) -> None:
        """A table that has just been opened."""
        self.count += 1
        self._keep(self._furnish(Known(table, held, terms)))

    async def _read(self, table_id: str, visitor: Visitor, own: bool = True, before: str | None = None) -> Known:
        """A table as it is stored. `before` is the process that had it before this one."""
        stored = await self.store.table(table_id)
        if stored is not None and stored.row.time is not None and await self.moments.take_over(table_id, before):
            stored = await self.store.table(table_id)
        if stored is None:
            raise NotFoundError(NO_TABLE)
        loaded: Loaded = await self.readers.do(visitor, stored.table)
        table, held = loaded.table, await self.store.holders(table_id)
        if loaded.entries and own:
            owed = self.notifications.of_end(table, held)
            await self.store.add_entries(loaded.entries, table.ending(), KeptPosition.of(table), owed)
            self.notifications.wake(owed)
        if isinstance(table, PastTable):
            table.replays = await self.store.replays(table_id)
        if table.clock is not None and own:
            await self._keep_clock(table.clock)
        is_open = table.incomplete and await self.store.openings.is_open(table_id)
        terms = Terms(stored.row.creator, is_open, stored.row.password, await self.store.muted(table_id))
        return Known(table, held, terms, await self.store.lines(table_id))

    async def _keep_clock(self, clock: Clock) -> None:
        """Whenever the server is away from now on, and what is not stored yet of that, a clock does not run."""
        await self.moments.begin()
        for absence in self.moments.unsaved:
            clock.absences.add(moment_of(absence.since), moment_of(absence.until))

    def _furnish(self, known: Known) -> Room:
        return Room(
            known.table,
            known.held,
            known.chat or (Counter(), []),
            self.store,
            self.workers,
            self._table_threads,
            self.work,
            self.settings,
            self.moments,
            self.alarms,
            self.notifications,
            self.new_tables.rematch,
            self._lose,
            self.lobby,
            known.terms,
        )

    def _keep(self, room: Room) -> Room:
        self._rooms[room.table.id] = room
        room.set_alarm()
        spare = len(self._rooms) - self.settings.limits.tables_in_memory
        for old in [name for name, one in list(self._rooms.items())[: max(0, spare)] if one.idle and one is not room]:
            self._forget(self._rooms[old])
        return room

    def _note_absence(self, absence: Absence) -> None:
        """The server was away: nobody's clock has run."""
        for room in self.rooms():
            if room.table.clock is not None:
                room.table.clock.absences.add(moment_of(absence.since), moment_of(absence.until))

    def _ring(self, table_id: str) -> None:
        if (room := self._rooms.get(table_id)) is not None:
            room.hear_alarm()

    def _lose(self, room: Room) -> None:
        """Forget a table whose truth is elsewhere by now. Whoever was there comes again, and it is read anew."""
        if self._rooms.get(room.table.id) is not room:
            return
        del self._rooms[room.table.id]
        if self.store.leases is not None:
            self.store.leases.drop(room.table.id)
        room.send_off()
        self._ending.do(room.close())

    def _hear(self, tables: Iterable[str] | None) -> None:
        """Somebody has changed tables, or all of them, behind our back."""
        log.info("Tables were changed from outside, and are read anew")
        rooms = self.rooms() if tables is None else [self._rooms[name] for name in tables if name in self._rooms]
        for room in rooms:
            self._lose(room)
        self._ending.do(self._count_anew())

    async def _count_anew(self) -> None:
        self.count = await self.store.count()

    def _hear_of_people(self, before: str, after: str) -> None:
        self._ending.do(self.people.hear(before, after))

    def _hear_of_members(self) -> None:
        self._ending.do(self._shut_out())

    async def _shut_out(self) -> None:
        """An invitation was revoked together with those who came by it: whoever of them is here goes."""
        self.store.entrance.doubt()
        for holder in self.devices.present():
            if not await self.store.entrance.lets_in(holder):
                self.devices.shut_out(holder)

    async def _rehold(self, before: str, after: str) -> None:
        """Seats that were held under one name are held under another. A table that is just being read, or at which
        somebody sits down, may have been told the old one."""
        for holder in (before, after):
            await self.notifications.subscribers.learn(holder)
        if self._opening:
            await asyncio.wait(list(self._opening.values()))
        for room in self.rooms():
            if room.may_hold(before):
                await room.rehold(before, after)

    def is_seated(self, address: str, device: str) -> bool:
        """Whether a browser is known to sit at a table, as far as can be said at once."""
        return self.admission.seated.knows(Visitor(address, self.devices.known_person(device) or device))

    def check_not_paused(self) -> None:
        if self._notices.paused:
            raise UnavailableError(PAUSED)

    def _lose_all(self) -> None:
        self.moments.begin_again()
        for room in self.rooms():
            self._lose(room)

    def _forget(self, room: Room) -> None:
        """Let a table fall asleep."""
        if self._rooms.pop(room.table.id, None) is not None:
            if self.store.leases is not None:
                self.store.leases.drop(room.table.id)
            self._care.rest(room)

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
