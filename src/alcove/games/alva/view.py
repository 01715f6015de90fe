"""What a seat may know: in Alva, everything."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from alcove.games.alva import rules
from alcove.games.alva.board import BLACK, EDGE, POINTS, STEP, WHITE, point_name
from alcove.games.alva.notation import board_rows, jump, landing, placement, shift
from alcove.kernel.errors import UnreadableError
from alcove.kernel.position import NO_SUCH_ACTION, Position

EDGES: list[list[int]] = EDGE.tolist()
STEPS: list[int] = STEP.tolist()
Pair = Annotated[list[int], Meta(min_length=2, max_length=2)]
"""A number for White and one for Black."""
Side = Literal[0, 1]


class View(TypedDict):
    board: list[str]
    """The rows from row 1 up, a sign for each point: `w`, `b`, or `.` if vacant."""
    to_move: Side
    hands: Pair
    captured: Pair
    pending: Pair
    """Of the captured pieces, those that still lie beside the board."""
    edge: Pair
    """How many of the other's pieces stand on the edge."""
    score: Pair
    before: int
    """How many pieces the turn before has captured."""
    returned: bool
    """Whether they went back at once."""
    jumper: str | None
    """The piece that must go on jumping."""
    taken: int
    shifted: bool
    must_capture: bool


Choice = TypedDict(
    "Choice",
    {
        "kind": Literal["place", "shift", "jump"],
        "from": NotRequired[str],
        "to": str,
        "takes": NotRequired[list[str]],
    },
)
"""A move by its points. A jump takes the pieces on the points that it passes."""


def choice(position: Position, seat: int, action: int) -> Choice:
    """Placements and shifts are the same in every position."""
    if action < rules.SHIFT_FROM:
        return {"kind": "place", "to": point_name(action)}
    if action < rules.JUMP_FROM:
        start, direction = divmod(action - rules.SHIFT_FROM, 4)
        end = (start + STEPS[direction]) % POINTS
        return {"kind": "shift", "from": point_name(start), "to": point_name(end)}
    start, direction = divmod(action - rules.JUMP_FROM, 4)
    end, step = landing(position, seat, start, direction), STEPS[direction]
    passed = [point_name(point) for point in range(start + step, end, step)]
    return {"kind": "jump", "from": point_name(start), "to": point_name(end), "takes": passed}


def read_choice(position: Position, seat: int, parts: Mapping[str, Any]) -> int:
    origin, to = str(parts.get("from", "")), str(parts.get("to", ""))
    match parts.get("kind"):
        case "place":
            return placement(position, to)
        case "shift":
            return shift(position, seat, origin, to)
        case "jump":
            return jump(position, seat, origin, to)
    raise UnreadableError(NO_SUCH_ACTION)


def view(position: Position, seat: int | None) -> View:
    fields = position.fields()
    captured, (white, black) = fields.captured, fields.stones
    edge = [_on_edge(black, fields.width), _on_edge(white, fields.width)]  # ALVA-19: each counts the other's
    return {
        "board": board_rows(fields),
        "to_move": fields.to_move,
        "hands": fields.hands,
        "captured": captured,
        "pending": _pending(fields, position.over),
        "edge": edge,
        "score": [captured[WHITE] + edge[WHITE], captured[BLACK] + edge[BLACK]],
        "before": fields.before,
        "returned": bool(fields.before_returned),
        "jumper": point_name(fields.jumper) if fields.jumper >= 0 else None,
        "taken": fields.taken,
        "shifted": bool(fields.shifted),
        "must_capture": fields.threats[fields.to_move] != 0 and not fields.shifted,  # ALVA-4, ALVA-7
    }


def _on_edge(stones: list[int], width: int) -> int:
    (low, high), (low_edge, high_edge) = stones, EDGES[width]
    return (low & low_edge).bit_count() + (high & high_edge).bit_count()


def _pending(fields: SimpleNamespace, over: bool) -> Pair:
    """ALVA-17: of the captured pieces, those that still lie beside the board."""
    side = fields.to_move
    pending = [0, 0]
    pending[side] = fields.taken
    if not fields.before_returned and not over:
        pending[1 - side] = fields.before
    return pending
