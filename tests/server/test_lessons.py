"""Lessons over the wire: read by anybody, tried without a table, bounded, and kept nowhere."""

from __future__ import annotations

import msgspec

from alcove.server import learning_shapes
from tests.server.browser import Browser
from tests.server.conftest import Running

LESSON = "/api/games/alva/lesson"


def test_a_lesson_comes_whole_with_its_positions_and_choices(anna: Browser) -> None:
    lesson = msgspec.convert(anna.get(LESSON), learning_shapes.Lesson)
    german = anna.get(LESSON, lang="de")
    first = lesson.chapters[0].steps[0]
    assert first.task
    assert first.moments[-1].view["actors"] == [first.seat]
    assert first.moments[-1].shows in {choice.text for choice in first.moments[-1].legal}
    assert german["chapters"][0]["steps"][0]["say"] != first.say
    known = anna.get("/api/games")["games"]
    assert {game["name"]: game["lesson"] for game in known}["alva"] == lesson.minutes


def test_a_try_is_judged_by_the_rules_and_by_the_step(anna: Browser) -> None:
    def tried(step: str, *line: str) -> learning_shapes.LessonAnswer:
        return msgspec.convert(anna.get(f"{LESSON}/{step}", action=list(line)), learning_shapes.LessonAnswer)

    refused = tried("jump", "e5")
    assert (refused.verdict, refused.clause, refused.moments) == ("refused", "ALVA-4", [])
    assert refused.message
    assert tried("jump", '{"kind": "place", "to": "e5"}') == refused
    assert tried("jump", '{"kind": "place"').verdict == "refused"
    wrong = tried("choose", "a1xa3")
    assert (wrong.verdict, wrong.clause, wrong.moments) == ("wrong", "ALVA-12", [])
    assert "three" in (wrong.message or "")
    on = tried("chain", "a1xc1")
    assert (on.verdict, on.moments[-1].shows) == ("on", "c1xc5")
    done = tried("chain", "a1xc1", "c1xc5")
    assert done.verdict == "done"
    assert done.moments[-1].view["table"]["captured"][0] == 4
    answered = tried("bait", "b2")
    assert [moment.seat for moment in answered.moments] == [0, 1]  # and what the other side does
    assert answered.moments[-1].story
    assert tried("ready", "a1").verdict == "refused"  # there is nothing to do


def test_what_is_no_step_or_too_much_is_refused(anna: Browser) -> None:
    assert anna.refused(f"{LESSON}/nowhere", action="a1") == (404, "not-found")
    assert anna.refused("/api/games/tollgate/lesson")[1] == "not-found"
    assert anna.refused("/api/games/nothing/lesson")[1] == "unknown-game"
    assert anna.refused(f"{LESSON}/place")[0] == 400
    assert anna.refused(f"{LESSON}/place", action=["a1"] * 17)[0] == 400
    assert anna.refused(f"{LESSON}/place", action="a" * 201)[0] == 400


def test_tries_open_no_table(server: Running, anna: Browser) -> None:
    before = anna.get("/api/tables")
    anna.get(f"{LESSON}/place", action="a1")
    assert anna.get("/api/tables") == before
