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


def _can_jump(lines: Any, start: int, step: int) -> Any:
    """In which of many lines the piece at `start` can jump in one direction."""
    lands = np.zeros(len(lines), dtype=bool)
    only_enemies = lines[:, start] > 0  # from the start up to the point that is looked at
    stop = lines.shape[1] if step > 0 else -1
    for run, at in enumerate(range(start + step, stop, step)):  # ALVA-13: on the board
        if run == 1 or run >= 3:  # ALVA-9: one, or three and more
            lands |= only_enemies & (lines[:, at] == 0)  # ALVA-8: onto a vacant point
        only_enemies &= lines[:, at] == 3 - lines[:, start]
    return lands


def _line_jumps(size: int) -> Any:
    """The entries of all lines of a length."""
    lines = np.arange(3**size, dtype=np.int64)[:, None] // 3 ** np.arange(size) % 3
    packed = np.zeros(3**size, dtype=np.int64)
    for at in range(size):
        for way, step in ((FORWARD, 1), (BACKWARD, -1)):
            bits = at + SET_BITS * (2 * (lines[:, at] - 1) + way)
            packed |= np.where(_can_jump(lines, at, step), 1 << np.maximum(bits, 0), 0)
    return packed


def _all_jumps() -> Any:
    by_size = [_line_jumps(size) for size in SIZES]
    for size, at in zip(SIZES, np.cumsum([0, *map(len, by_size)]), strict=False):
        LINES_FROM[size] = at
    return np.concatenate(by_size)


JUMPS = _all_jumps()
COLOUR_SETS = np.array([0x3FFFF, 0x3FFFF << 2 * SET_BITS], dtype=np.int64)
"""The part of a JUMPS entry that belongs to White, and to Black."""
