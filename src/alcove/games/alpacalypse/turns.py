"""Turns of the action phase (ALPAC-21, 32 to 34, 48): the frame TURN, which lies at the bottom of the stack."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.actions import ABILITY_FROM, HELPER_FROM, MEMBER_FROM, PASS, TROT_FROM
from alcove.games.alpacalypse.cards import ABILITIES, GIVES_ACTION, MARKET_EFFECT, SPACE_PROGRAM
from alcove.games.alpacalypse.frames import SEAT, TURN, TURN_ACTIONS, pop, push, run_program, top_value
from alcove.games.alpacalypse.spaces import (
    at_hand,
    has_assistant,
    has_use,
    member_may_use,
    place_assistant,
    trot_coins,
)
from alcove.games.alpacalypse.table import COIN, HOME, MAX_ROW, ON_SPACE, TROTTED, State, or_pass, seat_at
from alcove.games.alpacalypse.vocabulary import MEMBERS
from alcove.kernel.jit import compiled


@compiled
def next_turn(state: State) -> bool:
    """ALPAC-21, 48: two turns each, then bonus actions in player order, one at a time; False if none is left."""
    state.turn += 1
    if state.turn >= 2 * state.players:
        if not _bonus_left(state):
            return False
        while state.bonus[seat_at(state, state.turn)] == 0:
            state.turn += 1
        state.bonus[seat_at(state, state.turn)] -= 1
    seat = seat_at(state, state.turn)
    if state.mover != seat:  # ALPAC-34: a turn of another tribe lies between, even a passed one
        state.mover, state.streak = seat, 0
    push(state, TURN, seat, 0, 1, 0, 0)
    return True


@compiled
def _bonus_left(state: State) -> bool:
    for seat in range(state.players):
        if state.bonus[seat] > 0:
            return True
    return False


@compiled
def actions_left(state: State) -> int:
    """Of the open turn."""
    return state.stack[0, TURN_ACTIONS]


@compiled
def add_action(state: State) -> None:
    """ALPAC-34: one more in the open turn."""
    state.stack[0, TURN_ACTIONS] += 1


@compiled
def in_a_row(state: State, seat: int) -> int:
    """How many actions a tribe has just taken without a turn of another tribe between them."""
    return state.streak if state.mover == seat else 0


@compiled
def may_act(state: State, seat: int) -> bool:
    """ALPAC-21, 34: an action is left in the turn, and it would not be the third in a row."""
    return actions_left(state) > 0 and in_a_row(state, seat) < MAX_ROW


@compiled
def may_play_ability(state: State, seat: int, item: int) -> bool:
    """ALPAC-34: one more action only with somebody to take it, and never a third in a row."""
    if state.kept[seat, item] == 0:
        return False
    actions = actions_left(state)
    return not GIVES_ACTION[item] or (in_a_row(state, seat) + actions < MAX_ROW and at_hand(state, seat) > actions)


@compiled
def is_open(state: State, seat: int) -> bool:
    """ALPAC-34: whether a turn goes on, by what everybody sees; what an assistant could do may depend on a hand."""
    if may_act(state, seat) and at_hand(state, seat) > 0:
        return True
    for item in ABILITIES:
        if may_play_ability(state, seat, item):
            return True
    return False


@compiled
def legal_turn(state: State, seat: int, out: Any) -> int:
    """Members, assistants, abilities, and to pass or to end the turn."""
    count = 0
    for role in range(len(MEMBERS) if may_act(state, seat) else 0):
        free, helped = state.spot[seat, role] == HOME, has_assistant(state, seat, role)
        if not free and not helped:
            continue
        stuck = True
        for space in range(2 * role, 2 * role + 2):
            if free and member_may_use(state, seat, space):
                out[count] = MEMBER_FROM + space
                count += 1
                stuck = False
            if helped and has_use(state, seat, space):  # ALPAC-33: whatever the capacity
                out[count] = HELPER_FROM + space
                count += 1
        if free and stuck:  # ALPAC-32
            out[count] = TROT_FROM + role
            count += 1
    for item in ABILITIES:
        if may_play_ability(state, seat, item):
            out[count] = ABILITY_FROM + item
            count += 1
    return or_pass(count, out)


@compiled
def take_turn(state: State, action: int) -> None:
    seat = top_value(state, SEAT)
    if action == PASS:
        pop(state)
        return
    if action >= ABILITY_FROM:
        state.kept[seat, action - ABILITY_FROM] -= 1
        run_program(state, seat, MARKET_EFFECT[action - ABILITY_FROM], 0)
        return
    state.mover, state.streak = seat, in_a_row(state, seat) + 1  # ALPAC-34
    state.stack[0, TURN_ACTIONS] -= 1
    if action >= TROT_FROM:
        state.spot[seat, action - TROT_FROM] = TROTTED
        state.goods[seat, COIN] += trot_coins(state, seat)
    elif action >= HELPER_FROM:
        place_assistant(state, seat, action - HELPER_FROM)
        run_program(state, seat, SPACE_PROGRAM[action - HELPER_FROM], 0)
    else:
        space = action - MEMBER_FROM
        state.spot[seat, space // 2] = ON_SPACE + space  # ALPAC-3
        run_program(state, seat, SPACE_PROGRAM[space], 0)
