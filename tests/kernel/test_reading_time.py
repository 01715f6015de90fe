"""However a position is broken, it is read, or refused, in no time."""

from __future__ import annotations

import random
import time

import pytest

import alcove
from alcove import AlcoveError, Game
from tests.kernel.breaking import broken, positions
from tests.kernel.garbage import check_error

LIMIT = 0.05
TEXTS = 600


def seconds(game: Game, text: str) -> float:
    """Processor time, so that it does not matter what else goes on."""
    began = time.thread_time()
    try:
        game.read(text)
    except AlcoveError as error:
        check_error(error, "unreadable", "bad-option")
    return time.thread_time() - began


@pytest.mark.parametrize("name", alcove.games())
def test_broken_positions_are_read_in_no_time(name: str) -> None:
    game, dice = alcove.game(name), random.Random(1)
    whole = [str(position) for position in positions(game, dice, 4)]
    tried = 0
    while tried < TEXTS:
        for text in broken(dice.choice(whole), dice):
            took = seconds(game, text)
            if took > LIMIT:  # the first call of a function loads its code
                took = seconds(game, text)
            assert took < LIMIT, text[:500]
            tried += 1
