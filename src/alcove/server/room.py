"""A live table: its connections, and all that can be done at it.

Everything that changes the game goes one road, for people and bots alike: check, plan, store, take, tell. The lock
keeps two changes from crossing; only what is stored is ever told.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from alcove.bots import Thought, think
from alcove.kernel.errors import AlcoveError, NotYourTurnError, StaleError
from alcove.kernel.record import clean_name
from alcove.server import wire
from alcove.server.bots import Request, Workers
from alcove.server.limits import Bucket
from alcove.server.messages import encode
from alcove.server.refusals import (
    CHAT_EMPTY,
    CHAT_FULL,
    CHAT_TOO_LONG,
    MOVED_ON,
    NO_HINTS,
    NO_SEAT_HELD,
    NOBODY_ASKED,
    NOT_OVER,
    NOT_YOUR_SEAT,
    NOTHING_TO_DECIDE,
    NOTHING_TO_UNDO,
    SEAT_TAKEN,
    TOO_FAST,
    NotYoursError,
    TakenError,
    TooFastError,
    TooLargeError,
    TooManyError,
    UnavailableError,
)
from alcove.server.settings import Settings
from alcove.server.store import CHAT_KEPT, Store
from alcove.server.tables import Plan, SeatAt, Table
from alcove.server.wire import LineOut, RematchOut, UndoOut, Wire

if TYPE_CHECKING:
    from alcove.kernel.position import Position

log = logging.getLogger("alcove.server")

HINT_LEVEL = 5
NO_SEATS: frozenset[int] = frozenset()
Rematch = Callable[["Room"], Awaitable[str]]


class Listener(Protocol):
    """Somebody at a table: a browser's connection."""

    holder: str
    language: str
    look: int | None

    def tell(self, message: bytes) -> None: ...


class Room:
    def __init__(
        self,
        table: Table,
        held: dict[str, set[int]],
        chat: tuple[int, list[LineOut]],
        store: Store,
        workers: Workers,
        settings: Settings,
        open_rematch: Rematch,
    ) -> None:
        self.table = table
        self.held = {holder: frozenset(seats) for holder, seats in held.items()}
        self.listeners: set[Listener] = set()
        self.wire = Wire(table)
        self._lines_said, self._chat = chat
        self._store, self._workers, self._limits = store, workers, settings.limits
        self._bot_pause = settings.bot_pause
        self._open_rematch = open_rematch
        self._lock = asyncio.Lock()
        self._thinking: dict[int, tuple[int, Request]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked_by: int | None = None
        self._agreed: set[int] = set()
        self._wants_rematch: set[int] = set()
        self._chat_bucket = Bucket(self._limits.chat_per_minute / 60, self._limits.chat_per_minute)

    @property
    def idle(self) -> bool:
        return not (self.listeners or self._thinking or self._tasks or self._lock.locked())

    def mine(self, holder: str) -> frozenset[int]:
        return self.held.get(holder, NO_SEATS)

    # Coming, looking, going

    def enter(self, listener: Listener) -> None:
        mine = self.mine(listener.holder)
        listener.look = self.first_look(mine)
        self.listeners.add(listener)
        listener.tell(self.table_message(listener))
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
        if self.mine(listener.holder):
            self.tell_seats()

    def look(self, listener: Listener, seat: int | None) -> None:
        if seat is not None:
            self.check_mine(listener.holder, seat)
        listener.look = seat
        listener.tell(self.table_message(listener))

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
            await self._store.take_seat(holder, self.table.id, seat, seats)
            self.table.seat(seats)
            self.held[holder] = self.mine(holder) | {seat}
            self._seats_changed(holder)
        self.ask_bots()

    async def give(self, holder: str, seat: int) -> None:
        """Let a browser hold a seat whose link it has opened."""
        async with self._lock:
            if seat in self.mine(holder):
                return
            await self._store.add_holder(holder, self.table.id, seat)
            self.held[holder] = self.mine(holder) | {seat}
            self._seats_changed(holder)

    def _seats_changed(self, holder: str) -> None:
        """Somebody holds another seat: legal choices may have changed for everybody."""
        for listener in self.listeners:
            if listener.holder == holder and listener.look is None:
                listener.look = self.first_look(self.mine(holder))
            listener.tell(self.table_message(listener))

    # The game

    async def act(self, holder: str, seat: int, version: int, action: str | int) -> None:
        self.check_mine(holder, seat)
        await self._act(seat, version, action)

    async def _act(self, seat: int, version: int, action: str | int) -> None:
        async with self._lock:
            plan = await self._plan(seat, version, action)
            await self._carry_out(plan)
            for listener in self.listeners:
                listener.tell(self.wire.step(listener.look, listener.language, self.undo_for(listener.holder)))
        self.ask_bots()

    async def _plan(self, seat: int, version: int, action: str | int) -> Plan:
        """Check an action. What it gives away takes milliseconds to find out; others are served in the meantime."""
        plan, rules, now = self.table.plan_action, self.table.game.rules, time.time()
        if rules.CHANCE or rules.SECRETS:
            return await asyncio.to_thread(plan, seat, version, action, now)
        return plan(seat, version, action, now)

    async def _carry_out(self, plan: Plan) -> None:
        ends = not plan.position.actors or plan.entry.kind == "resign"
        outcome = self.table.outcome_of(plan) if ends else None
        await self._store.add_entry(plan.entry, outcome)
        self.table.take(plan)
        self._asked_by, self._agreed = None, set()
        if self._thinking:
            self._stop_stale_bots()

    async def resign(self, holder: str, seat: int) -> None:
        self.check_mine(holder, seat)
        async with self._lock:
            await self._carry_out(self.table.plan_resign(seat, time.time()))
            self.tell_table()

    async def undo(self, holder: str, version: int) -> None:
        mine = self._check_seated(holder)
        async with self._lock:
            self._check_version(version)
            may, count, asker = self.table.undo(mine)
            if may == "free":
                await self._take_back(asker, count)
            elif may == "ask":
                self._asked_by, self._agreed = asker, set(mine)
                self.tell_seats()
            else:
                raise UnavailableError(NOTHING_TO_UNDO)
        self.ask_bots()

    async def answer_undo(self, holder: str, version: int, yes: bool) -> None:
        mine = self._check_seated(holder)
        async with self._lock:
            self._check_version(version)
            asker = self._asked_by
            if asker is None or asker in mine:
                raise UnavailableError(NOBODY_ASKED)
            if not yes:
                self._asked_by, self._agreed = None, set()
                self.tell_seats()
                return
            self._agreed |= mine
            if self.table.people <= self._agreed:
                _, count, _ = self.table.undo(frozenset([asker]))
                await self._take_back(asker, count)
        self.ask_bots()

    async def _take_back(self, seat: int, count: int) -> None:
        await self._carry_out(self.table.plan_undo(seat, count, time.time()))
        self.tell_table()

    def _check_version(self, version: int) -> None:
        if version != self.table.version:
            raise StaleError(MOVED_ON)

    def _check_seated(self, holder: str) -> frozenset[int]:
        mine = self.mine(holder)
        if not mine:
            raise NotYoursError(NO_SEAT_HELD)
        return mine

    def undo_for(self, holder: str) -> UndoOut:
        return UndoOut(self.table.undo(self.mine(holder))[0], self._asked_by)

    async def want_rematch(self, holder: str) -> None:
        """When everybody wants it, a new table is opened, with the seats rotated."""
        mine = self._check_seated(holder)
        async with self._lock:
            if self.table.status != "over":
                raise UnavailableError(NOT_OVER)
            self._wants_rematch |= mine & self.table.people
            if self.table.rematch is None and self.table.people <= self._wants_rematch:
                self.table.rematch = await self._open_rematch(self)
            self.tell_seats()

    async def say(self, holder: str, text: str) -> None:
        """A line of chat: plain text, one line, from somebody who sits here."""
        seat = min(self._check_seated(holder))
        line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if not line:
            raise UnavailableError(CHAT_EMPTY)
        if len(line) > self._limits.chat_length:
            raise TooLargeError(CHAT_TOO_LONG.fill(most=self._limits.chat_length))
        if not self._chat_bucket.take():
            raise TooFastError(TOO_FAST)
        async with self._lock:
            if self._lines_said >= self._limits.chat_lines:
                raise TooManyError(CHAT_FULL)
            said = LineOut(self.table.seats[seat].name, seat, line, round(time.time(), 3))
            await self._store.add_line(self.table.id, self._lines_said, said)
            self._lines_said += 1
            self._chat = [*self._chat, said][-CHAT_KEPT:]
            message = encode(wire.ChatOut(said))
            for listener in self.listeners:
                listener.tell(message)

    def why(self, listener: Listener, seat: int, action: str | int) -> None:
        self.check_mine(listener.holder, seat)
        refusal = self.table.why_not(seat, action, listener.language)
        clause, message = refusal if refusal is not None else (None, None)
        listener.tell(encode(wire.WhyOut(action, clause, message)))

    # Bots

    def ask_bots(self) -> None:
        """Let every bot think whose choice is awaited. Bots among themselves play while somebody watches."""
        if not self.listeners and not self.table.people:
            return
        asked = False
        for seat in self.table.awaited():
            at = self.table.seats[seat]
            if at.kind == "bot" and seat not in self._thinking:
                request = self._ask(self.table.position, seat, at.level or 1)
                self._thinking[seat] = self.table.version, request
                self._start(self._let_bot_act(seat, self.table.version, request))
                asked = True
        if asked:
            self.tell_seats()

    def _ask(self, position: Position, seat: int, level: int) -> Request:
        seed = secrets.randbits(63)
        return self._workers.ask(self.table.id, lambda cancel: think(position, seat, level, seed, cancel))

    async def _let_bot_act(self, seat: int, version: int, request: Request) -> None:
        try:
            thought: Thought = await request.answer
            action = thought.action.index
            await asyncio.sleep(self.table.touched + self._bot_pause - time.time())
        except asyncio.CancelledError:
            return
        except Exception:
            log.exception("A bot failed at table %s", self.table.id)
            action = self.table.position.legal_indices(seat)[0]
        finally:
            if self._thinking.get(seat, (0, None))[1] is request:
                del self._thinking[seat]
        try:
            await self._act(seat, version, action)
            self.tell_seats()
        except AlcoveError as error:  # the table has moved on, or the disk is full
            if error.code not in ("stale", "over"):
                log.error("A bot could not act at table %s: %s", self.table.id, error)

    def _stop_stale_bots(self) -> None:
        for seat, (version, request) in list(self._thinking.items()):
            if self.table.status != "running" or not self.table.is_fresh(seat, version):
                request.cancel()
                del self._thinking[seat]

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def hint(self, listener: Listener, version: int) -> None:
        """What the best bot would do, from what the seat looked through knows. Not against other people: that would be
        playing with a bot's head."""
        seat = listener.look
        if seat is None:
            raise NotYoursError(NO_SEAT_HELD)
        if not self.table.people <= self.mine(listener.holder):
            raise UnavailableError(NO_HINTS)
        if not self.table.is_fresh(seat, version):
            raise StaleError(MOVED_ON)
        if seat not in self.table.awaited():
            raise NotYourTurnError(NOTHING_TO_DECIDE)
        request = self._ask(self.table.position, seat, HINT_LEVEL)
        thought: Thought = await request.answer
        if not self.table.is_fresh(seat, version):
            raise StaleError(MOVED_ON)
        choice = wire.ChoiceOut(thought.action.text, thought.action.index)
        listener.tell(encode(wire.HintOut(version, choice, thought.value, thought.line)))

    async def close(self) -> None:
        """Cancel the bots and let what has begun be finished."""
        for _, request in list(self._thinking.values()):
            request.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Telling

    def online(self) -> set[int]:
        return {seat for listener in self.listeners for seat in self.mine(listener.holder)}

    def seat_list(self, holder: str, language: str) -> list[wire.SeatOut]:
        return wire.seat_list(
            self.table.game, self.table.seats, language, self.mine(holder), self.online(), self._thinking
        )

    def _rematch_out(self) -> RematchOut:
        return RematchOut(sorted(self._wants_rematch), self.table.rematch)

    def table_message(self, listener: Listener) -> bytes:
        return self.describe(listener.holder, listener.look, listener.language)

    def describe(self, holder: str, look: int | None, language: str) -> bytes:
        """Everything that a holder may know of the table, looking through a seat or none."""
        table = self.table
        return encode(
            wire.TableOut(
                v=table.version,
                id=table.id,
                game=table.game.name,
                options=table.options,
                seats=self.seat_list(holder, language),
                look=look,
                view=self.wire.view(look),
                legal=self.wire.legal(look),
                turns=self.wire.turns(look),
                story=self.wire.story(look, language),
                status=table.status,
                commitment=table.record.commitment,
                undo=self.undo_for(holder),
                rematch=self._rematch_out(),
                chat=self._chat,
                resigned=table.resigned,
            )
        )

    def tell_table(self) -> None:
        for listener in self.listeners:
            listener.tell(self.table_message(listener))

    def tell_seats(self, but: Listener | None = None) -> None:
        made: dict[tuple[str, str], bytes] = {}
        for listener in self.listeners:
            if listener is but:
                continue
            key = listener.holder, listener.language
            if key not in made:
                seats = self.seat_list(*key)
                message = wire.SeatsOut(seats, self.table.status, self.undo_for(key[0]), self._rematch_out())
                made[key] = encode(message)
            listener.tell(made[key])
