"""The lessons of all games: what they ask for can be done, what they refuse is answered, and nothing is left out."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import alcove
from alcove.kernel.lesson import CLAUSE, Lesson, LessonScene, Stage, Words, attempt, play_answer
from alcove.kernel.position import Position
from alcove.kernel.text import LANGUAGES
from alcove.server import lessons
from alcove.server.bodies import MAX_LINE
from tests.conformance.play_checks import clauses
from tests.games.alluvium.measures import MEASURES

TAUGHT = [name for name in alcove.games() if alcove.game(name).lesson is not None]
SHIPPED = [name for name in alcove.games() if alcove.game(name).package.startswith("alcove.games.")]
MIN_STEPS, MAX_STEPS = 12, 40
LEAST_GOALS = 7
MAX_WORDS = 95
ID = re.compile(r"[a-z0-9-]+")
GOAL = re.compile(r"(?P<what>\S+) (?P<how>=|>=|<=) (?P<number>-?\d+)")
RELATIONS = {"=": operator.eq, ">=": operator.ge, "<=": operator.le}


@cache
def stage(name: str) -> Stage:
    lesson = alcove.game(name).lesson
    assert lesson is not None
    return Stage(alcove.game(name), lesson)


def model_line(scene: LessonScene) -> list[str]:
    return [played.action.text for played in play_answer(scene)[: len(scene.step.answer)]]


def texts_of(lesson: Lesson) -> list[Words]:
    said: list[Words | None] = [chapter.title for chapter in lesson.chapter]
    for step in lesson.steps.values():
        said += [step.title, step.say, step.wrong, step.done, *(miss.say for miss in step.misses)]
    return [words for words in said if words is not None]


def test_every_game_of_ours_has_a_lesson() -> None:
    assert TAUGHT == SHIPPED


@pytest.mark.parametrize("name", TAUGHT)
def test_each_answer_is_legal_and_reaches_the_goal(name: str) -> None:
    for scene in stage(name).scenes.values():
        line = model_line(scene)
        assert len(line) <= MAX_LINE
        for place in range(1, len(line) + 1):
            tried = attempt(scene, line[:place])
            assert tried.verdict == ("done" if place == len(line) else "on"), (scene.step.id, line[:place])
        if line:
            assert tried.words, f"{scene.step.id} says nothing when it is done"
            assert tried.played[0].action.text == line[-1]


def measured(view: dict[str, Any], what: str) -> object:
    """What stands at a place of the table, or what a measure of the game makes of it; None if there is none."""
    table: Any = view["table"] | {"outcome": view["outcome"]}
    if what in MEASURES and view["game"] == "alluvium":
        return MEASURES[what](table)
    for name in what.split("."):
        if table is None:
            return None
        table = table[int(name)] if isinstance(table, list | tuple) else table[name]
    return table


def reaches(scene: LessonScene, position: Position) -> bool:
    view = position.view(scene.step.seat)
    for goal in scene.step.goal:
        wanted = GOAL.fullmatch(goal)
        assert wanted, goal
        found = measured(view, wanted["what"])
        if not isinstance(found, int) or not RELATIONS[wanted["how"]](found, int(wanted["number"])):
            return False
    return True


def last_choices(scene: LessonScene) -> Iterator[tuple[bool, str, Position]]:
    """Each legal action that could end the answer: whether it is asked for, and where it leads."""
    *line, _ = model_line(scene)
    position = scene.position
    for text in line:
        position = position.play(scene.step.seat, text)
    for action in position.legal(scene.step.seat):
        asked = scene.step.fits(len(line), action.text)
        yield asked, action.text, position.play(scene.step.seat, action.text)


@pytest.mark.parametrize("name", TAUGHT)
def test_what_is_asked_for_reaches_the_number_that_is_promised_and_nothing_else_does(name: str) -> None:
    scenes = [scene for scene in stage(name).scenes.values() if scene.step.goal]
    assert len(scenes) >= LEAST_GOALS
    for scene in scenes:
        assert not reaches(scene, scene.position), f"{scene.step.id} begins where it should end"
        for asked, text, position in last_choices(scene):
            assert reaches(scene, position) == asked, (scene.step.id, text)


@pytest.mark.parametrize("name", TAUGHT)
def test_a_legal_action_that_is_not_asked_for_is_answered_with_a_rule(name: str) -> None:
    for scene in stage(name).scenes.values():
        step, line, position = scene.step, model_line(scene), scene.position
        for place, asked in enumerate(line):
            for action in position.legal(step.seat):
                if step.fits(place, action.text):
                    continue
                tried = attempt(scene, [*line[:place], action.text])
                assert tried.verdict == "wrong"
                assert tried.words, f"{step.id} has no answer to {action.text}"
                cited = {tuple(CLAUSE.findall(tried.words.of(language))) for language in LANGUAGES}
                assert cited == {(tried.clause,)}, f"{step.id} answers {action.text} without a rule, or with several"
                assert tried.clause in step.clauses
                assert not tried.played
            position = position.play(step.seat, asked)


@pytest.mark.parametrize("name", TAUGHT)
def test_what_the_rules_forbid_is_answered_with_a_clause(name: str) -> None:
    game, known = alcove.game(name), set(clauses(alcove.game(name), "en"))
    refused = 0
    for scene in stage(name).scenes.values():
        if not scene.step.answer:
            continue
        legal = set(scene.position.legal_indices(scene.step.seat))
        forbidden = [index for index in range(min(game.rules.ACTIONS, 400)) if index not in legal][::25]
        for index in forbidden:
            text = game.notation.write_action(scene.position, scene.step.seat, index)
            answer = lessons.judge(game, scene.step.id, [text], "de")
            if answer.verdict == "refused":  # else the words mean something legal here
                refused += 1
                assert answer.message
                assert answer.clause is None or answer.clause in known
                assert answer.moments == []
        assert lessons.judge(game, scene.step.id, ["no such thing"], "en").verdict == "refused"
    assert refused


@pytest.mark.parametrize("name", TAUGHT)
def test_every_clause_that_a_beginner_needs_is_taught(name: str) -> None:
    lesson, known = stage(name).lesson, set(clauses(alcove.game(name), "en"))
    taught = {clause for step in lesson.steps.values() for clause in step.clauses}
    assert taught <= known
    assert len(lesson.beginner) >= 10
    assert set(lesson.beginner) - taught == set()


@pytest.mark.parametrize("name", TAUGHT)
def test_a_step_that_leaves_a_choice_is_followed_by_a_position_of_its_own(name: str) -> None:
    """Else the table would jump to another position than the reader's."""
    scenes = list(stage(name).scenes.values())
    for scene, following in pairwise(scenes):
        if following.step.position is not None or following.step.start is not None:
            continue
        position = scene.position
        for place, asked in enumerate(model_line(scene)):
            fitting = {a.text for a in position.legal(scene.step.seat) if scene.step.fits(place, a.text)}
            assert fitting == {asked}, scene.step.id
            position = position.play(scene.step.seat, asked)


@pytest.mark.parametrize("name", TAUGHT)
def test_lessons_speak_both_languages_in_short_words(name: str) -> None:
    lesson = stage(name).lesson
    assert MIN_STEPS <= len(lesson.steps) <= MAX_STEPS
    assert len(lesson.steps) == sum(len(chapter.step) for chapter in lesson.chapter)
    assert all(ID.fullmatch(id_) for id_ in lesson.steps)
    known = {language: set(clauses(alcove.game(name), language)) for language in LANGUAGES}
    for words in texts_of(lesson):
        for language in LANGUAGES:
            said = words.text.of(language)
            assert said.strip() == said != ""
            assert len(said.split()) <= MAX_WORDS, said
            cited = set(re.findall(rf"{alcove.game(name).clause_prefix}-\d+", said))
            assert cited <= known[language]


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_sent_in_few_bytes(name: str) -> None:
    for language in LANGUAGES:
        assert len(lessons.packed(alcove.game(name), language)) < 100_000
