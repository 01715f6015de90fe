"""Several processes, one house: whoever comes to the wrong one is passed on to the one that has the table.

On the same machine the connection itself is handed over; from another one it is relayed through the messenger. What
only reads is read from the database, wherever one asks. What changes who sits at a table is asked of its owner.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

import msgspec

from alcove.kernel.errors import AlcoveError
from alcove.server import door
from alcove.server.database import UNREACHABLE
from alcove.server.far import Guest, Relay, Shown
from alcove.server.frames import GOING_AWAY
from alcove.server.hall import Hall
from alcove.server.holders import Visitor
from alcove.server.leases import Leases, Process
from alcove.server.messenger import (
    EVERYBODY,
    Answer,
    AnyWord,
    Beat,
    Ended,
    Enter,
    Left,
    Lobby,
    Messenger,
    Question,
    Said,
    Told,
)
from alcove.server.refusals import ELSEWHERE, NO_DATABASE_NOW, UnavailableError
from alcove.server.sockets import RAW, Socket
from alcove.server.tasks import Tasks
from alcove.server.wishes import PassedOnError, Reply, Wish

log = logging.getLogger("alcove.server")

RETRY_SECONDS = 0.1
PATIENCE = 2.0
"""How long beyond a lease somebody waits for a table whose process is silent."""
CALL_SECONDS = 3.0
BEAT_SECONDS = 0.4
SILENCE_SECONDS = 1.6
"""How long a process may be silent before those whom it serves from afar are sent to come again."""
MAX_HOPS = 3
HOPS = "alcove.hops"

Attend = Callable[[Hall, str, Visitor, str, Any], Awaitable[None]]


class Adopting(Protocol):
    async def adopt(self, scope: dict[str, Any], early: bytes, connection: Any) -> None: ...


class Cluster:
    """Open it with `open`, close it with `close`."""

    def __init__(self, hall: Hall, leases: Leases, server: Adopting, attend: Attend) -> None:
        self._hall, self._leases, self._server, self._attend = hall, leases, server, attend
        self._door = door.Door(self._adopt, self._answer)
        url = hall.settings.redis
        self.messenger = Messenger(url, hall.store.key, leases.name, self.hear) if url else None
        self._numbers = itertools.count(1)
        self._relays: dict[str, Relay] = {}
        self._guests: dict[str, Guest] = {}
        self._heard: dict[str, float] = {}
        self._asked: dict[int, asyncio.Future[bytes]] = {}
        self._tasks = Tasks()

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        with contextlib.suppress(AttributeError, OSError):  # a system without such sockets
            self._door.open()
            await self._leases.open_door(self._door.path)
        if self.messenger is not None:
            self.messenger.unheard = self._unheard
            await self.messenger.open()
            self._tasks.do(self._beat())
        self._hall.ask_elsewhere = self.ask
        self._hall.lobby.tell_others = lambda invited: self._reply(EVERYBODY, Lobby(invited))

    def shut(self) -> None:
        """Take nobody in any more."""
        if self._door.path:
            self._door.close()
            self._door.path = ""

    async def close(self) -> None:
        self.shut()
        for relay in list(self._relays.values()):
            relay.send_off()
        await self._tasks.end()
        if self.messenger is not None:
            await self.messenger.close()

    # Passing on

    async def owner(self, table: str) -> Process | None:
        """The process that has a table; None if it is this one, or if nobody has it."""
        return None if self._hall.has(table) else await self._leases.owner(table)

    async def pass_on(self, table: str, socket: Socket) -> Process | None:
        """Hand a connection over to the process that has the table. None if it has gone there, or may stay here; else
        the process, which is on another machine."""
        end = self._loop.time() + self._leases.seconds + PATIENCE
        while (owner := await self.owner(table)) is not None:
            near = self._is_near(owner)
            if near and await self._hand_over(owner, socket):
                return None
            if not near and self.messenger is not None and self.messenger.up:
                if await self._lets_go(owner, table):
                    continue
                return owner
            if self._loop.time() > end or socket.gone.is_set():
                raise UnavailableError(ELSEWHERE)
            await asyncio.sleep(RETRY_SECONDS)
        return None

    async def _lets_go(self, owner: Process, table: str) -> bool:
        """Whether the table may come here, because nobody is at it there."""
        answer = await self._ask(owner, msgspec.msgpack.encode(Wish("release", table, 0, "", "", "")))
        return answer is not None and msgspec.msgpack.decode(answer, type=Reply).code is None

    def _is_near(self, owner: Process) -> bool:
        """Whether it has a door on this machine, and in the same container."""
        return bool(owner.door) and owner.machine == self._leases.machine and Path(owner.door).exists()

    async def _hand_over(self, owner: Process, socket: Socket) -> bool:
        scope, early, file = socket.lend()
        hops = scope.get(HOPS, 0) + 1
        if hops > MAX_HOPS:
            raise UnavailableError(ELSEWHERE)
        plain = {key: value for key, value in scope.items() if key not in (RAW, "state")}
        message = msgspec.msgpack.encode(({**plain, HOPS: hops}, early))
        taken = await door.hand_over(owner.door, message, file)
        if taken:
            socket.let_go()
        return taken

    async def _adopt(self, message: bytes, connection: Any) -> None:
        scope, early = msgspec.msgpack.decode(message)
        scope["headers"] = [(bytes(name), bytes(value)) for name, value in scope["headers"]]
        for pair in ("client", "server"):
            scope[pair] = tuple(scope[pair]) if scope.get(pair) else None
        await self._server.adopt({**scope, "state": {}}, early, connection)

    # From afar

    async def relay(self, owner: Process, table: str, visitor: Visitor, language: str, socket: Socket) -> int | None:
        """Stand between a browser and the process that has its table."""
        assert self.messenger is not None
        line = f"{self._leases.name}.{next(self._numbers)}"
        relay = Relay(line, owner.name, table, visitor, language, socket, self.messenger, self._show)
        self._relays[line] = relay
        self._heard[owner.name] = self._loop.time()
        try:
            return await relay.run()
        finally:
            del self._relays[line]

    async def _show(self, relay: Relay) -> Shown:
        """The table as it lies in the database, for somebody who has missed something."""
        room = await self._hall.glimpse(relay.table, relay.visitor)
        await room.check_let_in(relay.visitor.holder)
        mine = room.mine(relay.visitor.holder)
        look = relay.look if relay.look in mine else room.first_look(mine)
        await room.prepare(self._hall.readers, relay.visitor, look, relay.language)
        return Shown(room.describe(relay.visitor.holder, look, relay.language), room.table.version)

    async def _host(self, sender: str, enter: Enter) -> None:
        assert self.messenger is not None
        guest = self._guests[enter.line] = Guest(enter.line, sender, self.messenger)
        guest.language = enter.language
        try:
            await self._attend(self._hall, enter.table, Visitor(enter.address, enter.holder), enter.language, guest)
        finally:
            del self._guests[enter.line]

    def hear(self, sender: str, word: AnyWord) -> None:
        """A message of another process."""
        self._heard[sender] = self._loop.time()
        match word:
            case Told():
                if (relay := self._relays.get(word.line)) is not None:
                    relay.told(word)
            case Said():
                if (guest := self._guests.get(word.line)) is not None:
                    guest.said(word.number, word.text)
                else:
                    self._reply(sender, Ended(word.line, GOING_AWAY))
            case Enter():
                self._tasks.do(self._host(sender, word))
            case Left():
                if (guest := self._guests.get(word.line)) is not None:
                    guest.leave()
            case Ended():
                if (relay := self._relays.get(word.line)) is not None:
                    relay.end(word.code)
            case Lobby():
                self._hear_lobby(sender, word.invited)
            case Beat():
                self._compare(sender, word.lines)
            case Question():
                self._tasks.do(self._answer_from_afar(sender, word))
            case Answer():
                if (asked := self._asked.get(word.number)) is not None and not asked.done():
                    asked.set_result(word.text)

    def _hear_lobby(self, sender: str, invited: str) -> None:
        if sender == self._leases.name:
            return
        if invited:
            self._hall.lobby.hear_invitation(invited)
        else:
            self._hall.lobby.hear_change()

    def _reply(self, to: str, word: AnyWord) -> None:
        if self.messenger is not None:
            self.messenger.send(to, word)

    def _compare(self, sender: str, lines: dict[str, int]) -> None:
        """The other side knows how much it has said on each line, and which lines there are."""
        for line, relay in list(self._relays.items()):
            if relay.owner == sender:
                if line in lines:
                    relay.expect(lines[line])
                elif relay.settled:
                    relay.send_off()
                else:
                    relay.settled = True
        for line, guest in list(self._guests.items()):
            if guest.origin == sender:
                if line in lines:
                    guest.expect(lines[line])
                else:
                    guest.leave()

    def _unheard(self, name: str) -> None:
        """Nobody listens under that name: it has ended, or has no messenger just now."""
        for relay in list(self._relays.values()):
            if relay.owner == name:
                relay.send_off()
        for guest in list(self._guests.values()):
            if guest.origin == name:
                guest.leave()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            lines: dict[str, dict[str, int]] = {}
            for line, relay in self._relays.items():
                lines.setdefault(relay.owner, {})[line] = relay.said
            for line, guest in self._guests.items():
                lines.setdefault(guest.origin, {})[line] = guest.told
            now = self._loop.time()
            for name, known in lines.items():
                self._reply(name, Beat(known))
                if now - self._heard.get(name, now) > SILENCE_SECONDS:
                    self._unheard(name)
            self._heard = {name: at for name, at in self._heard.items() if name in lines}

    # Asking

    async def ask(self, wish: Wish) -> bool:
        """Have a wish fulfilled by the process that has the table. False if that is this one, or nobody. An answer may
        be lost: whoever has their seat when it is asked again got it the first time."""
        asked_before = False
        end = self._loop.time() + self._leases.seconds + PATIENCE
        while (owner := await self.owner(wish.table)) is not None:
            answer = await self._ask(owner, msgspec.msgpack.encode(wish))
            if answer is not None:
                reply = msgspec.msgpack.decode(answer, type=Reply)
                if asked_before and wish.seat in (await self._hall.store.holders(wish.table)).get(wish.holder, ()):
                    return True
                if reply.code is not None and reply.text is not None:
                    raise PassedOnError(reply.code, reply.text)
                return True
            if self._loop.time() > end:
                raise UnavailableError(ELSEWHERE)
            asked_before = True
            await asyncio.sleep(RETRY_SECONDS)
        return False

    async def _ask(self, owner: Process, wish: bytes) -> bytes | None:
        if self._is_near(owner):
            return await door.ask(owner.door, wish)
        if self.messenger is None or not self.messenger.up:
            return None
        number = next(self._numbers)
        answered = self._asked[number] = self._loop.create_future()
        self._reply(owner.name, Question(number, wish))
        try:
            return await asyncio.wait_for(answered, CALL_SECONDS)
        except TimeoutError:
            return None
        finally:
            del self._asked[number]

    async def _answer_from_afar(self, sender: str, question: Question) -> None:
        self._reply(sender, Answer(question.number, await self._answer(question.text)))

    async def _answer(self, message: bytes) -> bytes:
        wish = msgspec.msgpack.decode(message, type=Wish)
        try:
            await self._hall.fulfil(wish)
            reply = Reply()
        except AlcoveError as error:
            reply = Reply(error.code, error.text)
        except UNREACHABLE as error:
            log.error("The database did not answer: %s", error)
            reply = Reply("unavailable", NO_DATABASE_NOW)
        return msgspec.msgpack.encode(reply)
