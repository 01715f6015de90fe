"""What each combination of the dice would do, told before the player commits to one."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from alcove.games.alvos.cave import BOLT_HEX, FIRST_PART, POINTS
from alcove.games.alvos.notation import dice_of, item, next_cogs
from alcove.games.alvos.score import last_mark, space_reached
from alcove.games.alvos.sheet import at_sopavre, closed, cooperative, current_unused, hex_of
from alcove.kernel.position import Position

Event = Literal["sneeze", "sabotage", "windfall", "trip", "attack", "cave-in"]
EVENTS: tuple[Event, ...] = ("sneeze", "sabotage", "windfall", "trip", "attack", "cave-in")
"""ALVOS-10: by the unused die, from 1."""
Thing = int | Literal["bolt", "wild"]
"""A cog by its kind, a bolt, or a wild cog."""


class Way(TypedDict):
    """One way to use the dice, whether or not it is possible now."""

    kind: Literal["collect", "deliver"]
    dice: list[int]
    """The rolled dice that it uses."""
    unused: int | None
    """The unused die, if it is used."""
    keeps: int
    """The unused die after it."""
    risk: Event | None
    """The event that this die would bring on a 10."""
    sum: int | None
    hex: int | None
    """Where the Alvo goes."""
    gives: NotRequired[Thing]
    closed: NotRequired[bool]
    part: NotRequired[int]
    fits: NotRequired[bool]
    """Whether the dice reach the engineer."""
    by: str
    """How its dice are written."""
    action: str
    """What is sent to do it, or to ask why not."""


def thing(inner: int) -> Thing:
    """What an inner hex gives."""
    return "bolt" if inner == BOLT_HEX else inner


def ways(position: Position, seat: int) -> list[Way]:
    """ALVOS-19, 20, 22, 23: every way to use the dice, possible or not."""
    one, two = dice_of(position)
    unused = int(current_unused(position.state, seat))
    with_unused = [_collect(position, [one], unused, two)]
    if one != two:
        with_unused.append(_collect(position, [two], unused, one))
    return [*with_unused, _collect(position, [one, two], None, unused), *_deliveries(position, one, two, unused)]


def _collect(position: Position, dice: list[int], unused: int | None, keeps: int) -> Way:
    total = sum(dice) + (unused or 0)
    inner = int(hex_of(total))
    by = f"d{dice[0]}+{f'u{unused}' if unused else f'd{dice[1]}'}→{total}"
    return {
        "kind": "collect",
        "dice": dice,
        "unused": unused,
        "keeps": keeps,
        "risk": risk(position, keeps),
        "sum": total,
        "hex": inner,
        "gives": thing(inner),
        "closed": bool(closed(position.state, inner)),
        "by": by,
        "action": f"{by} {item(inner)}",
    }


def _deliveries(position: Position, one: int, two: int, unused: int) -> list[Way]:
    """By the roll, then with the unused die, keeping either of the rolled ones."""
    part = int(position.state.engineer)
    named = int(hex_of(one + two))
    by_roll = _delivery(position, [one, two], None, unused, f"d{one}+d{two}→{one + two}", named == part)
    by_roll["sum"], by_roll["hex"] = one + two, named
    kept = [one] if one == two else [one, two]
    return [by_roll, *(_delivery(position, [], unused, keeps, f"u{unused}→{part}0", unused == part) for keeps in kept)]


def _delivery(position: Position, dice: list[int], unused: int | None, keeps: int, by: str, fits: bool) -> Way:
    first = (next_cogs(position) or [FIRST_PART])[0]
    return {
        "kind": "deliver",
        "dice": dice,
        "unused": unused,
        "keeps": keeps,
        "risk": risk(position, keeps),
        "sum": None,
        "hex": None,
        "part": 10 * int(position.state.engineer),
        "fits": fits,
        "by": by,
        "action": f"{by} deliver {first}" + (f" keep {keeps}" if unused else ""),
    }


def risk(position: Position, keeps: int) -> Event | None:
    """ALVOS-10, 33: the event that a kept die would bring."""
    return None if at_sopavre(position.state) else EVENTS[keeps - 1]


def scored(position: Position, seat: int, cogs: int, bolt: int) -> tuple[int | None, int | None]:
    """ALVOS-26, 27: how far a delivery goes on the track, and the space that it marks; None where there is none."""
    if cooperative(position.state):
        return None, None
    points = int(POINTS[cogs]) * (1 + bolt)
    space = int(space_reached(position.state, seat + 1, points))
    return points, space if space > last_mark(position.state, seat + 1) else None
