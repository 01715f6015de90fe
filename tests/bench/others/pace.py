"""How quick something is. Needs nothing but Python, so that it goes along into environments of any package."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

Step = Callable[[], int]
"""Does a few steps, and says how many."""


class Pace(NamedTuple):
    """Steps a second."""

    clock: float
    processor: float


def pace(step: Step, seconds: float) -> Pace:
    step()
    count, clock, processor = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - clock < seconds:
        count += step()
    return Pace(count / (time.perf_counter() - clock), count / (time.process_time() - processor))


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this thread, and those that it starts meanwhile, on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def serve(steps: dict[str, Step]) -> None:
    """Measure what each line of the input names, for so many seconds."""
    for line in sys.stdin:
        name, seconds = line.rsplit(maxsplit=1)
        print(*pace(steps[name], float(seconds)), flush=True)
