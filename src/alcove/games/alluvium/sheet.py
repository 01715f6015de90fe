"""The paper of Alluvium: boxes, forms, and what can be read off a sheet.

A box is row * 10 + column, so a1 is 0 and j10 is 99. A set of boxes is two 64-bit words of 50 bits: rows 1-5 in the
first, rows 6-10 in the second.

A form in one rotation is an orientation; rotations that cover the same boxes are one. It is drawn at its anchor, the
leftmost box of its lowest row. All anchors at which it fits are found at once, by shifting the empty boxes (`fits`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.kernel.jit import compiled
from alcove.kernel.state import Word

WIDTH = 10
BOXES = WIDTH * WIDTH  # ALLUV-1
HALF = BOXES // 2
COLUMN_LETTERS = "abcdefghij"

FORMS = ("Bar", "Hook", "Step", "Block", "Corner", "Cup")  # ALLUV-2
BAR, HOOK, STEP, BLOCK, CORNER, CUP = range(6)
DRAWINGS = (
    ("####",),
    ("#.", "#.", "##"),
    (".##", "##."),
    ("##", "##", "#."),
    ("#..", "#..", "###"),
    ("#.#", "###"),
)
FORM_SIZES = np.array([sum(row.count("#") for row in drawing) for drawing in DRAWINGS], dtype=np.int64)
MAX_FORM_BOXES = 5
TURNS = (0, 90, 180, 270)

Cells = tuple[tuple[int, int], ...]
"""Columns to the right and rows up from the anchor; the anchor itself, (0, 0), comes first."""


def _cells(rows: list[str]) -> Cells:
    covered = [(x, y) for y, row in enumerate(reversed(rows)) for x, sign in enumerate(row) if sign == "#"]
    left, low = covered[0]
    return tuple((x - left, y - low) for x, y in covered)


def _turned(rows: list[str]) -> list[str]:
    """A quarter turn clockwise."""
    return ["".join(row) for row in zip(*reversed(rows), strict=True)]


def _orientations() -> tuple[list[tuple[int, int, Cells]], dict[tuple[int, int], int]]:
    """Each orientation as form, turn and boxes; and the orientation of every form and turn."""
    found: list[tuple[int, int, Cells]] = []
    named: dict[tuple[int, int], int] = {}
    for form, drawing in enumerate(DRAWINGS):
        rows = list(drawing)
        for turn in TURNS:  # ALLUV-3: turned, never mirrored
            cells = _cells(rows)
            same = [at for at, known in enumerate(found) if (known[0], known[2]) == (form, cells)]
            if not same:
                found.append((form, turn, cells))
            named[form, turn] = same[0] if same else len(found) - 1
            rows = _turned(rows)
    return found, named


ORIENTATIONS, ORIENTATION_NAMED = _orientations()
ORIENTATION_COUNT = len(ORIENTATIONS)
FORM_OF = np.array([form for form, _, _ in ORIENTATIONS], dtype=np.int64)
FIRST_ORIENTATION = np.array(
    [sum(form < limit for form, _, _ in ORIENTATIONS) for limit in range(len(FORMS) + 1)], dtype=np.int64
)

# An action draws an orientation at an anchor, or plugs a box (action B), or passes.
PLUG_FROM = BOXES * ORIENTATION_COUNT
PASS = PLUG_FROM + BOXES
ACTIONS = PASS + 1


def box_name(box: int) -> str:
    return f"{COLUMN_LETTERS[box % WIDTH]}{box // WIDTH + 1}"


def box_named(name: str) -> int | None:
    """The box of that name, None if the sheet has none."""
    row = name[1:]
    if name[:1] not in COLUMN_LETTERS or row not in [str(number) for number in range(1, WIDTH + 1)]:
        return None
    return (int(row) - 1) * WIDTH + COLUMN_LETTERS.index(name[0])


SOLID = tuple(box for box in range(BOXES) if box_name(box) in ("d4", "g7"))  # ALLUV-1


def boxes_of(action: int) -> list[int]:
    """The boxes an action covers in the order of their numbers; none if it does not lie on the sheet, or is a pass."""
    if action >= PLUG_FROM:
        return [action - PLUG_FROM] if action < PASS else []
    orientation, anchor = divmod(action, BOXES)
    covered = []
    for x, y in ORIENTATIONS[orientation][2]:
        column, row = anchor % WIDTH + x, anchor // WIDTH + y
        if not (0 <= column < WIDTH and 0 <= row < WIDTH):
            return []
        covered.append(row * WIDTH + column)
    return covered


def neighbours(box: int) -> list[int]:
    row, column = divmod(box, WIDTH)
    beside = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
    return [y * WIDTH + x for y, x in beside if 0 <= y < WIDTH and 0 <= x < WIDTH]


def words(boxes: Any) -> list[int]:
    pair = [0, 0]
    for box in set(boxes):
        pair[box // HALF] |= 1 << (box % HALF)
    return pair


def _table(sets: list[list[int]]) -> Any:
    return np.array([words(boxes) for boxes in sets], dtype=np.uint64)


COVERED = [boxes_of(action) for action in range(ACTIONS)]
COVER = _table(COVERED)
"""[action, word]: the boxes that are drawn."""
AROUND = _table([[near for box in covered for near in neighbours(box)] for covered in COVERED])
"""[action, word]: the boxes beside them."""


def _anchors(choose: Any) -> Any:
    """[orientation, word]: the anchors whose drawing is chosen."""
    return _table(
        [[a for a in range(BOXES) if choose(COVERED[BOXES * o + a])] for o in range(ORIENTATION_COUNT)],
    )


INSIDE = _anchors(lambda covered: bool(covered))
ON_SOLID = _anchors(lambda covered: any(box in SOLID for box in covered))
SHIFTS = np.zeros((ORIENTATION_COUNT, MAX_FORM_BOXES), dtype=np.uint64)
for _orientation, (_form, _turn, _of_form) in enumerate(ORIENTATIONS):
    SHIFTS[_orientation, : len(_of_form)] = [y * WIDTH + x for x, y in _of_form]

ALL = np.uint64((1 << HALF) - 1)
INNER = np.array(words([box for box in range(BOXES) if len(neighbours(box)) == 4]), dtype=np.uint64)
NOT_FIRST = np.uint64(words([box for box in range(HALF) if box % WIDTH])[0])
NOT_LAST = np.uint64(words([box for box in range(HALF) if box % WIDTH < WIDTH - 1])[0])
ROW_BITS = (1 << WIDTH) - 1
ROW = np.uint64(ROW_BITS)
U0, U1, U_WIDTH, U_HALF, U_REST = (np.uint64(n) for n in (0, 1, WIDTH, HALF, HALF - WIDTH))
PAIRS, NIBBLES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
BYTES, ONES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
U2, U4, U56 = np.uint64(2), np.uint64(4), np.uint64(56)

BITS_OF_ROW = np.array([n.bit_count() for n in range(1 << WIDTH)], dtype=np.int64)
NTH_OF_ROW = np.zeros((1 << WIDTH, WIDTH), dtype=np.int64)
LONGEST_RUN = np.zeros(1 << WIDTH, dtype=np.int64)
RUN_START = np.zeros(1 << WIDTH, dtype=np.int64)
for _n in range(1 << WIDTH):
    _places = [i for i in range(WIDTH) if _n >> i & 1]
    NTH_OF_ROW[_n, : len(_places)] = _places
    for _start in range(WIDTH):
        _length = 0
        while _n >> (_start + _length) & 1:
            _length += 1
        if _length > LONGEST_RUN[_n]:
            LONGEST_RUN[_n], RUN_START[_n] = _length, _start


@compiled
def count_word(word: Word) -> int:
    """The number of bits; the compiler knows this shape and makes one instruction of it."""
    word -= (word >> U1) & PAIRS
    word = (word & NIBBLES) + ((word >> U2) & NIBBLES)
    word = (word + (word >> U4)) & BYTES
    return (word * ONES) >> U56


@compiled
def count(low: Word, high: Word) -> int:
    return count_word(low) + count_word(high)


@compiled
def fits(low: Word, high: Word, orientation: int) -> tuple[Word, Word]:
    """ALLUV-7: all anchors at which an orientation lies on the given empty boxes."""
    at_low, at_high = low, high
    for cell in range(1, FORM_SIZES[FORM_OF[orientation]]):
        shift = SHIFTS[orientation, cell]
        at_low = at_low & ((low >> shift) | (high << (U_HALF - shift)))
        at_high = at_high & (high >> shift)
    return at_low & INSIDE[orientation, 0], at_high & INSIDE[orientation, 1]


@compiled
def holes(low: Word, high: Word) -> tuple[Word, Word]:
    """ALLUV-11: of the coloured boxes' complement, those with four coloured neighbours, none on the edge."""
    beside_low = ((low << U1) & (low >> U1)) & ((low << U_WIDTH) & ((low >> U_WIDTH) | (high << U_REST)))
    beside_high = ((high << U1) & (high >> U1)) & (((high << U_WIDTH) | (low >> U_REST)) & (high >> U_WIDTH))
    return beside_low & ~low & INNER[0], beside_high & ~high & INNER[1]


@compiled
def nth_box(low: Word, high: Word, nth: int) -> int:
    """The box with that number in a set, counted from 0."""
    first_row, word = 0, low
    lower = count_word(low)
    if nth >= lower:
        nth -= lower
        first_row, word = 5, high
    for row in range(first_row, first_row + 5):
        bits = np.int64(word & ROW)
        here = BITS_OF_ROW[bits]
        if nth < here:
            return WIDTH * row + NTH_OF_ROW[bits, nth]
        nth -= here
        word = word >> U_WIDTH
    return -1  # not reached: the caller counts first


@compiled
def list_boxes(low: Word, high: Word, base: int, out: Any, length: int) -> int:
    """Append base + box for each box of a set; return the new length."""
    for half in range(2):
        word = low if half == 0 else high
        while word != U0:
            out[length] = base + HALF * half + count_word((word & (~word + U1)) - U1)
            length += 1
            word &= word - U1
    return length


@compiled
def spread(low: Word, high: Word) -> tuple[Word, Word]:
    """A set of boxes with all their neighbours."""
    new_low = low | ((low << U1) & NOT_FIRST) | ((low >> U1) & NOT_LAST) | (low << U_WIDTH) | (low >> U_WIDTH)
    new_high = high | ((high << U1) & NOT_FIRST) | ((high >> U1) & NOT_LAST) | (high << U_WIDTH) | (high >> U_WIDTH)
    return (new_low | (high << U_REST)) & ALL, (new_high | (low >> U_REST)) & ALL


@compiled
def largest_part(low: Word, high: Word) -> tuple[Word, Word]:
    """ALLUV-17: the largest connected part of a set, the lowest one of several."""
    best, best_low, best_high = 0, U0, U0
    while (low | high) != U0:
        part_low, part_high = low & (~low + U1), U0
        if part_low == U0:
            part_high = high & (~high + U1)
        while True:
            wide_low, wide_high = spread(part_low, part_high)
            wide_low, wide_high = wide_low & low, wide_high & high
            if wide_low == part_low and wide_high == part_high:
                break
            part_low, part_high = wide_low, wide_high
        boxes = count(part_low, part_high)
        if boxes > best:
            best, best_low, best_high = boxes, part_low, part_high
        low, high = low & ~part_low, high & ~part_high
    return best_low, best_high


@compiled
def largest_area(low: Word, high: Word) -> int:
    """ALLUV-17: how many boxes it has."""
    part_low, part_high = largest_part(low, high)
    return count(part_low, part_high)


@compiled
def row_of(low: Word, high: Word, row: int) -> int:
    word = low if row < 5 else high
    return (word >> (U_WIDTH * np.uint64(row % 5))) & ROW


@compiled
def largest_rectangle(low: Word, high: Word) -> tuple[int, int, int]:
    """ALLUV-15: the largest rectangle within a set, as its number of boxes, its first box and its last.

    Of several the one that begins in the lowest row, then the flattest, then the leftmost. No box: 0, -1, -1.
    """
    best, first, last = 0, -1, -1
    for bottom in range(WIDTH):
        common = ROW_BITS
        for top in range(bottom, WIDTH):
            common &= row_of(low, high, top)
            if common == 0:
                break
            run = LONGEST_RUN[common]
            if run * (top - bottom + 1) > best:
                best = run * (top - bottom + 1)
                first = WIDTH * bottom + RUN_START[common]
                last = WIDTH * top + RUN_START[common] + run - 1
    return best, first, last
