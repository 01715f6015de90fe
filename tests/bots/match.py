"""Matches of the tree search as it is against the one before it, with the same knowledge of a game.

    python -m tests.bots.match --game alpacalypse --players 2 --games 100 --milliseconds 10

One seat is the bot's, all others are the rival's. All play in one process, one after the other, and a decision ends
when the thread has used its time: what else runs on the machine does not matter. Each deal is played once from every
seat. The tree of before had no floor under the first guesses, looked at all choices alike and stopped earlier.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import alcove
from alcove import Position
from alcove.bots.engine import MAX_NODES, SLICE_SECONDS, Search, _sum_up, compile_for, template
from alcove.bots.impression import first_impression

Player = Callable[[Position, int, int], int]


class OldSearch(Search):
    floor = 0.0

    def decided(self, left: int) -> bool:
        return super().decided(left // 2)


def with_old_tree(game: alcove.Game) -> alcove.Game:
    """The game under another name, compiled so that a node looks at all of its choices."""
    old, kept = replace(game, name=f"{game.name}_old"), template.NARROW
    template.NARROW = game.rules.MAX_CHOICES
    compile_for(old)
    template.NARROW = kept
    return old


def tree(milliseconds: float, game: alcove.Game, kind: type[Search] = Search, most: int = MAX_NODES - 2) -> Player:
    """As the engine lets a tree grow, but by the thread's own clock."""

    def choose(position: Position, seat: int, seed: int) -> int:
        room = min(most, int(200 * milliseconds + 2000))
        end, portion = time.thread_time() + milliseconds / 1000, min(kind.first_portion, int(8 * milliseconds) + 1)
        grown = kind(Position(game, position.players, position.options, position.copy_row()), seat, seed, room)
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


def old_tree(milliseconds: float, game: alcove.Game) -> Player:
    return tree(milliseconds, with_old_tree(game), OldSearch)


def simulations(count: int, game: alcove.Game) -> Player:
    return tree(1e9, game, most=count)


def glance(position: Position, seat: int, seed: int) -> int:
    """The first guess."""
    return first_impression(position, seat, seed).action.index


def play(position: Position, players: list[Player], seed: str) -> Position:
    dice = random.Random(seed)
    while position.outcome is None:
        seat = position.awaited[0]
        choices = position.legal_indices(seat)
        action = choices[0] if len(choices) == 1 else players[seat](position, seat, dice.getrandbits(60))
        position = position.play_legal(seat, action)
    return position


def match(game: alcove.Game, players: int, games: int, seed: int, bot: Player, rival: Player) -> None:
    """One bot among rivals, told as it goes on."""
    total = 0.0
    for number in range(games):
        start, own = game.new(players, seed + number // players), number % players
        ended = play(start, [bot if seat == own else rival for seat in range(players)], f"{seed} {number}")
        assert ended.outcome is not None
        total += ended.outcome.shares[own]
        tell(total, number + 1, games)


def tell(won: float, played: int, games: int) -> None:
    """How it stands, now and then."""
    if played % 20 == 0 or played == games:
        mean = won / played
        error = 196 * (mean * (1 - mean) / played) ** 0.5
        print(f"{' '.join(sys.argv[1:])} | {played} games: {100 * mean:.1f} ± {error:.1f} %", flush=True)


def asked(about: str | None) -> argparse.ArgumentParser:
    asked = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--milliseconds", type=float, default=20)
    asked.add_argument("--seed", type=int, default=1000)
    return asked


def asked_of_rivals(about: str | None, rival: str) -> argparse.ArgumentParser:
    """For games with several kinds of players."""
    ask = asked(about)
    ask.add_argument("--bot", default="self")
    ask.add_argument("--against", default=rival)
    ask.add_argument("--ratio", type=float, default=1, help="the rival's time for one of the bot's")
    return ask


def main() -> None:
    ask = asked(__doc__)
    ask.add_argument("--game", default="alpacalypse")
    said = ask.parse_args()
    game = alcove.game(said.game)
    bot, rival = tree(said.milliseconds, game), old_tree(said.milliseconds, game)
    match(game, said.players, said.games, said.seed, bot, rival)


if __name__ == "__main__":
    main()
