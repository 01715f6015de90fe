"""Every action by kind: how it is written, and a choice as data, with what comes of it.

A row of ACTION_KINDS is a block of actions. Notation, views, clients and terminal all take from here what an action
is; nobody takes a text apart.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from alcove.games.alpacalypse import bids, frames, prestige, table
from alcove.games.alpacalypse.cards import (
    ACTION_CARDS,
    ASSISTANTS,
    BUILDING_COST,
    MARKET,
    MARKET_ROLE,
    NEW_DAYS,
    SPACES,
    STEPS,
    TRIBES,
    WONDER_TILES,
)
from alcove.games.alpacalypse.shapes import Choice
from alcove.games.alpacalypse.spaces import trot_coins
from alcove.games.alpacalypse.table import State
from alcove.games.alpacalypse.vocabulary import ANY, BUILDINGS, CUBE, DECKS, MEMBERS, RESOURCES, TRACKS
from alcove.kernel.errors import UnreadableError
from alcove.kernel.position import NO_SUCH_ACTION, Position

GOODS = (*RESOURCES, CUBE)
COSTS = (*RESOURCES, ANY)
ONE = ("",)


class ActionKind(NamedTuple):
    """A block of actions that differ only in what they name."""

    first: int
    kind: str
    names: tuple[str, ...]
    """What each action of the block names; an empty name for one that names nothing."""
    key: str
    """Under which word a choice has that name."""
    text: str


def _ids(cards: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(card.id for card in cards)


_BY_MEMBER = tuple(f"{MEMBERS[at // 2]} {space}" for at, space in enumerate(SPACES))
ACTION_KINDS = (
    ActionKind(int(table.PASS), "pass", ONE, "", "pass"),
    ActionKind(int(table.SEND), "send", ONE, "", "send"),
    ActionKind(int(table.STAY), "stay", ONE, "", "stay"),
    ActionKind(int(table.TRIBE_FROM), "tribe", _ids(TRIBES), "tribe", "tribe {}"),
    ActionKind(int(table.TOKEN), "token", ONE, "", "take token"),
    ActionKind(int(table.ITEM_FROM), "take", _ids(MARKET), "item", "take {}"),
    ActionKind(int(table.MEMBER_FROM), "member", SPACES, "space", "{}"),
    ActionKind(int(table.HELPER_FROM), "assistant", SPACES, "space", "assistant {}"),
    ActionKind(int(table.TROT_FROM), "trot", MEMBERS, "member", "{} trot"),
    ActionKind(int(table.ABILITY_FROM), "play", _ids(MARKET), "item", "play {}"),
    ActionKind(int(table.DECK_FROM), "acquire", DECKS, "deck", "acquire {}"),
    ActionKind(int(table.COMPLETE_FROM), "complete", _ids(ACTION_CARDS), "card", "complete {}"),
    ActionKind(int(table.KEEP_FROM), "keep", _ids(ACTION_CARDS), "card", "keep {}"),
    ActionKind(int(table.SCAVENGE_FROM), "scavenge", _ids(ACTION_CARDS), "card", "scavenge {}"),
    ActionKind(int(table.RESOURCE_FROM), "gain", RESOURCES, "good", "gain {}"),
    ActionKind(int(table.OWN_GOODS), "pay-own", ONE, "", "pay own"),
    ActionKind(int(table.CUBE_FOR), "cube-for", RESOURCES, "good", "pay cube for {}"),
    ActionKind(int(table.ANY_WITH), "pay", GOODS, "good", "pay {}"),
    ActionKind(int(table.LESS_FROM), "less", COSTS, "good", "less {}"),
    ActionKind(int(table.TRACK_FROM), "track", TRACKS, "track", "track {}"),
    ActionKind(int(table.BUILD_FROM), "build", BUILDINGS, "building", "build {}"),
    ActionKind(int(table.TRADE_YES), "trade", ONE, "", "trade"),
    ActionKind(int(table.TILE_FROM), "tile", _ids(WONDER_TILES), "tile", "tile {}"),
    ActionKind(int(table.BID_FROM), "bid", ONE, "", "bid"),
    ActionKind(int(table.NO_BID), "no-bid", ONE, "", "no bid"),
)
"""In the order of their numbers."""
_NAMED = {block.kind: block for block in ACTION_KINDS if block.kind != "bid"}
_NAMED |= {"end": _NAMED["pass"], "decline": _NAMED["pass"], "draw": _NAMED["acquire"]}
"""By the kind that a choice has."""
_FIRST = [block.first for block in ACTION_KINDS]


def kind_of(action: int) -> tuple[ActionKind, int]:
    """The block of an action, and its place in it."""
    block = ACTION_KINDS[bisect_right(_FIRST, action) - 1]
    return block, action - block.first


def plain_text(block: ActionKind, place: int) -> str:
    """How an action is written, whatever the position; a bid is more than one name."""
    return block.text.format(_BY_MEMBER[place] if block.kind == "member" else block.names[place])


# ---- A choice as data


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


def cost(numbers: Any) -> dict[str, int]:
    """A price by name, without what it does not ask for."""
    return {name: int(number) for name, number in zip(COSTS, numbers, strict=True) if number}


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
