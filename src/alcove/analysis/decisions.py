"""Judges what people decided in a finished game: what it cost, and what would have been better.

Every decision is judged from what its seat could know then: the search draws anew whatever was hidden from it, as bots
do. The action that was done and the best one found get the same number of simulations, with other random numbers than
the search that proposed it; so neither is ahead by the luck of having been looked at more closely.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from alcove.bots.engine import search
from alcove.bots.judge import judge
from alcove.kernel.match import Played
from alcove.kernel.position import Position

Mark = Literal["best", "good", "doubtful", "mistake"]
BEST: Mark = "best"
MARKS: tuple[tuple[Mark, float], ...] = ((BEST, 0.02), ("good", 0.06), ("doubtful", 0.14))
"""The marks with the most that a decision may cost, in chances from 0 to 1; whatever costs more is a mistake."""
WORST: Mark = "mistake"
STEEPNESS = 5.0
"""How quickly accuracy falls with the cost of a decision: half of it is gone where 0.14 is lost."""
SEARCHED, JUDGED = 800, 500
"""Simulations to find the best action, and to judge each of two."""


class Decision(msgspec.Struct, frozen=True):
    """What a seat decided with the nth action of the game, the first being 1, judged by what it could know then."""

    step: int
    seat: int
    mark: Mark
    value: float
    """The seat's chances with what it did, from 0 to 1; of all who play together, where they do."""
    best: float
    """Its chances with the best that was found."""
    better: str | None
    """What would have been better, null if nothing was."""

    @property
    def cost(self) -> float:
        return max(0.0, self.best - self.value)


class Judged(Decision, frozen=True):
    """A decision as it is kept, with what may have followed."""

    line: list[str]
    """The better action, and what may follow where nothing is hidden or left to chance."""


class Analysis(msgspec.Struct):
    """All decisions that were judged, in the order of the game."""

    decisions: list[Judged]
    of: int
    """How many there are to judge."""


class Moment(NamedTuple):
    """Somebody had to decide."""

    step: int
    position: Position
    seat: int
    action: int


def decisions(start: Position, played: Sequence[Played]) -> Iterator[Moment]:
    """Where a person had a choice, in the order of the game."""
    position = start
    for number, one in enumerate(played, 1):
        if one.human and one.seat in position.awaited and len(position.legal_indices(one.seat)) > 1:
            yield Moment(number, position, one.seat, one.action.index)
        position = position.play_legal(one.seat, one.action.index)


def judged(moments: Iterable[Moment]) -> Iterator[Judged | None]:
    """Judge what people did. It comes in pieces of some hundredths of a second, in which the interpreter is released;
    between two pieces of a decision there is None."""
    for step, position, seat, index in moments:
        thought = search(position, seat, simulations=SEARCHED, seed=step)
        yield None
        best = value = judge(position, seat, thought.action.index, JUDGED, step)
        if thought.action.index != index:
            yield None
            value = judge(position, seat, index, JUDGED, step)
        mark = mark_of(best - value)
        better, line = (None, []) if mark == BEST else (thought.action.text, thought.line)
        yield Judged(step, seat, mark, round(value, 4), round(max(best, value), 4), better, line)


def mark_of(cost: float) -> Mark:
    return next((mark for mark, most in MARKS if cost <= most), WORST)


def accuracies(judged: Iterable[Decision]) -> dict[int, float]:
    """How well each seat has decided, from 0 to 100; seats without a decision have none."""
    by_seat: dict[int, list[float]] = {}
    for one in judged:
        by_seat.setdefault(one.seat, []).append(math.exp(-STEEPNESS * one.cost))
    return {seat: round(100 * sum(each) / len(each), 1) for seat, each in by_seat.items()}
