"""What every bot of Alva sees: positions with one right answer."""

from __future__ import annotations

import pytest

import alcove
from alcove.bots import search

ALVA = alcove.game("alva")


def best(text: str, simulations: int = 400) -> str:
    position = ALVA.read(text)
    return search(position, position.awaited[0], simulations=simulations, seed=1).action.text


def test_takes_three_rather_than_one():
    """ALVA-12: a2 could take one, e1 takes the run of three."""
    text = "9/9/9/9/9/4b4/4b4/wb2b4/4w4 w 32-30 0-0 0"
    assert {action.text for action in ALVA.read(text).legal(0)} == {"a2xc2", "e1xe5"}
    assert best(text) == "e1xe5"


def test_avoids_the_even_exchange():
    """ALVA-14: Black took one, so taking one back gives nothing; taking three counts."""
    text = "9/9/9/9/4b4/4b4/4b4/wb2w4/9 w 31-30 0-1 1"
    assert {action.text for action in ALVA.read(text).legal(0)} == {"a2xc2", "e2xe6"}
    assert best(text) == "e2xe6"


def test_goes_on_with_the_longer_chain():
    """ALVA-12: at a fork of the chain the way that takes more is taken."""
    # After b2xd2 the piece can go up over one (d3) or right over three (e2, f2, g2).
    position = ALVA.read("9/9/9/9/9/9/3b5/1wb1bbb2/9 w 33-29 0-0 0").play(0, "b2xd2")
    assert {action.text for action in position.legal(0)} == {"d2xd4", "d2xh2"}
    assert search(position, 0, simulations=300, seed=1).action.text == "d2xh2"


def test_knows_that_pieces_on_the_edge_count_anyway():
    """ALVA-19: over three on the edge to an edge point gains nothing; over one inside does. No pieces are left."""
    # c1xg1 would take d1, e1, f1, which are worth a point each where they stand, and leave the jumper on the edge.
    position = ALVA.read("9/9/9/9/9/9/9/2b6/wb1bbb3 w 0-0 0-4 0").play(0, "a1xc1")
    assert {action.text for action in position.legal(0)} == {"c1xc3", "c1xg1"}
    thought = search(position, 0, simulations=300, seed=1)
    assert thought.action.text == "c1xc3"
    assert thought.proven


def test_does_not_leave_a_piece_to_be_jumped_for_nothing():
    """A lone black piece in the middle: no placement next to it with a vacant point behind."""
    text = "9/9/9/9/4b4/9/9/9/9 w 34-33 0-0 0"
    hanging = {"e4", "e6", "d5", "f5"}
    position = ALVA.read(text)
    thought = search(position, 0, simulations=3000, seed=2)
    assert thought.action.text not in hanging
    assert all(thought.values[text] < thought.value - 0.04 for text in hanging)


@pytest.mark.parametrize("seed", range(5))
def test_offers_one_to_take_two(seed):
    """ALVA-4, ALVA-14: placed on d5, a piece must be taken by c5xe5; then e4xe6xg6 takes two and keeps them."""
    position = ALVA.read("9/9/9/5b3/2b6/4w4/4w4/9/9 w 32-32 0-0 0")
    forced = position.play(0, "d5")
    assert [action.text for action in forced.legal(1)] == ["c5xe5"]
    thought = search(position, 0, simulations=2000, seed=seed)
    assert thought.line[:4] == ["d5", "c5xe5", "e4xe6", "e6xg6"]


def test_keeps_its_last_piece_off_the_edge():
    """ALVA-19: an own piece on the edge is a point for the other side."""
    action = best("9/9/9/9/4b4/9/9/9/9 w 1-0 0-0 0", 1000)
    assert action[0] not in "ai"
    assert action[1] not in "19"
