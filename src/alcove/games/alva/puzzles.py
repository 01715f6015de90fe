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
    "shift": Text("A shift", "Ein Zug vor dem Setzen"),
    "bait": Text("Bait", "Köder"),
    "edge": Text("At the edge", "Am Rand"),
    "quiet": Text("A quiet placement", "Ein stiller Stein"),
}


def theme(position: Position, seat: int, action: int) -> str:
    if action >= rules.JUMP_FROM:
        return "capture"
    if action >= rules.SHIFT_FROM:
        return "shift"
    after = position.play_legal(seat, action)
    if not after.over and rules.must_capture(after.state):
        return "bait"
    size = int(position.options["size"])
    row, column = divmod(action - rules.PLACE_FROM, STRIDE)
    return "edge" if {row, column} & {0, size - 1} else "quiet"
