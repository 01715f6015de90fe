"""What a seat may know: in Alva, everything."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from alcove.games.alva.board import BLACK, EDGE, WHITE, point_name
from alcove.games.alva.notation import board_rows
from alcove.kernel.position import Position

EDGES: list[list[int]] = EDGE.tolist()


def view(position: Position, seat: int | None) -> dict[str, Any]:
    fields = position.fields()
    edge = [_on_edge(fields, BLACK), _on_edge(fields, WHITE)]  # ALVA-19: each counts the other's
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
        "must_capture": fields.threats[fields.to_move] != 0 and not fields.shifted,  # ALVA-4, ALVA-7
    }


def _on_edge(fields: SimpleNamespace, colour: int) -> int:
    (low, high), (low_edge, high_edge) = fields.stones[colour], EDGES[fields.width]
    return int((low & low_edge).bit_count() + (high & high_edge).bit_count())


def _pending(fields: SimpleNamespace, over: bool) -> list[int]:
    """ALVA-17: of the captured pieces, those that still lie beside the board."""
    side = fields.to_move
    pending = [0, 0]
    pending[side] = fields.taken
    if not fields.before_returned and not over:
        pending[1 - side] = fields.before
    return pending
