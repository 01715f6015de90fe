"""The rules of The Alpacalypse, ALPAC-1 to ALPAC-66, over one record.

A round has four phases (`phases.py`). All that somebody still has to do or to choose lies on one stack of frames in the
record (`frames.py`): programs of steps (`steps.py`), and choices, each in the file of its noun (`turns.py`,
`decks.py`, `pay.py` …). `asking.py` finds what may be chosen and who carries it out, and `play` runs the stack.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alpacalypse import actions, asking, hidden, score
from alcove.games.alpacalypse.actions import MAX_BIDS, MAX_OPTIONS
from alcove.games.alpacalypse.asking import ASK, answer, carry_out, only_choice
from alcove.games.alpacalypse.bids import bid_of, bids_to_make, how_many_bids, nth_bid
from alcove.games.alpacalypse.cards import (
    COPIES,
    DECK_SIZE,
    FIRST_OF_DECK,
    MARKET_DECK,
    MARKET_SIZE,
    STARTER,
    TILE_AGE,
)
from alcove.games.alpacalypse.dawn import next_response, next_tribe, settle_tribe
from alcove.games.alpacalypse.frames import SEAT, tidy_up, top_value
from alcove.games.alpacalypse.phases import advance, begin_round
from alcove.games.alpacalypse.table import AGES, BIDS, KINDS, NONE, OVER, ROUNDS, SEATS, State
from alcove.kernel.jit import compiled
from alcove.kernel.random import below, pick, shuffle

STATE = State.dtype
ACTIONS = actions.ACTIONS
MAX_CHOICES = MAX_BIDS + 1
# In a round a seat has one response, one bid, two items, two turns, a few abilities and bonus actions; each of them
# sets off a chain of choices that ends, because cards, members and resources are used up on the way.
MAX_GAME_ACTIONS = 10_000
CHANCE = True
SECRETS = True
REASONS: tuple[str, ...] = score.REASONS

scores, winners, reason = score.scores, score.winners, score.reason
legal = asking.legal
conceal = hidden.conceal
undealt = hidden.undealt


@compiled
def setup(state: State, players: int, options: Any) -> None:
    """ALPAC-9 to 12. Options: how the tribes are given out."""
    state.players, state.chosen = players, options[0]
    state.first = below(state.rng, players)  # ALPAC-12
    state.mover, state.token = NONE, NONE
    state.market_order[:] = NONE
    state.deck[:] = NONE
    state.milestone[:] = NONE
    state.tile_owner[:] = NONE
    for seat in range(SEATS):
        state.taken[seat], state.bid[seat], state.tribe[seat] = NONE, NONE, NONE
    _lay_out(state)
    _build_market(state, players)
    _deal_starters(state, players)
    if not state.chosen:
        for seat in range(SEATS):
            state.tribe[seat] = seat
        shuffle(state.rng, state.tribe[:], SEATS)
        for seat in range(players):
            settle_tribe(state, seat)
        state.tribe[players:] = NONE
        begin_round(state)
        next_response(state)
    else:
        next_tribe(state)


@compiled
def _lay_out(state: State) -> None:
    """ALPAC-9: an age tile for each age; New Days and action decks shuffled."""
    for age in range(AGES):
        tile = below(state.rng, 4)
        for number in range(len(TILE_AGE)):
            if TILE_AGE[number] == age + 1:
                if tile == 0:
                    state.age_tile[age] = number
                tile -= 1
    for day in range(ROUNDS):
        state.day_order[day] = day
    shuffle(state.rng, state.day_order[:], ROUNDS)
    for deck in range(KINDS):
        left = 0
        for card in range(FIRST_OF_DECK[deck], FIRST_OF_DECK[deck + 1]):
            for _ in range(COPIES[card]):
                state.deck[deck, left] = card
                left += 1
        shuffle(state.rng, state.deck[deck], left)
        state.deck_left[deck] = left


@compiled
def _build_market(state: State, players: int) -> None:
    """ALPAC-9: the cards for this player count, each age shuffled by itself."""
    size = 0
    for age in range(1, AGES + 1):
        begin = size
        for card in range(MARKET_SIZE):
            of = MARKET_DECK[card]
            if of[1] == age and of[2] <= players:
                state.market_order[size] = of[0]
                size += 1
        shuffle(state.rng, state.market_order[begin:size], size - begin)


@compiled
def _deal_starters(state: State, players: int) -> None:
    """ALPAC-10: one of ten for each."""
    starters = np.empty(DECK_SIZE[STARTER], dtype=np.int16)
    for nth in range(len(starters)):
        starters[nth] = FIRST_OF_DECK[STARTER] + nth
    shuffle(state.rng, starters, len(starters))
    for seat in range(players):
        state.hand[seat, starters[seat]] = 1
        state.hand_size[seat, STARTER] = 1


@compiled
def actors(state: State) -> int:
    """All who have not bid yet (ALPAC-16), or the one seat that has to choose."""
    if state.phase == OVER:
        return 0
    if state.phase == BIDS and state.depth == 0:
        return bids_to_make(state)
    return 1 << top_value(state, SEAT)


awaited = actors


@compiled
def play(state: State, seat: int, action: int) -> None:
    """Carry out a legal action; then run the stack, and the phases when it is empty, until a seat has to choose."""
    choice, waits = action, False
    if state.phase == BIDS and state.depth == 0:
        state.bid[seat] = bid_of(choice)
        choice = NONE
    out = np.empty(MAX_OPTIONS, dtype=np.int32)
    while not waits and state.phase != OVER:
        if choice != NONE:
            answer(state, choice)
            choice = NONE
        elif state.depth == 0:
            waits = advance(state)
        elif not carry_out(state):
            choice = only_choice(state, out)
            waits = choice == ASK
    tidy_up(state)


@compiled
def sample(state: State, seat: int, search_rng: Any) -> int:
    """One legal action, each as likely."""
    if state.phase == BIDS and state.depth == 0:
        return nth_bid(state, seat, pick(search_rng, how_many_bids(state, seat)))
    out = np.empty(MAX_OPTIONS, dtype=np.int32)
    return out[pick(search_rng, legal(state, seat, out))]
