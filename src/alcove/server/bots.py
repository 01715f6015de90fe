"""Threads in which bots think, shared fairly by all tables.

Each table waits in line once, however much it asks for; the table whose turn it was goes to the end. Work in the
background (evaluations of finished games) is done when nothing else waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from alcove.bots import Cancel

log = logging.getLogger("alcove.server")

Work = Callable[[Cancel], Any]
PATIENCE = 3.0
THREAD_NICENESS = 5
"""Bots think behind the server: a person's move is never late because of them."""


class Request:
    """One piece of work; its `answer` comes in the event loop. A cancelled one is never answered."""

    def __init__(self, table: str, work: Work, loop: asyncio.AbstractEventLoop) -> None:
        self.table = table
        self.work = work
        self.cancel_flag = Cancel()
        self.answer: asyncio.Future[Any] = loop.create_future()
        self._loop = loop

    def cancel(self) -> None:
        self.cancel_flag.cancel()
        self.answer.cancel()

    def run(self) -> None:
        if self.cancel_flag.cancelled:
            return
        try:
            result, error = self.work(self.cancel_flag), None
        except Exception as problem:
            result, error = None, problem
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._give, result, error)

    def _give(self, result: Any, error: Exception | None) -> None:
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(result)
        else:
            self.answer.set_exception(error)


class Line:
    """Requests in fair order. Not safe for threads by itself."""

    def __init__(self) -> None:
        self._tables: dict[str, deque[Request]] = {}

    def add(self, request: Request) -> None:
        self._tables.setdefault(request.table, deque()).append(request)

    def next(self, busy: set[str]) -> Request | None:
        """The first request of the first table that is not busy; that table goes to the end of the line."""
        for table in self._tables:
            if table not in busy:
                waiting = self._tables.pop(table)
                request = waiting.popleft()
                if waiting:
                    self._tables[table] = waiting
                return request
        return None


class Workers:
    def __init__(self, count: int) -> None:
        self._changed = threading.Condition()
        self._lines = (Line(), Line())  # at once, in the background
        self._busy: set[str] = set()
        self._running: set[Request] = set()
        self._closing = False
        self._threads = [
            threading.Thread(target=self._serve, name=f"alcove-bot-{number}", daemon=True) for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, table: str, work: Work, background: bool = False) -> Request:
        request = Request(table, work, asyncio.get_running_loop())
        with self._changed:
            self._lines[background].add(request)
            self._changed.notify()
        return request

    def close(self) -> None:
        """Cancel everything, and wait for the threads, but not for a compiler that one of them is in."""
        with self._changed:
            self._closing = True
            for request in self._running:
                request.cancel_flag.cancel()
            self._changed.notify_all()
        end = time.monotonic() + PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _serve(self) -> None:
        _step_back()
        while (request := self._next()) is not None:
            try:
                request.run()
            finally:
                with self._changed:
                    self._busy.discard(request.table)
                    self._running.discard(request)
                    self._changed.notify_all()

    def _next(self) -> Request | None:
        with self._changed:
            while not self._closing:
                for line in self._lines:
                    request = line.next(self._busy)
                    if request is not None:
                        self._busy.add(request.table)
                        self._running.add(request)
                        return request
                self._changed.wait()
            return None


def _step_back() -> None:
    """Let this thread yield to others. Linux gives every thread a niceness of its own."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), THREAD_NICENESS)
