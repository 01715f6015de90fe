"""How a bot of Alluvium judges sheets, what it looks at, and how it learns."""

from __future__ import annotations

import random

import numpy as np
import pytest

import alcove
from alcove.bots.engine import Search, search
from alcove.bots.training import Round
from alcove.games.alluvium import bot, rules
from alcove.games.alluvium.chances import Outlooks, fit
from alcove.games.alluvium.learning import TRAINING, Lesson, TableTraining, first_tables, read_tables
from alcove.games.alluvium.sheet import BOXES, COVER, WIDTH, words
from alcove.games.alluvium.table import sheet_before, slots_filled
from alcove.games.alluvium.worth import CLOSER, LACKING, add_sheet, home_worth, make_sketch, measure, weigh
from alcove.kernel.jit import COMPILING

ALLUVIUM = alcove.game("alluvium")


def in_the_middle(players: int = 3, actions: int = 30, seed: int = 4) -> alcove.Position:
    position, dice = ALLUVIUM.new(players, seed), random.Random(seed)
    for _ in range(actions):
        seat = position.awaited[0]
        position = position.play_legal(seat, dice.choice(position.legal_indices(seat)))
    return position


def best_by_counting(boxes: set[int]) -> list[int]:
    best = [0] * LACKING
    for bottom in range(WIDTH):
        for top in range(bottom, WIDTH):
            for left in range(WIDTH):
                for right in range(left, WIDTH):
                    inside = {WIDTH * y + x for y in range(bottom, top + 1) for x in range(left, right + 1)}
                    for lack in range(len(inside - boxes), LACKING):
                        best[lack] = max(best[lack], len(inside))
    return best


@pytest.mark.parametrize("boxes", [0, 20, 60, 95])
def test_the_best_rectangles_are_those_that_counting_finds(boxes):
    coloured = set(random.Random(boxes).sample(range(BOXES), boxes))
    sketch = make_sketch()
    measure(*np.array(words(coloured), dtype=np.uint64), sketch)
    assert sketch.best.tolist() == best_by_counting(coloured)


@pytest.mark.skipif(not COMPILING, reason="all drawings in plain Python take too long")
@pytest.mark.parametrize("actions", [0, 6, 30])
def test_drawings_are_weighed_by_the_sheet_that_they_leave(actions):
    """The quick way, from a list of rectangles, finds what a look at the whole sheet finds."""
    position = in_the_middle(4, actions)
    seat = position.awaited[0]
    state, sketch = position.copy_row()[0], make_sketch()
    choices = np.zeros(rules.MAX_CHOICES, dtype=np.int32)
    count = int(rules.legal(state, seat, choices))
    worths = np.zeros(count)
    weigh(read_tables(), state, seat, choices, count, sketch, worths)
    helping = sketch.helping.copy()
    sheet, slot = int(sheet_before(state, seat)), max(2, int(slots_filled(state)) + 1)
    for at in np.argsort(-worths)[: min(count, CLOSER) // 2]:
        low, high = state.filled[sheet] | COVER[choices[at]]
        measure(low, high, sketch)
        home = float(home_worth(read_tables(), 4, slot, sketch.best, low, high))
        assert worths[at] == pytest.approx(helping[at] + (home if sheet == seat else -home / 3))


def test_a_finished_sheet_is_worth_what_it_scores():
    position = ALLUVIUM.new(3, 1)
    dice = random.Random(2)
    while not position.over:
        seat = position.awaited[0]
        position = position.play_legal(seat, dice.choice(position.legal_indices(seat)))
    state, total = position.copy_row()[0], np.zeros(5)
    for sheet in range(3):
        add_sheet(read_tables(), state, sheet, make_sketch(), total)
    assert total[:3].tolist() == [int(rules.bonus(state, seat)) for seat in range(3)]


def test_only_the_sheet_before_the_seat_is_looked_at():
    position = in_the_middle()
    seat = position.awaited[0]
    known, state = bot.mind(position, seat), position.copy_row()[0]
    others = [other for other in range(3) if other != seat]
    assert [int(bot.sight(state, other, known)) for other in others] == [0, 0]
    row = position.copy_row()
    bot.imagine(row[0], seat, np.array([3], dtype=np.uint64), known)
    own = int(sheet_before(state, seat))
    assert (row[0].drawn[own] == state.drawn[own]).all()
    assert (np.delete(row[0].drawn[:3], own, axis=0) == -1).all()


@pytest.mark.skipif(not COMPILING, reason="a search in plain Python takes too long")
def test_the_search_follows_a_sheet_round_the_table():
    """Whoever gets the sheet next has a node for each of the drawings that may lie on it then."""
    position = in_the_middle(4, 20)
    seat = position.awaited[0]
    grown = Search(position, seat, 1, 3000)
    grown.run(3000)
    used = int(grown.tree.used[0])
    nodes = grown.tree.nodes[:used]
    mine = nodes["first_edge"][:, seat] >= 0
    theirs = (np.delete(nodes["first_edge"], seat, axis=1) >= 0).any(axis=1)
    assert not (mine & theirs).any()
    assert mine[0]
    assert nodes["visits"][theirs].max() > 200
    assert theirs.sum() > 100


@pytest.mark.skipif(not COMPILING, reason="games in plain Python take too long")
def test_the_same_seed_learns_the_same_and_the_error_falls():
    short = TableTraining([Lesson(rounds=2, games=12)], TRAINING.noise, TRAINING.slips)
    told = list[Round]()
    first = short.train(ALLUVIUM, 5, told.append)
    again = short.train(ALLUVIUM, 5, lambda one: None)
    assert all((one == other).all() for one, other in zip(first, again, strict=True))
    assert told[0].before == told[0].untrained
    assert told[1].before < told[1].untrained


@pytest.mark.skipif(not COMPILING, reason="a search in plain Python takes too long")
@pytest.mark.parametrize("players", [3, 5])
def test_nobody_has_won_before_the_first_drawing(players: int) -> None:
    """Sheets that nobody has drawn on yet will not stay empty (ALLUV-8)."""
    start = ALLUVIUM.new(players, seed=3)
    assert 1 / players < search(start, 0, simulations=100).value < 0.6


def test_chances_are_those_that_make_the_ends_most_likely():
    """Of rivals who are better by so many points than a searcher sees, and of leads that count so much."""
    dice, tables = np.random.default_rng(1), first_tables()
    scale, unseen = 6.0, np.array([0.0, 5.0, -3.0])
    points = dice.normal(50, 10, (4000, 3))
    odds = np.exp((points + unseen) / scale)
    won = (odds.cumsum(axis=1) / odds.sum(axis=1, keepdims=True) < dice.random((4000, 1))).sum(axis=1)
    fit(tables, Outlooks(np.full(4000, 7), points, np.eye(3)[won]), 3)
    assert tables.scale[0, 7] == pytest.approx(scale, rel=0.1)
    assert tables.unseen[0, 7, :3] == pytest.approx(unseen, abs=1.0)
    assert (tables.unseen[0, 6] == 0).all()


@pytest.mark.skipif(not COMPILING, reason="a search in plain Python takes too long")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_chances_of_all_seats_add_up_to_one(players):
    """On average over two games: each looks for the best on another sheet, and takes the others for what they are."""
    sums = []
    for seed in range(2):
        position, number = ALLUVIUM.new(players, seed), 0
        while not position.over:
            seat = position.awaited[0]
            if len(position.awaited) == players:
                told = [search(position, one, simulations=60, seed=number).value for one in position.awaited]
                sums.append(sum(told))
            position = position.play_legal(seat, search(position, seat, simulations=60, seed=number).action.index)
            number += 1
    assert np.mean(sums) == pytest.approx(1, abs=0.1)
