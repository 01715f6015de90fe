"""Work on this machine: in this thread, in several, or in processes."""

from __future__ import annotations

import multiprocessing
import sys
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Executor as Pool
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.context import BaseContext

from alcove.executors.job import Job, Part, Segment, timed
from alcove.executors.plan import Plan

SECONDS = 0.25
"""How long a chunk takes."""
PRELOADED = "alcove.executors.preloaded"
AHEAD = 2
"""Chunks that are handed out for each worker, so that none waits for the next."""


class LocalExecutor:
    def __init__(self, workers: int) -> None:
        self._workers = workers

    def over(self, job: Job[Part], segments: Iterable[Segment]) -> Generator[tuple[int, Part]]:
        job.prepare()  # compiled once, not by all
        plan = Plan(segments, self._workers, SECONDS, job.piece)
        return _here(job, plan) if self._workers == 1 else _beside(job, plan, self._workers)


def _processes(job: Job[Part]) -> BaseContext:
    """Where that is safe, forks of one that has imported what the work needs: it takes a second of a core."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload([PRELOADED, type(job).__module__])
    return forking


def _here(job: Job[Part], plan: Plan) -> Generator[tuple[int, Part]]:
    while (chunk := plan.next()) is not None:
        part, seconds = timed(job, *chunk)
        plan.learn(chunk, seconds)
        yield chunk[1], part


def _beside(job: Job[Part], plan: Plan, workers: int) -> Generator[tuple[int, Part]]:
    pool: Pool
    if job.threads:
        pool = ThreadPoolExecutor(workers)
    else:
        pool = ProcessPoolExecutor(workers, mp_context=_processes(job))
    waiting = deque[tuple[Segment, Future[tuple[Part, float]]]]()

    def hand_out() -> None:
        while len(waiting) < AHEAD * workers and (chunk := plan.next()) is not None:
            waiting.append((chunk, pool.submit(timed, job, chunk[0], chunk[1])))

    try:
        hand_out()
        while waiting:
            chunk, future = waiting.popleft()
            part, seconds = future.result()
            plan.learn(chunk, seconds)
            hand_out()
            yield chunk[1], part
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
