"""What choices are worth by a learned net: a template, compiled for each game that brings `features`.

Where all lies open and only chance is unknown, a choice is judged by the position that it leads to for certain, before
anybody rolls. The net is small: features that are there add up rows of its first layer, so a position costs about a
microsecond.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.bots.layers import Net, add_up, go_through

# What a game brings.
rules_awaited: Any = None
rules_legal: Any = None
rules_play: Any = None
rules_together: Any = None
bot_act: Any = None
bot_learned: Any = None
bot_features: Any = None
bot_rewards: Any = None
bot_priors: Any = None
bot_rollout: Any = None
HOOKS = ("act", "learned", "features")
FUNCTIONS = ("add_up", "go_through", "forward", "worth", "values", "guess", "estimate")
INLINED = ("add_up", "go_through", "forward")

SHARPNESS = 150.0
"""How far the priors trust the values."""
CURIOSITY = 0.05
"""Values of a net differ little and are hardly ever far off: seldom is anything else worth a visit."""
TRIED, THEN, BEST = range(3)
STATES = 3


class Mind(NamedTuple):
    """A net and room to work in."""

    net: Net
    states: Any
    found: Any  # features
    before: Any  # those of the last position ...
    summed: Any  # ... and how many of them; 0 if the weights may have changed since
    sums: Any  # [n]: of the first layer, after n * STRIDE of them
    one: Any
    live: Any  # units of the first layer that say something
    two: Any
    rewards: Any
    actions: Any
    values: Any
    turns: Any  # so many decisions are played before a state is judged


def forward(mind: Mind, count: int) -> float:
    """What the first so many of the features found are worth, from 0 to 1."""
    add_up(mind, count)
    value: float = 1.0 / (1.0 + np.exp(-np.float64(go_through(mind))))
    return value


def worth(mind: Mind, state: Any, seat: int) -> float:
    """What a position before a roll, or a finished one, is worth to a seat."""
    if rules_awaited(state) == 0:
        bot_rewards(state, mind.rewards)
        value: float = mind.rewards[seat]
    else:
        value = forward(mind, bot_features(state, seat, mind.found))
    return value


def values(state: Any, seat: int, actions: Any, count: int, out: Any, mind: Mind) -> int:
    """What each action is worth to a seat, which may decide once more before anybody rolls. Returns which is best; what
    it leads to is left in the mind's last state."""
    best, most = 0, -1.0
    mind.summed[0] = 0
    for i in range(count):
        mind.states[TRIED] = state
        tried = mind.states[TRIED]
        decides_again = not bot_act(tried, seat, actions[i]) and rules_awaited(tried) == 1 << seat
        out[i] = -1.0
        for j in range(rules_legal(tried, seat, mind.actions) if decides_again else 1):
            mind.states[THEN] = tried
            then = mind.states[THEN]
            if decides_again:
                bot_act(then, seat, mind.actions[j])
            value = worth(mind, then, seat)
            out[i] = max(out[i], value)
            if value > most:
                best, most = i, value
                mind.states[BEST] = then
    return best


def guess(state: Any, seat: int, actions: Any, count: int, out: Any, costs: Any, mind: Mind) -> None:
    """First guesses from the values of the choices."""
    if not bot_learned(state):
        bot_priors(state, seat, actions, count, out, costs)
        return
    most = out[values(state, seat, actions, count, out, mind)]
    total = 0.0
    for i in range(count):
        out[i] = np.exp(max(SHARPNESS * (out[i] - most), -5.0))
        total += out[i]
    for i in range(count):
        out[i] *= CURIOSITY / total


def estimate(state: Any, searcher: int, rng: Any, actions: Any, out: Any, mind: Mind) -> None:
    """What a state is worth to each seat, if whoever decides does what looks best; some turns are played first."""
    awaited = rules_awaited(state)
    if awaited == 0:
        bot_rewards(state, out)
        return
    if not bot_learned(state):
        bot_rollout(state, searcher, rng, actions, out)
        return
    turns, seat, best = mind.turns[0], 0, 0
    while True:
        seat = 0
        while not (awaited >> seat) & 1:
            seat += 1
        best = values(state, seat, actions, rules_legal(state, seat, actions), mind.values, mind)
        if turns == 0:
            break
        turns -= 1
        rules_play(state, seat, actions[best])
        awaited = rules_awaited(state)
        if awaited == 0:
            bot_rewards(state, out)
            return
    as_one = rules_together(state)
    for other in range(len(out)):
        out[other] = mind.values[best] if as_one or other == seat else worth(mind, mind.states[BEST], other)
