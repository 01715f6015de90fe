"""What the levels of Alvos are like: the first ones keep what they should deliver."""

from __future__ import annotations

import pytest

from alcove.bots import think
from tests.games.alvos.tables import table

TRIES = 40


def delivered(level: int) -> int:
    """In how many of so many tries a level delivers all that the engineer waits for, which wins the game at once."""
    position = table(unused=2, dice="3,6", cogs=["2345", "-"], bolts=[1, 0])
    return sum("deliver" in think(position, 0, level, seed=seed).action.text for seed in range(TRIES))


def test_the_first_level_hardly_ever_parts_with_its_cogs() -> None:
    assert delivered(1) < TRIES / 4


@pytest.mark.parametrize("level", [3, 4])
def test_higher_levels_deliver(level: int) -> None:
    assert delivered(level) > TRIES / 2
