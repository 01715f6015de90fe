"""Long work in chunks: on the cores of this machine, or of a Ray cluster. What comes back is the same, bit for bit."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable

from alcove.executors.job import Executor, Job, Part, Segment, pieces
from alcove.executors.local import LocalExecutor

Workers = Executor | int | None
"""Who does the work: so many on this machine, one a core if nobody says how many, or whoever is handed in."""


def spread(job: Job[Part], segments: Iterable[Segment], workers: Workers = None) -> Generator[tuple[int, Part]]:
    """The parts of a job in the order of its numbers, each with the number that it ends before.

    A part never reaches over the end of a segment. How the segments are cut depends on how quickly work is done.
    """
    if workers is None or isinstance(workers, int):
        workers = LocalExecutor(workers or os.cpu_count() or 1)
    return workers.over(job, segments)


__all__ = ["Executor", "Job", "LocalExecutor", "Part", "Segment", "Workers", "pieces", "spread"]
