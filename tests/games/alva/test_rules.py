"""The rules of Alva, clause by clause, in positions worked out by hand from the rulebook."""

from __future__ import annotations

import pytest

from alcove import IllegalError, OptionError, Outcome, OverError
from tests.games.alva.drawings import ALVA, board, jumps, line, places, play, refused, shifts, texts

EMPTY_5 = """
    .....
    .....
    .....
    .....
    .....
"""

# Board and pieces


def test_the_board_has_nine_by_nine_points_and_is_empty() -> None:
    """ALVA-1"""
    start = ALVA.new()
    assert str(start) == "9/9/9/9/9/9/9/9/9 w 34-34 0-0 0"
    assert texts(start) == {f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)}


def test_columns_are_letters_from_the_left_and_rows_are_numbers_from_the_bottom() -> None:
    """ALVA-1"""
    assert str(play(ALVA.new(), "a1", "i9", "c2")) == "8b/9/9/9/9/9/9/2w6/w8 b 32-33 0-0 0"


def test_white_begins_with_all_pieces_in_hand() -> None:
    """ALVA-2"""
    start = ALVA.new()
    assert start.actors == (0,)
    assert ALVA.seat_name(0).en == "White"
    assert list(start.state.hands) == [34, 34]
    assert play(start, "e5").actors == (1,)


def test_the_english_rulebook_has_32_pieces() -> None:
    """ALVA-2"""
    assert str(ALVA.new(pieces=32)) == "9/9/9/9/9/9/9/9/9 w 32-32 0-0 0"


def test_both_sides_have_the_same_number_of_pieces() -> None:
    """ALVA-2: a position where one piece is missing is no position."""
    with pytest.raises(Exception, match="both need the same number"):
        ALVA.read("5/5/5/5/5 w 10-9 0-0 0")


@pytest.mark.parametrize(
    ("size", "pieces", "text"),
    [
        (5, 10, "5/5/5/5/5 w 10-10 0-0 0"),
        (7, 20, "7/7/7/7/7/7/7 w 20-20 0-0 0"),
        (9, 34, "9/9/9/9/9/9/9/9/9 w 34-34 0-0 0"),
    ],
)
def test_sizes_and_their_pieces(size: int, pieces: int, text: str) -> None:
    """ALVA-3"""
    start = ALVA.new(size=size)
    assert str(start) == text
    assert start.options == {"size": size, "pieces": pieces}
    assert len(texts(start)) == size * size
    assert str(ALVA.new(size=size, pieces=7)) == text.replace(f"{pieces}-{pieces}", "7-7")


@pytest.mark.parametrize("wrong", [{"size": 6}, {"size": 11}, {"pieces": 0}, {"pieces": 41}, {"colour": 1}])
def test_other_options_are_refused(wrong: dict[str, int]) -> None:
    """ALVA-3"""
    with pytest.raises(OptionError):
        ALVA.new(**wrong)


def test_a_small_board_ends_sooner() -> None:
    """ALVA-3: there is no f1 on 5 x 5, and no way from e3 to f3."""
    position = board("""
        .....
        .....
        ....w
        .....
        .....
    """)
    assert refused(position, "f1") == ("ALVA-3", "This board has no point f1.")
    assert refused(position, "f1", "de") == ("ALVA-3", "Dieses Brett hat keinen Punkt f1.")
    assert refused(position, "a6")[0] == "ALVA-3"
    assert refused(position, "e3-f3")[0] == "ALVA-3"
    assert shifts(position) == {"e3-e4", "e3-e2", "e3-d3"}


# A turn


CAPTURE_OPEN = """
    .....
    .w...
    .....
    wb...
    .....
"""


def test_a_capture_must_be_made() -> None:
    """ALVA-4"""
    position = board(CAPTURE_OPEN)
    assert texts(position) == {"a2xc2"}
    assert refused(position, "e5") == ("ALVA-4", "A capture is open, so a capture must be made.")
    assert refused(position, "b4-c4", "de") == (
        "ALVA-4",
        "Ein Schlag ist möglich, also muss geschlagen werden.",
    )


def test_a_capture_of_the_other_side_forces_nothing() -> None:
    """ALVA-4: Black cannot jump a2, as the board ends behind it."""
    position = board(CAPTURE_OPEN, "b")
    assert jumps(position) == set()
    assert len(places(position)) == 22
    assert shifts(position) == {"b2-c2", "b2-b1", "b2-b3"}


def test_a_capture_is_the_whole_turn() -> None:
    """ALVA-4"""
    after = play(board(CAPTURE_OPEN), "a2xc2")
    assert str(after) == "5/1w3/5/2w2/5 b 8-9 1-0 1"


def test_without_a_capture_a_piece_is_placed() -> None:
    """ALVA-4: the shift is a choice, the placement is not."""
    position = board("""
        .....
        .....
        ..w..
        .....
        .....
    """)
    assert places(position) == {f"{c}{r}" for c in "abcde" for r in range(1, 6)} - {"c3"}
    assert str(play(position, "a1")) == "5/5/2w2/5/w4 b 8-10 0-0 0"
    assert str(play(position, "c3-c4 a1")) == "5/2w2/5/5/w4 b 8-10 0-0 0"
    shifted = play(position, "c3-c4")
    assert shifted.actors == (0,)
    assert str(shifted) == "5/2w2/5/5/5 w 9-10 0-0 0 shifted"


SHIFT = """
    .....
    ..w..
    ..w..
    .....
    b....
"""


def test_a_shift_is_one_step_along_a_line_to_a_vacant_point() -> None:
    """ALVA-5: the diagram of the rulebook, with a black piece that White may not touch."""
    position = board(SHIFT)
    assert shifts(position) == {"c3-b3", "c3-d3", "c3-c2", "c4-b4", "c4-d4", "c4-c5"}
    assert refused(position, "c3-c4") == ("ALVA-5", "c4 is taken; a piece is shifted to a vacant point.")
    assert refused(position, "c3-c4", "de") == ("ALVA-5", "c4 ist besetzt; geschoben wird auf einen freien Punkt.")
    assert refused(position, "c3-d2") == ("ALVA-5", "A piece is shifted one step along a line.")
    assert refused(position, "c3-c1", "de") == (
        "ALVA-5",
        "Ein Stein wird einen Schritt weit auf einer Linie verschoben.",
    )
    assert refused(position, "a1-a2") == ("ALVA-5", "There is no piece of yours on a1.")
    assert refused(position, "e5-e4", "de") == ("ALVA-5", "Auf e5 steht kein Stein von dir.")


def test_a_shift_to_a_point_of_the_other_side_is_refused() -> None:
    """ALVA-5: b1 and c1 are taken by Black, a run of two, so there is no capture either."""
    position = board("""
        .....
        .....
        .....
        .....
        wbb..
    """)
    assert shifts(position) == {"a1-a2"}
    assert refused(position, "a1-b1")[0] == "ALVA-5"


def test_a_shift_never_wraps_around_the_edge() -> None:
    """ALVA-5: i1 and a2 are far apart; so are a3 and i2, and i5 and a6 where the two halves of the board meet."""
    position = board("""
        .........
        .........
        .........
        .........
        ........w
        .........
        w........
        .........
        ........w
    """)
    from_the_left = {"a3-a2", "a3-a4", "a3-b3"}
    from_the_right = {"i5-i4", "i5-i6", "i5-h5", "i1-i2", "i1-h1"}
    assert shifts(position) == from_the_left | from_the_right


def test_only_one_shift_in_a_turn() -> None:
    """ALVA-5"""
    position = play(board(SHIFT), "c3-d3")
    assert shifts(position) == set()
    assert refused(position, "d3-d2") == ("ALVA-5", "Only one shift in a turn; now place a piece.")
    assert refused(position, "d3-c3", "de") == (
        "ALVA-5",
        "Nur einmal schieben in einem Zug; setze nun einen Stein.",
    )


def test_a_shift_comes_before_the_placement() -> None:
    """ALVA-5: after the placement the other side is to move."""
    position = play(board(SHIFT), "e5")
    assert position.actors == (1,)
    assert position.why_not(0, "c3-d3").clause == "ALVA-4"


def test_a_piece_is_placed_on_any_vacant_point_also_on_the_one_just_left() -> None:
    """ALVA-6"""
    shifted = play(board(SHIFT), "c3-d3")
    everywhere = {f"{c}{r}" for c in "abcde" for r in range(1, 6)}
    assert texts(shifted) == everywhere - {"c4", "d3", "a1"}
    assert str(play(shifted, "c3")) == "5/2w2/2ww1/5/b4 b 7-9 0-0 0"
    assert refused(shifted, "d3") == ("ALVA-6", "d3 is taken; a piece is placed on a vacant point.")
    assert refused(shifted, "a1", "de") == ("ALVA-6", "a1 ist besetzt; gesetzt wird auf einen freien Punkt.")


def test_a_shift_needs_a_piece_in_hand() -> None:
    """ALVA-7: White could shift, but has nothing to place, so there is no turn."""
    position = board(SHIFT, hands=(0, 1))
    assert position.over
    assert texts(position) == set()
    with pytest.raises(OverError):
        position.play(0, "c3-d3")


def test_a_shift_with_the_last_piece_in_hand() -> None:
    """ALVA-7"""
    position = board(SHIFT, hands=(1, 2))
    assert shifts(position)
    assert str(play(position, "c3-d3 c3")) == "5/2w2/2ww1/5/b4 b 0-2 0-0 0"


def test_a_capture_opened_by_the_shift_waits() -> None:
    """ALVA-7: after a1-a2 the piece on b2 could be jumped, but a piece must be placed."""
    position = board("""
        .....
        .....
        .....
        .b...
        w....
    """)
    assert jumps(position) == set()
    shifted = play(position, "a1-a2")
    assert jumps(shifted) == set()
    assert len(places(shifted)) == 23
    assert refused(shifted, "a2xc2") == (
        "ALVA-7",
        "A capture opened by the shift waits for a later turn; now place a piece.",
    )
    assert refused(shifted, "a2xc2", "de") == (
        "ALVA-7",
        "Ein Schlag, den das Schieben öffnet, wartet auf einen späteren Zug; setze nun einen Stein.",
    )
    assert str(play(shifted, "e5")) == "4w/5/5/wb3/5 b 8-9 0-0 0"


def test_a_capture_opened_by_the_placement_waits() -> None:
    """ALVA-7: White places beside b2. The turn is over, and Black moves."""
    after = play(
        board("""
        .....
        .....
        .....
        .b...
        .....
    """),
        "a2",
    )
    assert after.actors == (1,)
    assert str(after) == "5/5/5/wb3/5 b 9-9 0-0 0"


# Capturing


def test_a_jump_lands_directly_behind_the_run() -> None:
    """ALVA-8: to c3, and no further."""
    position = board("""
        .....
        .....
        wb...
        .....
        .....
    """)
    assert texts(position) == {"a3xc3"}
    assert refused(position, "a3xd3") == ("ALVA-8", "A jump ends directly behind the run, here on c3.")
    assert refused(position, "a3xb3", "de") == (
        "ALVA-8",
        "Ein Sprung endet direkt hinter der Reihe, hier auf c3.",
    )
    assert str(play(position, "a3xc3")) == "5/5/2w2/5/5 b 9-9 1-0 1"


def test_a_jump_goes_in_all_four_directions_and_never_diagonally() -> None:
    """ALVA-8"""
    cross = board("""
        .....
        ..b..
        .bwb.
        ..b..
        .....
    """)
    assert texts(cross) == {"c3xa3", "c3xe3", "c3xc1", "c3xc5"}
    diagonal = board("""
        .....
        .b.b.
        ..w..
        .b.b.
        .....
    """)
    assert jumps(diagonal) == set()
    assert refused(diagonal, "c3xe5") == ("ALVA-8", "A jump goes straight along a line.")
    assert refused(diagonal, "c3xe5", "de") == ("ALVA-8", "Ein Sprung geht gerade auf einer Linie entlang.")


def test_the_run_starts_on_the_neighbouring_point() -> None:
    """ALVA-8"""
    position = board("""
        .....
        .....
        w.b..
        .....
        .....
    """)
    assert jumps(position) == set()
    assert refused(position, "a3xd3") == (
        "ALVA-8",
        "A jump goes over opposing pieces that start on the neighbouring point.",
    )


def test_the_run_is_unbroken_and_of_opposing_pieces_only() -> None:
    """ALVA-8: a gap ends the run, and an own piece in it leaves no landing."""
    gap = board("""
        .....
        .....
        wb.bb
        .....
        .....
    """)
    assert texts(gap) == {"a3xc3"}
    own_piece = board("""
        .....
        .....
        wbwb.
        .....
        .....
    """)
    assert texts(own_piece) == {"c3xe3"}
    assert refused(own_piece, "a3xc3") == ("ALVA-8", "The point behind the run is taken.")
    assert refused(own_piece, "a3xc3", "de") == ("ALVA-8", "Der Punkt hinter der Reihe ist besetzt.")


def test_own_pieces_are_not_jumped() -> None:
    """ALVA-8"""
    position = board("""
        .....
        .....
        ww...
        .....
        .....
    """)
    assert jumps(position) == set()


def test_only_own_pieces_jump() -> None:
    """ALVA-8"""
    position = board("""
        .....
        .....
        .bw..
        .....
        .....
    """)
    assert texts(position) == {"c3xa3"}
    assert refused(position, "b3xd3") == ("ALVA-8", "There is no piece of yours on b3 that could jump.")
    assert refused(position, "e5xc5", "de") == (
        "ALVA-8",
        "Auf e5 steht kein Stein von dir, der springen könnte.",
    )


@pytest.mark.parametrize(
    ("row", "landing", "captured"),
    [
        ("wb.......", "c5", 1),
        ("wbb......", None, 0),
        ("wbbb.....", "e5", 3),
        ("wbbbb....", "f5", 4),
        ("wbbbbb...", "g5", 5),
        ("wbbbbbb..", "h5", 6),
        ("wbbbbbbb.", "i5", 7),
        ("wbbbbbbbb", None, 0),
    ],
)
def test_a_run_of_one_or_of_three_and_more_is_jumped(row: str, landing: str | None, captured: int) -> None:
    """ALVA-9, ALVA-13 for the longest"""
    rows = ["........."] * 9
    rows[4] = row
    position = board("\n".join(rows))
    assert jumps(position) == ({f"a5x{landing}"} if landing else set())
    if landing:
        assert list(play(position, f"a5x{landing}").state.captured) == [captured, 0]


def test_a_run_of_two_is_safe_in_every_direction() -> None:
    """ALVA-9"""
    position = board("""
        .........
        .........
        ....b....
        ....b....
        ..bbwbb..
        ....b....
        ....b....
        .........
        .........
    """)
    assert jumps(position) == set()
    assert refused(position, "e5xh5") == (
        "ALVA-9",
        "Exactly two pieces cannot be jumped: only one, or three and more.",
    )
    assert refused(position, "e5xe2", "de") == (
        "ALVA-9",
        "Genau zwei Steine kann man nicht überspringen: nur einen, oder drei und mehr.",
    )


ROUND_TRIP = """
    .....
    .....
    ...b.
    ..b.b
    wbbb.
"""


def test_jumped_pieces_leave_before_the_next_jump() -> None:
    """ALVA-10: the first jump clears c1, where the last one lands. The diagram of the rulebook."""
    position = board(ROUND_TRIP)
    after = play(position, "a1xe1xe3xc3xc1")
    assert str(after) == "5/5/5/5/2w2 b 9-4 6-0 6"


def test_a_jumped_piece_is_not_jumped_again() -> None:
    """ALVA-10: b3 is gone after the first jump, so there is no way back and the turn is over."""
    position = board("""
        .....
        .....
        wb...
        .....
        .....
    """)
    assert play(position, "a3xc3").actors == (1,)


def test_the_same_piece_must_go_on_jumping() -> None:
    """ALVA-11: the diagram of the rulebook, with another white piece that could capture too."""
    position = board("""
        .....
        ..b..
        ..b..
        ..b..
        wb...
    """)
    assert texts(position) == {"a1xc1"}
    halfway = play(position, "a1xc1")
    assert halfway.actors == (0,)
    assert texts(halfway) == {"c1xc5"}
    assert str(halfway) == "5/2b2/2b2/2b2/2w2 w 9-6 1-0 0 x:c1:1"
    assert refused(halfway, "e5") == ("ALVA-11", "The piece on c1 can jump again, so it must.")
    assert refused(halfway, "c1-d1", "de") == ("ALVA-11", "Der Stein auf c1 kann weiterspringen, also muss er.")
    assert str(play(halfway, "c1xc5")) == "2w2/5/5/5/5 b 9-6 4-0 4"


def test_other_pieces_do_not_join_the_chain() -> None:
    """ALVA-11: e5 could jump d5, but it is the turn of the piece on c1."""
    position = board("""
        ...bw
        .....
        .....
        ..b..
        wb...
    """)
    assert texts(position) == {"a1xc1", "e5xc5"}
    halfway = play(position, "a1xc1")
    assert texts(halfway) == {"c1xc3"}
    assert refused(halfway, "e5xc5") == ("ALVA-11", "The piece on c1 can jump again, so it must.")
    after = play(halfway, "c1xc3")
    assert after.actors == (1,), "the capture on d5 waits"


def test_a_chain_may_turn_back() -> None:
    """ALVA-11: east, north, and west again."""
    position = board("""
        .....
        .....
        .b...
        ..b..
        wb...
    """)
    assert str(play(position, "a1xc1xc3xa3")) == "5/5/w4/5/5 b 9-7 3-0 3"


def test_the_player_chooses_among_captures() -> None:
    """ALVA-12: one piece or three, as in the diagram of the rulebook."""
    position = board("""
        .....
        .....
        .....
        b....
        wbbb.
    """)
    assert texts(position) == {"a1xa3", "a1xe1"}
    assert list(play(position, "a1xa3").state.captured) == [1, 0]
    assert list(play(position, "a1xe1").state.captured) == [3, 0]


def test_the_player_chooses_at_every_step_of_the_chain() -> None:
    """ALVA-12: from c1 one piece to the north, or one to the east."""
    position = board("""
        .....
        .....
        .....
        ..b..
        wb.b.
    """)
    halfway = play(position, "a1xc1")
    assert texts(halfway) == {"c1xc3", "c1xe1"}
    assert list(play(halfway, "c1xe1").state.captured) == [2, 0]


def test_the_edge_is_no_landing() -> None:
    """ALVA-13: the diagram of the rulebook, and the same upwards."""
    position = board("""
        ..b..
        .wbbb
        ..w..
        ...wb
        .....
    """)
    assert jumps(position) == set()
    assert refused(position, "b4xe4") == (
        "ALVA-13",
        "Behind the run the board ends; there is no point to land on.",
    )
    assert refused(position, "d2xe2", "de") == (
        "ALVA-13",
        "Hinter der Reihe endet das Brett; dort ist kein Punkt zum Landen.",
    )


def test_a_jump_may_end_on_the_edge() -> None:
    """ALVA-13: the edge itself is a point like any other."""
    position = board("""
        .....
        .....
        ..wb.
        .....
        .....
    """)
    assert texts(position) == {"c3xe3"}


# The exchange


BAIT = """
    .....
    .....
    .....
    bw...
    ..w..
"""


def test_an_even_trade_pays_only_the_first() -> None:
    """ALVA-14, ALVA-15: the first worked example of the rulebook, from the empty board."""
    position = play(ALVA.new(size=5), "c1", "a2", "b2")
    assert str(position) == line(BAIT, "b") == "5/5/5/bw3/2w2 b 8-9 0-0 0"
    assert texts(position) == {"a2xc2"}
    position = play(position, "a2xc2")
    assert str(position) == "5/5/5/2b2/2w2 w 8-9 0-1 1"
    assert texts(position) == {"c1xc3"}
    position = play(position, "c1xc3")
    assert str(position) == "5/5/2w2/5/5 b 8-10 0-1 1r"


def test_an_uneven_trade_is_kept() -> None:
    """ALVA-14: the second worked example. White offers one, must be taken, and takes two."""
    position = board(
        """
        ....w
        .....
        ...b.
        bw...
        ..w..
    """,
        "b",
    )
    assert texts(position) == {"a2xc2"}, "Black must take the bait"
    position = play(position, "a2xc2")
    assert str(position) == "4w/5/3b1/2b2/2w2 w 7-8 0-1 1"
    assert texts(position) == {"c1xc3"}
    position = play(position, "c1xc3xe3")
    assert str(position) == "4w/5/4w/5/5 b 7-8 2-1 2"


def test_fewer_than_the_turn_before_are_kept() -> None:
    """ALVA-14: Black captured three, White answers with one."""
    position = board(CAPTURE_OPEN, captured=(0, 3), before="3")
    assert str(play(position, "a2xc2")) == "5/1w3/5/2w2/5 b 5-9 1-3 1"


def test_a_chain_counts_as_a_whole() -> None:
    """ALVA-14: one and one in a chain are two, as many as Black captured; the first jump alone is not compared."""
    chain = """
        .....
        .....
        .....
        ..b..
        wb...
    """
    even = board(chain, captured=(0, 2), before="2")
    halfway = play(even, "a1xc1")
    assert list(halfway.state.captured) == [1, 2]
    assert str(play(halfway, "c1xc3")) == "5/5/2w2/5/5 b 7-10 0-2 2r"
    one = board(chain, captured=(0, 1), before="1")
    assert str(play(one, "a1xc1xc3")) == "5/5/2w2/5/5 b 8-8 2-1 2"


def test_a_run_of_three_equals_a_chain_of_three() -> None:
    """ALVA-14: what counts is the number."""
    position = board(
        """
        .....
        .....
        .....
        .....
        wbbb.
    """,
        captured=(0, 3),
        before="3",
    )
    assert str(play(position, "a1xe1")) == "5/5/5/5/4w b 6-10 0-3 3r"


def test_the_player_can_choose_the_way_that_is_kept() -> None:
    """ALVA-12, ALVA-14: after one, White may take one (given back) or three (kept)."""
    position = board(
        """
        .....
        .....
        .....
        b....
        wbbb.
    """,
        captured=(0, 1),
        before="1",
    )
    assert list(play(position, "a1xa3").state.captured) == [0, 1]
    assert list(play(position, "a1xe1").state.captured) == [3, 1]


def test_a_turn_without_capture_ends_the_exchange() -> None:
    """ALVA-14: Black captured one, White placed, so Black's next capture is kept."""
    position = board(
        """
        .....
        .....
        ..b..
        .....
        .....
    """,
        captured=(0, 1),
        before="1",
    )
    position = play(position, "c4")
    assert str(position) == "5/2w2/2b2/5/5 b 8-9 0-1 0"
    assert str(play(position, "c3xc5")) == "2b2/5/5/5/5 w 8-9 0-2 1"


def test_the_first_capturer_keeps_theirs() -> None:
    """ALVA-14: Black's piece is still captured after White has given back."""
    after = play(board(BAIT, "b"), "a2xc2", "c1xc3")
    assert list(after.state.captured) == [0, 1]


def test_pieces_given_back_can_be_placed_again() -> None:
    """ALVA-15: Black's hand was empty; with the piece given back the game goes on."""
    position = board(
        """
        .....
        .....
        .....
        .....
        wb..w
    """,
        hands=(0, 0),
        captured=(2, 1),
        before="1",
    )
    after = play(position, "a1xc1")
    assert str(after) == "5/5/5/5/2w1w b 0-1 2-1 1r"
    assert len(places(after)) == 23
    assert str(play(after, "b1")) == "5/5/5/5/1bw1w w 0-0 2-1 0"


def test_a_number_counts_even_if_the_pieces_went_back() -> None:
    """ALVA-16: White captured one and gave it back; Black captures one and must give it back too."""
    position = board(
        """
        .....
        .....
        .....
        .....
        bw...
    """,
        "b",
        captured=(0, 1),
        before="1r",
    )
    after = play(position, "a1xc1")
    assert str(after) == "5/5/5/5/2b2 w 9-9 0-1 1r"


def test_only_the_turn_just_before_counts() -> None:
    """ALVA-16: two were given back; Black's capture of one is kept."""
    position = board(
        """
        .....
        .....
        .....
        .....
        bw...
    """,
        "b",
        captured=(0, 2),
        before="2r",
    )
    assert str(play(position, "a1xc1")) == "5/5/5/5/2b2 w 7-9 0-3 1"


def pending(position: object) -> list[int]:
    return position.view(None)["table"]["pending"]


def test_captured_pieces_are_pending_until_the_next_turn_is_over() -> None:
    """ALVA-17"""
    position = board(CAPTURE_OPEN)
    assert pending(position) == [0, 0]
    position = play(position, "a2xc2")
    assert pending(position) == [1, 0]
    position = play(position, "e1")
    assert pending(position) == [0, 0]
    assert position.view(None)["table"]["captured"] == [1, 0]


def test_pieces_of_an_open_chain_are_pending_beside_those_of_the_turn_before() -> None:
    """ALVA-17"""
    chain = board(
        """
        .....
        .....
        .....
        ..b..
        wb...
    """,
        captured=(0, 2),
        before="2",
    )
    assert pending(chain) == [0, 2]
    halfway = play(chain, "a1xc1")
    assert pending(halfway) == [1, 2]
    assert pending(play(halfway, "c1xc3")) == [0, 0], "given back; Black's two are banked"


# End and score


def test_the_game_ends_without_capture_and_without_piece_in_hand() -> None:
    """ALVA-18: White places the last piece; Black has none."""
    position = board(EMPTY_5, hands=(1, 0), captured=(1, 0))
    end = play(position, "c3")
    assert end.over
    assert end.outcome == Outcome((1, 0), (0,), "no-turn")
    assert end.why_not(1, "a1").clause == "ALVA-18"
    assert end.why_not(1, "a1", "de").message == "Das Spiel ist zu Ende."


def test_the_game_goes_on_while_a_capture_is_open() -> None:
    """ALVA-18: both hands are empty."""
    position = board(CAPTURE_OPEN, hands=(0, 1))
    assert texts(position) == {"a2xc2"}
    position = board(CAPTURE_OPEN, hands=(0, 0), captured=(1, 0))
    assert not position.over
    assert play(position, "a2xc2").over


def test_the_game_goes_on_while_only_the_other_hand_is_empty() -> None:
    """ALVA-18: what counts is the player to move."""
    position = board(SHIFT, hands=(1, 2), side="w")
    assert not position.over
    assert not board(SHIFT, hands=(0, 1), side="b").over


def test_the_game_ends_on_a_full_board() -> None:
    """ALVA-18: both have pieces in hand, but no point is vacant."""
    full = """
        wbbwb
        bwwbw
        wwb.w
        bbwwb
        wbbww
    """
    position = board(full, "b", hands=(1, 3))
    assert jumps(position) == set()
    end = play(position, "d3")
    assert list(end.state.hands) == [1, 2]
    assert end.over
    assert end.outcome.reason == "no-turn"


def test_pending_pieces_are_banked_at_the_end() -> None:
    """ALVA-18: the last capture counts, and nothing is pending any more."""
    end = play(board(CAPTURE_OPEN, hands=(0, 0), captured=(1, 0)), "a2xc2")
    assert end.over
    assert end.scores == (2, 0)
    assert pending(end) == [0, 0]


def test_captured_pieces_and_the_edge_make_the_score() -> None:
    """ALVA-19: the worked example of the rulebook, 6 + 3 against 7 + 1."""
    end = board(
        """
        b....
        b....
        ..b..
        .w..b
        .w...
    """,
        "b",
        hands=(1, 0),
        captured=(6, 7),
    )
    assert end.outcome == Outcome((9, 8), (0,), "no-turn")
    assert end.view(None)["table"]["edge"] == [3, 1]


def test_every_point_of_the_edge_counts_once_and_no_other() -> None:
    """ALVA-19: sixteen points around 5 x 5, corners too; nothing for the inner nine."""
    for column in "abcde":
        for row in range(1, 6):
            position = play(ALVA.new(size=5), f"{column}{row}")
            on_edge = column in "ae" or row in (1, 5)
            assert position.scores == (0, int(on_edge)), f"{column}{row}"


@pytest.mark.parametrize(("size", "inner"), [(5, "d4"), (7, "f6"), (9, "h8")])
def test_the_edge_follows_the_size(size: int, inner: str) -> None:
    """ALVA-3, ALVA-19"""
    assert play(ALVA.new(size=size), inner).scores == (0, 0)
    corner = f"{'abcdefghi'[size - 1]}{size}"
    assert play(ALVA.new(size=size), corner).scores == (0, 1)


def test_pieces_in_hand_count_nothing() -> None:
    """ALVA-19"""
    assert board(EMPTY_5, hands=(10, 10)).scores == (0, 0)


def test_equal_scores_are_a_draw() -> None:
    """ALVA-19: everyone is a winner of a draw."""
    position = board(
        """
        .....
        .....
        ..w..
        .....
        .....
    """,
        "b",
        hands=(0, 0),
        captured=(3, 2),
    )
    assert position.outcome == Outcome((3, 2), (0,), "no-turn")
    even = board(
        """
        ..w..
        .....
        .....
        .....
        .....
    """,
        "b",
        hands=(0, 0),
        captured=(3, 2),
    )
    assert even.outcome == Outcome((3, 3), (0, 1), "no-turn")


def test_black_can_win() -> None:
    """ALVA-19"""
    position = board(
        """
        w...w
        .....
        ..b..
        .....
        .....
    """,
        "b",
        hands=(0, 0),
        captured=(3, 2),
    )
    assert position.outcome == Outcome((3, 4), (1,), "no-turn")


def test_an_illegal_action_carries_its_clause() -> None:
    with pytest.raises(IllegalError) as error:
        board(CAPTURE_OPEN).play(0, "e5")
    assert error.value.clause == "ALVA-4"
    assert error.value.code == "illegal"
