"""Sums merge: in any order, to the last bit, and without growing."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

from alcove.lab.sums import SHARE_UNIT, Sums


def sums_of(values: np.ndarray, seen: np.ndarray) -> Sums:
    sums = Sums()
    sums.add("points", values, seen)
    sums.add("shares", values[:, 0] % 4 * 15, unit=SHARE_UNIT)
    sums.add_histogram("points", values)
    return sums


@pytest.fixture
def games() -> tuple[np.ndarray, np.ndarray]:
    dice = np.random.default_rng(5)
    return dice.integers(-40, 90, (997, 3)), dice.random((997, 3)) < 0.7


def test_figures_are_those_of_all_numbers(games: tuple[np.ndarray, np.ndarray]) -> None:
    values, seen = games
    sums = sums_of(values, seen)
    for seat in range(3):
        found, chosen = sums.of("points", seat), values[seen[:, seat], seat]
        assert found.seen == len(chosen)
        assert found.mean == pytest.approx(chosen.mean())
        assert found.spread == pytest.approx(chosen.std(ddof=1))
        assert found.error == pytest.approx(chosen.std(ddof=1) / np.sqrt(len(chosen)))
        assert (found.least, found.most) == (chosen.min(), chosen.max())
    assert sums.of("shares").mean == pytest.approx((values[:, 0] % 4 * 0.25).mean())
    assert sum(sums.histogram("points").values()) == values.size


def test_parts_make_the_whole_in_any_order(games: tuple[np.ndarray, np.ndarray]) -> None:
    values, seen = games
    whole = sums_of(values, seen)
    parts = [sums_of(values[at : at + 50], seen[at : at + 50]) for at in range(0, len(values), 50)]
    random.Random(2).shuffle(parts)
    merged = Sums()
    for part in parts:
        merged.merge(part)
    assert merged == whole
    assert merged.described() == whole.described()
    assert sums_of(values[1:], seen[1:]) != whole


def test_more_games_take_no_more_room(games: tuple[np.ndarray, np.ndarray]) -> None:
    values, seen = games
    one, many = sums_of(values, seen), Sums()
    for _ in range(1000):
        many.merge(one)
    assert many.of("points").seen == 1000 * one.of("points").seen
    assert len(pickle.dumps(many)) < len(pickle.dumps(one)) + 1000


def test_what_was_never_seen_has_no_figure() -> None:
    sums = Sums()
    sums.add("none", np.zeros((4, 2), int), np.zeros((4, 2), bool))
    assert sums.of("none").seen == 0
    assert sums.of("none").average.seen == 0
    assert sums.of("unknown").rate.seen == 0
    assert sums.size("unknown") == 0


def test_ten_million_games_do_not_overflow() -> None:
    sums, high = Sums(), Sums()
    high.add("points", np.full(10_000, 6000))
    for _ in range(1000):
        sums.merge(high)
    assert sums.of("points").mean == 6000
    assert sums.of("points").spread == 0
