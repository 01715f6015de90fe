"""How the bots of Alva think: what they have learned (`evaluation.py`), and what they see at a glance.

Alpha-beta searches with the evaluation. The glance is for those who have no time to search: a bot before its game is
compiled, and the many games of the lab.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alva import rules
from alcove.games.alva.board import POINTS
from alcove.games.alva.book import known as book
from alcove.games.alva.evaluation import evaluate, key, noisy, rank, run_length
from alcove.games.alva.rules import State
from alcove.games.alva.weights import TRAINING, tables
from alcove.kernel.jit import compiled

__all__ = ["SPREAD", "TRAINING", "book", "evaluate", "key", "noisy", "priors", "rank", "tables"]

SPREAD = 250.0

# What is seen at a glance; found by matches (docs/decisions/0005-one-open-loop-search.md).
BOLDNESS = 0.8
SHIFT_WEIGHT = 0.6
HANGING, THREAT = 0.5, 0.3
MAX_GAIN = 4.0


@compiled
def jump_gain(state: State, seat: int, action: int) -> int:
    """What a jump is worth at once: nothing if it would make the exchange even (ALVA-14)."""
    run = run_length(state, seat, action)
    return 0 if state.taken + run == state.before else run


@compiled
def margin(state: State, seat: int) -> int:
    """By how much a seat leads (ALVA-19)."""
    other = 1 - seat
    own = state.captured[seat] + rules.edge_points(state, seat)
    return own - state.captured[other] - rules.edge_points(state, other)


@compiled
def settle(state: State, actions: Any) -> None:
    """Make the captures that are forced now, each the one that takes most, until all is quiet."""
    while rules.actors(state) and rules.must_capture(state):
        seat = state.to_move
        best, best_gain = -1, -1
        for i in range(rules.legal(state, seat, actions)):
            gain = jump_gain(state, seat, actions[i])
            if gain > best_gain:
                best, best_gain = actions[i], gain
        rules.play(state, seat, best)


@compiled
def priors(state: State, seat: int, actions: Any, count: int, out: Any, costs: Any) -> None:
    """Look one move ahead: how the score stands when every capture that follows has been made.

    This is where sacrifices, chains and even exchanges are understood; the search then only has to go deeper.
    A piece given away for nothing is noted as a cost.
    """
    trial = np.empty(1, rules.STATE)
    jumps = np.empty(4 * POINTS, np.int32)
    now, total = margin(state, seat), 0.0
    for i in range(count):
        trial[0] = state
        after = trial[0]
        rules.play(after, seat, actions[i])
        weight = 1.0
        if after.shifted:  # the placement is still to come; see what the shift alone leads to
            after.shifted = 0
            after.to_move = 1 - seat
            after.before = 0
            weight = SHIFT_WEIGHT
        settle(after, jumps)
        gain = float(margin(after, seat) - now)
        if gain < 0 and actions[i] < rules.JUMP_FROM:
            costs[i] = -gain
        if after.to_move == seat:
            if after.threats[1 - seat] and not after.threats[seat]:
                gain -= HANGING
        elif after.threats[seat]:
            gain += THREAT
        out[i] = weight * np.exp(BOLDNESS * min(MAX_GAIN, max(-MAX_GAIN, gain)))
        total += out[i]
    for i in range(count):
        out[i] /= total
