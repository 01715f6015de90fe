"""Games that a net plays against itself, and what it learns from them. A template like `afterstate.py`.

Every position before a roll is brought closer to what the positions after it were thought to be worth, and to how the
game ended: TD(λ). Now and then a random action is tried; what comes of it is not held against the positions before.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.bots.afterstate import BEST, Mind
from alcove.bots.layers import BATCH, Net, improve, push_back
from alcove.kernel.random import next_random, pick

# What a game brings, and what was made of it.
rules_awaited: Any = None
rules_legal: Any = None
rules_setup: Any = None
rules_play: Any = None
rules_together: Any = None
bot_act: Any = None
bot_features: Any = None
bot_rewards: Any = None
bot_start: Any = None
forward: Any = None
values: Any = None
FUNCTIONS = ("note", "tell", "play_game", "play_games", "push_back", "add_slopes", "improve", "learn", "measure")
INLINED = ("note", "tell", "play_game", "push_back", "add_slopes")

NO_ROOM = -1.0
MEASURED = 8
"""One of so many positions is looked at to see how far the net has come."""


class Notes(NamedTuple):
    """Positions of games, each as one seat saw it."""

    found: Any  # [position, features]
    count: Any
    value: Any
    target: Any
    seat: Any
    cut: Any  # a position that was thought of and not played: nothing is learned from it
    used: Any


class Desk(NamedTuple):
    """Room to play and to learn in."""

    blank: Any
    state: Any
    after: Any
    choices: Any
    following: Any
    told: Any
    one_back: Any
    two_back: Any
    second_turned: Any  # the second layer the other way round, for the way back
    slopes: Net
    means: Any
    squares: Any
    steps: Any


def note(mind: Mind, notes: Notes, state: Any, seats: int, cut: bool) -> None:
    """Note a position before a roll for each seat, or for all as one."""
    for seat in range(seats):
        at = notes.used[0]
        notes.used[0] += 1
        count = bot_features(state, seat, mind.found)
        notes.value[at] = forward(mind, count)
        notes.count[at] = count
        for i in range(count):
            notes.found[at, i] = mind.found[i]
        notes.seat[at] = seat
        notes.cut[at] = cut


def tell(desk: Desk, notes: Notes, begun: int, trust: float) -> None:
    """Set the targets of one game, from its last position to its first. What it came to is in desk.told."""
    for at in range(notes.used[0] - 1, begun - 1, -1):
        seat = notes.seat[at]
        if notes.cut[at]:
            desk.told[seat] = notes.value[at]
        else:
            desk.told[seat] = (1.0 - trust) * desk.following[seat] + trust * desk.told[seat]
            notes.target[at] = desk.told[seat]
        desk.following[seat] = notes.value[at]


def play_game(mind: Mind, desk: Desk, notes: Notes, rng: Any, slips: int, trust: float) -> float:
    """Play a game out, so many of 1024 actions at random, and set the targets. Returns what the first seat got."""
    state = desk.state[0]
    seats = 1 if rules_together(state) else len(mind.rewards)
    begun = notes.used[0]
    while rules_awaited(state) != 0:
        if notes.used[0] + 2 * seats > len(notes.count):
            notes.used[0] = begun
            return NO_ROOM
        seat = 0
        while not (rules_awaited(state) >> seat) & 1:
            seat += 1
        count = rules_legal(state, seat, desk.choices)
        chosen = values(state, seat, desk.choices, count, mind.values, mind)
        if count > 1 and pick(rng, 1024) < slips:
            if rules_awaited(mind.states[BEST]) != 0:
                note(mind, notes, mind.states[BEST], seats, True)
            chosen = pick(rng, count)
        desk.after[0] = state
        if bot_act(desk.after[0], seat, desk.choices[chosen]):
            note(mind, notes, desk.after[0], seats, False)
        rules_play(state, seat, desk.choices[chosen])
    bot_rewards(state, mind.rewards)
    for seat in range(seats):
        desk.following[seat] = mind.rewards[seat]
        desk.told[seat] = mind.rewards[seat]
    tell(desk, notes, begun, trust)
    got: float = mind.rewards[0]
    return got


def play_games(
    mind: Mind, desk: Desk, notes: Notes, options: Any, rng: Any, count: int, varied: int, slips: int, trust: float
) -> float:
    """Play some games, so many of 1024 from varied starts. Returns what the first seat got on average."""
    notes.used[0] = 0
    total = 0.0
    for _ in range(count):
        desk.state[0] = desk.blank[0]
        state = desk.state[0]
        state.rng[0] = next_random(rng)
        state.rng[1] = next_random(rng)
        rules_setup(state, len(mind.rewards), options)
        if pick(rng, 1024) < varied:
            bot_start(state, rng)
        total += play_game(mind, desk, notes, rng, slips, trust)
    return total / count


def add_slopes(mind: Mind, desk: Desk, notes: Notes, at: int) -> float:
    """Add the slope of one position's error to those of its batch. Returns the error squared."""
    count = notes.count[at]
    for i in range(count):
        mind.found[i] = notes.found[at, i]
    mind.summed[0] = 0
    error = np.float32(forward(mind, count) - notes.target[at])
    desk.slopes.last_bias[0] += error
    push_back(mind.net, desk, mind.one, mind.two, mind.found, count, error)
    return np.float64(error) * np.float64(error)


def learn(mind: Mind, desk: Desk, notes: Notes, order: Any, rate: float) -> float:
    """Go through positions once, batch by batch. Returns the mean square of the errors."""
    total, seen, batch = 0.0, 0, 0
    for n in range(len(order)):
        if notes.cut[order[n]]:
            continue
        total += add_slopes(mind, desk, notes, order[n])
        seen += 1
        batch += 1
        if batch == BATCH:
            batch = 0
            improve(mind, desk, rate)
    return total / max(1, seen)


def measure(mind: Mind, notes: Notes) -> float:
    """The mean square of a net's errors on some of the positions, with nothing learned from them."""
    total, seen = 0.0, 0
    for at in range(0, notes.used[0], MEASURED):
        if not notes.cut[at]:
            for i in range(notes.count[at]):
                mind.found[i] = notes.found[at, i]
            mind.summed[0] = 0
            error = forward(mind, notes.count[at]) - notes.target[at]
            total += error * error
            seen += 1
    return total / max(1, seen)
