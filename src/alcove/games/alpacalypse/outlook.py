"""What a tribe can expect to have in the end, in victory points, by a formula: for the bot."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alpacalypse.cards import CARDS, MARKET_EFFECT, WONDER_TRACK
from alcove.games.alpacalypse.prices import BONUS as DECK_BONUS
from alcove.games.alpacalypse.prices import GOOD, LAPS, SIZE, UP, prices, rank_points
from alcove.games.alpacalypse.score import PARTS, breakdown
from alcove.games.alpacalypse.table import GOODS, KINDS, MARKET_TYPES, ROUNDS, TRACK_COUNT, State
from alcove.games.alpacalypse.worth import hand_worth, kept_worth, look_for_completions
from alcove.kernel.jit import compiled

LEAD_SCALE, LEAD_SCALE_A_LAP = 2.5, 0.35


@compiled
def lead_scale(state: State) -> float:
    """By how many points somebody leads whose chances are e to one."""
    return LEAD_SCALE + LEAD_SCALE_A_LAP * (ROUNDS - state.lap)


@compiled
def outlook(state: State, seat: int, v: Any, parts: Any) -> float:
    """Points made, ranks as they may come out, and what all that a tribe owns is good for."""
    prices(state, seat, v)
    look_for_completions(state, seat, v)
    breakdown(state, seat, parts)
    total = 0.0
    for part in range(TRACK_COUNT, len(parts)):
        total += parts[part]
    for track in range(TRACK_COUNT):
        total += rank_points(state, seat, track, state.pawn[seat, track], v[LAPS])
    if v[LAPS] == 0.0:
        return total
    for good in range(GOODS):
        total += v[GOOD + good] * state.goods[seat, good]
    for building in range(KINDS):
        total += 0.9 * v[LAPS] * v[GOOD + building] * state.built[seat, building]
        total += 0.5 * v[DECK_BONUS + building]
    if state.wonder[seat]:
        total += 0.8 * v[LAPS] * v[UP + WONDER_TRACK[state.tribe[seat]]]
    for card in range(CARDS):
        if state.hand[seat, card] > 0:
            total += 0.6 * hand_worth(state, seat, card, v)
    for item in range(MARKET_TYPES):
        if state.kept[seat, item] > 0 and MARKET_EFFECT[item] > 0:
            total += kept_worth(state, seat, item, v)
    return total


@compiled
def shares(state: State, out: Any) -> None:
    """Turn what each seat can expect into shares of the win."""
    v, parts = np.empty(SIZE), np.empty(len(PARTS), dtype=np.int64)
    most, total, players = -1e9, 0.0, state.players
    scale = lead_scale(state)
    for seat in range(players):
        out[seat] = outlook(state, seat, v, parts)
        most = max(most, out[seat])
    for seat in range(players):
        out[seat] = np.exp((out[seat] - most) / scale)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
