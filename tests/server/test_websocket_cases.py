"""The WebSocket protocol case by case, against a socket that echoes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from alcove.server.addresses import Proxies
from alcove.server.frames import BINARY, CLOSE, NORMAL, TEXT, frame
from alcove.server.serving import Config, Server, free_port, loop_factory
from alcove.server.settings import Limits
from alcove.server.sockets import RAW, Socket
from tests.server.line import Line, line_to
from tests.server.websocket_cases import CASES, WAIT, Case, goodbye

QUESTION = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Marked(Socket):
    """Tells the application of which kind a message is, by its first byte."""

    def _take(self, kind: int, payload: bytes) -> None:
        super()._take(kind, bytes([kind]) + payload if kind in (TEXT, BINARY) else payload)


async def echo(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})
    socket: Socket = scope[RAW]
    while (said := await socket.receive()) is not None:
        socket._say(frame(said[0], said[1:]))


@pytest.fixture(scope="module")
def echoing() -> Iterator[str]:
    """The address of a server that echoes, on the loop that production has."""
    port = free_port()
    limits = Limits(message_bytes=1 << 20, outbox_bytes=1 << 22, message_burst=10_000)
    config = Config(echo, "127.0.0.1", port, limits, Proxies(()))
    config.ws = Marked
    server = Server(config)

    def run() -> None:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(server.serve())

    thread = threading.Thread(target=run)
    thread.start()
    while not server.started:
        thread.join(0.01)
        assert thread.is_alive()
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def send_all(line: Line, packets: list[bytes]) -> None:
    for packet in packets:
        if packet == WAIT:
            line.line.settimeout(0.1)
            with pytest.raises(TimeoutError):
                line.frame()
            line.line.settimeout(20)
        else:
            line.say(packet)


def test_there_are_as_many_cases_as_in_the_suite() -> None:
    assert len(CASES) == 247


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_case(echoing: str, case: Case) -> None:
    with line_to(echoing) as line:
        line.say(QUESTION)
        assert line.head().startswith(b"HTTP/1.1 101 ")
        send_all(line, case.packets)
        heard = [line.frame() for _ in case.heard]
        assert heard == case.heard
        if case.code is None:
            line.say(goodbye(NORMAL))
        kind, payload = line.frame()
        assert (kind, int.from_bytes(payload[:2], "big")) == (CLOSE, NORMAL if case.code is None else case.code)
        assert line.hung_up()
