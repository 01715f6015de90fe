"""Every action by kind, declared once: its numbers, what they name, and how it is written.

A block of actions has numbers in a row. Rules, notation, views, layouts, clients and terminal all take from here what
an action is; nobody takes a text apart.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from alcove.games.alpacalypse.cards import ACTION_CARDS, MARKET, SPACES, TRIBES, WONDER_TILES
from alcove.games.alpacalypse.vocabulary import ANY, BUILDINGS, CUBE, DECKS, MEMBERS, RESOURCES, TRACKS

ONE = ("",)
GOODS = (*RESOURCES, CUBE)
COSTS = (*RESOURCES, ANY)
MAX_BID_COINS = 255  # ALPAC-16: more than a tribe can have by the last round


class ActionKind(NamedTuple):
    """A block of actions that differ only in what they name."""

    first: int
    kind: str
    names: tuple[str, ...]
    """What each action of the block names; an empty name for one that names nothing."""
    key: str
    """Under which word a choice has that name."""
    text: str
    shape: tuple[int, ...]
    """What they differ in; the last part changes first."""


ACTION_KINDS: list[ActionKind] = []
"""In the order of their numbers."""
_next = 0


def _kind(
    kind: str,
    names: tuple[str, ...] = ONE,
    key: str = "",
    text: str = "",
    shape: tuple[int, ...] = (),
) -> Any:
    """The first number of a block."""
    global _next
    first = _next
    ACTION_KINDS.append(ActionKind(first, kind, names, key, text or kind, shape or (len(names),)))
    _next += shape[0] * shape[1] if shape else len(names)
    return first


def _ids(cards: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(card.id for card in cards)


PASS = _kind("pass")
SEND = _kind("send")
STAY = _kind("stay")
TRIBE_FROM = _kind("tribe", _ids(TRIBES), "tribe", "tribe {}")
TOKEN = _kind("token", text="take token")
ITEM_FROM = _kind("take", _ids(MARKET), "item", "take {}")
MEMBER_FROM = _kind("member", SPACES, "space", "{}")
HELPER_FROM = _kind("assistant", SPACES, "space", "assistant {}")
TROT_FROM = _kind("trot", MEMBERS, "member", "{} trot")
ABILITY_FROM = _kind("play", _ids(MARKET), "item", "play {}")
DECK_FROM = _kind("acquire", DECKS, "deck", "acquire {}")  # draw from a deck, or acquire from it
COMPLETE_FROM = _kind("complete", _ids(ACTION_CARDS), "card", "complete {}")
KEEP_FROM = _kind("keep", _ids(ACTION_CARDS), "card", "keep {}")
SCAVENGE_FROM = _kind("scavenge", _ids(ACTION_CARDS), "card", "scavenge {}")
RESOURCE_FROM = _kind("gain", RESOURCES, "good", "gain {}")
OWN_GOODS = _kind("pay-own", text="pay own")  # what is named, from the own resources
CUBE_FOR = _kind("cube-for", RESOURCES, "good", "pay cube for {}")
ANY_WITH = _kind("pay", GOODS, "good", "pay {}")  # one of the resources of any kind, or a cube
LESS_FROM = _kind("less", COSTS, "good", "less {}")  # a discount on one resource, or on one of any kind
TRACK_FROM = _kind("track", TRACKS, "track", "track {}")
BUILD_FROM = _kind("build", BUILDINGS, "building", "build {}")
TRADE_YES = _kind("trade")
TILE_FROM = _kind("tile", _ids(WONDER_TILES), "tile", "tile {}")
BID_FROM = _kind("bid", shape=(2 ** len(MEMBERS) - 1, MAX_BID_COINS + 1))
NO_BID = _kind("no-bid", text="no bid")
ACTIONS = _next

MAX_BIDS = NO_BID - BID_FROM
MAX_OPTIONS = 128
"""More than there are choices at any moment except a bid."""

_BY_MEMBER = tuple(f"{MEMBERS[at // 2]} {space}" for at, space in enumerate(SPACES))


def kind_of(action: int) -> tuple[ActionKind, int]:
    """The block of an action, and its place in it."""
    block = next(block for block in reversed(ACTION_KINDS) if block.first <= action)
    return block, action - block.first


def plain_text(block: ActionKind, place: int) -> str:
    """How an action is written, whatever the position; a bid is more than one name."""
    return block.text.format(_BY_MEMBER[place] if block.kind == "member" else block.names[place])
