"""What counts about a tribe when all are about to bid: numbers of features.

A net learns what they are worth beyond the formula of `outlook.py` (`foresight.py`). They are about one tribe, and
about others as far as these stand in its way: on the tracks, at the milestones and in the last age.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.bots.places import Places
from alcove.games.alpacalypse.bids import bids_to_make
from alcove.games.alpacalypse.cards import (
    AGE_ENDS,
    AGE_TILES,
    CARDS,
    STARTER,
    TILE_COUNTS,
    TILE_GOAL,
    TILE_MOST,
    TRIBES,
)
from alcove.games.alpacalypse.claims import BUILD_SOME, CARDS_FOR_MILESTONE, COMPLETE_CARDS, COMPLETE_KINDS, PASS_DAYS
from alcove.games.alpacalypse.completing import can_complete
from alcove.games.alpacalypse.outlook import lead_scale, outlook
from alcove.games.alpacalypse.prices import FIRST, SIZE
from alcove.games.alpacalypse.score import PARTS, asked_for
from alcove.games.alpacalypse.table import (
    AGES,
    BIDS,
    DUMMY_SPACE,
    GOODS,
    HOME,
    KINDS,
    MARKET_TYPES,
    MILESTONE_ALL_KINDS,
    MILESTONE_BUILDINGS,
    MILESTONE_TOP,
    MILESTONES,
    NONE,
    ROUNDS,
    SEATS,
    TILES,
    TRACK_BOTTOM,
    TRACK_COUNT,
    TRACK_TOP,
    State,
    age_of,
    buildings,
    completed,
    goods_in_all,
)
from alcove.games.alpacalypse.vocabulary import BUILDINGS, MEMBERS, POWERS
from alcove.kernel.jit import compiled

PAIRS = (ROUNDS + 1) // 2
"""Rounds are told apart by twos where there is little to tell."""
MOST_GOODS, MOST_IN_ALL = 10, 30
MOST_STEPS = 5  # in front of or behind another pawn
MOST_DONE = 4
MOST_IN_HAND = 5
GAINS = 6
MISSING = 5
TRACK_SPACES = TRACK_TOP - TRACK_BOTTOM + 1
MOST_FEATURES = 400

_places = Places()
ROUND = _places.take(ROUNDS)
PLAYERS = _places.take(SEATS + 1)
TRIBE = _places.take(len(TRIBES))
AT_HOME = _places.take(len(MEMBERS))
ORDER = _places.take(SEATS)
STOCK = _places.take(PAIRS, GOODS, MOST_GOODS)
ALL_GOODS = _places.take(PAIRS, MOST_IN_ALL)
BUILDING = _places.take(ROUNDS, len(BUILDINGS))
BUILT = _places.take(ROUNDS, len(BUILDINGS) + 1)
PAWN = _places.take(PAIRS, TRACK_SPACES)
ON_TRACK = _places.take(TRACK_COUNT, TRACK_SPACES)
AHEAD = _places.take(PAIRS, 2, 2 * MOST_STEPS + 1)
MILESTONE = _places.take(MILESTONES, 3)
RACE = _places.take(KINDS, MOST_DONE, MOST_DONE)
DONE = _places.take(PAIRS, MOST_DONE + 1)
VARIETY = _places.take(KINDS + 1)
HIGHEST = _places.take(TRACK_SPACES)
LEFT_TO_BUILD = _places.take(len(BUILDINGS) + 1)
AGE = _places.take(len(AGE_TILES), MISSING)
AGE_TIME = _places.take(AGES, 4, MISSING)
LAST_AGE = _places.take(len(AGE_TILES))
HAND = _places.take(PAIRS, CARDS)
HELD = _places.take(PAIRS, KINDS, MOST_IN_HAND)
READY = _places.take(PAIRS, STARTER + 1, GAINS)
COMPLETABLE = _places.take(PAIRS, MOST_IN_HAND)
LAID = _places.take(CARDS)
POWER = _places.take(PAIRS, len(POWERS))
WONDER = _places.take(ROUNDS)
TILE = _places.take(2, TILES)
KEPT = _places.take(PAIRS, MARKET_TYPES)
FEATURES = (_places.used,)


@compiled
def standing(state: State, seat: int, found: Any, known: Any) -> int:
    """Write the features of a tribe, and what the formula makes of it; return how many there are."""
    v, parts = np.empty(SIZE), np.empty(len(PARTS), dtype=np.int64)
    known[0] = outlook(state, seat, v, parts) / lead_scale(state)
    pair = (state.lap - 1) // 2
    count = _of_round(state, seat, found)
    count = _of_goods(state, seat, pair, found, count)
    count = _of_tracks(state, seat, pair, found, count)
    count = _of_milestones(state, seat, pair, found, count)
    count = _of_age(state, seat, found, count)
    count = _of_hand(state, seat, pair, v, found, count)
    return _of_possessions(state, seat, pair, found, count)


@compiled
def _of_round(state: State, seat: int, found: Any) -> int:
    found[0] = ROUND + state.lap - 1
    found[1] = PLAYERS + state.players
    found[2] = TRIBE + state.tribe[seat]
    found[3] = ORDER + (seat + state.players - state.first) % state.players
    count = 4
    for member in range(len(MEMBERS)):
        if state.spot[seat, member] == HOME:
            found[count] = AT_HOME + member
            count += 1
    return count


@compiled
def _of_goods(state: State, seat: int, pair: int, found: Any, count: int) -> int:
    for good in range(GOODS):
        found[count] = STOCK + (pair * GOODS + good) * MOST_GOODS + min(state.goods[seat, good], MOST_GOODS - 1)
        count += 1
    found[count] = ALL_GOODS + pair * MOST_IN_ALL + min(goods_in_all(state, seat), MOST_IN_ALL - 1)
    count += 1
    lap = state.lap - 1
    for building in range(len(BUILDINGS)):
        if state.built[seat, building]:
            found[count] = BUILDING + lap * len(BUILDINGS) + building
            count += 1
    found[count] = BUILT + lap * (len(BUILDINGS) + 1) + buildings(state, seat)
    return count + 1


@compiled
def _of_tracks(state: State, seat: int, pair: int, found: Any, count: int) -> int:
    """Where each pawn stands, and how far in front of the first and the second of all others."""
    highest = TRACK_BOTTOM
    for track in range(TRACK_COUNT):
        here = state.pawn[seat, track]
        highest = max(highest, here)
        found[count] = PAWN + pair * TRACK_SPACES + here - TRACK_BOTTOM
        found[count + 1] = ON_TRACK + track * TRACK_SPACES + here - TRACK_BOTTOM
        first, second = TRACK_BOTTOM, DUMMY_SPACE if state.players == 2 else TRACK_BOTTOM
        for other in range(state.players):
            if other != seat:
                there = state.pawn[other, track]
                second = max(second, min(first, there))
                first = max(first, there)
        if second > first:
            first, second = second, first
        for nth in range(2):
            steps = max(-MOST_STEPS, min(MOST_STEPS, here - (second if nth else first)))
            found[count + 2 + nth] = AHEAD + (pair * 2 + nth) * (2 * MOST_STEPS + 1) + MOST_STEPS + steps
        count += 4
    if state.milestone[MILESTONE_TOP] == NONE:
        found[count] = HIGHEST + highest - TRACK_BOTTOM
        count += 1
    return count


@compiled
def _of_milestones(state: State, seat: int, pair: int, found: Any, count: int) -> int:
    for milestone in range(MILESTONES):
        owner = state.milestone[milestone]
        found[count] = MILESTONE + 3 * milestone + (0 if owner == NONE else 1 if owner == seat else 2)
        count += 1
    kinds, done = 0, 0
    for deck in range(KINDS):
        mine, best = min(completed(state, seat, deck), CARDS_FOR_MILESTONE), 0
        kinds += mine > 0
        done += completed(state, seat, deck)
        if state.milestone[deck] == NONE:
            for other in range(state.players):
                if other != seat:
                    best = max(best, min(completed(state, other, deck), CARDS_FOR_MILESTONE))
            found[count] = RACE + (deck * MOST_DONE + mine) * MOST_DONE + best
            count += 1
    found[count] = DONE + pair * (MOST_DONE + 1) + min(done // 3, MOST_DONE)
    count += 1
    if state.milestone[MILESTONE_ALL_KINDS] == NONE:
        found[count] = VARIETY + kinds
        count += 1
    if state.milestone[MILESTONE_BUILDINGS] == NONE:
        found[count] = LEFT_TO_BUILD + buildings(state, seat)
        count += 1
    return count


@compiled
def _missing(state: State, seat: int, age: int) -> int:
    """How far a tribe is from the bonus of an age: in the last one, from whoever has the most."""
    tile = state.age_tile[age]
    goal, asked, missing = TILE_GOAL[tile], TILE_COUNTS[tile], 0
    if age == AGES - 1:
        most = 0
        for other in range(state.players):
            if other != seat:
                most = max(most, asked_for(state, other, TILE_MOST[tile]))
        return max(0, 2 + most - asked_for(state, seat, TILE_MOST[tile]))
    if state.age_bonus[seat, age]:
        return 0
    if goal == COMPLETE_KINDS:
        for deck in range(KINDS):
            missing += max(0, asked[deck] - state.age_done[seat, deck])
        return missing
    missing = asked[0]
    if goal == COMPLETE_CARDS:
        for deck in range(KINDS):
            missing -= state.age_done[seat, deck]
        return missing
    if goal == BUILD_SOME:
        return missing - state.age_built[seat]
    if goal == PASS_DAYS:
        return missing - state.age_passed[seat]
    for track in range(TRACK_COUNT):
        missing -= state.pawn[seat, track] > state.age_pawn[seat, track]
    return missing


@compiled
def _of_age(state: State, seat: int, found: Any, count: int) -> int:
    age = age_of(state)
    missing = max(0, min(MISSING - 1, _missing(state, seat, age)))
    found[count] = AGE + state.age_tile[age] * MISSING + missing
    found[count + 1] = AGE_TIME + (age * 4 + AGE_ENDS[age] - state.lap) * MISSING + missing
    found[count + 2] = LAST_AGE + state.age_tile[AGES - 1]
    return count + 3


@compiled
def _of_hand(state: State, seat: int, pair: int, v: Any, found: Any, count: int) -> int:
    """Cards in hand, and the best of each deck that could be completed now."""
    ready = 0
    for card in range(CARDS):
        if state.hand[seat, card] > 0:
            found[count] = HAND + pair * CARDS + card
            count += 1
            ready += can_complete(state, seat, card)
    found[count] = COMPLETABLE + pair * MOST_IN_HAND + min(ready, MOST_IN_HAND - 1)
    count += 1
    for deck in range(STARTER + 1):
        gain = v[FIRST + deck]
        step = 0 if gain < -8.0 else max(1, min(GAINS - 1, 1 + int(max(0.0, gain) / 1.5)))
        found[count] = READY + (pair * (STARTER + 1) + deck) * GAINS + step
        count += 1
    for deck in range(KINDS):
        held = min(state.hand_size[seat, deck], MOST_IN_HAND - 1)
        found[count] = HELD + (pair * KINDS + deck) * MOST_IN_HAND + held
        count += 1
    return count


@compiled
def _of_possessions(state: State, seat: int, pair: int, found: Any, count: int) -> int:
    """Cards completed and kept, powers, the wonder and its tiles."""
    for card in range(CARDS):
        if state.done[seat, card] > 0:
            found[count] = LAID + card
            count += 1
    for power in range(len(POWERS)):
        if state.power[seat, power] > 0:
            found[count] = POWER + pair * len(POWERS) + power
            count += 1
    for item in range(MARKET_TYPES):
        if state.kept[seat, item] > 0:
            found[count] = KEPT + pair * MARKET_TYPES + item
            count += 1
    wonder = int(state.wonder[seat] > 0)
    if wonder:
        found[count] = WONDER + state.lap - 1
        count += 1
    for tile in range(TILES):
        if state.tile_owner[tile] == seat:
            found[count] = TILE + wonder * TILES + tile
            count += 1
    return count


@compiled
def rests(state: State) -> bool:
    """Whether all are about to bid: features are read nowhere else."""
    return state.phase == BIDS and state.depth == 0 and bids_to_make(state) == (1 << state.players) - 1
