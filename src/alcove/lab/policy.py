"""Whole games by a quick bot: no search, only what `priors` thinks of each choice.

A template like the search: `kernel.jit.specialise` copies it for each game. A seat decides from what it knows: all else
is drawn anew (`conceal`) before its choices are weighed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.kernel.random import next_random

rules_awaited: Any = None
rules_legal: Any = None
rules_play: Any = None
rules_conceal: Any = None
bot_priors: Any = None
lab_watch: Any = None
FUNCTIONS = ("decide", "play_out")
INLINED = ("decide",)


def watch(state: Any, seat: int, action: int, notes: Any) -> None:
    """What is noted of an action before it is carried out. A game's `lab.py` may have more to say."""


def decide(state: Any, mind: Any, seat: int, rng: Any, actions: Any, weights: Any, costs: Any, sharpness: float) -> int:
    """A choice by its prior: the sharper, the more often the best one."""
    count = rules_legal(state, seat, actions)
    if count == 1:
        return actions[0]
    mind[0] = state
    rules_conceal(mind[0], seat, rng)
    bot_priors(mind[0], seat, actions, count, weights, costs)
    best = 0.0
    for i in range(count):
        best = max(best, weights[i])
    total = 0.0
    for i in range(count):
        weights[i] = (weights[i] / best) ** sharpness if best > 0.0 else 1.0
        total += weights[i]
    left = np.float64(next_random(rng) >> np.uint64(11)) / (1 << 53) * total
    for i in range(count):
        left -= weights[i]
        if left < 0.0:
            return actions[i]
    return actions[count - 1]


def play_out(
    rows: Any, mind: Any, rng: Any, actions: Any, weights: Any, costs: Any, notes: Any, sharpness: float
) -> int:
    """Play every row to its end, in place; return the number of actions."""
    total = 0
    for number in range(len(rows)):
        state = rows[number]
        while True:
            awaited = rules_awaited(state)
            if awaited == 0:
                break
            seat = 0
            while not (awaited >> seat) & 1:
                seat += 1
            action = decide(state, mind, seat, rng, actions, weights, costs, sharpness)
            lab_watch(state, seat, action, notes[number])
            rules_play(state, seat, action)
            total += 1
    return total
