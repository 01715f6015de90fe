"""How a game unfolds: everybody's chances along a sample of games, when it is decided, and which choices matter.

Chances are found by search: from a moment on, what is hidden from all is drawn anew and the game is played to its end
many times. What a choice is worth comes from the bots' own search, with the same effort for each of two choices.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from alcove.bots.engine import search, warm
from alcove.bots.judge import judge
from alcove.bots.thought import mixed
from alcove.executors import Workers, spread
from alcove.kernel.position import Position
from alcove.kernel.text import Text
from alcove.lab.section import Line, Plot, Row, Section, mean, rate
from alcove.lab.simulate import Course, Report, Setup, blank, decide, play_on, prepare
from alcove.lab.sums import CHANCE_UNIT, SHARE_UNIT, Sums

MOMENTS = 20
"""A game is looked at so many times, from its beginning on, at equal distances."""
PLAYOUTS = 100
JUDGED_CHOICES = 6
"""Choices of a game that are judged, with so many simulations to find the best and to judge each of two."""
SEARCHED, JUDGED = 160, 120
DECIDED = 0.8
MATTERS = 0.05
PART_UNIT = 1000

TITLE = Text("Drama", "Spannung")
WHAT, FIGURE = Text("what", "was"), Text("figure", "Wert")
SAMPLE = Text("games looked at closely", "genau betrachtete Spiele")
DECIDED_AT = Text("decided after, in parts of the game", "entschieden nach, in Teilen des Spiels")
LOWEST = Text("lowest chances of who wins", "niedrigste Chancen derer, die gewinnen")
SWINGS = Text("changes of the favourite", "Wechsel der Favoritenrolle")
DRAMA = Text("drama (0 to 1)", "Dramatik (0 bis 1)")
UNCERTAIN = Text("how open it is (0 to 1)", "wie offen es ist (0 bis 1)")
COST = Text("what a thoughtless choice costs", "was eine unbedachte Wahl kostet")
MATTER = Text("choices that matter", "Entscheidungen, auf die es ankommt")
MATTER_EACH = Text("… in a game", "… je Spiel")
NOTE = Text(
    "Decided: from here on the winner's chances stay above 80 %. Drama: how far winners were behind on the way (the "
    "root of the gap, Browne). A choice matters if another one at random loses 5 percentage points or more.",
    "Entschieden: Von hier an bleiben die Chancen derer, die gewinnen, über 80 %. Dramatik: wie weit sie unterwegs "
    "zurücklagen (die Wurzel des Abstands, nach Browne). Auf eine Wahl kommt es an, wenn eine zufällige andere "
    "mindestens 5 Prozentpunkte der Chancen kostet.",
)
PART_OF_GAME = Text("part of the game", "Teil des Spiels")
CHANCES = Text("chances", "Chancen")
OF_WINNER = Text("of who wins in the end", "derer, die am Ende gewinnen")
OF_FAVOURITE = Text("of the favourite", "der Favoritin")


class Moment(NamedTuple):
    """Somebody had a choice."""

    position: Position
    seat: int
    choices: list[int]


@dataclass(frozen=True)
class Drama:
    """A job: play games, look at everybody's chances along the way, and judge some choices."""

    setup: Setup
    playouts: int = PLAYOUTS

    piece = 1
    threads = False

    def prepare(self) -> None:
        warm(self.setup.game)
        prepare(self.setup)

    def __call__(self, first: int, last: int) -> Sums:
        sums = Sums()
        for number in range(first, last):
            moments, end = self._course(number)
            if moments:
                self._add_chances(sums, number, moments, end)
                self._add_choices(sums, number, moments)
        return sums

    def _course(self, number: int) -> tuple[list[Moment], Position]:
        dice = random.Random(f"{self.setup.seed} drama {number}")
        room = {key: value[0] for key, value in blank(self.setup, 1).items()}
        course, position, moments = Course(self.setup, room), self.setup.start(number), []
        while not position.over:
            seat = position.awaited[0]
            choices = position.legal_indices(seat)
            action = choices[0]
            if len(choices) > 1:
                moments.append(Moment(position, seat, choices))
                player = self.setup.player_at(number, seat)
                action = decide(player, position, seat, choices, dice.getrandbits(63), room["offered"])
            position = course.play(position, seat, choices, action)
        return moments, position

    def _add_chances(self, sums: Sums, number: int, moments: list[Moment], end: Position) -> None:
        final = _shares(self.setup, end)
        if final.max() < 1:
            return  # a shared win has no winner to follow
        winner = int(final.argmax())
        looks = [moments[at * len(moments) // MOMENTS].position for at in range(MOMENTS)]
        chances = np.array([self.chances(look, mixed(number, at)) for at, look in enumerate(looks)])
        of_winner, best = chances[:, winner], chances.max(axis=1)
        behind = np.nonzero(of_winner < DECIDED)[0]
        decided = (int(behind[-1]) + 1) / MOMENTS if len(behind) else 0.0
        openness = ((1 - best) / (1 - 1 / max(2, self.setup.players))).clip(0, 1)
        favourites = chances.argmax(axis=1)
        sums.add("drama_winner", _fixed(of_winner)[None], unit=CHANCE_UNIT)
        sums.add("drama_best", _fixed(best)[None], unit=CHANCE_UNIT)
        sums.add("drama_lowest", _fixed(of_winner.min())[None], unit=CHANCE_UNIT)
        sums.add("drama", _fixed(np.sqrt(best - of_winner).mean())[None], unit=CHANCE_UNIT)
        sums.add("drama_open", _fixed(openness.mean())[None], unit=CHANCE_UNIT)
        sums.add("drama_swings", [int((favourites[1:] != favourites[:-1]).sum())])
        sums.add("drama_decided", [round(PART_UNIT * decided)], unit=PART_UNIT)

    def chances(self, position: Position, seed: int) -> Any:
        """Everybody's share of the wins, and nobody's, if the game goes on from here."""
        redrawn = [position.renewed(f"{seed} {nth}").copy_row() for nth in range(self.playouts)]
        finished = play_on(self.setup, np.concatenate(redrawn), [mixed(seed, nth) for nth in range(self.playouts)])
        shares = finished.shares / SHARE_UNIT
        if not self.setup.contested:
            shares = shares[:, :1]
        nobody = 1 - shares.sum(axis=1, keepdims=True)
        return np.concatenate([shares, nobody], axis=1).mean(axis=0).clip(0, 1)

    def _add_choices(self, sums: Sums, number: int, moments: list[Moment]) -> None:
        dice = random.Random(f"{self.setup.seed} choices {number}")
        costs = []
        for position, seat, choices in dice.sample(moments, min(JUDGED_CHOICES, len(moments))):
            best = search(position, seat, simulations=SEARCHED, seed=dice.getrandbits(63)).action.index
            other = dice.choice([choice for choice in choices if choice != best])
            seed = dice.getrandbits(32)
            costs.append(judge(position, seat, best, JUDGED, seed) - judge(position, seat, other, JUDGED, seed))
        sums.add("choice_cost", _fixed(np.array(costs)), unit=CHANCE_UNIT)
        sums.add("choice_matters", np.array(costs) >= MATTERS)
        sums.add("choice_count", [len(moments)])


def _shares(setup: Setup, end: Position) -> Any:
    assert end.outcome is not None
    shares = list(end.outcome.shares)[: setup.players if setup.contested else 1]
    return np.array([*shares, 1 - sum(shares)])


def _fixed(numbers: Any) -> Any:
    return np.rint(np.asarray(numbers) * CHANCE_UNIT).astype(np.int64)


def drama(setup: Setup, games: int, workers: Workers = None, report: Report | None = None) -> Sums:
    sums = Sums()
    for last, part in spread(Drama(setup), [(0, games)], workers):
        sums.merge(part)
        if report is not None:
            report(last, games)
    return sums


def sections(sums: Sums) -> list[Section]:
    matter, each = sums.of("choice_matters").rate, sums.of("choice_count").average
    rows: list[Row] = [
        (SAMPLE, str(sums.of("choice_count").seen)),
        (DECIDED_AT, mean(sums.of("drama_decided").average)),
        (LOWEST, rate(sums.of("drama_lowest").average)),
        (SWINGS, mean(sums.of("drama_swings").average)),
        (DRAMA, mean(sums.of("drama").average)),
        (UNCERTAIN, mean(sums.of("drama_open").average)),
        (COST, rate(sums.of("choice_cost").average)),
        (MATTER, rate(matter)),
        (MATTER_EACH, mean(_times(matter, each), 1)),
    ]
    lines = [_line(sums, "drama_winner", OF_WINNER), _line(sums, "drama_best", OF_FAVOURITE)]
    plot = Plot("lines", PART_OF_GAME, CHANCES, lines, percent=True)
    return [Section("drama", TITLE, (WHAT, FIGURE), rows, NOTE, [plot] if sums.size("drama_winner") else [])]


def _times(one: Any, other: Any) -> Any:
    """The product of two independent figures."""
    if not one.seen or not other.seen:
        return one
    value = one.value * other.value
    half = math.hypot(one.half_width * other.value, other.half_width * one.value if math.isfinite(other.high) else 0.0)
    return one._replace(value=value, low=value - half, high=value + half)


def _line(sums: Sums, key: str, name: Text) -> Line:
    found = [figure.average for figure in sums.each(key)]
    return Line(
        name,
        [(at / MOMENTS, one.value) for at, one in enumerate(found)],
        [(one.low, one.high) for one in found] if found and math.isfinite(found[0].low) else (),
    )
