"""What a sheet will bring to its owner and to its helpers, by tables that were learned (`learning.py`).

For the owner count the largest rectangle as it stands and the largest that lack one box, two boxes and so on. For a
helper count the area, and by how many checks the helper is ahead of the best of the others, and of the second best.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.redraw import rectangle_words
from alcove.games.alluvium.sheet import (
    COVER,
    MAX_FORM_BOXES,
    NOT_LAST,
    PASS,
    U1,
    U_REST,
    U_WIDTH,
    WIDTH,
    count,
    holes,
    largest_area,
    row_of,
)
from alcove.games.alluvium.table import (
    COLOURS,
    DUMMY,
    DUMMY_DRAWS,
    NONE,
    OVER,
    SLOTS,
    State,
    has_dummy,
    sheet_before,
    slots_filled,
    touched,
    wrapped,
)
from alcove.kernel.jit import compiled
from alcove.kernel.plain import plain_twin
from alcove.kernel.reach import plain
from alcove.kernel.state import Word

LACKING = 5
"""Rectangles that lack fewer boxes than this count."""
HOLE, NEAR = 2, 2
"""A rectangle is near the best if it is no more than NEAR boxes behind, where each box that it lacks costs HOLE."""
CLOSE = 1e6
CLOSER = 24
"""Of many drawings so many are looked at closely."""
SHAPE = 3
"""What else counts of the coloured boxes: how many they are, how many pairs of neighbours, how many holes."""
HOME = 1 + LACKING + SHAPE
MOST_AHEAD = 6
LEADS = 2 * MOST_AHEAD + 1
HELPED = 2 * LEADS
"""How many numbers a lead over the best and over the second best may be, together."""
FEWEST = 3
TABLES = 3  # of three, four and five players
SLOT_COUNT = SLOTS + 1
FIRST_SLOTS = 2  # ALLUV-8: the first step fills two
SPANS = WIDTH * (WIDTH + 1) // 2
FIRST_SPAN = np.array([sum(WIDTH - at for at in range(start)) for start in range(WIDTH)], dtype=np.int64)
"""[start]: the number of the span that has one row, or one column, from there on."""


def _rectangles() -> Any:
    """[rows, columns, word]: the boxes of every rectangle, by the numbers of its spans."""
    found = np.zeros((SPANS, SPANS, 2), dtype=np.uint64)
    spans = [(start, length) for start in range(WIDTH) for length in range(1, WIDTH - start + 1)]
    words = plain_twin(plain(rectangle_words))  # nothing is compiled while games are only being imported
    for rows, (row, height) in enumerate(spans):
        for columns, (column, width) in enumerate(spans):
            found[rows, columns] = words(column, row, width, height)
    return found


RECTANGLES = _rectangles().reshape(SPANS * SPANS, 2)


class Tables(NamedTuple):
    """What was learned, for tables of three, four and five."""

    home: Any
    """[table, slots filled]: what is sure for the owner, what a box of a rectangle is worth that lacks so many, and
    what the shape is."""
    helping: Any
    """[table, slots filled, seats from the owner, 0: sure or 1: for each box of the area, lead]"""
    scale: Any
    """[table, slots filled]: the lead in points at which the chances are e to one."""
    unseen: Any
    """[table, slots filled, seats from the searcher]: the points that a searcher does not see of others."""


class Sketch(NamedTuple):
    """Room to work in: one sheet, and what a drawing would change on it."""

    best: Any  # [boxes lacking]: the largest rectangle that lacks so many, at the most
    after: Any
    rectangles: Any  # those that one drawing could make the best, as two words
    kept_lacks: Any
    kept_areas: Any
    numbers: Any  # those that do not lack too much
    lacks: Any
    areas: Any
    columns: Any
    helping: Any  # [drawing]: what it brings by helping
    land: Any  # [colour]: the largest area of a helper
    checks: Any


def make_sketch() -> Sketch:
    def numbers(length: int) -> Any:
        return np.zeros(length, dtype=np.int64)

    most = SPANS * SPANS
    return Sketch(
        numbers(LACKING),
        numbers(LACKING),
        np.zeros((most, 2), dtype=np.uint64),
        numbers(most),
        numbers(most),
        numbers(most),
        numbers(most),
        numbers(most),
        numbers(WIDTH),
        np.zeros(rules.MAX_CHOICES),
        numbers(COLOURS),
        numbers(COLOURS),
    )


@compiled
def measure(low: Word, high: Word, sketch: Sketch) -> None:
    """Find the best rectangles."""
    best, columns = sketch.best, sketch.columns
    for lack in range(LACKING):
        best[lack] = 0
    for bottom in range(WIDTH):
        for column in range(WIDTH):
            columns[column] = 0
        for top in range(bottom, WIDTH):
            add_row(low, high, top, columns)
            for left in range(WIDTH):
                lack, area = 0, 0
                for right in range(left, WIDTH):
                    lack += columns[right]
                    area += top - bottom + 1
                    if lack >= LACKING:
                        break
                    if area > best[lack]:
                        best[lack] = area
    for lack in range(1, LACKING):
        best[lack] = max(best[lack], best[lack - 1])


@compiled
def add_row(low: Word, high: Word, row: int, columns: Any) -> None:
    """One more row of rectangles: what each column lacks of it."""
    bits = row_of(low, high, row)
    for column in range(WIDTH):
        columns[column] += 1 - ((bits >> column) & 1)


@compiled
def list_in_reach(low: Word, high: Word, sketch: Sketch) -> tuple[int, int]:
    """List the rectangles that one drawing could make the best, those near it first; how many are near, and all."""
    best, columns = sketch.best, sketch.columns
    length, most = 0, 0
    for bottom in range(WIDTH):
        for column in range(WIDTH):
            columns[column] = 0
        for top in range(bottom, WIDTH):
            add_row(low, high, top, columns)
            height = top - bottom + 1
            for left in range(WIDTH - best[0] // height):
                lack, area = 0, 0
                for right in range(left, WIDTH):
                    lack += columns[right]
                    area += height
                    if lack >= LACKING + MAX_FORM_BOXES:
                        break
                    if area > best[max(0, lack - MAX_FORM_BOXES)]:
                        sketch.numbers[length] = (
                            (FIRST_SPAN[bottom] + height - 1) * SPANS + FIRST_SPAN[left] + right - left
                        )
                        sketch.lacks[length], sketch.areas[length] = lack, area
                        most = max(most, area - HOLE * lack)
                        length += 1
    near, kept = 0, 0
    for far in range(2):
        for at in range(length):
            area, lack = sketch.areas[at], sketch.lacks[at]
            if (area - HOLE * lack < most - NEAR) == (far == 1):
                sketch.rectangles[kept, 0] = RECTANGLES[sketch.numbers[at], 0]
                sketch.rectangles[kept, 1] = RECTANGLES[sketch.numbers[at], 1]
                sketch.kept_lacks[kept], sketch.kept_areas[kept] = lack, area
                kept += 1
        if far == 0:
            near = kept
    return near, kept


@compiled
def measure_after(low: Word, high: Word, sketch: Sketch, length: int) -> None:
    """The best rectangles after some boxes were coloured, from the list."""
    best, after = sketch.best, sketch.after
    for lack in range(LACKING):
        after[lack] = best[lack]
    for at in range(length):
        lack = sketch.kept_lacks[at] - count(sketch.rectangles[at, 0] & low, sketch.rectangles[at, 1] & high)
        if lack < LACKING and sketch.kept_areas[at] > after[lack]:
            after[lack] = sketch.kept_areas[at]
    for lack in range(1, LACKING):
        after[lack] = max(after[lack], after[lack - 1])


@compiled
def pairs(low: Word, high: Word) -> int:
    """How often two coloured boxes are neighbours."""
    beside = count(low & (low >> U1) & NOT_LAST, high & (high >> U1) & NOT_LAST)
    return beside + count(low & ((low >> U_WIDTH) | (high << U_REST)), high & (high >> U_WIDTH))


@compiled
def home_worth(tables: Tables, players: int, slot: int, best: Any, low: Word, high: Word) -> float:
    """What the rounds to come will bring to the owner of a sheet with so many slots filled."""
    weights = tables.home[players - FEWEST, slot]
    total: float = weights[0]
    for lack in range(LACKING):
        total += weights[1 + lack] * best[lack]
    hole_low, hole_high = holes(low, high)
    total += weights[1 + LACKING] * count(low, high) + weights[2 + LACKING] * pairs(low, high)
    return total + weights[3 + LACKING] * count(hole_low, hole_high)


@compiled
def leads(state: State, sheet: int, colour: int, checks: Any) -> tuple[int, int]:
    """How far a helper is ahead of the best of the others, and of the second best, as numbers from 0."""
    first, second = -1, -1
    for other in range(state.players + has_dummy(state)):
        if other != sheet and other != colour:
            if checks[other] > first:
                first, second = checks[other], first
            elif checks[other] > second:
                second = checks[other]
    own = checks[colour] + MOST_AHEAD
    return max(0, min(LEADS - 1, own - first)), LEADS + max(0, min(LEADS - 1, own - second))


@compiled
def help_worth(tables: Tables, state: State, sheet: int, colour: int, slot: int, sketch: Sketch) -> float:
    """What a helper will get on a sheet at the end."""
    weights = tables.helping[state.players - FEWEST, slot, wrapped(colour - sheet, state.players)]
    first, second = leads(state, sheet, colour, sketch.checks)
    area = float(sketch.land[colour])
    return weights[0, first] + weights[0, second] + area * (weights[1, first] + weights[1, second])


@compiled
def look_at_help(state: State, sheet: int, sketch: Sketch) -> None:
    for colour in range(COLOURS):
        sketch.checks[colour] = state.checks[sheet, colour]
        sketch.land[colour] = 0
        if colour != sheet:
            sketch.land[colour] = largest_area(state.land[sheet, colour, 0], state.land[sheet, colour, 1])


@compiled
def coloured(state: State, sheet: int) -> tuple[Word, Word]:
    """The boxes of a sheet; of the two forms of round 1 the first counts as soon as it is drawn."""
    low, high = state.filled[sheet, 0], state.filled[sheet, 1]
    if rules.first_land(state) and state.draft[sheet] != NONE:
        low, high = low | COVER[state.draft[sheet], 0], high | COVER[state.draft[sheet], 1]
    return low, high


@compiled
def add_sheet(tables: Tables, state: State, sheet: int, sketch: Sketch, out: Any) -> None:
    """Add what everybody will get from a sheet, the rounds that are scored left out."""
    low, high = coloured(state, sheet)
    slot = max(FIRST_SLOTS, slots_filled(state))
    measure(low, high, sketch)
    look_at_help(state, sheet, sketch)
    for seat in range(state.players):
        if state.stage == OVER:
            out[seat] += rules.helper_points(state, sheet, seat)
        elif seat == sheet:
            out[seat] += home_worth(tables, state.players, slot, sketch.best, low, high)
        else:
            out[seat] += help_worth(tables, state, sheet, seat, slot, sketch)


@compiled
def weigh(tables: Tables, state: State, seat: int, actions: Any, choices: int, sketch: Sketch, out: Any) -> None:
    """What each drawing brings to the seat, in points, and takes from the others."""
    sheet = sheet_before(state, seat)
    low, high = coloured(state, sheet)
    measure(low, high, sketch)
    near, length = list_in_reach(low, high, sketch)
    weigh_help(tables, state, seat, actions, choices, sketch)
    for i in range(choices):
        out[i] = sketch.helping[i] + home_change(tables, state, seat, actions[i], near, low, high, sketch)
    worst = 1e9
    for _ in range(min(choices, CLOSER)):
        best = 0
        for i in range(choices):
            if out[i] < CLOSE and (out[best] >= CLOSE or out[i] > out[best]):
                best = i
        value = sketch.helping[best] + home_change(tables, state, seat, actions[best], length, low, high, sketch)
        worst = min(worst, value)
        out[best] = value + 2.0 * CLOSE
    for i in range(choices):
        out[i] = out[i] - 2.0 * CLOSE if out[i] >= CLOSE else min(out[i], worst)


@compiled
def home_change(
    tables: Tables, state: State, seat: int, action: int, length: int, low: Word, high: Word, sketch: Sketch
) -> float:
    """What the sheet is worth to its owner after a drawing, as its rivals see it if it is not theirs."""
    measure_after(COVER[action, 0], COVER[action, 1], sketch, length)
    low, high = low | COVER[action, 0], high | COVER[action, 1]
    slot = max(FIRST_SLOTS, slots_filled(state) + 1)
    value = home_worth(tables, state.players, slot, sketch.after, low, high)
    return value if sheet_before(state, seat) == seat else -value / (state.players - 1.0)


@compiled
def weigh_help(tables: Tables, state: State, seat: int, actions: Any, choices: int, sketch: Sketch) -> None:
    """What the helpers of the sheet would get after each drawing: the seat itself, less the mean of its rivals."""
    sheet, slot = sheet_before(state, seat), max(FIRST_SLOTS, slots_filled(state) + 1)
    look_at_help(state, sheet, sketch)
    drawn_in = DUMMY if state.stage == DUMMY_DRAWS else seat
    land, checks = sketch.land[drawn_in], sketch.checks[drawn_in]
    own = state.land[sheet, drawn_in]
    for i in range(choices):
        action = actions[i]
        if drawn_in != sheet and action != PASS:
            sketch.land[drawn_in] = largest_area(own[0] | COVER[action, 0], own[1] | COVER[action, 1])
            sketch.checks[drawn_in] = checks + touched(state, sheet, action)
        total = 0.0
        for helper in range(state.players):
            if helper != sheet:
                got = help_worth(tables, state, sheet, helper, slot, sketch)
                total += got if helper == seat else -got / (state.players - 1.0)
        sketch.helping[i] = total
        sketch.land[drawn_in], sketch.checks[drawn_in] = land, checks
