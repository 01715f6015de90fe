"""All cards, tiles and tribes: loaded from the tables in `cards/`, checked, and laid out as arrays for the rules.

A card is known by its number among its kind: action cards and starters together (`ACTION_CARDS`, deck by deck), market
cards, New Days, age tiles, wonder tiles, tribes. Identical copies share a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from alcove.games.alpacalypse.reading import (
    AGES,
    Card,
    action_card,
    age_tile,
    load,
    market_card,
    new_day,
    tribe,
    wonder_tile,
)
from alcove.games.alpacalypse.vocabulary import (
    ACT,
    BONUS_ACTION,
    BUILDINGS,
    COUNTS,
    CUBE,
    DECKS,
    DRAW,
    GAIN,
    GOALS,
    MEMBERS,
    MOST,
    MOVE,
    POWERS,
    RESOURCES,
    SCAVENGE,
    TRACKS,
    TRADE,
    WONDER_TILE,
    WORK,
    Cost,
    Step,
    read_effect,
)
from alcove.kernel.tables import TableError

STARTER = len(DECKS)
"""The number of the starters, after the four action decks."""
ACTION_TABLES = ("military", "production", "building", "tech", "starter")
ROUNDS_OF_AGE = (3, 3, 4)  # ALPAC-12
AGE_ENDS = (3, 6, 10)
"""The last round of each age."""
KEPT_KINDS = ("assistant", "ability", "artifact", "points")
"""Market cards that are kept when they are taken."""

ACTION_CARDS: tuple[Card, ...] = tuple(card for table in ACTION_TABLES for card in load(table, action_card))
MARKET = load("market", market_card)
NEW_DAYS = load("new_day", new_day)
AGE_TILES = load("ages", age_tile)
WONDER_TILES = load("wonders", wonder_tile)
TRIBES = tuple(sorted(load("tribes", tribe), key=lambda one: one.number))

DECK_OF = tuple(ACTION_TABLES.index(card.table) for card in ACTION_CARDS)
"""The deck of each action card, STARTER for starters."""


def _check_count(what: str, found: int, wanted: int) -> None:
    if found != wanted:
        raise TableError(f"{what}: {found} instead of {wanted}")


def _check_tables() -> None:
    """ALPAC-60 to 65: how many there are of everything, and that what is named exists."""
    for table, wanted in zip(ACTION_TABLES, (20, 20, 19, 20, 10), strict=True):
        _check_count(f"{table}.toml", sum(card.copies for card in ACTION_CARDS if card.table == table), wanted)
    _check_count("heroes", sum(card.copies for card in ACTION_CARDS if card.hero), 5)
    _check_count("Tribal Wonders", sum(card.copies for card in ACTION_CARDS if card.wonder), 5)
    for players in range(2, 6):
        for age, rounds in enumerate(ROUNDS_OF_AGE, 1):
            count = sum(place[0] == age and place[1] <= players for card in MARKET for place in card.places)
            _check_count(f"market.toml: age {age} with {players} players", count, rounds * players)
    _check_count("new_day.toml", len(NEW_DAYS), sum(ROUNDS_OF_AGE))
    for member in MEMBERS:
        _check_count(f"New Days of the {member}", sum(day.responder == member for day in NEW_DAYS), 2)
        _check_count(f"kinds of assistant for the {member}", sum(card.role == member for card in MARKET), 1)
    for age in range(1, AGES + 1):
        _check_count(f"tiles of age {age}", sum(tile.age == age for tile in AGE_TILES), 4)
    _check_count("wonders.toml", len(WONDER_TILES), 8)
    if [tribe.number for tribe in TRIBES] != [1, 2, 3, 4, 5]:
        raise TableError("tribes.toml: the numbers are 1 to 5")
    days = {day.id for day in NEW_DAYS}
    for card in ACTION_CARDS:
        if card.answers and card.answers not in days:
            raise TableError(f"{card.table}.toml: {card.id}: answers: there is no New Day {card.answers!r}")
    _check_ids()


def _check_ids() -> None:
    every = [card.id for deck in (ACTION_CARDS, MARKET, NEW_DAYS, AGE_TILES, WONDER_TILES, TRIBES) for card in deck]
    for name in every:
        if every.count(name) > 1:
            raise TableError(f"the id {name!r} is used twice")


_check_tables()


SPACES = ("scavenge", "MD", "resources", "PC", "production", "BP", "field-test", "AT", "diplomacy", "leadership")
"""The action spaces; each member has two, in the order of MEMBERS (ALPAC-23 to 29)."""
ACQUIRES, BUILDS = 1 << len(DECKS), 2 << len(DECKS)
"""What a space offers beside completing cards of its decks."""
WORK_PARTS = (*DECKS, "acquire", "production")
SPACE_STEPS: tuple[tuple[Step, ...], ...] = (
    read_effect("scavenge"),
    (Step(WORK, ("MD", "acquire")),),
    read_effect("gain 2 any"),
    (Step(WORK, ("PC", "acquire")),),
    (Step(WORK, ("production",)),),
    (Step(WORK, ("BP", "acquire", "production")),),
    read_effect("draw 2 different"),
    (Step(WORK, ("AT", "acquire")),),
    read_effect("gain 2 cubes; draw 1 action; others gain 1 any"),
    (Step(WORK, DECKS),),
)

STEP_WIDTH = 7
_NAMES_OF_CHOICES = {MOVE: TRACKS, GAIN: (*RESOURCES, CUBE), WORK: WORK_PARTS}


def _code(step: Step) -> list[list[int]]:
    """A step in numbers: op, set of choices, amount, per, most, different, drawn; a trade has its price instead."""
    if step.op == TRADE:
        row = [step.op, *step.cost.numbers, 0]
    else:
        names = _NAMES_OF_CHOICES.get(step.op, DECKS)
        choices = sum(1 << names.index(name) for name in step.choices)
        row = [step.op, choices, step.amount, COUNTS.index(step.per), step.most, step.different, step.drawn]
    return [row] + (_code(step.then) if step.then is not None else [])


PROGRAMS: list[tuple[str, str]] = [("", "table")]
"""Every list of steps that can be carried out: whose it is, and which of its texts. The first one is empty."""
_codes: list[list[int]] = []
_bounds: list[tuple[int, int]] = [(0, 0)]


def _programs(decks: Iterable[Any], part: str) -> Any:
    """The program of each card, 0 where it has none."""
    numbers = []
    for card in decks:
        steps = getattr(card, part)
        code = [row for step in steps for row in _code(step)]
        numbers.append(len(PROGRAMS) if code else 0)
        if code:
            _add_program(card.id, part, code)
    return np.array(numbers, dtype=np.int64)


def _add_program(owner: str, part: str, code: list[list[int]]) -> None:
    PROGRAMS.append((owner, part))
    _bounds.append((len(_codes), len(_codes) + len(code)))
    _codes.extend(code)


EFFECT = _programs(ACTION_CARDS, "effect")
RESOLUTION = _programs(ACTION_CARDS, "resolution")
MARKET_EFFECT = _programs(MARKET, "effect")
MARKET_RESOLUTION = _programs(MARKET, "resolution")
FAIL = _programs(NEW_DAYS, "fail")
BONUS = _programs(NEW_DAYS, "bonus")
TILE_RESOLUTION = _programs(WONDER_TILES, "resolution")
WONDER = _programs(TRIBES, "wonder")
SPACE_PROGRAM = np.arange(len(PROGRAMS), len(PROGRAMS) + len(SPACES))
for _space, _steps in zip(SPACES, SPACE_STEPS, strict=True):
    _add_program(_space, "space", [row for step in _steps for row in _code(step)])

STEPS = np.array(_codes, dtype=np.int64)
PROGRAM_FROM = np.array([first for first, _ in _bounds], dtype=np.int64)
PROGRAM_TO = np.array([last for _, last in _bounds], dtype=np.int64)


def _numbers(values: Iterable[Any]) -> Any:
    return np.array(list(values), dtype=np.int64)


def _decks(steps: tuple[Step, ...], ops: set[int], asked: str = "") -> int:
    """The decks that a space needs for certain steps."""
    wanted = [step for step in steps if step.op in ops and (not asked or asked in step.choices)]
    return sum(1 << at for at, deck in enumerate(DECKS) if any(deck in step.choices for step in wanted))


SPACE_ALWAYS = _numbers(steps[0].op == GAIN for steps in SPACE_STEPS)
SPACE_DRAWS = _numbers(_decks(steps, {WORK}, "acquire") | _decks(steps, {DRAW}) for steps in SPACE_STEPS)
SPACE_PILES = _numbers(15 if steps[0].op == SCAVENGE else 0 for steps in SPACE_STEPS)
SPACE_COMPLETES = _numbers(  # ALPAC-31: starters as well
    decks | 1 << STARTER if decks else 0 for decks in (_decks(steps, {WORK}) for steps in SPACE_STEPS)
)
SPACE_BUILDS = _numbers("production" in steps[0].choices for steps in SPACE_STEPS)
"""What a space is good for: always something, or for the decks it draws from, scavenges and completes, or to build."""

CARDS = len(ACTION_CARDS)
COST = _numbers(card.cost.numbers for card in ACTION_CARDS)
DECK = _numbers(DECK_OF)
FIRST_OF_DECK = _numbers([*(DECK_OF.index(deck) for deck in range(STARTER + 1)), CARDS])
"""Where the cards of each deck begin, starters last; one more entry for the end."""
DECK_SIZE = _numbers(
    sum(card.copies for card, of in zip(ACTION_CARDS, DECK_OF, strict=True) if of == deck) for deck in range(5)
)
COPIES = _numbers(card.copies for card in ACTION_CARDS)
ANSWERS = _numbers([day.id for day in NEW_DAYS].index(card.answers) if card.answers else -1 for card in ACTION_CARDS)
VP = _numbers(card.vp for card in ACTION_CARDS)
HERO = _numbers(card.hero for card in ACTION_CARDS)
IS_WONDER = _numbers(card.wonder for card in ACTION_CARDS)


def _power_table(cards: tuple[Card, ...]) -> Any:
    """[card, power]: how much of it the card gives."""
    table = np.zeros((len(cards), len(POWERS)), dtype=np.int64)
    for number, card in enumerate(cards):
        for power in card.powers:
            table[number, POWERS.index(power.name)] = power.amount
    return table


POWER = _power_table(ACTION_CARDS)

MARKET_POWER = _power_table(MARKET)
MARKET_DECK = _numbers((item, *place) for item, card in enumerate(MARKET) for place in card.places)
"""[card]: which item it is, its age, and from how many players on it is in the game."""
MARKET_VP = _numbers(card.vp for card in MARKET)
MARKET_ROLE = _numbers(MEMBERS.index(card.role) if card.role else -1 for card in MARKET)
IS_KEPT = _numbers(card.kind in KEPT_KINDS for card in MARKET)
ABILITIES, ASSISTANTS, ARTIFACTS = (
    _numbers(number for number, card in enumerate(MARKET) if card.kind == kind)
    for kind in ("ability", "assistant", "artifact")
)
RESOLVING = _numbers(np.flatnonzero(RESOLUTION))
RESOLVING_ARTIFACTS = _numbers(np.flatnonzero(MARKET_RESOLUTION))
ANSWERING = _numbers(np.flatnonzero(ANSWERS >= 0))
"""The cards that do something in every resolution phase, and those that answer a New Day."""
GIVES_ACTION = _numbers(any(step.op == ACT for step in card.effect) for card in MARKET)
MORE_ACTIONS = _numbers(any(step.op in (ACT, BONUS_ACTION) for step in card.effect) for card in MARKET)
GIVES_TILE = _numbers(any(step.op == WONDER_TILE for step in card.effect) for card in MARKET)
MARKET_SIZE = len(MARKET_DECK)

RESPONDER = _numbers(MEMBERS.index(day.responder) for day in NEW_DAYS)
TILE_VP = _numbers(tile.vp for tile in WONDER_TILES)
TILE_AGE = _numbers(tile.age for tile in AGE_TILES)
TILE_GOAL = _numbers(GOALS.index(tile.goal.name) if tile.goal else -1 for tile in AGE_TILES)
TILE_COUNTS = _numbers([*tile.goal.counts, 0, 0, 0][:4] if tile.goal else [0] * 4 for tile in AGE_TILES)
TILE_MOST = _numbers(MOST.index(tile.most) if tile.most else -1 for tile in AGE_TILES)

INFLUENCE = _numbers(tribe.influence for tribe in TRIBES)
FIRST_BUILDING = _numbers(BUILDINGS.index(tribe.built) for tribe in TRIBES)
BUILDING_COST = _numbers([tribe.costs.get(name, Cost()).numbers for name in BUILDINGS] for tribe in TRIBES)
BLESSING = _numbers(
    [sum(step.amount for step in tribe.blessing if name in step.choices) for name in (*RESOURCES, CUBE)]
    for tribe in TRIBES
)
"""[tribe, good]: what it begins with."""
WONDER_TRACK = _numbers(TRACKS.index(tribe.wonder[0].choices[0]) for tribe in TRIBES)
