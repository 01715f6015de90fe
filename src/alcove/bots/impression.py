"""What looks best at a glance: how a bot chooses before the search is there."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from alcove.bots.engine import parts_for
from alcove.bots.thought import Thought
from alcove.kernel.game import Game
from alcove.kernel.position import Position


def first_impression(position: Position, seat: int, seed: int) -> Thought:
    """A game's own guess at its choices, shaken a little, from what the seat knows. Nothing is looked at further."""
    legal = position.legal_indices(seat)
    state = position.conceal(seat, seed).copy_row()[0]
    actions = np.zeros(position.game.rules.MAX_CHOICES, dtype=np.int32)
    actions[: len(legal)] = legal
    guesses, costs = np.zeros(len(actions)), np.zeros(len(actions))
    _priors(position.game)(state, seat, actions, len(legal), guesses, costs)
    shaken = guesses[: len(legal)] * np.random.default_rng(seed).uniform(0.7, 1.3, len(legal))
    action = position.action(seat, legal[int(shaken.argmax())])
    return Thought(action, 0.5, {action.text: 1}, [action.text], 0, guessed=True)


@cache
def _priors(game: Game) -> Any:
    return parts_for(game)["bot_priors"]
