"""What the files of a game's folder may bring, in one list, and how it is found.

Each class below belongs to the file of that name. Its fields are the names that the file may have: those without a
default it must have. Whatever asks a game for something asks here, `game.bot.priors`, and gets None where there is
nothing. A name that is not in the list, but almost, is a slip of the pen, and the game is not registered.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from importlib import resources
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.console import RenderableType

    from alcove.bots.levels import Level
    from alcove.bots.training import Trainer
    from alcove.kernel.game import Game
    from alcove.kernel.layout import Layout
    from alcove.kernel.position import Action, Position
    from alcove.kernel.story import Line
    from alcove.kernel.text import Text
    from alcove.lab.section import Section
    from alcove.lab.simulate import FinishedGames, Simulated
    from alcove.lab.sums import Sums
    from alcove.lab.things import Group, Number, Style
    from alcove.printing.sheets import Document, Face
    from alcove.terminal.scene import Folded, Scene

LIKENESS = 0.8
"""Two names that are so much alike mean the same, and one of them is misspelt."""


class DeclarationError(TypeError):
    """A game's folder is not as it should be."""


@dataclass(frozen=True)
class Rules:
    """The compiled functions of a game, over one record. Sets of seats are bit masks."""

    STATE: Any
    """The dtype of a state, see `kernel.state`."""
    ACTIONS: int
    """How many different actions there are; each is a number below this."""
    MAX_CHOICES: int
    """The most actions that one seat can have at once."""
    MAX_GAME_ACTIONS: int
    """The most actions that a whole game can have."""
    CHANCE: bool
    """Whether anything is left to chance after the set-up, or in it."""
    SECRETS: bool
    """Whether seats know different things."""
    REASONS: tuple[str, ...]
    """Why a game can end; `reason` gives the index."""
    setup: Callable[[Any, int, Any], None]
    actors: Callable[[Any], int]
    awaited: Callable[[Any], int]
    legal: Callable[[Any, int, Any], int]
    play: Callable[[Any, int, int], None]
    scores: Callable[[Any, Any], None]
    winners: Callable[[Any], int]
    reason: Callable[[Any], int]
    conceal: Callable[[Any, int, Any], None]
    sample: Callable[[Any, int, Any], int]
    together: Callable[[Any], bool] | None = None
    """Whether all play as one; a game says it that can be played so and leaves a bot's rewards to the search."""
    undealt: Callable[[Any], list[Any]] | None = None
    """Rows of cards whose order no seat knows, as parts of the state. Not compiled. Needed where seats know different
    things, for what they hold to stay when the rest is drawn anew."""


@dataclass(frozen=True)
class Notation:
    """How actions, turns and positions are written."""

    write_action: Callable[[Position, int, int], str]
    read_action: Callable[[Position, int, str], int]
    join: Callable[[list[str]], str]
    split: Callable[[str], list[str]]
    write_position: Callable[[Position], str]
    read_position: Callable[[Game, str], Position]
    ends_turn: Callable[[str], bool] | None = None
    """Whether an action ends a turn, where a seat may have two turns in a row."""
    public_text: Callable[[Position, int, int], str] | None = None
    """What everybody else may read of an action; a game with secrets says it."""
    STATIC_TEXTS: list[str] | None = None
    """The texts of all actions, where they read the same in every position."""


@dataclass(frozen=True)
class View:
    view: Callable[[Position, int | None], Mapping[str, Any]]
    """All that a seat may know, ready for JSON."""
    choice: Callable[[Position, int, int], Mapping[str, Any]] | None = None
    """The parts and the effect of a choice, ready for JSON."""
    read_choice: Callable[[Position, int, Mapping[str, Any]], int] | None = None
    """The action that such parts name, legal or not; what they say of its effect does not matter."""
    View: Any = None
    """The type of what `view` gives; the client's types are written from it."""
    Choice: Any = None
    """The type of what `choice` gives."""


@dataclass(frozen=True)
class Narrate:
    tell: Callable[[Position, Position, int, Action, int | None, Sequence[Text]], Sequence[Text | Line]]
    """What an action did, from before and after, as one viewer may know it, by the names at the table. A bare sentence
    is about whoever acted; a `Line` says whom else, and whether it is a moment."""
    ending: Callable[[Position, Sequence[Text]], Text] | None = None
    """Why a finished game is over, with the names at the table; without it, its reason."""
    progress: Callable[[Position], Text] | None = None
    """How far a game has come, in a word or two that everybody may read; without it, turns are counted."""


@dataclass(frozen=True)
class Refuse:
    refuse: Callable[[Position, int, int], tuple[str, Text]]
    """The clause that forbids an action, and why."""
    waiting: Callable[[Position, int], tuple[str, Text] | None] | None = None
    """The same for a seat that may not act at all, where a turn is not all there is to it."""


@dataclass(frozen=True)
class Bot:
    """What the search knows of a game; `bots/defaults.py` has what it does without.

    A game of two with nothing hidden and no chance that brings an `evaluate` is searched by alpha-beta
    (`bots/alphabeta.py`). It then also brings `rank`, `noisy`, `key`, `tables` and `SPREAD`."""

    priors: Callable[[Any, int, Any, int, Any, Any], None] | None = None
    rollout: Callable[[Any, int, Any, Any, Any], None] | None = None
    rewards: Callable[[Any, Any], None] | None = None
    LEVELS: Mapping[int, Level] | None = None
    """Levels of its own, in place of those of `bots/levels.py`; `levels.py` in its folder may have them instead."""
    EXPLORATION: float | None = None
    evaluate: Callable[[Any, int, Any], int] | None = None
    """What a state is worth to the seat on move, looked up in the tables; a point of the score is worth 100."""
    rank: Callable[[Any, int, Any, Any, int, Any], None] | None = None
    """Guesses what each action is worth, in the same units."""
    noisy: Callable[[Any], bool] | None = None
    """Whether what follows is forced: such a state is searched on and never evaluated."""
    key: Callable[[Any], Any] | None = None
    """A word of 64 bits for all of a state that matters from here on."""
    tables: Callable[[], Any] | None = None
    """What the evaluation looks things up in. Not compiled."""
    book: Callable[[Position], tuple[float, Sequence[str]] | None] | None = None
    """What is known for certain of a position: its value to the side to move, 1, 0.5 or 0, and the best actions."""
    SPREAD: float | None = None
    """The value at which the chances are e to one."""
    TRAINING: Trainer | None = None
    """How the tables are learned, see `bots/training.py`."""
    seen: Callable[[Any], int] | None = None
    """A number for what chance has just brought, where all see it: nodes of the tree are told apart by it."""
    sight: Callable[[Any, int, Any], int] | None = None
    """A number of 64 bits for all that a seat's choice depends on; 0 where it has no bearing on what is searched. A
    game that brings it is searched with a tree for each seat, and what a seat may choose follows from the number."""
    imagine: Callable[[Any, int, Any, Any], None] | None = None
    """Draws anew what a seat cannot know, in place of the rules' `conceal`, where the search needs less than all."""
    guess: Callable[[Any, int, Any, int, Any, Any, Any], None] | None = None
    """The `priors` of the search where they need a mind."""
    estimate: Callable[[Any, int, Any, Any, Any, Any], None] | None = None
    """The `rollout` of the search where it needs a mind."""
    mind: Callable[[Position, int], Any] | None = None
    """What these hooks are given last: made for a position and the seat that searches. Not compiled."""
    features: Callable[[Any, int, Any], int] | None = None
    """Writes the numbers of all features that a state has for a seat before chance comes in; returns how many. A game
    that brings them also brings `act`, `learned`, `start`, FEATURES and MOST_FEATURES, and its `tables` are the
    weights of its nets, one after the other (`bots/afterstate.py`)."""
    act: Callable[[Any, int, int], bool] | None = None
    """Carries out an action and all that follows for certain. Whether a net knows what has come of it: chance comes
    next, or somebody is asked about something else."""
    learned: Callable[[Any], int] | None = None
    """The number of the net that knows games like this one, counted from 1; 0 if none does."""
    start: Callable[[Any, Any], None] | None = None
    """Makes another start of a game to learn from."""
    standing: Callable[[Any, int, Any, Any], int] | None = None
    """Writes the numbers of all features that a seat has in a state that `rests`, and what it can expect as far as that
    is known without learning; returns how many features. A game brings it in place of `features` where seats know
    different things, with `rests`, `sensible`, FEATURES and MOST_FEATURES (`bots/prospects.py`)."""
    rests: Callable[[Any], bool] | None = None
    """Whether a state is one of those that the net knows."""
    sensible: Callable[[Any, int, Any, Any, Any], int] | None = None
    """What a seat may do, by a glance and with some noise."""
    FEATURES: Sequence[int] = ()
    """How many features each net has."""
    UNITS: Sequence[tuple[int, int]] = ()
    """How many units the two layers of each net have; without it, as many as `bots/nets.py` says."""
    MOST_FEATURES: int = 0
    """How many of them a state can have."""


@dataclass(frozen=True)
class Levels:
    """What the bots are like, level by level."""

    LEVELS: Mapping[int, Level]


@dataclass(frozen=True)
class Observe:
    """What a seat sees as numbers, for those who train agents; see `kernel.layout`."""

    LAYOUT: Layout
    observe: Callable[[Any, int, Any], None]
    """Fills a row that comes with zeros, from a state, for a seat or for a spectator (-1). It holds nothing that the
    view does not tell the same viewer."""


@dataclass(frozen=True)
class Components:
    components: Callable[[], Mapping[str, Any]]
    """What is printed on the game's cards and tiles, ready for JSON. Views name them; this tells what they are."""
    page: Callable[[Mapping[str, Any]], str] | None = None
    """The same as a page of the documentation."""


@dataclass(frozen=True)
class Lab:
    """What designers ask about a game, see `alcove.lab`. `watch`, `things` and `events` are compiled."""

    NOTES: int = 1
    """How many numbers are noted of a game."""
    watch: Callable[[Any, int, int, Any], None] | None = None
    """Takes notes of an action before it is carried out."""
    THINGS: Sequence[Group] = ()
    """Cards, tiles, hexes, forms, actions: all that is offered and taken."""
    things: Callable[[Any, int, int, Any], int] | None = None
    """The things that an action names: writes their numbers, returns how many."""
    events: Callable[[Any, Any, Any, Any], int] | None = None
    """What chance has brought between two states: writes whom it befell, and which things; returns how many."""
    measure: Callable[[FinishedGames, Sums], None] | None = None
    """Adds what a game has to say of some finished games."""
    sections: Callable[[Simulated], Sequence[Section]] | None = None
    """The same told, from the sums of all games."""
    STYLES: Mapping[str, Style] = field(default_factory=dict)
    """Ways to play that can be tried."""
    NUMBERS: Mapping[str, Number] = field(default_factory=dict)
    """Numbers of the rules that can be changed for a trial."""
    TABLES: str | None = None
    """The folder with its tables of cards, where it has any."""


@dataclass(frozen=True)
class Puzzles:
    """What makes a puzzle of this game, see `alcove.puzzles`."""

    SETUPS: Sequence[tuple[int, Mapping[str, Any]]]
    """Players and options of the games that puzzles are looked for in, one after the other."""
    LEVEL: int
    """Which bots play these games: the lowest level that plays well."""
    DEEP: int
    """Simulations of the search that confirms an answer: many times those of the bots."""
    MARGIN: float
    """How far, in chances from 0 to 1, the answer must be ahead of everything else."""
    THEMES: Mapping[str, Text]
    theme: Callable[[Position, int, int], str]
    """What a puzzle is about, from its position, seat and answer: a key of THEMES."""


@dataclass(frozen=True)
class Terminal:
    draw: Callable[[Scene], RenderableType]
    """The table as one viewer may know it."""
    brief: Callable[[Scene], RenderableType | None] | None = None
    """What is enough to see where one choice follows from another; None where that is the whole table."""
    meaning: Callable[[Scene, str], str] | None = None
    """What a choice does, in a few words. With it the choices are listed at every turn."""
    fold: Callable[[Scene, list[str]], Folded] | None = None
    """Many choices told in a few lines."""


@dataclass(frozen=True)
class Print:
    """The game on paper, see `alcove.printing`. How its faces look stands in `print.typ` beside it."""

    documents: Callable[[str, Mapping[str, Any]], Sequence[Document]]
    """What there is to print, in a language, from what is printed on the game's cards and tiles."""
    diagram: Callable[[Sequence[str], str], Face | None] | None = None
    """The picture of a fenced block of the rulebook in a language, where it is not the table's drawing."""
    DRAWN_FROM: Mapping[str, Any] | None = None
    """What the client must know to draw for paper, beside the steps of the lesson that the rulebook shows."""
    DIAGRAM_WIDTH: float = 50.0
    """How wide such a picture is printed that stands alone, in millimetres."""
    INK: Mapping[str, str] | None = None
    """What becomes of the drawings' colours in black and white, where the rule for all is not good enough."""


FILES: dict[str, type[Any]] = {
    "rules": Rules,
    "notation": Notation,
    "view": View,
    "narrate": Narrate,
    "refuse": Refuse,
    "bot": Bot,
    "levels": Levels,
    "observe": Observe,
    "components": Components,
    "lab": Lab,
    "puzzles": Puzzles,
    "terminal": Terminal,
    "print": Print,
}
NEEDED = ("rules", "notation", "view", "narrate", "refuse", "bot")
DATA = frozenset(
    {"rulebook.en.md", "rulebook.de.md", "lesson.toml", "explain.toml", "puzzles.json", "elo.json", "print.typ"}
)
"""What a folder may have beside its Python files, each read by its name. Others are the game's own."""

Hooks = TypeVar("Hooks")


def check_words(package: str, said: Mapping[str, Any], words: Any) -> None:
    """Whether a declaration says what the words of a TypedDict ask for, and nothing else."""
    for name in said:
        if name not in words.__annotations__:
            meant = _almost(name, {*words.__annotations__} - {*said})
            hint = f"is {meant} meant?" if meant else f"there are {', '.join(words.__annotations__)}."
            raise DeclarationError(f"{package}: a game does not say {name}; {hint}")
    for name in words.__annotations__:
        if name in words.__required_keys__ and name not in said:
            raise DeclarationError(f"{package}: {name} is missing.")


def find(package: str) -> dict[str, Any]:
    """The hooks of every file in a game's folder, by the file's name. Files that need not be there may be missing."""
    there = {found.name for found in pkgutil.iter_modules(importlib.import_module(package).__path__)}
    for name in there - FILES.keys():
        if meant := _almost(name, FILES.keys() - there):
            raise DeclarationError(f"{package}: is {name}.py meant to be {meant}.py? Name it so, or less like it.")
    _refuse_misspelt_data(package)
    for name in NEEDED:
        if name not in there:
            raise DeclarationError(f"{package}: there is no {name}.py, and every game has one.")
    found: dict[str, Any] = {
        name: read(kind, importlib.import_module(f"{package}.{name}")) for name, kind in FILES.items() if name in there
    }
    if levels := found.pop("levels", None):
        found["bot"] = replace(found["bot"], LEVELS=levels.LEVELS)
    return found


def _refuse_misspelt_data(package: str) -> None:
    there = {found.name for found in resources.files(package).iterdir() if found.is_file()}
    for name in sorted(there - DATA):
        if not name.endswith(".py") and (meant := _almost(name, DATA - there)):
            raise DeclarationError(f"{package}: is {name} meant to be {meant}? Name it so, or less like it.")


def read(kind: type[Hooks], module: ModuleType) -> Hooks:
    """The hooks of one file."""
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    _refuse_misspelt(module, known)
    found = {name: getattr(module, name) for name in known if hasattr(module, name)}
    for name, one in known.items():
        if name not in found and one.default is MISSING and one.default_factory is MISSING:
            raise DeclarationError(f"{module.__name__}: {name} is missing.")
        if name in found:
            _check_parameters(module, name, found[name], one)
    return kind(**found)


def _refuse_misspelt(module: ModuleType, known: Mapping[str, Any]) -> None:
    missing = {name for name in known if not hasattr(module, name)}
    for name, value in vars(module).items():
        elsewhere = isinstance(value, type) and value.__module__ != module.__name__
        if name in known or name.startswith("_") or isinstance(value, ModuleType) or elsewhere:
            continue
        alike = {other for other in missing if _style(other) == _style(name)}
        if meant := _almost(name, alike):
            raise DeclarationError(f"{module.__name__}: is {name} meant to be {meant}? Name it so, or less like it.")


def _style(name: str) -> tuple[bool, bool]:
    """Tells CONSTANTS, Classes and functions apart."""
    return name.isupper(), name[:1].isupper()


def _almost(name: str, known: Set[str]) -> str | None:
    """The known name that one is likely to mean: letters are wrong, or stand in another order."""
    bare = {_bare(other): other for other in known}
    near = difflib.get_close_matches(_bare(name), bare, n=1, cutoff=LIKENESS)
    near += [other for other in bare if sorted(other) == sorted(_bare(name))]
    return bare[near[0]] if near else None


def _bare(name: str) -> str:
    return name.replace("_", "").lower()


def _check_parameters(module: ModuleType, name: str, function: Any, hook: Field[Any]) -> None:
    expected = _parameters(str(hook.type))
    if expected is None:
        return
    try:
        inspect.signature(getattr(function, "py_func", function)).bind(*range(expected))
    except TypeError:
        raise DeclarationError(f"{module.__name__}: {name} must take {expected} arguments.") from None


def _parameters(annotation: str) -> int | None:
    """How many arguments a hook gets, from its type; None if it is no function."""
    for node in ast.walk(ast.parse(annotation, mode="eval")):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Callable":
            assert isinstance(node.slice, ast.Tuple)
            assert isinstance(node.slice.elts[0], ast.List)
            return len(node.slice.elts[0].elts)
    return None
