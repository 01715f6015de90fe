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
    seen = guesses(position, seat, seed)
    shaken = np.array(list(seen.values())) * np.random.default_rng(seed).uniform(0.7, 1.3, len(seen))
    return at_a_glance(position, seat, list(seen)[int(shaken.argmax())])


def guesses(position: Position, seat: int, seed: int) -> dict[int, float]:
    """How good each choice looks by a game's own guess, from what the seat knows; they add up to 1."""
    legal = position.legal_indices(seat)
    state = position.conceal(seat, seed).copy_row()[0]
    actions = np.zeros(position.game.rules.MAX_CHOICES, dtype=np.int32)
    actions[: len(legal)] = legal
    found, costs = np.zeros(len(actions)), np.zeros(len(actions))
    _priors(position.game)(state, seat, actions, len(legal), found, costs)
    return {index: float(found[at]) for at, index in enumerate(legal)}


def at_a_glance(position: Position, seat: int, index: int) -> Thought:
    """A choice of somebody who has not searched."""
    action = position.action(seat, index)
    return Thought(action, 0.5, {action.text: 1}, [action.text], 0, guessed=True)


@cache
def _priors(game: Game) -> Any:
    return parts_for(game)["bot_priors"]
