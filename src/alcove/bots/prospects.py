"""What a state is worth to each seat by a learned net: a template, compiled for each game that brings `standing`.

It is for games in which seats know different things, or chance comes in anywhere. A state is played on, each seat doing
what is sensible, until it rests: there it is judged for each seat by that seat's own features. The net says how much
more a seat may expect than what is known without learning; all seats together make it shares of the win.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.bots.layers import Net, add_up, go_through

# What a game brings.
rules_awaited: Any = None
rules_play: Any = None
bot_standing: Any = None
bot_sensible: Any = None
bot_priors: Any = None
bot_rests: Any = None
bot_rewards: Any = None
HOOKS = ("sensible", "rests", "standing")
FUNCTIONS = ("first_of", "add_up", "go_through", "expect", "judge", "settle", "guess", "estimate")
INLINED = ("first_of", "add_up", "go_through", "expect")

TRUSTED = 0.7
"""How far first guesses are trusted: the exponent of each."""
FAIRNESS = 0.1
"""The part that all choices get alike, so that each is tried sooner or later."""
CURIOSITY = 0.4
"""Values of a net differ by little; with more curiosity than that the search would follow its first guesses."""


class Mind(NamedTuple):
    """A net and room to work in."""

    net: Net
    found: Any  # features
    before: Any
    summed: Any
    sums: Any
    one: Any
    live: Any  # units of the first layer that say something
    two: Any
    known: Any  # what a seat may expect without learning
    worths: Any


def first_of(awaited: int) -> int:
    """The first seat of a set."""
    seat = 0
    while not (awaited >> seat) & 1:
        seat += 1
    return seat


def expect(mind: Mind, count: int) -> float:
    """What the first so many of the features found are worth; e to one for each step of one."""
    mind.summed[0] = 0
    add_up(mind, count)
    return np.float64(go_through(mind))


def judge(mind: Mind, state: Any, out: Any) -> None:
    """The shares of the win that the seats may expect, in a state that rests or is over."""
    if rules_awaited(state) == 0:
        bot_rewards(state, out)
        return
    most, total = -1e18, 0.0
    for seat in range(len(out)):
        count = bot_standing(state, seat, mind.found, mind.known)
        out[seat] = mind.known[0] + expect(mind, count)
        most = max(most, out[seat])
    for seat in range(len(out)):
        out[seat] = np.exp(out[seat] - most)
        total += out[seat]
    for seat in range(len(out)):
        out[seat] /= total


def settle(state: Any, rng: Any, actions: Any, worths: Any) -> None:
    """Play on until a state rests."""
    awaited = rules_awaited(state)
    while awaited != 0 and not bot_rests(state):
        seat = first_of(awaited)
        rules_play(state, seat, bot_sensible(state, seat, rng, actions, worths))
        awaited = rules_awaited(state)


def guess(state: Any, seat: int, actions: Any, count: int, out: Any, costs: Any, mind: Mind) -> None:
    """First guesses of the game, with something for every choice."""
    bot_priors(state, seat, actions, count, out, costs)
    total = 0.0
    for i in range(count):
        out[i] = out[i] ** TRUSTED
        total += out[i]
    for i in range(count):
        out[i] = CURIOSITY * ((1.0 - FAIRNESS) * out[i] / total + FAIRNESS / count)


def estimate(state: Any, searcher: int, rng: Any, actions: Any, out: Any, mind: Mind) -> None:
    """What a state is worth to each seat."""
    settle(state, rng, actions, mind.worths)
    judge(mind, state, out)
