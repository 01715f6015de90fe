"""A process that compiles games into the cache, for the one that has started it (`preparation.py`).

Each line on standard input names a game. Each line on standard output is a JSON object: how many functions of a game
are compiled, or how its compiling has ended. The process ends when its input does, so it never outlives the other one.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO, Any

NICENESS = 10
"""Compiling stands behind everything else: nobody waits for it."""
REPORT_SECONDS = 0.3


def main() -> None:
    names: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_listen, args=(sys.stdin, names), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    gc.disable()  # what the compiler makes stays, and the process soon ends
    _load()
    while True:
        name = names.get()
        try:
            began = time.process_time()
            compile_game(name, lambda done, of: _say(done=done, of=of))
            _say(seconds=time.process_time() - began)
        except Exception as error:
            _say(problem=f"{type(error).__name__}: {error}")


def _listen(lines: IO[str], names: queue.Queue[str]) -> None:
    for line in lines:
        names.put(line.strip())
    os._exit(0)  # at once: the compiler does not listen


def _load() -> None:
    """All that every game needs, before it is known which one is to be compiled."""
    from alcove.kernel.game import games
    from alcove.ready import kept  # noqa: F401
    from alcove.server import rehearsal  # noqa: F401

    games()


def _say(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def compile_game(name: str, report: Callable[[int, int], None]) -> None:
    """Compile all that a table needs, and note it in the cache."""
    from alcove.kernel.compiler import CompiledFunction, not_kept
    from alcove.kernel.game import game
    from alcove.ready import kept
    from alcove.server.rehearsal import rehearse

    one = game(name)
    kept.check_writable(one)
    for function in CompiledFunction.called:
        function.forget()
    CompiledFunction.called.clear()
    with _reporting(one, report):
        rehearse(one)
    if not_kept:
        raise OSError(not_kept[0])
    kept.write_manifest(one, CompiledFunction.called)


@contextlib.contextmanager
def _reporting(one: Any, report: Callable[[int, int], None]) -> Iterator[None]:
    """Tell now and then how many functions are done."""
    from alcove.ready.kept import functions_of

    functions, done = functions_of(one), threading.Event()

    def go_on() -> None:
        while not done.wait(REPORT_SECONDS):
            report(sum(bool(function.overloads) for function in functions), len(functions))

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


if __name__ == "__main__":
    main()
