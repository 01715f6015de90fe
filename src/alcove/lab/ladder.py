"""Luck and skill: a ladder of bots, each thinking twice as long as the one before, and how often the better wins.

The longer the ladder before the better one's wins come down to a fair share, the more there is to be good at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from alcove.executors import Workers, spread
from alcove.kernel.text import Text
from alcove.lab.section import Plot, Row, Section, count, mean, plain, rate
from alcove.lab.simulate import THOUGHTFUL_CHUNK, Player, Report, Setup, play_games, prepare
from alcove.lab.sums import SHARE_UNIT, Sums

RUNGS = (10, 20, 40, 80, 160)
"""Simulations of the weaker bot."""

TITLE = Text("Luck and skill", "Glück und Können")
RUNG = Text("simulations", "Simulationen")
AGAINST = Text("{more} against {less}", "{more} gegen {less}")
ALONE = Text("{n}", "{n}")
GAMES = Text("games", "Spiele")
WINS = Text("the better one wins", "Stärkere gewinnt")
WINS_ALONE = Text("wins", "Siege")
LEAD = Text("points more", "Punkte mehr")
POINTS = Text("points", "Punkte")
NOTE = Text(
    "One bot that thinks twice as long sits among others, in each seat as often. By luck alone it would win {fair} %.",
    "Ein Bot, der doppelt so lange denkt, sitzt unter anderen, an jedem Platz gleich oft. Durch Glück allein gewänne "
    "er {fair} %.",
)


@dataclass(frozen=True)
class Rung:
    """A job: games in which one seat thinks twice as long as the others; all the same where there is no opponent."""

    setup: Setup
    key: int

    piece = THOUGHTFUL_CHUNK
    threads = False

    def prepare(self) -> None:
        prepare(self.setup)

    def __call__(self, first: int, last: int) -> Sums:
        sums, numbers = Sums(), range(first, last)
        finished = play_games(self.setup, numbers)
        for at, number in enumerate(numbers):
            seat = self.setup.tested_seat(number)
            share, scores = finished.shares[at, seat], finished.scores[at]
            others = (scores.sum() - scores[seat]) // max(1, len(scores) - 1) if self.setup.contested else 0
            sums.add(f"ladder.{self.key}", [share], unit=SHARE_UNIT)
            sums.add(f"ladder_points.{self.key}", [scores[seat] - others])
        return sums


def ladder(
    setup: Setup,
    games: int,
    rungs: Sequence[int] = RUNGS,
    workers: Workers = None,
    report: Report | None = None,
) -> Sums:
    """So many games for each rung."""
    sums = Sums()
    for at, simulations in enumerate(rungs):
        weak = Player(simulations=simulations)
        strong = Player(simulations=2 * simulations) if setup.contested else None
        job = Rung(replace(setup, usual=weak, tested=strong), simulations)
        for done, part in spread(job, [(0, games)], workers):
            sums.merge(part)
            if report is not None:
                report(games * at + done, games * len(rungs))
    return sums


def sections(setup: Setup, sums: Sums, rungs: Sequence[int] = RUNGS) -> list[Section]:
    rows: list[Row] = []
    bars = []
    for simulations in rungs:
        won, points = sums.of(f"ladder.{simulations}"), sums.of(f"ladder_points.{simulations}")
        named = AGAINST if setup.contested else ALONE
        name = named.fill(more=2 * simulations, less=simulations, n=simulations)
        rows.append((name, count(won.seen), rate(won.rate), mean(points.average)))
        bars.append((name, won.rate))
    fair = 1 / setup.players if setup.contested else None
    headings = (RUNG, GAMES, WINS, LEAD) if setup.contested else (RUNG, GAMES, WINS_ALONE, POINTS)
    plot = Plot("bars", WINS if setup.contested else WINS_ALONE, RUNG, bars=bars, percent=True, level=fair)
    note = NOTE.fill(fair=plain(100 / setup.players, 1)) if setup.contested else None
    return [Section("ladder", TITLE, headings, rows, note, [plot])]
