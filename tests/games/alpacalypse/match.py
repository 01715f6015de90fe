"""Matches of the bot against others at equal processor time.

    python -m tests.games.alpacalypse.match --games 200 --milliseconds 15
    python -m tests.games.alpacalypse.match --games 200 --against self --ratio 0.1
    python -m tests.games.alpacalypse.match --players 4 --games 200

All play in one process, one after the other, and a decision ends when the thread has used its time: what else runs
on the machine does not matter. Each deal is played once from every seat by the bot; the rival has all other seats.

Who plays: `before` is the search that the game had before it learned anything, with its early stop; `glance` the first
guesses; `self` the bot itself, as the rival with `--ratio` times the time; a number the bot with so many simulations.
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
from alcove.bots.engine import FIRST_PORTION, MAX_NODES, SLICE_SECONDS, Search, _sum_up
from alcove.bots.impression import first_impression
from alcove.games.alpacalypse import bot, rules
from alcove.games.alpacalypse.outlook import shares
from alcove.games.alpacalypse.table import OVER
from alcove.kernel.hooks import Bot
from alcove.kernel.jit import compiled

GAME = alcove.game("alpacalypse")
HORIZON = 2


@compiled
def rollout(state: Any, searcher: int, rng: Any, actions: Any, out: Any) -> None:
    """Two rounds, each seat sensibly, then the formula."""
    worths = np.empty(rules.MAX_CHOICES)
    last = state.lap + HORIZON
    while state.phase != OVER and state.lap < last:
        waiting, seat = rules.awaited(state), 0
        while not (waiting >> seat) & 1:
            seat += 1
        rules.play(state, seat, bot.sensible(state, seat, rng, actions, worths))
    if state.phase == OVER:
        bot.rewards(state, out)
    else:
        shares(state, out)


BEFORE = replace(
    GAME,
    name="alpacalypse_before",
    bot=Bot(priors=bot.priors, rollout=rollout, rewards=bot.rewards, EXPLORATION=bot.EXPLORATION),
)
Player = Callable[[Position, int, int], int]


def tree(milliseconds: float, game: alcove.Game = GAME, most: int = MAX_NODES - 2) -> Player:
    """As the engine lets a tree grow, but by the thread's own clock."""

    def choose(position: Position, seat: int, seed: int) -> int:
        room = min(most, int(200 * milliseconds + 2000))
        grown = Search(Position(game, position.players, position.options, position.copy_row()), seat, seed, room)
        end, portion = time.thread_time() + milliseconds / 1000, min(FIRST_PORTION, int(8 * milliseconds) + 1)
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


def glance(position: Position, seat: int, seed: int) -> int:
    return first_impression(position, seat, seed).action.index


def player(name: str, milliseconds: float) -> Player:
    if name.isdigit():
        return tree(1e9, GAME, int(name))
    if name == "glance":
        return glance
    return tree(milliseconds, {"before": BEFORE, "self": GAME}[name])


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
    asked.add_argument("--milliseconds", type=float, default=15)
    asked.add_argument("--bot", default="self")
    asked.add_argument("--against", default="before")
    asked.add_argument("--ratio", type=float, default=1, help="the rival's time for one of the bot's")
    asked.add_argument("--seed", type=int, default=1000)
    said = asked.parse_args()
    own, rival = player(said.bot, said.milliseconds), player(said.against, said.milliseconds * said.ratio)
    total, lead = 0.0, 0.0
    for number in range(said.games):
        seat = number % said.players
        seats = [own if at == seat else rival for at in range(said.players)]
        ended = play(GAME.new(said.players, said.seed + number // said.players), seats, f"{said.seed} {number}")
        assert ended.outcome is not None
        total += ended.outcome.shares[seat]
        lead += ended.scores[seat] - sum(ended.scores) / said.players
        if (number + 1) % 20 == 0 or number + 1 == said.games:
            games = number + 1
            error = 196 * (total / games * (1 - total / games) / games) ** 0.5
            won = f"{100 * total / games:.1f} ± {error:.1f} %"
            print(f"{' '.join(sys.argv[1:])} | {games} games: {won}, {lead / games:+.2f} points", flush=True)


if __name__ == "__main__":
    main()
