"""One WebSocket: what a browser says at a table, and what it is told."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketException

from alcove.kernel.errors import AlcoveError
from alcove.server import messages, wire
from alcove.server.hall import Hall
from alcove.server.limits import Bucket
from alcove.server.origin import same_origin
from alcove.server.refusals import (
    SHUTTING_DOWN,
    TOO_FAST,
    TOO_LARGE,
    TOO_MANY_HINTS,
    WENT_WRONG,
    TooFastError,
    TooLargeError,
    TooManyError,
    UnavailableError,
)
from alcove.server.room import Room

log = logging.getLogger("alcove.server")

RAW = "alcove.raw"
"""Where the bare socket is found, if the server hands it on. Each message would else pass six wrappers."""
PATIENCE = 2.0
"""Seconds that a slow reader gets to hear the last messages."""
NORMAL, GOING_AWAY, POLICY, TOO_BIG = 1000, 1001, 1008, 1009


class Connection:
    """A browser's connection to one table. What it is told waits in `outbox` until the socket takes it."""

    def __init__(self, socket: WebSocket[Any, Any, Any], holder: str, language: str, hall: Hall) -> None:
        self.holder = holder
        self.language = language
        self.look: int | None = None
        self._socket = socket
        self._limits = hall.settings.limits
        raw: Any = dict(socket.scope).get(RAW, (socket.receive, socket.send))
        self._receive: Any
        self._send: Any
        self._receive, self._send = raw
        self._outbox: deque[str] = deque()
        self._news: asyncio.Future[None] | None = None
        self._sender = asyncio.create_task(self._send_all())
        self._bucket = Bucket(self._limits.messages_per_second, self._limits.message_burst)
        self._refused = 0
        self._hint: asyncio.Task[None] | None = None
        self._task = asyncio.current_task()
        self._receiving = False
        self.closing: int | None = None
        self.gone = asyncio.Event()

    def tell(self, message: str) -> None:
        if self.closing is not None:
            return
        self._outbox.append(message)
        if len(self._outbox) > self._limits.outbox_messages:
            self._outbox.clear()
            self.close(POLICY)  # too slow; it reconnects and gets the whole table
        self._wake()

    def _wake(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    def refuse(self, error: AlcoveError, re: str | None = None) -> None:
        self.tell(wire.error_out(error, self.language, re).decode())

    def close(self, code: int) -> None:
        """Send what waits, then close."""
        if self.closing is None:
            self.closing = code
            self._wake()

    async def _send_all(self) -> None:
        send, loop = self._send, asyncio.get_running_loop()
        try:
            while True:
                while self._outbox:
                    await send({"type": "websocket.send", "text": self._outbox.popleft(), "bytes": None})
                if self.closing is not None:
                    self._stop_listening()
                    return
                self._news = loop.create_future()
                await self._news
        except (RuntimeError, OSError, WebSocketException):
            self.closing = self.closing or NORMAL  # the browser has gone
            self._stop_listening()

    def _stop_listening(self) -> None:
        """Wake the listener if it waits for a message. What it is doing else is never broken off."""
        if self._receiving and self._task is not None:
            self._task.cancel()

    async def finish(self) -> None:
        """Send what waits, then close the socket."""
        if self._hint is not None:
            self._hint.cancel()
        self.close(NORMAL)
        try:
            await asyncio.wait_for(self._sender, PATIENCE)
            await self._send({"type": "websocket.close", "code": self.closing, "reason": ""})
        except TimeoutError:
            log.info("A reader was too slow to be told goodbye")
        except (RuntimeError, OSError, WebSocketException):
            log.debug("A browser left before it was told goodbye")
        finally:
            self.gone.set()

    async def listen(self, room: Room) -> None:
        while self.closing is None:
            event = await self._next_event()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text") or event.get("bytes") or ""
            await self._hear(room, text)

    async def _next_event(self) -> Any:
        self._receiving = True
        try:
            return await self._receive()
        except asyncio.CancelledError:
            if self.closing is None or self._task is None:
                raise
            self._task.uncancel()
            return {"type": "websocket.disconnect"}
        finally:
            self._receiving = False

    async def _hear(self, room: Room, text: str | bytes) -> None:
        re: str | None = None
        try:
            if len(text) > self._limits.message_bytes:
                self.refuse(TooLargeError(TOO_LARGE))
                self.close(TOO_BIG)
                return
            if not self._bucket.take():
                self._refused += 1
                if self._refused > self._limits.refusals_before_close:
                    self.close(POLICY)
                if self._refused % 20 == 1:  # a flood is not answered with a flood
                    raise TooFastError(TOO_FAST)
                return
            said = messages.read_message(text)
            re = said.__struct_config__.tag  # type: ignore[assignment]
            await self._heed(room, said)
        except AlcoveError as error:
            self.refuse(error, re)
            if error.code == "stale":
                self.tell(room.table_message(self))
        except Exception:
            log.exception("A message failed at table %s", room.table.id)
            self.refuse(UnavailableError(WENT_WRONG), re)

    async def _heed(self, room: Room, said: messages.Message) -> None:
        match said:
            case messages.Act():
                await room.act(self.holder, said.seat, said.v, said.action)
            case messages.Ping():
                self.tell(wire.PONG)
            case messages.Look():
                room.look(self, said.seat)
            case messages.Undo():
                await room.undo(self.holder, said.v)
            case messages.UndoAnswer():
                await room.answer_undo(self.holder, said.v, said.yes)
            case messages.Resign():
                await room.resign(self.holder, said.seat)
            case messages.Rematch():
                await room.want_rematch(self.holder)
            case messages.Hint():
                self._ask_hint(room, said.v)
            case messages.Why():
                room.why(self, said.seat, said.action)
            case messages.Chat():
                await room.say(self.holder, said.text)

    def _ask_hint(self, room: Room, version: int) -> None:
        if self._hint is not None and not self._hint.done():
            raise TooManyError(TOO_MANY_HINTS)
        self._hint = asyncio.create_task(self._give_hint(room, version))

    async def _give_hint(self, room: Room, version: int) -> None:
        try:
            await room.hint(self, version)
        except AlcoveError as error:
            self.refuse(error, "hint")
            if error.code == "stale":
                self.tell(room.table_message(self))
        except Exception:
            log.exception("A hint failed at table %s", room.table.id)
            self.refuse(UnavailableError(WENT_WRONG), "hint")


@websocket("/api/tables/{table_id:str}/live")
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    hall: Hall = socket.app.state.hall
    language = "de" if socket.query_params.get("lang") == "de" else "en"
    if not same_origin(socket.headers):
        await socket.close(POLICY, "bad-origin")  # before it is accepted: the handshake fails
        return
    await socket.accept()
    holder: str = socket.scope["state"].get("holder") or ""
    key = holder or f"address {socket.client.host if socket.client else ''}"
    try:
        if hall.closing:
            raise UnavailableError(SHUTTING_DOWN)
        with hall.connections.one(key):
            room = await hall.room(socket.path_params["table_id"])
            await _stay(Connection(socket, holder, language, hall), room)
    except AlcoveError as error:
        await _say_and_close(socket, error, language)


async def _stay(connection: Connection, room: Room) -> None:
    try:
        room.enter(connection)
        await connection.listen(room)
    finally:
        room.leave(connection)
        await connection.finish()


async def _say_and_close(socket: WebSocket[Any, Any, Any], error: AlcoveError, language: str) -> None:
    try:
        await socket.send_data(wire.error_out(error, language).decode())
        await socket.close(POLICY, error.code)
    except (RuntimeError, OSError, WebSocketException):
        log.debug("A browser left before it was turned away")


async def say_goodbye(hall: Hall) -> None:
    """Tell everybody to come back soon, and wait until they were told."""
    hall.closing = True
    connections = [one for room in hall.rooms() for one in room.listeners if isinstance(one, Connection)]
    for connection in connections:
        connection.tell(wire.BYE)
        connection.close(GOING_AWAY)
    waiting = [asyncio.ensure_future(connection.gone.wait()) for connection in connections]
    if waiting:
        _, late = await asyncio.wait(waiting, timeout=2 * PATIENCE)
        for one in late:
            one.cancel()
