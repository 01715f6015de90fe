"""What a seat may draw, as data: where, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from sys import intern
from typing import Any, NamedTuple

from alcove.games.alluvium.shapes import Before, Choice
from alcove.games.alluvium.sheet import (
    AROUND,
    BOXES,
    COVER,
    COVERED,
    FORMS,
    HALF,
    ORIENTATION_NAMED,
    ORIENTATIONS,
    PASS,
    PLUG_FROM,
    box_name,
    box_named,
    largest_area,
    largest_rectangle,
)
from alcove.games.alluvium.table import DUMMY_DRAWS, NONE, OTHERS, sheet_before
from alcove.kernel.errors import UnreadableError
from alcove.kernel.position import NO_SUCH_ACTION, Position

ACTIONS_NAMED = {(FORMS[form], str(turn)): BOXES * named for (form, turn), named in ORIENTATION_NAMED.items()}
"""[form, turn]: its drawing at the first box; the others follow."""


def as_one(low: Any, high: Any) -> int:
    """A set of boxes as one number."""
    return int(low) | int(high) << HALF


AROUND_BOXES = [as_one(low, high) for low, high in AROUND.tolist()]
"""[action]: the boxes beside a drawing."""


@cache
def box_names(action: int) -> list[str]:
    """The boxes that a drawing covers, by their names."""
    return [intern(box_name(box)) for box in COVERED[action]]


class Paper(NamedTuple):
    """The sheet before a seat as the next drawing finds it. Sets of boxes are pairs of words."""

    filled: tuple[Any, Any]
    own: tuple[Any, Any] | None
    """The seat's own boxes on another's sheet."""
    owned: int | None
    """ALLUV-12: the owner's boxes, if drawing there is helping."""


@lru_cache(maxsize=64)  # asked for once for each of some hundred choices
def _paper(position: Position, seat: int) -> Paper:
    state = position.state
    sheet = int(sheet_before(state, seat))
    drawn = state.draft[seat] if state.draft[seat] != NONE else PASS  # ALLUV-8: the first of a pair
    low, high = state.filled[sheet]
    return Paper(
        (low | COVER[drawn, 0], high | COVER[drawn, 1]),
        tuple(state.land[sheet, seat]) if state.stage == OTHERS else None,
        as_one(*state.land[sheet, sheet]) if state.stage in (OTHERS, DUMMY_DRAWS) else None,
    )


def before(position: Position, seat: int) -> Before:
    paper = _paper(position, seat)
    rectangle = int(largest_rectangle(*paper.filled)[0])
    return {"rectangle": rectangle, "area": None if paper.own is None else int(largest_area(*paper.own))}


def choice(position: Position, seat: int, action: int) -> Choice:
    described = _described(action)
    if action == PASS:
        return described
    (low, high), own, owned = _paper(position, seat)
    draws_low, draws_high = COVER[action]
    found: Choice = {**described, "rectangle": int(largest_rectangle(low | draws_low, high | draws_high)[0])}
    if owned is not None:
        found["checks"] = (AROUND_BOXES[action] & owned).bit_count()
    if own is not None:
        found["area"] = int(largest_area(own[0] | draws_low, own[1] | draws_high))
    return found


def read_choice(position: Position, seat: int, parts: Mapping[str, Any]) -> int:
    box = box_named(str(parts.get("at", "")))
    match parts.get("kind"):
        case "pass":
            return PASS
        case "plug" if box is not None:
            return PLUG_FROM + box
        case "form" if box is not None:
            named = ACTIONS_NAMED.get((str(parts.get("form")), str(parts.get("turn"))))
            if named is not None:
                return named + box
    raise UnreadableError(NO_SUCH_ACTION)


@cache
def _described(action: int) -> Choice:
    """What is the same in every position."""
    if action == PASS:
        return {"kind": "pass"}
    if action >= PLUG_FROM:
        return {"kind": "plug", "at": box_name(action - PLUG_FROM)}
    orientation, anchor = divmod(action, BOXES)
    form, turn, _ = ORIENTATIONS[orientation]
    return {"kind": "form", "form": FORMS[form], "turn": str(turn), "at": box_name(anchor)}
