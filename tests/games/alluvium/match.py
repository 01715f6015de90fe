"""Matches of the bot against others at equal processor time (`tests/bots/match.py`).

    python -m tests.games.alluvium.match --games 200 --players 3 --milliseconds 15 --against old
    python -m tests.games.alluvium.match --games 200 --players 3 --milliseconds 20 --against self --ratio 0.1

Who plays: `self` is the bot, as the rival with `--ratio` times the time; `old` the bot that the game had before it
learned anything (`old_bot.py`), with the tree of then, one for all seats; `learned` what the tables think best, without
search; `glance` the first guess; a number the bot with so many simulations.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import alcove
from alcove import Position
from alcove.games.alluvium import bot
from alcove.kernel import hooks
from tests.bots.match import Player, asked_of_rivals, glance, match, old_tree, simulations, tree
from tests.games.alluvium import old_bot

GAME = alcove.game("alluvium")


def learned(position: Position, seat: int, seed: int) -> int:
    legal = position.legal_indices(seat)
    actions, worths = np.array(legal, dtype=np.int32), np.zeros(len(legal))
    bot.guess(position.copy_row()[0], seat, actions, len(legal), worths, worths.copy(), bot.mind(position, seat))
    return legal[int(worths.argmax())]


def player(name: str, milliseconds: float) -> Player:
    if name.isdigit():
        return simulations(int(name), GAME)
    if name == "old":
        return old_tree(milliseconds, replace(GAME, bot=hooks.read(hooks.Bot, old_bot)))
    return {"self": tree(milliseconds, GAME), "learned": learned, "glance": glance}[name]


def main() -> None:
    ask = asked_of_rivals(__doc__, "old")
    ask.set_defaults(players=3)
    said = ask.parse_args()
    lone, rival = player(said.bot, said.milliseconds), player(said.against, said.milliseconds * said.ratio)
    match(GAME, said.players, said.games, said.seed, lone, rival)


if __name__ == "__main__":
    main()
