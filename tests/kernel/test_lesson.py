"""Lessons as data: what is misspelt or leads nowhere is found when it is read, not by a reader."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import alcove
from alcove.kernel import explain, lesson
from alcove.kernel.errors import AlcoveError, IllegalError
from alcove.kernel.lesson import Lesson, Stage, attempt
from alcove.kernel.text import Text

ALVA = alcove.game("alva")
WORDS = {"en": "Words.", "de": "Wörter."}


def made(*steps: dict[str, object]) -> Lesson:
    whole = [{"title": WORDS, "say": WORDS, "id": f"s{number}", **step} for number, step in enumerate(steps)]
    raw = {"minutes": 1, "beginner": [], "chapter": [{"id": "c", "title": WORDS, "step": whole}]}
    return msgspec.convert(raw, Lesson)


def test_a_word_that_is_not_known_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="anwser"):
        made({"anwser": ["a1"]})
    with pytest.raises(msgspec.ValidationError, match="de"):
        made({"done": {"en": "Only English."}})


def test_a_lesson_begins_with_a_position() -> None:
    with pytest.raises(ValueError, match="begins with a position"):
        Stage(ALVA, made({"answer": ["a1"]}))


def test_an_answer_that_nobody_can_give_is_found() -> None:
    with pytest.raises(ValueError, match="nothing legal fits"):
        Stage(ALVA, made({"position": "5/5/5/5/5 w 10-10 0-0 0", "answer": ["a1-a2"]}))


def test_a_step_goes_on_where_the_one_before_has_ended() -> None:
    stage = Stage(
        ALVA,
        made(
            {"start": {"players": 2, "options": {"size": 5}}, "answer": ["c3"], "after": ["1 a1"]},
            {"answer": [["d3", "d4"]], "misses": [{"when": "b*", "say": WORDS}]},
        ),
    )
    second = stage.scenes["s1"]
    assert str(second.position) == "5/5/2w2/5/b4 w 9-9 0-0 0"
    assert attempt(second, ["d4"]).verdict == "done"
    wrong = attempt(second, ["b4"])
    assert (wrong.verdict, wrong.words) == ("wrong", Text(**WORDS))
    assert attempt(second, ["e5"]).words is None
    with pytest.raises(IllegalError):
        attempt(second, ["c3"])
    for line in ([], ["d4", "e4"]):
        with pytest.raises(AlcoveError):
            attempt(second, line)


def test_a_game_without_these_files_has_neither(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bare_game"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert lesson.load("bare_game") is None
    assert explain.load("bare_game") == {}
