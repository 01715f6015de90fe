"""The board of Alva: points, lines and the tables that the rules look things up in.

A point is row * 9 + column on every board size, so that an action keeps its index. A set of points is two 64-bit
words: rows 1-5 in the first (45 bits), rows 6-9 in the second (36 bits).

A line (row or column) is a number in base 3, a digit for each point: 0 vacant, 1 white, 2 black. JUMPS tells for each
such number which of its pieces can jump, so "is a capture open?" is never searched for (ALVA-8, 9, 13).
"""

from __future__ import annotations

from typing import Any

import numpy as np

SIZES = (5, 7, 9)
STRIDE = 9
POINTS = STRIDE * STRIDE
LOW_POINTS = 5 * STRIDE

EAST, WEST, NORTH, SOUTH = range(4)
STEP = np.array([1, -1, STRIDE, -STRIDE], dtype=np.int64)

WHITE, BLACK = 0, 1

COLUMN_LETTERS = "abcdefghi"

POWER_3 = np.array([3**i for i in range(STRIDE)], dtype=np.int64)

ROW_OF = np.array([point // STRIDE for point in range(POINTS)], dtype=np.int64)
COLUMN_OF = np.array([point % STRIDE for point in range(POINTS)], dtype=np.int64)
WORD_OF = np.array([int(point >= LOW_POINTS) for point in range(POINTS)], dtype=np.int64)
BIT_OF = np.array([1 << (point % LOW_POINTS) for point in range(POINTS)], dtype=np.uint64)


def point_name(point: int) -> str:
    return f"{COLUMN_LETTERS[point % STRIDE]}{point // STRIDE + 1}"


def point_named(name: str, size: int) -> int | None:
    """The point of that name, None if the board has none."""
    if len(name) != 2 or name[0] not in COLUMN_LETTERS[:size] or name[1] not in "123456789"[:size]:
        return None
    return (int(name[1]) - 1) * STRIDE + COLUMN_LETTERS.index(name[0])


def on_edge(point: int, size: int) -> bool:
    row, column = divmod(point, STRIDE)
    return row in (0, size - 1) or column in (0, size - 1)


def _words(points: list[int]) -> list[int]:
    words = [0, 0]
    for point in points:
        words[WORD_OF[point]] |= int(BIT_OF[point])
    return words


def _by_size(choose: Any) -> Any:
    """A table indexed by board size and word: the points of each board that are chosen."""
    table = np.zeros((STRIDE + 1, 2), dtype=np.uint64)
    for size in SIZES:
        points = [row * STRIDE + column for row in range(size) for column in range(size)]
        table[size] = _words([point for point in points if choose(point, size)])
    return table


ALL = _by_size(lambda point, size: True)
EDGE = _by_size(on_edge)

NOT_COLUMN_A = np.array(_words([p for p in range(POINTS) if p % STRIDE]), dtype=np.uint64)
NOT_COLUMN_I = np.array(_words([p for p in range(POINTS) if p % STRIDE < STRIDE - 1]), dtype=np.uint64)

BITS_IN_9 = np.array([n.bit_count() for n in range(512)], dtype=np.int64)
NTH_BIT_OF_9 = np.zeros((512, STRIDE), dtype=np.int64)
for _n in range(512):
    for _k, _bit in enumerate([i for i in range(STRIDE) if _n >> i & 1]):
        NTH_BIT_OF_9[_n, _k] = _bit

# JUMPS packs, for one line, four sets of nine bits: white forward, white backward, black forward, black backward.
# Forward is towards higher letters or numbers. LINES_FROM[size] is where the lines of that length begin.
FORWARD, BACKWARD = 0, 1
SET_BITS = 9
LINES_FROM = np.zeros(STRIDE + 1, dtype=np.int64)


def _jump_over(line: list[int], start: int, step: int) -> int:
    """How many pieces the piece at `start` can jump over in one direction, 0 if it cannot."""
    enemy = 3 - line[start]
    at, run = start + step, 0
    while 0 <= at < len(line) and line[at] == enemy:
        at, run = at + step, run + 1
    lands = 0 <= at < len(line) and line[at] == 0  # ALVA-8, ALVA-13: a vacant point on the board
    return run if lands and (run == 1 or run >= 3) else 0  # ALVA-9: one, or three and more


def _line_jumps(line: list[int]) -> int:
    packed = 0
    for at, piece in enumerate(line):
        if piece:
            for way, step in ((FORWARD, 1), (BACKWARD, -1)):
                if _jump_over(line, at, step):
                    packed |= 1 << (at + SET_BITS * (2 * (piece - 1) + way))
    return packed


def _all_jumps() -> Any:
    packed: list[int] = []
    for size in SIZES:
        LINES_FROM[size] = len(packed)
        packed += [_line_jumps([code // 3**i % 3 for i in range(size)]) for code in range(3**size)]
    return np.array(packed, dtype=np.int64)


JUMPS = _all_jumps()
COLOUR_SETS = np.array([0x3FFFF, 0x3FFFF << 2 * SET_BITS], dtype=np.int64)
"""The part of a JUMPS entry that belongs to White, and to Black."""
