"""Servers without threads: what they leave to others is done at once, in the event loop.

Two worlds wait for each other at every step, so threads gain nothing, and a busy machine makes each of them late. How
the threads work together is tested elsewhere, and over real sockets here (`test_sockets.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

import aiosqlite

from alcove.server.hall import Hall
from alcove.server.holders import Visitor
from alcove.server.workers import Request, Work
from alcove.server.writer import Change, Writer

T = TypeVar("T")


class Loop(asyncio.SelectorEventLoop):
    @property
    def busy(self) -> bool:
        """Whether there is something to do but for whoever asks."""
        return bool(self._ready)  # type: ignore[attr-defined]

    def run_in_executor(self, executor: Any, function: Callable[..., Any], *arguments: Any) -> Any:
        done = self.create_future()
        try:
            done.set_result(function(*arguments))
        except Exception as error:
            done.set_exception(error)
        return done


class Batches:
    """Changes on their way to the thread that writes; only their end reaches it."""

    def __init__(self, writer: Writer) -> None:
        self._writer, self._to_thread = writer, writer._batches
        self.get = self._to_thread.get  # the thread may be late to ask for the first one

    def put(self, batch: list[Change] | None) -> None:
        if batch is None:
            self._to_thread.put(None)
        else:
            self._writer._loop.call_soon(self._writer._go_on, batch, self._writer._write(batch))


def without_threads(hall: Hall) -> None:
    writer = hall.store.writer
    writer._batches = Batches(writer)  # type: ignore[assignment]
    hall.readers.ask = _answered  # type: ignore[method-assign]


def _answered(visitor: Visitor, work: Work, background: bool = False, goes_on: bool = False) -> Request:
    request = Request(visitor, work, asyncio.get_running_loop())
    request.run()
    return request


async def settle() -> None:
    """Until nothing is left to do: nothing here waits for anything else."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    while loop.busy:
        await asyncio.sleep(0)


@contextmanager
def _reading_at_once() -> Iterator[None]:
    async def execute(_: aiosqlite.Connection, function: Callable[..., T], *arguments: Any, **more: Any) -> T:
        return function(*arguments, **more)

    with patch.object(aiosqlite.Connection, "_execute", execute):
        yield


def run(work: Coroutine[Any, Any, T]) -> T:
    with _reading_at_once(), asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(work)
