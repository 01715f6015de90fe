"""The door between processes of one machine: connections are handed over as they are, and questions asked.

A browser that has come to the wrong process is not relayed: the open connection itself goes to the process that has its
table (SCM_RIGHTS), and from then on nobody is between the two. A hand-over is complete when both have said so; a
process that has been stopped in between takes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from alcove.server.tasks import Tasks

log = logging.getLogger("alcove.server")

MAX_BYTES = 262_144
ANSWER_SECONDS = 1.0
"""How long a process on the same machine may take to answer before it counts as stopped."""
TAKEN, GO = b"+", b"!"
PREFIX = "alcove-door-"
SWEEP_SECONDS = 60.0
"""A door that is younger may be just about to open."""

Adopt = Callable[[bytes, socket.socket], Awaitable[None]]
Answer = Callable[[bytes], Awaitable[bytes]]


class Door:
    """Open it with `open`, close it with `close`."""

    def __init__(self, adopt: Adopt, answer: Answer) -> None:
        self._adopt, self._answer = adopt, answer
        self.path = ""
        self._tasks = Tasks()

    def open(self) -> None:
        """In a folder that nobody else may look into."""
        self._loop = asyncio.get_running_loop()
        _sweep()
        self.path = str(Path(tempfile.mkdtemp(prefix=PREFIX)) / "door")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen(256)
        self._listener.setblocking(False)
        self._loop.add_reader(self._listener.fileno(), self._let_in)

    def close(self) -> None:
        self._loop.remove_reader(self._listener.fileno())
        self._listener.close()
        shutil.rmtree(Path(self.path).parent, ignore_errors=True)
        self._tasks.cancel()

    # On our side

    def _let_in(self) -> None:
        with contextlib.suppress(OSError):
            line, _ = self._listener.accept()
            line.setblocking(False)
            self._tasks.do(self._serve(line))

    async def _serve(self, line: socket.socket) -> None:
        try:
            with line:
                await asyncio.wait_for(self._hear(line), 2 * ANSWER_SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            log.warning("Another process was not understood: %r", error)

    async def _hear(self, line: socket.socket) -> None:
        message, file = await _receive(line)
        if file is None:
            await self._loop.sock_sendall(line, _framed(await self._answer(message)))
            return
        with contextlib.ExitStack() as stack:
            handed = stack.enter_context(socket.socket(fileno=file))
            await self._loop.sock_sendall(line, TAKEN)
            if await self._loop.sock_recv(line, 1) == GO:
                stack.pop_all()
                handed.setblocking(False)
                await self._adopt(message, handed)


def _sweep() -> None:
    """Remove the doors of processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            if time.time() - folder.stat().st_mtime > SWEEP_SECONDS and not _is_open(line, folder / "door"):
                shutil.rmtree(folder, ignore_errors=True)


def _is_open(line: socket.socket, door: Path) -> bool:
    line.setblocking(False)  # one that is busy answers by itself that it is there
    return line.connect_ex(str(door)) not in (errno.ECONNREFUSED, errno.ENOENT)


async def hand_over(path: str, message: bytes, file: int) -> bool:
    """Give a connection to the process behind a door. Says whether it has taken it; closes our copy in any case."""
    try:
        return await asyncio.wait_for(_hand_over(path, message, file), ANSWER_SECONDS)
    except (OSError, TimeoutError):
        return False
    finally:
        os.close(file)


async def _hand_over(path: str, message: bytes, file: int) -> bool:
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX) as line:
        line.setblocking(False)
        await loop.sock_connect(line, path)
        framed = _framed(message)
        sent = socket.send_fds(line, [framed], [file])
        await loop.sock_sendall(line, framed[sent:])
        if await loop.sock_recv(line, 1) != TAKEN:
            return False
        line.send(GO)
        return True


async def ask(path: str, message: bytes) -> bytes | None:
    """The answer of the process behind a door, None if it does not come."""
    try:
        return await asyncio.wait_for(_ask(path, message), 3 * ANSWER_SECONDS)
    except (OSError, TimeoutError, ValueError):
        return None


async def _ask(path: str, message: bytes) -> bytes:
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX) as line:
        line.setblocking(False)
        await loop.sock_connect(line, path)
        await loop.sock_sendall(line, _framed(message))
        return (await _receive(line))[0]


def _framed(message: bytes) -> bytes:
    return len(message).to_bytes(4, "big") + message


async def _receive(line: socket.socket) -> tuple[bytes, int | None]:
    """A whole message, and the file that came with it."""
    heard, file = b"", None
    while len(heard) < 4 or len(heard) < 4 + int.from_bytes(heard[:4], "big"):
        await _readable(line)
        data, files, _, _ = socket.recv_fds(line, MAX_BYTES, 1)
        file = files[0] if files else file
        heard += data
        if not data or len(heard) > MAX_BYTES:
            if file is not None:
                os.close(file)
            raise ValueError("a message without an end")
    return heard[4:], file


async def _readable(line: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(line.fileno(), ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(line.fileno())
