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

from dataclasses import replace
from typing import Any

import numpy as np

import alcove
from alcove.games.alpacalypse import bot, rules
from alcove.games.alpacalypse.outlook import shares
from alcove.games.alpacalypse.table import OVER
from alcove.kernel.hooks import Bot
from alcove.kernel.jit import compiled
from tests.bots.match import Player, asked_of_rivals, glance, match, old_tree, simulations, tree

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


def player(name: str, milliseconds: float) -> Player:
    if name.isdigit():
        return simulations(int(name), GAME)
    makers = {"self": lambda: tree(milliseconds, GAME), "before": lambda: old_tree(milliseconds, BEFORE)}
    return glance if name == "glance" else makers[name]()


def main() -> None:
    said = asked_of_rivals(__doc__, "before").parse_args()
    own, rival = player(said.bot, said.milliseconds), player(said.against, said.milliseconds * said.ratio)
    match(GAME, said.players, said.games, said.seed, own, rival)


if __name__ == "__main__":
    main()
