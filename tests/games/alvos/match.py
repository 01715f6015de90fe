"""Matches of the bot against others at equal processor time, and games that all seats play together.

    python -m tests.games.alvos.match --games 200 --milliseconds 20 --against tree
    python -m tests.games.alvos.match --together normal --players 3 --games 100 --milliseconds 1000

All play in one process, one after the other, and a decision ends when the thread has used its time: what else runs
on the machine does not matter. Each deal is played once from every seat.

Who plays: `tree` is the search that the game had before it learned anything (`tree_bot.py`), with its early stop;
`oracle` the same tree, which knows all dice to come; `glance` the first guesses of that bot; `net` what the net thinks
best, without search; `random` any legal action; `self` the bot itself, as the rival with `--ratio` times the time;
`race` the bot as it plays together with a clock; a number the bot with so many simulations.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import alcove
from alcove import Position
from alcove.bots import nets
from alcove.bots.engine import Race, parts_for
from alcove.kernel import hooks
from alcove.kernel.jit import compiled
from tests.bots.match import Player, asked_of_rivals, glance, match, old_tree, play, simulations, tell, tree
from tests.games.alvos import tree_bot

GAME = alcove.game("alvos")
TREE_GAME = replace(GAME, name="alvos_tree", bot=hooks.read(hooks.Bot, tree_bot))


@compiled
def keep_dice(state: Any, seat: int, rng: Any) -> None:
    """Draws nothing anew: the dice to come are known."""


ORACLE_GAME = replace(TREE_GAME, name="alvos_oracle", rules=replace(GAME.rules, conceal=keep_dice))


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


def anything(position: Position, seat: int, seed: int) -> int:
    return random.Random(seed).choice(position.legal_indices(seat))


def player(name: str, milliseconds: float) -> Player:
    makers: dict[str, Callable[[], Player]] = {
        "tree": lambda: old_tree(milliseconds, TREE_GAME),
        "oracle": lambda: old_tree(milliseconds, ORACLE_GAME),
        "net": by_net,
        "glance": lambda: glance,
        "random": lambda: anything,
        "self": lambda: tree(milliseconds, GAME),
        "race": lambda: tree(milliseconds, GAME, Race),
    }
    if name.isdigit():
        return simulations(int(name), GAME)
    return makers[name]()


def play_together(players: int, difficulty: str, games: int, seed: int, bot: Player) -> None:
    """All seats are the bot's, and all win or lose."""
    won = 0.0
    for number in range(games):
        start = GAME.new(players, seed + number, mode="cooperative", difficulty=difficulty)
        ended = play(start, [bot] * players, f"{seed} {number}")
        assert ended.outcome is not None
        won += bool(ended.outcome.winners)
        tell(won, number + 1, games)


def main() -> None:
    ask = asked_of_rivals(__doc__, "tree")
    ask.add_argument("--together", choices=("easy", "normal", "hard"))
    said = ask.parse_args()
    bot = player(said.bot, said.milliseconds)
    if said.together:
        play_together(said.players, said.together, said.games, said.seed, bot)
    else:
        rival = player(said.against, said.milliseconds * said.ratio)
        match(GAME, said.players, said.games, said.seed, bot, rival)


if __name__ == "__main__":
    main()
