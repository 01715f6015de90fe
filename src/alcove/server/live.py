"""One WebSocket: what a browser says at a table, and what it is told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import Any

from litestar import WebSocket, websocket

from alcove.kernel.errors import AlcoveError
from alcove.server import incoming, outgoing
from alcove.server.cluster import Cluster
from alcove.server.database import UNREACHABLE
from alcove.server.far import Guest
from alcove.server.frames import GOING_AWAY, NORMAL, POLICY, TOO_BIG
from alcove.server.hall import Hall
from alcove.server.holders import Visitor
from alcove.server.leases import Process
from alcove.server.metrics import METRICS
from alcove.server.refusals import (
    NO_DATABASE_NOW,
    NOT_INVITED,
    SHUTTING_DOWN,
    SIGNED_OUT,
    TOO_FAST,
    TOO_LARGE,
    TOO_MANY_CONNECTIONS,
    TOO_MANY_HINTS,
    WENT_WRONG,
    NotInvitedError,
    SignedOutError,
    TooFastError,
    TooLargeError,
    TooManyError,
    UnavailableError,
)
from alcove.server.room import Room
from alcove.server.sockets import RAW, Socket
from alcove.server.visitors import device_of, visitor_of

log = logging.getLogger("alcove.server")

PATIENCE = 3.0
"""Seconds that a slow reader gets to hear the last messages."""


ASIDE = (incoming.Ping, incoming.Look, incoming.Why, incoming.Hint)
"""What nobody else is told of."""
Wire = Socket | Guest
"""A browser's connection: to this process, or to another one that passes everything on."""


def pace(socket: Wire, hall: Hall, visitor: Visitor, seated: Callable[[], bool]) -> None:
    """How much may be said: of the browser, of its address, and if it sits at the table although others at the address
    say too much."""
    socket.pace = hall.messages.of(visitor.person)
    socket.address_pace = hall.address_messages.of(visitor.address)
    socket.reserve = lambda: hall.message_reserves.of(visitor.holder) if seated() else None


class Line:
    """A browser's connection as whoever ends it knows it, wherever its table is."""

    def __init__(self, socket: Socket, language: str) -> None:
        self._socket, self._language = socket, language

    def send_off(self) -> None:
        self._socket.send(outgoing.BYE)
        self._socket.close(GOING_AWAY)

    def sign_out(self) -> None:
        _say_and_close(self._socket, SignedOutError(SIGNED_OUT), self._language)

    def shut_out(self) -> None:
        _say_and_close(self._socket, NotInvitedError(NOT_INVITED), self._language)


class Connection:
    """A browser's connection to one table."""

    def __init__(self, socket: Wire, visitor: Visitor, language: str, hall: Hall, room: Room) -> None:
        self.visitor = visitor
        self.holder = visitor.holder
        self.language = language
        self.look: int | None = None
        self.name = ""
        self._socket = socket
        self.tell = socket.send
        pace(socket, hall, visitor, lambda: bool(room.mine(visitor.holder)))
        socket.too_fast = lambda: self.refuse(TooFastError(TOO_FAST))
        self._hall = hall
        self._work = hall.work.of(visitor.address)
        self._hint: asyncio.Task[None] | None = None
        self._closing: int | None = None
        self.gone = socket.gone

    def refuse(self, error: AlcoveError, re: str | None = None) -> None:
        self.tell(outgoing.error_out(error, self.language, re))

    def close(self, code: int) -> None:
        """Hear nothing more, and end."""
        self._closing = self._closing or code
        self._socket.stop()

    def send_off(self) -> None:
        self.tell(outgoing.BYE)
        self.close(GOING_AWAY)

    def yield_place(self) -> None:
        """Somebody who plays needs the place."""
        self.refuse(TooManyError(TOO_MANY_CONNECTIONS))
        self.close(POLICY)

    async def finish(self) -> None:
        """Say goodbye, and wait a little until what was said has been read."""
        if self._hint is not None:
            self._hint.cancel()
        self._socket.close(self._closing or NORMAL)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.gone.wait(), PATIENCE)

    async def listen(self, room: Room) -> None:
        while self._closing is None and (text := await self._socket.receive()) is not None:
            await self._hear(room, text)
        if self._socket.broken == TOO_BIG:
            self.refuse(TooLargeError(TOO_LARGE))
        self._closing = self._closing or self._socket.broken

    async def _hear(self, room: Room, text: bytes) -> None:
        re: str | None = None
        try:
            said = incoming.read_message(text)
            re = said.__struct_config__.tag  # type: ignore[assignment]
            if self._work.empty and not self._has_reserve(room):
                raise TooFastError(TOO_FAST)
            if type(said) is incoming.Act:  # most of what is said, by the shortest way
                room.attend(self.visitor)
                await room.act(self.holder, said.seat, said.v, said.action)
            else:
                await self._handle(room, said)
        except AlcoveError as error:
            METRICS.refusals[error.code] += 1
            self.refuse(error, re)
            if error.code == "stale" and self._closing is None:
                room.show(self)
        except Exception:
            log.exception("A message failed at table %s", room.table.id)
            self.refuse(UnavailableError(WENT_WRONG), re)

    def _has_reserve(self, room: Room) -> bool:
        return bool(room.mine(self.holder)) and not self._hall.work.reserve(self.holder).empty

    async def _handle(self, room: Room, said: incoming.Message) -> None:
        if not isinstance(said, ASIDE):
            room.attend(self.visitor)
        match said:
            case incoming.Ping():
                self.tell(outgoing.PONG)
            case incoming.Look():
                await room.prepare(self._hall.readers, self.visitor, said.seat, self.language)
                room.look(self, said.seat)
            case incoming.Undo():
                await room.undo(self.holder, said.v)
            case incoming.UndoAnswer():
                await room.answer_undo(self.holder, said.v, said.yes)
            case incoming.Resign():
                await room.resign(self.holder, said.seat)
            case incoming.Abandon():
                await room.abandon(self.holder, said.seat)
            case incoming.Return():
                await room.come_back(self.holder, said.seat)
            case incoming.Replace():
                await room.replace(self.holder, said.seat)
            case incoming.Claim():
                await room.claim(self.holder, said.seat)
            case incoming.OpenToAll():
                await room.open_to_all(self.visitor, said.yes)
            case incoming.Mute():
                await room.mute(self.holder, said.seat, said.yes)
            case incoming.Free():
                await room.free(self.holder, said.seat)
            case incoming.NameMe():
                room.name_watcher(self, said.name)
            case incoming.ReportSeat():
                await room.report(self.visitor, said.seat, said.at)
                self.tell(outgoing.REPORTED)
            case incoming.ReportWatcher():
                await room.report_watcher(self.visitor, said.name)
                self.tell(outgoing.REPORTED)
            case incoming.Rematch():
                await room.want_rematch(self.visitor)
            case incoming.Hint():
                self._ask_hint(room, said.v)
            case incoming.Why():
                room.why(self, said.seat, said.action)
            case incoming.Chat():
                await room.say(self.holder, said.text)

    def _ask_hint(self, room: Room, version: int) -> None:
        if self.visitor.person in self._hall.hinting:
            raise TooManyError(TOO_MANY_HINTS)
        self._hall.hinting.add(self.visitor.person)
        self._hint = asyncio.create_task(self._give_hint(room, version))
        self._hint.add_done_callback(lambda _: self._hall.hinting.discard(self.visitor.person))

    async def _give_hint(self, room: Room, version: int) -> None:
        try:
            await room.hint(self, version)
        except AlcoveError as error:
            self.refuse(error, "hint")
            if error.code == "stale":
                room.show(self)
        except Exception:
            log.exception("A hint failed at table %s", room.table.id)
            self.refuse(UnavailableError(WENT_WRONG), "hint")


@websocket("/api/tables/{table_id:str}/live")
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    hall, cluster = socket.app.state.hall, socket.app.state.cluster
    language = "de" if socket.query_params.get("lang") == "de" else "en"
    table, visitor, bare = socket.path_params["table_id"], visitor_of(socket.scope), bare_of(socket)
    if not socket.app.state.site.is_own(socket.headers):
        await socket.close(POLICY, "bad-origin")  # before it is accepted: the handshake fails
        return
    refused: AlcoveError | None = None
    owner: Process | None = None
    try:
        await admit(hall, visitor)
        owner = None if cluster is None else await cluster.pass_on(table, bare)
    except AlcoveError as error:
        refused = error
    except UNREACHABLE as error:
        refused = no_database(error)
    if cluster is not None and bare.handed_over:
        return
    await socket.accept()
    line = Line(bare, language)
    if hall.devices.has_moved(visitor.holder):
        line.send_off()
        return
    with told(bare, language), hall.devices.here(device_of(socket.scope), visitor.holder, line):
        if refused is not None:
            raise refused
        if owner is not None:
            await _stay_far(hall, cluster, owner, table, visitor, language, bare)
        else:
            await attend(hall, table, visitor, language, bare)


async def admit(hall: Hall, visitor: Visitor) -> None:
    if hall.closing:
        raise UnavailableError(SHUTTING_DOWN)
    await hall.admission.admit(visitor)


def bare_of(socket: WebSocket[Any, Any, Any]) -> Socket:
    bare: Socket = dict(socket.scope)[RAW]  # type: ignore[assignment]
    return bare


@contextlib.contextmanager
def told(socket: Wire, language: str) -> Iterator[None]:
    """Whoever is refused is told why, and the connection ends."""
    try:
        yield
    except AlcoveError as error:
        _say_and_close(socket, error, language)
    except UNREACHABLE as error:
        _say_and_close(socket, no_database(error), language)


def no_database(error: Exception) -> AlcoveError:
    log.error("The database did not answer: %s", error)
    return UnavailableError(NO_DATABASE_NOW)


def _say_and_close(socket: Wire, error: AlcoveError, language: str) -> None:
    socket.send(outgoing.error_out(error, language))
    socket.close(POLICY)


async def attend(hall: Hall, table: str, visitor: Visitor, language: str, socket: Wire) -> None:
    """Be at a table that is here, until somebody ends it."""
    room = await hall.room(table, visitor)
    await room.check_let_in(visitor.holder)
    await room.prepare(hall.readers, visitor, room.first_look(room.mine(visitor.holder)), language)
    mine = room.mine(visitor.holder)
    if mine:
        hall.admission.seated.note(visitor)
    else:
        room.check_room(visitor)
    seated = bool(mine) and room.table.status != "over"
    with hall.connections.one(visitor, seated) as place:
        connection = Connection(socket, visitor, language, hall, room)
        place.leave = connection.yield_place
        await _stay(connection, room)


async def attend_from_afar(hall: Hall, table: str, visitor: Visitor, language: str, guest: Guest) -> None:
    """The same for somebody who has come to another process."""
    with told(guest, language):
        room = await hall.room(table, visitor)
        guest.version = lambda: room.table.version
        await attend(hall, table, visitor, language, guest)


async def _stay_far(
    hall: Hall, cluster: Cluster, owner: Process, table: str, visitor: Visitor, language: str, socket: Socket
) -> None:
    """Be at a table that is on another machine."""
    seated = visitor.holder in await hall.store.holders(table)
    if seated:
        hall.admission.seated.note(visitor)
    pace(socket, hall, visitor, lambda: seated)
    socket.too_fast = lambda: socket.send(outgoing.error_out(TooFastError(TOO_FAST), language))
    with hall.connections.one(visitor, seated) as place:
        place.leave = socket.stop
        socket.close(await cluster.relay(owner, table, visitor, language, socket) or NORMAL)


async def _stay(connection: Connection, room: Room) -> None:
    try:
        room.attend(connection.visitor)
        room.enter(connection)
        await asyncio.create_task(connection.listen(room))  # else each message would pass all that the handshake did
    finally:
        room.leave(connection)
        await connection.finish()


async def say_goodbye(hall: Hall) -> None:
    """Tell everybody to come back soon, and wait until they were told."""
    hall.closing = True
    seated = [one for room in hall.rooms() for one in room.listeners if isinstance(one, Connection)]
    connections = [*seated, *hall.lobby.onlookers]
    for connection in connections:
        connection.send_off()
    waiting = [asyncio.ensure_future(connection.gone.wait()) for connection in connections]
    if waiting:
        _, late = await asyncio.wait(waiting, timeout=2 * PATIENCE)
        for one in late:
            one.cancel()
