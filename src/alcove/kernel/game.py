"""A game: its description, and the modules that make it playable."""

from __future__ import annotations

import importlib
import pkgutil
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from typing import Any, Literal, TypedDict, Unpack

import numpy as np

from alcove.kernel import entry_points, explain, hooks, lesson, takeover
from alcove.kernel.errors import OptionError, UnknownGameError, UnreadableError
from alcove.kernel.explain import Thing
from alcove.kernel.hooks import (
    Bot,
    Components,
    DeclarationError,
    Lab,
    Narrate,
    Notation,
    Observe,
    Print,
    Puzzles,
    Refuse,
    Rules,
    Terminal,
    View,
)
from alcove.kernel.jit import extra_game_modules, specialise
from alcove.kernel.lesson import Lesson
from alcove.kernel.options import Option, Options, Value, complete
from alcove.kernel.position import Position
from alcove.kernel.random import seed_words
from alcove.kernel.text import LANGUAGES, Text

SHELF_END = 1000
MAX_SEED = 2**128 - 1
MAX_POSITION_TEXT = 8192
"""The longest position text that is looked at."""


Weight = Literal[1, 2, 3, 4, 5]
"""How much there is to a game: 1 is learnt in minutes, 5 fills an evening."""


class Needed(TypedDict):
    """What every game says of itself."""

    title: Text
    summary: Text
    version: int
    players: range
    seat_names: tuple[Text, ...]
    reasons: Mapping[str, Text]
    clause_prefix: str
    turn_clause: str
    end_clause: str


class Description(Needed, total=False):
    """What a game says of itself."""

    options: tuple[Option, ...]
    colour: str
    shelf: int
    together: Mapping[str, Value]
    goal: Text
    minutes: tuple[int, int]
    weight: Weight


@dataclass(frozen=True, eq=False)
class Game:
    name: str
    title: Text
    summary: Text
    version: int
    players: range
    seat_names: tuple[Text, ...]
    reasons: Mapping[str, Text]
    clause_prefix: str
    turn_clause: str
    end_clause: str
    package: str
    rules: Rules
    notation: Notation
    view: View
    narrate: Narrate
    refuse: Refuse
    bot: Bot
    lab: Lab
    components: Callable[[], Mapping[str, Any]] = dict
    card_page: Callable[[Mapping[str, Any]], str] | None = None
    observe: Observe | None = None
    puzzles: Puzzles | None = None
    terminal: Terminal | None = None
    print: Print | None = None
    options: tuple[Option, ...] = ()
    colour: str = "#8a5a2b"
    shelf: int = SHELF_END
    """Its place among the games that are shown: small numbers first, equal ones by name."""
    together: Mapping[str, Value] = field(default_factory=dict)
    """The options with which all play as one: several players win together or lose together."""
    goal: Text | None = None
    """What one plays for, in a line."""
    minutes: tuple[int, int] | None = None
    """How long a game takes people, from and to."""
    weight: Weight | None = None
    variant_of: str = ""
    """The name of the game whose tables or numbers were changed for a trial, see `kernel.changed`."""

    @classmethod
    def from_package(cls, package: str, **described: Unpack[Description]) -> Game:
        """The game in a folder: `GAME = Game.from_package(__name__, title=…)`. The name is the folder's.

        What its files bring is found by fixed names, see `kernel.hooks`.
        """
        hooks.check_words(package, described, Description)
        found = hooks.find(package)
        printed: Components | None = found.pop("components", None)
        return cls(
            name=package.rpartition(".")[2],
            package=package,
            components=printed.components if printed else dict,
            card_page=printed.page if printed else None,
            **{"lab": Lab(), **found},
            **described,
        )

    @cached_property
    def lesson(self) -> Lesson | None:
        """The guided first game, None where nobody has written one."""
        return lesson.load(self.package)

    @cached_property
    def things(self) -> dict[str, Thing]:
        """What stands on its table, by key."""
        return explain.load(self.package)

    @cached_property
    def static_actions(self) -> dict[str, int]:
        """The actions that read the same in every position, by their text."""
        return {text: index for index, text in enumerate(self.notation.STATIC_TEXTS or ())}

    @cached_property
    def array_fields(self) -> list[int]:
        """The places of those fields of a state that are arrays."""
        state = self.rules.STATE
        return [place for place, name in enumerate(state.names) if state[name].shape]

    @cached_property
    def entry_points(self) -> Any:
        """The rules as Python calls them, see `kernel.entry_points`."""
        parts = {f"rules_{name}": getattr(self.rules, name) for name in entry_points.NEEDED}
        return specialise(entry_points, entry_points.FUNCTIONS, self.name, parts, hot=False)

    @property
    def has_code(self) -> bool:
        """Whether it is compiled, and so quick enough to search; else it runs as plain Python until it is."""
        return takeover.has_code(self.name)

    def new(self, players: int | None = None, seed: int | None = None, **options: Any) -> Position:
        """The first position of a game. Without a seed, one that nobody can guess."""
        count = self.check_players(self.players.start if players is None else players)
        chosen = complete(self.options, options)
        row = np.zeros(1, dtype=self.rules.STATE)
        if self.rules.CHANCE:
            row[0].rng[:] = seed_words(
                f"{self.variant_of or self.name} {check_seed(new_seed() if seed is None else seed)}"
            )
        elif seed is not None:
            check_seed(seed)
        self.rules.setup(row[0], count, self.option_codes(chosen))
        return Position(self, count, chosen, row)

    def read(self, text: str) -> Position:
        """A position from its text."""
        if not isinstance(text, str) or len(text) > MAX_POSITION_TEXT:
            raise UnreadableError(
                Text("That is too long for a position.", "Das ist zu lang für eine Stellung.")
                if isinstance(text, str)
                else Text("A position is text.", "Eine Stellung ist Text.")
            )
        return self.notation.read_position(self, text)

    def check_players(self, players: Any) -> int:
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            least, most = self.players.start, self.players.stop - 1
            raise OptionError(
                Text(
                    "{title} is a game for {least} to {most} players.", "{title} ist ein Spiel für {least} bis {most}."
                ).fill(title=self.title, least=least, most=most)
                if least < most
                else Text("{title} is a game for {least}.", "{title} ist ein Spiel für {least}.").fill(
                    title=self.title, least=least
                )
            )
        return players

    def plays_together(self, players: int, options: Options) -> bool:
        return players > 1 and bool(self.together) and self.together.items() <= options.items()

    def option_codes(self, chosen: Options) -> Any:
        return np.array([option.code(chosen[option.name]) for option in self.options], dtype=np.int64)

    def seat_name(self, seat: int) -> Text:
        if seat < len(self.seat_names):
            return self.seat_names[seat]
        return numbered(seat)

    def rulebook(self, language: str) -> str:
        chosen = language if language in LANGUAGES else "en"
        return resources.files(self.package).joinpath(f"rulebook.{chosen}.md").read_text("utf-8")


@cache
def numbered(seat: int) -> Text:
    return Text("Player {n}", "Spieler {n}").fill(n=seat + 1)


def new_seed() -> int:
    return secrets.randbits(128)


def check_seed(seed: Any) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MAX_SEED:
        raise OptionError(
            Text(
                "A seed is a whole number from 0 to 2^128 - 1.",
                "Ein Startwert ist eine ganze Zahl von 0 bis 2^128 - 1.",
            )
        )
    return seed


_registered: dict[str, Game] = {}
_discovered = False


def register(game: Game) -> None:
    """Add a game. Folders in alcove.games and modules in ALCOVE_EXTRA_GAMES are found by themselves."""
    if game.rules.SECRETS and game.notation.public_text is None:
        raise DeclarationError(f"{game.package}: a game with secrets needs public_text in its notation.py.")
    _registered[game.name] = game


def _discover() -> None:
    global _discovered
    if _discovered:
        return
    _discovered = True
    package = importlib.import_module("alcove.games")
    folders = [f"alcove.games.{module.name}" for module in pkgutil.iter_modules(package.__path__)]
    for name in folders + extra_game_modules():
        register(importlib.import_module(name).GAME)


def games() -> tuple[str, ...]:
    """The names of all games, in the order in which they are shown."""
    _discover()
    return tuple(sorted(_registered, key=lambda name: (_registered[name].shelf, name)))


def game(name: str) -> Game:
    _discover()
    if not isinstance(name, str) or name not in _registered:
        raise UnknownGameError(
            Text("There is no game {name}. There are: {games}.", "Es gibt kein Spiel {name}. Es gibt: {games}.").fill(
                name=repr(name[:40]) if isinstance(name, str) else type(name).__name__, games=", ".join(games())
            )
        )
    return _registered[name]
