"""The shapes of what clients are told who learn a game, look back at one, or solve a puzzle; beside `shapes`."""

from __future__ import annotations

from typing import Literal

import msgspec

from alcove.analysis import Decision
from alcove.server.shapes import Choice, LastTurn, View

Result = Literal["won", "drawn", "lost"]


class LessonMoment(msgspec.Struct):
    """A moment of a lesson: a position, and the action that has led to it, if one has."""

    seat: int | None
    text: str | None
    turn: LastTurn | None
    story: list[str]
    view: View
    legal: list[Choice]
    shows: str | None
    """The action that is asked for next, for whoever wants to be shown it."""


class LessonStep(msgspec.Struct):
    id: str
    title: str
    say: str
    clauses: list[str]
    seat: int
    task: bool
    """Whether something has to be done; else there is only something to read."""
    moments: list[LessonMoment]
    """What leads to the position of the step; the last one is the position itself."""


class LessonChapter(msgspec.Struct):
    id: str
    title: str
    steps: list[LessonStep]


class Lesson(msgspec.Struct):
    minutes: int
    chapters: list[LessonChapter]


class LessonAnswer(msgspec.Struct):
    """What comes of a try: the rules refuse it, it is not what the step asks for, it is a part of it, or all of it."""

    verdict: Literal["refused", "wrong", "on", "done"]
    message: str | None
    clause: str | None
    moments: list[LessonMoment]


class Explanation(msgspec.Struct):
    text: str
    clause: str | None


class Explanations(msgspec.Struct):
    """What stands on a table of the game, by key."""

    things: dict[str, Explanation]


class Analysis(msgspec.Struct):
    """What people decided in a finished game; ask again until done = of."""

    decisions: list[Decision]
    accuracy: list[float | None]
    """By seat, from 0 to 100; null for a seat that had nothing to decide, as far as is known."""
    done: int
    of: int


class PastGame(msgspec.Struct):
    """A finished game of somebody who looks back."""

    id: str
    game: str
    ended: float
    """Unix seconds."""
    result: Result | None
    """None if nobody else was there to win or lose against."""
    levels: list[int]
    """Of the bots at the table."""
    people: int
    """How many others sat there."""
    accuracy: float | None
    """From 0 to 100; null as long as it is not known."""
    tried: bool
    """Whether it began with a position from elsewhere."""


class Results(msgspec.Struct):
    """How all games against the same opponents went."""

    game: str
    against: int | Literal["mixed", "people", "none"]
    """The bots' level."""
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    accuracy: float | None = None
    """The mean of those games of which it is known."""


class Course(msgspec.Struct):
    """How well somebody has decided in a game, over time."""

    game: str
    points: list[float]
    """Accuracies, oldest first."""
    each: int
    """How many games a point is the mean of; the last may be of fewer."""
    since: float
    """When the first of these games ended, in seconds."""
    until: float
    """When the last of them did."""


class Person(msgspec.Struct):
    """What this browser has played; nobody else is told."""

    games: list[PastGame]
    """The last ones, newest first."""
    results: list[Results]
    """Of all games that began at the beginning."""
    courses: list[Course]


class PuzzleTheme(msgspec.Struct):
    name: str
    title: str


class PuzzleLine(msgspec.Struct):
    """A puzzle in a list."""

    id: str
    theme: str
    level: int
    """The lowest level of the bots that solves it more often than not."""
    setup: str
    """The players and options that it comes from, in words."""


class PuzzleList(msgspec.Struct):
    title: str
    themes: list[PuzzleTheme]
    puzzles: list[PuzzleLine]
    day: str
    daily: str | None
    """The puzzle of the day, the same for everybody."""


class Puzzle(msgspec.Struct):
    """A position as one seat knows it, what it may do, and what is best."""

    id: str
    theme: str
    level: int
    seat: int
    view: View
    legal: list[Choice]
    answer: str
    values: dict[str, float]
    """The seat's chances with the answer and its rivals, from 0 to 1."""
    line: list[LineStep]
    """The position, the answer, and what may follow."""


class PuzzleReason(msgspec.Struct):
    """Why something cannot be done in a puzzle; clause and message are null if it can."""

    clause: str | None
    message: str | None


class LineStep(msgspec.Struct):
    """An action that might be done, and what would come of it; the first step has none."""

    seat: int | None
    text: str | None
    turn: LastTurn | None
    story: list[str]
    view: View


class Line(msgspec.Struct):
    """What would have been better than one decision, and what may have followed, as that seat would have seen it."""

    steps: list[LineStep]
