"""The layers of a small net, forwards and backwards, for templates to take in (`afterstate.py`, `prospects.py`)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

BATCH = 256
MEAN_MEMORY, SQUARE_MEMORY = 0.9, 0.999
TINY = 1e-8


class Net(NamedTuple):
    """The weights of a net: all of them, and each layer as a part of them."""

    flat: Any
    first: Any  # [feature, unit]
    first_bias: Any
    second: Any
    second_bias: Any
    last: Any
    last_bias: Any


def through(mind: Any, count: int) -> Any:
    """What the first so many of the features found add up to. What the units say stays in the mind."""
    one, two = mind.one, mind.two
    for j in range(len(one)):
        one[j] = mind.net.first_bias[j]
    for i in range(count):
        row = mind.net.first[mind.found[i]]
        for j in range(len(one)):
            one[j] += row[j]
    for k in range(len(two)):
        two[k] = mind.net.second_bias[k]
    for j in range(len(one)):
        x = one[j]
        if x > 0:
            row = mind.net.second[j]
            for k in range(len(two)):
                two[k] += x * row[k]
    total = mind.net.last_bias[0]
    for k in range(len(two)):
        if two[k] > 0:
            total += two[k] * mind.net.last[k]
    return total


def push_back(net: Net, desk: Any, one: Any, two: Any, found: Any, count: int, error: Any) -> None:
    """Add the slopes of one error to those of its batch: what the units had said, and by which features."""
    for k in range(len(two)):
        desk.two_back[k] = 0
        if two[k] > 0:
            desk.slopes.last[k] += error * two[k]
            desk.two_back[k] = error * net.last[k]
            desk.slopes.second_bias[k] += desk.two_back[k]
    for j in range(len(one)):
        back = np.float32(0)
        x = one[j]
        if x > 0:
            weights, sums = net.second[j], desk.slopes.second[j]
            for k in range(len(two)):
                back += weights[k] * desk.two_back[k]
                sums[k] += x * desk.two_back[k]
        desk.one_back[j] = back
        desk.slopes.first_bias[j] += back
    for i in range(count):
        sums = desk.slopes.first[found[i]]
        for j in range(len(one)):
            sums[j] += desk.one_back[j]


def improve(mind: Any, desk: Any, rate: float) -> None:
    """One step of Adam; the slopes are forgotten."""
    desk.steps[0] += 1
    weights, slopes, means, squares = mind.net.flat, desk.slopes.flat, desk.means, desk.squares
    fair_mean = np.float32(1.0 / (1.0 - MEAN_MEMORY ** desk.steps[0]))
    fair_square = np.float32(1.0 / (1.0 - SQUARE_MEMORY ** desk.steps[0]))
    kept_mean, kept_square, pace = np.float32(MEAN_MEMORY), np.float32(SQUARE_MEMORY), np.float32(rate)
    share, one, tiny = np.float32(1.0 / BATCH), np.float32(1.0), np.float32(TINY)
    for i in range(len(weights)):
        slope = slopes[i] * share
        slopes[i] = 0
        means[i] = kept_mean * means[i] + (one - kept_mean) * slope
        squares[i] = kept_square * squares[i] + (one - kept_square) * slope * slope
        weights[i] -= pace * means[i] * fair_mean / (np.sqrt(squares[i] * fair_square) + tiny)
