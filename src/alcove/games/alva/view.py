"""What a seat may know: in Alva, everything."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from alcove.games.alva import rules
from alcove.games.alva.board import BLACK, WHITE, point_name
from alcove.games.alva.notation import board_rows
from alcove.kernel.position import Position


def view(position: Position, seat: int | None) -> dict[str, Any]:
    state, fields = position.state, position.fields()
    edge = [int(rules.edge_points(state, colour)) for colour in (WHITE, BLACK)]
    return {
        "board": board_rows(fields),
        "to_move": fields.to_move,
        "hands": fields.hands,
        "captured": fields.captured,
        "pending": _pending(fields, position.over),
        "edge": edge,
        "score": [fields.captured[colour] + edge[colour] for colour in (WHITE, BLACK)],
        "before": fields.before,
        "returned": bool(fields.before_returned),
        "jumper": point_name(fields.jumper) if fields.jumper >= 0 else None,
        "taken": fields.taken,
        "shifted": bool(fields.shifted),
        "must_capture": bool(rules.must_capture(state)),
    }


def _pending(fields: SimpleNamespace, over: bool) -> list[int]:
    """ALVA-17: of the captured pieces, those that still lie beside the board."""
    side = fields.to_move
    pending = [0, 0]
    pending[side] = fields.taken
    if not fields.before_returned and not over:
        pending[1 - side] = fields.before
    return pending
