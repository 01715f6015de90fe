"""Finished games as somebody's own page tells them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean
from typing import Literal

from alcove.kernel.outcome import ABANDONED
from alcove.server.learning_shapes import Course, PastGame, Person, Result, Results
from alcove.server.stored import FinishedTable, Past

LISTED = 200
POINTS = 60
"""The most that a graph can show apart from each other."""


class Summary:
    """Sums up finished games while they are read, newest first. Tried ones tell nothing of strength."""

    def __init__(self) -> None:
        self._last: list[PastGame] = []
        self._results: dict[tuple[str, int | str], Results] = {}
        self._accuracies: defaultdict[tuple[str, int | str], list[float]] = defaultdict(list)
        self._courses: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)

    def add(self, past: Iterable[Past]) -> None:
        for one in map(past_game, past):
            if len(self._last) < LISTED:
                self._last.append(one)
            if not one.tried:
                self._count(one)

    def _count(self, one: PastGame) -> None:
        against = _against(one)
        row = self._results.setdefault((one.game, against), Results(one.game, against))
        row.played += 1
        row.won += one.result == "won"
        row.drawn += one.result == "drawn"
        row.lost += one.result == "lost"
        if one.accuracy is not None:
            self._accuracies[one.game, against].append(one.accuracy)
            self._courses[one.game].append((one.ended, one.accuracy))

    def person(self) -> Person:
        for key, known in self._accuracies.items():
            self._results[key].accuracy = fmean(known)
        rows = sorted(self._results.values(), key=lambda row: (row.game, str(row.against)))
        return Person(self._last, rows, [_course(game, known[::-1]) for game, known in self._courses.items()])


def _against(one: PastGame) -> int | Literal["mixed", "people", "none"]:
    if one.people:
        return "people"
    levels = set(one.levels)
    return "none" if not levels else levels.pop() if len(levels) == 1 else "mixed"


def _course(game: str, known: list[tuple[float, float]]) -> Course:
    """From the ends and the accuracies of its games, oldest first."""
    each = -(-len(known) // POINTS)
    accuracies = [accuracy for _, accuracy in known]
    points = [round(fmean(accuracies[at : at + each]), 1) for at in range(0, len(known), each)]
    return Course(game, points, each, since=known[0][0], until=known[-1][0])


def past_game(past: Past) -> PastGame:
    table, held = past.table, past.table.held
    known = [value for seat, value in past.accuracy.items() if seat in held]
    return PastGame(
        id=table.id,
        game=table.game,
        ended=table.ended,
        result=_result(table),
        levels=sorted(seat.level for seat in table.seats if seat.kind == "bot" and seat.level is not None),
        people=sum(seat.kind == "human" and number not in held for number, seat in enumerate(table.seats)),
        accuracy=round(sum(known) / len(known), 1) if known else None,
        tried=past.tried,
    )


def _result(table: FinishedTable) -> Result | None:
    """How it went for whoever held these seats; nothing if they had all of several, or nobody played it out."""
    if table.ending is None or 1 < len(table.seats) == len(table.held):
        return None
    outcome = table.ending[0]
    if outcome.reason == ABANDONED:
        return None
    if not table.held & set(outcome.winners):
        return "lost"
    return "drawn" if outcome.kind == "drawn" else "won"
