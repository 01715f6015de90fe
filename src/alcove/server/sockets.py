"""A connection that has become a WebSocket (RFC 6455), the server's side of it, without extensions.

The application decides about it as about any other connection; afterwards it talks to the socket itself (`scope[RAW]`),
because every message would else pass a task, a queue and six wrappers (docs/decisions/0006).
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, cast

from alcove.server.frames import (
    BINARY,
    CLOSE,
    FAILED,
    GOING_AWAY,
    NORMAL,
    PING,
    POLICY,
    PONG,
    TEXT,
    BrokenError,
    Frames,
    frame,
)
from alcove.server.heartbeat import Heartbeat
from alcove.server.limit_settings import Limits
from alcove.server.limits import Bucket
from alcove.server.outbox import Outbox

log = logging.getLogger("alcove.server")

RAW = "alcove.socket"
"""Where the application finds the socket in its scope."""
LINGER_SECONDS = 2.0
"""How long a browser may take to answer a farewell, and to read what was said before it."""
BROKEN_LINGER_SECONDS = 0.5
"""The same where an answer would not be understood."""
MAX_UNREAD = 32
"""Messages that may wait before no more are read."""
MAX_EARLY_BYTES = 16_384
"""What may come before the handshake is answered."""
MAX_UNANSWERED = 2
"""Pings in a row that may stay without any sign of life."""
REFUSALS_TOLD = 20
"""Of so many refusals one is told: a flood is not answered with a flood. Who is refused because of others is always
told."""

_PING = frame(PING, b"")


class Socket(asyncio.Protocol):
    """One connection, made when its handshake has been found good. `begin` asks the application about it."""

    def __init__(
        self,
        app: Callable[..., Awaitable[None]],
        state: Any,
        limits: Limits,
        heartbeat: Heartbeat,
        outbox: Outbox,
    ) -> None:
        self._app, self._state, self._heartbeat = app, state, heartbeat
        self._frames = Frames(limits.message_bytes)
        self.pace = Bucket(limits.messages_per_second, limits.message_burst)
        """What the browser's messages are counted in. Several connections may share a bucket."""
        self.address_pace: Bucket | None = None
        """What those of all browsers at the same address are counted in."""
        self.reserve: Callable[[], Bucket | None] = lambda: None
        """What is left to this browser when its neighbours have spent that."""
        self._refused, self._refusals_most = 0, limits.refusals_before_close
        self._outbox_bytes = limits.outbox_bytes
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._welcome = b""
        self._question: dict[str, Any] = {}
        self._early = b""
        self._accepted = self._answered = False
        self._ended = self._deaf = self._parted = False
        self._goodbye: bytes | None = None
        self._farewell: asyncio.TimerHandle | None = None
        self._outbox = outbox
        self._unsent: list[bytes] = []
        self.unsent_bytes = 0
        self._unread: deque[bytes] = deque()
        self._resting = False
        self._unanswered = self._behind = 0
        self._waiting: asyncio.Future[None] | None = None
        self.broken: int | None = None
        """The code with which the connection ends because of what the browser has sent, or has not read."""
        self.too_fast: Callable[[], None] = lambda: None
        """Called now and then while the browser says more than it may."""
        self.gone = asyncio.Event()
        self.handed_over = False

    # What the application does with it

    async def receive(self) -> bytes | None:
        """The next message, None when there will be no more."""
        while not self._unread:
            if self._ended:
                return None
            self._waiting = self._loop.create_future()
            await self._waiting
        message = self._unread.popleft()
        if self._resting and not self._unread:
            self._read_on()
        return message

    def send(self, message: bytes) -> None:
        """Say something, as text. What the network does not take is kept; a browser that falls too far behind is sent
        away, and gets the whole table when it comes again."""
        if not self._parted:
            self._write(frame(TEXT, message))

    def _write(self, frame: bytes) -> None:
        """At the end of this round of the event loop: what all tables have to say goes out together, and whoever
        listens is woken once for much instead of often for little."""
        if not self._unsent:
            self._outbox.add(self)
        self._unsent.append(frame)
        self.unsent_bytes += len(frame)

    def flush(self) -> None:
        """Give the network what was said in this round."""
        unsent = self._unsent
        if unsent and not self._transport.is_closing():
            self._transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))
        unsent.clear()
        self.unsent_bytes = 0

    def pause_writing(self) -> None:
        """More waits to be read than may."""
        self._break(POLICY)

    def stop(self) -> None:
        """Hear nothing more."""
        self._ended = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def close(self, code: int) -> None:
        """Say goodbye. The connection ends when the browser has answered, or has had time to."""
        self.stop()
        if self._parted or self._transport.is_closing():
            return
        self._parted = True
        self.flush()
        self._end_soon(LINGER_SECONDS if self.broken is None else BROKEN_LINGER_SECONDS)
        if self._goodbye is not None:
            self._transport.write(frame(CLOSE, self._goodbye[:2]))
            self._transport.close()
            return
        self._transport.write(frame(CLOSE, code.to_bytes(2, "big")))
        if self.broken is not None:
            self._transport.write_eof()  # there is no answer to wait for

    def lend(self) -> tuple[dict[str, Any], bytes, int]:
        """For another process that is to answer: the question, what came early, and a copy of the connection's file.
        Nothing more is read here, unless it is accepted here after all."""
        self._rest()
        return self._question, self._early, os.dup(self._transport.get_extra_info("socket").fileno())

    def let_go(self) -> None:
        """Another process has it now."""
        self._answered = self.handed_over = True
        self._transport.abort()

    def _end_soon(self, seconds: float) -> None:
        if self._farewell is None:
            self._farewell = self._loop.call_later(seconds, self._transport.abort)

    # What the network does

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._state.connections.add(self)

    def data_received(self, data: bytes) -> None:
        self._unanswered = 0
        if self._deaf:
            return
        if self._accepted:
            self._hear(data)
            return
        self._early += data
        self._rest()
        if len(self._early) > MAX_EARLY_BYTES:
            self._deaf = True
            self._transport.abort()

    def _hear(self, data: bytes) -> None:
        try:
            text = self._frames.read_text(data)
            if text is not None:
                self._take(TEXT, text)
                return
            for kind, payload in self._frames.read(data):
                self._take(kind, payload)
                if self._deaf:
                    return
        except BrokenError as error:
            self._break(error.code)

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == CLOSE:
            self._take_goodbye(payload)
        elif not self._in_time() or self._ended:
            return
        elif kind == TEXT or kind == BINARY:
            self._unread.append(payload)
            if self._waiting is not None and not self._waiting.done():
                self._waiting.set_result(None)
            elif len(self._unread) > MAX_UNREAD:
                self._rest()
        elif kind == PING:
            self._write(frame(PONG, payload))

    def _in_time(self) -> bool:
        """Whether the browser keeps to its pace. Every kind of frame counts."""
        own = self.pace.take()
        if own and self._has_share():
            return True
        self._refused += 1
        if self._refused > self._refusals_most:
            self._break(POLICY)
        elif own or self._refused % REFUSALS_TOLD == 1:
            self.too_fast()
        return False

    def _has_share(self) -> bool:
        """Whether the address has anything left, or at least this browser."""
        if self.address_pace is None or self.address_pace.take():
            return True
        reserve = self.reserve()
        return reserve is not None and reserve.take()

    def _take_goodbye(self, payload: bytes) -> None:
        """Answered by `close`, when the application has dealt with what was said before."""
        self._goodbye = payload
        self._deaf = True
        self.stop()
        if self._parted:
            self._transport.close()
        else:
            self._end_soon(LINGER_SECONDS)

    def _break(self, code: int) -> None:
        """Nothing that comes will be read, and the application is to end this."""
        self.broken = self.broken or code
        self._deaf = True
        self.stop()

    def _rest(self) -> None:
        if not self._resting:
            self._resting = True
            self._transport.pause_reading()

    def _read_on(self) -> None:
        self._resting = False
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def beat(self) -> None:
        """Ask whether anybody is there. Whoever reads what waits for them, or is not listened to, need not answer."""
        before, self._behind = self._behind, self._transport.get_write_buffer_size()
        if self._resting or self._behind < before:
            self._unanswered = 0
        if self._unanswered >= MAX_UNANSWERED:
            self._break(GOING_AWAY)
            self._transport.abort()
        elif not self._parted and not self._transport.is_closing():
            self._unanswered += 1
            self._write(_PING)

    def eof_received(self) -> None:
        self.stop()

    def connection_lost(self, error: Exception | None) -> None:
        self._state.connections.discard(self)
        self._heartbeat.leave(self)
        if self._farewell is not None:
            self._farewell.cancel()
        self._deaf = self._parted = True
        self.stop()
        self.gone.set()

    def shutdown(self) -> None:
        """The server stops."""
        if self._accepted:
            self.close(GOING_AWAY)
        else:
            self._transport.close()

    # The handshake

    def begin(self, scope: dict[str, Any], welcome: bytes, early: bytes) -> None:
        """Ask the application. `welcome` says yes; `early` is what came together with the question."""
        self._welcome, self._question = welcome, scope
        if early:
            self.data_received(early)
        task = self._loop.create_task(self._run({**scope, RAW: self}))
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    async def _run(self, scope: dict[str, Any]) -> None:
        try:
            await self._app(scope, self._asgi_receive, self._asgi_send)
        except Exception:
            log.exception("A connection failed")
            self.broken = FAILED
        if not self._accepted:
            self._answer(b"500 Internal Server Error")
        else:
            self.close(self.broken or NORMAL)

    async def _asgi_receive(self) -> dict[str, Any]:
        if not self._accepted and not self._ended:
            return {"type": "websocket.connect"}
        return {"type": "websocket.disconnect", "code": 1005}

    async def _asgi_send(self, event: dict[str, Any]) -> None:
        if event["type"] == "websocket.accept" and not self._accepted:
            self._accept(b"".join(b"%b: %b\r\n" % pair for pair in event.get("headers", ())))
        elif event["type"] == "websocket.send":
            self.send(event["bytes"] if event.get("text") is None else event["text"].encode())
        elif event["type"] == "websocket.close":
            if self._accepted:
                self.close(event.get("code", NORMAL))
            else:
                self._answer(b"403 Forbidden")

    def _accept(self, headers: bytes) -> None:
        self._accepted, self._question = True, {}
        if self._transport.is_closing():
            return
        self._transport.set_write_buffer_limits(self._outbox_bytes)
        self._transport.write(self._welcome + headers + b"\r\n")
        self._heartbeat.join(self)
        if self._resting:
            self._read_on()
        early, self._early = self._early, b""
        if early:
            self._hear(early)

    def _answer(self, status: bytes) -> None:
        if not self._answered and not self._transport.is_closing():
            self._transport.write(b"HTTP/1.1 %b\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" % status)
            self._transport.close()
            self._end_soon(LINGER_SECONDS)
        self._answered = True
