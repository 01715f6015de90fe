"""What was learned about how a tribe stands: features, the net, and its training."""

from __future__ import annotations

import random

import numpy as np
import pytest

from alcove import Position
from alcove.bots import nets, search
from alcove.bots.engine import Search
from alcove.bots.schooling import Lesson, Schooling
from alcove.bots.training import Round
from alcove.games.alpacalypse import features
from alcove.games.alpacalypse.table import BIDS
from tests.games.alpacalypse.tables import ALPACALYPSE, Table


def resting(seed: int, players: int, least: int) -> Position:
    """The first position that rests after so many random actions."""
    dice, position = random.Random(seed), ALPACALYPSE.new(players, seed)
    actions = 0
    while actions < least or not features.rests(position.state):
        seat = position.awaited[0]
        position = position.play_legal(seat, dice.choice(position.legal_indices(seat)))
        actions += 1
    return position


def features_of(position: Position, seat: int) -> tuple[list[int], float]:
    found, known = np.full(features.MOST_FEATURES, -1, dtype=np.int32), np.zeros(1)
    count = int(features.standing(position.copy_row()[0], seat, found, known))
    return sorted(int(feature) for feature in found[:count]), float(known[0])


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("least", [0, 30, 120])
def test_features_are_known_numbers(players: int, least: int) -> None:
    position = resting(least + players, players, least)
    assert int(position.state.phase) == BIDS
    for seat in range(players):
        found, known = features_of(position, seat)
        assert 0 <= found[0] <= found[-1] < features.FEATURES[0]
        assert 50 < len(found) < features.MOST_FEATURES / 2
        assert known > 0


@pytest.mark.parametrize("least", [10, 60, 150])
def test_features_of_a_seat_are_the_same_in_all_worlds_that_look_the_same_to_it(least: int) -> None:
    position = resting(least, 3, least)
    for seat in range(3):
        worlds = [position.conceal(seat, seed) for seed in range(4)]
        assert len({str(features_of(world, seat)) for world in worlds}) == 1


def test_bids_rest_only_before_the_first_one() -> None:
    start = Table(3).rich(0).market("barn-sale", "gain-1-prestige", "golden-bell").at_bids()
    assert features.rests(start.state)
    assert not features.rests(start.play(0, "no bid").state)


@pytest.mark.parametrize("players", [2, 4])
def test_who_is_farther_up_expects_more(players: int) -> None:
    position = resting(3, players, 100)
    seat, row = position.awaited[0], position.copy_row()
    row["pawn"][0, seat] += 3
    ahead = Position(ALPACALYPSE, players, position.options, row)
    assert search(ahead, seat, simulations=60).value > search(position, seat, simulations=60).value + 0.05


def test_a_search_settles_before_it_judges() -> None:
    """In the middle of a round nothing is judged: it is played on to the next bids, and all share one win."""
    position = Table(lap=4).rich().hand("torpedos", "spit-volley").at_turn().play(0, "warrior MD")
    assert not features.rests(position.state)
    tree = Search(position, 0, 1, 10)
    tree.run(1)
    leaf = tree.desk.scratch[0]
    assert features.rests(leaf)
    assert int(leaf.lap) == 5
    assert tree.desk.rewards.sum() == pytest.approx(1)


def test_every_choice_of_a_turn_is_tried() -> None:
    position = Table(lap=4).rich().hand("torpedos", "spit-volley").at_turn()
    tree = Search(position, 0, 1, 3000)
    tree.run(3000)
    assert len(tree.edges()) > 5
    assert min(int(edge.visits) for edge in tree.edges()) > 0


def test_the_weights_that_ship_fit_the_features() -> None:
    assert ALPACALYPSE.bot.tables is not None
    weights = ALPACALYPSE.bot.tables()
    assert len(weights) == nets.size_of(features.FEATURES[0])
    assert np.isfinite(weights).all()
    assert np.abs(weights).max() < 100


def test_the_same_seed_learns_the_same_and_the_error_falls() -> None:
    plan = Schooling(
        [
            Lesson((2,), rounds=3, games=40, ahead=0, rate=(2e-3, 2e-3), trust=0.9),
            Lesson((2,), rounds=1, games=1, ahead=1024, rate=(1e-4, 1e-4), trust=0.8),
        ],
        there=80,
    )
    told = list[Round]()
    first = plan.train(ALPACALYPSE, 5, told.append)
    again = plan.train(ALPACALYPSE, 5, lambda one: None)
    assert (again == first).all()
    assert told[2].before < told[2].untrained
    assert [(one.lesson, one.number) for one in told] == [(0, 0), (0, 1), (0, 2), (1, 0)]
