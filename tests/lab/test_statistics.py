"""Intervals hold what they promise, and many comparisons do not make discoveries out of nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from alcove.lab.statistics import Estimate, always_valid, around, chance_of, difference, discoveries, wilson


def test_wilson_as_in_the_books() -> None:
    value, low, high, seen = wilson(10, 100)
    assert (value, seen) == (0.1, 100)
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    assert wilson(0, 20).low == pytest.approx(0)
    assert wilson(20, 20).high == pytest.approx(1)
    assert math.isnan(wilson(0, 0).value)


@pytest.mark.parametrize("rate", [0.05, 0.25, 0.5])
def test_wilson_covers_the_truth_nineteen_times_of_twenty(rate: float) -> None:
    found = [wilson(hits, 150) for hits in np.random.default_rng(1).binomial(150, rate, 4000).tolist()]
    assert 0.935 < np.mean([one.low <= rate <= one.high for one in found]) < 0.975


def test_a_mean_of_one_is_not_sure_of_anything() -> None:
    assert around(3.0, 0.0, 1).high == math.inf
    assert around(3.0, 0.1, 50).high == pytest.approx(3.196, abs=1e-3)


def test_a_difference_is_wider_than_each() -> None:
    apart = difference(wilson(60, 100), wilson(40, 100))
    assert apart.value == pytest.approx(0.2)
    assert 0.05 < apart.low < 0.08
    assert 0.32 < apart.high < 0.34


def test_how_likely_chance_alone_is() -> None:
    assert chance_of(Estimate(1.96, 0.0, 3.92, 100)) == pytest.approx(0.05, abs=1e-3)
    assert chance_of(Estimate(0.0, -1.0, 1.0, 100)) == 1.0
    assert chance_of(Estimate(1.0, -math.inf, math.inf, 1)) == 1.0


def test_discoveries_as_in_benjamini_and_hochberg() -> None:
    """Their example of 1995: fifteen comparisons, of which the first four are believed."""
    chances = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459,
        0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
    ]  # fmt: skip
    assert discoveries(chances) == [True] * 4 + [False] * 11
    assert discoveries(chances[::-1]) == [False] * 11 + [True] * 4
    assert discoveries([]) == []


def test_where_nothing_differs_hardly_anything_is_believed() -> None:
    dice = np.random.default_rng(3)
    believed = [any(discoveries(dice.random(100).tolist())) for _ in range(600)]
    assert np.mean(believed) < 0.08
    assert np.mean([any(chance < 0.05 for chance in dice.random(100)) for _ in range(600)]) > 0.95


def test_an_interval_that_may_be_looked_at_at_any_time() -> None:
    """The truth leaves it in at most one sequence of twenty, however often one looks; a plain one is left by many."""
    dice = np.random.default_rng(7)
    left = left_plain = 0
    sequences = 400
    for _ in range(sequences):
        values = dice.choice([-1.0, 0.0, 1.0], size=3000, p=[0.2, 0.6, 0.2])
        counts = np.arange(1, len(values) + 1)
        means, squares = np.cumsum(values) / counts, np.cumsum(values * values)
        looks = range(199, len(values), 100)
        variances = (squares - counts * means**2) / np.maximum(counts - 1, 1)
        found = [always_valid(means[at], variances[at], at + 1, 1000) for at in looks]
        left += any(not one.low <= 0 <= one.high for one in found)
        left_plain += any(abs(means[at]) > 1.96 * math.sqrt(variances[at] / (at + 1)) for at in looks)
    assert left / sequences <= 0.05
    assert left_plain / sequences > 0.15
