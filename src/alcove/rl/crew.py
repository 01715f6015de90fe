"""Threads that wait for work, and how they are given it.

To wake a thread takes longer than many a step. So one that has done its work stays in compiled code for a moment and
looks for more, and whoever gives it work only writes a word. After that moment it sleeps, and is woken by a lock.

Each thread has its share of what is to be done and takes it piece by piece. Whoever is through takes from the others'
shares, so all end together: also if one was woken late, or had to leave its core to somebody else for a while.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextvars import copy_context
from threading import Lock, Thread
from typing import Any

import numpy as np

from alcove.kernel.jit import COMPILING, compiled
from alcove.rl.arrays import aligned
from alcove.rl.atomics import add_to_word, exchange_word, read_word, swap_word, write_word

STATE, TASK, CHOSEN, PATIENCE, FIRST, BEHIND = range(6)
"""The words between a thread and whoever gives it work: what it does, what is to be done, how long it looks, and the
piece that it has taken."""
NEXT, END = 8, 9
"""Its share: what nobody has taken of it yet. Others read these words, so they lie in a line of memory of their own."""
ASLEEP, LOOKING, GIVEN = range(3)
LEAVE = -1
"""The task to come out of compiled code, because there is other code to run."""
ONCE = -1
"""The patience of whoever does a task and returns."""
WORDS = 16
"""Two lines of memory for each thread, so that none waits for what another writes."""
LOOKS = 1 << 17 if COMPILING else 0
"""How often a thread looks for work before it sleeps: some 100 µs. As plain Python it would keep others waiting."""
NAP = 50e-6

Work = Callable[[Any], None]
"""Does what its words say, and more, until `more_work` says no."""


# ---- In compiled code ----


@compiled
def share_out(words: Any, count: int, threads: int) -> None:
    """Give each of so many threads its share of what is to be done, and nothing to the others."""
    for thread in range(len(words) // WORDS):
        words[thread * WORDS + NEXT] = count * min(thread, threads) // threads
        words[thread * WORDS + END] = count * min(thread + 1, threads) // threads


@compiled
def take(words: Any, mine: int, most: int) -> bool:
    """Take the next piece of one's own share, or of one that is not finished yet. Says whether there was any."""
    threads = len(words) // WORDS
    for turn in range(threads):
        share = (mine + turn) % threads * WORDS
        end = words[share + END]
        if read_word(words, share + NEXT) < end:
            first = add_to_word(words, share + NEXT, most)
            if first < end:
                words[mine * WORDS + FIRST] = first
                words[mine * WORDS + BEHIND] = min(first + most, end)
                return True
    return False


@compiled
def more_work(control: Any) -> bool:
    """Say that the work is done, and look whether there is more. Asked by the compiled function that works."""
    if control[PATIENCE] == ONCE:
        return False
    write_word(control, STATE, LOOKING)
    looks = control[PATIENCE]
    while looks > 0 and read_word(control, STATE) == LOOKING:
        looks -= 1
    if swap_word(control, STATE, LOOKING, ASLEEP):
        return False
    if control[TASK] == LEAVE:
        write_word(control, STATE, ASLEEP)
        return False
    return True


@compiled
def give(control: Any, task: int, chosen: int) -> int:
    """Write down what is to be done. Returns what the thread was doing before: if it sleeps, somebody must wake it."""
    control[TASK] = task
    control[CHOSEN] = chosen
    return exchange_word(control, STATE, GIVEN)


@compiled
def is_done(control: Any, looks: int) -> bool:
    """Whether the work is done by the time that one has looked so often."""
    while looks > 0 and read_word(control, STATE) == GIVEN:
        looks -= 1
    return read_word(control, STATE) != GIVEN


# ---- Threads ----


class _Worker:
    """One thread's words, and what it runs."""

    def __init__(self, control: Any) -> None:
        self.control = control
        self.work: Work | None = None
        self.error: BaseException | None = None
        self.woken = Lock()
        self.woken.acquire()

    def live(self) -> None:
        while True:
            self.woken.acquire()
            if self.work is None:
                return
            try:
                self.work(self.control)
            except BaseException as error:  # whoever waits gets to know it
                self.error = error
                self.control[STATE] = ASLEEP

    def begin(self, work: Work, task: int, chosen: int) -> None:
        if work is not self.work:
            self._come_out()
            self.work = work
        if give(self.control, task, chosen) == ASLEEP:
            self.woken.release()

    def _come_out(self) -> None:
        if give(self.control, LEAVE, 0) == ASLEEP:
            self.control[STATE] = ASLEEP
        else:
            self.wait()

    def wait(self) -> None:
        """Look, then let others have the core."""
        while not is_done(self.control, LOOKS):
            time.sleep(NAP)


class Crew:
    """So many threads beside the caller's own. They hold on to nothing but their work, and end with `stop`."""

    def __init__(self, count: int) -> None:
        looks = LOOKS if count < _cores() else 0  # where threads share a core, one that looks keeps another waiting
        self.words = aligned(np.int64, (1 + count) * WORDS)
        self._mine, *others = self.words.reshape(1 + count, WORDS)
        self._mine[PATIENCE] = ONCE
        for control in others:
            control[PATIENCE] = looks
        self._workers = [_Worker(control) for control in others]
        for worker in self._workers:
            here = copy_context()  # plain rules overflow on purpose, and NumPy asks the context whether they may
            Thread(target=here.run, args=(worker.live,), name="alcove-batch", daemon=True).start()

    def run(self, works: Sequence[Work], count: int, task: int, chosen: int = 0) -> None:
        """Do one task with so many things, the first work on this thread, and come back when all is done.

        Work that was given before, the same object, is given again at the least cost.
        """
        first, *others = works
        share_out(self.words, count, len(works))
        busy = self._workers[: len(others)]
        for worker, work in zip(busy, others, strict=True):
            worker.begin(work, task, chosen)
        self._mine[TASK], self._mine[CHOSEN] = task, chosen
        try:
            first(self._mine)
        finally:
            for worker in busy:
                worker.wait()
        for worker in busy:
            if worker.error is not None:
                error, worker.error = worker.error, None
                raise error

    def stop(self) -> None:
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.work = None
            worker.woken.release()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
