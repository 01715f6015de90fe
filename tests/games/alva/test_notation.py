"""How Alva is written, told and shown."""

from __future__ import annotations

import pytest

from alcove import IllegalError, NotYourTurnError, Position, Record, UnreadableError
from alcove.games.alva import rules
from alcove.kernel.story import tell
from tests.games.alva.drawings import ALVA, board, play, seat_to_move


def test_a_turn_joins_its_actions() -> None:
    """The two turns that the rules give as examples: `c3-c4 e5` and `a3xc3xc5xi5`."""
    position = board("""
        .........
        .........
        .........
        .........
        ...bbbbb.
        ..b......
        wb.......
        .........
        .........
    """)
    played = position.play_turn(0, "a3xc3xc5xi5")
    assert [action.text for action, _ in played] == ["a3xc3", "c3xc5", "c5xi5"]
    assert str(played[-1][1]) == "9/9/9/9/8w/9/9/9/9 b 33-27 7-0 7"
    assert ALVA.notation.join(["a3xc3", "c3xc5", "c5xi5"]) == "a3xc3xc5xi5"
    assert ALVA.notation.join(["c3-c4", "e5"]) == "c3-c4 e5"
    assert ALVA.notation.split("c3-c4 e5") == ["c3-c4", "e5"]
    assert ALVA.notation.split("a3xc3xc5xi5") == ["a3xc3", "c3xc5", "c5xi5"]


def test_a_turn_is_played_as_a_whole_or_not_at_all() -> None:
    position = board("""
        .....
        .....
        ..w..
        .....
        .....
    """)
    with pytest.raises(IllegalError):
        position.play_turn(0, "c3-c4 c4")
    with pytest.raises(NotYourTurnError):
        position.play_turn(0, "a1 a2")
    with pytest.raises(UnreadableError):
        position.play_turn(0, "  ")
    assert str(position) == "5/5/2w2/5/5 w 9-10 0-0 0"


def test_a_record_writes_whole_turns() -> None:
    record = Record.begin("alva", seed=1, size=5)
    position = record.start()
    for turn in ("c3", "e5", "c3-c4 c3", "a1"):
        seat = seat_to_move(position)
        for action, after in position.play_turn(seat, turn):
            record, position = record.add(seat, action, after), after
    assert "\n1 c3\n2 e5\n1 c3-c4 c3\n2 a1\n" in str(record)
    assert Record.read(str(record)) == record


def test_two_chains_in_a_row_are_told_apart() -> None:
    """A jump of one side may start where the other side's ended in the record; seats keep them apart."""
    assert ALVA.notation.join(["a1xc1", "c1xc3"]) == "a1xc1xc3"
    assert ALVA.notation.join(["a1xc1", "e1xe3"]) == "a1xc1 e1xe3"
    assert ALVA.notation.split("a1xc1 e1xe3") == ["a1xc1", "e1xe3"]


@pytest.mark.parametrize("text", ["E5", " e5 ", "e5\n"])
def test_case_and_space_around_a_move_do_not_matter(text: str) -> None:
    assert str(ALVA.new().play(0, text)) == "9/9/9/9/4w4/9/9/9/9 b 33-34 0-0 0"


@pytest.mark.parametrize("text", ["", "e", "e10", "j5", "e0", "e5e6", "e5--e6", "e5xe7xe9", "é5", "e５", "e5 e6"])
def test_what_is_not_a_move_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableError, match="A move is written like"):
        ALVA.new().play(0, text)


@pytest.mark.parametrize(
    "text",
    [
        "9/9/9/9/9/9/9/9/9 w 34-34 0-0 0",
        "7/7/7/7/7/7/7 b 20-20 0-0 0",
        "5/5/2w2/5/5 b 8-10 0-1 1r",  # White's even exchange was given back
        "5/2b2/2b2/2b2/2w2 w 9-6 1-0 0 x:c1:1",  # a chain under way
        "9/9/9/9/9/2wb5/2b6/9/9 w 33-31 1-0 0 x:c4:1",
        "5/2w2/5/5/b4 w 9-9 0-0 0 shifted",
        "wbbwb/bwwbw/wwbbw/bbwwb/wbbww w 1-2 0-0 0",
    ],
)
def test_position_lines_round_trip(text: str) -> None:
    position = ALVA.read(text)
    assert str(position) == text
    assert ALVA.read(f"  {text}\n") == position


def test_the_word_for_a_chain_names_the_piece_and_the_number() -> None:
    """`x:c3:1`: the piece on c3 has to go on, and has captured one so far."""
    one = board("""
        .....
        ..b..
        ..b..
        ..b..
        wb...
    """)
    assert str(one.play(0, "a1xc1")).split()[-1] == "x:c1:1"
    three = board("""
        .....
        .....
        .....
        ....b
        wbbb.
    """)
    assert str(three.play(0, "a1xe1")).split()[-1] == "x:e1:3"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "looks like"),
        ("9/9/9/9/9/9/9/9 w 34-34 0-0 0", "5, 7 or 9 rows"),
        ("6/6/6/6/6/6 w 10-10 0-0 0", "5, 7 or 9 rows"),
        ("5/5/5/5/6 w 10-10 0-0 0", "row 1 needs 5 points"),
        ("5/5/5/5/4 w 10-10 0-0 0", "row 1 needs 5 points"),
        ("5/5/5/5/wwwwww w 10-10 0-0 0", "row 1 needs 5 points"),
        ("5/5/5/5/ w 10-10 0-0 0", "row 1 needs 5 points"),
        ("5/5/5/5/14 w 10-10 0-0 0", "two numbers"),
        ("5/5/5/5/5 x 10-10 0-0 0", "looks like"),
        ("5/5/5/5/5 w 010-10 0-0 0", "looks like"),
        ("5/5/5/5/5 w 0-0 0-0 0", "same number"),
        ("5/5/5/5/5 w 41-41 0-0 0", "same number"),
        ("5/5/5/5/5 w 9-10 0-0 0", "same number"),
        ("5/5/5/5/5 w 10-10 0-0 1", "turn before"),
        ("5/5/5/5/5 w 10-10 0-0 0r", "nothing was given back"),
        ("5/5/5/5/w4 w 0-1 0-0 1r", "must be in hand"),
        ("5/5/5/5/5 w 10-10 0-0 0 shifted", "no piece can have been shifted"),
        ("5/5/5/5/w4 w 0-1 0-0 0 shifted", "needs a piece in hand"),
        ("5/5/5/b4/wb3 w 9-8 0-0 0 shifted", "no piece can have been shifted"),
        ("wbbwb/bwwbw/wwbbw/bbwwb/wbbww w 1-2 0-0 0 shifted", "no piece can have been shifted"),
        ("5/5/5/5/wb3 w 9-8 1-0 0 x:c3:1", "not there"),
        ("5/5/5/5/wb3 w 9-8 1-0 0 x:i9:1", "not there"),
        ("5/5/5/5/wb3 w 9-8 1-0 0 x:b1:1", "not there"),
        ("5/5/5/5/wbb2 w 9-7 1-0 0 x:a1:1", "cannot jump"),
        ("5/5/5/5/wb3 w 9-8 1-0 0 x:a1:2", "than in all"),
        ("5/5/5/5/wb3 w 9-8 1-0 0 x:a1:0", "looks like"),
        ("5/5/5/5/5 w 10-10 0-0 0 shifted shifted", "looks like"),
        ("5/5/5/5/5 w 1٠-10 0-0 0", "looks like"),
    ],
)
def test_a_line_that_is_no_position_is_unreadable(text: str, says: str) -> None:
    with pytest.raises(UnreadableError, match=says) as error:
        ALVA.read(text)
    assert error.value.say("de") != error.value.say("en")


def told(position: Position, turn: str, language: str) -> list[str]:
    """The narration of the last action of a turn."""
    seat = seat_to_move(position)
    played = position.play_turn(seat, turn)
    before = played[-2][1] if len(played) > 1 else position
    action, after = played[-1]
    lines = tell(before, after, seat, action, None)
    assert lines == tell(before, after, seat, action, seat)
    return [text.of(language) for text in lines]


def test_narration_of_placing_and_shifting() -> None:
    position = board("""
        .....
        .....
        ..w..
        .....
        .....
    """)
    assert told(position, "e5", "en") == ["White places a piece on e5."]
    assert told(position, "e5", "de") == ["Weiß setzt einen Stein auf e5."]
    assert told(position, "c3-c4", "en") == ["White shifts a piece from c3 to c4."]
    assert told(position, "c3-c4", "de") == ["Weiß schiebt einen Stein von c3 nach c4."]
    assert told(position, "c3-c4 e5", "en") == ["White places a piece on e5."]


CHAIN_OF_FOUR = """
    .....
    ..b..
    ..b..
    ..b..
    wb...
"""


def test_narration_of_a_chain() -> None:
    position = board(CHAIN_OF_FOUR)
    assert told(position, "a1xc1", "en") == [
        "White jumps from a1 to c1 and captures one piece.",
        "The piece must go on jumping.",
    ]
    assert told(position, "a1xc1", "de") == [
        "Weiß springt von a1 nach c1 und schlägt einen Stein.",
        "Der Stein muss weiterspringen.",
    ]
    assert told(position, "a1xc1xc5", "en") == ["White jumps from c1 to c5 and captures 3 pieces."]
    assert told(position, "a1xc1xc5", "de") == ["Weiß springt von c1 nach c5 und schlägt 3 Steine."]


def test_narration_of_an_even_exchange() -> None:
    one = board(
        "5/5/5/2b2/2w2".replace("5", ".....").replace("2", "..").replace("/", "\n"), captured=(0, 1), before="1"
    )
    assert told(one, "c1xc3", "en") == [
        "White jumps from c1 to c3 and captures one piece.",
        "An even exchange: the piece goes back to Black.",
    ]
    assert told(one, "c1xc3", "de")[1] == "Ein gleicher Tausch: der Stein geht zurück an Schwarz."
    four = board(CHAIN_OF_FOUR, captured=(0, 4), before="4")
    assert told(four, "a1xc1xc5", "en")[1] == "An even exchange: 4 pieces go back to Black."
    assert told(four, "a1xc1xc5", "de")[1] == "Ein gleicher Tausch: 4 Steine gehen zurück an Schwarz."


def test_narration_of_the_end() -> None:
    position = ALVA.read("5/5/5/5/5 w 1-0 1-0 0")
    assert told(position, "a1", "en") == [
        "White places a piece on a1.",
        "Black's hand is empty. The game ends: White 1, Black 1.",
    ]
    assert told(position, "a1", "de")[1] == "Der Vorrat von Schwarz ist leer. Das Spiel endet: Weiß 1, Schwarz 1."


def test_the_view_shows_the_whole_table() -> None:
    position = board(CHAIN_OF_FOUR, captured=(0, 2), before="2")
    seen = play(position, "a1xc1").view(1)
    assert seen["actors"] == seen["awaited"] == [0]
    assert seen["table"] == {
        "board": ["..w..", "..b..", "..b..", "..b..", "....."],
        "to_move": 0,
        "hands": [7, 6],
        "captured": [1, 2],
        "pending": [1, 2],
        "edge": [0, 1],
        "score": [1, 3],
        "before": 2,
        "returned": False,
        "jumper": "c1",
        "taken": 1,
        "shifted": False,
        "must_capture": True,
    }


def test_the_view_shows_a_shift_and_a_return() -> None:
    position = ALVA.read("5/5/2w2/5/5 b 8-10 0-1 1r")
    assert position.view(None)["table"]["returned"] is True
    assert position.view(None)["table"]["pending"] == [0, 0]
    shifted = ALVA.read("5/2w2/5/5/b4 w 9-9 0-0 0 shifted").view(0)["table"]
    assert shifted["shifted"] is True
    assert shifted["must_capture"] is False
    assert shifted["jumper"] is None


def test_every_seat_sees_the_same() -> None:
    position = board(CHAIN_OF_FOUR)
    assert position.view(0)["table"] == position.view(1)["table"] == position.view(None)["table"]


def test_off_the_large_board() -> None:
    """ALVA-1"""
    corner = board("\n".join(["........w", *["........."] * 8]))
    assert corner.why_not(0, rules.SHIFT_FROM + 4 * 80) == ("ALVA-1", "That leads off the board.")
    assert corner.why_not(0, rules.SHIFT_FROM + 4 * 80, "de") == ("ALVA-1", "Das führt vom Brett.")
    small = ALVA.new(size=5)
    assert small.why_not(0, 5) == ("ALVA-3", "f1 is not on this board.")
    assert small.why_not(0, 5, "de") == ("ALVA-3", "f1 liegt nicht auf diesem Brett.")


def test_not_your_turn_and_over_cite_a_clause() -> None:
    start = ALVA.new()
    assert start.why_not(1, "e5") == ("ALVA-4", "It is not Black's turn.")
    assert start.why_not(1, "e5", "de") == ("ALVA-4", "Schwarz ist nicht am Zug.")
    end = ALVA.read("w4/5/5/5/5 b 0-0 1-0 0")
    assert end.over
    assert end.why_not(1, "e5") == ("ALVA-18", "The game is over.")
