"""The WebSocket protocol case by case, against a socket that echoes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from alcove.server.addresses import Proxies
from alcove.server.frames import BINARY, TEXT, frame
from alcove.server.limit_settings import Limits
from alcove.server.serving import Config, Server, free_port, loop_factory
from alcove.server.sockets import RAW, Socket
from tests.server.websocket_cases import CASES, Case, play


class Marked(Socket):
    """Tells the application of which kind a message is, by its first byte."""

    def _take(self, kind: int, payload: bytes) -> None:
        super()._take(kind, bytes([kind]) + payload if kind in (TEXT, BINARY) else payload)


async def echo(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})
    socket: Socket = scope[RAW]
    while (said := await socket.receive()) is not None:
        socket._transport.write(frame(said[0], said[1:]))


@pytest.fixture(scope="module")
def echoing() -> Iterator[str]:
    """The address of a server that echoes, on the loop that production has."""
    port = free_port()
    limits = Limits(message_bytes=1 << 20, outbox_bytes=1 << 22, message_burst=10_000)
    config = Config(echo, "127.0.0.1", port, limits, Proxies(()), b"")
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
    server.stop()
    thread.join()


def test_there_are_as_many_cases_as_in_the_suite() -> None:
    assert len(CASES) == 247


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_case(echoing: str, case: Case) -> None:
    play(echoing, case)
