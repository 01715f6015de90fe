"""Learn a net about what each seat may expect, from games that it plays against itself (`hindsight.py`).

The same seed gives the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from alcove.bots import hindsight, nets, prospects
from alcove.bots.engine import parts_for
from alcove.bots.hindsight import Desk, Notes
from alcove.bots.layers import Net
from alcove.bots.thought import mixed
from alcove.bots.training import Round
from alcove.kernel.game import Game
from alcove.kernel.jit import specialise

ROOM = 6_000
"""States that are kept of the games of one table."""
GAME_STATES = 3


@dataclass(frozen=True)
class Lesson:
    """So many rounds, and in each so many games at each table; some decisions are made by looking ahead."""

    players: Sequence[int]
    rounds: int
    games: int
    ahead: int
    """How many of 1024 decisions look ahead; the others do what is sensible."""
    rate: tuple[float, float]
    """How quickly weights move, at the beginning and at the end."""
    trust: float
    """How far later states are believed, and in the end the result: the λ of TD(λ)."""
    slips: int = 24
    """How many of 1024 decisions are random."""
    noted: int = 1024
    """How many of 1024 states that rest are learned from."""


@dataclass(frozen=True)
class Schooling:
    """How a net is learned."""

    lessons: Sequence[Lesson]
    there: int
    """How many features are there at a time, roughly."""

    def with_rounds(self, rounds: int) -> Schooling:
        """The same lessons, each with so many rounds."""
        return replace(self, lessons=[replace(lesson, rounds=rounds) for lesson in self.lessons])

    def train(self, game: Game, seed: int, report: Callable[[Round], None]) -> Any:
        """The weights that a game learns."""
        dice = np.random.default_rng(mixed(seed, 0))
        net = nets.fresh(game.bot.FEATURES[0], self.there, dice)
        net.last[:] *= 0.1
        pupil = _Pupil(game, net, dice)
        for number, lesson in enumerate(self.lessons):
            pupil.learn(lesson, number, report)
        return net.flat

    def write(self, weights: Any, seed: int) -> bytes:
        return nets.write(weights, seed)


@cache
def compile_for(game: Game) -> SimpleNamespace:
    parts = parts_for(game)
    judging = nets.compile_for(game, parts)
    parts |= {f"bot_{name}": getattr(game.bot, name) for name in prospects.HOOKS}
    parts |= {"rules_setup": game.rules.setup}
    parts |= {name: getattr(judging, name) for name in ("expect", "judge", "settle")}
    return specialise(hindsight, hindsight.FUNCTIONS, game.name, parts)


class _Pupil:
    def __init__(self, game: Game, net: Net, dice: Any) -> None:
        self.game, self.dice = game, dice
        self.compiled = compile_for(game)
        self.mind = nets.make_prospects(game, net)
        self.untrained = self.mind._replace(net=nets.shaped(net.flat.copy(), game.bot.FEATURES[0]))
        self.rng = np.array([dice.integers(1 << 62)], dtype=np.uint64)
        self.tables = {players: self._set_table(players, net) for players in game.players}
        first = self.tables[min(game.players)][1]
        for players, (notes, desk, options) in self.tables.items():
            shared = {name: getattr(first, name) for name in ("second_turned", "slopes", "means", "squares", "steps")}
            self.tables[players] = notes, desk._replace(**shared), options

    def learn(self, lesson: Lesson, lesson_number: int, report: Callable[[Round], None]) -> None:
        for number in range(lesson.rounds):
            done = number / max(1, lesson.rounds - 1)
            rate = lesson.rate[0] * (lesson.rate[1] / lesson.rate[0]) ** done
            told = [self._learn_at(players, lesson, rate) for players in lesson.players]
            states, before, untrained = (sum(column) for column in zip(*told, strict=True))
            report(Round(lesson_number, number, int(states), before / len(told), untrained / len(told)))

    def _learn_at(self, players: int, lesson: Lesson, rate: float) -> tuple[int, float, float]:
        """Games at one table: how many states, and the errors on them."""
        notes, desk, options = self.tables[players]
        how = lesson.ahead, lesson.slips, lesson.noted
        self.compiled.play_games(self.mind, desk, notes, options, self.rng, lesson.games, how, lesson.trust)
        used = int(notes.used[0])
        untrained = self.compiled.measure(self.untrained, notes)
        before = self.compiled.learn(self.mind, desk, notes, self.dice.permutation(used), rate)
        return used, float(before), float(untrained)

    def _set_table(self, players: int, net: Net) -> tuple[Notes, Desk, Any]:
        game, weights, (one, two) = self.game, len(net.flat), net.second.shape
        notes = Notes(
            np.zeros((ROOM, players, game.bot.MOST_FEATURES), dtype=np.int16),
            np.zeros((ROOM, players), dtype=np.int32),
            np.zeros((ROOM, players)),
            np.zeros((ROOM, players)),
            np.zeros((ROOM, players)),
            np.zeros(1, dtype=np.int64),
        )
        choices = game.rules.MAX_CHOICES
        desk = Desk(
            np.zeros(1, dtype=game.rules.STATE),
            np.zeros(GAME_STATES, dtype=game.rules.STATE),
            np.zeros(choices, dtype=np.int32),
            np.zeros(choices, dtype=np.int32),
            np.zeros(choices),
            np.zeros(choices),
            np.zeros(players),
            np.zeros(players),
            np.zeros(players),
            np.zeros((players, one), dtype=np.float32),
            np.zeros((players, two), dtype=np.float32),
            np.zeros(one, dtype=np.float32),
            np.zeros(two, dtype=np.float32),
            np.ascontiguousarray(net.second.T),
            nets.shaped(np.zeros(weights, dtype=np.float32), game.bot.FEATURES[0]),
            np.zeros(weights, dtype=np.float32),
            np.zeros(weights, dtype=np.float32),
            np.zeros(1, dtype=np.int64),
        )
        return notes, desk, game.option_codes(game.new(players, seed=0).options)
