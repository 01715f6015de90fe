"""Attacks on the connections of a server, over loopback: how long others wait meanwhile, and how much memory it takes.

    python tests/bench/attacks.py --seconds 5

Starts a server of its own and attacks it in each way for some seconds, from one process. Somebody at another address
asks for /health all the while. Prints the rows of a Markdown table. Linux only: memory is read from /proc, and every
address that begins with 127 is this machine.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

from alcove.server.serving import free_port

OTHERS = ("127.0.0.2", 0)
"""Where those come from who do nothing wrong: what an address may do binds the attacker alone."""
MASK = bytes(4)
GET = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


class Server:
    def __init__(self, process: Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    def memory(self) -> float:
        """Megabytes that it has in use."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0.0

    def ask(self) -> float:
        """Seconds until somebody else is answered."""
        began = time.perf_counter()
        other = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=OTHERS)
        other.request("GET", "/health")
        if other.getresponse().status != 200:
            raise RuntimeError("refused")
        other.close()
        return time.perf_counter() - began

    def line(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=5)

    def table(self) -> tuple[str, str]:
        """A new table, and a cookie with which to come to it."""
        one = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        wish = '{"game":"alva","players":2,"options":{},"seats":[{"kind":"me"},{"kind":"open"}],"name":"Anna"}'
        one.request("POST", "/api/tables", wish, {"Content-Type": "application/json"})
        answer = one.getresponse()
        cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        return answer.read().decode().split('"')[3], cookie

    def online(self, table: str) -> bool:
        """Whether the first seat is shown as there."""
        one = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        one.request("GET", f"/api/tables/{table}")
        shown: bool = json.loads(one.getresponse().read())["seats"][0]["online"]
        one.close()
        return shown

    def socket(self, table: str, cookie: str) -> socket.socket:
        line = self.line()
        host = f"127.0.0.1:{self.port}"
        line.sendall(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n\r\n".encode()
        )
        if b" 101 " not in line.recv(65536)[:20]:
            raise RuntimeError("no socket")
        return line


def frames(first: int, payload: bytes, count: int) -> bytes:
    return (bytes((first, 0x80 | len(payload))) + MASK + payload) * count


def pour(make: Callable[[], socket.socket], begin: bytes, more: bytes, seconds: float, pause: float = 0.0) -> int:
    """Send as much as is taken, again on a new connection whenever one is cut; how many bytes."""
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        with contextlib.suppress(OSError), make() as line:
            line.sendall(begin)
            while time.monotonic() < end:
                line.sendall(more)
                count += len(more)
                time.sleep(pause)
    return count


def hold(server: Server, begin: bytes, count: int, seconds: float, pause: float = 0.0) -> int:
    """So many connections that have begun something."""
    lines = []
    with contextlib.suppress(OSError):
        for _ in range(count):
            line = server.line()
            line.sendall(begin)
            lines.append(line)
            time.sleep(pause)
    time.sleep(seconds)
    for line in lines:
        line.close()
    return len(lines)


def attacks(server: Server, seconds: float) -> Iterator[tuple[str, Callable[[], int]]]:
    table, cookie = server.table()

    def at_table() -> socket.socket:
        return server.socket(table, cookie)

    empty = frames(0x01, b"", 1), frames(0x00, b"", 10_000)
    yield "empty fragments", lambda: pour(at_table, *empty, seconds)
    yield "empty messages", lambda: pour(at_table, b"", frames(0x81, b"", 10_000), seconds)
    yield "pings, pongs never read", lambda: pour(at_table, b"", frames(0x89, b"x" * 125, 500), seconds)
    yield "pongs", lambda: pour(at_table, b"", frames(0x8A, b"", 10_000), seconds)
    yield "a frame of 8 EB, byte by byte", lambda: pour(at_table, b"\x81\xff\x7f" + b"\xff" * 7 + MASK, b"x", seconds)
    yield "an endless address", lambda: pour(server.line, b"GET /", b"x" * 65536, seconds)
    yield "an endless header", lambda: pour(server.line, GET + b"X: ", b"x" * 65536, seconds)
    yield "endless headers", lambda: pour(server.line, GET, b"X: y\r\n" * 10_000, seconds)
    chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    yield "an endless body", lambda: pour(server.line, chunked, chunk, seconds)
    yield "an endless trailer", lambda: pour(server.line, chunked + b"0\r\nX: ", b"x" * 65536, seconds)
    yield "endless trailers", lambda: pour(server.line, chunked + b"0\r\n", b"X: y\r\n" * 10_000, seconds)
    yield "an endless extension of a chunk", lambda: pour(server.line, chunked + b"1;x=", b"y" * 65536, seconds)
    yield "tiny chunks", lambda: pour(server.line, chunked, b"1\r\nx\r\n" * 10_000, seconds)
    yield "1,000 half heads", lambda: hold(server, GET, 1000, seconds)
    yield "1,000 half bodies", lambda: hold(server, POST + b"Content-Length: 100\r\n\r\n{", 1000, seconds)
    half = GET + b"\r\n" + POST + b"Content-Length: 100\r\n\r\n{"
    yield "2,200 half bodies behind whole requests", lambda: hold(server, half, 2200, seconds, 0.006)
    yield "1,000 silent connections", lambda: hold(server, b"", 1000, seconds)


def suffer(server: Server, name: str, attack: Callable[[], int]) -> None:
    """Print how others fare during an attack."""
    before, longest, refused, asked = server.memory(), 0.0, 0, 0
    most = before
    attacker = threading.Thread(target=attack)
    attacker.start()
    while attacker.is_alive():
        try:
            longest = max(longest, server.ask())
        except (OSError, RuntimeError, http.client.HTTPException):
            refused += 1
        asked += 1
        most = max(most, server.memory())
        time.sleep(0.05)
    print(f"| {name} | {asked} | {refused} | {longest * 1000:.0f} ms | {most - before:.1f} MB |", flush=True)


def vanish(server: Server) -> None:
    """Come to a table, and say nothing more: neither a pong nor goodbye."""
    table, cookie = server.table()
    with server.socket(table, cookie):
        while not server.online(table):
            time.sleep(0.1)
        began = time.monotonic()
        while server.online(table):
            time.sleep(0.1)
        print(f"\nA player who has vanished is shown as gone after {time.monotonic() - began:.1f} s.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    chosen = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "alcove.server", "--port", str(port), "--data", folder]
        process = Popen(command, stdout=PIPE, stderr=DEVNULL)
        assert process.stdout is not None
        process.stdout.readline()
        server = Server(process, port)
        try:
            time.sleep(5)
            print("| attack | others asked | refused | waited at most | memory |\n|---|---|---|---|---|")
            for name, attack in attacks(server, chosen.seconds):
                suffer(server, name, attack)
            vanish(server)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


if __name__ == "__main__":
    main()
