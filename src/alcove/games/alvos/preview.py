"""What each combination of the dice would do, told before the player commits to one."""

from __future__ import annotations

from typing import Any

from alcove.games.alvos.cave import FIRST_PART, POINTS, ROW
from alcove.games.alvos.notation import dice_of, item, next_cogs
from alcove.games.alvos.score import last_mark, mark
from alcove.games.alvos.sheet import at_sopavre, closed, cooperative, current_unused, hex_of
from alcove.kernel.position import Position

EVENTS = ("sneeze", "sabotage", "windfall", "trip", "attack", "cave-in")
"""ALVOS-10: by the unused die, from 1."""


def ways(position: Position, seat: int) -> list[dict[str, Any]]:
    """ALVOS-19, 20, 22, 23: every way to use the dice, possible or not; `action` names it, also to ask why not."""
    one, two = dice_of(position)
    unused = int(current_unused(position.state, seat))
    with_unused = [_collect(position, [one], unused, two)]
    if one != two:
        with_unused.append(_collect(position, [two], unused, one))
    return [*with_unused, _collect(position, [one, two], None, unused), *_deliveries(position, one, two, unused)]


def _collect(position: Position, dice: list[int], unused: int | None, keeps: int) -> dict[str, Any]:
    total = sum(dice) + (unused or 0)
    inner = int(hex_of(total))
    added = f"d{dice[0]}+u{unused}" if unused else f"d{dice[0]}+d{dice[1]}"
    return {
        **_way(position, "collect", dice, unused, keeps),
        "sum": total,
        "hex": inner,
        "gives": item(inner),
        "closed": bool(closed(position.state, inner)),
        "action": f"{added}→{total} {item(inner)}",
    }


def _deliveries(position: Position, one: int, two: int, unused: int) -> list[dict[str, Any]]:
    """By the roll, then with the unused die, keeping either of the rolled ones."""
    part = int(position.state.engineer)
    first = next_cogs(position)[:1] or [FIRST_PART]
    by_roll = {
        **_way(position, "deliver", [one, two], None, unused),
        "sum": one + two,
        "hex": int(hex_of(one + two)),
        "part": 10 * part,
        "fits": bool(hex_of(one + two) == part),
        "action": f"d{one}+d{two}→{one + two} deliver {first[0]}",
    }
    kept = [one] if one == two else [one, two]
    with_unused = [
        {
            **_way(position, "deliver", [], unused, keeps),
            "sum": None,
            "hex": None,
            "part": 10 * part,
            "fits": unused == part,
            "action": f"u{unused}→{part}0 deliver {first[0]} keep {keeps}",
        }
        for keeps in kept
    ]
    return [by_roll, *with_unused]


def _way(position: Position, kind: str, dice: list[int], unused: int | None, keeps: int) -> dict[str, Any]:
    """`risk` is the event that the die kept would bring on a 10 (ALVOS-10)."""
    risk = None if at_sopavre(position.state) else EVENTS[keeps - 1]
    return {"kind": kind, "dice": dice, "unused": unused, "keeps": keeps, "risk": risk}


def loads(position: Position, seat: int) -> list[dict[str, Any]]:
    """ALVOS-26, 27: what delivering the next cogs would score, by their number, without and with a bolt."""
    scoring = not cooperative(position.state)
    left = len(next_cogs(position))
    return [
        {
            "cogs": cogs,
            "bolt": bool(bolt),
            "points": int(POINTS[cogs]) * (1 + bolt) if scoring else None,
            "space": _space_reached(position, seat, int(POINTS[cogs]) * (1 + bolt)) if scoring else None,
            "completes": cogs == left,
        }
        for cogs in range(1, min(left, ROW) + 1)
        for bolt in range(2 if scoring else 1)
    ]


def _space_reached(position: Position, seat: int, points: int) -> int | None:
    """None when no space beyond the last mark is open."""
    row = position.thaw()
    before = int(last_mark(row[0], seat + 1))
    mark(row[0], seat + 1, points)
    reached = int(last_mark(row[0], seat + 1))
    return reached if reached > before else None
