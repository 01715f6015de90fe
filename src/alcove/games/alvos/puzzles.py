"""What puzzles of Alvos are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alcove.games.alvos.cave import COLLECT_BOTH, DELIVER_FROM, FIRE_FROM, GIFT_FROM, LOSE_FROM, PASS, TAKE
from alcove.kernel.position import Position
from alcove.kernel.text import Text

SETUPS: Sequence[tuple[int, Mapping[str, Any]]] = (
    (2, {}),
    (3, {}),
    (2, {"mode": "cooperative"}),
    (1, {"solitaire": "sopavre"}),
)
LEVEL = 4
DEEP = 24_000
MARGIN = 0.06
THEMES = {
    "collect": Text("What to collect", "Was sammeln"),
    "pass": Text("Nothing is best", "Nichts ist am besten"),
    "fire": Text("Fire!", "Feuer!"),
    "gift": Text("A windfall", "Ein Glücksfall"),
    "lose": Text("The smallest loss", "Der kleinste Verlust"),
    "deliver": Text("The right delivery", "Die richtige Lieferung"),
}


def theme(position: Position, seat: int, action: int) -> str:
    if action <= COLLECT_BOTH:
        return "collect"
    if action == PASS:
        return "pass"
    for first, name in ((DELIVER_FROM, "deliver"), (TAKE, "gift"), (LOSE_FROM, "lose"), (GIFT_FROM, "gift")):
        if action >= first:
            return name
    return "fire" if action >= FIRE_FROM else "pass"
