"""What a drawing comes to, counted box by box from what the table shows: checks, rectangle, area."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Box = tuple[int, int]
Land = dict[Box, str]
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _boxes(names: list[str]) -> set[Box]:
    return {("abcdefghij".index(name[0]), int(name[1:]) - 1) for name in names}


def _beside(box: Box) -> set[Box]:
    return {(box[0] + x, box[1] + y) for x, y in SIDES}


def _drawn(table: dict[str, Any]) -> set[Box]:
    drawing = table["chosen"]["first"]
    return set() if drawing is None else _boxes(drawing["boxes"])


def _land(table: dict[str, Any]) -> Land:
    """The sheet before the drawing; its top row comes first."""
    rows = table["sheet"]["rows"][::-1]
    return {(x, y): colour for y, row in enumerate(rows) for x, colour in enumerate(row) if colour != "."}


def checks(table: dict[str, Any]) -> int:
    """ALLUV-12."""
    owner = table["colours"][table["sheet"]["owner"]]
    touched = {box for drawn in _drawn(table) for box in _beside(drawn)}
    return sum(_land(table).get(box) == owner for box in touched)


def rectangle(table: dict[str, Any]) -> int:
    """ALLUV-15."""
    filled = _land(table).keys() | _drawn(table)
    return max(_largest_at(filled, box) for box in filled)


def _largest_at(filled: set[Box], corner: Box) -> int:
    """The largest rectangle to the right of a box and above it."""
    left, bottom = corner
    largest, right, top = 0, left, 10
    while (right, bottom) in filled:
        top = next(y for y in range(bottom, 11) if y == top or (right, y) not in filled)
        right += 1
        largest = max(largest, (right - left) * (top - bottom))
    return largest


def area(table: dict[str, Any]) -> int:
    """ALLUV-17: the largest of the reader's areas that hang together."""
    land = _land(table)
    own = {box for box, colour in land.items() if colour == table["colours"][0]} | _drawn(table)
    largest = 0
    while own:
        reached, edge = set[Box](), {own.pop()}
        while edge:
            reached |= edge
            edge = {box for at in edge for box in _beside(at)} & own
            own -= edge
        largest = max(largest, len(reached))
    return largest


MEASURES: dict[str, Callable[[dict[str, Any]], int]] = {"checks": checks, "rectangle": rectangle, "area": area}
