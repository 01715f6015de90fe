"""The oracle against positions worked out by hand from the rulebook."""

from __future__ import annotations

import random

import pytest

from tests.games.alva.oracle import DEFAULT_PIECES, Alva, random_game


def put(
    size: int,
    side: str,
    white: str,
    black: str,
    captured: tuple[int, int] = (0, 0),
    before: str = "0",
    word: str = "",
    pieces: int | None = None,
) -> Alva:
    """A position from the names of the occupied points; all other pieces are in hand."""
    grid = [["."] * size for _ in range(size)]
    for letter, names in (("w", white), ("b", black)):
        for name in names.split():
            grid[size - int(name[1])]["abcdefghi".index(name[0])] = letter
    rows = "/".join("".join(row) for row in grid)
    for length in range(size, 0, -1):
        rows = rows.replace("." * length, str(length))
    total = DEFAULT_PIECES[size] if pieces is None else pieces
    hand_w = total - len(white.split()) - captured[1]
    hand_b = total - len(black.split()) - captured[0]
    text = f"{rows} {side} {hand_w}-{hand_b} {captured[0]}-{captured[1]} {before} {word}".strip()
    position = Alva.read(text)
    assert position.text() == text
    return position


def play(position: Alva, actions: str) -> Alva:
    for action in actions.split():
        position = position.play(action)
    return position


def kinds(position: Alva) -> tuple[int, int, int]:
    """How many placements, shifts and jumps are legal."""
    actions = position.legal()
    jumps = [action for action in actions if "x" in action]
    shifts = [action for action in actions if "-" in action]
    return len(actions) - len(shifts) - len(jumps), len(shifts), len(jumps)


# Board and pieces


def test_start() -> None:
    """ALVA-1, ALVA-2"""
    start = Alva.start()
    assert start.text() == "9/9/9/9/9/9/9/9/9 w 34-34 0-0 0"
    assert start.to_move == 0
    assert start.hands == (34, 34)
    assert start.captured == (0, 0)
    assert kinds(start) == (81, 0, 0)
    assert not start.over


def test_options() -> None:
    """ALVA-2, ALVA-3"""
    assert Alva.start(5).text() == "5/5/5/5/5 w 10-10 0-0 0"
    assert Alva.start(7).text() == "7/7/7/7/7/7/7 w 20-20 0-0 0"
    assert Alva.start(9, pieces=32).hands == (32, 32)
    for size, pieces in ((8, 10), (6, None), (0, None), (9, 0), (9, -1)):
        with pytest.raises(ValueError):
            Alva.start(size, pieces)


def test_points_and_rows_of_the_text() -> None:
    """Notation: row 9 comes first, column a stands left."""
    position = play(Alva.start(), "a1 i9 b1")
    assert position.text() == "8b/9/9/9/9/9/9/9/ww7 b 32-33 0-0 0"
    assert Alva.read(position.text()) == position


# Shift and place


def test_placement_ends_the_turn() -> None:
    """ALVA-4, ALVA-6"""
    position = play(Alva.start(5), "c3")
    assert position.to_move == 1
    assert position.hands == (9, 10)
    assert kinds(position) == (24, 0, 0)
    assert "c3" not in position.legal()


def test_shift_then_place() -> None:
    """ALVA-5, ALVA-6: one step, one shift, then any vacant point, the point just left included."""
    position = put(5, "w", "a1 c3", "a2 a3")
    assert sorted(action for action in position.legal() if "-" in action) == [
        "a1-b1",
        "c3-b3",
        "c3-c2",
        "c3-c4",
        "c3-d3",
    ]
    shifted = position.play("c3-c4")
    assert shifted.text() == "5/2w2/b4/b4/w4 w 8-8 0-0 0 shifted"
    assert kinds(shifted) == (21, 0, 0)
    assert "c3" in shifted.legal()
    assert "c4" not in shifted.legal()
    assert shifted.play("c3").text() == "5/2w2/b1w2/b4/w4 b 7-8 0-0 0"


def test_shift_needs_a_piece_in_hand() -> None:
    """ALVA-7, ALVA-18"""
    one_left = put(5, "w", "a1 c3", "e5", pieces=3)
    assert kinds(one_left) == (22, 6, 0)
    none_left = put(5, "w", "a1 c3", "e5", pieces=2)
    assert none_left.legal() == []
    assert none_left.over


def test_capture_opened_by_the_shift_is_not_made() -> None:
    """ALVA-7: not in the same turn, but in the next one if it is still open."""
    position = put(7, "w", "a3", "c3 g7")
    shifted = position.play("a3-b3")
    assert kinds(shifted) == (46, 0, 0)
    answered = play(shifted, "a3 g6")  # a3 guards b3: two pieces cannot be jumped
    assert answered.to_move == 0
    assert answered.legal() == ["b3xd3"]


def test_capture_opened_by_the_placement_is_not_made() -> None:
    """ALVA-7: the turn is over, and the other side may be the first to capture."""
    position = put(5, "w", "a1", "c3").play("c4")
    assert position.to_move == 1
    assert position.legal() == ["c3xc5"]


# Capturing


def test_capture_is_forced() -> None:
    """ALVA-4"""
    assert put(5, "w", "c3 a1", "c4").legal() == ["c3xc5"]


@pytest.mark.parametrize(
    ("run", "landing"),
    [("b4", "c4"), ("b4 c4 d4", "e4"), ("b4 c4 d4 e4", "f4"), ("b4 c4 d4 e4 f4", "g4")],
)
def test_runs_of_one_three_and_more(run: str, landing: str) -> None:
    """ALVA-8, ALVA-9, ALVA-10"""
    position = put(7, "w", "a4", run)
    assert position.legal() == [f"a4x{landing}"]
    after = position.play(f"a4x{landing}")
    count = len(run.split())
    assert after.captured == (count, 0)
    assert after == put(7, "b", landing, "", captured=(count, 0), before=str(count))


def test_run_of_two_cannot_be_jumped() -> None:
    """ALVA-9"""
    position = put(7, "w", "a4", "b4 c4")
    assert kinds(position) == (46, 2, 0)


@pytest.mark.parametrize("run", ["d5", "d5 d6 d7"])
def test_vertical_runs_and_both_colours(run: str) -> None:
    """ALVA-8, ALVA-9"""
    landing = f"d{5 + len(run.split())}"
    assert put(9, "w", "d4", run).legal() == [f"d4x{landing}"]
    assert put(9, "b", run, "d4").legal() == [f"d4x{landing}"]
    assert put(9, "w", landing, run).legal() == [f"{landing}xd4"]


def test_gap_and_own_piece_break_a_run() -> None:
    """ALVA-8: the run is unbroken, starts next to the piece, and has a vacant point behind it."""
    assert put(7, "w", "a4", "b4 d4 e4").legal() == ["a4xc4"]
    assert kinds(put(7, "w", "a4", "c4"))[2] == 0
    assert put(7, "w", "a4 c4 c5", "b4 d5 d4 e4").legal() == ["c5xe5"]
    assert kinds(put(7, "w", "a4 e4", "b4 c4 d4"))[2] == 0
    assert kinds(put(7, "w", "a4 b4 c4", "g7"))[2] == 0


def test_never_diagonal() -> None:
    """ALVA-8"""
    assert kinds(put(7, "w", "d4", "e5 c5 c3 e3"))[2] == 0


def test_edge_is_no_landing_place() -> None:
    """ALVA-13"""
    assert kinds(put(5, "w", "d3", "e3"))[2] == 0
    assert kinds(put(5, "w", "c2", "c1"))[2] == 0
    assert kinds(put(5, "w", "b3", "c3 d3 e3"))[2] == 0
    assert kinds(put(5, "w", "c4 b3", "c5 a3"))[2] == 0


def test_edge_can_be_landed_on() -> None:
    """ALVA-13: a point of the edge is a point like any other."""
    assert put(5, "w", "c3", "d3").legal() == ["c3xe3"]


def test_free_choice_at_the_start() -> None:
    """ALVA-12: one piece or four, and by any piece."""
    position = put(7, "w", "a1 a7", "b1 b7 c7 d7 e7")
    assert sorted(position.legal()) == ["a1xc1", "a7xf7"]


def test_chain_is_forced_and_keeps_to_one_piece() -> None:
    """ALVA-11"""
    position = put(7, "w", "a1 a7", "b1 c2 b7")
    assert sorted(position.legal()) == ["a1xc1", "a7xc7"]
    middle = position.play("a1xc1")
    assert middle.text() == "wb5/7/7/7/7/2b4/2w4 w 18-17 1-0 0 x:c1:1"
    assert middle.to_move == 0
    assert middle.legal() == ["c1xc3"]
    after = middle.play("c1xc3")
    assert after.text() == "wb5/7/7/7/2w4/7/7 b 18-17 2-0 2"


def test_free_choice_in_the_chain() -> None:
    """ALVA-12: the chain may take the short way; ALVA-11: any direction, back included."""
    position = put(7, "w", "b1", "b2 b4 b5 b6 c3 a7")
    middle = position.play("b1xb3")
    assert sorted(middle.legal()) == ["b3xb7", "b3xd3"]
    assert middle.play("b3xd3").captured == (2, 0)
    assert middle.play("b3xb7").captured == (4, 0)


def test_removed_pieces_open_new_jumps() -> None:
    """ALVA-10: c4 can only be jumped because c3, behind it, has been taken before."""
    position = put(5, "w", "a3", "b3 c3 d3 e4 d5 c4")
    chain = ["a3xe3", "e3xe5", "e5xc5", "c5xc3"]
    for number, action in enumerate(chain):
        assert position.to_move == 0
        assert position.legal() == [action]
        assert (position.jumper is None) == (number == 0)
        position = position.play(action)
    assert position.text() == "5/5/2w2/5/5 b 9-4 6-0 6"


def test_removed_pieces_shorten_a_run() -> None:
    """ALVA-9, ALVA-10: seen from d6 the run d5 d4 has two pieces, until d4 is taken."""
    position = put(7, "w", "a4 d6 d7", "b4 c4 d4 d5")
    assert position.legal() == ["a4xe4"]
    after = play(position, "a4xe4 g7")
    assert after.legal() == ["d6xd4"]


def test_chain_can_come_home() -> None:
    """ALVA-10, ALVA-11: the point left by the first jump is vacant during the chain."""
    position = put(5, "w", "b2", "b3 c4 d3 c2")
    assert sorted(position.legal()) == ["b2xb4", "b2xd2"]
    after = play(position, "b2xb4 b4xd4 d4xd2 d2xb2")
    assert after.text() == "5/5/5/1w3/5 b 9-6 4-0 4"


def test_illegal_actions_are_refused() -> None:
    """ALVA-4 to ALVA-9; the position stays as it was."""
    position = put(5, "w", "c3", "d3 e3")
    text = position.text()
    for action in ("c3", "f1", "c3-c5", "c3-b4", "c3-d3", "d3-d4", "c3xe3", "c3xf3", "", "pass", "a1 a2"):
        with pytest.raises(ValueError):
            position.play(action)
    position.play("c3-c4").play("c3")
    position.legal().clear()
    assert position.text() == text
    assert position.legal()


# The exchange rule


def test_exchange_equal_is_given_back() -> None:
    """ALVA-14, ALVA-15: one for one; the second capturer gives back, the first one keeps."""
    position = put(5, "b", "b3 d3", "a3 e3").play("a3xc3")
    assert position.text() == "5/5/2bwb/5/5 w 8-8 0-1 1"
    assert position.legal() == ["d3xb3"]
    after = position.play("d3xb3")
    assert after.text() == "5/5/1w2b/5/5 b 8-9 0-1 1r"
    assert after.captured == (0, 1)
    assert after.hands == (8, 9)
    assert after.scores() == (1, 1)  # e3 stands on the edge; nothing for the piece given back


def test_exchange_different_is_kept() -> None:
    """ALVA-14: the example of the rulebook. White offers one piece and takes two."""
    position = put(9, "w", "a5 b5", "e5 d6").play("d5")
    assert sorted(position.legal()) == ["d6xd4", "e5xc5"]
    position = position.play("e5xc5")
    assert position.before == 1
    assert position.legal() == ["b5xd5"]
    assert play(position, "b5xd5 d5xd7").text() == "9/9/3w5/9/w8/9/9/9/9 b 31-32 2-1 2"


def test_exchange_smaller_is_kept_too() -> None:
    """ALVA-14: only an equal number is given back."""
    position = put(7, "w", "a1", "b1", captured=(0, 3), before="3")
    assert position.play("a1xc1").text() == "7/7/7/7/7/7/2w4 b 16-19 1-3 1"


def test_exchange_counts_the_whole_chain() -> None:
    """ALVA-14: two jumps over one piece each make two, three of them make three."""
    two = put(7, "w", "a1", "b1 c2", captured=(0, 2), before="2")
    middle = two.play("a1xc1")
    assert middle.text() == "7/7/7/7/7/2b4/2w4 w 17-18 1-2 2 x:c1:1"
    assert middle.play("c1xc3").text() == "7/7/7/7/2w4/7/7 b 17-20 0-2 2r"
    three = put(7, "w", "a1", "b1 c2 d3", captured=(0, 3), before="3")
    assert play(three, "a1xc1 c1xc3 c3xe3").text() == "7/7/7/7/4w2/7/7 b 16-20 0-3 3r"
    row_of_three = put(7, "w", "a1", "b1 c1 d1", captured=(0, 3), before="3")
    assert row_of_three.play("a1xe1").text() == "7/7/7/7/7/7/4w2 b 16-20 0-3 3r"


def test_exchange_waits_for_the_end_of_the_chain() -> None:
    """ALVA-14: after the first jump the numbers are equal, after the second one they are not."""
    position = put(7, "w", "a1", "b1 c2", captured=(0, 1), before="1")
    middle = position.play("a1xc1")
    assert middle.text() == "7/7/7/7/7/2b4/2w4 w 18-18 1-1 1 x:c1:1"
    assert middle.play("c1xc3").text() == "7/7/7/7/2w4/7/7 b 18-18 2-1 2"


def test_exchange_counts_pieces_that_were_given_back() -> None:
    """ALVA-16: one given back still counts as one."""
    position = put(7, "b", "d4", "c4", captured=(1, 0), before="1r")
    assert position.play("c4xe4").text() == "7/7/7/4b2/7/7/7 w 20-18 1-0 1r"
    position = put(7, "b", "d4 e5", "c4", captured=(1, 0), before="1r")
    assert play(position, "c4xe4 e4xe6").text() == "7/4b2/7/7/7/7/7 w 18-18 1-2 2"


def test_exchange_goes_on_turn_after_turn() -> None:
    """ALVA-14, ALVA-16: one for one, four turns in a row; only the first capture is kept."""
    position = put(9, "w", "a1 i1 b9 h9", "b1 h1 a9 i9")
    seen = []
    for action in ("a1xc1", "a9xc9", "i1xg1", "i9xg9"):
        position = position.play(action)
        seen.append((position.captured, position.hands, position.before, position.returned))
    assert seen == [
        ((1, 0), (30, 30), 1, False),
        ((1, 0), (31, 30), 1, True),
        ((1, 0), (31, 31), 1, True),
        ((1, 0), (32, 31), 1, True),
    ]


def test_exchange_only_with_the_turn_just_before() -> None:
    """ALVA-14: a turn without capture lies between, so the piece is kept."""
    position = put(5, "w", "", "c3", captured=(0, 1), before="1").play("c4")
    assert position.before == 0
    assert position.play("c3xc5").text() == "2b2/5/5/5/5 w 8-9 0-2 1"


def test_number_of_the_turn_before_stays_through_a_shift() -> None:
    """Notation: in the middle of a turn the number is still that of the other side."""
    position = put(5, "w", "a1", "d4", captured=(0, 2), before="2").play("a1-a2")
    assert position.text() == "5/3b1/5/w4/5 w 7-9 0-2 2 shifted"
    assert position.play("a1").text() == "5/3b1/5/w4/w4 b 6-9 0-2 0"


def test_piece_given_back_can_be_placed_again() -> None:
    """ALVA-15: Black had nothing in hand, and would have no turn without it."""
    position = put(5, "w", "a1 e5", "b1", captured=(2, 1), before="1", pieces=3)
    assert position.hands == (0, 0)
    after = position.play("a1xc1")
    assert after.hands == (0, 1)
    assert kinds(after) == (23, 0, 0)


# End and score


def test_end_without_capture_and_without_piece_in_hand() -> None:
    """ALVA-18: at once, although the other side could go on."""
    position = put(5, "b", "a1 c3", "e5", pieces=3, captured=(0, 1))
    assert not position.over
    after = position.play("e4")
    assert after.over
    assert after.legal() == []
    assert after.hands == (0, 1)
    assert after.to_move == 0
    assert after.text() == "4b/4b/2w2/5/w4 w 0-1 0-1 0"
    with pytest.raises(ValueError):
        after.play("e3")


def test_no_end_while_a_capture_is_open() -> None:
    """ALVA-4, ALVA-18: a capture needs no piece in hand."""
    position = put(5, "w", "a1", "b1", pieces=1)
    assert position.legal() == ["a1xc1"]
    after = position.play("a1xc1")
    assert after.over
    assert after.to_move == 1
    assert after.scores() == (1, 1)


def test_end_without_vacant_point() -> None:
    """ALVA-18: a piece in hand does not help on a full board."""
    position = Alva.read("wbbwb/bwwbw/wwb1w/bbwwb/wbbww b 1-3 0-0 0")
    assert sorted(position.legal()) == ["c3-d3", "d3", "d4-d3"]
    after = position.play("d3")
    assert after.text() == "wbbwb/bwwbw/wwbbw/bbwwb/wbbww w 1-2 0-0 0"
    assert after.over
    assert not position.play("c3-d3").over


def test_score() -> None:
    """ALVA-19: captured pieces and opposing pieces on the edge; a corner counts once."""
    position = put(5, "w", "a1 b5 e5 c3 d4", "d1 b2 c2", captured=(2, 4))
    assert position.scores() == (2 + 1, 4 + 3)
    ring = "a1 b1 c1 d1 e1 a2 e2 a3 e3 a4 e4 a5 b5 c5 d5 e5"
    assert put(5, "w", ring, "", pieces=16).scores() == (0, 16)
    assert put(5, "w", "b2 c2 d2 b3 c3 d3 b4 c4 d4", "").scores() == (0, 0)


# Reading


GOOD = [
    "5/5/5/5/5 w 10-10 0-0 0",
    "5/5/5/5/5 b 1-1 0-0 0",
    "5/5/5/2w2/wb3 w 8-9 0-0 0 shifted",  # the shift may open a capture
    "5/5/5/5/wb3 w 8-8 1-1 1 x:a1:1",
    "5/5/5/5/wb3 w 8-8 1-1 1r x:a1:1",
]

MALFORMED = {
    "empty": "",
    "words missing": "5/5/5/5/5 w 10-10 0-0",
    "word too many": "5/5/5/5/5 w 10-10 0-0 0 0",
    "unknown word": "5/5/5/5/5 w 10-10 0-0 0 moved",
    "two words for the turn": "5/5/5/5/wb3 w 8-8 1-1 1 x:a1:1 shifted",
    "space in front": " 5/5/5/5/5 w 10-10 0-0 0",
    "space behind": "5/5/5/5/5 w 10-10 0-0 0 ",
    "two spaces": "5/5/5/5/5  w 10-10 0-0 0",
    "line end": "5/5/5/5/5 w 10-10 0-0 0\n",
    "four rows": "5/5/5/5 w 10-10 0-0 0",
    "six rows": "6/6/6/6/6/6 w 10-10 0-0 0",
    "empty row": "5/5//5/5 w 10-10 0-0 0",
    "row too short": "5/5/4/5/5 w 10-10 0-0 0",
    "row too long": "5/5/5w/5/5 w 9-10 0-0 0",
    "two digits": "5/5/23/5/5 w 10-10 0-0 0",
    "two digits in a wide row": "45/9/9/9/9/9/9/9/9 w 34-34 0-0 0",
    "zero in a row": "5/5/0w4/5/5 w 9-10 0-0 0",
    "unknown piece": "5/5/x4/5/5 w 10-10 0-0 0",
    "capital letter": "5/5/W4/5/5 w 9-10 0-0 0",
    "unknown side": "5/5/5/5/5 x 10-10 0-0 0",
    "one hand": "5/5/5/5/5 w 10 0-0 0",
    "negative hand": "5/5/5/5/5 w -1-10 0-0 0",
    "leading zero": "5/5/5/5/5 w 010-10 0-0 0",
    "other digits": "5/5/5/5/5 w 1\u0660-10 0-0 0",
    "hands differ": "5/5/5/5/5 w 10-9 0-0 0",
    "board not counted": "5/5/w4/5/5 w 10-10 0-0 0",
    "captured not counted": "5/5/5/5/5 w 10-10 1-0 0",
    "no pieces": "5/5/5/5/5 w 0-0 0-0 0",
    "zero given back": "5/5/5/5/5 w 10-10 0-0 0r",
    "given back but not in hand": "5/5/w4/5/5 w 0-1 0-0 1r",
    "turn before not captured": "5/5/5/5/5 w 10-10 0-0 1",
    "turn before captured by the wrong side": "5/5/5/5/5 w 10-9 1-0 1",
    "turn before captured more": "5/5/5/5/5 w 8-10 0-2 3",
    "jumper not there": "5/5/5/5/wb3 w 8-8 1-1 1 x:a2:1",
    "jumper off the board": "5/5/5/5/wb3 w 8-8 1-1 1 x:i9:1",
    "jumper of the other side": "5/5/5/5/1bw2 w 8-8 1-1 1 x:b1:1",
    "jumper cannot jump": "5/5/5/5/w1b2 w 8-8 1-1 1 x:a1:1",
    "jumper before a run of two": "5/5/5/5/wbb2 w 8-7 1-1 1 x:a1:1",
    "jumper took nothing": "5/5/5/5/wb3 w 8-8 1-1 1 x:a1:0",
    "jumper took too many": "5/5/5/5/wb3 w 8-8 1-1 1 x:a1:2",
    "jumper without number": "5/5/5/5/wb3 w 8-8 1-1 1 x:a1",
    "shifted with an empty hand": "5/5/5/5/w3b w 0-0 0-0 0 shifted",
    "shifted without a piece": "5/5/5/5/4b w 10-9 0-0 0 shifted",
    "shifted on a full board": "wbbwb/bwwbw/wwbbw/bbwwb/wbbww w 1-2 0-0 0 shifted",
}


@pytest.mark.parametrize("text", GOOD)
def test_well_formed_positions(text: str) -> None:
    """Notation"""
    assert Alva.read(text).text() == text
    assert not Alva.read(text).over


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_positions(text: str) -> None:
    """Notation"""
    with pytest.raises(ValueError):
        Alva.read(text)


# Whole games


@pytest.mark.parametrize(("size", "games"), [(5, 40), (7, 12), (9, 6)])
def test_random_games(size: int, games: int) -> None:
    """ALVA-2, ALVA-15: pieces are never lost; and every position can be written and read."""
    rng = random.Random(size)
    for _ in range(games):
        position = Alva.start(size)
        while not position.over:
            assert position.total(0) == position.total(1) == DEFAULT_PIECES[size]
            again = Alva.read(position.text())
            assert again == position
            assert again.legal() == position.legal()
            assert len(set(position.legal())) == len(position.legal())
            position = position.play(rng.choice(position.legal()))
        assert position.total(0) == position.total(1) == DEFAULT_PIECES[size]
        assert Alva.read(position.text()).over


def test_random_game() -> None:
    """The same seed gives the same game."""
    assert random_game(random.Random(1), 5) == random_game(random.Random(1), 5) > 10
    assert random_game(random.Random(1), 9, pieces=1) >= 2


@pytest.mark.parametrize("n", [5, 7, 9])
def test_three_actions_from_the_start(n: int) -> None:
    """ALVA-4, ALVA-5, ALVA-6, ALVA-13: the number of sequences, worked out on paper."""
    points = n * n
    neighbours = 4 * n * (n - 1)  # pairs of neighbouring points, both ways round
    captures = 4 * n * (n - 2)  # of these, the pairs with a point behind the second one
    places = (points * (points - 1) - captures) * (points - 2)
    # White's neighbours on the board, summed over all pairs of white and black point ...
    shifts = neighbours * (points - 1)
    # ... without the pairs where White must capture (in each of four directions White stands in the
    # first n - 2 lines), and without the neighbour that Black holds when it stands on the edge.
    shifts -= 4 * (n * (2 * (n - 2) - 1) + (n - 2) * (2 * n - 2))
    shifts -= neighbours - captures
    counted = 0
    start = Alva.start(n)
    for white in start.legal():
        first = start.play(white)
        for black in first.legal():
            counted += len(first.play(black).legal())
    assert counted == places + shifts + captures
