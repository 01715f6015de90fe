"""What one choice is worth."""

from __future__ import annotations

import alcove
from alcove.bots import search
from alcove.bots.judge import judge

# White jumps a1xc1 for one piece, or the chain a3xc3xc5 for two.
CHAIN = "1bb2/5/wb3/5/wb3 w 6-4 0-0 0"


def test_every_choice_gets_the_same_effort_and_the_same_seed_the_same_answer() -> None:
    position = alcove.game("alva").new(seed=None, size=5, pieces=4)
    for index in position.legal_indices(0)[:3]:
        first = judge(position, 0, index, 300, seed=5)
        assert 0.0 < first < 1.0  # it was tried at all
        assert judge(position, 0, index, 300, seed=5) == first


def test_the_best_choice_of_a_search_is_judged_better_than_the_worst() -> None:
    position = alcove.game("alva").read(CHAIN)
    thought = search(position, 0, simulations=800, seed=1)
    worth = {action.text: judge(position, 0, action.index, 300) for action in position.legal(0)}
    assert max(worth, key=lambda text: worth[text]) == thought.action.text


def test_a_choice_is_judged_by_what_its_seat_knows() -> None:
    position = alcove.game("tollgate").new(players=2, seed=3, cards=3)
    seat = position.awaited[0]
    other_world = position.conceal(seat, 99)
    assert other_world != position
    index = position.legal_indices(seat)[0]
    assert judge(position, seat, index, 200, 1) == judge(other_world, seat, index, 200, 1)
