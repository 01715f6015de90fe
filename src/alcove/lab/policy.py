"""Whole games by a quick bot: no search, only what `priors` thinks of each choice.

A template like the search: `kernel.jit.specialise` copies it for each game. A seat decides from what it knows: all else
is drawn anew (`conceal`) before its choices are weighed. Whatever a game calls a thing (a card, a hex, an event) can be
favoured: what a seat thinks of a choice is multiplied by its favour for the things that the choice names.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.kernel.random import next_random

rules_awaited: Any = None
rules_legal: Any = None
rules_play: Any = None
rules_conceal: Any = None
rules_scores: Any = None
rules_winners: Any = None
rules_reason: Any = None
bot_priors: Any = None
lab_watch: Any = None
lab_things: Any = None
lab_carry_out: Any = None

FUNCTIONS = ("favoured", "decide", "note_choice", "leader_of", "play_out", "sum_up")
INLINED = ("favoured", "decide", "note_choice", "leader_of")

ACTIONS, DECISIONS, CHOICES, MOST_CHOICES, LEADER_CHANGES, LAST_CHANGE, COUNTS = range(7)
"""What is counted of every game. A decision is an action that was not the only one."""
FORCED = 1e9
"""A favour so great that the thing is taken whenever it can be, and an event drawn until it happens."""
MAX_NAMED = 8
"""The most things that one action can name."""


def watch(state: Any, seat: int, action: int, notes: Any) -> None:
    """What is noted of an action before it is carried out. A game's `lab.py` may have more to say."""


def things(state: Any, seat: int, action: int, out: Any) -> int:
    """The things that an action names: writes their numbers, returns how many. A game's `lab.py` knows them."""
    return 0


def carry_out(
    rows: Any, number: int, spare: Any, seat: int, action: int, rng: Any, offered: Any, taken: Any, who: Any, ways: Any
) -> None:
    """Play an action. Where chance brings things of its own, `chance.py` does it."""
    rules_play(rows[number], seat, action)


def favoured(state: Any, seat: int, action: int, favour: Any, once: bool, offered: Any, named: Any) -> float:
    """How much a choice is favoured for the things that it names; perhaps only when they are offered first."""
    factor = 1.0
    for nth in range(lab_things(state, seat, action, named)):
        if not once or offered[seat, named[nth]] == 0:
            factor *= favour[named[nth]]
    return factor


def decide(
    state: Any,
    mind: Any,
    seat: int,
    way: int,
    rng: Any,
    actions: Any,
    count: int,
    weights: Any,
    costs: Any,
    ways: Any,
    offered: Any,
) -> int:
    """A choice by its prior: the sharper, the more often the best one. `way` is the seat's among all `ways` to play."""
    sharpness, favour, restricted, once, named = ways
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
        weights[i] = (weights[i] / best) ** sharpness[way] if best > 0.0 else 1.0
        total += weights[i]
    if restricted[way]:
        allowed = 0.0
        for i in range(count):
            costs[i] = weights[i] * favoured(state, seat, actions[i], favour[way], once[way], offered, named)
            allowed += costs[i]
        if allowed > 0.0:  # else nothing but forbidden choices
            total = allowed
            for i in range(count):
                weights[i] = costs[i]
    left = np.float64(next_random(rng) >> np.uint64(11)) / (1 << 53) * total
    for i in range(count):
        left -= weights[i]
        if left < 0.0:
            return actions[i]
    last = count - 1
    while last > 0 and weights[last] == 0.0:
        last -= 1
    return actions[last]


def note_choice(
    state: Any, seat: int, actions: Any, count: int, action: int, offered: Any, taken: Any, named: Any
) -> None:
    """Which things were offered with a decision, and which of them were taken."""
    for i in range(count):
        for nth in range(lab_things(state, seat, actions[i], named)):
            offered[seat, named[nth]] = 1
    for nth in range(lab_things(state, seat, action, named)):
        taken[seat, named[nth]] = 1


def leader_of(state: Any, scores: Any, before: int) -> int:
    """Who has the most points; while several have, whoever led before."""
    rules_scores(state, scores)
    best, alone = 0, True
    for seat in range(1, len(scores)):
        if scores[seat] > scores[best]:
            best, alone = seat, True
        elif scores[seat] == scores[best]:
            alone = False
    return best if alone else before


def play_out(
    rows: Any,
    seeds: Any,
    spare: Any,
    rng: Any,
    actions: Any,
    weights: Any,
    costs: Any,
    who: Any,
    ways: Any,
    scores: Any,
    notes: Any,
    counts: Any,
    offered: Any,
    taken: Any,
) -> None:
    """Play every row to its end, in place; `who[game, seat]` is the way in which that seat plays.

    Each game has a generator of its own, so none knows of the others.
    """
    for number in range(len(rows)):
        state, count_of = rows[number], counts[number]
        rng[0] = seeds[number]
        leader = leader_of(state, scores, -1)
        while True:
            awaited = rules_awaited(state)
            if awaited == 0:
                break
            seat = 0
            while not (awaited >> seat) & 1:
                seat += 1
            count = rules_legal(state, seat, actions)
            action = decide(
                state, spare, seat, who[number, seat], rng, actions, count, weights, costs, ways, offered[number]
            )
            count_of[ACTIONS] += 1
            if count > 1:
                count_of[DECISIONS] += 1
                count_of[CHOICES] += count
                count_of[MOST_CHOICES] = max(count_of[MOST_CHOICES], count)
                note_choice(state, seat, actions, count, action, offered[number], taken[number], ways[4])
            lab_watch(state, seat, action, notes[number])
            lab_carry_out(rows, number, spare, seat, action, rng, offered[number], taken[number], who[number], ways)
            now = leader_of(state, scores, leader)
            if now != leader:
                if leader >= 0:
                    count_of[LEADER_CHANGES] += 1
                count_of[LAST_CHANGE] = count_of[ACTIONS]
                leader = now


def sum_up(rows: Any, scores: Any, winners: Any, reasons: Any) -> None:
    """How finished games came out."""
    for number in range(len(rows)):
        rules_scores(rows[number], scores[number])
        winners[number] = rules_winners(rows[number])
        reasons[number] = rules_reason(rows[number])
