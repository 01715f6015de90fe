"""Games of a search against itself, and what is learned from them. A template like `alphabeta.py`."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.bots.alphabeta import INFINITE, NODES, NONE, Desk
from alcove.kernel.random import pick

# What a game brings, and the search that was made for it.
rules_awaited: Any = None
rules_play: Any = None
rules_sample: Any = None
begin: Any = None
run: Any = None
FUNCTIONS = ("decide", "play_game", "fit")
INLINED = ("decide",)

MAX_DEPTH = 40
STEADY = 3.0


def decide(desk: Desk, seat: int, nodes: int) -> int:
    """Search one action deeper again and again; the value is left in desk.result, INFINITE if there is none."""
    desk.counts[NODES] = 0
    best, value = NONE, INFINITE
    for depth in range(1, MAX_DEPTH):
        begin(desk, seat, depth, -INFINITE, INFINITE)
        if not run(desk, nodes):
            if best == NONE:
                best = desk.actions[0, 0]
            break
        best, value = desk.frames[0].best_action, desk.result[0]
        if desk.result[1] or desk.frames[0].count == 1:
            break
    desk.result[0] = value
    return best


def play_game(desk: Desk, start: Any, rng: Any, nodes: int, opening: int, slips: int, rows: Any, values: Any) -> int:
    """Play a game out, its first actions at random, and of the others so many of 1024. Keeps every position in which a
    turn begins, with what the search thought of it; the row behind them is the end. Returns how many there are."""
    count, number, before = 0, 0, -1
    rows[0] = start[0]
    state = rows[0]
    while True:
        awaited = rules_awaited(state)
        if awaited == 0 or count == len(rows) - 1:
            return count
        seat = awaited >> 1
        slip = number < opening or pick(rng, 1024) < slips
        if slip:
            action = rules_sample(state, seat, rng)
        else:
            desk.states[0] = state
            action = decide(desk, seat, nodes)
        if not slip and seat != before and desk.result[0] != INFINITE:
            values[count] = desk.result[0]
            rows[count + 1] = rows[count]
            count += 1
            state = rows[count]
        rules_play(state, seat, action)
        number += 1
        before = seat


def fit(features: Any, known: Any, targets: Any, order: Any, weights: Any, squares: Any, rate: float) -> float:
    """Go through positions once and bring the weights closer to the targets, by Adagrad on Huber's loss: errors count
    by their square up to STEADY, and beyond it by their size. A rate of zero only measures. Returns the mean loss."""
    loss = 0.0
    for n in range(len(order)):
        at = order[n]
        error = known[at] - targets[at]
        for i in range(features.shape[1]):
            error += weights[features[at, i]]
        slope = max(-STEADY, min(STEADY, error))
        loss += slope * (error - 0.5 * slope)
        if rate > 0.0:
            for i in range(features.shape[1]):
                feature = features[at, i]
                squares[feature] += slope * slope
                weights[feature] -= rate * slope / np.sqrt(squares[feature])
    return loss / len(order)
