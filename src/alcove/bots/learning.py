"""Learn a game's nets from games that it plays against itself (`temporal.py`).

The same seed gives the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from alcove.bots import nets, temporal
from alcove.bots.engine import parts_for
from alcove.bots.layers import Net
from alcove.bots.temporal import Desk, Notes
from alcove.bots.thought import mixed
from alcove.bots.training import Round
from alcove.kernel.game import Game
from alcove.kernel.jit import specialise

ROOM = 40_000
"""Positions that are kept of the games of one variant."""


class Variant(NamedTuple):
    """How many play, and with which options."""

    players: int
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Lesson:
    """What one net learns: so many rounds, and in each so many games of each variant, all of which it is for."""

    variants: Sequence[Variant]
    rounds: int
    games: int
    slips: tuple[int, int] = (24, 2)
    """How many of 1024 actions are random, in the first round and in the last."""


@dataclass(frozen=True)
class NetTraining:
    """How nets are learned, each by itself. What falls does so in equal steps from the first round to the last."""

    lessons: Sequence[Lesson]
    there: int
    """How many features are there at a time, roughly."""
    rate: tuple[float, float] = (1e-3, 2e-5)
    """How quickly weights move, at the beginning and at the end."""
    varied: tuple[int, int] = (512, 0)
    """How many of 1024 games begin elsewhere."""
    trust: float = 0.7
    """How far later positions are believed, and in the end the result: the λ of TD(λ)."""

    def with_rounds(self, rounds: int) -> NetTraining:
        """The same lessons, each with so many rounds."""
        return replace(self, lessons=[replace(lesson, rounds=rounds) for lesson in self.lessons])

    def train(self, game: Game, seed: int, report: Callable[[Round], None]) -> Any:
        """The weights that a game learns."""
        learned = list[Any]()
        for number, lesson in enumerate(self.lessons):
            dice = np.random.default_rng(mixed(seed, number))
            net = nets.fresh(game.bot.FEATURES[number], self.there, dice, nets.units_of(game, number + 1))
            _Learner(game, self, lesson, net, dice).learn(number, report)
            learned.append(net.flat)
        return np.concatenate(learned)

    def write(self, weights: Any, seed: int) -> bytes:
        return nets.write(weights, seed)


@cache
def compile_for(game: Game) -> SimpleNamespace:
    parts = parts_for(game)
    judging = nets.compile_for(game, parts)
    parts |= {f"bot_{name}": getattr(game.bot, name) for name in ("act", "features", "start")}
    parts |= {"rules_setup": game.rules.setup, "forward": judging.forward, "values": judging.values}
    return specialise(temporal, temporal.FUNCTIONS, game.name, parts)


class _Learner:
    def __init__(self, game: Game, training: NetTraining, lesson: Lesson, net: Net, dice: Any) -> None:
        self.training, self.lesson, self.dice = training, lesson, dice
        self.compiled = compile_for(game)
        self.untrained = _of_shape(net, net.flat.copy())
        self.rng = np.array([dice.integers(1 << 62)], dtype=np.uint64)
        self.notes = Notes(
            np.zeros((ROOM, game.bot.MOST_FEATURES), dtype=np.int16),
            np.zeros(ROOM, dtype=np.int32),
            np.zeros(ROOM),
            np.zeros(ROOM),
            np.zeros(ROOM, dtype=np.int8),
            np.zeros(ROOM, dtype=np.bool_),
            np.zeros(1, dtype=np.int64),
        )
        self.desk = _make_desk(game, net)
        self.variants = list[tuple[Any, Any]]()
        for variant in lesson.variants:
            start = game.new(variant.players, seed=0, **variant.options)
            self.variants.append((nets.make_mind(game, variant.players, net), game.option_codes(start.options)))

    def learn(self, lesson: int, report: Callable[[Round], None]) -> None:
        for number in range(self.lesson.rounds):
            done = number / max(1, self.lesson.rounds - 1)
            told = [self._learn_from(mind, options, done) for mind, options in self.variants]
            positions, before, untrained = (sum(column) for column in zip(*told, strict=True))
            report(Round(lesson, number, int(positions), before / len(told), untrained / len(told)))

    def _learn_from(self, mind: Any, options: Any, done: float) -> tuple[int, float, float]:
        """Games of one variant: how many positions, and the errors on them."""

        def now(bounds: tuple[float, float]) -> float:
            return bounds[0] + done * (bounds[1] - bounds[0])

        plan, notes = self.training, self.notes
        varied, slips = round(now(plan.varied)), round(now(self.lesson.slips))
        self.compiled.play_games(
            mind, self.desk, notes, options, self.rng, self.lesson.games, varied, slips, plan.trust
        )
        used = int(notes.used[0])
        untrained = self.compiled.measure(mind._replace(net=self.untrained), notes)
        before = self.compiled.learn(mind, self.desk, notes, self.dice.permutation(used), now(plan.rate))
        return used, float(before), float(untrained)


def _of_shape(net: Net, flat: Any) -> Net:
    return nets.shaped(flat, len(net.first), net.second.shape)


def _make_desk(game: Game, net: Net) -> Desk:
    return Desk(
        np.zeros(1, dtype=game.rules.STATE),
        np.zeros(1, dtype=game.rules.STATE),
        np.zeros(1, dtype=game.rules.STATE),
        np.zeros(game.rules.MAX_CHOICES, dtype=np.int32),
        np.zeros(max(game.players)),
        np.zeros(max(game.players)),
        np.zeros_like(net.first_bias),
        np.zeros_like(net.second_bias),
        np.ascontiguousarray(net.second.T),
        _of_shape(net, np.zeros_like(net.flat)),
        np.zeros_like(net.flat),
        np.zeros_like(net.flat),
        np.zeros(1, dtype=np.int64),
    )
