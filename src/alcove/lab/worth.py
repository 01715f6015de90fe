"""What a thing is worth: the same games played twice, once with a seat that must take it, once with one that must not.

That owners of a card win more often says little: who is ahead can afford it. Here one seat of a game is made to take
the thing whenever it can, and in the same game never to take it; everything else is the same until that makes a
difference. Things that come again and again are forced and forbidden only when they are first offered, and events are
brought about or averted by drawing anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from alcove.executors import Workers, pieces, spread
from alcove.kernel.text import Text
from alcove.lab.policy import FORCED
from alcove.lab.section import Plot, Row, Section, Value, count, gap
from alcove.lab.simulate import Report, Setup, play_games, prepare
from alcove.lab.statistics import chance_of, discoveries
from alcove.lab.sums import SHARE_UNIT, Sums
from alcove.lab.things import Group, count_things, first_of, group_of

CHUNK = 50

TITLE = Text("Worth: {group}", "Wert: {group}")
PAIRS = Text("pairs of games", "Spielpaare")
WINS = Text("worth in wins", "Wert in Siegen")
POINTS = Text("worth in points", "Wert in Punkten")
NOTE = Text(
    "The same games with one seat that must take it and one that must not: wins in percentage points, and points, that "
    "it brings. * is believed; of all that are marked so, about one in twenty is marked by chance.",
    "Dieselben Spiele mit einem Platz, der es nehmen muss, und einem, der nicht darf: was es an Siegen (in "
    "Prozentpunkten) und Punkten bringt. * gilt als sicher; von allem so Markierten ist etwa eins von zwanzig Zufall.",
)
FIRST_TIME = Text(
    " It is forced and forbidden only when first offered.", " Erzwungen und verboten nur beim ersten Mal."
)


@dataclass(frozen=True)
class Forcing:
    """A job: play the games of a chunk, then those again in which a thing was offered, with it and without."""

    setup: Setup
    things: tuple[int, ...]

    @property
    def piece(self) -> int:
        return CHUNK if self.setup.quick else 1

    @property
    def threads(self) -> bool:
        return self.setup.quick

    def prepare(self) -> None:
        prepare(self.setup)

    def __call__(self, first: int, last: int) -> Sums:
        sums = Sums()
        for numbers in pieces(first, last, CHUNK):
            self._add(sums, numbers)
        return sums

    def _add(self, sums: Sums, numbers: range) -> None:
        seats = np.array([self.setup.tested_seat(number) for number in numbers])
        offered = play_games(self.setup, numbers).offered[np.arange(len(numbers)), seats]
        for thing in self.things:
            group, _ = group_of(self.setup.game, thing)
            chosen = [number for at, number in enumerate(numbers) if group.kind == "event" or offered[at, thing]]
            if chosen:
                self._compare(sums, thing, chosen, group.repeats)

    def _compare(self, sums: Sums, thing: int, numbers: list[int], once: bool) -> None:
        at = np.arange(len(numbers)), np.array([self.setup.tested_seat(number) for number in numbers])
        shares, scores = [], []
        for times in (FORCED, 0.0):
            player = replace(self.setup.usual, favour=((thing, times),), once=once)
            finished = play_games(replace(self.setup, tested=player), numbers)
            shares.append(finished.shares[at])
            scores.append(finished.scores[at])
        sums.add(f"worth.{thing}", shares[0] - shares[1], unit=SHARE_UNIT)
        sums.add(f"worth_points.{thing}", scores[0] - scores[1])


def worth(
    setup: Setup,
    games: int,
    things: Sequence[int] | None = None,
    workers: Workers = None,
    report: Report | None = None,
) -> Sums:
    """Find the worth of some things, or of all that are chosen or happen, in so many games."""
    chosen = tuple(range(count_things(setup.game)) if things is None else things)
    told = tuple(thing for thing in chosen if group_of(setup.game, thing)[0].kind != "dealt")
    sums = Sums()
    for last, part in spread(Forcing(setup, told), [(0, games)], workers):
        sums.merge(part)
        if report is not None:
            report(last, games)
    return sums


def sections(setup: Setup, sums: Sums) -> list[Section]:
    return [section for group in setup.game.lab.THINGS if (section := _section(setup, sums, group)) is not None]


def _section(setup: Setup, sums: Sums, group: Group) -> Section | None:
    first = first_of(setup.game, group.key)
    used = [at for at in range(len(group)) if sums.of(f"worth.{first + at}").seen > 1]
    if not used:
        return None
    wins = {at: sums.of(f"worth.{first + at}").average for at in used}
    points = {at: sums.of(f"worth_points.{first + at}").average for at in used}
    in_wins = dict(zip(used, discoveries([chance_of(wins[at]) for at in used]), strict=True))
    in_points = dict(zip(used, discoveries([chance_of(points[at]) for at in used]), strict=True))
    order = sorted(used, key=lambda at: -wins[at].value)
    rows: list[Row] = [
        (group.names[at], count(wins[at].seen), gap(wins[at], in_wins[at]), Value(points[at], "", 2, in_points[at]))
        for at in order
    ]
    bars = [(group.names[at], wins[at]) for at in order]
    plot = Plot("bars", WINS, group.title, bars=bars, percent=True, level=0.0)
    note = Text(*(a + b for a, b in zip(NOTE, FIRST_TIME, strict=True))) if group.repeats else NOTE
    title = TITLE.fill(group=group.title)
    return Section(f"worth-{group.key}", title, (group.title, PAIRS, WINS, POINTS), rows, note, [plot])
