"""A live table: the lock, and the road of a change. Who is there and is told of it: `company.py`.

Everything that changes the game goes one road, for people and bots alike: check, plan, store, take, tell. The lock
keeps two changes from crossing; only what is stored is ever told. What can be done at a table beside acting has a file
of its own: taking back, rematch, chat, bots, hints. They know the table, not the room.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from itertools import islice
from time import perf_counter

from alcove.kernel.errors import StaleError
from alcove.kernel.record import clean_name
from alcove.server.alarms import Alarms
from alcove.server.bot_seats import BotSeats
from alcove.server.chat import Chat
from alcove.server.clocks import next_change
from alcove.server.company import NO_SEATS
from alcove.server.holders import Visitor
from alcove.server.hosting import LOST, HostedTable
from alcove.server.incoming import encode
from alcove.server.limits import Work
from alcove.server.lobby import Lobby
from alcove.server.metrics import METRICS
from alcove.server.moments import Moments
from alcove.server.notifications.notifier import Notifications
from alcove.server.positions import KeptPosition
from alcove.server.refusals import (
    BOT_PLAYS,
    IN_TIME,
    MOVED_ON,
    MUTED,
    NO_CLAIM,
    NO_SEAT_HELD,
    NOT_ABSENT,
    NOT_ALONE,
    OWN_TIME,
    SEAT_TAKEN,
    TABLE_FULL,
    TOO_MANY_DEVICES,
    TOO_MANY_IN_A_ROW,
    InTimeError,
    MutedError,
    NotYoursError,
    TakenError,
    TooManyError,
    UnavailableError,
)
from alcove.server.settings import Settings
from alcove.server.shapes import ChatLine, ChatMessage, UndoState
from alcove.server.store import Store
from alcove.server.tables import Plan, SeatAt, Table, moment_of
from alcove.server.terms import Terms
from alcove.server.workers import Workers

BOT = ""
"""Who acts, where it is nobody's browser."""
OpenRematch = Callable[["Room", Visitor], Awaitable[str]]


class Room(HostedTable):
    def __init__(
        self,
        table: Table,
        held: dict[str, set[int]],
        chat: tuple[Counter[int], list[ChatLine]],
        store: Store,
        workers: Workers,
        threads: Executor,
        work: Work,
        settings: Settings,
        moments: Moments,
        alarms: Alarms,
        notifications: Notifications,
        open_rematch: OpenRematch,
        lost: Callable[[Room], None],
        lobby: Lobby,
        terms: Terms,
    ) -> None:
        bots = BotSeats(table, workers, settings.bot_pause, self._let_bot_act)
        said = Chat(table, *chat, store, settings.limits)
        super().__init__(table, held, said, bots, workers, work, settings, moments, terms)
        self._lobby, self._alarms, self._notifications = lobby, alarms, notifications
        self._let_in = set()
        self.kept_game = False
        """Whether what was seen of a finished game is kept, or will be."""
        self.seen_version = self.tidied = -1
        """The versions of the table at which it was last looked after, and at which its messages were dropped."""
        self.awake = time.monotonic()
        """When the table was last seen awake."""
        self._store = store
        self._threads = threads
        self._open_rematch = open_rematch
        self._lost = lost
        self._lock = asyncio.Lock()
        rules = table.game.rules
        self._gives_away = rules.CHANCE or rules.SECRETS
        """Whether an action may give something away. To find that out takes milliseconds."""

    @property
    def idle(self) -> bool:
        return self._bots.idle and not (self.listeners or self._lock.locked())

    async def sit(self, holder: str, seat: int, name: str) -> None:
        """Take an open seat."""
        async with self._lock:
            if not 0 <= seat < self.table.players or self.table.seats[seat].kind != "open":
                raise TakenError(SEAT_TAKEN)
            seats = list(self.table.seats)
            seats[seat] = SeatAt("human", clean_name(name))
            now, waits = self.now(), any(one.kind == "open" for one in seats)
            began = None if waits or self.table.clock is None else now
            owed = self._notifications.of_newcomer(self.table, seats, self.held, holder, seat)
            await self._stored(self._store.take_seat(holder, self.table.id, seat, seats, began, owed))
            self._notifications.wake(owed)
            self.table.seat(seats)
            self.table.run_clock(moment_of(now))
            self.set_alarm()
            self.held[holder] = self.mine(holder) | {seat}
            if self.open:
                self.open = waits
                self._lobby.changed()
            self._seats_changed(holder)
        self.ask_bots()

    async def give(self, holder: str, seat: int) -> None:
        """Let a browser hold a seat whose link it has opened. Whoever had left the seat is back."""
        async with self._lock:
            if seat not in self.mine(holder):
                if sum(seat in held for held in self.held.values()) >= self._limits.browsers_per_seat:
                    raise TooManyError(TOO_MANY_DEVICES)
                await self._stored(self._store.add_holder(holder, self.table.id, seat))
                self.held[holder] = self.mine(holder) | {seat}
                self._absence.came({seat} & self.online())
                self._seats_changed(holder)
            if seat in self.table.stand_ins and self.table.status == "running":
                await self._change_seat(self.table.plan_return(seat, self.now()), holder)
        self.ask_bots()

    def _lose(self) -> None:
        self._lost(self)

    def may_hold(self, holder: str) -> bool:
        """Whether somebody holds a seat here, or may be about to."""
        return holder in self.held or self._lock.locked()

    async def rehold(self, before: str, after: str) -> None:
        """Who held seats under one name holds them under another from now on, as the database has it already."""
        async with self._lock:
            seats = self.held.pop(before, NO_SEATS)
            for listener in self.listeners:
                if listener.holder == before:
                    listener.look = None
            if seats:
                self.held[after] = self.mine(after) | seats
                self._seats_changed(after)

    def _seats_changed(self, holder: str) -> None:
        """Somebody holds another seat: legal choices may have changed for everybody."""
        for listener in self.listeners:
            if listener.holder == holder and listener.look is None:
                listener.look = self.first_look(self.mine(holder))
            listener.tell(self.table_message(listener))
        self.tell_watching(self._actor)

    # The game

    def act(self, holder: str, seat: int, version: int, action: str | int) -> Awaitable[None]:
        self.check_mine(holder, seat)
        self.table.check_playing(seat)
        return self._act(seat, version, action, holder)

    async def _act(self, seat: int, version: int, action: str | int, by: str = BOT) -> None:
        await self._lock.acquire()
        try:
            self._check_length(seat)
            began = perf_counter()
            if self._gives_away:
                plan = await self._plan_aside(seat, version, action)
            else:
                plan = self.table.plan_action(seat, version, action, self.now())
            checked = perf_counter()
            await self._carry_out(plan, by)
            stored = perf_counter()
            self._tell_step(self._bots.visitor if by == BOT else self._actor)
            METRICS.move("bot" if by == BOT else "person", began, checked, stored)
        finally:
            self._lock.release()
        self.ask_bots()

    def _tell_step(self, by: Visitor) -> None:
        began, size = perf_counter(), 0
        undo: dict[frozenset[int], UndoState] = {}
        held, step = self.held, self.outgoing.step
        for listener in self.listeners:
            mine = held.get(listener.holder, NO_SEATS)
            may = undo.get(mine)
            if may is None:
                may = undo[mine] = self._undo.out(mine)
            message = step(listener.look, listener.language, may)
            listener.tell(message)
            size += len(message)
        self._charge(by, began, len(self.listeners), size)

    def _check_length(self, seat: int | None = None) -> None:
        """A record has a length, and nobody may act for ever while others wait."""
        table, most = self.table, self._limits.actions_in_a_row
        if table.version >= self._limits.changes:
            raise TooManyError(TABLE_FULL)
        if seat is None or table.players == 1 or len(table.played) < most or table.played[-1].seat != seat:
            return
        if all(one.seat == seat for one in islice(reversed(table.played), most)):
            raise TooManyError(TOO_MANY_IN_A_ROW)

    async def _plan_aside(self, seat: int, version: int, action: str | int) -> Plan:
        """Check an action while others are served."""
        loop, plan = asyncio.get_running_loop(), self.table.plan_action
        return await loop.run_in_executor(self._threads, plan, seat, version, action, self.now())

    async def _carry_out(self, plan: Plan, by: str) -> None:
        position = self._position_after(plan)
        absences = () if self.table.clock is None else tuple(self._moments.unsaved)
        owed = self._notifications.of_change(self.table, plan, self.held, by)
        try:
            await self._store.add_entry(plan.entry, self.table.ending_of(plan), position, absences, owed)
        except LOST:
            self._lose()
            raise
        self.table.take(plan)
        self._notifications.wake(owed)
        if self.table.clock is not None:
            self._moments.saved(absences)
            self.set_alarm()
        self._undo.forget()
        self._bots.stop_stale()

    def _position_after(self, plan: Plan) -> KeptPosition | None:
        """The position to be kept together with a taking back: the one that is kept may be of what was taken back."""
        if plan.entry.kind != "undo":
            return None
        return KeptPosition.of(self.table, plan.entry.version, len(self.table.played) - plan.entry.action)

    async def resign(self, holder: str, seat: int) -> None:
        """Leave. If others are left to play on, a bot takes the seat."""
        self.check_mine(holder, seat)
        async with self._lock:
            if not self.table.ends_without(seat):
                self._check_length()
            await self._change_seat(self.table.plan_resign(seat, self.now()), holder)
        self.ask_bots()

    async def leave_for_good(self, holder: str, seat: int) -> None:
        """The same by somebody who is about to be forgotten, unless somebody else holds the seat as well."""
        if not any(seat in held for other, held in self.held.items() if other != holder):
            await self.resign(holder, seat)

    async def abandon(self, holder: str, seat: int) -> None:
        """End the game without a result. Bots do not mind; people must have been away for a while."""
        self.check_mine(holder, seat)
        async with self._lock:
            away = self._absence.long() - self.online()
            if not self.table.people <= self.mine(holder) | away:
                raise UnavailableError(NOT_ALONE)
            await self._change_seat(self.table.plan_abandon(seat, self.now()), holder)

    async def come_back(self, holder: str, seat: int) -> None:
        self.check_mine(holder, seat)
        async with self._lock:
            self._check_length()
            await self._change_seat(self.table.plan_return(seat, self.now()), holder)
        self.ask_bots()

    async def replace(self, holder: str, seat: int) -> None:
        """Let a bot play on for somebody whom all wait for and who is gone."""
        self._check_playing(holder)
        async with self._lock:
            self._check_length()
            absent = seat in self._absence.long() and seat not in self.online()
            may = absent or seat in self._out_of_time()
            if not may or seat not in self.table.people or seat not in self.table.awaited():
                raise UnavailableError(NOT_ABSENT)
            await self._change_seat(self.table.plan_stand_in(seat, self.now()), holder)
        self.ask_bots()

    async def claim(self, holder: str, seat: int) -> None:
        """Win because the other one has run out of time."""
        mine = self._check_playing(holder)
        async with self._lock:
            table = self.table
            table.check_running()
            if table.players != 2 or table.game.plays_together(table.players, table.options):
                raise UnavailableError(NO_CLAIM)
            if not mine - {seat}:
                raise NotYoursError(OWN_TIME)
            if seat not in self._out_of_time():
                raise InTimeError(IN_TIME)
            await self._change_seat(table.plan_claim(seat, self.now()), holder)

    def _out_of_time(self) -> list[int]:
        state = self.clock()
        return [] if state is None else state.out

    def set_alarm(self) -> None:
        """Be woken when clocks change although nobody does anything."""
        if self.table.clock is not None:
            self._alarms.set(self.table.id, next_change(self.table, self.now()))

    def hear_alarm(self) -> None:
        self.tell_seats()
        self.set_alarm()

    async def _change_seat(self, plan: Plan, by: str) -> None:
        await self._carry_out(plan, by)
        self.tell_table()

    async def undo(self, holder: str, version: int) -> None:
        mine = self._check_playing(holder)
        async with self._lock:
            self._check_version(version)
            self._check_length()
            await self._take_back(self._undo.ask(mine), holder)
        self.ask_bots()

    async def answer_undo(self, holder: str, version: int, yes: bool) -> None:
        mine = self._check_playing(holder)
        async with self._lock:
            self._check_version(version)
            self._check_length()
            await self._take_back(self._undo.answer(mine, yes), holder)
        self.ask_bots()

    async def _take_back(self, plan: Plan | None, by: str) -> None:
        if plan is None:
            self.tell_seats()
        else:
            await self._carry_out(plan, by)
            self.tell_table()

    def _check_version(self, version: int) -> None:
        if version != self.table.version:
            raise StaleError(MOVED_ON)

    def _check_seated(self, holder: str) -> frozenset[int]:
        mine = self.mine(holder)
        if not mine:
            raise NotYoursError(NO_SEAT_HELD)
        return mine

    def _check_playing(self, holder: str) -> frozenset[int]:
        """The seats in which somebody plays. Who has left has no say."""
        mine = self._check_seated(holder) - self.table.stand_ins.keys()
        if not mine:
            raise UnavailableError(BOT_PLAYS)
        return mine

    # Beside the game

    async def want_rematch(self, visitor: Visitor) -> None:
        """When everybody wants it, a new table is opened, with the seats rotated."""
        mine = self._check_seated(visitor.holder)
        async with self._lock:
            await self._rematch.want(mine, lambda: self._stored(self._open_rematch(self, visitor)))
            self.tell_seats()

    async def say(self, holder: str, text: str) -> None:
        """A line of chat, from somebody who sits here."""
        mine = self._check_seated(holder)
        if mine & self.muted:
            raise MutedError(MUTED)
        seat = min(mine)
        line = self._chat.check(seat, text)
        async with self._lock:
            self.tell_all(encode(ChatMessage(await self._stored(self._chat.say(seat, line)))))

    async def _let_bot_act(self, seat: int, version: int, action: int) -> None:
        await self._act(seat, version, action)
        self.tell_seats()

    def rest(self) -> None:
        """Nobody is here any more, and nothing is left to do."""
        self._absence.close()
        self._alarms.set(self.table.id, None)

    async def close(self) -> None:
        """Cancel the bots and let what has begun be finished."""
        self._absence.close()
        self._alarms.set(self.table.id, None)
        await self._bots.close()
