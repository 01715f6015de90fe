"""When a bot answers.

Where nothing is secret: as soon as it has thought, but not before people could follow what was done last. Where
something is, the time a bot takes would tell what it holds (a forced choice takes no time at all). So there it answers
after a time that follows from its level alone, and several that choose at once answer in the order of their seats. If
it has not thought by then, it is told to come to an end, and answers a beat later.
"""

from __future__ import annotations

LEVEL_SECONDS = {1: 0.5, 2: 0.5, 3: 0.5, 4: 1.0, 5: 1.5}
"""How long each level takes at the most to think, on a machine that has the time for it."""
BEAT_SECONDS = 0.5
SEAT_SECONDS = 0.005
"""Between the answers of two bots that were asked at the same moment."""


class Pace:
    def __init__(self, secrets: bool, pause: float) -> None:
        """Without a pause bots answer at once, whatever that tells: for tests and trusted company."""
        self._secrets, self._pause = secrets and pause > 0, pause

    def due(self, asked: float, changed: float, seat: int, level: int) -> float:
        """When a bot answers that was asked at a time, at a table that last changed at another."""
        if not self._secrets:
            return changed + self._pause
        return asked + max(self._pause, LEVEL_SECONDS.get(level, BEAT_SECONDS)) + seat * SEAT_SECONDS

    def late(self, due: float) -> float | None:
        """When it answers that has not thought by then; None for as soon as it has."""
        return due + BEAT_SECONDS if self._secrets else None
