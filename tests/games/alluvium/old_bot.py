"""The bot that Alluvium had before it learned anything: quick drawings to the end of the round, then a count."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.glance import CHECK, CHECKS_THAT_COUNT, gain, laps_left, priors, worth
from alcove.games.alluvium.redraw import rectangle_with
from alcove.games.alluvium.sheet import AROUND, COVER, PASS, count, largest_rectangle
from alcove.games.alluvium.table import NONE, OVER, State, sheet_before
from alcove.kernel.jit import compiled
from alcove.kernel.shares import share_of_win

__all__ = ["EXPLORATION", "priors", "rewards", "rollout"]

EXPLORATION = 1.5
TOUCH = 0.25
TRIES = 5
LEAD_SCALE = 7.0


@compiled
def quick_gain(state: State, seat: int, action: int) -> float:
    sheet = sheet_before(state, seat)
    low, high = state.filled[sheet, 0] | COVER[action, 0], state.filled[sheet, 1] | COVER[action, 1]
    if rules.first_land(state) and state.draft[seat] != NONE:
        low, high = low | COVER[state.draft[seat], 0], high | COVER[state.draft[seat], 1]
    touching = count(AROUND[action, 0] & low, AROUND[action, 1] & high)
    return gain(state, seat, action, largest_rectangle(low, high)[0] + TOUCH * touching)


@compiled
def quick_choice(state: State, seat: int, rng: Any) -> int:
    """The best of a few drawings."""
    best, best_gain = -1, -1e9
    for _ in range(TRIES):
        action = rules.sample(state, seat, rng)
        if action == PASS:
            return action
        gain = quick_gain(state, seat, action)
        if gain > best_gain:
            best, best_gain = action, gain
    return best


@compiled
def outlook(state: State, seat: int) -> float:
    """Points made, bonus VP as things stand, and what the sheet will bring in the rounds to come."""
    total = float(rules.round_points(state, seat) + rules.bonus(state, seat))
    left = laps_left(state)
    if left > 0.0:
        boxes = rectangle_with(state, seat, PASS)
        total += left * worth(state.filled[seat, 0], state.filled[seat, 1], boxes)
        for sheet in range(state.players):
            total += CHECK * float(min(state.checks[sheet, seat], CHECKS_THAT_COUNT))
    return total


@compiled
def shares(state: State, out: Any) -> None:
    """Turn what each seat can expect into shares of the win."""
    most, total = -1e9, 0.0
    for seat in range(state.players):
        out[seat] = outlook(state, seat)
        most = max(most, out[seat])
    for seat in range(state.players):
        out[seat] = np.exp((out[seat] - most) / LEAD_SCALE)
        total += out[seat]
    for seat in range(state.players):
        out[seat] /= total


@compiled
def rewards(state: State, out: Any) -> None:
    """Mostly who wins, a little by how much."""
    shares(state, out)
    winners = rules.winners(state)
    share = share_of_win(winners, state.players, False)
    for seat in range(state.players):
        out[seat] = 0.5 * out[seat] + (0.5 * share if (winners >> seat) & 1 else 0.0)


@compiled
def rollout(state: State, searcher: int, rng: Any, actions: Any, out: Any) -> None:
    """Play on to the end of the round, each seat quickly, then see how things stand."""
    lap = state.lap
    while state.stage != OVER and state.lap == lap:
        waiting = rules.awaited(state)
        seat = 0
        while not (waiting >> seat) & 1:
            seat += 1
        rules.play(state, seat, quick_choice(state, seat, rng))
    if state.stage == OVER:
        rewards(state, out)
    else:
        shares(state, out)
