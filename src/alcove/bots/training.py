"""Learn a game's evaluation from games of its search against itself.

Each round plays games with the weights as they are, a few actions of them at random. Every position in which a turn
begins is kept with what the search thought of it, and with how the game ended. Then the weights are brought closer to
both, on the positions of the last rounds. What a search says is a far better teacher than what a look at the next
position says: values learned from those are exploited by a search that looks deeper.

The same seed gives the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

import numpy as np

from alcove.bots import deepening, selfplay
from alcove.bots.alphabeta import WIN
from alcove.bots.deepening import Deepening
from alcove.bots.thought import mixed
from alcove.kernel.game import Game
from alcove.kernel.jit import specialise

MAX_POSITIONS = 1000
"""The most positions that are kept of one game."""
REMEMBERED = 5
"""Positions of so many rounds are learned from."""
TRUST = 0.8
"""How much the search is believed, and how much the end of the game is: the rest."""
SLIPS = 15
"""How many of 1024 actions are random."""
POINT = 100.0
"""Units of the evaluation for a point of the score."""


@dataclass(frozen=True)
class Lesson:
    """What is learned together: games with these options, each set of them as often as it is named."""

    options: Sequence[Mapping[str, Any]]
    rounds: int
    games: int
    """In each round."""
    nodes: int
    """Positions that the search looks at for one action."""
    opening: int
    """The most random actions that a game begins with."""


@dataclass(frozen=True)
class Training:
    lessons: Sequence[Lesson]
    start: Callable[[], Any]
    """The weights before anything is learned, in points."""
    caution: Callable[[], Any]
    """How many positions each weight should have been part of before it moves quickly."""
    features: Callable[[Any], tuple[Any, Any]]
    """For rows of states: the weights that add up to the value for the side to move, and what is known without any."""
    make_tables: Callable[[Any], Any]
    """Makes the tables of the evaluation from weights."""
    write: Callable[[Any, int], bytes]
    """The file that ships, from weights and seed."""
    rate: float = 0.05
    passes: int = 2

    def with_rounds(self, rounds: int) -> Training:
        """The same lessons, each with so many rounds."""
        return replace(self, lessons=[replace(lesson, rounds=rounds) for lesson in self.lessons])

    def train(self, game: Game, seed: int, report: Callable[[Round], None]) -> Any:
        return train(game, self, seed, report)


class Trainer(Protocol):
    """How a game learns: this is one way, others are in `learning.py`, `schooling.py` and games' folders."""

    @property
    def lessons(self) -> Sequence[Any]:
        """Each has `rounds`."""

    @property
    def write(self) -> Callable[[Any, int], bytes]:
        """The file that ships, from what was learned and the seed."""

    def with_rounds(self, rounds: int) -> Trainer:
        """The same lessons, each with so many rounds."""

    def train(self, game: Game, seed: int, report: Callable[[Round], None]) -> Any:
        """What is learned."""


class Round(NamedTuple):
    """How far the training has come."""

    lesson: int
    number: int
    positions: int
    before: float
    """The mean loss on positions that nothing was learned from yet."""
    untrained: float
    """The same for the weights of the start."""


class Positions(NamedTuple):
    features: Any
    known: Any
    targets: Any


@cache
def compile_for(game: Game) -> SimpleNamespace:
    searching = deepening.compile_for(game)
    parts = {f"rules_{name}": getattr(game.rules, name) for name in ("awaited", "play", "sample")}
    parts |= {"begin": searching.begin, "run": searching.run}
    return specialise(selfplay, selfplay.FUNCTIONS, game.name, parts)


def train(game: Game, training: Training, seed: int, report: Callable[[Round], None]) -> Any:
    """The weights that a game learns."""
    start = training.start()
    weights = start.copy()
    for number, lesson in enumerate(training.lessons):
        for told in _learn(game, training, lesson, weights, start, number, mixed(seed, number)):
            report(told)
    return weights


def _learn(
    game: Game, training: Training, lesson: Lesson, weights: Any, start: Any, lesson_number: int, seed: int
) -> Iterator[Round]:
    compiled, dice = compile_for(game), np.random.default_rng(seed)
    rounds = list[Positions]()
    for number in range(lesson.rounds):
        fresh = _play(game, training, lesson, weights, dice)
        everything = np.arange(len(fresh.targets))
        losses = [compiled.fit(*fresh, everything, each, each, 0.0) for each in (weights, start)]
        rounds = [*rounds, fresh][-REMEMBERED:]
        together = Positions(*(np.concatenate(parts) for parts in zip(*rounds, strict=True)))
        squares = training.caution()
        for _ in range(training.passes):
            compiled.fit(*together, dice.permutation(len(together.targets)), weights, squares, training.rate)
        yield Round(lesson_number, number, len(fresh.targets), *losses)


def _play(game: Game, training: Training, lesson: Lesson, weights: Any, dice: Any) -> Positions:
    """The games of one round."""
    compiled = compile_for(game)
    starts = [game.new(**options) for options in lesson.options]
    desk = Deepening(starts[0], 0, 0, 8 * lesson.nodes, tables=training.make_tables(weights)).desk
    rows, values = np.zeros(MAX_POSITIONS, dtype=game.rules.STATE), np.zeros(MAX_POSITIONS, dtype=np.int32)
    rng, scores = np.array([dice.integers(1 << 62)], dtype=np.uint64), np.zeros(2, dtype=np.int64)
    found = list[Positions]()
    for _ in range(lesson.games):
        desk.table["bound"], desk.history[:] = 0, 0
        row = starts[int(dice.integers(len(starts)))].copy_row()
        opening = int(dice.integers(lesson.opening + 1))
        count = compiled.play_game(desk, row, rng, lesson.nodes, opening, SLIPS, rows, values)
        if count == 0:
            continue
        game.rules.scores(rows[count], scores)
        movers = np.array([int(game.rules.awaited(rows[at])) >> 1 for at in range(count)])
        ends = np.where(movers == 0, 1.0, -1.0) * float(scores[0] - scores[1])
        targets = TRUST * _points(values[:count]) + (1 - TRUST) * ends
        found.append(Positions(*training.features(rows[:count]), targets.astype(np.float32)))
    return Positions(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _points(values: Any) -> Any:
    """What a search has found, in points: of a proven win what it is won by."""
    return (values - WIN * np.sign(values) * (np.abs(values) >= WIN)) / POINT
