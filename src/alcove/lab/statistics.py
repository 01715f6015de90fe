"""What figures of many games can be trusted for: intervals, errors, and how to look at many of them at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


class Estimate(NamedTuple):
    """A figure, the 95 % interval around it, and from how many observations it comes."""

    value: float
    low: float
    high: float
    seen: int

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


NOTHING = Estimate(math.nan, math.nan, math.nan, 0)


def wilson(successes: float, count: int) -> Estimate:
    """A rate with Wilson's interval. A shared win counts in part, and varies less than a whole one."""
    if not count:
        return NOTHING
    rate = successes / count
    spread = Z * math.sqrt(rate * (1 - rate) / count + Z * Z / (4 * count * count))
    centre, scale = rate + Z * Z / (2 * count), 1 + Z * Z / count
    return Estimate(rate, max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale), count)


def around(mean: float, error: float, count: int) -> Estimate:
    """A mean with its interval, from its standard error; one observation alone says nothing of how sure it is."""
    if count < 2:
        return Estimate(mean, -math.inf, math.inf, count) if count else NOTHING
    return Estimate(mean, mean - Z * error, mean + Z * error, count)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """How much higher one independent figure is than another (Newcombe's way, which keeps to Wilson's bounds)."""
    if not one.seen or not other.seen:
        return NOTHING
    value = one.value - other.value
    low = value - math.hypot(one.value - one.low, other.high - other.value)
    high = value + math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, low, high, min(one.seen, other.seen))


def chance_of(estimate: Estimate, supposed: float = 0.0) -> float:
    """How likely a figure so far off would be by chance alone, if the truth were as supposed (two-sided)."""
    if not estimate.seen or not math.isfinite(estimate.half_width):
        return 1.0
    bound = estimate.low if estimate.value > supposed else estimate.high
    off, error = abs(estimate.value - supposed), abs(estimate.value - bound) / Z
    if error == 0:
        return 1.0 if off == 0 else 0.0
    return math.erfc(off / error / math.sqrt(2))


def discoveries(chances: Sequence[float], false_share: float = 1 - CONFIDENCE) -> list[bool]:
    """Which of many findings to believe, so that at most this share of them is false (Benjamini and Hochberg)."""
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    believed = 0
    for place, at in enumerate(order, 1):
        if chances[at] <= false_share * place / len(chances):
            believed = place
    found = [False] * len(chances)
    for at in order[:believed]:
        found[at] = True
    return found


def always_valid(mean: float, variance: float, count: int, tuned_for: int) -> Estimate:
    """A 95 % interval that may be looked at after every observation (Robbins' normal mixture).

    It holds for all looks together, so one may stop as soon as the answer is clear. It is narrowest, for what it
    promises, at about as many observations as it is tuned for. The variance is estimated, so the first looks should
    have some hundred observations.
    """
    if count < 2:
        return Estimate(mean, -math.inf, math.inf, count)
    alpha = 1 - CONFIDENCE
    rho = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / tuned_for
    grown = count * rho + 1
    half = math.sqrt(max(variance, 0.0) * 2 * grown / (count * count * rho) * math.log(math.sqrt(grown) / alpha))
    return Estimate(mean, mean - half, mean + half, count)
