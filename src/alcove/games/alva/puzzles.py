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
    "exchange": Text("An exchange", "Ein Tausch"),
    "bait": Text("Bait", "Köder"),
    "shift": Text("A better place", "Ein besserer Platz"),
    "edge": Text("At the edge", "Am Rand"),
    "quiet": Text("A quiet placement", "Ein stiller Stein"),
}


def theme(position: Position, seat: int, action: int) -> str:
    if action >= rules.JUMP_FROM:
        return "capture"
    after = position.play_legal(seat, action)
    if action >= rules.SHIFT_FROM:
        point = (action - rules.SHIFT_FROM) // 4
        return _shift(position.state.threats, after.state.threats, seat) or _place(position, point, "shift")
    if not after.over and rules.must_capture(after.state):
        return "bait"
    return _place(position, action - rules.PLACE_FROM, "quiet")


def _shift(before: Any, after: Any, seat: int) -> str | None:
    """What a shift is good for, from who could capture before and after it; nothing if that is not the point of it."""
    offers, threatens = after[1 - seat] and not before[1 - seat], after[seat] and not before[seat]
    if before[1 - seat] and not after[1 - seat]:
        return "rescue"
    if offers:
        return "exchange" if threatens else "bait"
    return "threat" if threatens else None


def _place(position: Position, point: int, inside: str) -> str:
    """Pieces at the edge count for the other side (ALVA-19)."""
    row, column = divmod(point, STRIDE)
    return "edge" if {row, column} & {0, int(position.options["size"]) - 1} else inside
