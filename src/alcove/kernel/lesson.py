"""A lesson: a guided first game, written as data in the game's folder (`lesson.toml`).

Each step begins in a position: one in words, the start of a new game, or where the step before has ended. It says one
thing, and asks the reader to do it. An answer is a line of actions; at each place of it stands a pattern, or several,
that the action's text must fit. A legal action that is not asked for is answered with the words of the step, and an
illegal one with the rule that forbids it. What others do is written down as well, so a lesson never surprises. Where a
step promises a number, its goal says which one; every answer must reach it, and nothing else that is legal may.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from alcove.kernel.errors import NotYourTurnError
from alcove.kernel.position import Action, NamedAction, Position
from alcove.kernel.text import Text

if TYPE_CHECKING:
    from alcove.kernel.game import Game

FILE = "lesson.toml"
CLAUSE = re.compile(r"\b[A-Z]+-[0-9]+\b")

Verdict = Literal["on", "done", "wrong"]
"""What a legal action is: part of an answer, the end of one, or none."""


class Words(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    en: str
    de: str

    @property
    def text(self) -> Text:
        return Text(self.en, self.de)


class Start(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A new game."""

    players: int
    seed: int = 1
    options: dict[str, int | str] = {}


class Miss(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Words for certain actions that are not asked for."""

    when: str
    say: Words


class ScriptedStep(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    id: str
    title: Words
    say: Words
    clauses: tuple[str, ...] = ()
    """The clauses that it teaches."""
    position: str | None = None
    start: Start | None = None
    before: tuple[str, ...] = ()
    """What is played before the reader comes in: the seat, counted from 0, and the action."""
    seat: int = 0
    answer: tuple[str | tuple[str, ...], ...] = ()
    """The actions that are asked for, one after the other; none if there is only something to read."""
    goal: tuple[str, ...] = ()
    """What holds once it is done, such as `captured.0 = 3`: a place in the table's view, a relation and a number."""
    misses: tuple[Miss, ...] = ()
    wrong: Words | None = None
    after: tuple[str, ...] = ()
    """What is played when it is done."""
    done: Words | None = None

    def patterns(self, place: int) -> tuple[str, ...]:
        wanted = self.answer[place]
        return (wanted,) if isinstance(wanted, str) else wanted

    def fits(self, place: int, text: str) -> bool:
        return any(fnmatchcase(text, pattern) for pattern in self.patterns(place))

    def reproach(self, text: str) -> Text | None:
        """What is said to a legal action that is not asked for."""
        for miss in self.misses:
            if fnmatchcase(text, miss.when):
                return miss.say.text
        return None if self.wrong is None else self.wrong.text

    def rule(self, words: Text | None) -> str | None:
        """The clause behind such words: the one that they cite, else the first that the step teaches."""
        cited = CLAUSE.search("" if words is None else words.en)
        return cited[0] if cited else next(iter(self.clauses), None)


class Chapter(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    id: str
    title: Words
    step: tuple[ScriptedStep, ...]


class ScriptedAction(NamedTuple):
    """An action of a lesson, with the positions around it."""

    seat: int
    action: Action
    before: Position
    after: Position


class Lesson(msgspec.Struct, forbid_unknown_fields=True, frozen=True, dict=True):
    minutes: int
    beginner: tuple[str, ...]
    """The clauses that a beginner needs; each is taught by a step."""
    chapter: tuple[Chapter, ...]

    @cached_property
    def steps(self) -> dict[str, ScriptedStep]:
        return {step.id: step for chapter in self.chapter for step in chapter.step}


class LessonScene(NamedTuple):
    """A step with its position."""

    step: ScriptedStep
    led: tuple[ScriptedAction, ...]
    """What led to the position, as far as it is shown."""
    position: Position


class Stage:
    """A lesson of a game that can be played: the scene of each step."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.lesson = lesson
        self.scenes: dict[str, LessonScene] = {}
        last: Position | None = None
        for step in lesson.steps.values():
            scene = self.scenes[step.id] = _scene(game, step, last)
            played = play_answer(scene)
            last = played[-1].after if played else scene.position


def load(package: str) -> Lesson | None:
    """The lesson in a game's folder, None if there is none."""
    file = resources.files(package).joinpath(FILE)
    if not file.is_file():
        return None
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Lesson)


def _scene(game: Game, step: ScriptedStep, last: Position | None) -> LessonScene:
    if step.position is not None:
        position = game.read(step.position)
    elif step.start is not None:
        position = game.new(step.start.players, step.start.seed, **step.start.options)
    elif last is not None:
        position = last
    else:
        raise ValueError(f"{game.name}, step {step.id}: a lesson begins with a position")
    led = tuple(_follow(position, step.before))
    return LessonScene(step, led, led[-1].after if led else position)


def _follow(position: Position, script: Sequence[str]) -> Iterator[ScriptedAction]:
    for line in script:
        seat, _, text = line.partition(" ")
        played = _play(position, int(seat), text)
        yield played
        position = played.after


def _play(position: Position, seat: int, named: NamedAction) -> ScriptedAction:
    after = position.play(seat, named)
    return ScriptedAction(seat, position.action(seat, position.index_of(seat, named)), position, after)


def model_action(position: Position, step: ScriptedStep, place: int) -> Action:
    """The action that is asked for: the first one that the first fitting pattern allows."""
    legal = position.legal(step.seat)
    for pattern in step.patterns(place):
        for action in legal:
            if fnmatchcase(action.text, pattern):
                return action
    raise ValueError(f"{position.game.name}, step {step.id}: nothing legal fits {step.answer[place]!r}")


def play_answer(scene: LessonScene) -> list[ScriptedAction]:
    """The answer that a step asks for, and what is played after it."""
    step, position = scene.step, scene.position
    played: list[ScriptedAction] = []
    for place in range(len(step.answer)):
        action = model_action(position, step, place)
        played.append(_play(position, step.seat, action.text))
        position = played[-1].after
    played += _follow(position, step.after)
    return played


class Try(NamedTuple):
    verdict: Verdict
    words: Text | None
    played: list[ScriptedAction]
    """The last action, and all that follows by itself; nothing if it was wrong."""
    clause: str | None = None
    """The rule that answers a wrong try."""


def attempt(scene: LessonScene, line: Sequence[NamedAction]) -> Try:
    """Judge the last action of a line that began in a scene. Raises an AlcoveError if the rules forbid it."""
    step, position = scene.step, scene.position
    if not line or len(line) > len(step.answer):
        raise NotYourTurnError(Text("This step asks for nothing more.", "Mehr verlangt dieser Schritt nicht."))
    played = None
    for place, named in enumerate(line):
        played = _play(position, step.seat, named)
        if not step.fits(place, played.action.text):
            words = step.reproach(played.action.text)
            return Try("wrong", words, [], step.rule(words))
        position = played.after
    assert played is not None
    if len(line) < len(step.answer):
        return Try("on", None, [played])
    return Try("done", None if step.done is None else step.done.text, [played, *_follow(position, step.after)])
