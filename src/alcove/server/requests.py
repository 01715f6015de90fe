"""HTTP requests as they come in: limited before anything is kept, and whole before the application sees them.

Uvicorn reads the requests. This adds what it leaves open: how long a request may be, how long it may take to come, and
how many may be underway. A question for a WebSocket is checked and handed on.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast
from urllib.parse import unquote

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from alcove.kernel.errors import AlcoveError, UnreadableError
from alcove.server import handshake
from alcove.server.addresses import Proxies, key_of, read_address
from alcove.server.gate import Gate
from alcove.server.heartbeat import Heartbeat
from alcove.server.outbox import Outbox
from alcove.server.outgoing import error_body
from alcove.server.refusals import (
    TOO_FAST,
    TOO_LARGE,
    TOO_MANY_CONNECTIONS,
    TOO_SLOW,
    UNREADABLE,
    TooFastError,
    TooLargeError,
    TooManyError,
    TooSlowError,
)
from alcove.server.sockets import Socket

SLICE = 4096
"""So much is read at a time: a limit can be passed by no more."""
PARTING_SECONDS, PARTING_BYTES = 1.0, 1 << 20
"""How long, and how much, somebody who was refused may go on sending before they have heard it."""

HEAD, BODY, SERVED = range(3)
"""What we wait for: the head of a request, its body, or nothing because it is complete."""


class Requests(HttpToolsProtocol):
    """One connection, until it ends or becomes a WebSocket."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.address = ""
        self._gate: Gate = config.gate
        self._heartbeat: Heartbeat = config.heartbeat
        self._outbox: Outbox = config.outbox
        self._proxies: Proxies = config.proxies
        self._limits = self._gate.limits
        self._phase = HEAD
        self._read = self._body_bytes = self._unread = 0
        self._held: tuple[Any, Any] | None = None
        self._answering = self._refused = False

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = read_address(self.client[0]) if self.client else None
        self.address = "" if self._proxies.trusts(peer) else key_of(peer)
        if not self._gate.enter(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gate.leave(self)
        self._held = None
        super().connection_lost(exc)

    def cut(self) -> None:
        self.transport.abort()

    def too_slow(self) -> None:
        if self._refused or self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.transport.abort()  # it does not read
        elif self._phase != BODY and not self._read:
            self.transport.close()  # it has asked for nothing
        else:
            self._refuse(408, TooSlowError(TOO_SLOW))

    def shutdown(self) -> None:
        if self._held is not None:
            self.transport.close()
        super().shutdown()

    # Reading

    def data_received(self, data: bytes) -> None:
        if self._refused:
            self._unread += len(data)
            if self._unread > PARTING_BYTES:
                self.transport.abort()
            return
        self._unset_keepalive_if_required()
        for at in range(0, len(data), SLICE):
            part = data[at : at + SLICE]
            try:
                self.parser.feed_data(part)
            except httptools.HttpParserUpgrade as upgrade:
                if self._should_upgrade() and not self._refused:
                    self._hand_over(data[at + upgrade.args[0] :])
                return
            except httptools.HttpParserError:
                self._refuse(400, UnreadableError(UNREADABLE))
            if self._phase != SERVED:
                self._count(len(part))
            if self._refused:
                return

    def _count(self, count: int) -> None:
        """Every byte that comes of a request counts, also what is neither head nor content: sizes of chunks, their
        extensions, trailers."""
        first, self._read = not self._read, self._read + count
        if self._phase == BODY:
            if self._read > self._limits.head_bytes + self._limits.body_bytes + SLICE:
                self._refuse(413, TooLargeError(TOO_LARGE))
        elif self._read > self._limits.head_bytes:
            self._refuse(431, TooLargeError(TOO_LARGE))
        elif first:
            self._pass_turn()

    def _pass_turn(self) -> None:
        """Say whose turn it is: ours while we answer and are listened to, else the visitor's, for so long as what we
        wait for may take."""
        if self._answering and not self.flow.write_paused:
            self._gate.serve(self)
        elif self.flow.write_paused:
            self._gate.wait(self, self._limits.reading_seconds)
        elif self._phase == BODY:
            self._gate.wait(self, self._limits.body_seconds)
        elif self._phase == HEAD and self._read:
            self._gate.wait(self, self._limits.head_seconds)
        else:
            self._gate.wait(self, self._limits.reading_seconds)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._phase, self._read, self._body_bytes = HEAD, 0, 0

    def on_url(self, url: bytes) -> None:
        if len(self.url) + len(url) > self._limits.url_bytes:
            self._refuse(414, TooLargeError(TOO_LARGE))
        else:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._phase != HEAD:  # a trailer: who asks, and from where, has been read already
            self._refuse(400, UnreadableError(UNREADABLE))
        elif len(self.headers) >= self._limits.headers:
            self._refuse(431, TooLargeError(TOO_LARGE))
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if self._refused:
            return
        self._phase = BODY
        if not self._gate.hears(self._visitor(), self._all(b"cookie", "; ")):
            self._refuse(429, TooFastError(TOO_FAST))
            return
        if self._announced() > self._limits.body_bytes:
            self._refuse(413, TooLargeError(TOO_LARGE))
            return
        super().on_headers_complete()
        self._pass_turn()

    def _visitor(self) -> str:
        """The address of whoever asks, behind a trusted proxy as well."""
        if self.address or not self.client:
            return self.address
        return key_of(self._proxies.visitor(self.client[0], [self._all(b"x-forwarded-for", ",")]))

    def _all(self, name: bytes, joint: str) -> str:
        return joint.join(value.decode("latin-1") for key, value in self.headers if key == name)

    def _announced(self) -> int:
        """The length that the body will have, if it is said."""
        return max((int(value) for name, value in self.headers if name == b"content-length"), default=0)

    def on_body(self, body: bytes) -> None:
        if self._refused:
            return
        self._body_bytes += len(body)
        if self._body_bytes > self._limits.body_bytes:
            self._refuse(413, TooLargeError(TOO_LARGE))
        else:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._refused:
            return
        self._phase, self._read = SERVED, 0
        super().on_message_complete()
        if self._held is not None:
            held, self._held = self._held, None
            self._start_asgi_task(*held)

    # Answering

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """The application never waits for a visitor: it is called when the whole request is there."""
        if cycle.more_body:
            self._held = cycle, app
            if cycle.waiting_for_100_continue:
                cycle.waiting_for_100_continue = False
                self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        else:
            self._answering = True
            super()._start_asgi_task(cycle, app)
            self._pass_turn()

    def on_response_complete(self) -> None:
        """Uvicorn lets go of whoever asks nothing more; the gate of whoever does not read what was said."""
        self._answering = False
        super().on_response_complete()
        if self._phase == SERVED and self.cycle.response_complete:
            self._phase = HEAD
        self._pass_turn()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._pass_turn()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._pass_turn()

    def _refuse(self, status: int, error: AlcoveError, *headers: bytes) -> None:
        """The last answer on this connection, if nobody before it in the line still waits for one."""
        if self._refused:
            return
        self._refused, self._held = True, None
        if self.transport.is_closing():
            return
        if self._answering or self.pipeline:
            self.transport.abort()
            return
        self._gate.wait(self, PARTING_SECONDS)  # whoever comes may have the place
        language = "de" if b"lang=de" in getattr(self, "url", b"") else "en"
        body = error_body(error, language)
        head = [
            b"content-type: application/json",
            b"content-length: %d" % len(body),
            b"cache-control: no-store",
            b"x-content-type-options: nosniff",
            b"connection: close",
            *headers,
        ]
        self.transport.write(STATUS_LINE[status] + b"\r\n".join([*head, b"", body]))
        self.transport.write_eof()  # closing with something unread would lose the answer
        self.loop.call_later(PARTING_SECONDS, self.transport.abort)

    # Becoming a WebSocket

    def _hand_over(self, early: bytes) -> None:
        method, version = self.scope["method"], self.scope["http_version"]
        if self._answering or not handshake.is_well_put(method, version, self.headers):
            self._refuse(400, UnreadableError(UNREADABLE))
        elif not handshake.has_our_version(self.headers):
            ours = b"sec-websocket-version: " + handshake.VERSION
            self._refuse(426, UnreadableError(UNREADABLE), ours, b"upgrade: websocket")
        elif (target := _parse(self.url)) is None:
            self._refuse(400, UnreadableError(UNREADABLE))
        elif len(self.connections) > self._limits.connections + self._limits.requests_at_once:
            self._refuse(503, TooManyError(TOO_MANY_CONNECTIONS))
        else:
            self._become_socket(*target, early)

    def _become_socket(self, path: str, raw_path: bytes, query: bytes, early: bytes) -> None:
        self._gate.leave(self)
        self.connections.discard(self)
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": self.server,
            "client": self.client,
            "root_path": "",
            "path": path,
            "raw_path": raw_path,
            "query_string": query,
            "headers": self.headers,
            "subprotocols": [],
            "state": self.app_state.copy(),
        }
        kind = cast(type[Socket], self.ws_protocol_class)
        socket = kind(self.app, self.server_state, self._limits, self._heartbeat, self._outbox)
        self.transport.set_protocol(socket)
        socket.connection_made(self.transport)
        socket.begin(scope, handshake.welcome(self.headers), early)


def _parse(url: bytes) -> tuple[str, bytes, bytes] | None:
    try:
        parsed = httptools.parse_url(url)
        path = parsed.path.decode("ascii")
    except (httptools.HttpParserInvalidURLError, UnicodeDecodeError):
        return None
    return unquote(path), parsed.path, parsed.query or b""
