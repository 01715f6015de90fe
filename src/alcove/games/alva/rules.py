"""The rules of Alva, ALVA-1 to ALVA-19, over one record."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from alcove.games.alva.board import (
    ALL,
    BACKWARD,
    BIT_OF,
    BITS_IN_9,
    BLACK,
    COLOUR_SETS,
    COLUMN_OF,
    EAST,
    EDGE,
    JUMPS,
    LINES_FROM,
    LOW_POINTS,
    NORTH,
    NOT_COLUMN_A,
    NOT_COLUMN_I,
    NTH_BIT_OF_9,
    POINTS,
    POWER_3,
    ROW_OF,
    SET_BITS,
    STEP,
    STRIDE,
    WEST,
    WHITE,
    WORD_OF,
)
from alcove.kernel.jit import compiled
from alcove.kernel.random import pick
from alcove.kernel.state import GameState, Int16, Vector, Word, Words, int16, int32


class State(GameState):
    stones: Annotated[Words, 2, 2]  # [colour, word]: sets of points
    lines: Annotated[Vector, int32, 2 * STRIDE]  # rows, then columns, as numbers in base 3
    threats: Annotated[Vector, int32, 2]  # [colour]: the lines in which that colour can jump
    width: Int16  # points on each side; a record has a `size` of its own
    to_move: Int16
    hands: Annotated[Vector, int16, 2]
    captured: Annotated[Vector, int16, 2]  # by colour of the capturer, this turn's included
    before: Int16  # captured in the turn just before (ALVA-14)
    before_returned: Int16  # ... and given back
    taken: Int16  # captured so far in this turn
    jumper: Int16  # the piece that must go on jumping (ALVA-11), -1 if none
    shifted: Int16  # the shift of this turn is made (ALVA-5)


STATE = State.dtype

PLACE_FROM = 0
SHIFT_FROM = POINTS
JUMP_FROM = SHIFT_FROM + 4 * POINTS
ACTIONS = JUMP_FROM + 4 * POINTS
MAX_CHOICES = 5 * POINTS  # every point a placement, every piece four ways

CHANCE = False
SECRETS = False

MAX_PIECES = 40
# Each run of captures in consecutive turns keeps at least its first capture, so there are at most 2 * pieces of them;
# each gives back fewer pieces than the board has points. Placements are bounded by the pieces and those given back;
# a turn has at most a shift and a placement, or a jump for each piece captured.
MAX_GAME_ACTIONS = 2 * (2 * MAX_PIECES + 2 * MAX_PIECES * POINTS) + 2 * MAX_PIECES * (POINTS + 1)

REASONS: tuple[str, ...] = ("no-turn",)

PAIRS, NIBBLES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
BYTES, ONES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)


@compiled
def setup(state: State, players: int, options: Any) -> None:
    """ALVA-1, 2, 3: an empty board, White begins, all pieces in hand. Options: size, pieces."""
    state.width = options[0]
    state.to_move = WHITE
    state.hands[WHITE] = options[1]
    state.hands[BLACK] = options[1]
    state.jumper = -1


@compiled
def stands(state: State, colour: int, point: int) -> bool:
    return (state.stones[colour, WORD_OF[point]] & BIT_OF[point]) != 0


@compiled
def vacant(state: State, word: int) -> Word:
    return ALL[state.width, word] & ~(state.stones[WHITE, word] | state.stones[BLACK, word])


@compiled
def _watch(state: State, line: int) -> None:
    """Note who can jump in a line that has changed."""
    jumps = JUMPS[LINES_FROM[state.width] + state.lines[line]]
    bit = 1 << line
    for colour in range(2):
        if jumps & COLOUR_SETS[colour]:
            state.threats[colour] |= bit
        else:
            state.threats[colour] &= ~bit


@compiled
def _toggle(state: State, colour: int, point: int, sign: int) -> None:
    """Put a piece on a point (sign 1), or take it off (sign -1)."""
    state.stones[colour, WORD_OF[point]] ^= BIT_OF[point]
    row, column = ROW_OF[point], COLUMN_OF[point]
    piece = sign * (colour + 1)
    state.lines[row] += piece * POWER_3[column]
    state.lines[STRIDE + column] += piece * POWER_3[row]
    _watch(state, row)
    _watch(state, STRIDE + column)


@compiled
def put(state: State, colour: int, point: int) -> None:
    _toggle(state, colour, point, 1)


@compiled
def lift(state: State, colour: int, point: int) -> None:
    _toggle(state, colour, point, -1)


@compiled
def line_jumps(state: State, line: int, colour: int, way: int) -> int:
    """The places in a line from which a colour can jump one way, as nine bits."""
    return (JUMPS[LINES_FROM[state.width] + state.lines[line]] >> (SET_BITS * (2 * colour + way))) & 511


@compiled
def can_jump(state: State, colour: int, point: int, direction: int) -> bool:
    row, column = ROW_OF[point], COLUMN_OF[point]
    if direction < NORTH:
        return (line_jumps(state, row, colour, direction & BACKWARD) >> column) & 1 != 0
    return (line_jumps(state, STRIDE + column, colour, direction & BACKWARD) >> row) & 1 != 0


@compiled
def must_capture(state: State) -> bool:
    """ALVA-4: a capture is open, and this turn has not begun with a shift (ALVA-7)."""
    return state.threats[state.to_move] != 0 and state.shifted == 0


@compiled
def board_full(state: State) -> bool:
    return (vacant(state, 0) | vacant(state, 1)) == 0


@compiled
def actors(state: State) -> int:
    """The side to move, as a set of seats; empty when it can take no turn (ALVA-18)."""
    side = state.to_move
    if state.threats[side] == 0 and (state.hands[side] == 0 or board_full(state)):
        return 0
    return 1 << side


awaited = actors


@compiled
def shifts(state: State, direction: int, word: int) -> Word:
    """ALVA-5: the points of a word that an own piece can be shifted to in one direction."""
    own = state.stones[state.to_move, word]
    other = state.stones[state.to_move, 1 - word]
    if direction == EAST:
        moved = (own << np.uint64(1)) & NOT_COLUMN_A[word]
    elif direction == WEST:
        moved = (own >> np.uint64(1)) & NOT_COLUMN_I[word]
    elif direction == NORTH:
        moved = own << np.uint64(STRIDE)
        if word == 1:
            moved |= other >> np.uint64(LOW_POINTS - STRIDE)
    else:
        moved = own >> np.uint64(STRIDE)
        if word == 0:
            moved |= other << np.uint64(LOW_POINTS - STRIDE)
    return moved & vacant(state, word)


@compiled
def legal(state: State, seat: int, out: Any) -> int:
    """Write the actions of a seat that may act; return how many there are."""
    count = 0
    if state.jumper >= 0:  # ALVA-11
        for direction in range(4):
            if can_jump(state, seat, state.jumper, direction):
                out[count] = JUMP_FROM + 4 * state.jumper + direction
                count += 1
        return count
    if must_capture(state):  # ALVA-4, ALVA-12
        return _legal_jumps(state, seat, out)
    for word in range(2):  # ALVA-6
        count = _add_points(vacant(state, word), word, PLACE_FROM, 1, out, count)
    if state.shifted == 0:  # ALVA-5
        for direction in range(4):
            base = SHIFT_FROM + direction - 4 * STEP[direction]  # numbered by the point that is left
            for word in range(2):
                count = _add_points(shifts(state, direction, word), word, base, 4, out, count)
    return count


@compiled
def _add_points(points: Word, word: int, base: int, factor: int, out: Any, count: int) -> int:
    base += factor * LOW_POINTS * word
    while points != 0:
        out[count] = base + factor * lowest(points)
        count += 1
        points &= points - np.uint64(1)
    return count


@compiled
def _legal_jumps(state: State, seat: int, out: Any) -> int:
    count = 0
    for line in range(2 * STRIDE):
        if (state.threats[seat] >> line) & 1:
            for way in range(2):
                bits = line_jumps(state, line, seat, way)
                for nth in range(BITS_IN_9[bits]):
                    out[count] = _jump_action(line, NTH_BIT_OF_9[bits, nth], way)
                    count += 1
    return count


@compiled
def _jump_action(line: int, place: int, way: int) -> int:
    """The action of the piece at a place in a line."""
    if line < STRIDE:
        return JUMP_FROM + 4 * (STRIDE * line + place) + EAST + way
    return JUMP_FROM + 4 * (STRIDE * place + line - STRIDE) + NORTH + way


@compiled
def play(state: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if action < SHIFT_FROM:
        put(state, seat, action - PLACE_FROM)
        state.hands[seat] -= 1
        _end_turn(state)
    elif action < JUMP_FROM:
        point, direction = (action - SHIFT_FROM) >> 2, (action - SHIFT_FROM) & 3
        lift(state, seat, point)
        put(state, seat, point + STEP[direction])
        state.shifted = 1
    else:
        _jump(state, seat, (action - JUMP_FROM) >> 2, (action - JUMP_FROM) & 3)


@compiled
def _jump(state: State, seat: int, point: int, direction: int) -> None:
    """ALVA-8 to 12: over the run to the point behind it; the run leaves the board before the next jump."""
    lift(state, seat, point)
    at = point + STEP[direction]
    while stands(state, 1 - seat, at):
        lift(state, 1 - seat, at)  # ALVA-10
        state.taken += 1
        state.captured[seat] += 1
        at += STEP[direction]
    put(state, seat, at)
    state.jumper = -1
    for onward in range(4):
        if can_jump(state, seat, at, onward):  # ALVA-11
            state.jumper = at
            return
    _end_turn(state)


@compiled
def _end_turn(state: State) -> None:
    """Settle the exchange (ALVA-14 to 16) and hand the turn over."""
    side, taken = state.to_move, state.taken
    state.before_returned = 0
    if taken > 0 and taken == state.before:
        state.captured[side] -= taken
        state.hands[1 - side] += taken  # ALVA-15
        state.before_returned = 1
    state.before = taken  # ALVA-16
    state.taken = 0
    state.shifted = 0
    state.to_move = 1 - side


@compiled
def count_points(word: Word) -> int:
    """The number of bits; the compiler knows this shape and makes one instruction of it."""
    word -= (word >> np.uint64(1)) & PAIRS
    word = (word & NIBBLES) + ((word >> np.uint64(2)) & NIBBLES)
    word = (word + (word >> np.uint64(4))) & BYTES
    return (word * ONES) >> np.uint64(56)


@compiled
def lowest(word: Word) -> int:
    """The number of the lowest bit of a word that has one."""
    return count_points((word & (~word + np.uint64(1))) - np.uint64(1))


@compiled
def stones_on_board(state: State, colour: int) -> int:
    return count_points(state.stones[colour, 0]) + count_points(state.stones[colour, 1])


@compiled
def edge_points(state: State, seat: int) -> int:
    """ALVA-19: the opposing pieces on the edge."""
    other = 1 - seat
    return count_points(state.stones[other, 0] & EDGE[state.width, 0]) + count_points(
        state.stones[other, 1] & EDGE[state.width, 1]
    )


@compiled
def scores(state: State, out: Any) -> None:
    """ALVA-19: captured pieces, and opposing pieces on the edge."""
    for seat in range(2):
        out[seat] = state.captured[seat] + edge_points(state, seat)


@compiled
def winners(state: State) -> int:
    """Who has won a finished game, as a set of seats; both after a draw."""
    white = state.captured[WHITE] + edge_points(state, WHITE)
    black = state.captured[BLACK] + edge_points(state, BLACK)
    if white > black:
        return 1
    return 2 if black > white else 3


@compiled
def reason(state: State) -> int:
    return 0


@compiled
def conceal(state: State, seat: int, search_rng: Any) -> None:
    """Nothing is hidden in Alva, and nothing is left to chance."""


@compiled
def sample(state: State, seat: int, search_rng: Any) -> int:
    """One legal action, each as likely, without listing them all."""
    if state.jumper >= 0:
        return _sample_onward_jump(state, seat, search_rng)
    if must_capture(state):
        return sample_jump(state, seat, search_rng)
    if state.shifted:
        return PLACE_FROM + sample_vacant(state, search_rng)
    placements = count_points(vacant(state, 0)) + count_points(vacant(state, 1))
    total = placements
    for direction in range(4):
        for word in range(2):
            total += count_points(shifts(state, direction, word))
    nth = pick(search_rng, total)
    if nth < placements:
        return PLACE_FROM + _nth_point(vacant(state, 0), vacant(state, 1), nth)
    nth -= placements
    for direction in range(4):
        low, high = shifts(state, direction, 0), shifts(state, direction, 1)
        here = count_points(low) + count_points(high)
        if nth < here:
            return SHIFT_FROM + 4 * (_nth_point(low, high, nth) - STEP[direction]) + direction
        nth -= here
    return -1  # not reached: the counts add up to the total


@compiled
def _nth_point(low: Word, high: Word, nth: int) -> int:
    row_from = 0
    for points in (low, high):
        word = points
        for row in range(row_from, row_from + 5):
            bits = np.int64(word & np.uint64(511))
            here = BITS_IN_9[bits]
            if nth < here:
                return STRIDE * row + NTH_BIT_OF_9[bits, nth]
            nth -= here
            word >>= np.uint64(STRIDE)
        row_from = 5
    return -1


@compiled
def sample_vacant(state: State, search_rng: Any) -> int:
    low, high = vacant(state, 0), vacant(state, 1)
    return _nth_point(low, high, pick(search_rng, count_points(low) + count_points(high)))


@compiled
def sample_jump(state: State, seat: int, search_rng: Any) -> int:
    """One of the jumps that a colour could make if it were to move."""
    total = 0
    for line in range(2 * STRIDE):
        if (state.threats[seat] >> line) & 1:
            for way in range(2):
                total += BITS_IN_9[line_jumps(state, line, seat, way)]
    nth = pick(search_rng, total)
    for line in range(2 * STRIDE):
        if (state.threats[seat] >> line) & 1:
            for way in range(2):
                bits = line_jumps(state, line, seat, way)
                if nth < BITS_IN_9[bits]:
                    return _jump_action(line, NTH_BIT_OF_9[bits, nth], way)
                nth -= BITS_IN_9[bits]
    return -1


@compiled
def _sample_onward_jump(state: State, seat: int, search_rng: Any) -> int:
    total = 0
    for direction in range(4):
        total += can_jump(state, seat, state.jumper, direction)
    nth = pick(search_rng, total)
    for direction in range(4):
        if can_jump(state, seat, state.jumper, direction):
            if nth == 0:
                return JUMP_FROM + 4 * state.jumper + direction
            nth -= 1
    return -1
