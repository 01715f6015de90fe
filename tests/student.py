"""A student plays against the first level: somebody who does what the lesson has taught, and nothing else.

Each game's student is in its folder. It is given what its seat may know, and answers with an action. It knows no bot,
searches nothing, and looks no further than the lesson's advice does.

    python -m tests.student --games 400 --seed 2
"""

from __future__ import annotations

import argparse
import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import alcove
from alcove import Position
from alcove.bots import think, warm

Student = Callable[[Position, int], str]
"""The text of the action that it takes."""
FIRST_LEVEL = 1
GOAL = 0.6


@dataclass(frozen=True)
class Rate:
    games: int
    won: float
    """A shared win counts in part."""

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval."""
        z, n, p = 1.96, self.games, self.share
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return centre - half, centre + half


def sample_of(name: str) -> int:
    """How many games the tests play: fewer where a game takes longer."""
    sample: int = importlib.import_module(f"tests.games.{name}.student").SAMPLE
    return sample


def student_of(name: str) -> Student:
    student: Student = importlib.import_module(f"tests.games.{name}.student").choose
    return student


def measure(name: str, games: int, seed: int = 1) -> Rate:
    """The student sits in every seat in turn, all others are bots of the first level."""
    game = alcove.game(name)
    warm(game)
    players = max(2, game.players.start)
    won = sum(play(name, number % players, players, seed * 1_000_003 + number) for number in range(games))
    return Rate(games, won)


def play(name: str, seat: int, players: int, seed: int) -> float:
    """One game; the student's share of the win."""
    dice, student = random.Random(seed), student_of(name)
    position = alcove.game(name).new(players, dice.getrandbits(64))
    while not position.over:
        actor = position.awaited[0]
        if actor == seat:
            position = position.play(actor, student(position, actor))
        else:
            thought = think(position, actor, FIRST_LEVEL, seed=dice.getrandbits(63))
            position = position.play_legal(actor, thought.action.index)
    assert position.outcome is not None
    return position.outcome.shares[seat]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name in [asked.only] if asked.only else [one for one in alcove.games() if alcove.game(one).lesson]:
        rate = measure(name, asked.games, asked.seed)
        low, high = rate.interval
        print(f"{name}: {rate.share:.1%} of {rate.games} games won ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
