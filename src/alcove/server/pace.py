"""When a bot answers.

Where nothing is secret: as soon as it has thought, but not before people could follow what was done last. Where
something is, the time a bot takes would tell what it holds (a forced choice takes no time at all). So there each
thought has a span: it is cut off at the end of it, and keeps its thread until then, however soon it is done. When
others begin then follows from what everybody knows, and so does the time of an answer: it comes after a time that
follows from the level, or a moment after the end of its span if the thought had to wait for others. Several that
choose at once answer in the order of their seats.
"""

from __future__ import annotations

from typing import NamedTuple


class Times(NamedTuple):
    """How long a level thinks at the most, and when it answers, in seconds."""

    span: float
    answer: float


TIMES = {
    1: Times(0.05, 0.5),
    2: Times(0.05, 0.5),
    3: Times(0.1, 0.5),
    4: Times(0.5, 1.0),
    5: Times(1.0, 1.5),
}
HASTY = TIMES | {4: Times(0.3, 0.6), 5: Times(0.5, 0.75)}
"""In the middle of a turn, which began with the usual time; the shorter span also where several choose at once and must
wait for a thread."""
TOLD_REST = 0.5
"""Between the end of a span and the answer of a bot that was told how long to think."""
REST_SECONDS = 0.25
"""Between the end of a span and the answer: a thought that is cut off takes a moment to end."""
BEAT_SECONDS = 0.5
"""How much later it answers, again and again, that has not ended by then."""
SEAT_SECONDS = 0.005
"""Between the answers of two bots that were asked at the same moment."""


class Pace:
    def __init__(self, secrets: bool, pause: float) -> None:
        """Without a pause bots answer at once, whatever that tells: for tests and trusted company."""
        self.hides, self._pause = secrets and pause > 0, pause

    def times(self, level: int, goes_on: bool, queued: bool, told: float | None = None) -> Times:
        """For a bot that `goes_on` with its own turn, or that chooses at once with more than there are threads for.
        One that was told how long to think takes half of that where others are hasty."""
        if told is None:
            usual, hasty = TIMES.get(level, TIMES[1]), HASTY.get(level, TIMES[1])
        else:
            usual, hasty = Times(told, told + TOLD_REST), Times(told / 2, told / 2 + TOLD_REST)
        if goes_on:
            return hasty
        return usual._replace(span=hasty.span) if queued else usual

    def span(self, level: int) -> float:
        """How long a thought has to itself that nobody else waits for; nothing where it may end when it likes."""
        return TIMES.get(level, TIMES[1]).span if self.hides else 0.0

    def follow(self, changed: float) -> float:
        """When a bot may answer at a table that last changed then, where its time tells nothing."""
        return changed + self._pause

    def due(self, asked: float, began: float, seat: int, times: Times) -> float:
        """When a bot answers that was asked at a time, and whose thought began at another."""
        answer = max(asked + max(self._pause, times.answer), began + times.span + REST_SECONDS)
        return answer + seat * SEAT_SECONDS
