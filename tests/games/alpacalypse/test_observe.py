"""Observations tell apart what the view tells apart, and are scaled to learn from."""

from __future__ import annotations

import random

import numpy as np

import alcove
from alcove import Position
from alcove.games.alpacalypse.frames import ASK_DRAW, ASK_WORK, OP, RAISE
from alcove.games.alpacalypse.observe import LAYOUT
from alcove.games.alpacalypse.table import ACTION
from tests.conformance.tables import encoded
from tests.conformance.wall_checks import observed

GAME = alcove.game("alpacalypse")
MOST = 3
"""So many choices of a question are compared."""


def top(position: Position) -> int:
    depth = int(position.state.depth)
    return int(position.state.stack[depth - 1, OP]) if depth else -1


def feature(position: Position, seat: int, name: str) -> list[int]:
    row = np.frombuffer(observed(position, seat), np.int8)
    return LAYOUT.split(row)[name].ravel().tolist()  # type: ignore[no-any-return]


def test_what_a_seat_has_chosen_is_seen_while_it_is_carried_out() -> None:
    """Choices after which its view differs are told apart by the numbers, too."""
    rng, asked = random.Random(1), set()
    position = GAME.new(2, 1)
    while not position.over:
        seat = position.awaited[0]
        legal = position.legal_indices(seat)
        if top(position) in (ASK_WORK, ASK_DRAW) and len(legal) > 1:
            after = [position.play_legal(seat, index) for index in rng.sample(legal, min(MOST, len(legal)))]
            assert len({observed(one, seat) for one in after}) == len({encoded(one.view(seat)) for one in after})
            asked |= {top(position), *(int(one) for other in after for one in other.state.stack[:, OP])}
        position = position.play_legal(seat, rng.choice(legal))
    assert {ASK_WORK, ASK_DRAW, RAISE} <= asked


def test_what_is_left_of_a_drawing_and_of_a_turn_is_seen() -> None:
    rng, position = random.Random(2), GAME.new(3, 2)
    drawings, streaks = set(), set()
    while not position.over:
        seat = position.awaited[0]
        if top(position) == ASK_DRAW:
            drawings |= {*feature(position, seat, "amount")}
        if position.state.phase == ACTION:
            assert feature(position, seat, "streak") == [position.state.streak]
            streaks.add(int(position.state.streak))
        position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
    assert {1, 2} <= drawings
    assert {0, 1} <= streaks


def test_small_numbers_are_not_lost_beside_the_most_that_can_be() -> None:
    places, position = LAYOUT.places, GAME.new(2, 3)
    goods = position.state.goods[0]
    assert feature(position, 0, "few_goods")[: len(goods)] == goods.tolist()
    assert LAYOUT.scale[places["few_goods"]][0] > 1 / 13
    assert LAYOUT.scale[places["steps"]][0] > 1 / 10
    assert LAYOUT.scale[places["amount"]][0] > 1 / 11
