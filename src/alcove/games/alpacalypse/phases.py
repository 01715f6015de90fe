"""The four phases of a round, as far as they go by themselves. Whatever needs a choice is put on the stack."""

from __future__ import annotations

from alcove.games.alpacalypse.bids import bids_to_make, reveal_bids
from alcove.games.alpacalypse.cards import (
    AGE_ENDS,
    MARKET_RESOLUTION,
    RESOLUTION,
    RESOLVING,
    RESOLVING_ARTIFACTS,
    TILE_RESOLUTION,
    WONDER,
    WONDER_TRACK,
)
from alcove.games.alpacalypse.dawn import next_response, next_tribe
from alcove.games.alpacalypse.frames import PICK, push, run_program
from alcove.games.alpacalypse.market import clean_up, open_selection
from alcove.games.alpacalypse.prestige import ANY_RESOURCE, can_move, move
from alcove.games.alpacalypse.score import award_last_age
from alcove.games.alpacalypse.table import (
    ACTION,
    BIDS,
    CLEAN_UP,
    EVENT,
    HOME,
    MARKET_TAKES,
    NONE,
    OPEN,
    OVER,
    RESOLUTION_PHASE,
    ROUNDS,
    TILES,
    TRACK_COUNT,
    State,
    seat_at,
)
from alcove.games.alpacalypse.turns import next_turn
from alcove.kernel.jit import compiled

WONDERS, TILE_POWERS, ABILITIES_OF_CARDS, PRODUCTION, RETURN = range(5)
"""The steps of the resolution phase (ALPAC-36 to 40)."""


@compiled
def advance(state: State) -> bool:
    """Go on with the phase; True if it has to wait for bids. Called with an empty stack."""
    if state.phase == ACTION:
        if not next_turn(state):
            state.phase, state.step, state.turn = RESOLUTION_PHASE, 0, 0
    elif state.phase == RESOLUTION_PHASE:
        _resolve_next(state)
    elif state.phase == EVENT:
        if not next_response(state):
            _open_market(state)
    elif state.phase == BIDS:
        if bids_to_make(state):
            return True
        reveal_bids(state)
        state.phase = MARKET_TAKES
        open_selection(state)
    elif state.phase == MARKET_TAKES:
        state.phase = CLEAN_UP
        clean_up(state)
    elif state.phase == CLEAN_UP:
        _close_market(state)
    elif not next_tribe(state):
        begin_round(state)
    return False


# ---- Event phase ----


@compiled
def begin_round(state: State) -> None:
    """ALPAC-13: a New Day."""
    state.lap += 1
    state.phase, state.step, state.turn = EVENT, 0, 0
    if state.lap == 1 or state.lap - 1 == AGE_ENDS[0] or state.lap - 1 == AGE_ENDS[1]:  # ALPAC-12
        _begin_age(state)
    for seat in range(state.players):
        state.met[seat] = OPEN


@compiled
def _begin_age(state: State) -> None:
    for seat in range(state.players):
        state.age_built[seat], state.age_passed[seat] = 0, 0
        for track in range(TRACK_COUNT):
            state.age_done[seat, track] = 0
            state.age_pawn[seat, track] = state.pawn[seat, track]


# ---- Market phase ----


@compiled
def _open_market(state: State) -> None:
    """ALPAC-15: a card for each player, and the token."""
    state.phase, state.turn, state.token = BIDS, 0, NONE
    for seat in range(state.players):
        state.taken[seat], state.bid[seat], state.strength[seat] = NONE, NONE, 0


@compiled
def _close_market(state: State) -> None:
    """ALPAC-18, 19: what is left is discarded; without a taker of the token the order stays."""
    if state.token != NONE:
        state.first = state.token
    state.phase, state.turn, state.mover, state.streak = ACTION, NONE, NONE, 0


# ---- Resolution phase ----


@compiled
def _resolve_next(state: State) -> None:
    """ALPAC-36 to 40: step by step, each in player order."""
    if state.step > RETURN:
        _end_round(state)
        return
    seat, step = seat_at(state, state.turn), state.step
    state.turn += 1
    if state.turn == state.players:
        state.step, state.turn = step + 1, 0
    if step == WONDERS:
        _use_wonder(state, seat)
    elif step == TILE_POWERS:
        _use_tiles(state, seat)
    elif step == ABILITIES_OF_CARDS:
        _use_abilities(state, seat)
    elif step == PRODUCTION:
        for building in range(len(state.built[seat])):
            state.goods[seat, building] += state.built[seat, building]  # ALPAC-39
    else:
        _return_home(state, seat)


@compiled
def _use_wonder(state: State, seat: int) -> None:
    """ALPAC-36"""
    if state.wonder[seat]:
        tribe = state.tribe[seat]
        track = WONDER_TRACK[tribe]
        if can_move(state, seat, track, 1):
            move(state, seat, track, 1, WONDER[tribe])
        else:
            push(state, PICK, seat, WONDER[tribe], ANY_RESOURCE, 1, 0)


@compiled
def _use_tiles(state: State, seat: int) -> None:
    """ALPAC-37: only with the wonder built."""
    if state.wonder[seat]:
        for tile in range(TILES - 1, -1, -1):
            if state.tile_owner[tile] == seat:
                run_program(state, seat, TILE_RESOLUTION[tile], 0)


@compiled
def _use_abilities(state: State, seat: int) -> None:
    """ALPAC-38: once each; those of cards first, then those of artifacts."""
    for nth in range(len(RESOLVING_ARTIFACTS) - 1, -1, -1):
        item = RESOLVING_ARTIFACTS[nth]
        for _ in range(state.kept[seat, item]):
            run_program(state, seat, MARKET_RESOLUTION[item], 0)
    for nth in range(len(RESOLVING) - 1, -1, -1):
        card = RESOLVING[nth]
        for _ in range(state.done[seat, card]):
            run_program(state, seat, RESOLUTION[card], 0)


@compiled
def _return_home(state: State, seat: int) -> None:
    """ALPAC-40"""
    for member in range(len(state.spot[seat])):
        state.spot[seat, member] = HOME
    for space in range(len(state.helper)):
        state.helper[space, seat] = 0


@compiled
def _end_round(state: State) -> None:
    """ALPAC-44"""
    if state.lap == ROUNDS:
        award_last_age(state)
        state.phase, state.step, state.turn = OVER, 0, 0
    else:
        begin_round(state)
