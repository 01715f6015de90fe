"""A live table: who is there, the lock, and the road of a change.

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
from typing import Protocol, TypeVar

from alcove.kernel.errors import StaleError
from alcove.kernel.record import clean_name
from alcove.server import outgoing
from alcove.server.absence import Absence
from alcove.server.bot_seats import BotSeats
from alcove.server.chat import Chat
from alcove.server.hints import hint
from alcove.server.holders import Visitor
from alcove.server.incoming import encode
from alcove.server.lasting import messages_of
from alcove.server.limits import Buckets
from alcove.server.metrics import METRICS
from alcove.server.origins import origin_of
from alcove.server.positions import LastPosition
from alcove.server.refusals import (
    BOT_PLAYS,
    MOVED_ON,
    NO_SEAT_HELD,
    NOT_ABSENT,
    NOT_YOUR_SEAT,
    SEAT_TAKEN,
    TABLE_FULL,
    TOO_MANY_DEVICES,
    TOO_MANY_IN_A_ROW,
    NotYoursError,
    PerhapsSavedError,
    TakenError,
    TooManyError,
    UnavailableError,
)
from alcove.server.rematch import Rematch
from alcove.server.settings import Settings
from alcove.server.shapes import ChatLine, ChatMessage, Seat, SeatsMessage, TableMessage, UndoState, WhyMessage
from alcove.server.store import Store
from alcove.server.tables import Plan, SeatAt, Table
from alcove.server.undo import UndoRequest
from alcove.server.workers import Workers

NO_SEATS: frozenset[int] = frozenset()
OpenRematch = Callable[["Room", Visitor], Awaitable[str]]
Result = TypeVar("Result")


class Listener(Protocol):
    """Somebody at a table: a browser's connection."""

    visitor: Visitor
    holder: str
    language: str
    look: int | None

    def tell(self, message: bytes) -> None: ...

    def send_off(self) -> None:
        """End it, and have it come again."""


class Room:
    def __init__(
        self,
        table: Table,
        held: dict[str, set[int]],
        chat: tuple[Counter[int], list[ChatLine]],
        store: Store,
        workers: Workers,
        threads: Executor,
        work: Buckets,
        settings: Settings,
        open_rematch: OpenRematch,
        lost: Callable[[Room], None],
    ) -> None:
        self.table = table
        self.held = {holder: frozenset(seats) for holder, seats in held.items()}
        self.listeners: set[Listener] = set()
        self.outgoing = messages_of(table)
        self.kept_game = False
        """Whether what was seen of a finished game is kept, or being kept."""
        self.seen_version = self.tidied = -1
        """The versions of the table at which it was last looked after, and at which its messages were dropped."""
        self.awake = time.monotonic()
        """When the table was last seen awake."""
        self._store = store
        self._threads = threads
        self._open_rematch = open_rematch
        self._lost = lost
        self._lock = asyncio.Lock()
        self._limits = settings.limits
        self._work = work
        self._undo = UndoRequest(table, settings.limits.undo_requests_per_minute)
        self._rematch = Rematch(table)
        self._chat = Chat(table, *chat, store, settings.limits)
        self._bots = BotSeats(table, workers, settings.bot_pause, self._let_bot_act)
        self._absence = Absence(table.players, settings.absent_after, self.tell_seats)

    @property
    def idle(self) -> bool:
        return self._bots.idle and not (self.listeners or self._lock.locked())

    def mine(self, holder: str) -> frozenset[int]:
        return self.held.get(holder, NO_SEATS)

    def attend(self, visitor: Visitor) -> None:
        """Somebody does something here: bots think on their account. Spectators count where nobody else is."""
        if not self.table.people or self.mine(visitor.holder):
            self._bots.visitor = visitor

    async def prepare(self, readers: Workers, visitor: Visitor, look: int | None, language: str) -> None:
        """Have told beside the event loop what somebody has not heard yet of a long game."""
        work = self.outgoing.untold(look, language)
        if work is not None:
            (await readers.do(visitor, work))()

    # Coming, looking, going

    def enter(self, listener: Listener) -> None:
        mine = self.mine(listener.holder)
        listener.look = self.first_look(mine)
        self.listeners.add(listener)
        self._absence.came(mine)
        if (choices := self.outgoing.choices()) is not None:
            listener.tell(choices)
        self.show(listener)
        if mine:
            self.tell_seats(but=listener)
        self.ask_bots()

    def first_look(self, mine: frozenset[int]) -> int | None:
        """Through which of their seats somebody looks at first: one whose choice is awaited.

        People who share a device in a game with secrets look through none, until one of them says who is there.
        """
        if len(mine) > 1 and self.table.game.rules.SECRETS:
            return None
        return next((seat for seat in self.table.awaited() if seat in mine), min(mine, default=None))

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        if mine := self.mine(listener.holder):
            self._absence.went(mine - self.online())
            self.tell_seats()

    def look(self, listener: Listener, seat: int | None) -> None:
        if seat is not None:
            self.check_mine(listener.holder, seat)
        listener.look = seat
        self.show(listener)

    def check_mine(self, holder: str, seat: int) -> None:
        if seat not in self.mine(holder):
            raise NotYoursError(NOT_YOUR_SEAT)

    async def sit(self, holder: str, seat: int, name: str) -> None:
        """Take an open seat."""
        async with self._lock:
            if not 0 <= seat < self.table.players or self.table.seats[seat].kind != "open":
                raise TakenError(SEAT_TAKEN)
            seats = list(self.table.seats)
            seats[seat] = SeatAt("human", clean_name(name))
            await self._stored(self._store.take_seat(holder, self.table.id, seat, seats))
            self.table.seat(seats)
            self.held[holder] = self.mine(holder) | {seat}
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
                await self._change_seat(self.table.plan_return(seat, time.time()))
        self.ask_bots()

    def _seats_changed(self, holder: str) -> None:
        """Somebody holds another seat: legal choices may have changed for everybody."""
        for listener in self.listeners:
            if listener.holder == holder and listener.look is None:
                listener.look = self.first_look(self.mine(holder))
            listener.tell(self.table_message(listener))

    # The game

    async def act(self, holder: str, seat: int, version: int, action: str | int) -> None:
        self.check_mine(holder, seat)
        self.table.check_playing(seat)
        await self._act(seat, version, action)

    async def _act(self, seat: int, version: int, action: str | int, who: str = "person") -> None:
        async with self._lock:
            self._check_length(seat)
            began = perf_counter()
            plan = await self._plan(seat, version, action)
            checked = perf_counter()
            await self._carry_out(plan)
            stored = perf_counter()
            for listener in self.listeners:
                listener.tell(self.outgoing.step(listener.look, listener.language, self.undo_for(listener.holder)))
            self._charge(self._bots.visitor, stored)
            METRICS.move(who, began, checked, stored)
        self.ask_bots()

    def _charge(self, visitor: Visitor, began: float) -> None:
        """Somebody has spent the event loop's time. Who spends too much is heard no more for a while.
        What else the machine does meanwhile is counted along, and what people may spend leaves room for that: to ask
        for the thread's own time would cost a move several microseconds."""
        self._work.of(visitor.address).spend(perf_counter() - began)

    def _check_length(self, seat: int | None = None) -> None:
        """A record has a length, and nobody may act for ever while others wait."""
        table, most = self.table, self._limits.actions_in_a_row
        if table.version >= self._limits.changes:
            raise TooManyError(TABLE_FULL)
        if seat is None or table.players == 1 or len(table.played) < most or table.played[-1].seat != seat:
            return
        if all(one.seat == seat for one in islice(reversed(table.played), most)):
            raise TooManyError(TOO_MANY_IN_A_ROW)

    async def _plan(self, seat: int, version: int, action: str | int) -> Plan:
        """Check an action. What it gives away takes milliseconds to find out; others are served in the meantime."""
        plan, rules, now = self.table.plan_action, self.table.game.rules, time.time()
        if rules.CHANCE or rules.SECRETS:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, plan, seat, version, action, now)
        return plan(seat, version, action, now)

    async def _carry_out(self, plan: Plan) -> None:
        position = self._position_after(plan)
        await self._stored(self._store.add_entry(plan.entry, self.table.ending_of(plan), position))
        self.table.take(plan)
        self._undo.forget()
        self._bots.stop_stale()

    async def _stored(self, storing: Awaitable[Result]) -> Result:
        """Wait until something is stored. If the table is another process's by now, or nobody knows whether it was
        stored, what is known here counts no more."""
        try:
            return await storing
        except (StaleError, PerhapsSavedError):
            self._lost(self)
            raise

    def _position_after(self, plan: Plan) -> LastPosition | None:
        """The position to be kept together with a taking back: the one that is kept may be of what was taken back."""
        if plan.entry.kind != "undo":
            return None
        return LastPosition.of(self.table, plan.entry.version, len(self.table.played) - plan.entry.action)

    async def resign(self, holder: str, seat: int) -> None:
        """Leave. If others are left to play on, a bot takes the seat."""
        self.check_mine(holder, seat)
        async with self._lock:
            if not self.table.ends_without(seat):
                self._check_length()
            await self._change_seat(self.table.plan_resign(seat, time.time()))
        self.ask_bots()

    async def come_back(self, holder: str, seat: int) -> None:
        self.check_mine(holder, seat)
        async with self._lock:
            self._check_length()
            await self._change_seat(self.table.plan_return(seat, time.time()))
        self.ask_bots()

    async def replace(self, holder: str, seat: int) -> None:
        """Let a bot play on for somebody whom all wait for and who is gone."""
        self._check_playing(holder)
        async with self._lock:
            self._check_length()
            absent = seat in self._absence.long() and seat not in self.online()
            if not absent or seat not in self.table.people or seat not in self.table.awaited():
                raise UnavailableError(NOT_ABSENT)
            await self._change_seat(self.table.plan_stand_in(seat, time.time()))
        self.ask_bots()

    async def _change_seat(self, plan: Plan) -> None:
        await self._carry_out(plan)
        self.tell_table()

    async def undo(self, holder: str, version: int) -> None:
        mine = self._check_playing(holder)
        async with self._lock:
            self._check_version(version)
            self._check_length()
            await self._take_back(self._undo.ask(mine))
        self.ask_bots()

    async def answer_undo(self, holder: str, version: int, yes: bool) -> None:
        mine = self._check_playing(holder)
        async with self._lock:
            self._check_version(version)
            self._check_length()
            await self._take_back(self._undo.answer(mine, yes))
        self.ask_bots()

    async def _take_back(self, plan: Plan | None) -> None:
        if plan is None:
            self.tell_seats()
        else:
            await self._carry_out(plan)
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
            await self._rematch.want(mine, lambda: self._open_rematch(self, visitor))
            self.tell_seats()

    async def say(self, holder: str, text: str) -> None:
        """A line of chat, from somebody who sits here."""
        seat = min(self._check_seated(holder))
        line = self._chat.check(seat, text)
        async with self._lock:
            message = encode(ChatMessage(await self._stored(self._chat.say(seat, line))))
            for listener in self.listeners:
                listener.tell(message)

    def why(self, listener: Listener, seat: int, action: str | int) -> None:
        self.check_mine(listener.holder, seat)
        refusal = self.table.why_not(seat, action, listener.language)
        clause, message = refusal if refusal is not None else (None, None)
        listener.tell(encode(WhyMessage(action, clause, message)))

    async def hint(self, listener: Listener, version: int) -> None:
        mine = self.mine(listener.holder)
        listener.tell(encode(await hint(self.table, self._bots, mine, listener.look, version)))

    def ask_bots(self) -> None:
        """Let bots think whose choice is awaited. Bots among themselves play while somebody watches."""
        if (self.listeners or self.table.people) and self._bots.ask():
            self.tell_seats()

    async def _let_bot_act(self, seat: int, version: int, action: int) -> None:
        await self._act(seat, version, action, "bot")
        self.tell_seats()

    def rest(self) -> None:
        """Nobody is here any more, and nothing is left to do."""
        self._absence.close()

    async def close(self) -> None:
        """Cancel the bots and let what has begun be finished."""
        self._absence.close()
        await self._bots.close()

    def send_off(self) -> None:
        """Have everybody come again: what is known here counts no more."""
        for listener in list(self.listeners):
            listener.send_off()

    # Telling

    def online(self) -> set[int]:
        return {seat for listener in self.listeners for seat in self.mine(listener.holder)}

    def seat_list(self, holder: str, language: str) -> list[Seat]:
        table, online = self.table, self.online()
        seats = outgoing.seat_list(table.game, table.seats, language, self.mine(holder), online, self._bots.thinking())
        absent = self._absence.long() & table.people - online
        for seat in seats:
            seat.left = table.person(seat.seat) if seat.seat in table.stand_ins else None
            seat.absent = seat.seat in absent
        return seats

    def undo_for(self, holder: str) -> UndoState:
        return self._undo.out(self.mine(holder))

    def show(self, listener: Listener) -> None:
        """Tell somebody everything because they have asked for it: on their own account."""
        began = perf_counter()
        listener.tell(self.table_message(listener))
        self._charge(listener.visitor, began)

    def table_message(self, listener: Listener) -> bytes:
        return self.describe(listener.holder, listener.look, listener.language)

    def describe(self, holder: str, look: int | None, language: str) -> bytes:
        """Everything that a holder may know of the table, looking through a seat or none."""
        table = self.table
        return encode(
            TableMessage(
                v=table.version,
                id=table.id,
                game=table.game.name,
                options=table.options,
                seats=self.seat_list(holder, language),
                look=look,
                view=self.outgoing.view(look),
                legal=self.outgoing.legal(look),
                turns=self.outgoing.turns(look),
                turn=self.outgoing.turn(look),
                story=self.outgoing.story(look, language),
                status=table.status,
                commitment=table.record.commitment,
                undo=self.undo_for(holder),
                rematch=self._rematch.out(),
                chat=self._chat.lines,
                resigned=table.resigned,
                ending=self.outgoing.ending(language),
                together=table.game.plays_together(table.players, table.position.options),
                stand_in=table.stand_in,
                notice=self.outgoing.notice(language),
                origin=origin_of(table.record.origin),
            )
        )

    def tell_table(self) -> None:
        began = perf_counter()
        for listener in self.listeners:
            listener.tell(self.table_message(listener))
        self._charge(self._bots.visitor, began)

    def tell_seats(self, but: Listener | None = None) -> None:
        made: dict[tuple[str, str], bytes] = {}
        for listener in self.listeners:
            if listener is but:
                continue
            key = listener.holder, listener.language
            if key not in made:
                seats = self.seat_list(*key)
                message = SeatsMessage(seats, self.table.status, self.undo_for(key[0]), self._rematch.out())
                made[key] = encode(message)
            listener.tell(made[key])
