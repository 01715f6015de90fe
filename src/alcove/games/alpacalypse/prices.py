"""What a resource, a step and a card are worth to a tribe at a moment, in victory points: for the bot."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alpacalypse.cards import BUILDING_COST, CARDS, COST, TILE_COUNTS, TILE_GOAL, TILE_MOST
from alcove.games.alpacalypse.claims import ADVANCE, BUILD_SOME, COMPLETE_CARDS, COMPLETE_KINDS
from alcove.games.alpacalypse.score import AGE_VP, FIRST_RESOURCE, MILESTONE_VP, MOST_CARDS, MOST_TRACKS
from alcove.games.alpacalypse.table import (
    ACTION,
    AGES,
    CUBES,
    DUMMY_SPACE,
    GOODS,
    KINDS,
    MILESTONE_ALL_KINDS,
    MILESTONE_BUILDINGS,
    MILESTONE_TOP,
    NONE,
    ROUNDS,
    SHIELDS,
    TRACK_BOTTOM,
    TRACK_COUNT,
    TRACK_TOP,
    State,
    age_of,
    buildings,
    completed,
)
from alcove.games.alpacalypse.turns import actions_left
from alcove.games.alpacalypse.vocabulary import BUILDINGS, RESOURCES
from alcove.kernel.jit import compiled

GOOD, UP, DOWN, BONUS, CARD = 0, 5, 9, 13, 17
"""Where the row of prices has a good, a step up and one down on a track, what completing a card of a deck brings
beside its effect, and a card of a deck in hand."""
LAPS, ACTIONS, BUILDING, FIRST, SECOND, BUILT, HOLDS = 21, 22, 23, 24, 29, 34, 35
"""Resolution phases and actions still to come; what a building brings beside its income; the best and the second best
card of each deck that could be completed now; the best building; cards in hand."""
SPACE, KEEP, EXTRA, SIZE = 36, 46, 78, 79
"""What each space would bring, what those who will act are worth without a set of members, and one more action now."""

RESOURCE, CUBE_MORE = 0.58, 1.25
SPENT_BY_ACTION = 2.2
SHORT, PLENTY = 1.4, 0.65
SPREAD, SPREAD_A_LAP = 1.3, 0.32
DUMMY_DRIFT = 0.7
CARD_IN_HAND = 0.75
NEAR = (1.0, 1.0, 0.3, 0.12, 0.05)
"""How much of a milestone or an age bonus counts, by how many steps it takes to reach it; the first is not used."""


@compiled
def turns_left(state: State, seat: int) -> int:
    """Actions that a seat still has in this round."""
    if state.phase < ACTION:
        return 2 + state.bonus[seat]
    if state.phase > ACTION:
        return 0
    players = state.players
    place = (seat + players - state.first) % players
    left = int(state.turn < place) + int(state.turn < place + players) + state.bonus[seat]
    if state.depth > 0 and state.turn % players == place:
        left += actions_left(state)
    return left


@compiled
def rank_points(state: State, seat: int, track: int, space: int, laps: float) -> float:
    """ALPAC-45, 11: what a pawn on a space may bring in the end; the more rounds to come, the less is certain."""
    spread, better = SPREAD + SPREAD_A_LAP * laps, 0.0
    for other in range(state.players):
        if other != seat:
            ahead = float(state.pawn[other, track] - space) / spread
            better += 0.5 + 0.5 * ahead / (1.0 + abs(ahead))
    if state.players == 2:
        ahead = (DUMMY_SPACE - space - DUMMY_DRIFT * laps) / spread
        better += 0.5 + 0.5 * ahead / (1.0 + abs(ahead))
    points = 8.0 - 4.0 * better if better < 1.0 else 4.0 - 2.0 * (better - 1.0) if better < 3.0 else 0.0
    if space > 0:
        return points
    return points * laps / ROUNDS + float(space) * (1.0 - 0.5 * laps / ROUNDS)


@compiled
def _price_tracks(state: State, seat: int, v: Any) -> None:
    tile, age = state.age_tile[age_of(state)], age_of(state)
    advancing = TILE_GOAL[tile] == ADVANCE and age < AGES - 1 and state.age_bonus[seat, age] == 0
    left = TILE_COUNTS[tile, 0]
    for track in range(TRACK_COUNT):
        left -= state.pawn[seat, track] > state.age_pawn[seat, track]
    for track in range(TRACK_COUNT):
        here = state.pawn[seat, track]
        now = rank_points(state, seat, track, here, v[LAPS])
        up = rank_points(state, seat, track, here + 1, v[LAPS]) - now
        down = now - rank_points(state, seat, track, here - 1, v[LAPS])
        if here + 1 == SHIELDS[0] or here + 1 == SHIELDS[1]:  # ALPAC-5
            up += RESOURCE
        if state.milestone[MILESTONE_TOP] == NONE:
            up += 0.4 * (here / TRACK_TOP) ** 2
            up += MILESTONE_VP if here + 1 == TRACK_TOP else 0.0
        if advancing and here <= state.age_pawn[seat, track]:
            up += AGE_VP * NEAR[max(1, min(4, left))]
        if age == AGES - 1 and TILE_MOST[tile] == MOST_TRACKS:
            up += 0.15
        v[UP + track] = up if here < TRACK_TOP else 0.0
        v[DOWN + track] = down if here > TRACK_BOTTOM else 0.0


@compiled
def _price_goods(state: State, seat: int, v: Any) -> None:
    """By what can still be spent, and by what the cards in hand and the open buildings ask for."""
    stock, asked = 0.0, np.zeros(len(RESOURCES))
    for card in range(CARDS):
        if state.hand[seat, card] > 0:
            for kind in range(len(RESOURCES)):
                asked[kind] += COST[card, kind]
    for good in range(GOODS):
        stock += state.goods[seat, good]
    for building in range(len(BUILDINGS)):
        stock += state.built[seat, building] * v[LAPS]
    spend = SPENT_BY_ACTION * v[ACTIONS]
    unit = RESOURCE * min(1.0, spend / (stock + 1.0))
    tile = state.age_tile[age_of(state)]
    for kind in range(len(RESOURCES)):
        demand = asked[kind]
        for building in range(len(BUILDINGS)):
            if not state.built[seat, building] and v[LAPS] > 3.0:
                demand += 0.5 * BUILDING_COST[state.tribe[seat], building, kind]
        have = float(state.goods[seat, kind])
        scarce = SHORT if have < demand else PLENTY if have > demand + 2.0 else 1.0
        v[GOOD + kind] = unit * scarce
        if TILE_MOST[tile] == FIRST_RESOURCE + kind:
            v[GOOD + kind] += 0.12
    v[GOOD + CUBES] = unit * CUBE_MORE


@compiled
def _price_decks(state: State, seat: int, v: Any) -> None:
    """ALPAC-41 to 43: milestones and age bonuses; and what one more card in hand is good for."""
    age = age_of(state)
    tile, goal = state.age_tile[age], TILE_GOAL[state.age_tile[age]]
    open_goal = age < AGES - 1 and state.age_bonus[seat, age] == 0
    kinds, asked, rest = 0, 0, 0
    for deck in range(KINDS):
        kinds += completed(state, seat, deck) > 0
        asked += max(0, TILE_COUNTS[tile, deck] - state.age_done[seat, deck])
        rest += state.age_done[seat, deck]
    for deck in range(KINDS):
        count, bonus = completed(state, seat, deck), 0.1
        if state.milestone[deck] == NONE:
            bonus += MILESTONE_VP * NEAR[max(1, 3 - count)]
        if state.milestone[MILESTONE_ALL_KINDS] == NONE and count == 0:
            bonus += MILESTONE_VP * NEAR[KINDS - kinds]
        if open_goal and goal == COMPLETE_KINDS and state.age_done[seat, deck] < TILE_COUNTS[tile, deck]:
            bonus += AGE_VP * NEAR[asked]
        if open_goal and goal == COMPLETE_CARDS:
            bonus += AGE_VP * NEAR[max(1, min(4, TILE_COUNTS[tile, 0] - rest))]
        if TILE_MOST[tile] == deck or TILE_MOST[tile] == MOST_CARDS:
            bonus += 0.6
        v[BONUS + deck] = bonus
        room = max(0.03, min(1.0, (v[ACTIONS] - 1.2 * v[HOLDS]) / 5.0))
        v[CARD + deck] = CARD_IN_HAND * room * (0.4 + 0.4 * v[UP + deck] + 0.3 * bonus)
    standing = buildings(state, seat)
    v[BUILDING] = 0.0
    if state.milestone[MILESTONE_BUILDINGS] == NONE:
        v[BUILDING] += MILESTONE_VP * NEAR[max(1, len(BUILDINGS) - standing)]
    if open_goal and goal == BUILD_SOME:
        v[BUILDING] += AGE_VP * NEAR[max(1, TILE_COUNTS[tile, 0] - state.age_built[seat])]


@compiled
def prices(state: State, seat: int, v: Any) -> None:
    v[LAPS] = float(ROUNDS - state.lap + (state.phase <= ACTION))
    v[ACTIONS] = float(2 * (ROUNDS - state.lap) + turns_left(state, seat))
    v[HOLDS] = 0.0
    for card in range(CARDS):
        v[HOLDS] += state.hand[seat, card]
    _price_tracks(state, seat, v)
    _price_goods(state, seat, v)
    _price_decks(state, seat, v)
    for at in range(FIRST, BUILT + 1):
        v[at] = -9.0
