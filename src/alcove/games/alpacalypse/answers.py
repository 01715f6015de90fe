"""Carrying out what the seat on top of the stack has chosen."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.cards import (
    ASSISTANTS,
    MARKET_EFFECT,
    MARKET_ROLE,
    RESPONDER,
    SPACE_PROGRAM,
    STEPS,
)
from alcove.games.alpacalypse.choices import ALL_DECKS, has_room, in_a_row, is_open, legal
from alcove.games.alpacalypse.completing import build, complete, run_program
from alcove.games.alpacalypse.decks import acquire, draw_to_hand, keep, scavenge
from alcove.games.alpacalypse.pay import ask_payment, pay
from alcove.games.alpacalypse.phases import pass_day, settle_tribe
from alcove.games.alpacalypse.prestige import move
from alcove.games.alpacalypse.steps import take_tile
from alcove.games.alpacalypse.table import (
    ABILITY_FROM,
    ACQUIRE_FROM,
    AT_EVENT,
    BUILD_FROM,
    BUILD_ONE,
    COIN,
    COMPLETE_FROM,
    COMPLETE_ONE,
    DAY,
    DECK_FROM,
    DRAW_FROM,
    DRAWN_CARD,
    FAILED,
    HELPER_FROM,
    ITEM,
    ITEM_FROM,
    KEEP,
    KEEP_FROM,
    MEMBER_FROM,
    NONE,
    ON_SPACE,
    OP,
    PASS,
    PAY,
    PICK,
    PROGRAM,
    RESOURCE_FROM,
    RUN,
    SCAVENGE_FROM,
    SCAVENGE_ONE,
    SEAT,
    SEND,
    TILE,
    TILE_FROM,
    TOKEN,
    TRACK,
    TRACK_FROM,
    TRADE_ONE,
    TRIBE_FROM,
    TROT_FROM,
    TROTTED,
    TURN,
    WORK_HERE,
    ZERO,
    A,
    B,
    State,
    day_now,
    holds_any,
    item_at,
    pop,
    push,
    top_value,
)
from alcove.games.alpacalypse.vocabulary import TROT
from alcove.kernel.jit import compiled, int64

ASK = int64(-2)


@compiled
def only_choice(state: State, out: Any) -> Any:
    """The choice that needs no asking, NONE if there was nothing to choose, or ASK.

    Where the choices depend on cards in a hand, the owner is always asked: to go on by itself would tell what is in it.
    """
    op = top_value(state, OP)
    if op == DRAWN_CARD or (op == WORK_HERE and top_value(state, A) & ALL_DECKS):
        return ASK
    if op == COMPLETE_ONE and holds_any(state, top_value(state, SEAT), top_value(state, A)):
        return ASK
    if op == KEEP and top_value(state, B) != NONE:
        return ASK
    if op == TURN:
        if is_open(state, top_value(state, SEAT)):
            return ASK
        pop(state)
        return NONE
    count = legal(state, top_value(state, SEAT), out)
    if count > 1:
        return ASK
    if count == 1:
        return int64(out[0])
    pop(state)
    return NONE


@compiled
def answer(state: State, action: int) -> None:
    """Carry out a choice of the frame on top."""
    op = top_value(state, OP)
    if op == TURN:
        _take_turn(state, action)
    elif op == PAY:
        pay(state, action)
    elif op == DAY:
        _respond(state, action)
    elif action == PASS:
        pop(state)
    elif op == PICK:
        _pick(state, action - RESOURCE_FROM)
    elif op == WORK_HERE:
        _work(state, action)
    elif op == KEEP:
        keep(state, action - KEEP_FROM)
    elif op == TRACK:
        _advance_on(state, action - TRACK_FROM)
    elif op == DRAW_FROM:
        draw_to_hand(state, action - DECK_FROM)
    elif op == ACQUIRE_FROM:
        acquire(state, action - DECK_FROM)
    elif op == COMPLETE_ONE or op == DRAWN_CARD:
        complete(state, action - COMPLETE_FROM)
    elif op == ITEM:
        _take_item(state, action)
    elif op == SCAVENGE_ONE:
        scavenge(state, action - SCAVENGE_FROM)
    elif op == TRADE_ONE:
        _trade(state)
    elif op == BUILD_ONE:
        build(state, action - BUILD_FROM, top_value(state, A))
    elif op == TILE:
        take_tile(state, action - TILE_FROM)
    else:
        _choose_tribe(state, action - TRIBE_FROM)


@compiled
def _choose_tribe(state: State, tribe: int) -> None:
    seat = top_value(state, SEAT)
    pop(state)
    state.tribe[seat] = tribe
    settle_tribe(state, seat)


@compiled
def _respond(state: State, action: int) -> None:
    """ALPAC-13"""
    seat = top_value(state, SEAT)
    pop(state)
    if action == SEND:
        state.spot[seat, RESPONDER[day_now(state)]] = AT_EVENT  # ALPAC-3
        pass_day(state, seat)
    else:
        state.met[seat] = FAILED


@compiled
def _take_item(state: State, action: int) -> None:
    """ALPAC-17: select it; it is obtained in the clean-up."""
    seat = top_value(state, SEAT)
    pop(state)
    if action == TOKEN:
        state.token = seat
        return
    item = action - ITEM_FROM
    stall = int64(0)
    while state.taken[stall] != NONE or item_at(state, stall) != item:
        stall += 1
    state.taken[stall] = seat


@compiled
def _take_turn(state: State, action: int) -> None:
    """ALPAC-21, 32 to 34"""
    seat = top_value(state, SEAT)
    if action == PASS:
        pop(state)
        return
    if action >= ABILITY_FROM:
        state.kept[seat, action - ABILITY_FROM] -= 1
        run_program(state, seat, MARKET_EFFECT[action - ABILITY_FROM], ZERO)
        return
    state.mover, state.streak = seat, in_a_row(state, seat) + 1  # ALPAC-34
    state.stack[state.depth - 1, A] -= 1
    if action >= TROT_FROM:
        state.spot[seat, action - TROT_FROM] = TROTTED
        state.goods[seat, COIN] += 1 + state.power[seat, TROT]
    elif action >= HELPER_FROM:
        _place_assistant(state, seat, action - HELPER_FROM)
        run_program(state, seat, SPACE_PROGRAM[action - HELPER_FROM], ZERO)
    else:
        space = action - MEMBER_FROM
        state.spot[seat, space // 2] = ON_SPACE + space  # ALPAC-3
        run_program(state, seat, SPACE_PROGRAM[space], ZERO)


@compiled
def _place_assistant(state: State, seat: int, space: int) -> None:
    """ALPAC-33: below capacity an assistant fills a place; the card is discarded."""
    if has_room(state, space):
        state.helper[space, seat] += 1
    for item in ASSISTANTS:
        if MARKET_ROLE[item] == space // 2 and state.kept[seat, item] > 0:
            state.kept[seat, item] -= 1
            return


@compiled
def _work(state: State, action: int) -> None:
    """ALPAC-24, 26, 29"""
    if action >= BUILD_FROM:
        build(state, action - BUILD_FROM, ZERO)
    elif action >= COMPLETE_FROM:
        complete(state, action - COMPLETE_FROM)
    else:
        acquire(state, action - DECK_FROM)


@compiled
def _pick(state: State, resource: int) -> None:
    frame = state.stack[state.depth - 1]
    state.goods[frame[SEAT], resource] += 1
    frame[B] -= 1
    if frame[B] == 0:
        pop(state)


@compiled
def _advance_on(state: State, track: int) -> None:
    seat, program, amount = top_value(state, SEAT), top_value(state, PROGRAM), top_value(state, B)
    pop(state)
    move(state, seat, track, amount, program)


@compiled
def _trade(state: State) -> None:
    """Pay, then carry out the step after the trade."""
    seat, program, step = top_value(state, SEAT), top_value(state, PROGRAM), top_value(state, A)
    pop(state)
    push(state, RUN, seat, program, step + 1, step + 2, ZERO)
    ask_payment(state, seat, program, STEPS[step, 1:], ZERO)
