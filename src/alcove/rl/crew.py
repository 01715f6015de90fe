"""Threads that wait for work. A lock wakes one at a fraction of what a queue with futures costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock, Thread

Work = Callable[[], None]


class _Desk:
    """Where one thread finds its work, and says that it is done."""

    def __init__(self) -> None:
        self.work: Work | None = None
        self.error: BaseException | None = None
        self.given, self.done = Lock(), Lock()
        self.given.acquire()
        self.done.acquire()

    def wait_and_work(self) -> None:
        while True:
            self.given.acquire()
            if self.work is None:
                return
            try:
                self.work()
            except BaseException as error:  # whoever waits gets to know it
                self.error = error
            self.work = None
            self.done.release()


class Crew:
    """So many threads beside the caller's own. They hold on to nothing but their desks, and end with `stop`."""

    def __init__(self, count: int) -> None:
        self._desks = [_Desk() for _ in range(count)]
        for desk in self._desks:
            Thread(target=desk.wait_and_work, name="alcove-batch", daemon=True).start()

    def run(self, first: Work, others: Sequence[Work]) -> None:
        """Do everything, the first on this thread, and come back when all is done."""
        busy = self._desks[: len(others)]
        for desk, work in zip(busy, others, strict=True):
            desk.work = work
            desk.given.release()
        try:
            first()
        finally:
            for desk in busy:
                desk.done.acquire()
        for desk in busy:
            if desk.error is not None:
                error, desk.error = desk.error, None
                raise error

    def stop(self) -> None:
        desks, self._desks = self._desks, []
        for desk in desks:
            desk.given.release()
