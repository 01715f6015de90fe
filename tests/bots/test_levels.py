"""Levels: mistakes that people make, and one that thinks as long as it is told."""

from __future__ import annotations

import random
import threading

import pytest

import alcove
from alcove import OptionError, Position
from alcove.bots import Cancel, levels, think, think_long
from alcove.bots.levels import AS_LONG_AS_TOLD, check_any_level, every_level_of, hint_level, long_level
from alcove.bots.mistakes import FLAWLESS, Mistakes, choose, points_at_once

ALVA, TOLLGATE = alcove.game("alva"), alcove.game("tollgate")


@pytest.fixture
def start() -> Position:
    return TOLLGATE.new(players=2, seed=3)


def test_without_mistakes_the_heaviest_choice_is_taken(start: Position) -> None:
    weights = {index: float(index) for index in start.legal_indices(0)}
    assert choose(start, 0, weights, FLAWLESS, random.Random(1)) == max(weights)


def test_what_is_overlooked_is_not_taken_and_something_always_is(start: Position) -> None:
    weights = {index: float(index) for index in start.legal_indices(0)}
    taken = [choose(start, 0, weights, Mistakes(overlooks=0.5), random.Random(seed)) for seed in range(200)]
    assert 0.3 < sum(one == max(weights) for one in taken) / len(taken) < 0.7
    assert choose(start, 0, weights, Mistakes(overlooks=1.0), random.Random(1)) == max(weights)


def test_whoever_misjudges_takes_the_second_best_now_and_then(start: Position) -> None:
    first, second, *_ = start.legal_indices(0)
    taken = [
        choose(start, 0, {first: 3.0, second: 1.0}, Mistakes(misjudges=1.0), random.Random(seed)) for seed in range(200)
    ]
    assert 0.05 < taken.count(second) / len(taken) < 0.45


def test_points_tempt_the_greedy() -> None:
    """White may take one piece or three; whoever only looks at the points takes three, whatever else it thinks."""
    position = ALVA.read("9/9/9/9/4b4/4b4/4b4/wb2w4/9 w 32-30 0-0 0")
    one, three = position.index_of(0, "a2xc2"), position.index_of(0, "e2xe6")
    assert points_at_once(position, 0, three) - points_at_once(position, 0, one) == 2
    weights = {one: 3.0, three: 1.0}
    assert choose(position, 0, weights, FLAWLESS, random.Random(1)) == one
    assert choose(position, 0, weights, Mistakes(greed=1.0), random.Random(1)) == three


def test_whoever_hoards_shuns_points() -> None:
    position = ALVA.read("9/9/9/9/4b4/4b4/4b4/wb2w4/9 w 32-30 0-0 0")
    one, three = position.index_of(0, "a2xc2"), position.index_of(0, "e2xe6")
    weights = {one: 1.0, three: 3.0}
    assert choose(position, 0, weights, FLAWLESS, random.Random(1)) == three
    assert choose(position, 0, weights, Mistakes(greed=-1.0), random.Random(1)) == one


@pytest.mark.parametrize("level", [1, 2, 3])
def test_no_level_peeks(level: int) -> None:
    position = TOLLGATE.new(players=3, seed=5)
    seat = position.awaited[0]
    thoughts = [think(position.conceal(seat, seed), seat, level, seed=9) for seed in range(4)]
    assert all(thought == thoughts[0] for thought in thoughts)


def test_a_mistake_is_told_with_its_own_value() -> None:
    position = TOLLGATE.new(players=2, seed=3)
    for seed in range(20):
        thought = think(position, 0, 2, seed=seed)
        assert thought.line[0] == thought.action.text
        assert thought.value == thought.values.get(thought.action.text, thought.value)


def test_the_sixth_level_comes_after_the_others() -> None:
    assert list(every_level_of(ALVA)) == [1, 2, 3, 4, 5, 6]
    assert (long_level(ALVA), hint_level(ALVA)) == (6, 5)
    assert check_any_level(ALVA, 6) is AS_LONG_AS_TOLD
    for level in (0, 7, True):
        with pytest.raises(OptionError, match="from 1 to 6"):
            check_any_level(ALVA, level)
    with pytest.raises(OptionError, match="from 1 to 5"):
        think(ALVA.new(), 0, 6)


def test_the_sixth_level_takes_the_time_and_the_threads_that_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {}
    monkeypatch.setattr(levels, "search", lambda position, seat, **said: asked.update(said))
    think_long(ALVA.new(), 0, 20, threads=3, seed=4)
    assert (asked["milliseconds"], asked["threads"]) == (20_000, 3)
    monkeypatch.setattr(levels.os, "cpu_count", lambda: 7)
    think_long(ALVA.new(), 0, 20)
    assert asked["threads"] == 7


def test_the_sixth_level_ends_when_it_is_told_to() -> None:
    cancel, position = Cancel(), ALVA.new(size=7).play(0, "d4")
    threading.Timer(0.05, cancel.cancel).start()
    thought = think_long(position, 1, 600, threads=2, cancel=cancel)
    assert thought.action.index in position.legal_indices(1)
