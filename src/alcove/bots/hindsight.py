"""Games that a quick bot or a net plays against itself, and what is learned from them. A template like `prospects.py`.

Every state that rests is brought closer to what the next ones were thought to be worth, and to how the game ended:
TD(λ), for all seats together. A net plays by looking one choice ahead, in a world drawn anew.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.bots.layers import BATCH, Net, improve, push_back
from alcove.bots.prospects import Mind, first_of
from alcove.kernel.random import next_random, pick

# What a game brings, and what was made of it.
rules_awaited: Any = None
rules_conceal: Any = None
rules_legal: Any = None
rules_play: Any = None
rules_setup: Any = None
bot_standing: Any = None
bot_sensible: Any = None
bot_priors: Any = None
bot_rests: Any = None
bot_rewards: Any = None
expect: Any = None
judge: Any = None
settle: Any = None
FUNCTIONS = (
    "first_of",
    "note",
    "tell",
    "look_ahead",
    "play_game",
    "play_games",
    "push_back",
    "add_slopes",
    "improve",
    "learn",
    "measure",
)
INLINED = ("first_of", "note", "tell", "play_game", "push_back", "add_slopes")

USUAL = 10.0
"""What a seat expects, roughly: so much less, and exponentials stay small."""
WIDTH = 6
"""How many choices are looked at, the most promising ones ..."""
PROMISING = 0.02
"""... and none that promises less than this part of the best."""


class Notes(NamedTuple):
    """States of games. Each has a row for every seat."""

    found: Any  # [state, seat, features]
    count: Any  # [state, seat]
    known: Any
    value: Any
    target: Any
    used: Any


class Desk(NamedTuple):
    """Room to play and to learn in."""

    blank: Any
    states: Any
    choices: Any
    actions: Any
    priors: Any
    costs: Any
    rewards: Any
    told: Any
    following: Any
    ones: Any  # [seat, unit]
    twos: Any
    one_back: Any
    two_back: Any
    second_turned: Any  # the second layer the other way round, for the way back
    slopes: Net
    means: Any
    squares: Any
    steps: Any


def note(mind: Mind, notes: Notes, state: Any, seats: int) -> None:
    at = notes.used[0]
    notes.used[0] += 1
    total = 0.0
    for seat in range(seats):
        count = bot_standing(state, seat, mind.found, mind.known)
        notes.count[at, seat] = count
        notes.known[at, seat] = mind.known[0]
        for i in range(count):
            notes.found[at, seat, i] = mind.found[i]
        notes.value[at, seat] = np.exp(mind.known[0] + expect(mind, count) - USUAL)
        total += notes.value[at, seat]
    for seat in range(seats):
        notes.value[at, seat] /= total


def tell(desk: Desk, notes: Notes, begun: int, seats: int, trust: float) -> None:
    """Set the targets of one game, from its last state to its first. What it came to is in desk.rewards."""
    for seat in range(seats):
        desk.told[seat] = desk.following[seat] = desk.rewards[seat]
    for at in range(notes.used[0] - 1, begun - 1, -1):
        for seat in range(seats):
            desk.told[seat] = (1.0 - trust) * desk.following[seat] + trust * desk.told[seat]
            notes.target[at, seat] = desk.told[seat]
            desk.following[seat] = notes.value[at, seat]


def look_ahead(mind: Mind, desk: Desk, state: Any, seat: int, count: int, rng: Any) -> int:
    """The choice after which a seat may expect most; the same world, and chance to come, for all of them."""
    desk.states[1] = state
    rules_conceal(desk.states[1], seat, rng)
    bot_priors(desk.states[1], seat, desk.choices, count, desk.priors, desk.costs)
    best, most, least, luck = 0, -1.0, 0.0, rng[0]
    for nth in range(min(count, WIDTH)):
        tried = 0
        for i in range(count):
            if desk.priors[i] > desk.priors[tried]:
                tried = i
        if nth == 0:
            least = PROMISING * desk.priors[tried]
        if desk.priors[tried] < least:
            break
        desk.priors[tried] = -1.0
        desk.states[2] = desk.states[1]
        rng[0] = luck
        rules_play(desk.states[2], seat, desk.choices[tried])
        settle(desk.states[2], rng, desk.actions, mind.worths)
        judge(mind, desk.states[2], desk.rewards)
        if desk.rewards[seat] > most:
            best, most = tried, desk.rewards[seat]
    chosen: int = desk.choices[best]
    return chosen


def play_game(mind: Mind, desk: Desk, notes: Notes, rng: Any, how: Any, trust: float) -> None:
    """Play a game out and set the targets. `how` says how many of 1024 decisions look ahead and how many are random,
    and how many of 1024 states that rest are noted."""
    ahead, slips, noted = how
    state, seats, begun = desk.states[0], len(desk.rewards), notes.used[0]
    awaited = rules_awaited(state)
    while awaited != 0:
        seat = first_of(awaited)
        count = rules_legal(state, seat, desk.choices)
        if notes.used[0] < len(notes.count) and bot_rests(state) and pick(rng, 1024) < noted:
            note(mind, notes, state, seats)
        if count == 1:
            action = desk.choices[0]
        elif pick(rng, 1024) < slips:
            action = desk.choices[pick(rng, count)]
        elif pick(rng, 1024) < ahead:
            action = look_ahead(mind, desk, state, seat, count, rng)
        else:
            action = bot_sensible(state, seat, rng, desk.actions, mind.worths)
        rules_play(state, seat, action)
        awaited = rules_awaited(state)
    bot_rewards(state, desk.rewards)
    tell(desk, notes, begun, seats, trust)


def play_games(
    mind: Mind, desk: Desk, notes: Notes, options: Any, rng: Any, count: int, how: Any, trust: float
) -> None:
    notes.used[0] = 0
    for _ in range(count):
        desk.states[0] = desk.blank[0]
        state = desk.states[0]
        state.rng[0] = next_random(rng)
        state.rng[1] = next_random(rng)
        rules_setup(state, len(desk.rewards), options)
        play_game(mind, desk, notes, rng, how, trust)


def add_slopes(mind: Mind, desk: Desk, notes: Notes, at: int) -> float:
    """Add the slopes of one state's errors to those of its batch. Returns how surprising the target is."""
    seats, total, loss = notes.count.shape[1], 0.0, 0.0
    for seat in range(seats):
        for i in range(notes.count[at, seat]):
            mind.found[i] = notes.found[at, seat, i]
        desk.rewards[seat] = np.exp(notes.known[at, seat] + expect(mind, notes.count[at, seat]) - USUAL)
        total += desk.rewards[seat]
        for j in range(len(mind.one)):
            desk.ones[seat, j] = mind.one[j]
        for k in range(len(mind.two)):
            desk.twos[seat, k] = mind.two[k]
    for seat in range(seats):
        share = desk.rewards[seat] / total
        loss -= notes.target[at, seat] * np.log(share)
        error = np.float32(share - notes.target[at, seat])
        ones, twos = desk.ones[seat], desk.twos[seat]
        push_back(mind.net, desk, ones, twos, notes.found[at, seat], notes.count[at, seat], error)
    return loss


def learn(mind: Mind, desk: Desk, notes: Notes, order: Any, rate: float) -> float:
    """Go through states once, batch by batch. Returns how surprising the targets were on average."""
    total = 0.0
    for n in range(len(order)):
        total += add_slopes(mind, desk, notes, order[n])
        if (n + 1) % BATCH == 0:
            improve(mind, desk, rate)
    return total / max(1, len(order))


def measure(mind: Mind, notes: Notes) -> float:
    """How surprising the targets are on average, with nothing learned from them."""
    loss, seats = 0.0, notes.count.shape[1]
    for at in range(notes.used[0]):
        total, believed = 0.0, 0.0
        for seat in range(seats):
            for i in range(notes.count[at, seat]):
                mind.found[i] = notes.found[at, seat, i]
            hope = notes.known[at, seat] + expect(mind, notes.count[at, seat])
            total += np.exp(hope - USUAL)
            believed += notes.target[at, seat] * (hope - USUAL)
        loss += np.log(total) - believed
    mean: float = loss / max(1, notes.used[0])
    return mean
