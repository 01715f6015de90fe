"""Matches of the bot against others at equal processor time, and games that all seats play together.

    python -m tests.games.alvos.match --games 200 --milliseconds 20 --against tree
    python -m tests.games.alvos.match --together normal --players 3 --games 100 --milliseconds 1000

All play in one process, one after the other, and a decision ends when the thread has used its time: what else runs
on the machine does not matter. Each deal is played once from every seat.

Who plays: `tree` is the search that the game had before it learned anything (`tree_bot.py`), with its early stop;
`oracle` the same tree, which knows all dice to come; `glance` the first guesses of that bot; `net` what the net thinks
best, without search; `random` any legal action; `self` the bot itself, as the rival with `--ratio` times the time; a
number the bot with so many simulations.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import alcove
from alcove import Position
from alcove.bots import nets
from alcove.bots.engine import FIRST_PORTION, MAX_NODES, SLICE_SECONDS, Search, _sum_up, parts_for
from alcove.bots.impression import first_impression
from alcove.kernel import hooks
from alcove.kernel.jit import compiled
from tests.games.alvos import tree_bot

GAME = alcove.game("alvos")
TREE_GAME = replace(GAME, name="alvos_tree", bot=hooks.read(hooks.Bot, tree_bot))


@compiled
def keep_dice(state: Any, seat: int, rng: Any) -> None:
    """Draws nothing anew: the dice to come are known."""


ORACLE_GAME = replace(TREE_GAME, name="alvos_oracle", rules=replace(GAME.rules, conceal=keep_dice))

Player = Callable[[Position, int, int], int]


def tree(milliseconds: float, game: alcove.Game = GAME, most: int = MAX_NODES - 2) -> Player:
    """As the engine lets a tree grow, but by the thread's own clock."""

    def choose(position: Position, seat: int, seed: int) -> int:
        room = min(most, int(200 * milliseconds + 2000))
        grown = Search(Position(game, position.players, position.options, position.copy_row()), seat, seed, room)
        end, portion = time.thread_time() + milliseconds / 1000, FIRST_PORTION
        while grown.done < most:
            began = time.thread_time()
            grown.run(min(portion, most - grown.done))
            now = time.thread_time()
            rate = portion / max(now - began, 1e-6)
            left = min(most - grown.done, int(rate * (end - now) * 1.2) + 1)
            if now >= end or grown.decided(left):
                break
            portion = max(1, min(4096, int(rate * SLICE_SECONDS)))
        return _sum_up([grown]).action.index

    return choose


def simulations(count: int, game: alcove.Game = GAME) -> Player:
    return tree(1e9, game, count)


def by_net() -> Player:
    judging = nets.compile_for(GAME, parts_for(GAME))
    out = np.zeros(GAME.rules.MAX_CHOICES)

    def choose(position: Position, seat: int, seed: int) -> int:
        legal = position.legal_indices(seat)
        best = judging.values(
            position.copy_row()[0], seat, np.array(legal, dtype=np.int32), len(legal), out, nets.mind_for(position)
        )
        return legal[best]

    return choose


def glance(position: Position, seat: int, seed: int) -> int:
    return first_impression(position, seat, seed).action.index


def anything(position: Position, seat: int, seed: int) -> int:
    return random.Random(seed).choice(position.legal_indices(seat))


def player(name: str, milliseconds: float) -> Player:
    makers: dict[str, Callable[[], Player]] = {
        "tree": lambda: tree(milliseconds, TREE_GAME),
        "oracle": lambda: tree(milliseconds, ORACLE_GAME),
        "net": by_net,
        "glance": lambda: glance,
        "random": lambda: anything,
        "self": lambda: tree(milliseconds),
    }
    if name.isdigit():
        return simulations(int(name))
    return makers[name]()


def play(position: Position, players: list[Player], seed: str) -> Position:
    dice = random.Random(seed)
    while position.outcome is None:
        seat = position.awaited[0]
        choices = position.legal_indices(seat)
        action = choices[0] if len(choices) == 1 else players[seat](position, seat, dice.getrandbits(60))
        position = position.play_legal(seat, action)
    return position


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--milliseconds", type=float, default=20)
    asked.add_argument("--bot", default="self")
    asked.add_argument("--against", default="tree")
    asked.add_argument("--ratio", type=float, default=1, help="the rival's time for one of the bot's")
    asked.add_argument("--together", choices=("easy", "normal", "hard"))
    asked.add_argument("--seed", type=int, default=1000)
    said = asked.parse_args()
    bot = player(said.bot, said.milliseconds)
    rival = player(said.against, said.milliseconds * said.ratio)
    total = 0.0
    for number in range(said.games):
        if said.together:
            start = GAME.new(said.players, said.seed + number, mode="cooperative", difficulty=said.together)
            seats, own = [bot] * said.players, 0
        else:
            start, own = GAME.new(said.players, said.seed + number // said.players), number % said.players
            seats = [bot if seat == own else rival for seat in range(said.players)]
        ended = play(start, seats, f"{said.seed} {number}")
        assert ended.outcome is not None
        total += float(bool(ended.outcome.winners)) if said.together else ended.outcome.shares[own]
        if (number + 1) % 20 == 0 or number + 1 == said.games:
            mean = total / (number + 1)
            error = 196 * (mean * (1 - mean) / (number + 1)) ** 0.5
            print(f"{' '.join(sys.argv[1:])} | {number + 1} games: {100 * mean:.1f} ± {error:.1f} %", flush=True)


if __name__ == "__main__":
    main()
