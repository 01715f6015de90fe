"""What a position of Alva is worth: rows and columns, looked up in tables of what was learned (`weights.py`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alva import rules
from alcove.games.alva.board import BLACK, COLUMN_OF, POWER_3, ROW_OF, STEP, STRIDE, WHITE
from alcove.games.alva.rules import State
from alcove.games.alva.weights import FEW, KIND_OF, KINDS, LINES, PHASE_OF, PHASES, REST_FROM, TABLES_FROM, UNITS
from alcove.kernel.jit import compiled
from alcove.kernel.state import Word


@compiled
def phase(state: State) -> int:
    return PHASE_OF[state.width, state.hands[WHITE] + state.hands[BLACK]]


@compiled
def table_of(state: State, seat: int, now: int) -> int:
    """Where the lines of the edge are, as a seat on move sees them in a phase."""
    return TABLES_FROM[state.width] + (seat * PHASES + now) * KINDS[state.width] * LINES[state.width]


@compiled
def rest(state: State, seat: int, now: int, tables: Any) -> int:
    """All that is not on the board."""
    start = REST_FROM[state.width]
    hands = (FEW + 1) * min(FEW, state.hands[seat]) + min(FEW, state.hands[1 - seat])
    lead = state.captured[seat] - state.captured[1 - seat]
    return UNITS * lead + tables[start + now] + tables[start + PHASES + hands]


@compiled
def evaluate(state: State, seat: int, tables: Any) -> int:
    """What a position is worth to the seat on move."""
    size, now = state.width, phase(state)
    start, lines = table_of(state, seat, now), LINES[size]
    value = rest(state, seat, now, tables)
    for at in range(size):
        here = start + KIND_OF[size, at] * lines
        value += tables[here + state.lines[at]]
        value += tables[here + state.lines[STRIDE + at]]
    return value


@compiled
def rank(state: State, seat: int, tables: Any, actions: Any, count: int, out: Any) -> None:
    """Guess what each action is worth to a seat: the lines that it changes, as the other side will see them."""
    if actions[0] >= rules.JUMP_FROM:
        for i in range(count):
            out[i] = UNITS * run_length(state, seat, actions[i])
        return
    size, now, other = state.width, phase(state), 1 - seat
    start, lines = table_of(state, other, now), LINES[size]
    now_worth = -evaluate(state, other, tables)
    best = -30_000
    for i in range(count):
        if actions[i] < rules.SHIFT_FROM:
            out[i] = now_worth - added(state, seat, actions[i], 1, start, lines, tables)
            best = max(best, out[i])
    for i in range(count):
        if actions[i] >= rules.SHIFT_FROM:
            point = (actions[i] - rules.SHIFT_FROM) >> 2
            step = STEP[(actions[i] - rules.SHIFT_FROM) & 3]
            out[i] = best - moved(state, seat, point, point + step, start, lines, tables)


@compiled
def added(state: State, seat: int, point: int, sign: int, start: int, lines: int, tables: Any) -> int:
    """By how much the lines through a point change if a piece is put there (sign 1), or taken away (sign -1)."""
    row, column = ROW_OF[point], COLUMN_OF[point]
    piece = sign * (seat + 1)
    across = start + KIND_OF[state.width, row] * lines + state.lines[row]
    along = start + KIND_OF[state.width, column] * lines + state.lines[STRIDE + column]
    change = tables[across + piece * POWER_3[column]] - tables[across]
    return change + tables[along + piece * POWER_3[row]] - tables[along]


@compiled
def moved(state: State, seat: int, point: int, to: int, start: int, lines: int, tables: Any) -> int:
    """The same for a piece that is shifted; the line it is shifted in changes once."""
    value = added(state, seat, point, -1, start, lines, tables) + added(state, seat, to, 1, start, lines, tables)
    same = ROW_OF[point] if ROW_OF[point] == ROW_OF[to] else STRIDE + COLUMN_OF[point]
    place, other = (COLUMN_OF[point], COLUMN_OF[to]) if same < STRIDE else (ROW_OF[point], ROW_OF[to])
    at = start + KIND_OF[state.width, same % STRIDE] * lines + state.lines[same]
    piece = seat + 1
    apart = tables[at - piece * POWER_3[place]] + tables[at + piece * POWER_3[other]] - 2 * tables[at]
    together = tables[at - piece * POWER_3[place] + piece * POWER_3[other]] - tables[at]
    return value - apart + together


@compiled
def run_length(state: State, seat: int, action: int) -> int:
    point, direction = (action - rules.JUMP_FROM) >> 2, (action - rules.JUMP_FROM) & 3
    at, run = point + STEP[direction], 0
    while rules.stands(state, 1 - seat, at):
        at += STEP[direction]
        run += 1
    return run


@compiled
def noisy(state: State) -> bool:
    """Captures are open, and one of them must be made: no position to be judged by its looks."""
    return state.jumper >= 0 or rules.must_capture(state)


@compiled
def key(state: State) -> Word:
    """A number for all that matters from here on. What the turn before captured does so only if a capture follows."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for row in range(state.width):
        mixed = (mixed ^ np.uint64(state.lines[row])) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(31)
    before = int(state.before) if noisy(state) else 0
    rest = state.to_move + 2 * state.shifted + 4 * (state.jumper + 1) + 512 * before + 65536 * int(state.taken)
    mixed = (mixed ^ np.uint64(rest)) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(29)
    lead = 128 + state.captured[WHITE] - state.captured[BLACK]
    hands = int(state.hands[WHITE]) + 256 * int(state.hands[BLACK]) + 65536 * int(lead)
    mixed = (mixed ^ np.uint64(hands)) * np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(32))
