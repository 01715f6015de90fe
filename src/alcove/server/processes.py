"""Several processes that serve side by side on one machine: they listen on one socket, and one more watches over them.

Each has its own event loop and threads, and its own share of the bots' threads. One that ends before it should is
started again; the others take over its tables meanwhile. They end when the one that watches does, however it ends.
"""

from __future__ import annotations

import asyncio
import logging
import math
import multiprocessing
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple

from alcove.kernel.errors import AlcoveError
from alcove.kernel.text import Text
from alcove.server import logs
from alcove.server.refusals import BadSettingError, CannotStartError
from alcove.server.settings import Settings

log = logging.getLogger("alcove.server")

STOP_SECONDS = 20.0
PAUSE_SECONDS = 1.0
"""How long to wait before one is started again that has not lived for long."""
NEEDS_SHARED = Text(
    "Several processes need a database that they can share: --database postgresql://…",
    "Mehrere Prozesse brauchen eine Datenbank, die sie sich teilen können: --database postgresql://…",
)
ENDED = Text("A process ended before it could serve.", "Ein Prozess endete, bevor er bedienen konnte.")


class Worker(NamedTuple):
    process: SpawnProcess
    line: Connection
    since: float


class _Stop(BaseException):
    """Somebody ends the server."""


def serve_many(
    host: str, port: int, settings: Settings, on_ready: Callable[[str], None], on_key: Callable[[bytes], None]
) -> None:
    """Serve with `settings.workers` processes until interrupted."""
    if not (settings.database or "").startswith("postgres"):
        raise BadSettingError(NEEDS_SHARED)
    logs.configure(settings)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, _stop)
    with _listening(host, port) as listener:
        workers = Workforce(host, listener, settings)
        try:
            on_key(workers.start())
            on_ready(f"http://{host}:{listener.getsockname()[1]}/")
            workers.watch()
        except _Stop:
            pass
        finally:
            workers.stop()


def _stop(number: int, frame: Any) -> None:
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)  # once is enough
    raise _Stop


def _listening(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(1024)
    return listener


class Workforce:
    def __init__(self, host: str, listener: socket.socket, settings: Settings) -> None:
        self._host, self._listener = host, listener
        self._count = settings.workers
        self._settings = replace(
            settings, workers=1, bot_threads=max(1, math.ceil(settings.bot_threads / settings.workers))
        )
        self._spawn = multiprocessing.get_context("spawn")
        self._workers: list[Worker] = []

    def start(self) -> bytes:
        """Start all of them; the first alone, because it may have to say why it cannot. Gives the servers' key."""
        self._workers = [self._begin()]
        key = _hear(self._workers[0])
        self._workers += [self._begin() for _ in range(self._count - 1)]
        for worker in self._workers[1:]:
            _hear(worker)
        return key

    def _begin(self) -> Worker:
        ours, theirs = self._spawn.Pipe()
        process = self._spawn.Process(target=_work, args=(self._settings, self._host, self._listener, theirs))
        process.start()
        theirs.close()
        return Worker(process, ours, time.monotonic())

    def watch(self) -> None:
        """Start anyone again who ends before they should."""
        while True:
            wait([worker.process.sentinel for worker in self._workers])
            for at, worker in enumerate(self._workers):
                if not worker.process.is_alive():
                    log.error("Process %s has ended (%s) and is started again", worker.process.pid, _how(worker))
                    worker.line.close()
                    time.sleep(max(0.0, PAUSE_SECONDS - (time.monotonic() - worker.since)))
                    self._workers[at] = self._begin()

    def stop(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        end = time.monotonic() + STOP_SECONDS
        for worker in self._workers:
            worker.process.join(max(0.0, end - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.line.close()


def _how(worker: Worker) -> str:
    return f"exit code {worker.process.exitcode}"


def _hear(worker: Worker) -> bytes:
    """Wait until one serves. What it cannot do, it says."""
    try:
        said = worker.line.recv()
    except EOFError:
        raise CannotStartError(ENDED) from None
    if isinstance(said, bytes):
        return said
    kind, text = said
    raise kind(text)


# In the process itself


def _work(settings: Settings, host: str, listener: socket.socket, line: Connection) -> None:
    from alcove.server.serving import loop_factory, tune

    logs.configure(settings)
    tune()
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(_serve(settings, host, listener, line))
    except AlcoveError as error:
        kind = type(error) if isinstance(error, BadSettingError) else CannotStartError
        line.send((kind, error.text))


async def _serve(settings: Settings, host: str, listener: socket.socket, line: Connection) -> None:
    from alcove.server.hall import Hall
    from alcove.server.serving import serve_until

    stop, halls = asyncio.Event(), list[Hall]()
    asyncio.get_running_loop().add_reader(line.fileno(), stop.set)  # the one that watches has ended
    port = listener.getsockname()[1]

    def ready(address: str) -> None:
        line.send(halls[0].store.key)

    await serve_until(stop, host, port, settings, ready, halls.append, handle_signals=True, sockets=[listener])
