"""Matches of the bot against others of its kind and of other kinds, at equal processor time.

    python -m tests.games.alva.match --size 7 --games 200 --milliseconds 50 --against tree

Both sides play in one process, one after the other, and a decision ends when the thread has used its time: what else
runs on the machine does not matter. Games come in pairs from the same random opening, with the colours exchanged. A
match ends early when it is decided by Wald's sequential test: at least as strong as `--goal` says, or no better than
`--nothing`.

The rivals: `tree` is the tree search that the game had before it learned anything (`tree_bot.py`), `leaf` the same tree
with the learned evaluation in place of playouts, `glance` the first guesses alone, `random` any legal action,
`untrained` alpha-beta with the weights that training begins with, `self` the bot itself, with `--ratio` times the time.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import alcove
from alcove import Position
from alcove.bots.deepening import MOST_NODES, Deepening
from alcove.bots.engine import FIRST_PORTION, MAX_NODES, SLICE_SECONDS, Search, _sum_up
from alcove.bots.impression import first_impression
from alcove.games.alva import rules, weights
from alcove.games.alva.evaluation import evaluate
from alcove.games.alva.weights import tables as shipped
from alcove.kernel import hooks
from alcove.kernel.jit import compiled
from tests.games.alva import tree_bot

GAME = alcove.game("alva")
TREE_GAME = replace(GAME, name="alva_tree", bot=hooks.read(hooks.Bot, tree_bot))
TABLES = shipped()
SPREAD = 250.0
OPENINGS = (2, 4, 6)
"""How many random actions a game begins with."""

Player = Callable[[Position, int, int], int]


@compiled
def leaf(state: Any, searcher: int, rng: Any, actions: Any, out: Any) -> None:
    """Captures settled, then the evaluation."""
    tree_bot.settle(state, actions)
    if rules.actors(state) == 0:
        tree_bot.rewards(state, out)
        return
    seat = state.to_move
    out[seat] = 1.0 / (1.0 + np.exp(-evaluate(state, seat, TABLES) / SPREAD))
    out[1 - seat] = 1.0 - out[seat]


LEAF_GAME = replace(GAME, name="alva_leaf", bot=replace(TREE_GAME.bot, rollout=leaf))


def alphabeta(milliseconds: float, tables: Any = None) -> Player:
    def choose(position: Position, seat: int, seed: int) -> int:
        one = Deepening(position, seat, seed, MOST_NODES, tables=tables)
        one.think(time.thread_time() + milliseconds / 1000, clock=time.thread_time)
        return one.best

    return choose


def tree(milliseconds: float, game: alcove.Game = TREE_GAME) -> Player:
    """As the engine lets a tree grow, but by the thread's own clock."""

    def choose(position: Position, seat: int, seed: int) -> int:
        room = int(min(MAX_NODES, 200 * milliseconds + 2000))
        grown = Search(Position(game, position.players, position.options, position.copy_row()), seat, seed, room)
        end, portion = time.thread_time() + milliseconds / 1000, FIRST_PORTION
        while True:
            began = time.thread_time()
            grown.run(portion)
            now = time.thread_time()
            rate = portion / max(now - began, 1e-6)
            if now >= end or grown.decided(int(rate * (end - now) * 1.2) + 1):
                return _sum_up([grown]).action.index
            portion = max(1, min(4096, int(rate * SLICE_SECONDS)))

    return choose


def glance(position: Position, seat: int, seed: int) -> int:
    return first_impression(position, seat, seed).action.index


def anything(position: Position, seat: int, seed: int) -> int:
    return random.Random(seed).choice(position.legal_indices(seat))


def rival(name: str, milliseconds: float) -> Player:
    makers: dict[str, Callable[[], Player]] = {
        "tree": lambda: tree(milliseconds),
        "leaf": lambda: tree(milliseconds, LEAF_GAME),
        "glance": lambda: glance,
        "random": lambda: anything,
        "untrained": lambda: alphabeta(milliseconds, weights.make_tables(weights.start())),
        "self": lambda: alphabeta(milliseconds),
    }
    return makers[name]()


@dataclass
class Score:
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        return (self.won + self.drawn / 2) / max(1, self.games)

    def take(self, share: float) -> None:
        self.won += share == 1
        self.drawn += share == 0.5
        self.lost += share == 0

    def verdict(self, nothing: float, goal: float, error: float = 0.05) -> bool | None:
        """Whether the goal is reached by the sequential test; None while that is open."""
        mean = self.share
        spread = (self.won + self.drawn / 4) / max(1, self.games) - mean * mean
        if self.games < 20:
            return None
        evidence = self.games * (goal - nothing) * (2 * mean - nothing - goal) / (2 * max(spread, 0.02))
        bound = math.log((1 - error) / error)
        return True if evidence >= bound else False if evidence <= -bound else None

    def __str__(self) -> str:
        return f"{self.games} games: {self.won} won, {self.drawn} drawn, {self.lost} lost, {100 * self.share:.1f} %"


def games(first: Player, second: Player, options: dict[str, int], numbers: range, seed: int) -> Iterator[float]:
    """What the first gets in each game."""
    for number in numbers:
        dice = random.Random(f"{seed} {number // 2}")
        position, opening = GAME.new(**options), OPENINGS[number // 2 % len(OPENINGS)]
        players = (first, second) if number % 2 == 0 else (second, first)
        for played in range(10_000):
            if position.over:
                break
            seat = position.awaited[0]
            choices = position.legal_indices(seat)
            if played < opening:
                action = dice.choice(choices)
            else:
                action = choices[0] if len(choices) == 1 else players[seat](position, seat, dice.getrandbits(60))
            position = position.play_legal(seat, action)
        assert position.outcome is not None
        yield position.outcome.shares[number % 2]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--size", type=int, default=9)
    asked.add_argument("--pieces", type=int)
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--first", type=int, default=0, help="the number of the first game, to go on with a match")
    asked.add_argument("--milliseconds", type=float, default=50)
    asked.add_argument("--against", default="tree")
    asked.add_argument("--ratio", type=float, default=1, help="the rival's time for one of the bot's")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--nothing", type=float, default=0.5)
    asked.add_argument("--goal", type=float)
    asked.add_argument("--weights", type=Path, help="a file in place of the one that ships")
    said = asked.parse_args()
    options = {"size": said.size} | ({"pieces": said.pieces} if said.pieces else {})
    own = weights.make_tables(weights.read(said.weights.read_bytes())) if said.weights else None
    bot, other = alphabeta(said.milliseconds, own), rival(said.against, said.milliseconds * said.ratio)
    score = Score()
    for share in games(bot, other, options, range(said.first, said.first + said.games), said.seed):
        score.take(share)
        if score.games % 20 == 0:
            print(score, flush=True)
        if said.goal is not None and score.verdict(said.nothing, said.goal) is not None:
            break
    print(" ".join(sys.argv[1:]), "|", score, flush=True)


if __name__ == "__main__":
    main()
