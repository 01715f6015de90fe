"""Games of Alluvium that quick players draw by the tables as they are, with notes of every sheet after every step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.sheet import count, holes
from alcove.games.alluvium.table import OVER, SEATS, State, slots_filled
from alcove.games.alluvium.worth import (
    LACKING,
    SHAPE,
    SLOT_COUNT,
    Sketch,
    Tables,
    leads,
    look_at_help,
    measure,
    pairs,
    weigh,
)
from alcove.kernel.jit import compiled
from alcove.kernel.random import next_random, pick


class Notes(NamedTuple):
    """What the sheets of some games were like after each step, and what they brought."""

    home: Any  # [game, slots filled, sheet]: boxes of the best rectangles, then the shape
    help: Any  # [game, slots filled, sheet, seat, (lead, second lead, area)]
    points: Any  # [game, sheet, round - 1]
    bonus: Any  # [game, sheet, seat]


def make_notes(games: int) -> Notes:
    return Notes(
        np.zeros((games, SLOT_COUNT, SEATS, LACKING + SHAPE), dtype=np.int16),
        np.zeros((games, SLOT_COUNT, SEATS, SEATS, 3), dtype=np.int16),
        np.zeros((games, SEATS, 4), dtype=np.int16),
        np.zeros((games, SEATS, SEATS), dtype=np.int16),
    )


@compiled
def take_notes(state: State, notes: Notes, game: int, sketch: Sketch) -> None:
    slot = slots_filled(state)
    for sheet in range(state.players):
        low, high = state.filled[sheet, 0], state.filled[sheet, 1]
        hole_low, hole_high = holes(low, high)
        measure(low, high, sketch)
        look_at_help(state, sheet, sketch)
        for lack in range(LACKING):
            notes.home[game, slot, sheet, lack] = sketch.best[lack]
        notes.home[game, slot, sheet, LACKING] = count(low, high)
        notes.home[game, slot, sheet, LACKING + 1] = pairs(low, high)
        notes.home[game, slot, sheet, LACKING + 2] = count(hole_low, hole_high)
        for seat in range(state.players):
            if seat != sheet:
                first, second = leads(state, sheet, seat, sketch.checks)
                notes.help[game, slot, sheet, seat, 0] = first
                notes.help[game, slot, sheet, seat, 1] = second
                notes.help[game, slot, sheet, seat, 2] = sketch.land[seat]


@compiled
def quick_choice(
    tables: Tables, state: State, seat: int, rng: Any, actions: Any, worths: Any, sketch: Sketch, noise: float
) -> int:
    """What looks best, give or take some points."""
    choices = rules.legal(state, seat, actions)
    if choices == 1:
        return actions[0]
    weigh(tables, state, seat, actions, choices, sketch, worths)
    best, most = 0, -1e9
    for i in range(choices):
        worth = worths[i] + noise * np.float64(next_random(rng) >> np.uint64(40)) / (1 << 24)
        if worth > most:
            best, most = i, worth
    return actions[best]


def play_games(
    tables: Tables,
    start: Any,
    rng: Any,
    actions: Any,
    worths: Any,
    sketch: Sketch,
    noise: float,
    slips: int,
    notes: Notes,
) -> None:
    """Play from each of the starts, so many of 1024 drawings at random."""
    for game in range(len(start)):
        state = start[game]
        while state.stage != OVER:
            waiting, slot = rules.awaited(state), slots_filled(state)
            seat = 0
            while not (waiting >> seat) & 1:
                seat += 1
            if pick(rng, 1024) < slips:
                action = rules.sample(state, seat, rng)
            else:
                action = quick_choice(tables, state, seat, rng, actions, worths, sketch, noise)
            rules.play(state, seat, action)
            if slots_filled(state) != slot:
                take_notes(state, notes, game, sketch)
        for sheet in range(state.players):
            for lap in range(4):
                notes.points[game, sheet, lap] = state.points[sheet, lap]
            for seat in range(state.players):
                notes.bonus[game, sheet, seat] = rules.helper_points(state, sheet, seat)
