"""The steps of effects: each does something at once, or puts a choice on the stack."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.cards import ARTIFACTS, FIRST_OF_DECK, HERO, STEPS
from alcove.games.alpacalypse.prestige import move
from alcove.games.alpacalypse.table import (
    ACQUIRE_FROM,
    BUILD_ONE,
    COMPLETE_ONE,
    DRAW_FROM,
    KINDS,
    NONE,
    PICK,
    PROGRAM,
    RUN,
    SCAVENGE_ONE,
    SEAT,
    TILE,
    TRACK,
    TRADE_ONE,
    WORK_HERE,
    ZERO,
    A,
    B,
    C,
    State,
    buildings,
    completed,
    completed_in_all,
    pop,
    push,
    top_value,
)
from alcove.games.alpacalypse.vocabulary import (
    ACQUIRE,
    ACT,
    BONUS_ACTION,
    BUILD,
    COMPLETE,
    COUNTS,
    DRAW,
    GAIN,
    MOVE,
    OTHERS,
    SCAVENGE,
    TRADE,
    WARD,
    WONDER_TILE,
    WORK,
)
from alcove.kernel.jit import compiled, int64

PER_CARDS, PER_HEROES, PER_PRODUCTION, PER_ARTIFACTS = (
    COUNTS.index(name) for name in ("cards", "heroes", "production", "artifacts")
)


@compiled
def artifacts(state: State, seat: int) -> Any:
    count = int64(0)
    for item in ARTIFACTS:
        count += int64(state.kept[seat, item])
    return count


@compiled
def heroes(state: State, seat: int) -> Any:
    count = int64(0)
    for card in range(FIRST_OF_DECK[1]):  # all of them are in the first deck
        if HERO[card]:
            count += int64(state.done[seat, card])
    return count


@compiled
def counted(state: State, seat: int, per: int) -> Any:
    """How many a tribe has of what is counted."""
    if per <= KINDS:
        return completed(state, seat, per - 1)
    if per == PER_CARDS:
        return completed_in_all(state, seat)
    if per == PER_HEROES:
        return heroes(state, seat)
    if per == PER_PRODUCTION:
        return buildings(state, seat)
    return artifacts(state, seat)


@compiled
def amount_of(state: State, seat: int, step: int) -> Any:
    code = STEPS[step]
    amount, per, most = code[2], code[3], code[4]
    if per == 0:
        return amount
    count = counted(state, seat, per)
    return amount * (min(count, most) if most > 0 else count)


@compiled
def single(choices: int) -> Any:
    """The only one of a set, NONE if there are several."""
    if choices & (choices - 1):
        return NONE
    at = int64(0)
    while choices > 1:
        choices >>= 1
        at += 1
    return at


@compiled
def run_step(state: State) -> None:
    """Carry out the next step of the program on top of the stack."""
    frame = state.stack[state.depth - 1]
    seat, program, step, softened = int64(frame[SEAT]), int64(frame[PROGRAM]), int64(frame[A]), int64(frame[C])
    code = STEPS[step]  # named once: each mention of a table is compiled into a copy of it
    op = code[0]
    frame[A] += 2 if op == TRADE or op == OTHERS else 1  # these two have another step after them
    if frame[A] >= frame[B]:
        pop(state)
    choices = code[1]
    if op == MOVE:
        _move(state, seat, program, step, softened)
    elif op == GAIN:
        gain(state, seat, program, choices, amount_of(state, seat, step))
    elif op == DRAW:
        push(state, DRAW_FROM, seat, program, choices, code[2], code[5])
        state.stack[state.depth - 1, A + 3] = code[6]
    elif op == ACQUIRE:
        push(state, ACQUIRE_FROM, seat, program, choices, ZERO, ZERO)
    elif op == SCAVENGE:
        push(state, SCAVENGE_ONE, seat, program, ZERO, ZERO, ZERO)
    elif op == COMPLETE:
        push(state, COMPLETE_ONE, seat, program, choices, ZERO, ZERO)
    elif op == BUILD:
        push(state, BUILD_ONE, seat, program, code[2], ZERO, ZERO)
    elif op == TRADE:
        push(state, TRADE_ONE, seat, program, step, ZERO, ZERO)
    elif op == OTHERS:
        _others(state, seat, program, step + 1)
    elif op == BONUS_ACTION:
        state.bonus[seat] += 1  # ALPAC-48
    elif op == ACT:
        state.stack[0, A] += 1  # ALPAC-34: one more action in the open turn
    elif op == WONDER_TILE:
        push(state, TILE, seat, program, ZERO, ZERO, ZERO)
    elif op == WORK:
        push(state, WORK_HERE, seat, program, choices, ZERO, ZERO)


@compiled
def _move(state: State, seat: int, program: int, step: int, softened: int) -> None:
    tracks, amount = STEPS[step, 1], amount_of(state, seat, step)
    if softened:
        amount = min(int64(0), amount + int64(state.power[seat, WARD]))
    track = single(tracks)
    if amount == 0:
        return
    if track == NONE:
        push(state, TRACK, seat, program, tracks, amount, ZERO)
    else:
        move(state, seat, track, amount, program)


@compiled
def gain(state: State, seat: int, program: int, choices: int, amount: int) -> None:
    """ALPAC-1: from a supply without end."""
    kind = single(choices)
    if kind != NONE:
        state.goods[seat, kind] += amount
    elif amount > 0:
        push(state, PICK, seat, program, choices, amount, ZERO)


@compiled
def _others(state: State, seat: int, program: int, step: int) -> None:
    """Every other tribe, in player order from the owner: the next one comes to lie on top."""
    players = int64(state.players)
    for away in range(players - 1, 0, -1):
        push(state, RUN, (seat + away) % players, program, step, step + 1, ZERO)


@compiled
def take_tile(state: State, tile: int) -> None:
    """ALPAC-20: one of those that nobody has taken yet."""
    state.tile_owner[tile] = top_value(state, SEAT)
    pop(state)
