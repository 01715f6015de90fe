"""Who has done the lesson of Alvos: fetches what the engineer wants next, keeps a die for him, delivers many."""

from __future__ import annotations

from typing import Any

from alcove import Position

SAMPLE = 30
MANY = 3
LATE = 0.6
"""From here on even a single cog is delivered, and nothing is fetched that nobody asks for."""


def choose(position: Position, seat: int) -> str:
    table = position.view(seat)["table"]
    choices = [(action.text, position.parts(seat, action.index) or {}) for action in position.legal(seat)]
    return max(choices, key=lambda choice: _worth(table, seat, choice[1]))[0]


def _worth(table: Any, seat: int, parts: Any) -> float:
    late = table["time"]["done"] >= LATE * table["time"]["of"]
    kind = parts["kind"]
    if kind == "deliver":
        many = len(parts["load"]) >= MANY or late
        return 100.0 * (parts["points"] or 0) if many else -5.0
    if kind == "collect":
        return _fetching(table, seat, parts["what"], late) + _keeping(table, parts["keeps"])
    if kind in ("gain", "take"):
        return _fetching(table, seat, parts.get("what"), late)
    if kind == "lose":
        return -_fetching(table, seat, parts["what"], late)
    return 0.0


def _fetching(table: Any, seat: int, what: Any, late: bool) -> float:
    """The cogs that the engineer's part wants next come first, then those of the next part, and one bolt."""
    sheet = table["alvos"][seat]
    if what == "bolt":
        return 8.0 if sheet["bolts"] == 0 and not late else -2.0
    held = sheet["cogs"].get(str(what), 0)
    for worth, row in zip((10.0, 5.0), _rows(table), strict=False):
        if what in row and held < row.count(what):
            return worth - row.index(what)
    return -1.0 if late else 0.5 - held


def _rows(table: Any) -> list[list[int]]:
    """What the engineer's part and the one after it still want, in order."""
    hexes = [outer for outer in table["outer"] if outer["part"] is not None]
    at = next(n for n, outer in enumerate(hexes) if outer["hex"] == table["engineer"])
    ordered = hexes[at:] + hexes[:at]
    return [outer["part"]["row"][outer["part"]["delivered"] :] for outer in ordered[:2]]


def _keeping(table: Any, die: int) -> float:
    """A die that opens a delivery where the engineer stands, or goes next."""
    here = table["engineer"] // 10
    return 4.0 if die == here else 1.0 if die == here % 6 + 1 else 0.0
