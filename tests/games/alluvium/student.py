"""Who has done the lesson of Alluvium: grows the rectangle at home; elsewhere checks, one's own area, no gifts."""

from __future__ import annotations

from typing import Any

from alcove import Position

SAMPLE = 5
Box = tuple[int, int]
Boxes = dict[Box, str]
WIDTH = 10
MIDDLE = 4.5


def choose(position: Position, seat: int) -> str:
    table = position.view(seat)["table"]
    letter = "d" if table["step"] == "dummy" else table["colours"][seat]
    sheet = _boxes(table, letter)
    choices = [(action.text, position.parts(seat, action.index) or {}) for action in position.legal(seat)]
    return max(choices, key=lambda choice: _worth(table, sheet, letter, choice[1]))[0]


def _worth(table: Any, before: Boxes, letter: str, parts: Any) -> float:
    if parts["kind"] == "pass":
        return -1000.0
    drawn = _drawn(table, parts)
    after = before | dict.fromkeys(drawn, letter)
    grown = rectangle(after) - rectangle(before)
    if not table["step"].startswith("other"):
        return 10.0 * grown - sum(abs(x - MIDDLE) + abs(y - MIDDLE) for x, y in drawn) / 10
    wider = area(after, letter) - area(before, letter)
    return 2.0 * float(parts.get("checks", 0)) + wider - grown


def _boxes(table: Any, letter: str) -> Boxes:
    """What is coloured on the sheet before the student, with what was drawn in this step."""
    rows = table["sheet"]["rows"]
    coloured = {(x, WIDTH - 1 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."}
    chosen = table["chosen"] or {}
    for drawing in chosen.values():
        coloured |= dict.fromkeys(map(_box, drawing["boxes"] if drawing else []), letter)
    return coloured


def _drawn(table: Any, parts: Any) -> list[Box]:
    x, y = _box(parts["at"])
    if parts["kind"] == "plug":
        return [(x, y)]
    card = next(card for card in table["to_draw"] if card["form"] == parts["form"])
    return [(x + right, y + up) for right, up in card["rotations"][parts["turn"]]]


def _box(name: str) -> Box:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def rectangle(coloured: Boxes) -> int:
    best = 0
    for left in range(WIDTH):
        for low in range(WIDTH):
            width = WIDTH - left
            for height in range(1, WIDTH - low + 1):
                row = (x for x in range(width) if (left + x, low + height - 1) not in coloured)
                width = next(row, width)
                best = max(best, width * height)
                if not width:
                    break
    return best


def area(coloured: Boxes, letter: str) -> int:
    left, best = {box for box, sign in coloured.items() if sign == letter}, 0
    while left:
        waiting, size = [left.pop()], 0
        while waiting:
            x, y = waiting.pop()
            size += 1
            beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= beside
            waiting += beside
        best = max(best, size)
    return best
