"""What a seat may know: in Alvos everything lies open, except the dice to come."""

from __future__ import annotations

from typing import Any

from alcove.games.alvos.cave import (
    ADVANCE_TOTAL,
    AXEL_OWNER,
    BOLT_HEX,
    EVENT_TOTAL,
    EXTRA,
    FIRST_PART,
    HEXES,
    OVER,
    RESOLVE,
    ROWS,
    UNUSED_ROW,
    UNUSED_ROWS,
)
from alcove.games.alvos.notation import item, next_cogs
from alcove.games.alvos.position_text import DIFFICULTIES, MODES, SOLITAIRES, STAGES
from alcove.games.alvos.preview import EVENTS, loads, ways
from alcove.games.alvos.score import axel_score, score_of
from alcove.games.alvos.sheet import at_axel, at_sopavre, closed, cogs_held, cooperative, current_unused, wilds_held
from alcove.kernel.position import Position


def view(position: Position, seat: int | None) -> dict[str, Any]:
    state = position.state
    over = state.stage == OVER
    resolving, mover = state.stage == RESOLVE, int(state.to_move)
    return {
        "mode": SOLITAIRES[state.solitaire] if position.players == 1 else MODES[state.mode],
        "difficulty": DIFFICULTIES[state.difficulty] if cooperative(state) else None,
        "round": int(state.lap),
        "rounds_left": int(state.last_rounds) if state.last_rounds >= 0 else None,
        "first": int(state.first),
        "to_move": None if over else int(state.to_move),
        "pending": None if over else STAGES[state.stage],
        "dice": [int(die) for die in state.dice],
        **_turn(state),
        "engineer": 10 * int(state.engineer),
        "next_cogs": next_cogs(position),
        "ways": ways(position, mover) if resolving else [],
        "loads": loads(position, mover) if resolving else [],
        "cave_ins": int(state.cave_ins),
        "inner": [_inner_hex(state, inner) for inner in range(1, HEXES + 1)],
        "outer": [_outer_hex(state, outer) for outer in range(1, HEXES + 1)],
        "track": [_owner(int(owner)) for owner in state.track[1:]],
        "sneezed": [other for other in range(position.players) if state.sneezed[other]],
        "alvos": [_sheet(state, other) for other in range(position.players)],
        "axel": _axel(state) if at_axel(state) else None,
    }


def event_of(state: Any, seat: int) -> str | None:
    """What the roll of a seat brings, as long as its unused die is the one it began its turn with."""
    unused = int(current_unused(state, seat))
    total = int(state.dice.sum()) + unused
    if total == ADVANCE_TOTAL:
        return "advance"
    return EVENTS[unused - 1] if total == EVENT_TOTAL and not at_sopavre(state) else None


def _turn(state: Any) -> dict[str, Any]:
    seat = int(state.to_move)
    if state.stage in (EXTRA, OVER):
        return {"unused_die": None, "total": None, "event": None}
    unused = int(current_unused(state, seat))
    return {"unused_die": unused, "total": int(state.dice.sum()) + unused, "event": event_of(state, seat)}


def _inner_hex(state: Any, inner: int) -> dict[str, Any]:
    return {
        "hex": inner,
        "label": f"{inner}/{inner + HEXES}",
        "gives": item(inner),
        "closed": bool(closed(state, inner)),
        "alvos": [seat for seat in range(int(state.players)) if state.alvo[seat] == inner],
    }


def _outer_hex(state: Any, outer: int) -> dict[str, Any]:
    part = None
    if outer >= FIRST_PART:
        part = {
            "row": ROWS[outer].tolist(),
            "delivered": int(state.delivered[outer]),
            "fires": int(state.fires[outer]),
        }
    return {
        "hex": 10 * outer,
        "boxes": int(state.boxes[outer]),
        "engineer": bool(state.engineer == outer),
        "part": part,
    }


def _owner(owner: int) -> int | str | None:
    if owner == AXEL_OWNER:
        return "axel"
    return owner - 1 if owner else None


def _marks(state: Any, owner: int) -> list[int]:
    return [space for space, whose in enumerate(state.track.tolist()) if whose == owner]


def _sheet(state: Any, seat: int) -> dict[str, Any]:
    dice = state.unused[seat, : state.written[seat]].tolist()
    health = int(state.health[seat])
    return {
        "seat": seat,
        "hex": int(state.alvo[seat]) or None,
        "health": health,
        "eliminated": health == 0,
        "cogs": {str(kind): int(state.cogs[seat, kind]) for kind in range(BOLT_HEX + 1, HEXES + 1)},
        "bolts": int(state.bolts[seat]),
        "shards": int(state.shards[seat]),
        "shards_spent": int(state.spent[seat]),
        "wilds": int(wilds_held(state, seat)),
        "unused_die": dice[-1],
        "unused_rows": [dice[UNUSED_ROW * row : UNUSED_ROW * (row + 1)] for row in range(UNUSED_ROWS)],
        "marks": _marks(state, seat + 1),
        "score": None if cooperative(state) else int(score_of(state, seat)),
        "tally": None if cooperative(state) else _tally(state, seat),
    }


def _tally(state: Any, seat: int) -> dict[str, int]:
    """ALVOS-28: what makes up the score."""
    marks = _marks(state, seat + 1)
    return {
        "last_mark": marks[-1] if marks else 0,
        "marks": 2 * max(len(marks) - 1, 0),
        "rows": int(state.written[seat]) // UNUSED_ROW,
        "cogs": -int(cogs_held(state, seat)),
        "bolts": -2 * int(state.bolts[seat]),
        "shards": -int(state.shards[seat]),
    }


def _axel(state: Any) -> dict[str, Any]:
    return {"marks": _marks(state, AXEL_OWNER), "score": int(axel_score(state))}
