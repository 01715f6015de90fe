"""Who has done the lesson of The Alpacalypse: answers the day, bids one member, builds early, completes what it can."""

from __future__ import annotations

from functools import cache
from typing import Any

import alcove
from alcove import Position

SAMPLE = 8
TRACKS = ("might", "wealth", "culture", "tech")
RESOURCES = ("soldier", "coin", "worker", "material")
DEAR = 4
"""A card that costs more than this is not cheap."""
PREFERRED = ("send", "pay-own", "trade", "play", "end")
"""What is always done when it is offered, in this order."""


def choose(position: Position, seat: int) -> str:
    table = position.view(seat)["table"]
    choices = [(action.text, position.parts(seat, action.index) or {}) for action in position.legal(seat)]
    return max(choices, key=lambda choice: _worth(position, table, seat, *choice))[0]


def _worth(position: Position, table: Any, seat: int, text: str, parts: Any) -> float:
    kind = parts["kind"]
    if kind in PREFERRED:
        return 50.0 - PREFERRED.index(kind)
    if kind == "bid":
        return _bid(table, parts)
    if kind in ("member", "assistant", "trot"):
        return _errand(position, table, seat, text, kind)
    if kind in ("complete", "keep", "scavenge"):
        return {"complete": 40.0}.get(kind, 20.0) + _card(table, seat, parts.get("card"))
    if kind in ("take", "token"):
        return _item(parts.get("item"))
    if kind == "gain":
        return 10.0 + _lack(table, seat, parts.get("good"))
    if kind == "track":
        return 10.0 + _track(table, seat, parts["track"])
    return {"build": 30.0, "acquire": 20.0, "draw": 15.0, "tile": 10.0, "tribe": 10.0}.get(kind, 0.0)


def _bid(table: Any, parts: Any) -> float:
    """One member, without coins: the Leader, who is the strongest."""
    alone = len(parts["members"]) == 1 and not parts["coins"]
    return 5.0 + parts["strength"] if alone else 0.5


def _errand(position: Position, table: Any, seat: int, text: str, kind: str) -> float:
    """A space is worth what can be done there: complete, build, acquire, gather."""
    after = position.play(seat, text)
    if seat not in after.actors or kind == "trot":
        return 2.0
    there = [(action.text, after.parts(seat, action.index) or {}) for action in after.legal(seat)]
    kinds = {parts["kind"] for _, parts in there}
    if "complete" in kinds:
        shown = (_card(table, seat, parts["card"]) for _, parts in there if parts["kind"] == "complete")
        return 40.0 + max(shown)
    if "build" in kinds:
        return 35.0 if table["round"] <= 6 else 12.0
    cards = len(table["tribes"][seat]["hand"])
    if "gain" in kinds and "draw" not in kinds:
        return 25.0 if cards else 10.0
    return 20.0 - 4.0 * cards if "acquire" in kinds else 14.0 - 2.0 * cards


def _card(table: Any, seat: int, card: str | None) -> float:
    """Steps on the tracks, less what it costs; better where the pawn is not too far behind."""
    known = _printed().get(card or "", {})
    steps = sum(part.get("n", 1) for part in known.get("face", []) if part.get("icon") in TRACKS)
    cost = sum(part["n"] for part in known.get("cost", []))
    wonder = 6.0 if card == "tribal-wonder" and table["round"] <= 6 else 0.0
    return 3.0 * steps + wonder - cost - (3.0 if cost > DEAR else 0.0)


def _item(item: str | None) -> float:
    kind = _printed().get(item or "", {}).get("kind", "token")
    order = (
        "points",
        "artifact",
        "prestige",
        "resource",
        "action-card",
        "ability",
        "assistant",
        "wonder-tile",
        "token",
    )
    return 20.0 - order.index(kind)


def _lack(table: Any, seat: int, good: str | None) -> float:
    """What the cards in the hand still cost."""
    tribe = table["tribes"][seat]
    wanted: dict[str, int] = {}
    for card in tribe["hand"]:
        for part in _printed().get(card, {}).get("cost", []):
            wanted[part["icon"]] = max(wanted.get(part["icon"], 0), part["n"])
    held = tribe["goods"].get(good, 0)
    return float(max(-3, min(3, wanted.get(good or "", 0) - held)))


def _track(table: Any, seat: int, track: str) -> float:
    """Where one can be the first: close behind the leader, or just ahead."""
    pawns = list(table["tracks"][track])
    mine = pawns.pop(seat)
    best = max([*pawns, table["dummy"] or 0])
    return 5.0 - abs(best - mine)


@cache
def _printed() -> dict[str, Any]:
    printed = alcove.game("alpacalypse").components()
    return {card["id"]: card for group in printed.values() for card in group}
