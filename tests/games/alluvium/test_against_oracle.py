"""Alluvium's engine against the slow oracle: single sheets, and whole games step by step."""

from __future__ import annotations

import random
from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alcove import Position
from alcove.games.alluvium import rules
from alcove.games.alluvium.sheet import (
    AROUND,
    BOXES,
    COVER,
    COVERED,
    FORMS,
    ORIENTATION_COUNT,
    PASS,
    PLUG_FROM,
    WIDTH,
    count,
    fits,
    holes,
    largest_area,
    largest_rectangle,
    list_boxes,
    nth_box,
)
from alcove.games.alluvium.table import OVER, OWN
from alcove.kernel.jit import COMPILING
from tests.games.alluvium.oracle import DUMMY, Alluvium, Sheet, shuffled_decks, steps, text_of
from tests.games.alluvium.sheets import ALLUVIUM, at, pair, texts

SHEETS = 150 if COMPILING else 25
GAMES = 8 if COMPILING else 1


@st.composite
def box_sets(draw: st.DrawFn) -> set[int]:
    """Sheets from nearly empty to nearly full, lumpy as well as scattered."""
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    share = draw(st.sampled_from([0.05, 0.3, 0.5, 0.7, 0.85, 0.97, 1.0]))
    boxes = {box for box in range(BOXES) if rng.random() < share}
    for _ in range(draw(st.integers(0, 3))):
        left, right = sorted(rng.randrange(WIDTH) for _ in range(2))
        low, high = sorted(rng.randrange(WIDTH) for _ in range(2))
        lump = {WIDTH * y + x for y in range(low, high + 1) for x in range(left, right + 1)}
        boxes = boxes | lump if rng.random() < 0.6 else boxes - lump
    return boxes


def point(box: int) -> tuple[int, int]:
    return box % WIDTH + 1, box // WIDTH + 1


def number(at_point: tuple[int, int]) -> int:
    return WIDTH * (at_point[1] - 1) + at_point[0] - 1


def sheet_with(boxes: set[int], colour: int = 0) -> Sheet:
    return Sheet(0, {point(box): colour for box in boxes})


def listed(low: np.uint64, high: np.uint64) -> list[int]:
    out = np.empty(BOXES, dtype=np.int32)
    return out[: list_boxes(low, high, 0, out, 0)].tolist()


@settings(max_examples=SHEETS)
@given(box_sets())
def test_places_of_every_form_agree(boxes: set[int]) -> None:
    """ALLUV-3, ALLUV-7"""
    empty = pair(set(range(BOXES)) - boxes)
    sheet = sheet_with(boxes)
    found: dict[str, list[str]] = {form: [] for form in FORMS}
    for orientation in range(ORIENTATION_COUNT):
        for anchor in listed(*fits(empty[0], empty[1], orientation)):
            text = ALLUVIUM.notation.write_action(None, 0, BOXES * orientation + anchor)
            found[text.split()[0]].append(text)
    for form in FORMS:
        assert sorted(found[form]) == sorted(text_of(form, drawing) for drawing in sheet.places(form))


@settings(max_examples=SHEETS)
@given(box_sets())
def test_holes_rectangle_and_area_agree(boxes: set[int]) -> None:
    """ALLUV-11, ALLUV-15, ALLUV-17"""
    low, high = pair(boxes)
    sheet = sheet_with(boxes)
    assert listed(*holes(low, high)) == sorted(number(box) for hole in sheet.holes() for box in hole)
    size, first, last = largest_rectangle(low, high)
    assert size == sheet.rectangle()
    if boxes:
        (left, bottom), (right, top) = point(int(first)), point(int(last))
        outlined = {number((x, y)) for x in range(left, right + 1) for y in range(bottom, top + 1)}
        assert outlined <= boxes
        assert len(outlined) == size
    assert largest_area(low, high) == sheet.area(0)
    assert count(low, high) == len(boxes)
    assert [int(nth_box(low, high, nth)) for nth in range(len(boxes))] == sorted(boxes)


@settings(max_examples=SHEETS)
@given(box_sets(), st.randoms(use_true_random=False))
def test_touched_boxes_agree(boxes: set[int], rng: random.Random) -> None:
    """ALLUV-12"""
    low, high = pair(boxes)
    sheet = sheet_with(boxes)
    for _ in range(20):
        action = rng.randrange(PASS)
        drawing = frozenset(point(box) for box in COVERED[action])
        assert count(AROUND[action, 0] & low, AROUND[action, 1] & high) == len(sheet.touched(drawing))
        assert count(*COVER[action]) == len(drawing)


@settings(max_examples=SHEETS)
@given(st.sampled_from([3, 4, 5]), st.lists(st.integers(0, 4), min_size=25, max_size=25), st.integers(0, 2**32 - 1))
def test_ranks_bonus_and_winners_agree(players: int, checks: list[int], seed: int) -> None:
    """ALLUV-16, ALLUV-17, ALLUV-18, ALLUV-20: few different checks and points, so that ties abound."""
    rng = random.Random(seed)
    row = at(players, 3 if players == 5 else 4, OVER).copy_row()
    state = row[0]
    game = Alluvium(players, shuffled_decks(players, rng))
    game.over = True
    colours = players + (players == 3)
    for owner in range(players):
        sheet = game.sheets[owner]
        for box in rng.sample(range(BOXES), 60):
            sheet.colours[point(box)] = rng.randrange(colours)
        for colour in range(colours):
            mine = {number(box) for box, of in sheet.colours.items() if of == colour}
            state.land[owner, colour] = pair(mine)
            if colour != owner:
                state.checks[owner, colour] = checks[5 * owner + colour]
                sheet.checks[colour] = checks[5 * owner + colour]
        if players == 3:
            sheet.checks[DUMMY] = sheet.checks.pop(3)
            sheet.colours = {box: DUMMY if of == 3 else of for box, of in sheet.colours.items()}
        bonus_apart = rng.randrange(3)
        state.points[owner, 0] = bonus_apart
        game.scores[owner] = [bonus_apart]
    position = Position(ALLUVIUM, players, {}, row)
    assert list(position.outcome.scores) == game.totals()
    assert [int(rules.bonus(state, seat)) for seat in range(players)] == [game.bonus(seat) for seat in range(players)]
    assert list(position.outcome.winners) == game.winners()


def decks_of(position: Position) -> list[list[str]]:
    return [[FORMS[form] for form in deck] for deck in position.state.deck if deck[0] >= 0]


def compare(position: Position, game: Alluvium) -> None:
    assert position.over == game.over
    state = position.state
    for owner, sheet in enumerate(game.sheets):
        for colour in range(5):
            of = DUMMY if game.players == 3 and colour == 3 else colour
            mine = {number(box) for box, painted in sheet.colours.items() if painted == of}
            assert listed(*state.land[owner, colour]) == sorted(mine)
            assert state.checks[owner, colour] == sheet.checks.get(of, 0)
        assert state.points[owner, : len(game.scores[owner])].tolist() == game.scores[owner]
    if game.over:
        assert list(position.scores) == game.totals()
        assert list(position.outcome.winners) == game.winners()
    else:
        assert [game.lies_at[seat] for seat in range(game.players)] == position.view(None)["table"]["sheet_before"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_play_agrees_at_every_step(players: int) -> None:
    """ALLUV-5 to ALLUV-20"""

    @settings(max_examples=GAMES)
    @given(st.integers(0, 2**64), st.randoms(use_true_random=False))
    def agree(seed: int, rng: random.Random) -> None:
        position = ALLUVIUM.new(players, seed)
        game = Alluvium(players, decks_of(position))
        for chosen in steps(game, rng):
            compare(position, game)
            order = rng.sample(range(players), players)
            for seat in order:
                forms = [game.form(seat), game.secret_card.get(seat, "")]
                assert texts(position, seat) == {text_of(forms[0], drawing) for drawing in game.choices(seat)}
                for form, drawing in zip(forms, chosen[seat], strict=False):
                    position = position.play(seat, text_of(form, drawing))
        compare(position, game)

    agree()


def drawn_with(sheet: Sheet, *drawings: tuple[int, frozenset[tuple[int, int]]]) -> Sheet:
    drawn = deepcopy(sheet)
    for colour, drawing in drawings:
        drawn.draw(colour, drawing)
    return drawn


def brought(position: Position, game: Alluvium, seat: int, form: str, *drawings: frozenset[tuple[int, int]]) -> None:
    """The last of these drawings, after the others: what a choice and the view say of it, and what the oracle finds."""
    colour, sheet = DUMMY if game.step == "dummy" else seat, game.sheet_of(seat)
    before = drawn_with(sheet, *((colour, drawing) for drawing in drawings[:-1]))
    after = drawn_with(before, (colour, drawings[-1]))
    away = game.step == "others"
    assert position.view(seat)["table"]["before"] == {
        "rectangle": before.rectangle(),
        "area": before.area(seat) if away else None,
    }
    parts = position.parts(seat, position.index_of(seat, text_of(form, drawings[-1])))
    expected = {"rectangle": after.rectangle()}
    if game.step != "own":
        expected["checks"] = len(before.touched(drawings[-1]))
    if away:
        expected["area"] = after.area(seat)
    assert {key: parts[key] for key in ("rectangle", "checks", "area") if key in parts} == expected


def test_choices_say_what_they_bring() -> None:
    """ALLUV-12, ALLUV-15, ALLUV-17: checks, the largest rectangle and one's own largest area, before and after."""
    players, rng = 3, random.Random(3)
    position = ALLUVIUM.new(players, 3)
    game = Alluvium(players, decks_of(position))
    for chosen in steps(game, rng):
        asked = rng.randrange(players)
        for seat in range(players):
            forms = [game.form(seat), game.secret_card.get(seat, "")]
            for nth, (form, drawing) in enumerate(zip(forms, chosen[seat], strict=False)):
                if seat == asked and drawing:
                    brought(position, game, seat, form, *chosen[seat][: nth + 1])
                position = position.play(seat, text_of(form, drawing))
            if seat == 0 and len(chosen[0]) == 2:  # ALLUV-14: a change begins anew, without the pair
                brought(position, game, 0, forms[0], chosen[0][0])


def test_the_two_number_the_same_boxes() -> None:
    """ALLUV-1"""
    assert [number(point(box)) for box in range(BOXES)] == list(range(BOXES))
    assert COVERED[PLUG_FROM + 33] == [33]
    assert at(4, 1, OWN).view(0)["table"]["step"] == "own"
