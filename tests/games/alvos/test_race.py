"""Choices raced by playouts, where all play together and a net knows the game."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from alcove.bots import Cancel, nets, race, search, think
from alcove.bots.engine import Race
from alcove.bots.race import DICE, FAVOURITE, LANES, Lanes
from tests.games.alvos.afterstates import ALVOS, TOGETHER, middle, values_of


def lanes_of(guesses: list[float], dice: int = 0) -> Lanes:
    lanes = race.make_lanes(len(guesses))
    lanes.open[:], lanes.guesses[:], lanes.dice[:] = True, guesses, dice
    lanes.count[LANES], lanes.count[DICE], lanes.count[FAVOURITE] = len(guesses), dice, np.argmax(guesses)
    return lanes


def test_who_is_far_behind_is_left_out_and_the_best_never() -> None:
    lanes = lanes_of([0.5, 0.499, 0.3])
    race.thin_out(lanes)
    assert list(lanes.open) == [True, True, False]


def test_dice_count_as_much_as_the_first_guess_after_some_of_them() -> None:
    dice = int(race.FIRST_GUESS)
    lanes = lanes_of([0.5, 0.48], dice)
    lanes.sums[1], lanes.squares[1] = dice * 0.06, dice * 0.06**2
    race.weigh(lanes)
    assert list(lanes.standing) == pytest.approx([0, (0.06 - 0.02) / 2])
    lanes.dice[:] = 100 * dice
    lanes.sums[1], lanes.squares[1] = 100 * dice * 0.06, 100 * dice * 0.06**2
    race.thin_out(lanes)
    assert list(lanes.open) == [False, True]  # the favourite is left out when something else is surely better


@pytest.mark.parametrize(
    ("players", "options", "raced"),
    [(2, TOGETHER, True), (4, TOGETHER, True), (5, TOGETHER, True), (2, {}, False), (1, {"solitaire": "axel"}, False)],
)
def test_choices_are_raced_where_a_net_knows_the_game_and_all_play_as_one(
    players: int, options: dict[str, str], raced: bool
) -> None:
    assert nets.one_for_all(ALVOS.new(players, 1, **options)) is raced


def test_the_same_seed_and_dice_race_the_same_however_they_are_portioned() -> None:
    position = middle(3)
    seat = position.awaited[0]
    whole, parts, other = (Race(position, seat, seed, 1) for seed in (5, 5, 6))
    whole.run(32)
    parts.run(7)
    parts.run(25)
    other.run(32)
    assert whole.choices() == parts.choices() != other.choices()
    assert whole.simulations == sum(choice.visits for choice in whole.choices())


def test_lanes_are_the_choices_and_begin_with_what_the_net_thinks() -> None:
    position = middle(8)
    seat = position.awaited[0]
    legal = position.legal_indices(seat)
    best, worths = values_of(position, legal)
    runs = Race(position, seat, 1, 1)
    runs.run(race.FIRST_LOOK - 1)
    lanes = runs.desk.lanes
    assert [choice.action for choice in runs.choices()] == legal[::-1]
    assert list(lanes.guesses[: lanes.count[LANES]]) == worths[::-1]
    assert int(runs.tree.edges[lanes.count[FAVOURITE]].action) == legal[best]
    assert int(lanes.count[DICE]) == race.FIRST_LOOK - 1
    assert {choice.visits for choice in runs.choices()} == {race.FIRST_LOOK - 1}
    runs.run(200)
    visits = [choice.visits for choice in runs.choices()]
    assert max(visits) == 203
    assert min(visits) < 203
    assert lanes.sums[lanes.count[FAVOURITE]] == 0


def test_a_thought_by_the_clock_says_what_it_expects_of_all_choices() -> None:
    position = middle(3)
    seat = position.awaited[0]
    for threads in (1, 2):
        thought = search(position, seat, milliseconds=30, seed=5, threads=threads)
        assert set(thought.visits) == {action.text for action in position.legal(seat)} == set(thought.values)
        assert all(0 <= value <= 1 for value in thought.values.values())
        assert thought.simulations == sum(thought.visits.values()) > 0
        assert thought.value == thought.values[thought.action.text]
        assert thought.line == [thought.action.text]


def test_a_race_can_be_cancelled_and_the_fifth_level_races() -> None:
    position, cancel = middle(3), Cancel()
    threading.Timer(0.05, cancel.cancel).start()
    began = time.perf_counter()
    assert search(position, position.awaited[0], milliseconds=60_000, cancel=cancel).simulations > 0
    assert time.perf_counter() - began < 20
    at_once = Cancel()
    at_once.cancel()
    thought = think(position, position.awaited[0], 5, seed=1, cancel=at_once)
    assert set(thought.visits.values()) == {race.FIRST_LOOK}
