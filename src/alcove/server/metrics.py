"""What the server counts and times while it works, for Prometheus and for the owner's page.

A move passes here, so what it takes is noted, and counted for many moves together. Everything else is worked out when
somebody asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
MAX_NOTED = 1000
"""Moves that are counted together."""
Labels = Mapping[str, str]
Sample = tuple[Labels, float]


class Histogram:
    """How many values fell below each bound."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def note(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def note_all(self, values: Any) -> None:
        """The same for many values in an array."""
        found = np.bincount(np.searchsorted(self.bounds, values), minlength=len(self.counts))
        self.counts = [before + more for before, more in zip(self.counts, found.tolist(), strict=True)]
        self.total += float(values.sum())

    @property
    def count(self) -> int:
        return sum(self.counts)

    def below(self, share: float) -> float | None:
        """The bound below which this share of all values lies; None if there are no values, or it lies above all."""
        wanted, seen = share * self.count, 0
        for bound, count in zip(self.bounds, self.counts, strict=False):
            seen += count
            if seen and seen >= wanted:
                return bound
        return None


class Metrics:
    """One for the whole process."""

    def __init__(self) -> None:
        self._moves: Counter[str] = Counter()
        self._steps = {name: Histogram(SECONDS) for name in ("check", "store", "tell")}
        self._noted: list[tuple[str, float, float, float, float]] = []
        """Moves that are not counted yet."""
        self.thought = Histogram(SECONDS)
        self.transaction = Histogram(SECONDS)
        self.group = Histogram(SIZES)
        self.requests: Counter[str] = Counter()
        """By status."""
        self.refusals: Counter[str] = Counter()
        """By code."""
        self.notifications: Counter[tuple[str, str]] = Counter()
        """By kind of channel, and whether they were sent or failed."""
        self.failures = 0
        """Changes that could not be stored."""

    def move(self, who: str, began: float, checked: float, stored: float) -> None:
        """Only noted: to count it would take longer than some of its steps."""
        noted = self._noted
        noted.append((who, began, checked, stored, perf_counter()))
        if len(noted) >= MAX_NOTED:
            self._count()

    def _count(self) -> None:
        if not self._noted:
            return
        who, *times = zip(*self._noted, strict=True)
        self._noted = []
        self._moves.update(who)
        for step, spent in zip(self._steps.values(), np.diff(times, axis=0), strict=True):
            step.note_all(spent)

    @property
    def moves(self) -> Counter[str]:
        """By who acts: a person or a bot."""
        self._count()
        return self._moves

    def steps(self) -> dict[str, Histogram]:
        """How long each step of a move took."""
        self._count()
        return self._steps


METRICS = Metrics()


class Page:
    """The text that Prometheus reads."""

    def __init__(self, everywhere: Labels) -> None:
        """`everywhere` is a label of all samples: what tells this process from others that answer at the same
        address."""
        self._everywhere = everywhere
        self._lines: list[str] = []

    def add(self, kind: str, name: str, about: str, samples: Iterable[Sample]) -> None:
        self._head(kind, name, about)
        self._lines += [f"{name}{self._labels(labels)} {_number(value)}" for labels, value in samples]

    def gauge(self, name: str, about: str, value: float) -> None:
        self.add("gauge", name, about, [({}, value)])

    def counter(self, name: str, about: str, value: float) -> None:
        self.add("counter", name, about, [({}, value)])

    def histogram(self, name: str, about: str, values: Mapping[str, Histogram], label: str = "") -> None:
        self._head("histogram", name, about)
        for key, histogram in values.items():
            labels = {label: key} if label else {}
            seen = 0
            counts = list(histogram.counts)  # others go on counting
            for bound, count in zip((*map(_number, histogram.bounds), "+Inf"), counts, strict=True):
                seen += count
                self._lines.append(f"{name}_bucket{self._labels({**labels, 'le': bound})} {seen}")
            self._lines.append(f"{name}_sum{self._labels(labels)} {_number(histogram.total)}")
            self._lines.append(f"{name}_count{self._labels(labels)} {seen}")

    def _head(self, kind: str, name: str, about: str) -> None:
        self._lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]

    def _labels(self, labels: Labels) -> str:
        return _labels({**labels, **self._everywhere})

    def __str__(self) -> str:
        return "\n".join([*self._lines, ""])


def _labels(labels: Labels) -> str:
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items()) + "}" if labels else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
