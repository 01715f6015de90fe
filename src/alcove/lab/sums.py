"""Figures of many games as sums that merge.

All sums are whole numbers, so they come out the same to the last bit in whatever order they are added, and take the
same room for a hundred games as for ten million. A figure that is no whole number is counted in parts: a share of a
win in sixtieths, a chance in ten-thousandths.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from alcove.lab.statistics import NOTHING, Estimate, around, wilson

COUNT, TOTAL, SQUARES, LEAST, MOST = range(5)
SHARE_UNIT = 60
"""A win shared by up to six is a whole number of these."""
CHANCE_UNIT = 10_000
NO_LEAST, NO_MOST = np.iinfo(np.int64).max, np.iinfo(np.int64).min


class Figure(NamedTuple):
    """What is known of one number: how often it was seen, its sum and squares, its bounds."""

    seen: int
    total: float
    squares: float
    least: float
    most: float

    @property
    def mean(self) -> float:
        return self.total / self.seen if self.seen else math.nan

    @property
    def variance(self) -> float:
        if self.seen < 2:
            return 0.0
        return max(0.0, (self.squares - self.total * self.total / self.seen) / (self.seen - 1))

    @property
    def spread(self) -> float:
        return math.sqrt(self.variance)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.variance / self.seen) if self.seen else math.nan

    @property
    def average(self) -> Estimate:
        return around(self.mean, self.error, self.seen) if self.seen else NOTHING

    @property
    def rate(self) -> Estimate:
        return wilson(self.total, self.seen)


class Sums:
    """Every kind of figure has a key; under one key there may be a row of them, one for each seat or card."""

    def __init__(self) -> None:
        self._sums: dict[str, Any] = {}
        self._units: dict[str, int] = {}
        self._histograms: dict[str, Counter[int]] = {}

    def add(self, key: str, values: Any, where: Any = None, unit: int = 1) -> None:
        """Add whole numbers, one row for each game: [game] or [game, place]; only those that `where` marks."""
        numbers = np.asarray(values, dtype=np.int64)
        columns = numbers[:, None] if numbers.ndim == 1 else numbers
        seen = np.ones(columns.shape, bool) if where is None else np.broadcast_to(_as_columns(where), columns.shape)
        counted = np.where(seen, columns, 0)
        new = np.stack(
            [
                seen.sum(axis=0, dtype=np.int64),
                counted.sum(axis=0),
                (counted * counted).sum(axis=0),
                np.where(seen, columns, NO_LEAST).min(axis=0, initial=NO_LEAST),
                np.where(seen, columns, NO_MOST).max(axis=0, initial=NO_MOST),
            ]
        )
        self._units[key] = unit
        self._sums[key] = _merged(self._sums[key], new) if key in self._sums else new

    def add_histogram(self, key: str, values: Any) -> None:
        found, counts = np.unique(np.asarray(values), return_counts=True)
        self._histograms.setdefault(key, Counter()).update(dict(zip(found.tolist(), counts.tolist(), strict=True)))

    def merge(self, other: Sums) -> None:
        self._units.update(other._units)
        for key, sums in other._sums.items():
            self._sums[key] = _merged(self._sums[key], sums) if key in self._sums else sums
        for key, histogram in other._histograms.items():
            self._histograms.setdefault(key, Counter()).update(histogram)

    def __contains__(self, key: str) -> bool:
        return key in self._sums

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sums) and self.described() == other.described()

    __hash__ = None  # type: ignore[assignment]

    def size(self, key: str) -> int:
        """How many figures there are under a key."""
        return int(self._sums[key].shape[1]) if key in self._sums else 0

    def of(self, key: str, place: int = 0) -> Figure:
        if key not in self._sums:
            return Figure(0, 0.0, 0.0, math.nan, math.nan)
        count, total, squares, least, most = self._sums[key][:, place].tolist()
        unit = self._units[key]
        if not count:
            return Figure(0, 0.0, 0.0, math.nan, math.nan)
        return Figure(count, total / unit, squares / (unit * unit), least / unit, most / unit)

    def each(self, key: str) -> Iterator[Figure]:
        return (self.of(key, place) for place in range(self.size(key)))

    def histogram(self, key: str) -> dict[int, int]:
        return dict(sorted(self._histograms.get(key, Counter()).items()))

    def described(self) -> dict[str, Any]:
        """All of it as plain numbers, in a fixed order."""
        return {
            "sums": {key: [self._units[key], self._sums[key].tolist()] for key in sorted(self._sums)},
            "histograms": {key: sorted(self._histograms[key].items()) for key in sorted(self._histograms)},
        }


def _as_columns(where: Any) -> Any:
    marks = np.asarray(where, dtype=bool)
    return marks[:, None] if marks.ndim == 1 else marks


def _merged(one: Any, other: Any) -> Any:
    merged = one + other
    merged[LEAST] = np.minimum(one[LEAST], other[LEAST])
    merged[MOST] = np.maximum(one[MOST], other[MOST])
    return merged
