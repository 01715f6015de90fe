"""The drawing of Alluvium: the sheet before a seat, the forms to draw, and nothing that is hidden."""

from __future__ import annotations

import pytest

from alcove.games.alluvium.table import OTHERS, OWN
from alcove.games.alluvium.terminal import blocks
from tests.cli.conftest import Alcove
from tests.cli.drawn import drawn, played, widest
from tests.games.alluvium.sheets import ALLUVIUM, NEARLY_FULL, PLUGGABLE, at, everybody, place

START = ALLUVIUM.new(3, seed=5)  # Red has Cup and, secretly, Block


def test_the_empty_sheet_and_the_two_forms() -> None:
    shown = drawn(START, 0)
    assert shown.startswith("Alluvium · round 1 of 4 · own land · sheets go clockwise\n")
    assert "    a  b  c  d  e  f  g  h  i  j    Your sheet\n" in shown
    assert " 7  ·  ·  ·  ·  ·  · [·] ·  ·  ·    r0     r90  r180   r270\n" in shown
    assert " 6  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·           ■ ■         ■ ■\n" in shown
    assert " 5  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·    ■   ■  ■    ■ ■ ■    ■\n" in shown
    assert " 4  ·  ·  · [·] ·  ·  ·  ·  ·  ·    @ ■ ■  @ ■  @   ■  @ ■\n" in shown
    assert "Draw the Cup over a solid box." in shown
    assert "Then your secret card, the Block:" in shown


def test_what_was_just_drawn_stands_in_capitals() -> None:
    shown = drawn(START.play(0, "Cup r0 @d3"), 0)
    assert " 4  ·  ·  · [R] ·  R  ·  ·  ·  ·" in shown
    assert " 3  ·  ·  ·  R  R  R  ·  ·  ·  ·" in shown
    assert "Capital letters: just drawn." in shown
    assert "Now the Block over the other one." in shown
    assert "Draw the Cup" not in shown


def test_the_choices_are_told_by_rotation() -> None:
    shown = drawn(START, 0)
    assert "Cup r0 @    b3 d3 b-d4 e6 g6 e-g7\n" in shown
    assert "Type one of 40 like this: Cup r0 @b3; moves lists all of them.\n" in shown


def test_boxes_told_together() -> None:
    assert blocks([(0, 1), (1, 1), (0, 2), (1, 2), (4, 2)]) == "a-b1-2 e2"
    assert blocks([(0, 1), (0, 3), (9, 10)]) == "a1 a3 j10"
    assert blocks([(x, y) for x in range(10) for y in range(1, 11)]) == "a-j1-10"


def test_the_folded_boxes_are_the_legal_ones() -> None:
    """Every anchor of the notation is told, and no other."""
    position = played(START, 20, seed=3)
    seat = position.awaited[0]
    shown = drawn(position, seat)
    told = set()
    for line in shown.splitlines():
        turned, found, boxes = line.partition(" @ ")
        for block in boxes.split() if found and turned[0].isupper() else []:
            columns, rows = block.rstrip("-0123456789"), block.lstrip("abcdefghij-")
            first, last = columns[0], columns[-1]
            low, high = rows.split("-")[0], rows.split("-")[-1]
            told |= {
                f"{turned} @{chr(column)}{row}"
                for column in range(ord(first), ord(last) + 1)
                for row in range(int(low), int(high) + 1)
            }
    legal = {action.text for action in position.legal(seat) if "@" in action.text}
    assert legal
    assert told == legal


def test_another_sheet_with_a_hole_and_checks() -> None:
    position = place(at(4, 2, OTHERS, hop=1, r="Bar"), 1, PLUGGABLE, {"g": 3, "r": 1})
    assert position.view(0)["table"]["sheet"]["owner"] == 1
    shown = drawn(position, 0)
    assert "other lands, sheet 1 of 3 · sheets go counterclockwise" in shown
    assert "The sheet of Blue" in shown
    assert " 2  g  ·  g  ·  ·  ·  ·  ·  ·  ·" in shown
    assert " 1  r  g  g  ·  ·  ·  ·  ·  ·  ·" in shown
    assert "Largest rectangle: 3 (a1 to c1)" in shown
    assert "Helpers' checks: Red 1, Green 3, Yellow 0" in shown
    assert "Your largest area here: 1" in shown
    assert "plug       b2  (a single box between four coloured ones)\n" in shown
    assert "Bar r0 @   d-g1-2 c-g3 a-g4-10\n" in shown


def test_where_nothing_fits() -> None:
    position = place(at(4, 2, OTHERS, hop=1, r="Cup"), 1, NEARLY_FULL.replace("...", "r.r").replace(".", "r"))
    assert "  1 pass  nothing fits\n" in drawn(position, 0)


def test_who_draws_what_and_where() -> None:
    rows = [line.split() for line in drawn(played(START, 6, seed=1), 0).splitlines()]
    assert ["r", "Red", "Cup", "Red", "draws", "–", "0"] in rows
    assert ["d", "Dummy", "Corner"] in rows
    first = [line.split() for line in drawn(START.play(1, START.legal(1)[0]), 0).splitlines()]
    assert ["b", "Blue", "Hook", "Blue", "one", "of", "two", "–", "0"] in first
    assert ["d", "Dummy", "–"] in first, "its card comes later"


def test_who_has_drawn_waits() -> None:
    position = everybody(at(4, 2, OWN), "*", "*")
    assert "You have drawn; others are still drawing." in drawn(position, 0)
    rows = [line.split() for line in drawn(position, 3).splitlines()]
    states = [row[-3] for row in rows if row[:1] in (["r"], ["b"], ["g"], ["y"]) and len(row) > 5]
    assert states == ["drawn", "drawn", "draws", "draws"]


def test_round_scores() -> None:
    position = ALLUVIUM.new(4, seed=2)
    while position.state.lap < 3:
        position = played(position, 1, seed=1)
    scores = position.view(None)["table"]["round_scores"]
    shown = drawn(position, 0)
    assert f"{scores[0][0]} + {scores[0][1]}" in shown
    assert "round 3 of 4" in shown


@pytest.mark.parametrize("seed", range(4))
def test_nothing_hidden_is_drawn(seed: int) -> None:
    """Two positions that differ only in what a seat cannot know are drawn alike."""
    position = played(ALLUVIUM.new(3 + seed % 3, seed=seed), 10 + 9 * seed, seed)
    for viewer in (None, 0, 1, 2):
        other = position.conceal(viewer, seed=99)
        assert other != position
        for height in (24, 40):
            assert drawn(other, viewer, height=height) == drawn(position, viewer, height=height)


def test_the_secret_card_of_another_is_not_drawn() -> None:
    blue = START.view(1)["table"]["to_draw"][1]["form"]
    assert f"secret card, the {blue}:" in drawn(START, 1)
    assert "secret card, the Block:" in drawn(START, 0)
    assert blue not in drawn(START, 0)
    assert "secret card" not in drawn(START, None)
    assert "The sheets are hidden until the end." in drawn(START, None)


def test_drawings_of_others_are_not_shown() -> None:
    one, two = (START.play(1, START.legal(1)[nth]) for nth in (0, 7))
    assert one != two
    assert drawn(one, 0) == drawn(two, 0)
    assert drawn(one, None) == drawn(two, None)
    assert drawn(one, 1) != drawn(two, 1)


def test_sheets_last_seen_are_shown_where_there_is_room() -> None:
    position = place(at(4, 2, OTHERS, hop=1), 0, PLUGGABLE)
    low, high = drawn(position, 0, height=24), drawn(position, 0, height=40)
    assert "As you last saw the other sheets:" not in low
    assert "As you last saw the other sheets:\nRed, round 2" in high


def test_the_end_shows_all_sheets_and_the_helpers() -> None:
    end = played(START, 10_000, seed=1)
    assert end.over
    shown = drawn(end, 0)
    for row in zip(*(sheet["rows"] for sheet in end.view(0)["table"]["sheets"]), strict=True):
        assert "   ".join(row).replace(".", "·") in shown
    assert "On the sheet of Red: 1. " in shown
    assert "Red, round" not in shown, "these are no memories"


def test_german() -> None:
    shown = drawn(at(4, 2, OWN, r="Hook"), 0, language="de")
    assert "Alluvium · Runde 2 von 4 · eigenes Land · gegen den Uhrzeigersinn" in shown
    assert "Zeichne Hook (Haken) auf dein Blatt." in shown
    assert "y Gelb" in shown
    assert "züge zeigt sie alle" in shown


def test_plain_letters() -> None:
    shown = drawn(START.play(0, "Cup r0 @d3"), 0, ascii_only=True)
    assert shown.isascii()
    assert " 4  .  .  . [R] .  R  .  .  .  ." in shown
    assert "# #" in shown


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("language", ["en", "de"])
def test_it_fits_eighty_columns(players: int, language: str) -> None:
    position = ALLUVIUM.new(players, seed=players)
    while not position.over:
        assert widest(drawn(position, position.awaited[0], language=language, height=40)) <= 80
        position = played(position, 7, seed=1)
    assert widest(drawn(position, 0, language=language)) <= 80


def test_many_choices_are_told_together(alcove: Alcove) -> None:
    out = alcove("play", "alluvium", "--players", 3, "--seed", 5, typed="moves\n").out
    turn, moves = out.split("Red > moves")
    assert "Cup r0 @    b3 d3 b-d4 e6 g6 e-g7" in turn
    assert "Type one of 40 like this: Cup r0 @b3; moves lists all of them." in turn
    assert "40 Cup r270 @" in moves


def test_show_draws_the_table_again(alcove: Alcove) -> None:
    title = "Alluvium · round 1 of 4"
    assert alcove("play", "alluvium", "--seed", 5, typed="help\n").out.count(title) == 1
    assert alcove("play", "alluvium", "--seed", 5, typed="show\n").out.count(title) == 2
    german = alcove("play", "alluvium", "--seed", 5, "--lang", "de", typed="zeigen\n").out
    assert german.count("Alluvium · Runde 1 von 4") == 2
