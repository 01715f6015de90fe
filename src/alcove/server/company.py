"""Who is at a live table, through which seats they look, and what each of them is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from time import perf_counter
from typing import Protocol

from alcove.server import outgoing
from alcove.server.absence import Absence
from alcove.server.bot_seats import BotSeats
from alcove.server.chat import Chat
from alcove.server.clocks import ClockState, clock_state
from alcove.server.hints import hint
from alcove.server.holders import NOBODY, Visitor
from alcove.server.incoming import Parts, TimeControl, encode
from alcove.server.lasting import messages_of
from alcove.server.limits import Work
from alcove.server.lobby_shapes import Hosting
from alcove.server.moments import Moments
from alcove.server.origins import descends_from_a_game, origin_of
from alcove.server.refusals import (
    NOT_HOST,
    NOT_YOUR_SEAT,
    TOO_MANY_CONNECTIONS,
    NotHostError,
    NotYoursError,
    TooManyError,
)
from alcove.server.rematch import Rematch
from alcove.server.settings import Settings
from alcove.server.shapes import Seat, SeatsMessage, TableMessage, UndoState, WhyMessage
from alcove.server.tables import Table
from alcove.server.terms import Terms
from alcove.server.undo import UndoRequest
from alcove.server.watching import Watching
from alcove.server.workers import Workers

NO_SEATS: frozenset[int] = frozenset()
SENT_SECONDS, BYTE_SECONDS = 1e-5, 1e-9
"""What it takes to write a message, and each byte of it."""


class Listener(Protocol):
    """Somebody at a table: a browser's connection."""

    visitor: Visitor
    holder: str
    language: str
    look: int | None
    name: str
    """What a spectator is called; empty without a name."""

    def tell(self, message: bytes) -> None: ...

    def send_off(self) -> None:
        """End it, and have it come again."""


class Company:
    """Nothing here changes the game: that is the room's."""

    def __init__(
        self,
        table: Table,
        held: dict[str, set[int]],
        chat: Chat,
        bots: BotSeats,
        workers: Workers,
        work: Work,
        settings: Settings,
        moments: Moments,
        terms: Terms,
    ) -> None:
        self.table = table
        self._terms = terms
        self.open = terms.is_open
        """Whether everybody can find the table in the lobby."""
        self.muted = terms.muted
        """Seats whose people the host has silenced in the chat."""
        self._moments = moments
        self.held = {holder: frozenset(seats) for holder, seats in held.items()}
        self.listeners: set[Listener] = set()
        self.outgoing = messages_of(table)
        self._chat, self._bots, self._workers, self._work = chat, bots, workers, work
        self._actor = NOBODY
        """Whoever did something here last: what others are told of it is on their account."""
        self._limits = settings.limits
        self._undo = UndoRequest(table, settings.limits.undo_requests_per_minute, self.now)
        self._rematch = Rematch(table)
        self._watching = Watching(lambda: self.listeners, lambda holder: bool(self.mine(holder)))
        self._absence = Absence(table.players, settings.absent_after, self.tell_seats)

    def now(self) -> float:
        """The time, which has to be the server's own where clocks run by it."""
        return time.time() if self.table.clock is None else self._moments.now()

    def clock(self) -> ClockState | None:
        """What the clocks show now."""
        return None if self.table.clock is None else clock_state(self.table, self.now())

    def mine(self, holder: str) -> frozenset[int]:
        return self.held.get(holder, NO_SEATS)

    @property
    def host(self) -> int | None:
        """The seat of whoever has opened the table. Who holds that seat, on another device too, is the host."""
        return min(self.mine(self._terms.creator), default=None)

    def check_host(self, holder: str) -> None:
        if self.host is None or self.host not in self.mine(holder):
            raise NotHostError(NOT_HOST)

    def hosting(self) -> Hosting:
        return Hosting(self.host, self.open, self._terms.password is not None)

    @property
    def sealed(self) -> bool:
        """Whether what each seat knows is still its own. A finished game has no secrets left; nor has a line that one
        person tries out from such a game, because nobody else plays there whom it could be kept from."""
        return not (self.table.over or (descends_from_a_game(self.table) and self._has_one_person))

    @property
    def _has_one_person(self) -> bool:
        """Whether one browser holds every seat of a person, and nobody else ever held one or may yet sit down."""
        held = list(self.held.values())
        return not self.table.incomplete and len(held) == 1 and held[0] == self.table.persons

    def attend(self, visitor: Visitor) -> None:
        """Somebody comes, or does something that others are told of. Spectators count where nobody else is."""
        if self._counts(visitor):
            self._actor = visitor

    def _counts(self, visitor: Visitor) -> bool:
        return not self.table.people or bool(self.mine(visitor.holder))

    def check_room(self, visitor: Visitor) -> None:
        """Whether one more may watch."""
        watching = [one.visitor.address for one in self.listeners if not self.mine(one.holder)]
        limits = self._limits
        if len(watching) >= limits.watching_per_table:
            raise TooManyError(TOO_MANY_CONNECTIONS)
        if watching.count(visitor.address) >= limits.address_watching_per_table:
            raise TooManyError(TOO_MANY_CONNECTIONS)

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
            self.tell_seats(listener.visitor, but=listener)
        self.tell_watching(listener.visitor)
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
            self.tell_seats(listener.visitor)
        self.tell_watching(listener.visitor)

    def look(self, listener: Listener, seat: int | None) -> None:
        if seat is not None:
            self.check_mine(listener.holder, seat)
        listener.look = seat
        self.show(listener)

    def check_mine(self, holder: str, seat: int) -> None:
        if seat not in self.mine(holder):
            raise NotYoursError(NOT_YOUR_SEAT)

    def why(self, listener: Listener, seat: int, action: str | int | Parts) -> None:
        self.check_mine(listener.holder, seat)
        refusal = self.table.why_not(seat, action, listener.language)
        clause, message = refusal if refusal is not None else (None, None)
        listener.tell(encode(WhyMessage(action, clause, message)))

    async def hint(self, listener: Listener, version: int) -> None:
        mine = self.mine(listener.holder)
        self._bots.visitor = listener.visitor
        listener.tell(encode(await hint(self.table, self._bots, mine, listener.look, version)))

    def ask_bots(self) -> None:
        """Let bots think whose choice is awaited. Bots among themselves play while somebody watches."""
        if not self.table.has_bots or not (self.listeners or self.table.people):
            return
        self._bots.visitor = self._payer()
        if self._bots.ask():
            self.tell_seats()

    def _payer(self) -> Visitor:
        """On whose account bots think: of those who are here the one for whom least is done, else whoever acted last.
        So nobody can make the others wait for bots by having too many of their own."""
        here = {one.visitor for one in self.listeners if self._counts(one.visitor)}
        if len(here) < 2:
            return here.pop() if here else self._actor
        return min(here, key=lambda one: (self._workers.load_of(one.address), one != self._actor))

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
            seat.muted = seat.seat in self.muted
        return seats

    def undo_for(self, holder: str) -> UndoState:
        return self._undo.out(self.mine(holder))

    def show(self, listener: Listener) -> None:
        """Tell somebody everything because they have asked for it: on their own account."""
        began = perf_counter()
        message = self.table_message(listener)
        listener.tell(message)
        self._charge(listener.visitor, began, 1, len(message))

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
                sealed=self.sealed,
                time=None if table.clock is None else TimeControl.of(table.clock.control),
                clock=self.clock(),
                hosting=self.hosting(),
            )
        )

    def tell_table(self) -> None:
        """Everything to everybody."""
        self._tell_each(self.table_message, self._actor)

    def tell_seats(self, by: Visitor | None = None, but: Listener | None = None) -> None:
        self._tell_each(self._seats_message, by or self._actor, but)

    def tell_watching(self, by: Visitor) -> None:
        """Who watches, to those who do not know it yet."""
        began = perf_counter()
        self._charge(by, began, *self._watching.tell())

    def _seats_message(self, listener: Listener) -> bytes:
        seats = self.seat_list(listener.holder, listener.language)
        undo, rematch = self.undo_for(listener.holder), self._rematch.out()
        return encode(SeatsMessage(seats, self.table.status, undo, rematch, self.clock(), self.hosting()))

    def _tell_each(self, message_for: Callable[[Listener], bytes], by: Visitor, but: Listener | None = None) -> None:
        """To everybody what they may know, made once for all who hold the same seats."""
        began, size = perf_counter(), 0
        made: dict[tuple[frozenset[int], int | None, str], bytes] = {}
        for listener in self.listeners:
            if listener is but:
                continue
            key = self.mine(listener.holder), listener.look, listener.language
            message = made.get(key)
            if message is None:
                message = made[key] = message_for(listener)
            listener.tell(message)
            size += len(message)
        self._charge(by, began, len(self.listeners), size)

    def tell_all(self, message: bytes) -> None:
        began = perf_counter()
        for listener in self.listeners:
            listener.tell(message)
        self._charge(self._actor, began, len(self.listeners), len(self.listeners) * len(message))

    def _charge(self, visitor: Visitor, began: float, messages: int, size: int) -> None:
        """Somebody has spent the event loop's time. Who spends too much is heard no more for a while.
        What else the machine does meanwhile is counted along, and what people may spend leaves room for that: to ask
        for the thread's own time would cost a move several microseconds. What has been said is written later, for all
        tables together: that is counted by its length."""
        self._work.spend(visitor, perf_counter() - began + messages * SENT_SECONDS + size * BYTE_SECONDS)
