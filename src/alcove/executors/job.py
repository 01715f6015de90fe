"""What is to be done, and who does it."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator
from typing import Protocol, TypeVar

Part = TypeVar("Part")
Done = TypeVar("Done", covariant=True)
Segment = tuple[int, int]
"""From the first number to before the last."""


class Job(Protocol[Done]):
    """Work on numbered things, most often games. It can be sent to another process, and what it returns for two ranges
    one after the other makes up what it would have returned for both together."""

    @property
    def piece(self) -> int:
        """How many to begin with, while nobody knows how long one takes."""

    @property
    def threads(self) -> bool:
        """Whether it is compiled code that runs in threads side by side; everything else needs processes."""

    def prepare(self) -> None:
        """Compile or load all that it needs: once on a machine, before many begin at the same time."""

    def __call__(self, first: int, last: int) -> Done: ...


class Executor(Protocol):
    def over(self, job: Job[Part], segments: Iterable[Segment]) -> Generator[tuple[int, Part]]: ...


def timed(job: Job[Part], first: int, last: int) -> tuple[Part, float]:
    """A part, and how many seconds it took."""
    began = time.perf_counter()
    return job(first, last), time.perf_counter() - began


def pieces(first: int, last: int, size: int) -> Iterator[range]:
    """A range in pieces of at most so many, for work that needs room for each of them at the same time."""
    for begin in range(first, last, size):
        yield range(begin, min(last, begin + size))
