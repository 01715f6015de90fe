"""Choices raced against each other by short playouts, where a learned net knows a game and all play as one: part of the
template of the search (`search.py`).

Each choice is played on by the net for some turns, and the net says what that is worth. All choices get the same dice,
so that luck hardly counts in what lies between them. Those that fall behind too far are left out. What the net thought
of a choice at first counts as much as some playouts do: a few unlucky dice do not refute it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.kernel.random import next_random

values: Any = None
simulate: Any = None
FUNCTIONS = ("weigh", "thin_out", "enter", "compete")
INLINED = FUNCTIONS

TURNS = 8
"""How many decisions a playout has."""
FIRST_GUESS = 50.0
"""What the net thinks at first counts as much as so many playouts."""
SPREAD = 0.1
"""How far apart two choices come out with the same dice, as a rule."""
BEHIND = 2.0
"""Who is behind by so many standard errors is left out."""
FIRST_LOOK = 4
"""After so many dice choices are left out for the first time, and then whenever there are twice as many."""


class Lanes(NamedTuple):
    """A race. Edges of the root are the lanes; differences are to what the net likes best, with the same dice."""

    open: Any  # [edge]: whether it may still win
    guesses: Any  # [edge]: what the net thinks at first
    dice: Any  # [edge]: playouts so far
    sums: Any  # [edge]: of differences
    squares: Any
    standing: Any  # [edge]: by how much it is better than the favourite, as far as is known ...
    variance: Any  # ... and how well that is known
    count: Any  # lanes, dice so far, the favourite of the net, and the lane whose turn it is


LANES, DICE, FAVOURITE, TURN = range(4)
NOBODY = -1


def make_lanes(choices: int) -> Lanes:
    """Room for a race between so many choices, before anybody has entered."""
    return Lanes(
        np.zeros(choices, dtype=np.bool_),
        np.zeros(choices),
        np.zeros(choices, dtype=np.int64),
        np.zeros(choices),
        np.zeros(choices),
        np.zeros(choices),
        np.zeros(choices),
        np.array([0, 0, 0, NOBODY], dtype=np.int64),
    )


def weigh(lanes: Lanes) -> None:
    """Say how the choices stand, from the first guesses and the dice so far."""
    favourite = lanes.count[FAVOURITE]
    for lane in range(lanes.count[LANES]):
        weight = lanes.dice[lane] + FIRST_GUESS
        guess = lanes.guesses[lane] - lanes.guesses[favourite]
        lanes.standing[lane] = (lanes.sums[lane] + FIRST_GUESS * guess) / weight
        lanes.variance[lane] = (lanes.squares[lane] + FIRST_GUESS * SPREAD * SPREAD) / (weight * weight)
    lanes.variance[favourite] = 0.0


def thin_out(lanes: Lanes) -> None:
    """Leave out who is too far behind."""
    weigh(lanes)
    best = -1
    for lane in range(lanes.count[LANES]):
        if lanes.open[lane] and (best < 0 or lanes.standing[lane] > lanes.standing[best]):
            best = lane
    for lane in range(lanes.count[LANES]):
        unsure = np.sqrt(lanes.variance[lane] + lanes.variance[best])
        if lanes.standing[best] - lanes.standing[lane] > BEHIND * unsure:
            lanes.open[lane] = False


def enter(tree: Any, desk: Any, searcher: int) -> None:
    """All choices of an open root enter the race. Its edges were made from the last choice to the first."""
    lanes, count = desk.lanes, tree.used[1]
    for lane in range(count):
        desk.actions[lane] = tree.edges[lane].action
        lanes.open[lane] = True
    lanes.count[LANES] = count
    lanes.count[FAVOURITE] = values(desk.root[0], searcher, desk.actions, count, lanes.guesses, desk.mind)


def compete(tree: Any, desk: Any, searcher: int) -> None:
    """One playout for each choice in the race, with the same dice for all, the net's favourite first; or, where nothing
    is raced, one simulation of the tree."""
    lanes, racing = desk.lanes, desk.mind.turns[0] > 0
    if racing and lanes.count[LANES] == 0:
        enter(tree, desk, searcher)
    luck, reached = next_random(desk.rng) if racing else desk.rng[0], 0.0
    after = desk.rng[0]
    for nth in range(-1, lanes.count[LANES]):
        if racing:
            lanes.count[TURN] = lanes.count[FAVOURITE] if nth < 0 else nth
            if nth == lanes.count[FAVOURITE] or (nth >= 0 and not lanes.open[nth]):
                continue
            desk.rng[0] = luck
        simulate(tree, desk, searcher)
        if racing:
            if nth < 0:
                reached = desk.rewards[searcher]
            lane, ahead = lanes.count[TURN], desk.rewards[searcher] - reached
            lanes.dice[lane] += 1
            lanes.sums[lane] += ahead
            lanes.squares[lane] += ahead * ahead
    if racing:
        desk.rng[0] = after
        lanes.count[DICE] += 1
        dice = lanes.count[DICE]
        if dice >= FIRST_LOOK and (dice & (dice - 1)) == 0:
            thin_out(lanes)
