"""The servers that sockets.py measures: one application on three WebSockets.

    python tests/bench/contenders.py picows 8000 [--echo]

With --echo every message is sent back at once and as what it is, text or bytes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any, cast

import load

import alcove
from alcove.server.addresses import Proxies
from alcove.server.frames import BINARY, CLOSE, CONTINUED, NOT_UTF8, PING, POLICY, PONG, PROTOCOL_ERROR, TEXT, frame
from alcove.server.limit_settings import Limits
from alcove.server.limits import Bucket
from alcove.server.serving import Config, Server
from alcove.server.sockets import RAW, Socket

CONTENDERS = ("ours", "picows", "websockets")
LIMITS = Limits(
    message_bytes=1 << 20, messages_per_second=1e9, message_burst=10**9, ping_seconds=1e6, connections=10_000
)
CPU = b"cpu"


def view_of_alva() -> bytes:
    position = alcove.game("alva").new(players=2, seed=7)
    for move in load.MOVES[:20]:
        position = position.play(position.actors[0], move)
    return json.dumps({"t": "step", "v": 20, "view": position.view(0)}, separators=(",", ":")).encode()


class Tables:
    """The application: who sits together, and what they are told."""

    def __init__(self) -> None:
        self.view = view_of_alva()
        self._at: dict[str, list[Any]] = defaultdict(list)

    async def serve(self, socket: Any, path: str) -> None:
        here = self._at[path]
        here.append(socket)
        while (said := await socket.receive()) is not None:
            if said == CPU:
                socket.send(b"%020d" % time.process_time_ns())
            elif path == "/echo":
                socket.send(said)
            else:
                for one in here:
                    one.send(self.view)
        here.remove(socket)


class EchoingSocket(Socket):
    """Ours, sending everything back."""

    def _take(self, kind: int, payload: bytes) -> None:
        if kind in (TEXT, BINARY):
            self._transport.write(frame(kind, payload))
        else:
            super()._take(kind, payload)


class CoreSocket(Socket):
    """Ours, but for the frames: those the core of `websockets` cuts and makes."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        from websockets.protocol import State
        from websockets.server import ServerProtocol

        self._core = ServerProtocol(state=State.OPEN, max_size=LIMITS.message_bytes)
        self._parts: list[bytes] = []
        self._kind = TEXT

    def send(self, message: bytes) -> None:
        self._core.send_text(message)
        self._write()

    def _write(self) -> None:
        for data in self._core.data_to_send():
            if data:
                self._transport.write(data)
            elif not self._parted:
                self._parted = True
                self._transport.write_eof()

    def _hear(self, data: bytes) -> None:
        core = self._core
        core.receive_data(data)
        for event in core.events_received():
            frame = cast(Any, event)
            if frame.opcode in (CLOSE, PING, PONG):  # the core has answered it
                self._in_time()
            elif frame.fin and frame.opcode != CONTINUED:
                self._take_whole(frame.opcode, bytes(frame.data))
            else:
                self._gather(frame)
        self._write()
        if core.close_expected():
            self.stop()
            self._end_soon(0.5)

    def _gather(self, frame: Any) -> None:
        self._kind = frame.opcode or self._kind
        self._parts.append(bytes(frame.data))
        if frame.fin:
            whole, self._parts = b"".join(self._parts), []
            self._take_whole(self._kind, whole)

    def _take_whole(self, kind: int, payload: bytes) -> None:
        if kind == TEXT and not is_text(payload):
            self._core.fail(NOT_UTF8)
        else:
            self._take(kind, payload)


class EchoingCoreSocket(CoreSocket):
    def _take(self, kind: int, payload: bytes) -> None:
        if self._core.state.name == "OPEN":
            (self._core.send_text if kind == TEXT else self._core.send_binary)(payload)


def is_text(payload: bytes) -> bool:
    try:
        return payload.isascii() or payload.decode() is not None
    except UnicodeDecodeError:
        return False


def picows_listener(tables: Tables, echoing: bool) -> Callable[[Any], Any]:
    import picows

    kinds = picows.WSMsgType

    class Listener(picows.WSListener):  # type: ignore[misc, name-defined]
        """The same receiving and sending as ours, on picows' transport. What picows leaves open is checked here."""

        def __init__(self, request: Any) -> None:
            self.path = request.path.decode() if isinstance(request.path, bytes) else request.path
            self.unread: deque[bytes] = deque()
            self.waiting: asyncio.Future[None] | None = None
            self.ended = False
            self.pace = Bucket(LIMITS.messages_per_second, LIMITS.message_burst)
            self.parts: list[bytes] = []
            self.kind: Any = None
            self.loop = asyncio.get_running_loop()

        def on_ws_connected(self, transport: Any) -> None:
            self.transport = transport
            if not echoing:
                self.task = self.loop.create_task(tables.serve(self, self.path))

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if self.ended:
                return
            if not self.pace.take():
                raise picows.WSProtocolError(POLICY, b"")
            if frame.rsv1 or frame.rsv2 or frame.rsv3:
                raise picows.WSProtocolError(PROTOCOL_ERROR, b"")
            kind = frame.msg_type
            if kind == kinds.CLOSE:
                self.part(transport, frame)
            elif kind != kinds.PONG:
                self.take(transport, frame, kind, frame.get_payload_as_bytes())

        def take(self, transport: Any, frame: Any, kind: Any, payload: bytes) -> None:
            if (kind == kinds.CONTINUATION) == (self.kind is None):
                raise picows.WSProtocolError(PROTOCOL_ERROR, b"")
            if not frame.fin or kind == kinds.CONTINUATION:
                self.kind = self.kind or kind
                self.parts.append(payload)
                if not frame.fin:
                    return
                payload, kind = b"".join(self.parts), self.kind
                self.parts, self.kind = [], None
            if kind == kinds.TEXT and not is_text(payload):
                raise picows.WSProtocolError(NOT_UTF8, b"")
            if echoing:
                transport.send(kind, payload)
                return
            self.unread.append(payload)
            self.wake()

        def part(self, transport: Any, frame: Any) -> None:
            self.ended = True
            if frame.payload_size:
                transport.send_close(frame.get_close_code())
            else:
                transport.send(kinds.CLOSE, b"")
            transport.disconnect()

        def on_ws_disconnected(self, transport: Any) -> None:
            self.ended = True
            self.wake()

        def wake(self) -> None:
            if self.waiting is not None and not self.waiting.done():
                self.waiting.set_result(None)

        async def receive(self) -> bytes | None:
            while not self.unread:
                if self.ended:
                    return None
                self.waiting = self.loop.create_future()
                await self.waiting
            return self.unread.popleft()

        def send(self, message: bytes) -> None:
            self.transport.send(kinds.TEXT, message)

    return Listener


async def serve_picows(port: int, echoing: bool) -> None:
    import picows

    logging.getLogger("picows").setLevel(logging.CRITICAL)
    listener = picows_listener(Tables(), echoing)
    server = await picows.ws_create_server(
        listener, "127.0.0.1", port, max_frame_size=LIMITS.message_bytes, use_aiofastnet=False
    )
    print("ready", flush=True)
    await server.serve_forever()


async def serve(port: int, kind: type[Socket]) -> None:
    tables = Tables()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await tables.serve(scope[RAW], scope["path"])

    config = Config(app, "127.0.0.1", port, LIMITS, Proxies(("127.0.0.1",)), b"")
    config.ws = kind
    server = Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    print("ready", flush=True)
    await serving


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=CONTENDERS)
    parser.add_argument("port", type=int)
    parser.add_argument("--echo", action="store_true")
    chosen = parser.parse_args()
    load.use_quick_loop()
    if chosen.name == "picows":
        asyncio.run(serve_picows(chosen.port, chosen.echo))
    elif chosen.name == "ours":
        asyncio.run(serve(chosen.port, EchoingSocket if chosen.echo else Socket))
    else:
        asyncio.run(serve(chosen.port, EchoingCoreSocket if chosen.echo else CoreSocket))


if __name__ == "__main__":
    main()
