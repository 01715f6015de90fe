"""What puzzles of Alluvium are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alcove.games.alluvium.sheet import PASS, PLUG_FROM
from alcove.games.alluvium.table import OWN
from alcove.kernel.position import Position
from alcove.kernel.text import Text

SETUPS: Sequence[tuple[int, Mapping[str, Any]]] = ((3, {}), (4, {}))
LEVEL = 3
DEEP = 12_000
MARGIN = 0.06
THEMES = {
    "land": Text("Your own land", "Das eigene Land"),
    "abroad": Text("On somebody else's sheet", "Auf fremdem Blatt"),
    "plug": Text("A single box", "Ein einzelnes Kästchen"),
    "pass": Text("Nothing is best", "Nichts ist am besten"),
}


def theme(position: Position, seat: int, action: int) -> str:
    if action == PASS:
        return "pass"
    if action >= PLUG_FROM:
        return "plug"
    return "land" if position.state.stage == OWN else "abroad"
