"""The bot of Alva as it was before it learned: a tree search with first guesses and short playouts. It is a rival in
matches (`match.py`).

A piece that can be jumped is seen by looking up the two lines through a point (board.JUMPS), so the playouts know
about hanging pieces, runs of two, even exchanges and the edge without searching for them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alva import rules
from alcove.games.alva.board import (
    BIT_OF,
    BLACK,
    COLOUR_SETS,
    COLUMN_OF,
    EDGE,
    JUMPS,
    LINES_FROM,
    POINTS,
    POWER_3,
    ROW_OF,
    STEP,
    STRIDE,
    WHITE,
    WORD_OF,
)
from alcove.games.alva.rules import State
from alcove.kernel.jit import compiled
from alcove.kernel.random import pick

# Found by matches of variants against each other, 40 to 60 games each (docs/games/alva.md).
EXPLORATION = 2.2
QUIET_MOVES = 2
LEAD_SCALE = 3.5
BOLDNESS = 0.8
SHIFT_WEIGHT = 0.6
HANGING, THREAT = 0.5, 0.3
MAX_GAIN = 4.0
TRIES = 6


@compiled
def exposed_after_placing(state: State, seat: int, point: int) -> int:
    """The lines in which the other side could jump after a placement, as a set."""
    row, column = ROW_OF[point], COLUMN_OF[point]
    other, start = 1 - seat, LINES_FROM[state.width]
    lines = state.threats[other]
    row_bit, column_bit = 1 << row, 1 << (STRIDE + column)
    lines &= ~(row_bit | column_bit)
    if JUMPS[start + state.lines[row] + (seat + 1) * POWER_3[column]] & COLOUR_SETS[other]:
        lines |= row_bit
    if JUMPS[start + state.lines[STRIDE + column] + (seat + 1) * POWER_3[row]] & COLOUR_SETS[other]:
        lines |= column_bit
    return lines


@compiled
def on_edge(state: State, point: int) -> bool:
    return (EDGE[state.width, WORD_OF[point]] & BIT_OF[point]) != 0


@compiled
def run_length(state: State, seat: int, point: int, direction: int) -> int:
    at, run = point + STEP[direction], 0
    while rules.stands(state, 1 - seat, at):
        at += STEP[direction]
        run += 1
    return run


@compiled
def jump_gain(state: State, seat: int, action: int) -> int:
    """What a jump is worth at once: nothing if it would make the exchange even (ALVA-14)."""
    run = run_length(state, seat, (action - rules.JUMP_FROM) >> 2, (action - rules.JUMP_FROM) & 3)
    return 0 if state.taken + run == state.before else run


@compiled
def _jump(state: State, seat: int, rng: Any, actions: Any) -> int:
    """The jump that takes most; any of them if several do."""
    count = rules.legal(state, seat, actions)
    best, best_gain, ties = actions[0], -1, 0
    for i in range(count):
        gain = jump_gain(state, seat, actions[i])
        if gain > best_gain:
            best, best_gain, ties = actions[i], gain, 1
        elif gain == best_gain:
            ties += 1
            if pick(rng, ties) == 0:
                best = actions[i]
    return best


@compiled
def _landing_of_threat(state: State, seat: int, rng: Any) -> int:
    """Where a piece of the other side would land that can jump over ours."""
    other = 1 - seat
    action = rules.sample_jump(state, other, rng)
    point, direction = (action - rules.JUMP_FROM) >> 2, (action - rules.JUMP_FROM) & 3
    return point + (run_length(state, other, point, direction) + 1) * STEP[direction]


@compiled
def _placement(state: State, seat: int, rng: Any) -> int:
    """A placement that leaves nothing to be jumped, away from the edge if there is a choice."""
    if state.threats[1 - seat]:
        point = _landing_of_threat(state, seat, rng)
        if exposed_after_placing(state, seat, point) == 0:
            return rules.PLACE_FROM + point
    chosen = -1
    for _ in range(TRIES):
        point = rules.sample_vacant(state, rng)
        if exposed_after_placing(state, seat, point) == 0:
            chosen = point
            if not on_edge(state, point) or pick(rng, 3) == 0:
                break
        elif chosen < 0:
            chosen = point
    return rules.PLACE_FROM + chosen


@compiled
def margin(state: State, seat: int) -> int:
    """By how much a seat leads (ALVA-19)."""
    other = 1 - seat
    own = state.captured[seat] + rules.edge_points(state, seat)
    return own - state.captured[other] - rules.edge_points(state, other)


@compiled
def rewards(state: State, out: Any) -> None:
    """Mostly who wins, a little by how much."""
    lead = margin(state, WHITE)
    won = 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0
    out[WHITE] = 0.8 * won + 0.2 * (0.5 + 0.5 * lead / (12.0 + abs(lead)))
    out[BLACK] = 1.0 - out[WHITE]


@compiled
def rollout(state: State, searcher: int, rng: Any, actions: Any, out: Any) -> None:
    """A few quiet moves, every capture they lead to, then the score.

    Playing on to the end was tried: it is slower and weaker, because chance drowns what the captures have settled.
    """
    quiet = QUIET_MOVES
    while rules.actors(state):
        seat = state.to_move
        if rules.must_capture(state):
            rules.play(state, seat, _jump(state, seat, rng, actions))
        elif quiet > 0:
            quiet -= 1
            rules.play(state, seat, _placement(state, seat, rng))
        else:
            out[WHITE] = 1.0 / (1.0 + np.exp(-margin(state, WHITE) / LEAD_SCALE))
            out[BLACK] = 1.0 - out[WHITE]
            return
    rewards(state, out)


@compiled
def settle(state: State, actions: Any) -> None:
    """Make the captures that are forced now, each the one that takes most, until all is quiet."""
    while rules.actors(state) and rules.must_capture(state):
        seat = state.to_move
        best, best_gain = -1, -1
        for i in range(rules.legal(state, seat, actions)):
            gain = jump_gain(state, seat, actions[i])
            if gain > best_gain:
                best, best_gain = actions[i], gain
        rules.play(state, seat, best)


@compiled
def priors(state: State, seat: int, actions: Any, count: int, out: Any, costs: Any) -> None:
    """Look one move ahead: how the score stands when every capture that follows has been made.

    This is where sacrifices, chains and even exchanges are understood; the search then only has to go deeper.
    A piece given away for nothing is noted as a cost.
    """
    trial = np.empty(1, rules.STATE)
    jumps = np.empty(4 * POINTS, np.int32)
    now, total = margin(state, seat), 0.0
    for i in range(count):
        trial[0] = state
        after = trial[0]
        rules.play(after, seat, actions[i])
        weight = 1.0
        if after.shifted:  # the placement is still to come; see what the shift alone leads to
            after.shifted = 0
            after.to_move = 1 - seat
            after.before = 0
            weight = SHIFT_WEIGHT
        settle(after, jumps)
        gain = float(margin(after, seat) - now)
        if gain < 0 and actions[i] < rules.JUMP_FROM:
            costs[i] = -gain
        if after.to_move == seat:
            if after.threats[1 - seat] and not after.threats[seat]:
                gain -= HANGING
        elif after.threats[seat]:
            gain += THREAT
        out[i] = weight * np.exp(BOLDNESS * min(MAX_GAIN, max(-MAX_GAIN, gain)))
        total += out[i]
    for i in range(count):
        out[i] /= total
