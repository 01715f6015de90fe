"""Options and sentences."""

from __future__ import annotations

import json

import pytest

from alcove import OptionError
from alcove.kernel.options import By, Option, complete, read_options, write_options
from alcove.kernel.text import Text, same

SIZE = Option("size", same("Size"), same("?"), 9, choices={5: same("5"), 9: same("9")}, clause="X-1")
MODE = Option("mode", same("Mode"), same("?"), "race", choices={"race": same("Race"), "slow": same("Slow")})
PIECES = Option("pieces", same("Pieces"), same("?"), By("size", {5: 10, 9: 34}), least=1, most=40)
OPTIONS = (SIZE, MODE, PIECES)


def test_defaults() -> None:
    assert complete(OPTIONS, {}) == {"size": 9, "mode": "race", "pieces": 34}


def test_a_default_follows_another_option() -> None:
    assert complete(OPTIONS, {"size": 5}) == {"size": 5, "mode": "race", "pieces": 10}
    assert complete(OPTIONS, {"size": 5, "pieces": 7}) == {"size": 5, "mode": "race", "pieces": 7}


def test_text_is_accepted_for_numbers_and_choices() -> None:
    assert complete(OPTIONS, {"size": "5", "mode": "slow", "pieces": "40"}) == {"size": 5, "mode": "slow", "pieces": 40}


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": 7},
        {"size": True},
        {"size": None},
        {"size": 9.0},
        {"size": 10**5000},
        {"mode": "Race"},
        {"mode": 0},
        {"mode": ["race"]},
        {"pieces": 0},
        {"pieces": 41},
        {"pieces": -1},
        {"pieces": True},
        {"pieces": 3.0},
        {"pieces": "3.0"},
        {"pieces": "٣"},
        {"pieces": "9" * 5000},
        {"pieces": 10**5000},
        {"pieces": None},
        {"colour": 1},
        {"": 1},
    ],
    ids=lambda wrong: str(list(wrong)) + str(type(next(iter(wrong.values())))),
)
def test_other_values_are_refused_in_both_languages(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError) as error:
        complete(OPTIONS, wrong)
    assert error.value.code == "bad-option"
    assert error.value.say("de") != error.value.say("en")
    assert len(error.value.say("en")) < 200


def test_codes_are_numbers_for_the_rules() -> None:
    assert [MODE.code("race"), MODE.code("slow"), SIZE.code(5), PIECES.code(12)] == [0, 1, 5, 12]


def test_written_options_are_read_again() -> None:
    chosen = complete(OPTIONS, {"size": 5})
    assert write_options(chosen) == "size=5 mode=race pieces=10"
    assert complete(OPTIONS, read_options(write_options(chosen))) == chosen


@pytest.mark.parametrize("text", ["size", "size=5 size=9", "size 5"])
def test_unreadable_options(text: str) -> None:
    with pytest.raises(OptionError):
        read_options(text)


def test_a_description_is_enough_to_draw_a_dialog() -> None:
    assert SIZE.describe("en") == {
        "name": "size",
        "title": "Size",
        "help": "?",
        "clause": "X-1",
        "choices": [{"value": 5, "title": "5"}, {"value": 9, "title": "9"}],
        "default": 9,
    }
    described = json.loads(json.dumps(PIECES.describe("de")))
    assert described["default_by"] == {"option": "size", "values": [[5, 10], [9, 34]]}
    lone = Option("slope", same("Slope"), same("?"), 1, least=1, most=2, only={"players": (2, 3), "mode": ("race",)})
    assert lone.describe("en")["only"] == {"players": [2, 3], "mode": ["race"]}
    assert (described["least"], described["most"]) == (1, 40)


def test_a_text_speaks_two_languages() -> None:
    text = Text("yes", "ja")
    assert (text.of("en"), text.of("de"), text.of("fr")) == ("yes", "ja", "yes")
    assert same("e5") == Text("e5", "e5")


def test_a_text_is_filled_by_language() -> None:
    told = Text("{who} has {n}.", "{who} hat {n}.").fill(who=Text("White", "Weiß"), n=3)
    assert told == Text("White has 3.", "Weiß hat 3.")


def test_braces_in_a_value_stay_as_they_are() -> None:
    assert Text("{a}!", "{a}!").fill(a="{b} {0}") == same("{b} {0}!")
