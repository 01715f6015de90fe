"""The tables in `cards/` as cards: every field is read, and named with its table and card where it does not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from alcove.games.alpacalypse.vocabulary import (
    ACT,
    BUILDINGS,
    GAIN,
    MEMBERS,
    MOVE,
    Cost,
    Goal,
    Power,
    Step,
    WordingError,
    read_cost,
    read_effect,
    read_goal,
    read_most,
    read_powers,
)
from alcove.kernel.tables import TableError, read

T = TypeVar("T")

AGES = 3
MARKET_KINDS = ("resource", "action-card", "prestige", "assistant", "ability", "artifact", "wonder-tile", "points")


@dataclass(frozen=True)
class Card:
    """Anything that is printed. Each kind uses the fields of its table."""

    table: str
    id: str
    name: dict[str, str]
    joke: dict[str, str] = field(default_factory=dict)
    copies: int = 1
    cost: Cost = field(default_factory=Cost)
    effect: tuple[Step, ...] = ()
    resolution: tuple[Step, ...] = ()
    powers: tuple[Power, ...] = ()
    answers: str = ""
    vp: int = 0
    hero: bool = False
    wonder: bool = False
    age: int = 0
    places: tuple[tuple[int, int], ...] = ()
    """Of a market card: the age of each copy, and from how many players on it is in the game."""
    kind: str = ""
    role: str = ""
    responder: str = ""
    fail: tuple[Step, ...] = ()
    bonus: tuple[Step, ...] = ()
    goal: Goal | None = None
    most: str = ""


@dataclass(frozen=True)
class Tribe:
    id: str
    name: dict[str, str]
    joke: dict[str, str]
    number: int
    influence: tuple[int, ...]
    """By member; the leader's is the last."""
    blessing: tuple[Step, ...]
    built: str
    costs: dict[str, Cost]
    wonder: tuple[Step, ...]


class Row:
    """One card as its table has it; every field is asked for once, and none may be left over."""

    def __init__(self, table: str, values: dict[str, Any]) -> None:
        self.table = table
        self.values = dict(values)
        self.id = str(values.get("id", "?"))

    def error(self, key: str, what: str) -> TableError:
        return TableError(f"{self.table}.toml: {self.id}: {key}: {what}")

    def take(self, key: str, kind: type[T], default: T | None = None) -> T:
        value = self.values.pop(key, default)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(key, f"{value!r} is not {kind.__name__}")
        return value

    def read(self, key: str, reader: Callable[[str], T], default: str | None = None) -> T:
        """A text in one of the small languages."""
        try:
            return reader(self.take(key, str, default))
        except WordingError as error:
            raise self.error(key, str(error)) from error

    def one_of(self, key: str, names: Iterable[str]) -> str:
        value = self.take(key, str)
        if value not in names:
            raise self.error(key, f"{value!r} is none of {', '.join(names)}")
        return value

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self.take(key, int, default)
        if not least <= value <= most:
            raise self.error(key, f"{value} is not from {least} to {most}")
        return value

    def texts(self, key: str) -> dict[str, str]:
        value = self.take(key, dict)
        if set(value) != {"en", "de"} or not all(isinstance(text, str) and text.strip() for text in value.values()):
            raise self.error(key, "needs a text in en and one in de")
        return value

    def face(self) -> dict[str, Any]:
        """What every card has."""
        self.id = self.take("id", str)
        words = self.id.split("-")
        if not all(word.isascii() and word.isalnum() and word == word.lower() for word in words):
            raise self.error("id", "is lower-case words with hyphens")
        return {"table": self.table, "id": self.id, "name": self.texts("name"), "joke": self.texts("joke")}

    def done(self) -> None:
        for key in self.values:
            raise self.error(key, "is not known here")


def rows(table: str) -> list[Row]:
    content = read(__package__, f"cards/{table}.toml")
    if list(content) != ["card"]:
        raise TableError(f"{table}.toml: holds [[card]] and nothing else")
    return [Row(table, values) for values in content["card"]]


def load(table: str, reader: Callable[[Row], T]) -> tuple[T, ...]:
    found = []
    for row in rows(table):
        found.append(reader(row))
        row.done()
    return tuple(found)


def action_card(row: Row) -> Card:
    card = Card(
        **row.face(),
        copies=row.number("copies", 1, 9, 1),
        cost=row.read("cost", read_cost),
        effect=row.read("effect", read_effect, ""),
        resolution=row.read("resolution", read_effect, ""),
        powers=row.read("power", read_powers, ""),
        answers=row.take("answers", str, ""),
        vp=row.number("vp", 0, 3, 0),
        hero=row.take("hero", bool, False),
        wonder=row.take("wonder", bool, False),
    )
    if card.cost.total == 0:
        raise row.error("cost", "every card costs something")
    if not (card.effect or card.resolution or card.powers or card.answers or card.vp or card.wonder):
        raise row.error("effect", "does nothing")
    if card.hero and row.table != "military":
        raise row.error("hero", "only a Military Deployment captures a hero")
    if (card.wonder or card.answers) and row.table != "building":
        raise row.error("wonder" if card.wonder else "answers", "only a Building Plan does that")
    if row.table == "starter" and any(step.op == MOVE for step in _every_step(card.effect + card.resolution)):
        raise row.error("effect", "a starter gives no prestige")  # ALPAC-31
    _no_act(row, "effect", card.effect + card.resolution)
    return card


def market_card(row: Row) -> Card:
    card = Card(
        **row.face(),
        places=_places(row),
        kind=row.one_of("kind", MARKET_KINDS),
        effect=row.read("effect", read_effect, ""),
        resolution=row.read("resolution", read_effect, ""),
        powers=row.read("power", read_powers, ""),
        role=row.one_of("role", MEMBERS) if "role" in row.values else "",
        vp=row.number("vp", 0, 5, 0),
    )
    if bool(card.role) != (card.kind == "assistant"):
        raise row.error("role", "belongs to an assistant")
    if bool(card.vp) != (card.kind == "points"):
        raise row.error("vp", "belongs to a card of points")
    if bool(card.powers or card.resolution) != (card.kind == "artifact"):
        raise row.error("power", "belongs to an artifact")
    if bool(card.effect) == (card.kind in ("assistant", "artifact", "points")):
        raise row.error("effect", f"does not fit {card.kind}")
    if card.kind != "ability":
        _no_act(row, "effect", card.effect + card.resolution)
    return card


def _places(row: Row) -> tuple[tuple[int, int], ...]:
    """`age` and `players` of a single card, or `copies` with both for each."""
    if "copies" not in row.values:
        return ((row.number("age", 1, AGES), row.number("players", 2, 5)),)
    places = []
    for copy in row.take("copies", list):
        one = Row(row.table, {"id": row.id, **copy})
        places.append((one.number("age", 1, AGES), one.number("players", 2, 5)))
    return tuple(sorted(places))


def new_day(row: Row) -> Card:
    card = Card(
        **row.face(),
        responder=row.one_of("responder", MEMBERS),
        fail=row.read("fail", read_effect),
        bonus=row.read("bonus", read_effect),
    )
    if not card.fail or any(step.op != MOVE or step.amount > 0 for step in card.fail):
        raise row.error("fail", "is a loss of prestige")
    if not card.bonus:
        raise row.error("bonus", "is missing")
    _no_act(row, "bonus", card.bonus)
    return card


def age_tile(row: Row) -> Card:
    face, age = row.face(), row.number("age", 1, AGES)
    if age == AGES:  # ALPAC-43
        return Card(**face, age=age, most=row.read("most", read_most))
    return Card(**face, age=age, goal=row.read("goal", read_goal))


def wonder_tile(row: Row) -> Card:
    card = Card(**row.face(), resolution=row.read("resolution", read_effect), vp=row.number("vp", 0, 5, 0))
    _no_act(row, "resolution", card.resolution)
    return card


def tribe(row: Row) -> Tribe:
    face = row.face()
    influence = row.take("influence", dict)
    if set(influence) != set(MEMBERS[:-1]) or sorted(influence.values()) != [2, 3, 3, 4]:  # ALPAC-2
        raise row.error("influence", "is 2, 3, 3, 4 for all but the leader")
    built = row.one_of("built", BUILDINGS)
    prices = row.take("costs", dict)
    if set(prices) - {built} != set(BUILDINGS) - {built}:
        raise row.error("costs", "is one for each production building to be built")
    try:
        costs = {name: read_cost(price) for name, price in prices.items()}
    except WordingError as error:
        raise row.error("costs", str(error)) from error
    tribe = Tribe(
        face["id"],
        face["name"],
        face["joke"],
        row.number("number", 1, 5),
        (*(int(influence[member]) for member in MEMBERS[:-1]), 7),
        row.read("blessing", read_effect),
        built,
        costs,
        row.read("wonder", read_effect),
    )
    if [(step.op, step.amount, len(step.choices), step.per) for step in tribe.wonder] != [(MOVE, 1, 1, "")]:
        raise row.error("wonder", "is +1 on one track")  # ALPAC-36
    if any(step.op != GAIN or len(step.choices) > 1 or step.per for step in tribe.blessing):
        raise row.error("blessing", "is named resources")  # ALPAC-10
    return tribe


def _every_step(steps: Iterable[Step]) -> list[Step]:
    found = list(steps)
    return found + [step.then for step in found if step.then is not None]


def _no_act(row: Row, key: str, steps: Iterable[Step]) -> None:
    if any(step.op == ACT for step in _every_step(steps)):
        raise row.error(key, "'act' belongs to special abilities")
