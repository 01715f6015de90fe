"""How the end of Alva is told."""

from __future__ import annotations

import pytest

import alcove
from alcove.kernel.ending import names_at, tell_end


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("w4/5/5/5/4b w 0-0 0-0 0", "White's hand is empty."),
        ("w4/5/5/5/4b b 0-0 0-0 0", "Black's hand is empty."),
    ],
)
def test_the_end_says_whose_hand_is_empty(position: str, says: str) -> None:
    """ALVA-18"""
    over = alcove.game("alva").read(position)
    assert over.outcome is not None
    assert tell_end(over.outcome, over, names_at(over.game, [None, None])).en.endswith(says)


def test_the_end_says_that_the_board_is_full() -> None:
    """ALVA-18"""
    over = alcove.game("alva").read("wwwww/wbbbw/wbbbw/wbbbw/wwbbb b 2-3 0-0 0")
    assert over.outcome is not None
    told = tell_end(over.outcome, over, names_at(over.game, [None, "Bruno"]))
    assert told.en == "Bruno wins with 13 to 3: the board is full, and Bruno can capture nothing."
    assert told.de == "Bruno gewinnt mit 13 zu 3: Das Brett ist voll, und Bruno kann nichts schlagen."
