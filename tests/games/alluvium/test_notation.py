"""How Alluvium is written and told: every text round trip, strict reading, and the drawings of the rulebooks."""

from __future__ import annotations

import random
import re

import pytest

from alcove import IllegalError, UnreadableError
from alcove.games.alluvium.sheet import ACTIONS, BOXES, COVERED, PASS, PLUG_FROM
from alcove.games.alluvium.table import DUMMY_DRAWS, OTHERS, OWN
from alcove.kernel.story import tell
from tests.games.alluvium.sheets import (
    ALLUVIUM,
    at,
    everybody,
    parse,
    place,
    texts,
    to_the_end_of_the_step,
)
from tests.playing import play_randomly

START = ALLUVIUM.new(4, 1)


def read(text: str) -> int:
    return ALLUVIUM.notation.read_action(START, 0, text)


def test_every_action_is_read_as_it_is_written() -> None:
    """ALLUV-3: one text for one set of boxes."""
    written = [ALLUVIUM.notation.write_action(START, 0, index) for index in range(ACTIONS)]
    assert [read(text) for text in written] == list(range(ACTIONS))
    on_the_sheet = [tuple(COVERED[index]) for index in range(PLUG_FROM) if COVERED[index]]
    assert len(set(on_the_sheet)) == len(on_the_sheet) == 140 + 288 + 144 + 288 + 256 + 288
    assert written[PASS] == "pass"


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("hook R90 @C4", "Hook r90 @c4"),
        ("  Hook   r90 @ c4 ", "Hook r90 @c4"),
        ("Hook r90@c4", "Hook r90 @c4"),
        ("step r270 @j9", "Step r90 @j9"),
        ("Bar r180 @a10", "Bar r0 @a10"),
        ("PLUG e5", "plug e5"),
        ("Pass", "pass"),
    ],
)
def test_reading_is_kind_to_capitals_blanks_and_equal_rotations(typed: str, text: str) -> None:
    """ALLUV-3"""
    assert ALLUVIUM.notation.write_action(START, 0, read(typed)) == text


@pytest.mark.parametrize(
    "text",
    ["", "Hook", "Hook @c4", "Hook r45 @c4", "Hook r90 c4", "Hut r0 @c4", "plug", "plug 55", "e5", "pass!", "; "],
)
def test_other_words_are_unreadable(text: str) -> None:
    """ALLUV-2"""
    with pytest.raises(UnreadableError):
        read(text)


@pytest.mark.parametrize("text", ["Hook r0 @k4", "Hook r0 @a11", "Hook r0 @a0", "plug z9", "plug a11"])
def test_boxes_that_the_sheet_has_not(text: str) -> None:
    """ALLUV-1, ALLUV-7"""
    with pytest.raises(IllegalError) as refused:
        read(text)
    assert refused.value.clause == "ALLUV-7"


def test_a_turn_of_two_drawings() -> None:
    """ALLUV-8"""
    first = START.legal(0)[0].text
    second = START.play(0, first).legal(0)[0].text
    turn = ALLUVIUM.notation.join([first, second])
    assert turn == f"{first}; {second}"
    assert ALLUVIUM.notation.split(turn) == [first, second]
    assert 0 not in START.play_turn(0, turn)[-1][1].awaited


@pytest.mark.parametrize("players", [3, 4, 5])
def test_positions_are_read_as_they_are_written(players: int) -> None:
    """ALLUV-5"""
    position, rng = ALLUVIUM.new(players, 3), random.Random(players)
    while not position.over:
        assert ALLUVIUM.read(str(position)) == position
        position = play_randomly(position, rng, 5)
    assert ALLUVIUM.read(str(position)) == position


def changed(text: str, key: str, value: str) -> str:
    return re.sub(rf"\b{key}=\S+", f"{key}={value}", text)


def value(text: str, key: str) -> str:
    return re.search(rf"\b{key}=(\S+)", text)[1]


def test_a_position_that_cannot_be_is_refused() -> None:
    """ALLUV-7, ALLUV-8, ALLUV-9, ALLUV-15: everything that was drawn is checked again."""
    position, rng = ALLUVIUM.new(4, 3), random.Random(1)
    while position.state.lap == 1 or position.state.stage != OTHERS:
        position = to_the_end_of_the_step(position, rng)
    text = str(position.play(0, position.legal(0)[0]))
    sheets, chosen, scores = value(text, "sheets"), value(text, "chosen"), value(text, "scores")
    first = sheets.split(",")[0]
    wrong = [
        text + " more=1",
        text.replace("players=4 ", ""),
        changed(text, "players", "2"),
        changed(text, "players", "5"),
        changed(text, "players", "04"),
        changed(text, "round", "5"),
        changed(text, "round", "3"),
        changed(text, "step", "own"),
        changed(text, "step", "dummy"),
        changed(text, "step", "other-4"),
        changed(text, "step", "over"),
        changed(text, "decks", "/".join(["Bar,Bar,Hook,Step,Cup,Block"] * 4)),
        changed(text, "decks", value(text, "decks").rpartition("/")[0]),
        changed(text, "sheets", sheets.replace(first, "Bar-r0@h1", 1)),
        changed(text, "sheets", sheets.replace(first, "pass", 1)),
        changed(text, "sheets", sheets.replace(first, "plug-e5", 1)),
        changed(text, "sheets", sheets.replace(first, sheets.split(",")[1], 1)),
        changed(text, "sheets", sheets.rpartition(",")[0]),
        changed(text, "scores", scores.replace(scores.split("/")[0], "99", 1)),
        changed(text, "scores", scores + "/4"),
        changed(text, "chosen", "/".join(["pass"] * 4)),
        changed(text, "chosen", chosen + "/-"),
        changed(text, "chosen", chosen.replace("-/-", "-,-/-", 1)),
        changed(text, "chosen", "x/-/-/-"),
        changed(text, "rng", "1.2.3"),
    ]
    for line in wrong:
        with pytest.raises(UnreadableError):
            ALLUVIUM.read(line)
    assert ALLUVIUM.read(text)


def test_choices_of_the_first_step_are_checked_too() -> None:
    """ALLUV-8, ALLUV-14"""
    position = START.play(0, START.legal(0)[0])
    text = str(position.play(0, position.legal(0)[0]))
    assert ALLUVIUM.read(text)
    first, second, draft = value(text, "chosen").split("/")[0].split(",")
    assert draft == "-"
    for mine in (f"{first},-,-", f"-,{second},-", f"{second},{first},-", f"{first},{second},{first}", "-,-"):
        with pytest.raises(UnreadableError):
            ALLUVIUM.read(changed(text, "chosen", f"{mine}/-,-,-/-,-,-/-,-,-"))


# What is told


def told(position, seat, text, viewer):
    after = position.play(seat, text)
    action = position.action(seat, ALLUVIUM.notation.read_action(position, seat, text))
    return [line.text for line in tell(position, after, seat, action, viewer)]


def test_only_who_draws_is_told_what_was_drawn() -> None:
    """ALLUV-13"""
    position = place(at(4, 1, OTHERS, 1, b="Bar"), 0, "..rr......\n..rr......")
    mine = [line.en for line in told(position, 1, "Bar r0 @b3", 1)]
    assert mine == [
        "Blue draws Bar on Red's sheet: b3, c3, d3, e3.",
        "It touches boxes of Red: 2 checks on the Helper Track.",
    ]
    for viewer in (None, 0, 2, 3):
        assert [line.de for line in told(position, 1, "Bar r0 @b3", viewer)] == ["Blau hat gezeichnet."]
    full = place(at(4, 1, OTHERS, 1, b="Bar"), 0, "\n".join(["rrrrrrrrrr"] * 10))
    assert [line.en for line in told(full, 1, "pass", 1)] == ["Blue passes: nothing can be drawn on Red's sheet."]
    assert [line.en for line in told(full, 1, "pass", 0)] == ["Blue has drawn."]


def test_who_draws_for_the_dummy_is_told_so() -> None:
    """ALLUV-19"""
    position = place(at(3, 2, DUMMY_DRAWS, d="Bar"), 0, "..rr......")
    lines = told(position, 0, "Bar r0 @b2", 0)
    assert [line.en for line in lines] == [
        "Red draws Bar for the dummy: b2, c2, d2, e2.",
        "It touches boxes of Red: 2 checks on the Helper Track.",
    ]
    assert lines[0].de.startswith("Rot zeichnet ")
    assert lines[0].de.endswith(" für den Strohmann: b2, c2, d2, e2.")


def test_the_first_round_is_told_form_by_form() -> None:
    """ALLUV-8, ALLUV-14"""
    first = START.legal(0)[0].text
    drawn = START.play(0, first)
    second = drawn.legal(0)[0].text
    assert [line.en for line in told(START, 0, first, 1)] == ["Red has drawn the first form."]
    assert [line.en for line in told(drawn, 0, second, 1)] == ["Red has drawn."]
    both = drawn.play(0, second)
    for change in sorted(texts(both, 0)):
        assert [line.en for line in told(both, 0, change, None)] == ["Red draws something anew."]


def test_a_step_that_closes_and_a_round_that_ends_are_told() -> None:
    """ALLUV-9, ALLUV-15, ALLUV-4"""
    position = at(4, 2, OWN, r="Bar", b="Bar", g="Bar", y="Bar")
    position = everybody(position, "Bar r0 @a1", "Bar r0 @a1", "Bar r0 @a1")
    lines = [line.en for line in told(position, 3, "Bar r0 @a1", 0)]
    assert lines == ["Yellow has drawn.", "The sheets move on, counterclockwise.", "Red receives the sheet of Blue."]
    last = at(4, 2, OTHERS, 3, r="Bar", b="Bar", g="Bar", y="Bar")
    last = everybody(last, "Bar r0 @a1", "Bar r0 @a1", "Bar r0 @a1")
    lines = [line.de for line in told(last, 3, "Bar r0 @a1", None)]
    assert lines[1] == "Alle Blätter sind zu Hause. Runde 2: Rot 4, Blau 4, Grün 4, Gelb 4."
    assert lines[2].startswith("Runde 3: Die Richtungskarte wird gedreht, im Uhrzeigersinn. Aufgedeckt: Rot ")


def test_the_end_is_told_sheet_by_sheet() -> None:
    """ALLUV-16, ALLUV-18"""
    position = play_randomly(ALLUVIUM.new(3, 5), random.Random(2), 50)
    seat = position.awaited[0]
    lines = [line.en for line in told(position, seat, position.legal(seat)[0].text, None)]
    assert [line.split(":")[0] for line in lines[2:5]] == ["Helpers of Red", "Helpers of Blue", "Helpers of Green"]
    assert lines[5].startswith("Final score: Red ")
    assert lines[6] == (
        "Blue wins with 59 (Green 48, Red 36): "
        "after the last round Blue has the most points, 45 from the rounds and 14 as a helper."
    )


# The drawings of the rulebooks


def drawings(language: str) -> dict[str, list[str]]:
    """By clause, the sheets and forms drawn after it."""
    found: dict[str, list[str]] = {}
    clause = ""
    marks = r"^(\*\*\[ALLUV-\d+\]\*\*|```alluvium\n.*?```)"
    for part in re.split(marks, ALLUVIUM.rulebook(language), flags=re.M | re.S):
        if part.startswith("**["):
            clause = part[3:-3]
        elif part.startswith("```alluvium"):
            found.setdefault(clause, []).append("\n".join(part.splitlines()[2:-1]))
    return found


def test_the_drawings_of_the_rulebooks_are_right() -> None:
    """ALLUV-1, ALLUV-8, ALLUV-11, ALLUV-12, ALLUV-15"""
    shown = drawings("en")
    assert shown == drawings("de")
    assert set(parse(shown["ALLUV-1"][0])) == {33, 66}
    first_round = set(parse(shown["ALLUV-8"][0]))
    assert first_round == set(COVERED[read("Block r0 @d2")]) | set(COVERED[read("Bar r90 @g4")])
    marked = [box for box, sign in parse(shown["ALLUV-11"][0]).items() if sign == "#"]
    position = place(at(4, 1, OTHERS, 1, b="Bar"), 0, shown["ALLUV-11"][0].replace("#", "."))
    assert [i - PLUG_FROM for i in position.legal_indices(1) if PLUG_FROM <= i < PLUG_FROM + BOXES] == marked
    helped = place(at(4, 1, OTHERS, 1, b="Bar"), 0, shown["ALLUV-12"][0].replace("b", "."))
    assert "It touches boxes of Red: 3 checks on the Helper Track." in [t.en for t in told(helped, 1, "Bar r0 @d5", 1)]
    scored = place(at(4, 2, OWN), 0, shown["ALLUV-15"][0])
    assert scored.view(0)["table"]["sheet"]["rectangle"] == {"boxes": 12, "from": "c4", "to": "f6"}
