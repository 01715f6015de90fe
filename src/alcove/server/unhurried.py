"""Where bots think that are told how long: one at a time, whoever asks.

Addresses take turns as everywhere, and nothing else waits for such a thought: it has a thread of its own, and all the
threads that it thinks in are the last that the machine cares for. So a stranger who lets a bot think for a minute takes
nothing from anybody but those who wait for the same.
"""

from __future__ import annotations

from typing import NamedTuple

from alcove.bots import Cancel, Thought, think_long
from alcove.bots.levels import USUAL_SECONDS, Level, check_any_level, check_level, hint_level, long_level
from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game
from alcove.kernel.position import Position
from alcove.kernel.text import Text
from alcove.server.workers import Workers

OFFERED_SECONDS = (3, 10, 30, 60)
NICENESS = 15
TOO_LONG = Text(
    "A bot may think for {most} seconds at the most here.", "Ein Bot darf hier höchstens {most} Sekunden lang denken."
)


class Strength(NamedTuple):
    """How a bot plays: its level, and how long it thinks if it was told."""

    level: int
    seconds: float | None = None


class Unhurried(Workers):
    def __init__(self, most: int, threads: int) -> None:
        """`most` is how many seconds a bot may be told."""
        super().__init__(1, "unhurried-bot", niceness=NICENESS)
        self.most, self._search_threads = most, threads

    def think(self, position: Position, seat: int, seconds: float, seed: int, cancel: Cancel) -> Thought:
        return think_long(position, seat, seconds, self._search_threads, seed, cancel)


def offered(unhurried: Unhurried | None) -> list[int]:
    """How long a bot may be told to think: a few times to choose from."""
    if unhurried is None:
        return []
    return [seconds for seconds in OFFERED_SECONDS if seconds <= unhurried.most] or [unhurried.most]


def check_wish(game: Game, level: int, seconds: int | None, unhurried: Unhurried | None) -> Level:
    """Whether such a bot can be had here."""
    if unhurried is None:
        return check_level(game, level)
    if seconds is not None and seconds > unhurried.most:
        raise OptionError(TOO_LONG.fill(most=unhurried.most))
    return check_any_level(game, level)


def strength_of(game: Game, level: int, seconds: int | None, unhurried: Unhurried | None) -> Strength:
    """How a bot plays that was once had: the strongest of the others where nobody may be told any more."""
    if level != long_level(game):
        return Strength(level)
    if unhurried is None:
        return Strength(hint_level(game))
    return Strength(level, min(seconds or USUAL_SECONDS, unhurried.most))
