"""What puzzles of The Alpacalypse are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alcove.games.alpacalypse.table import ACTION, BIDS, EVENT, MARKET_TAKES, PHASES
from alcove.kernel.position import Position
from alcove.kernel.text import Text

SETUPS: Sequence[tuple[int, Mapping[str, Any]]] = ((2, {}), (3, {}))
LEVEL = 3
DEEP = 12_000
MARGIN = 0.06
THEMES = {
    "event": Text("The New Day", "Der Neue Tag"),
    "bids": Text("The bid", "Das Gebot"),
    "market": Text("From the market", "Vom Markt"),
    "action": Text("The best use of an alpaca", "Der beste Einsatz"),
    "other": Text("A small decision", "Eine kleine Entscheidung"),
}


def theme(position: Position, seat: int, action: int) -> str:
    phase = int(position.state.phase)
    return PHASES[phase] if phase in (EVENT, BIDS, MARKET_TAKES, ACTION) else "other"
