"""Cutting work into chunks that take about as long as they should."""

from __future__ import annotations

from collections.abc import Iterable

from alcove.executors.job import Segment

GROWTH = 4
"""How many times as long as the one before a chunk may be: the first guess may be far off."""
LEAST = 0.1
"""Towards the end of a segment chunks are shorter, down to this part, so that nobody waits long for the last one."""


class Plan:
    def __init__(self, segments: Iterable[Segment], workers: int, seconds: float, first: int) -> None:
        self._segments, self._workers, self._seconds = iter(segments), workers, seconds
        self._left: Segment = (0, 0)
        self._size = first
        self._each = 0.0

    def next(self) -> Segment | None:
        first, last = self._left
        while first >= last:
            segment = next(self._segments, None)
            if segment is None:
                return None
            first, last = segment
        fair = (last - first) // (2 * self._workers)
        size = max(1, min(self._size, max(fair, int(LEAST * self._size))))
        end = min(last, first + size)
        self._left = end, last
        return first, end

    def learn(self, chunk: Segment, seconds: float) -> None:
        """How long a chunk took. What is slow once, to load code, is soon forgotten."""
        count = chunk[1] - chunk[0]
        each = max(seconds, 1e-6) / count
        self._each = (self._each + each) / 2 if self._each else each
        self._size = max(1, min(round(self._seconds / self._each), GROWTH * max(self._size, count)))
