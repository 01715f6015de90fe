"""Who packs finished games: a process of its own, behind everything else, so that running games notice nothing.

It is started when a game has ended, and let go when none has for a while. Its input is the table as it lies in the
database, its output what each viewer saw (`lasting.py`). It ends when its input does, so it never outlives the server.
Where there can be no such process, a thread does it, which leaves most of its time to others.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import IO, Any

import msgspec

from alcove.kernel.errors import AlcoveError
from alcove.server.lasting import pack, viewers
from alcove.server.past import SPECTATORS
from alcove.server.stored import Stored
from alcove.server.tables import StoredPosition

COMMAND = (sys.executable, "-P", "-m", "alcove.server.packing")
NICENESS = 19
LENGTH_BYTES = 4
IDLE_SECONDS = 60.0
"""How long the process is kept without work."""
PATIENCE = 600.0
"""Seconds after which a process is given up that packs one game."""
PORTION_SECONDS = 0.005
"""How long a thread packs at a time. Then others have their turn."""
FOR_OTHERS = 4
"""... for so many times as long."""

Packed = dict[int, bytes]
"""What each seat saw, and -1 for spectators."""


class Game(msgspec.Struct, array_like=True):
    """A table as it is handed to the process."""

    row: dict[str, Any]
    entries: list[list[Any]]
    position: StoredPosition | None
    absences: list[tuple[float, float]]

    @classmethod
    def of(cls, stored: Stored) -> Game:
        entries, absences = [list(entry) for entry in stored.entries], [(one[0], one[1]) for one in stored.absences]
        return cls(dict(stored.row._mapping), entries, stored.position, absences)

    def stored(self) -> Stored:
        return Stored(SimpleNamespace(**self.row), self.entries, self.position, self.absences)


class Answer(msgspec.Struct):
    packed: Packed | None = None
    problem: str = ""


def pack_game(stored: Stored, breathe: Callable[[], None] = lambda: None) -> Packed | None:
    """What everybody saw of a finished game; None if its rules cannot follow it. `breathe` is called now and then."""
    try:
        table, changed = stored.table()
    except AlcoveError:
        return None  # whoever opens it is told why
    if changed or not table.followable or not table.over:
        return None
    packed: Packed = {}
    for viewer in viewers(table):
        pieces = []
        for piece in pack(table, viewer):
            pieces.append(piece)
            breathe()
        packed[SPECTATORS if viewer is None else viewer] = b"".join(pieces)
    return packed


# ---- The server's side ----


class Packing:
    """`pack` is called in one thread. `apart` says whether a process is wanted."""

    def __init__(self, apart: bool) -> None:
        self._apart = apart
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._last = 0.0
        self._hurry = False

    def pack(self, stored: Stored) -> Packed | None:
        if self._apart and not self._hurry:
            with suppress(OSError, EOFError, ValueError):  # it cannot be started, or has died
                return self._ask(stored)
            self._end()
        return pack_game(stored, self._breathing())

    def rest(self) -> None:
        """Let the process go if there is nothing to do."""
        if self._process is not None and time.monotonic() - self._last > IDLE_SECONDS and not self._lock.locked():
            self._end()

    def hurry(self) -> None:
        """The server ends: what is left is packed here and now."""
        self._hurry = True
        self._end()

    def _ask(self, stored: Stored) -> Packed | None:
        with self._lock:
            process = self._process = self._process or _start()
            assert process.stdin is not None
            assert process.stdout is not None
            limit = threading.Timer(PATIENCE, process.kill)
            limit.daemon = True
            limit.start()
            try:
                _write(process.stdin, msgspec.msgpack.encode(Game.of(stored)))
                answer = msgspec.msgpack.decode(_read(process.stdout), type=Answer)
            finally:
                limit.cancel()
                self._last = time.monotonic()
        if answer.problem:
            raise RuntimeError(answer.problem)
        return answer.packed

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):  # what it was told last has not reached it
                process.__exit__(None, None, None)

    def _breathing(self) -> Callable[[], None]:
        began = time.perf_counter()

        def breathe() -> None:
            nonlocal began
            worked = time.perf_counter() - began
            if not self._hurry and worked > PORTION_SECONDS:
                time.sleep(FOR_OTHERS * worked)
                began = time.perf_counter()

        return breathe


def _start() -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(COMMAND, env=environment, **pipes)  # type: ignore[call-overload, no-any-return]


# ---- Messages ----


def _write(to: IO[bytes], content: bytes) -> None:
    to.write(len(content).to_bytes(LENGTH_BYTES) + content)
    to.flush()


def _read(source: IO[bytes]) -> bytes:
    length = int.from_bytes(_exactly(source, LENGTH_BYTES))
    return _exactly(source, length)


def _exactly(source: IO[bytes], count: int) -> bytes:
    content = source.read(count)
    if len(content) < count:
        raise EOFError
    return content


# ---- The process ----


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    code = _Code()
    for question in _questions(sys.stdin.buffer):
        try:
            told = msgspec.msgpack.decode(question, type=Game)
            code.load(told.row["game"])
            answer = Answer(pack_game(told.stored()))
        except Exception as error:
            answer = Answer(problem=f"{type(error).__name__}: {error}")
        _write(sys.stdout.buffer, msgspec.msgpack.encode(answer))


def _questions(source: IO[bytes]) -> Iterator[bytes]:
    with suppress(EOFError):
        while True:
            yield _read(source)


class _Code:
    """The games' code from the cache. Nothing is compiled here: what is not there yet runs as plain Python."""

    def __init__(self) -> None:
        from alcove.kernel import takeover

        self._waits = takeover.wait_for_code()
        self._loaded: set[str] = set()

    def load(self, name: str) -> None:
        from alcove.kernel import takeover
        from alcove.kernel.game import game
        from alcove.ready import kept

        if self._waits and name not in self._loaded:
            loaded = kept.load(game(name))
            if loaded is not None:
                takeover.switch(loaded)
                self._loaded.add(name)


if __name__ == "__main__":
    main()
