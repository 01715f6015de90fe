"""What a player of Alluvium sees at a glance: which drawings look good.

At home a drawing is good if it makes the largest rectangle larger, or fills up one that is nearly whole. On the sheets
of others it is good if it helps the player to a high rank with a large area there, and bad if it gives the owner a
larger rectangle. Bots choose so that do not search.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.sheet import COVER, PASS, WIDTH, largest_area, largest_rectangle, row_of
from alcove.games.alluvium.table import (
    COLOURS,
    DUMMY,
    DUMMY_DRAWS,
    NONE,
    OTHERS,
    OVER,
    State,
    rounds,
    sheet_before,
    touched,
)
from alcove.kernel.jit import compiled
from alcove.kernel.state import Word

HOLE = 2.4
PROMISE = 0.5
HINDER = 0.45
CHECK, CHECKS_THAT_COUNT = 0.3, 12
BOLDNESS = 1.1
MAX_GAIN = 12.0


@compiled
def promise(low: Word, high: Word) -> float:
    """The best of all rectangles, where each box that it lacks costs HOLE more than a box is worth."""
    best = 0.0
    lacks = np.empty(WIDTH, dtype=np.float64)
    for bottom in range(WIDTH):
        for column in range(WIDTH):
            lacks[column] = 0.0
        for top in range(bottom, WIDTH):
            row = row_of(low, high, top)
            height = top - bottom + 1.0
            value = 0.0
            for column in range(WIDTH):
                if not (row >> column) & 1:
                    lacks[column] += 1.0 + HOLE
                value = max(0.0, value) + height - lacks[column]
                best = max(best, value)
    return best


@compiled
def worth(low: Word, high: Word, boxes: int) -> float:
    """What a sheet is worth to its owner in a round: its rectangle, and what that may grow to."""
    return (1.0 - PROMISE) * boxes + PROMISE * promise(low, high)


@compiled
def help_worth(state: State, sheet: int, colour: int, action: int) -> float:
    """What a helper would get on a sheet after one more drawing, and a little for every check."""
    checks = state.checks[sheet, colour]
    low, high = state.land[sheet, colour, 0], state.land[sheet, colour, 1]
    if action != PASS:
        checks += touched(state, sheet, action)
        low, high = low | COVER[action, 0], high | COVER[action, 1]
    area = float(largest_area(low, high))
    better = 0
    for other in range(COLOURS):
        better += other != sheet and other != colour and state.checks[sheet, other] > checks
    part = rules.parts_of_area(state, better + 1)
    share = 1.0 / part if part > 0 else 0.1
    return share * area + CHECK * float(min(checks, CHECKS_THAT_COUNT))


@compiled
def laps_left(state: State) -> float:
    """Rounds that are still to be scored."""
    return 0.0 if state.stage == OVER else float(rounds(state) - state.lap + 1)


@compiled
def gain_of(state: State, seat: int, action: int) -> float:
    """How good a drawing looks for the seat that draws it."""
    sheet = sheet_before(state, seat)
    low, high = state.filled[sheet, 0] | COVER[action, 0], state.filled[sheet, 1] | COVER[action, 1]
    if rules.first_land(state) and state.draft[seat] != NONE:  # the two forms are seen together
        low, high = low | COVER[state.draft[seat], 0], high | COVER[state.draft[seat], 1]
    return gain(state, seat, action, worth(low, high, largest_rectangle(low, high)[0]))


@compiled
def gain(state: State, seat: int, action: int, value: float) -> float:
    """The same, if the sheet would be worth so much to its owner in a round."""
    sheet, left = sheet_before(state, seat), laps_left(state)
    if state.stage == OTHERS:
        return help_worth(state, sheet, seat, action) - HINDER * left * value / (state.players - 1.0)
    if state.stage == DUMMY_DRAWS:
        return 0.5 * left * value - 0.1 * help_worth(state, sheet, DUMMY, action)
    return 0.5 * left * value


@compiled
def priors(state: State, seat: int, actions: Any, count_of: int, out: Any, costs: Any) -> None:
    """By how good each drawing looks. Some of them alone get the share of all that they are."""
    best = -1e9
    for i in range(count_of):
        out[i] = gain_of(state, seat, actions[i])
        best = max(best, out[i])
    total = 0.0
    for i in range(count_of):
        out[i] = np.exp(BOLDNESS * max(-MAX_GAIN, out[i] - best))
        total += out[i]
    every = np.empty(rules.MAX_CHOICES, dtype=np.int32)
    share = count_of / rules.legal(state, seat, every)
    for i in range(count_of):
        out[i] *= share / total
