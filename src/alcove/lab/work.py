"""Chunks of work over threads or processes. Whoever does which, the parts come back in the order of the chunks."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Part = TypeVar("Part")
AHEAD = 2
"""Chunks that are handed out for each worker, so that none waits for the next."""


def over_chunks(
    job: Callable[[int, int], Part], chunks: Sequence[tuple[int, int]], workers: int, threads: bool
) -> Generator[Part]:
    """The part of each chunk. Compiled code runs in threads side by side; everything else needs processes."""
    if workers == 1:
        for chunk in chunks:
            yield job(*chunk)
        return
    pool: Executor
    if threads:
        pool = ThreadPoolExecutor(workers)
    else:
        pool = ProcessPoolExecutor(min(workers, len(chunks) or 1), mp_context=multiprocessing.get_context("spawn"))
    waiting, to_do = deque[Future[Part]](), iter(chunks)
    try:
        for chunk in islice(to_do, AHEAD * workers):
            waiting.append(pool.submit(job, *chunk))
        while waiting:
            part = waiting.popleft().result()
            for chunk in islice(to_do, 1):
                waiting.append(pool.submit(job, *chunk))
            yield part
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
