"""Paying a cost: resources, cubes that stand for any resource (ALPAC-1), and what a discount takes off.

The frame PAY holds what is still to be paid: four named resources, some of any kind, and how many may be left out. The
frame ASK_TRADE offers to pay for a step.
"""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.actions import ANY_WITH, CUBE_FOR, LESS_FROM, OWN_GOODS, TRADE_YES
from alcove.games.alpacalypse.cards import STEPS
from alcove.games.alpacalypse.frames import (
    PAY,
    PAY_ANY,
    PAY_COST,
    PAY_LESS,
    PROGRAM,
    RUN,
    SEAT,
    TRADE_STEP,
    ask,
    pop,
    push,
    top_value,
)
from alcove.games.alpacalypse.table import CUBES, GOODS, State, add_choice, goods_in_all, or_pass
from alcove.games.alpacalypse.vocabulary import RESOURCES
from alcove.kernel.jit import compiled

NAMED = len(RESOURCES)


@compiled
def lacking(state: State, seat: int, cost: Any) -> int:
    """How many resources are missing, once what is left over has gone to what may be of any kind."""
    missing, over = 0, 0
    for kind in range(NAMED):
        rest = state.goods[seat, kind] - cost[kind]
        if rest < 0:
            missing -= rest
        else:
            over += rest
    return missing + max(0, cost[NAMED] - over)


@compiled
def affordable(state: State, seat: int, cost: Any, less: int) -> bool:
    """ALPAC-1: what is missing has to come from cubes, or be left out."""
    return lacking(state, seat, cost) <= state.goods[seat, CUBES] + less


@compiled
def ask_payment(state: State, seat: int, program: int, cost: Any, less: int) -> None:
    ask(state, PAY, seat, program)
    frame = state.stack[state.depth - 1]
    for kind in range(NAMED + 1):
        frame[PAY_COST + kind] = cost[kind]
    frame[PAY_LESS] = less


@compiled
def legal_payments(state: State, out: Any) -> int:
    """The choices of the one who pays; none when all is paid."""
    frame = state.stack[state.depth - 1]
    seat = frame[SEAT]
    if frame[PAY_LESS] > 0:
        return _discounts(state, frame, seat, out)
    if frame[PAY_COST] or frame[PAY_COST + 1] or frame[PAY_COST + 2] or frame[PAY_COST + 3]:
        return _ways_to_pay_named(state, frame, seat, out)
    return _ways_to_pay_any(state, frame, seat, out) if frame[PAY_ANY] > 0 else 0


@compiled
def _discounts(state: State, frame: Any, seat: int, out: Any) -> int:
    """On anything; but where every cube and every discount is needed, on what is missing."""
    spare = state.goods[seat, CUBES] + frame[PAY_LESS] - lacking(state, seat, frame[PAY_COST:PAY_LESS])
    count = 0
    for kind in range(NAMED + 1):
        if frame[PAY_COST + kind] > 0 and (spare > 0 or _is_short(state, frame, seat, kind)):
            out[count] = LESS_FROM + kind
            count += 1
    return count


@compiled
def _is_short(state: State, frame: Any, seat: int, kind: int) -> bool:
    """Whether one less of a kind leaves less to be found."""
    before = lacking(state, seat, frame[PAY_COST:PAY_LESS])
    cost = frame[PAY_COST:PAY_LESS].copy()
    cost[kind] -= 1
    return lacking(state, seat, cost) < before


@compiled
def _ways_to_pay_named(state: State, frame: Any, seat: int, out: Any) -> int:
    for kind in range(NAMED):
        if state.goods[seat, kind] < frame[PAY_COST + kind]:
            out[0] = CUBE_FOR + kind  # no other way
            return 1
    out[0] = OWN_GOODS
    count = 1
    for kind in range(NAMED):
        if frame[PAY_COST + kind] > 0 and state.goods[seat, CUBES] > 0:
            out[count] = CUBE_FOR + kind
            count += 1
    return count


@compiled
def _ways_to_pay_any(state: State, frame: Any, seat: int, out: Any) -> int:
    count = 0
    for kind in range(GOODS):
        if state.goods[seat, kind] > 0:
            out[count] = ANY_WITH + kind
            count += 1
    return 1 if count > 1 and goods_in_all(state, seat) == frame[PAY_ANY] else count  # all must go: no choice


@compiled
def pay(state: State, action: int) -> None:
    """One payment; the frame stays until all is paid."""
    frame = state.stack[state.depth - 1]
    seat = frame[SEAT]
    if action >= LESS_FROM:
        frame[PAY_COST + action - LESS_FROM] -= 1
        frame[PAY_LESS] -= 1
    elif action >= ANY_WITH:
        state.goods[seat, action - ANY_WITH] -= 1
        frame[PAY_ANY] -= 1
    elif action >= CUBE_FOR:
        state.goods[seat, CUBES] -= 1
        frame[PAY_COST + action - CUBE_FOR] -= 1
    else:
        for kind in range(NAMED):
            state.goods[seat, kind] -= frame[PAY_COST + kind]
            frame[PAY_COST + kind] = 0
    for kind in range(NAMED + 1):
        if frame[PAY_COST + kind] > 0:
            return
    pop(state)


# ---- ASK_TRADE: a price for the step after it


@compiled
def legal_trade(state: State, seat: int, out: Any) -> int:
    can_pay = affordable(state, seat, STEPS[top_value(state, TRADE_STEP), 1:], 0)
    return or_pass(add_choice(TRADE_YES, out, 0) if can_pay else 0, out)


@compiled
def trade(state: State) -> None:
    """Pay, then carry out the step after the trade."""
    seat, program, step = top_value(state, SEAT), top_value(state, PROGRAM), top_value(state, TRADE_STEP)
    pop(state)
    push(state, RUN, seat, program, step + 1, step + 2, 0)
    ask_payment(state, seat, program, STEPS[step, 1:], 0)
