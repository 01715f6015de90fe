"""Paying a cost: resources, cubes that stand for any resource (ALPAC-1), and what a discount takes off.

A PAY frame holds what is still to be paid: four named resources, some of any kind, and how many may be left out.
"""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.table import (
    ANY_WITH,
    CUBE_FOR,
    CUBES,
    GOODS,
    LESS_FROM,
    OWN_GOODS,
    PAY,
    SEAT,
    ZERO,
    A,
    State,
    goods_in_all,
    pop,
    push,
)
from alcove.games.alpacalypse.vocabulary import RESOURCES
from alcove.kernel.jit import compiled, int64

NAMED = len(RESOURCES)
WILD, LESS = A + NAMED, A + NAMED + 1
"""Where a PAY frame has what may be of any kind, and the discount."""


@compiled
def lacking(state: State, seat: int, cost: Any) -> Any:
    """How many resources are missing, once what is left over has gone to what may be of any kind."""
    missing, over = int64(0), int64(0)
    for kind in range(NAMED):
        rest = int64(state.goods[seat, kind]) - int64(cost[kind])
        if rest < 0:
            missing -= rest
        else:
            over += rest
    return missing + max(int64(0), int64(cost[NAMED]) - over)


@compiled
def affordable(state: State, seat: int, cost: Any, less: int) -> Any:
    """ALPAC-1: what is missing has to come from cubes, or be left out."""
    return lacking(state, seat, cost) <= int64(state.goods[seat, CUBES]) + less


@compiled
def ask_payment(state: State, seat: int, program: int, cost: Any, less: int) -> None:
    push(state, PAY, seat, program, ZERO, ZERO, ZERO)
    frame = state.stack[state.depth - 1]
    for kind in range(NAMED + 1):
        frame[A + kind] = cost[kind]
    frame[LESS] = less


@compiled
def payments(state: State, out: Any) -> int:
    """The choices of the one who pays; none when all is paid."""
    frame = state.stack[state.depth - 1]
    seat = int64(frame[SEAT])
    if frame[LESS] > 0:
        return _discounts(state, frame, seat, out)
    if frame[A] or frame[A + 1] or frame[A + 2] or frame[A + 3]:
        return _ways_to_pay_named(state, frame, seat, out)
    return _ways_to_pay_any(state, frame, seat, out) if frame[WILD] > 0 else 0


@compiled
def _discounts(state: State, frame: Any, seat: int, out: Any) -> int:
    """On anything; but where every cube and every discount is needed, on what is missing."""
    spare = int64(state.goods[seat, CUBES]) + int64(frame[LESS]) - lacking(state, seat, frame[A:LESS])
    count = 0
    for kind in range(NAMED + 1):
        if frame[A + kind] > 0 and (spare > 0 or _is_short(state, frame, seat, int64(kind))):
            out[count] = LESS_FROM + kind
            count += 1
    return count


@compiled
def _is_short(state: State, frame: Any, seat: int, kind: int) -> Any:
    """Whether one less of a kind leaves less to be found."""
    before = lacking(state, seat, frame[A:LESS])
    cost = frame[A:LESS].copy()
    cost[kind] -= 1
    return lacking(state, seat, cost) < before


@compiled
def _ways_to_pay_named(state: State, frame: Any, seat: int, out: Any) -> int:
    for kind in range(NAMED):
        if state.goods[seat, kind] < frame[A + kind]:
            out[0] = CUBE_FOR + kind  # no other way
            return 1
    out[0] = OWN_GOODS
    count = 1
    for kind in range(NAMED):
        if frame[A + kind] > 0 and state.goods[seat, CUBES] > 0:
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
    return 1 if count > 1 and goods_in_all(state, seat) == frame[WILD] else count  # all must go: no choice


@compiled
def pay(state: State, action: int) -> None:
    """One payment; the frame stays until all is paid."""
    frame = state.stack[state.depth - 1]
    seat = int64(frame[SEAT])
    if action >= LESS_FROM:
        frame[A + action - LESS_FROM] -= 1
        frame[LESS] -= 1
    elif action >= ANY_WITH:
        state.goods[seat, action - ANY_WITH] -= 1
        frame[WILD] -= 1
    elif action >= CUBE_FOR:
        state.goods[seat, CUBES] -= 1
        frame[A + action - CUBE_FOR] -= 1
    else:
        for kind in range(NAMED):
            state.goods[seat, kind] -= frame[A + kind]
            frame[A + kind] = 0
    for kind in range(NAMED + 1):
        if frame[A + kind] > 0:
            return
    pop(state)
