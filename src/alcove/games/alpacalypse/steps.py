"""The steps of effects: each does something at once, or puts a choice on the stack."""

from __future__ import annotations

from alcove.games.alpacalypse.cards import ARTIFACTS, FIRST_OF_DECK, HERO, STEPS
from alcove.games.alpacalypse.frames import (
    ASK_ACQUIRE,
    ASK_BUILD,
    ASK_COMPLETE,
    ASK_DRAW,
    ASK_SCAVENGE,
    ASK_TRADE,
    ASK_WORK,
    DRAW_COMPLETES,
    PICK,
    PROGRAM,
    RUN,
    RUN_END,
    RUN_SOFTENED,
    RUN_STEP,
    SEAT,
    TILE,
    TRACK,
    ask,
    pop,
    push,
)
from alcove.games.alpacalypse.prestige import move
from alcove.games.alpacalypse.table import (
    KINDS,
    NONE,
    State,
    buildings,
    completed,
    completed_in_all,
)
from alcove.games.alpacalypse.turns import add_action
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
from alcove.kernel.jit import compiled

PER_CARDS, PER_HEROES, PER_PRODUCTION, PER_ARTIFACTS = (
    COUNTS.index(name) for name in ("cards", "heroes", "production", "artifacts")
)


@compiled
def artifacts(state: State, seat: int) -> int:
    count = 0
    for item in ARTIFACTS:
        count += state.kept[seat, item]
    return count


@compiled
def heroes(state: State, seat: int) -> int:
    count = 0
    for card in range(FIRST_OF_DECK[1]):  # all of them are in the first deck
        if HERO[card]:
            count += state.done[seat, card]
    return count


@compiled
def counted(state: State, seat: int, per: int) -> int:
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
def amount_of(state: State, seat: int, step: int) -> int:
    code = STEPS[step]
    amount, per, most = code[2], code[3], code[4]
    if per == 0:
        return amount
    count = counted(state, seat, per)
    return amount * (min(count, most) if most > 0 else count)


@compiled
def single(choices: int) -> int:
    """The only one of a set, NONE if there are several."""
    if choices & (choices - 1):
        return NONE
    at = 0
    while choices > 1:
        choices >>= 1
        at += 1
    return at


@compiled
def run_step(state: State) -> None:
    """Carry out the next step of the program on top of the stack."""
    frame = state.stack[state.depth - 1]
    seat, program = frame[SEAT], frame[PROGRAM]
    step, softened = frame[RUN_STEP], frame[RUN_SOFTENED]
    code = STEPS[step]  # named once: each mention of a table is compiled into a copy of it
    op = code[0]
    frame[RUN_STEP] += 2 if op == TRADE or op == OTHERS else 1  # these two have another step after them
    if frame[RUN_STEP] >= frame[RUN_END]:
        pop(state)
    choices = code[1]
    if op == MOVE:
        _move(state, seat, program, step, softened)
    elif op == GAIN:
        gain(state, seat, program, choices, amount_of(state, seat, step))
    elif op == DRAW:
        push(state, ASK_DRAW, seat, program, choices, code[2], code[5])
        state.stack[state.depth - 1, DRAW_COMPLETES] = code[6]
    elif op == ACQUIRE:
        push(state, ASK_ACQUIRE, seat, program, choices, 0, 0)
    elif op == SCAVENGE:
        ask(state, ASK_SCAVENGE, seat, program)
    elif op == COMPLETE:
        push(state, ASK_COMPLETE, seat, program, choices, 0, 0)
    elif op == BUILD:
        push(state, ASK_BUILD, seat, program, code[2], 0, 0)
    elif op == TRADE:
        push(state, ASK_TRADE, seat, program, step, 0, 0)
    elif op == OTHERS:
        _others(state, seat, program, step + 1)
    elif op == BONUS_ACTION:
        state.bonus[seat] += 1  # ALPAC-48
    elif op == ACT:
        add_action(state)
    elif op == WONDER_TILE:
        ask(state, TILE, seat, program)
    elif op == WORK:
        push(state, ASK_WORK, seat, program, choices, 0, 0)


@compiled
def _move(state: State, seat: int, program: int, step: int, softened: int) -> None:
    tracks, amount = STEPS[step, 1], amount_of(state, seat, step)
    if softened:
        amount = min(0, amount + state.power[seat, WARD])
    track = single(tracks)
    if amount == 0:
        return
    if track == NONE:
        push(state, TRACK, seat, program, tracks, amount, 0)
    else:
        move(state, seat, track, amount, program)


@compiled
def gain(state: State, seat: int, program: int, choices: int, amount: int) -> None:
    """ALPAC-1: from a supply without end."""
    kind = single(choices)
    if kind != NONE:
        state.goods[seat, kind] += amount
    elif amount > 0:
        push(state, PICK, seat, program, choices, amount, 0)


@compiled
def _others(state: State, seat: int, program: int, step: int) -> None:
    """Every other tribe, in player order from the owner: the next one comes to lie on top."""
    players = state.players
    for away in range(players - 1, 0, -1):
        push(state, RUN, (seat + away) % players, program, step, step + 1, 0)
