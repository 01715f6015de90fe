"""Before the market: tribes are chosen (ALPAC-10), a New Day is met (ALPAC-13, 14): the frames TRIBE and DAY."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.actions import SEND, STAY, TRIBE_FROM
from alcove.games.alpacalypse.cards import (
    ANSWERING,
    ANSWERS,
    BLESSING,
    BONUS,
    FAIL,
    FIRST_BUILDING,
    RESPONDER,
)
from alcove.games.alpacalypse.claims import claim_age
from alcove.games.alpacalypse.frames import DAY, SEAT, TRIBE, ask, pop, run_program, top_value
from alcove.games.alpacalypse.table import AT_EVENT, FAILED, GOODS, PASSED, SEATS, State, day_now, seat_at
from alcove.kernel.jit import compiled

# ---- TRIBE


@compiled
def next_tribe(state: State) -> bool:
    """Where tribes are chosen: in player order; False when all have one."""
    if state.turn == state.players:
        return False
    ask(state, TRIBE, seat_at(state, state.turn), 0)
    state.turn += 1
    return True


@compiled
def legal_tribes(state: State, out: Any) -> int:
    count = 0
    for tribe in range(SEATS):
        free = True
        for seat in range(state.players):
            free = free and state.tribe[seat] != tribe
        if free:
            out[count] = TRIBE_FROM + tribe
            count += 1
    return count


@compiled
def choose_tribe(state: State, tribe: int) -> None:
    seat = top_value(state, SEAT)
    pop(state)
    state.tribe[seat] = tribe
    settle_tribe(state, seat)


@compiled
def settle_tribe(state: State, seat: int) -> None:
    """ALPAC-10: the building that stands from the start, and the blessing."""
    tribe = state.tribe[seat]
    state.built[seat, FIRST_BUILDING[tribe]] = 1
    for good in range(GOODS):
        state.goods[seat, good] += BLESSING[tribe, good]


# ---- DAY


@compiled
def next_response(state: State) -> bool:
    """ALPAC-13, 14: first everybody responds, in player order, then come penalties or the bonus; False at the end."""
    players, turn = state.players, state.turn
    state.turn += 1
    seat = seat_at(state, turn % players)
    if turn < players:
        if owns_answer(state, seat):
            pass_day(state, seat)
        else:
            ask(state, DAY, seat, FAIL[day_now(state)])
    elif turn < 2 * players:
        if state.met[seat] == FAILED:
            run_program(state, seat, FAIL[day_now(state)], 1)
        elif everybody_passed(state):
            run_program(state, seat, BONUS[day_now(state)], 0)
    return bool(turn < 2 * players)


@compiled
def owns_answer(state: State, seat: int) -> bool:
    """ALPAC-13: a building that the New Day names."""
    day = day_now(state)
    for card in ANSWERING:
        if ANSWERS[card] == day and state.done[seat, card] > 0:
            return True
    return False


@compiled
def everybody_passed(state: State) -> bool:
    for seat in range(state.players):
        if state.met[seat] != PASSED:
            return False
    return True


@compiled
def pass_day(state: State, seat: int) -> None:
    state.met[seat] = PASSED
    state.age_passed[seat] += 1
    claim_age(state, seat)


@compiled
def legal_responses(out: Any) -> int:
    out[0], out[1] = SEND, STAY
    return 2


@compiled
def respond(state: State, action: int) -> None:
    seat = top_value(state, SEAT)
    pop(state)
    if action == SEND:
        state.spot[seat, RESPONDER[day_now(state)]] = AT_EVENT  # ALPAC-3
        pass_day(state, seat)
    else:
        state.met[seat] = FAILED
