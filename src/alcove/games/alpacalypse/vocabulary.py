"""The words that cards are made of: resources, tracks, decks, the steps of an effect, powers, and goals.

An effect is a list of steps, written `culture +1 per BP max 3; gain 1 coin`. This file reads such a text and names what
is wrong with it. Rules, faces, narration and bots all read the same steps; no card has code of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

RESOURCES = ("soldier", "coin", "worker", "material")
CUBE = "cube"
ANY = "any"
TRACKS = ("might", "wealth", "culture", "tech")
DECKS = ("MD", "PC", "BP", "AT")
MEMBERS = ("warrior", "financier", "builder", "researcher", "leader")
BUILDINGS = ("barracks", "palace", "labor-union", "factory")

MOVE, GAIN, DRAW, ACQUIRE, SCAVENGE, COMPLETE, BUILD, TRADE, OTHERS, BONUS_ACTION, ACT, WONDER_TILE, WORK = range(13)
STEP_NAMES = (
    "move",
    "gain",
    "draw",
    "acquire",
    "scavenge",
    "complete",
    "build",
    "trade",
    "others",
    "bonus-action",
    "act",
    "wonder-tile",
    "work",
)
"""What a step does, by its number."""

COUNTS = ("", "MD", "PC", "BP", "AT", "cards", "heroes", "production", "artifacts")
"""What `per` can count, of all that a tribe has completed, built or kept."""

BID, CAPACITY, SHIELD, WARD, TIEBREAK, TROT, DISCOUNT = range(7)
DISCOUNTS = (*DECKS, "production")
POWERS = ("bid", "capacity", "shield", "ward", "tiebreak", "trot", *(f"discount {name}" for name in DISCOUNTS))
"""The permanent powers, by number; the discounts are the last five."""

GOALS = ("complete", "complete-cards", "build", "pass", "advance")
"""What an age asks for: cards of certain kinds, any cards, production buildings, New Days, tracks."""
MOST = ("MD", "PC", "BP", "AT", "cards", "production", "tracks", "resources", *RESOURCES, CUBE, "artifacts")
"""Of what the third age asks for the most."""


class WordingError(ValueError):
    """A text that is not in the effect language."""


@dataclass(frozen=True)
class Cost:
    """What has to be paid: so many of each resource, and so many of any kind."""

    resources: tuple[int, int, int, int] = (0, 0, 0, 0)
    any: int = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        return (*self.resources, self.any)

    @property
    def total(self) -> int:
        return sum(self.numbers)


@dataclass(frozen=True)
class Step:
    """One step of an effect."""

    op: int
    choices: tuple[str, ...] = ()
    """Tracks, resources, decks or parts of a space; where there are several, the owner chooses."""
    amount: int = 1
    """How far, how many, or or how much less."""
    per: str = ""
    """One of COUNTS: the amount is for each of these ..."""
    most: int = 0
    """... and no more than so many of them count; 0 is no bound."""
    different: bool = False
    """A draw: each card from another deck."""
    drawn: bool = False
    """A draw: the card may be completed at once."""
    cost: Cost = field(default_factory=Cost)
    """A trade: its price."""
    then: Step | None = None
    """A trade: what it brings. Others: what they do."""


@dataclass(frozen=True)
class Power:
    name: str
    """One of POWERS."""
    amount: int

    @property
    def kind(self) -> str:
        return self.name.partition(" ")[0]

    @property
    def off(self) -> str | None:
        """What a discount makes cheaper; None for the other powers."""
        return self.name.partition(" ")[2] or None


@dataclass(frozen=True)
class Goal:
    """What an age asks for within it."""

    name: str
    """One of GOALS."""
    counts: tuple[int, ...]
    """For `complete` one number for each of DECKS, else a single one."""


_SIGNED = r"([+-][1-9])"
_TRACKS = re.compile(rf"(track|[a-z|]+) {_SIGNED}(?: per (\S+)(?: max ([1-9]))?)?")
_GAIN = re.compile(r"([1-9]) ([a-z|]+)(?: per (\S+)(?: max ([1-9]))?)?")
_DRAW = re.compile(r"draw ([1-9]) (\S+)")
_COST = re.compile(r"([1-9]) ([a-z]+)")
_POWER = re.compile(r"(bid|shield) \+([1-9])|discount (\S+) ([1-9])|trot ([2-9])|(capacity|ward|tiebreak)")


def read_effect(text: str) -> tuple[Step, ...]:
    """The steps of an effect; an empty text has none."""
    steps: list[Step] = []
    for part in text.split("; ") if text else []:
        if part == "complete drawn":
            steps.append(_complete_drawn(steps))
        elif part.startswith("gain "):
            steps += [_read_gain(item) for item in part.removeprefix("gain ").split(", ")]
        else:
            steps.append(_read_step(part))
    return tuple(steps)


def _complete_drawn(steps: list[Step]) -> Step:
    """The drawing of one card before it, now with the right to complete that card."""
    last = steps.pop() if steps else None
    if last is None or last.op != DRAW or last.amount != 1 or last.drawn:
        raise WordingError("'complete drawn' stands directly after the drawing of one card")
    return Step(DRAW, last.choices, drawn=True)


def _read_step(text: str) -> Step:
    word, _, rest = text.partition(" ")
    if text in ("scavenge", "bonus-action", "act", "wonder-tile"):
        return Step(STEP_NAMES.index(text))
    if text in ("build", "build -1", "build -2"):
        return Step(BUILD, amount=-int(rest or 0))
    if word == "draw":
        return _read_draw(text)
    if word in ("acquire", "complete"):
        return Step(STEP_NAMES.index(word), _choices(rest, DECKS, "action"))
    if word == "trade":
        price, colon, then = rest.partition(": ")
        if not colon:
            raise WordingError(f"{text!r} does not say what the trade brings")
        return Step(TRADE, cost=read_cost(price), then=_one_step(then))
    if word == "others":
        return Step(OTHERS, then=_one_step(rest))
    return _read_move(text)


def _one_step(text: str) -> Step:
    steps = read_effect(text)
    if len(steps) != 1 or steps[0].then is not None:
        raise WordingError(f"{text!r} is not one simple step")
    return steps[0]


def _read_move(text: str) -> Step:
    match = _TRACKS.fullmatch(text)
    if match is None:
        raise WordingError(f"{text!r} is no step")
    tracks = _choices(match[1], TRACKS, "track")
    return Step(MOVE, tracks, int(match[2]), _per(match[3]), int(match[4] or 0))


def _read_gain(text: str) -> Step:
    match = _GAIN.fullmatch(text)
    if match is None:
        raise WordingError(f"{text!r} is nothing to gain")
    amount = int(match[1])
    chosen = tuple(_resource(name, amount) for name in match[2].split("|"))
    choices = RESOURCES if chosen == (ANY,) else chosen
    if ANY in choices or (CUBE in choices and len(choices) > 1) or len(set(choices)) < len(choices):
        raise WordingError(f"{text!r} mixes what cannot be mixed")
    return Step(GAIN, choices, amount, _per(match[3]), int(match[4] or 0))


def _read_draw(text: str) -> Step:
    match = _DRAW.fullmatch(text)
    if match is None:
        raise WordingError(f"{text!r} is no drawing")
    if match[2] == "different":
        return Step(DRAW, DECKS, int(match[1]), different=True)
    return Step(DRAW, _choices(match[2], DECKS, "action"), int(match[1]))


def _choices(text: str, names: tuple[str, ...], every: str) -> tuple[str, ...]:
    if text == every:
        return names
    chosen = tuple(text.split("|"))
    if not set(chosen) <= set(names) or len(set(chosen)) < len(chosen):
        raise WordingError(f"{text!r} is none of {', '.join(names)} or {every}")
    return chosen


def _per(name: str | None) -> str:
    if name is not None and name not in COUNTS[1:]:
        raise WordingError(f"nothing is counted per {name!r}")
    return name or ""


def _resource(name: str, amount: int) -> str:
    """The name in the singular; more than one is written in the plural, `any` never."""
    if name == ANY:
        return name
    singular = name.removesuffix("s")
    if singular not in (*RESOURCES, CUBE) or (name != singular) != (amount > 1):
        raise WordingError(f"'{amount} {name}' is no resource")
    return singular


def read_cost(text: str) -> Cost:
    """`2 soldiers, 1 coin`, `4 any`; an empty text costs nothing."""
    counts = dict.fromkeys((*RESOURCES, ANY), 0)
    for part in text.split(", ") if text else []:
        match = _COST.fullmatch(part)
        name = _resource(match[2], int(match[1])) if match else ""
        if match is None or counts.get(name) != 0:
            raise WordingError(f"{part!r} is no cost")
        counts[name] = int(match[1])
    soldiers, coins, workers, materials, wild = counts.values()
    return Cost((soldiers, coins, workers, materials), wild)


def read_powers(text: str) -> tuple[Power, ...]:
    """`bid +2; tiebreak`; an empty text has none."""
    return tuple(_read_power(part) for part in text.split("; ")) if text else ()


def _read_power(text: str) -> Power:
    match = _POWER.fullmatch(text)
    if match is None:
        raise WordingError(f"{text!r} is no power")
    if match[1]:
        return Power(match[1], int(match[2]))
    if match[3]:
        if match[3] not in DISCOUNTS:
            raise WordingError(f"there is no discount on {match[3]!r}")
        return Power(f"discount {match[3]}", int(match[4]))
    if match[5]:
        return Power("trot", int(match[5]) - 1)  # beyond the one coin that everybody gets
    return Power(match[6], 1)


_GOAL_CARDS = re.compile(r"([1-9]) (MD|PC|BP|AT)")
_GOALS = re.compile(
    r"(?P<cards>complete ([1-9]) cards)|(?P<build>build ([1-9]) production)|(?P<days>pass ([1-9]) new days)|"
    r"(?P<tracks>tracks ([1-4]) advanced)"
)


def read_goal(text: str) -> Goal:
    """`complete 1 AT, 1 PC`, `complete 2 cards`, `build 1 production`, `pass 3 new days`, `tracks 3 advanced`."""
    if match := _GOALS.fullmatch(text):
        number = next(int(part) for part in match.groups()[1::2] if part)
        named = ("cards", "build", "days", "tracks").index(match.lastgroup or "")
        return Goal(GOALS[named + 1], (number,))
    counts = dict.fromkeys(DECKS, 0)
    for part in text.removeprefix("complete ").split(", "):
        match = _GOAL_CARDS.fullmatch(part)
        if match is None or not text.startswith("complete ") or counts[match[2]]:
            raise WordingError(f"{text!r} is no goal")
        counts[match[2]] = int(match[1])
    return Goal("complete", tuple(counts.values()))


def read_most(text: str) -> str:
    """`completed MD`, `completed cards`, `coins`, `production`, `tracks`, `resources`, `cubes`, `artifacts`."""
    name = text.removeprefix("completed ")
    completed = name in (*DECKS, "cards")
    singular = name if name in MOST else name.removesuffix("s")
    plural = completed or name in ("production", "tracks", "resources", "artifacts") or name == f"{singular}s"
    if singular not in MOST or not plural or completed != text.startswith("completed "):
        raise WordingError(f"nobody has the most of {text!r}")
    return singular
