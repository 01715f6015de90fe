"""The tables of The Alpacalypse as the slow oracle reads them, and what lies before a player."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Card = dict[str, Any]
Cost = Counter[str]

TABLES = Path(__file__).resolve().parents[3] / "src" / "alcove" / "games" / "alpacalypse" / "cards"
RESOURCES = ["soldier", "coin", "worker", "material"]  # ALPAC-1
GOODS = [*RESOURCES, "cube"]
TRACKS = ["might", "wealth", "culture", "tech"]  # ALPAC-4
KINDS = ["MD", "PC", "BP", "AT"]  # ALPAC-7
PRODUCES = {"barracks": "soldier", "palace": "coin", "labor-union": "worker", "factory": "material"}  # ALPAC-39
SPACES = {  # ALPAC-23 to 29
    "warrior": ["scavenge", "MD"],
    "financier": ["resources", "PC"],
    "builder": ["production", "BP"],
    "researcher": ["field-test", "AT"],
    "leader": ["diplomacy", "leadership"],
}
MEMBERS = list(SPACES)
TOP, BOTTOM, SHIELDS, DUMMY = 12, -2, {4, 8}, 6  # ALPAC-4, 11
ROUNDS, LAST_ROUND_OF_AGE = 10, {1: 3, 2: 6, 3: 10}  # ALPAC-12
MOST_COINS = 255  # ALPAC-16


def table(name: str) -> list[Card]:
    with (TABLES / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)["card"]


def by_id(cards: Iterable[Card]) -> dict[str, Card]:
    return {card["id"]: card for card in cards}


ACTION_TABLES = {"MD": "military", "PC": "production", "BP": "building", "AT": "tech", "starter": "starter"}
CARDS = by_id(card | {"kind": kind} for kind, name in ACTION_TABLES.items() for card in table(name))
MARKET, DAYS, AGES, TILES = (by_id(table(name)) for name in ("market", "new_day", "ages", "wonders"))
TRIBES = by_id(table("tribes"))


def number_and_name(words: str) -> tuple[int, str]:
    """`2 soldiers` is 2 of soldier."""
    number, _, name = words.partition(" ")
    return int(number), name.removesuffix("s") if name.removesuffix("s") in GOODS else name


def cost_of(words: str) -> Cost:
    cost: Cost = Counter()
    for part in words.split(", "):
        number, name = number_and_name(part)
        cost[name] += number
    return cost


@dataclass
class Stall:
    """A card of the market, and who has selected it."""

    name: str
    taker: int | None = None


@dataclass
class Seat:
    """All that lies before a player."""

    number: int
    tribe: str = ""
    goods: Counter[str] = field(default_factory=Counter)
    hand: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)
    built: list[str] = field(default_factory=list)
    pawns: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TRACKS, 0))  # ALPAC-11
    where: dict[str, str] = field(default_factory=lambda: dict.fromkeys(MEMBERS, "home"))
    bonuses: set[int] = field(default_factory=set)
    completed_in_age: Counter[str] = field(default_factory=Counter)
    built_in_age: int = 0
    passed_in_age: int = 0
    bonus_actions: int = 0
    pawns_before_age: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TRACKS, 0))

    def powers(self) -> list[str]:
        """What completed cards and artifacts grant for good."""
        cards = [CARDS[name] for name in self.completed] + [MARKET[name] for name in self.kept]
        return [power for card in cards if "power" in card for power in card["power"].split("; ")]

    def power(self, name: str) -> int:
        """`bid +1` and `bid +1` are 2; a power without a number counts as 1."""
        found = [power.removeprefix(name).strip() for power in self.powers() if power.startswith(name)]
        return sum(int(amount or 1) for amount in found)

    def count(self, what: str) -> int:
        """For `per`, and what is held for the third age."""
        counts = {
            "cards": len([name for name in self.completed if CARDS[name]["kind"] in KINDS]),  # ALPAC-31
            "heroes": len([name for name in self.completed if CARDS[name].get("hero")]),
            "production": len(self.built),
            "artifacts": len([name for name in self.kept if MARKET[name]["kind"] == "artifact"]),
            "tracks": sum(self.pawns.values()),
            "resources": sum(self.goods.values()),
            **{kind: len([name for name in self.completed if CARDS[name]["kind"] == kind]) for kind in KINDS},
            **{f"{good}s": self.goods[good] for good in GOODS},
        }
        return counts[what]

    def has_wonder(self) -> bool:
        return any(CARDS[name].get("wonder") for name in self.completed)

    def influence(self, member: str) -> int:
        return 7 if member == "leader" else TRIBES[self.tribe]["influence"][member]  # ALPAC-2

    def free(self) -> list[str]:
        return [member for member in MEMBERS if self.where[member] == "home"]  # ALPAC-3

    def can_pay(self, cost: Cost, less: int = 0) -> bool:
        """ALPAC-1: cubes for what is missing; `less` resources need not be paid at all."""
        missing = sum(max(0, cost[name] - self.goods[name]) for name in RESOURCES)
        return missing - less <= self.goods["cube"] and cost.total() - less <= self.goods.total()
