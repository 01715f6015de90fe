"""Threads for what takes long, shared fairly by all visitors: bots' thoughts, and what is read from long games.

Addresses take turns, and at each address the people there, however many tables they play at. No address ever has all
the threads: somebody else's work begins at once. Work in the background (analyses of finished games) is done when
nothing else waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from alcove.bots import Cancel, Thought
from alcove.kernel.position import Position
from alcove.server.holders import Visitor
from alcove.server.refusals import TOO_MUCH_AT_ONCE, TooManyError

if TYPE_CHECKING:
    from alcove.server.unhurried import Unhurried

log = logging.getLogger("alcove.server")

Work = Callable[[Cancel], Any]
Think = Callable[[Position, int, int, int, Cancel], Thought]
PATIENCE = 3.0
THREAD_NICENESS = 5
"""Bots think behind the server: a person's move is never late because of them."""


class Request:
    """One piece of work; its `answer` comes in the event loop. A cancelled one is never answered.

    One with a `span` is told to end after so many seconds, and has its thread for as long, however soon it is done: so
    nobody learns from what is done next how long it took.
    """

    def __init__(self, visitor: Visitor, work: Work, loop: asyncio.AbstractEventLoop, span: float = 0.0) -> None:
        self.visitor = visitor
        self.work = work
        self.span = span
        self.begun: asyncio.Future[float] = loop.create_future()
        """When it was begun, in the event loop's time."""
        self.cancel_flag = Cancel()
        self.answer: asyncio.Future[Any] = loop.create_future()
        self._loop = loop

    def cancel(self) -> None:
        self.cancel_flag.cancel()
        self.begun.cancel()
        self.answer.cancel()

    def refuse(self, error: Exception) -> None:
        """Stop it, and tell whoever waits why."""
        self.cancel_flag.cancel()
        self._give(None, error)

    def run(self) -> None:
        if self.cancel_flag.cancelled:
            return
        end = time.monotonic() + self.span
        if self.span:
            self.cancel_flag.end_at(end)
            self._tell(self._begin)
        try:
            result, error = self.work(self.cancel_flag), None
        except Exception as problem:
            result, error = None, problem
        self._tell(self._give, result, error)
        if self.span:
            self.cancel_flag.sleep(end)

    def _tell(self, what: Callable[..., None], *more: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(what, *more)

    def _begin(self) -> None:
        if not self.begun.done():
            self.begun.set_result(self._loop.time())

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
        self._addresses: dict[str, dict[str, deque[Request]]] = {}

    def add(self, request: Request) -> None:
        people = self._addresses.setdefault(request.visitor.address, {})
        people.setdefault(request.visitor.person, deque()).append(request)

    def __len__(self) -> int:
        everybody = (people for people in self._addresses.values())
        return sum(len(requests) for people in everybody for requests in people.values())

    def waiting(self, address: str) -> int:
        """How many there are of an address that somebody still waits for."""
        people = self._addresses.get(address, {})
        return sum(not request.cancel_flag.cancelled for requests in people.values() for request in requests)

    def next(self, busy: Counter[str], most: int) -> Request | None:
        """The first request of the first person at the first address that has not its share of the threads. Person and
        address go to the end of the line."""
        for address, people in self._addresses.items():
            if busy[address] < most:
                del self._addresses[address]
                person = next(iter(people))
                requests = people.pop(person)
                request = requests.popleft()
                if requests:
                    people[person] = requests
                if people:
                    self._addresses[address] = people
                return request
        return None


class Workers:
    def __init__(
        self, count: int, name: str = "bot", waiting: int | None = None, niceness: int = THREAD_NICENESS
    ) -> None:
        """`waiting` is how much one address may ask for beyond what is being done."""
        self.think_far: Think | None = None
        """How a bot thinks elsewhere, where that is possible."""
        self.unhurried: Unhurried | None = None
        """Where bots think that are told how long, if there are any."""
        self.at_once: Callable[[], int] = lambda: count
        """How many threads may be busy: fewer than there are while nobody thinks elsewhere."""
        self._changed = threading.Condition()
        self._lines = (Line(), Line())  # at once, in the background
        self._waiting, self._niceness = waiting, niceness
        self._busy: Counter[str] = Counter()
        self._running: set[Request] = set()
        self._closing = False
        self._threads = [
            threading.Thread(target=self._serve, name=f"alcove-{name}-{number}", daemon=True) for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def ask(
        self, visitor: Visitor, work: Work, background: bool = False, goes_on: bool = False, span: float = 0.0
    ) -> Request:
        """`goes_on` says that it is part of something that has been begun: it is not refused any more."""
        request = Request(visitor, work, asyncio.get_running_loop(), span)
        with self._changed:
            line = self._lines[background]
            if self._waiting is not None and not goes_on and line.waiting(visitor.address) >= self._waiting:
                raise TooManyError(TOO_MUCH_AT_ONCE)
            line.add(request)
            self._changed.notify()
        return request

    async def do(self, visitor: Visitor, work: Callable[[], Any], goes_on: bool = False) -> Any:
        """Have something done, and wait for it. If nobody waits any more, it is not begun."""
        request = self.ask(visitor, lambda _: work(), goes_on=goes_on)
        try:
            return await request.answer
        finally:
            request.cancel()

    def share(self) -> int:
        """How many threads one address may have."""
        return max(1, self.at_once() - 1)

    def load_of(self, address: str) -> int:
        """How much an address has done for it, or waits for."""
        with self._changed:
            return self._busy[address] + self._lines[False].waiting(address)

    def load(self) -> tuple[int, int]:
        """How much waits, and how much is being done."""
        with self._changed:
            return sum(len(line) for line in self._lines), len(self._running)

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
        _step_back(self._niceness)
        while (request := self._next()) is not None:
            try:
                request.run()
            finally:
                with self._changed:
                    self._leave(request.visitor.address)
                    self._running.discard(request)
                    self._changed.notify_all()

    def _leave(self, address: str) -> None:
        self._busy[address] -= 1
        if not self._busy[address]:
            del self._busy[address]

    def _next(self) -> Request | None:
        with self._changed:
            while not self._closing:
                most = self.at_once()
                for line in self._lines if len(self._running) < most else ():
                    request = line.next(self._busy, self.share())
                    if request is not None:
                        self._busy[request.visitor.address] += 1
                        self._running.add(request)
                        return request
                self._changed.wait()
            return None


def _step_back(niceness: int) -> None:
    """Let this thread, and all that it starts, yield to others. Linux gives every thread a niceness of its own."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
