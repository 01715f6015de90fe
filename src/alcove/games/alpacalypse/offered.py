"""A choice as data, with what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from alcove.games.alpacalypse import bids, frames, prestige, table
from alcove.games.alpacalypse.actions import ACTION_KINDS, kind_of
from alcove.games.alpacalypse.cards import (
    ASSISTANTS,
    BUILDING_COST,
    MARKET,
    MARKET_ROLE,
    NEW_DAYS,
    STEPS,
)
from alcove.games.alpacalypse.pending import cost
from alcove.games.alpacalypse.shapes import Choice
from alcove.games.alpacalypse.spaces import trot_coins
from alcove.games.alpacalypse.table import State
from alcove.games.alpacalypse.vocabulary import MEMBERS, RESOURCES
from alcove.kernel.errors import UnreadableError
from alcove.kernel.position import NO_SUCH_ACTION, Position

_NAMED = {block.kind: block for block in ACTION_KINDS if block.kind != "bid"}
_NAMED |= {"end": _NAMED["pass"], "decline": _NAMED["pass"], "draw": _NAMED["acquire"]}
"""By the kind that a choice has."""


def choice(position: Position, seat: int, action: int) -> Choice:
    """What it is, what it names, and what comes of it."""
    block, place = kind_of(action)
    found: dict[str, Any] = {"kind": block.kind}
    if block.key:
        found[block.key] = block.names[place]
    effect = EFFECTS.get(block.kind)
    if effect is not None:
        found |= effect(position.state, seat, place)
    return found  # type: ignore[return-value]


def read_choice(position: Position, seat: int, parts: Mapping[str, Any]) -> int:
    """All but bids, which name more than one thing."""
    block = _NAMED.get(str(parts.get("kind")))
    name = str(parts.get(block.key, "")) if block is not None else ""
    if block is None or name not in block.names:
        raise UnreadableError(NO_SUCH_ACTION)
    return block.first + block.names.index(name)


def _top(state: State) -> Any:
    return state.stack[state.depth - 1]


def _pass(state: State, seat: int, place: int) -> Mapping[str, Any]:
    """ALPAC-34: without an action left, to pass is to end the turn."""
    if state.depth and _top(state)[frames.OP] == frames.TURN:
        return {"kind": "pass" if _top(state)[frames.TURN_ACTIONS] else "end"}
    return {"kind": "decline"}


def _send(state: State, seat: int, place: int) -> Mapping[str, Any]:
    return {"member": NEW_DAYS[int(table.day_now(state))].responder}


def _member(state: State, seat: int, space: int) -> Mapping[str, Any]:
    return {"member": MEMBERS[space // 2]}


def _assistant(state: State, seat: int, space: int) -> Mapping[str, Any]:
    held = [item for item in ASSISTANTS if MARKET_ROLE[item] == space // 2 and state.kept[seat, item] > 0]
    return {"member": MEMBERS[space // 2], "item": MARKET[held[0]].id if held else ""}


def _trot(state: State, seat: int, member: int) -> Mapping[str, Any]:
    return {"coins": int(trot_coins(state, seat))}


def _deck(state: State, seat: int, deck: int) -> Mapping[str, Any]:
    drawing = state.depth and _top(state)[frames.OP] == frames.ASK_DRAW
    return {"kind": "draw" if drawing else "acquire", "left": int(state.deck_left[deck])}


def _good(state: State, seat: int, good: int, by: int) -> Mapping[str, Any]:
    held = int(state.goods[seat, good])
    return {"before": held, "after": held + by}


def _track(state: State, seat: int, track: int) -> Mapping[str, Any]:
    """ALPAC-5, 6: where the pawn lands, and how many resources it earns on the way."""
    before = int(state.pawn[seat, track])
    after, shields = prestige.landing(state, seat, track, int(_top(state)[frames.TRACK_STEPS]))
    return {"before": before, "after": int(after), "earns": int(prestige.earned(state, seat, shields))}


def _build(state: State, seat: int, building: int) -> Mapping[str, Any]:
    return {"cost": cost(BUILDING_COST[state.tribe[seat], building])}


def _trade(state: State, seat: int, place: int) -> Mapping[str, Any]:
    return {"cost": cost(STEPS[_top(state)[frames.TRADE_STEP], 1:6])}


def _pay_own(state: State, seat: int, place: int) -> Mapping[str, Any]:
    frame = _top(state)
    return {"cost": cost([*frame[frames.PAY_COST : frames.PAY_COST + len(RESOURCES)], 0])}


def _bid(state: State, seat: int, place: int) -> Mapping[str, Any]:
    """ALPAC-16: its strength, powers included."""
    bid = place + 1
    members = int(bids.members_of(bid))
    return {
        "members": [name for at, name in enumerate(MEMBERS) if members >> at & 1],
        "influence": int(bids.influence_of(state, seat, members)),
        "coins": int(bids.coins_of(bid)),
        "strength": int(bids.strength_of(state, seat, bid)),
    }


EFFECTS: dict[str, Callable[[Any, int, int], Mapping[str, Any]]] = {
    "pass": _pass,
    "send": _send,
    "member": _member,
    "assistant": _assistant,
    "trot": _trot,
    "acquire": _deck,
    "gain": lambda state, seat, good: _good(state, seat, good, 1),
    "pay": lambda state, seat, good: _good(state, seat, good, -1),
    "cube-for": lambda state, seat, resource: _good(state, seat, int(table.CUBES), -1),
    "pay-own": _pay_own,
    "track": _track,
    "build": _build,
    "trade": _trade,
    "bid": _bid,
}
"""What comes of a choice, where it is more than what it names."""
