"""A process that has imported everything and loaded every game, and forks itself for whoever asks (`forking.py`).

Its argument is the socket that it is asked at: each connection brings one order. It ends when its standard input does,
and its forks with it: none outlives the one that has started it.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import os
import random
import select
import signal
import socket
import sys
import tempfile
from pathlib import Path

import alcove
from alcove.kernel import jit, takeover
from alcove.ready import kept
from alcove.ready.child import compile_game
from alcove.server import __main__ as command
from alcove.server import packing, serving, store
from alcove.server.settings import Settings
from tests.forking import Forked, Order
from tests.ports import free_port
from tests.server.app_at_once import create_app_at_once
from tests.server.schema_at_once import migrate_at_once

MAX_BYTES = 100_000
assert command  # imported for those that run it


def main(path: str) -> None:
    warm(path)
    asked = socket.socket(socket.AF_UNIX)
    asked.bind(path)
    asked.listen()
    print("ready", flush=True)
    order, line = forked_for(asked)
    become(order)
    line.detach()  # whoever has asked sees that it is closed when this process has ended


def warm(path: str) -> None:
    """Have a server open and close, and the code of every game at hand."""
    packing._start = lambda: Forked(path, "alcove.server.packing:main", piped=True)  # type: ignore
    serving.create_app = create_app_at_once
    store.migrate = migrate_at_once
    for name in alcove.games():
        if jit.CUT and not kept.read_manifest(alcove.game(name)):
            compile_game(name, lambda done, of: None)
        if loaded := kept.load(alcove.game(name)):
            takeover.switch(loaded)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(open_and_close(Settings(data=Path(folder), warm=False)))
    gc.collect()
    gc.freeze()


async def open_and_close(settings: Settings) -> None:
    stop = asyncio.Event()
    await serving.serve_until(stop, "127.0.0.1", free_port(), settings, on_ready=lambda _: stop.set())


def forked_for(asked: socket.socket) -> tuple[Order, socket.socket]:
    """Returns in each fork, and nowhere else."""
    running = set[int]()
    while True:
        ready, _, _ = select.select([asked, sys.stdin], [], [])
        if sys.stdin in ready:
            for pid in running:
                os.kill(pid, signal.SIGKILL)
            os._exit(0)
        line, _ = asked.accept()
        told, files, _, _ = socket.recv_fds(line, MAX_BYTES, 3)
        order: Order = json.loads(told)
        if "ended" in order:
            ended, status = os.waitpid(order["ended"], 0)
            running.remove(ended)
            line.sendall(str(os.waitstatus_to_exitcode(status)).encode())
        elif pid := os.fork():
            running.add(pid)
            line.sendall(str(pid).encode())
        else:
            asked.close()
            for number, file in enumerate(files):
                os.dup2(file, number)
                os.close(file)
            return order, line
        for file in files:
            os.close(file)
        line.close()


def become(order: Order) -> None:
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv = order["words"]
    random.seed()
    module, _, name = order["words"][0].partition(":")
    getattr(importlib.import_module(module), name)()


if __name__ == "__main__":
    main(sys.argv[1])
