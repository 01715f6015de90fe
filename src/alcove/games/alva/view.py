"""What a seat may know: in Alva, everything."""

from __future__ import annotations

from typing import Any

from alcove.games.alva import rules
from alcove.games.alva.board import BLACK, WHITE, point_name
from alcove.games.alva.notation import board_rows
from alcove.kernel.position import Position


def view(position: Position, seat: int | None) -> dict[str, Any]:
    state = position.state
    edge = [int(rules.edge_points(state, colour)) for colour in (WHITE, BLACK)]
    captured = [int(n) for n in state.captured]
    return {
        "board": board_rows(state),
        "to_move": int(state.to_move),
        "hands": [int(n) for n in state.hands],
        "captured": captured,
        "pending": _pending(state),
        "edge": edge,
        "score": [captured[colour] + edge[colour] for colour in (WHITE, BLACK)],
        "before": int(state.before),
        "returned": bool(state.before_returned),
        "jumper": point_name(int(state.jumper)) if state.jumper >= 0 else None,
        "taken": int(state.taken),
        "shifted": bool(state.shifted),
        "must_capture": bool(rules.must_capture(state)),
    }


def _pending(state: rules.State) -> list[int]:
    """ALVA-17: of the captured pieces, those that still lie beside the board."""
    side = int(state.to_move)
    pending = [0, 0]
    pending[side] = int(state.taken)
    if not state.before_returned and rules.actors(state):
        pending[1 - side] = int(state.before)
    return pending
