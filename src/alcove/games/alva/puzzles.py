"""What puzzles of Alva are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alcove.games.alva import rules
from alcove.games.alva.board import STRIDE
from alcove.kernel.position import Position
from alcove.kernel.text import Text

SETUPS: Sequence[tuple[int, Mapping[str, Any]]] = ((2, {"size": 5}), (2, {"size": 7}), (2, {"size": 9}))
LEVEL = 4
DEEP = 24_000
MARGIN = 0.1
THEMES = {
    "capture": Text("The right capture", "Der richtige Schlag"),
    "rescue": Text("A piece in danger", "Ein Stein in Gefahr"),
    "threat": Text("A threat", "Eine Drohung"),
    "shift": Text("A better place", "Ein besserer Platz"),
    "bait": Text("Bait", "Köder"),
    "edge": Text("At the edge", "Am Rand"),
    "quiet": Text("A quiet placement", "Ein stiller Stein"),
}


def theme(position: Position, seat: int, action: int) -> str:
    if action >= rules.JUMP_FROM:
        return "capture"
    after = position.play_legal(seat, action)
    if action >= rules.SHIFT_FROM:
        return _shift(position.state.threats, after.state.threats, seat)
    if not after.over and rules.must_capture(after.state):
        return "bait"
    size = int(position.options["size"])
    row, column = divmod(action - rules.PLACE_FROM, STRIDE)
    return "edge" if {row, column} & {0, size - 1} else "quiet"


def _shift(before: Any, after: Any, seat: int) -> str:
    """What a shift is good for, from who could capture before and after it."""
    if before[1 - seat] and not after[1 - seat]:
        return "rescue"
    return "threat" if after[seat] and not before[seat] else "shift"
