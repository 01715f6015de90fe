"""The layers of a small net, forwards and backwards, for templates to take in (`afterstate.py`, `prospects.py`)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

BATCH = 256
MEAN_MEMORY, SQUARE_MEMORY = 0.9, 0.999
TINY = 1e-8
STRIDE = 4
"""After so many features each the sums of the first layer are kept; as many rows are added at a time."""


class Net(NamedTuple):
    """The weights of a net: all of them, and each layer as a part of them."""

    flat: Any
    first: Any  # [feature, unit]
    first_bias: Any
    second: Any
    second_bias: Any
    last: Any
    last_bias: Any


def add_up(mind: Any, count: int) -> None:
    """The sums of the first layer, for the first so many of the features found.

    Rows are added four at a time, in their order, and the sums are kept after each four. As far as the features are
    those of the last position, their sums are known: most choices of a decision have most of them in common. The order
    stays, and so does what comes out.
    """
    sums, found, before, first = mind.sums, mind.found, mind.before, mind.net.first
    if mind.summed[0] == 0:
        for j in range(len(mind.one)):
            sums[0, j] = mind.net.first_bias[j]
    same, most = 0, min(count, mind.summed[0])
    while same < most and found[same] == before[same]:
        same += 1
    for i in range(same, count):
        before[i] = found[i]
    mind.summed[0] = count
    for n in range(same // STRIDE, count // STRIDE):
        i = STRIDE * n
        a, b, c, d = first[found[i]], first[found[i + 1]], first[found[i + 2]], first[found[i + 3]]
        begun, sum_up = sums[n], sums[n + 1]
        for j in range(len(sum_up)):
            sum_up[j] = begun[j] + a[j] + b[j] + c[j] + d[j]
    whole = count - count % STRIDE
    begun = sums[whole // STRIDE]
    for j in range(len(mind.one)):
        mind.one[j] = begun[j]
    for i in range(whole, count):
        row = first[found[i]]
        for j in range(len(mind.one)):
            mind.one[j] += row[j]


def go_through(mind: Any) -> Any:
    """What follows from the sums of the first layer. What the units say stays in the mind."""
    one, two, live, second = mind.one, mind.two, mind.live, mind.net.second
    for k in range(len(two)):
        two[k] = mind.net.second_bias[k]
    positive = 0
    for j in range(len(one)):
        live[positive] = j
        positive += one[j] > 0
    whole = positive - positive % 4
    for i in range(0, whole, 4):
        w, x, y, z = one[live[i]], one[live[i + 1]], one[live[i + 2]], one[live[i + 3]]
        a, b, c, d = second[live[i]], second[live[i + 1]], second[live[i + 2]], second[live[i + 3]]
        for k in range(len(two)):
            two[k] = two[k] + w * a[k] + x * b[k] + y * c[k] + z * d[k]
    for i in range(whole, positive):
        x = one[live[i]]
        row = second[live[i]]
        for k in range(len(two)):
            two[k] += x * row[k]
    total = mind.net.last_bias[0]
    for k in range(len(two)):
        if two[k] > 0:
            total += two[k] * mind.net.last[k]
    return total


def push_back(net: Net, desk: Any, one: Any, two: Any, found: Any, count: int, error: Any) -> None:
    """Add the slopes of one error to those of its batch: what the units had said, and by which features."""
    one_back, two_back = desk.one_back, desk.two_back
    for j in range(len(one)):
        one_back[j] = 0
    for k in range(len(two)):
        two_back[k] = 0
        if two[k] > 0:
            desk.slopes.last[k] += error * two[k]
            two_back[k] = error * net.last[k]
            desk.slopes.second_bias[k] += two_back[k]
            back, weights = two_back[k], desk.second_turned[k]
            for j in range(len(one)):
                one_back[j] += weights[j] * back
    for j in range(len(one)):
        x = one[j]
        if x > 0:
            sums = desk.slopes.second[j]
            for k in range(len(two)):
                sums[k] += x * two_back[k]
        else:
            one_back[j] = 0
    for j in range(len(one)):
        desk.slopes.first_bias[j] += one_back[j]
    for i in range(count):
        sums = desk.slopes.first[found[i]]
        for j in range(len(one)):
            sums[j] += one_back[j]


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
    for j in range(len(mind.net.second)):
        for k in range(len(mind.net.last)):
            desk.second_turned[k, j] = mind.net.second[j, k]
