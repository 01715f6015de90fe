"""Three ways to speak WebSocket, in one run and by turns: our own, picows, and the I/O-free core of `websockets`.

    python tests/bench/sockets.py --connections 400 --rounds 5

All three carry the same application: a task for each connection that takes message by message. All three check what we
promise to check: the pace, the length of a message and its fragments, UTF-8. Two loads: `echo` sends 100 bytes there
and back; `views` is a table of two, one sends a move and both are told a view of Alva. The figure that decides is the
processor time of the server for a round trip, as it says itself: it depends little on what else the machine does.
Then the cases of tests/server/websocket_cases.py are played against each.

picows and websockets are fetched into a folder of their own for the run. They are no dependencies of Alcove.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from statistics import median
from typing import cast

import load
from contenders import CONTENDERS, CPU, view_of_alva

from alcove.server.frames import LAST, TEXT
from alcove.server.serving import free_port

HERE = Path(__file__).parent
LOADS = ("echo", "views")
PACKAGES = ("picows", "websockets")
WARM_SECONDS = 0.5
MOVE = b'{"t":"act","v":12,"seat":0,"action":"c3-c4"}'
SAID = {"echo": b"x" * 100, "views": MOVE}


class Client(asyncio.Protocol):
    """Counts bytes: all answers are equally long."""

    def __init__(self, port: int, path: str, size: int, heard: Callable[[Client], None]) -> None:
        self.path, self.size, self.heard, self.port = path, size, heard, port
        self.bytes = 0
        self.head = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if not self.open.done():
            self.head += data
            if self.head.endswith(b"\r\n\r\n"):
                assert b" 101 " in self.head[:20], self.head
                self.open.set_result(None)
            return
        self.data = data
        self.bytes += len(data)
        while self.bytes >= self.size:
            self.bytes -= self.size
            self.heard(self)

    def say(self, text: bytes) -> None:
        self.transport.write(bytes((LAST | TEXT, 0x80 | len(text))) + load.MASK + text)


class Measure:
    """One load on one server: how many round trips in some seconds, and what they cost it."""

    def __init__(self, kind: str, port: int, connections: int) -> None:
        self.kind, self.port, self.connections = kind, port, connections
        self.said = SAID[kind]
        answer = len(self.said) if kind == "echo" else len(view_of_alva())
        self.size = answer + (2 if answer < 126 else 4)
        self.count = 0
        self.running = True

    async def run(self, seconds: float) -> tuple[float, float]:
        """Round trips a second, and microseconds of the server's processor for each."""
        async with self._clients() as clients:
            for client in clients if self.kind == "echo" else clients[::2]:
                client.say(self.said)
            await asyncio.sleep(WARM_SECONDS)
            began, before, spent = time.perf_counter(), self.count, await self._spent()
            await asyncio.sleep(seconds)
            done, spent = self.count - before, await self._spent() - spent
            took = time.perf_counter() - began
            self.running = False
            await asyncio.sleep(0.1)
        return done / took, spent / done / 1000

    @contextlib.asynccontextmanager
    async def _clients(self) -> AsyncIterator[list[Client]]:
        clients = []
        for number in range(self.connections):
            path = "/echo" if self.kind == "echo" else f"/table/{number // 2}"
            clients.append(await self._connect(path, self.size, self._heard))
        self.partner = {one: clients[at ^ 1] for at, one in enumerate(clients)}
        self.turn = dict.fromkeys(clients, 0)
        yield clients
        for client in clients:
            client.transport.abort()

    async def _connect(self, path: str, size: int, heard: Callable[[Client], None]) -> Client:
        loop = asyncio.get_running_loop()
        _, client = await loop.create_connection(lambda: Client(self.port, path, size, heard), "127.0.0.1", self.port)
        await client.open
        return client

    def _heard(self, client: Client) -> None:
        """Of two at a table the one that did not move answers; the other has seen its own move."""
        self.turn[client] += 1
        if self.kind == "echo":
            self.count += 1
        elif self.turn[client] > self.turn[self.partner[client]]:
            return  # the other has not heard yet
        else:
            self.count += 1
        if self.running:
            client.say(self.said)

    async def _spent(self) -> int:
        heard: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        client = await self._connect("/cpu", 22, lambda client: heard.set_result(int(client.data[2:])))
        client.say(CPU)
        spent = await heard
        client.transport.abort()
        return spent


async def measure(ports: dict[str, int], connections: int, rounds: int, seconds: float) -> None:
    found: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for number in range(rounds + 1):  # the first is not counted
        for kind in LOADS:
            for name, port in ports.items():
                result = await Measure(kind, port, connections).run(seconds)
                if number:
                    found[kind, name].append(result)
    for kind in LOADS:
        print(f"{kind}, {connections} connections, median of {rounds} rounds of {seconds:g} s")
        ours = median(cost for _, cost in found[kind, "ours"])
        for name in ports:
            rate, cost = (median(column) for column in zip(*found[kind, name], strict=True))
            low, high = min(cost for _, cost in found[kind, name]), max(cost for _, cost in found[kind, name])
            print(
                f"  {name:10} {rate:8,.0f} round trips/s   {cost:5.1f} us each ({low:.1f}-{high:.1f})"
                f"   {cost / ours:4.2f} x ours"
            )


def play_cases(ports: dict[str, int]) -> None:
    sys.path.insert(0, str(HERE.parents[1]))
    from tests.server.websocket_cases import CASES, plays

    for name, port in ports.items():
        failed = [number for number, case in CASES.items() if not plays(f"http://127.0.0.1:{port}", case)]
        print(f"  {name:10} {len(CASES) - len(failed)} of {len(CASES)} cases; not: {' '.join(failed) or 'none'}")


@contextlib.contextmanager
def packages(folder: str | None) -> Iterator[str]:
    if folder is not None:
        yield folder
        return
    with tempfile.TemporaryDirectory() as made:
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", made, *PACKAGES], check=True)
        yield made


@contextlib.contextmanager
def servers(*options: str) -> Iterator[dict[str, int]]:
    """One of each, by its port."""
    ports = {name: free_port() for name in CONTENDERS}
    with contextlib.ExitStack() as stack:
        for name, port in ports.items():
            stack.enter_context(load.started([sys.executable, str(HERE / "contenders.py"), name, str(port), *options]))
        yield ports


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--packages", help="a folder that has picows and websockets; else they are fetched")
    chosen = parser.parse_args()
    load.use_quick_loop()
    with packages(chosen.packages) as folder:
        os.environ["PYTHONPATH"] = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
        with servers() as ports:
            asyncio.run(measure(ports, chosen.connections, chosen.rounds, chosen.seconds))
        with servers("--echo") as ports:
            play_cases(ports)


if __name__ == "__main__":
    main()
