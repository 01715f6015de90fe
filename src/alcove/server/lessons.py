"""Lessons for browsers: what a reader is shown and what comes of a try. Nothing is kept between two requests."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import Game
from alcove.kernel.lesson import LessonScene, ScriptedAction, ScriptedStep, Stage, attempt, model_action
from alcove.kernel.position import Position
from alcove.kernel.story import tell
from alcove.server.incoming import encode, named_action
from alcove.server.learning_shapes import Lesson, LessonAnswer, LessonChapter, LessonMoment, LessonStep
from alcove.server.refusals import NO_LESSON, NotFoundError
from alcove.server.shapes import Choice, LastTurn


@cache
def packed(game: Game, language: str) -> bytes:
    return gzip.compress(written(game, language), 5)


@cache
def written(game: Game, language: str) -> bytes:
    """The whole lesson. It is the same for everybody, and made once."""
    stage = _stage(game)
    chapters = [
        LessonChapter(
            chapter.id,
            chapter.title.text.of(language),
            [_described(stage.scenes[step.id], language) for step in chapter.step],
        )
        for chapter in stage.lesson.chapter
    ]
    return encode(Lesson(stage.lesson.minutes, chapters))


@cache
def _made(game: Game) -> Stage | None:
    return None if game.lesson is None else Stage(game, game.lesson)


def _stage(game: Game) -> Stage:
    stage = _made(game)
    if stage is None:
        raise NotFoundError(NO_LESSON)
    return stage


def _described(scene: LessonScene, language: str) -> LessonStep:
    step = scene.step
    first = scene.led[0].before if scene.led else scene.position
    moments = [_moment(first, step, None), *_told(scene.led, step, language)]
    moments[-1].shows = _shows(scene.position, step, 0)
    moments[-1].legal = Choice.all_of(scene.position, step.seat) if step.answer else []
    return LessonStep(
        step.id,
        step.title.text.of(language),
        step.say.text.of(language),
        list(step.clauses),
        step.seat,
        bool(step.answer),
        moments,
    )


def _told(script: Iterable[ScriptedAction], step: ScriptedStep, language: str) -> Iterator[LessonMoment]:
    """Actions one by one, as the reader's seat may know them."""
    texts: list[str] = []
    parts: list[Mapping[str, Any] | None] = []
    number, last = -1, None
    for played in script:
        if played.seat != last:
            number, last, texts, parts = number + 1, played.seat, [], []
        game, (seat, action, before, after) = played.before.game, played
        mine = seat == step.seat or not game.rules.SECRETS
        texts.append(action.text if mine else before.public_text(seat, action.index))
        parts.append(before.parts(seat, action.index) if mine else None)
        moment = _moment(after, step, LastTurn(number, seat, game.notation.join(texts), [*parts]))
        moment.text = texts[-1]
        moment.story = [line.of(language) for line in tell(before, after, seat, action, step.seat)]
        yield moment


def _moment(position: Position, step: ScriptedStep, turn: LastTurn | None) -> LessonMoment:
    view: Any = position.view(step.seat)
    return LessonMoment(None if turn is None else turn.seat, None, turn, [], view, [], None)


def _shows(position: Position, step: ScriptedStep, place: int) -> str | None:
    return model_action(position, step, place).text if place < len(step.answer) else None


def judge(game: Game, step_id: str, line: Sequence[str], language: str) -> LessonAnswer:
    scene = _stage(game).scenes.get(step_id)
    if scene is None:
        raise NotFoundError(NO_LESSON)
    try:
        tried = attempt(scene, [named_action(said) for said in line])
    except AlcoveError as error:
        return LessonAnswer("refused", error.say(language), getattr(error, "clause", None), [])
    words = None if tried.words is None else tried.words.of(language)
    moments = list(_told(tried.played, scene.step, language))
    if tried.verdict == "on":
        position = tried.played[-1].after
        moments[-1].legal = Choice.all_of(position, scene.step.seat)
        moments[-1].shows = _shows(position, scene.step, len(line))
    return LessonAnswer(tried.verdict, words, tried.clause, moments)
