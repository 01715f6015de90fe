"""Two settings on the same games, until the answer is clear.

Game n of one setting and game n of the other begin from the same seed and are played by bots with the same random
numbers, so what they share cancels out of their difference. After each chunk the mean difference gets an interval that
holds for all looks together (`statistics.always_valid`, a mixture sequential test): one stops as soon as it has
nothing to do with zero, or lies within what counts as no difference, and still errs once in twenty at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from alcove.executors import Workers, pieces, spread
from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game
from alcove.kernel.text import Text
from alcove.lab import policy
from alcove.lab.section import Cell, Plot, Row, Section, Unit, Value, count
from alcove.lab.simulate import CHUNK, FinishedGames, Report, Setup, piece_of, play_games, prepare
from alcove.lab.statistics import Estimate, always_valid, around
from alcove.lab.sums import SHARE_UNIT, Figure, Sums
from alcove.lab.things import Group, first_of, things_named

FIRST_LOOK, FIRST_THOUGHTFUL_LOOK = 200, 50
"""Pairs before the first look: the variance is estimated from them."""
TUNED_FOR = 2000

Verdict = Literal["higher", "lower", "same", "open"]
TITLE = Text("Comparison", "Vergleich")
MEASURE = Text("measure", "Größe")
ONE, OTHER = Text("A: {a}", "A: {a}"), Text("B: {b}", "B: {b}")
DIFFERENCE = Text("B − A", "B − A")
PAIRS = Text("pairs of games", "Spielpaare")
VERDICTS: dict[Verdict, Text] = {
    "higher": Text("{measure}: higher with B.", "{measure}: mit B höher."),
    "lower": Text("{measure}: lower with B.", "{measure}: mit B niedriger."),
    "same": Text("{measure}: no difference that counts.", "{measure}: kein Unterschied, der zählt."),
    "open": Text("{measure}: not clear after {n} pairs.", "{measure}: nach {n} Paaren nicht klar."),
}
NOTE = Text(
    "The same games in both settings. The intervals of the differences hold at every look (95 %), those of A and B by "
    "themselves only at the end. The first line decided when to stop.",
    "Dieselben Spiele in beiden Einstellungen. Die Bereiche der Unterschiede gelten bei jedem Hinsehen (95 %), die "
    "von A und B nur am Ende. Die erste Zeile hat entschieden, wann Schluss ist.",
)
NO_MEASURE = Text(
    "There is no measure {name}. There are: {known}, taken.GROUP.THING.",
    "Es gibt keine Größe {name}. Es gibt: {known}, taken.GRUPPE.DING.",
)

TITLES: dict[str, Text] = {
    "wins": Text("wins of the seat that is tested", "Siege des geprüften Platzes"),
    "first": Text("wins of who begins", "Siege von wem beginnt"),
    "won": Text("games that anybody wins", "Spiele, die jemand gewinnt"),
    "score": Text("points of a seat", "Punkte je Platz"),
    "margin": Text("points ahead of the second", "Punkte vor dem zweiten Platz"),
    "decisions": Text("decisions in a game", "Entscheidungen je Spiel"),
    "leader": Text("changes of the leader", "Wechsel der Führung"),
}
TAKEN = Text("{thing}: taken", "{thing}: genommen")
RATES = ("wins", "first", "won")


@dataclass(frozen=True)
class Measure:
    """A number of every finished game."""

    name: str
    title: Text
    unit: Unit

    def of(self, finished: FinishedGames) -> tuple[Any, int]:
        """It in whole parts, and how many parts are one."""
        rows, seats = np.arange(len(finished)), finished.players
        if self.name == "wins":
            at = np.array([finished.setup.tested_seat(number) for number in finished.numbers])
            return finished.shares[rows, at], SHARE_UNIT
        if self.name == "first":
            return finished.shares[rows, np.maximum(finished.starters, 0)], SHARE_UNIT
        if self.name == "won":
            return (finished.winners != 0).astype(np.int64), 1
        if self.name == "score":
            return finished.scores.sum(axis=1), seats
        if self.name == "margin":
            ordered = np.sort(finished.scores, axis=1)
            return ordered[:, -1] - ordered[:, -min(2, seats)], 1
        if self.name == "decisions":
            return finished.counts[:, policy.DECISIONS], 1
        if self.name == "leader":
            return finished.counts[:, policy.LEADER_CHANGES], 1
        [thing] = things_named(finished.game, self.name.partition(".")[2])
        return finished.taken[:, :, thing].sum(axis=1, dtype=np.int64), seats


def read_measure(chosen: Game, name: str) -> Measure:
    if name in TITLES:
        return Measure(name, TITLES[name], "percent" if name in RATES else "")
    kind, _, word = name.partition(".")
    if kind == "taken" and len(things := things_named(chosen, word)) == 1:
        group = next(group for group in chosen.lab.THINGS if group.key == word.partition(".")[0])
        return Measure(name, TAKEN.fill(thing=_thing(chosen, group, things[0])), "percent")
    raise OptionError(NO_MEASURE.fill(name=repr(name[:40]), known=", ".join(TITLES)))


def _thing(chosen: Game, group: Group, thing: int) -> Text:
    name = group.names[thing - first_of(chosen, group.key)]
    return Text(f"{name.en} ({group.title.en})", f"{name.de} ({group.title.de})")


def usual_measures(one: Setup, other: Setup) -> list[str]:
    """What is compared where nobody says it: first of all wins of another bot, or whether a changed card is taken."""
    names = ["wins"] if one.tested != other.tested else []
    names += [f"taken.{word}" for word in _changed_cards(one, other)]
    if one.contested and other.contested:
        names += ["first", "score", "margin", "decisions", "leader"]
    else:
        names += ["won", "score", "decisions"]
    return list(dict.fromkeys(names))


def _changed_cards(one: Setup, other: Setup) -> list[str]:
    told = [word for side in (one, other) for word in side.changes.told if word.startswith("cards.")]
    ids = [word.split(".")[1] for word in told]
    return [f"{group.key}.{name}" for group in one.game.lab.THINGS for name in dict.fromkeys(ids) if name in group.ids]


@dataclass(frozen=True)
class Pairs:
    """A job: play the games of a chunk in both settings."""

    one: Setup
    other: Setup
    names: tuple[str, ...]

    @property
    def piece(self) -> int:
        return piece_of(self.one, self.other)

    @property
    def threads(self) -> bool:
        return self.one.quick and self.other.quick

    def prepare(self) -> None:
        for setup in (self.one, self.other):
            prepare(setup)

    def __call__(self, first: int, last: int) -> Sums:
        sums = Sums()
        for numbers in pieces(first, last, CHUNK):
            self._add(sums, numbers)
        return sums

    def _add(self, sums: Sums, numbers: range) -> None:
        both = [play_games(setup, numbers) for setup in (self.one, self.other)]
        for finished in both:
            if finished.game.lab.measure is not None:
                finished.game.lab.measure(finished, Sums())  # settles what was taken
        for name in self.names:
            (a, parts), (b, other_parts) = (read_measure(side.game, name).of(side) for side in both)
            assert parts == other_parts
            for key, values in (("a", a), ("b", b), ("d", b - a)):
                sums.add(f"{key}.{name}", values, unit=parts)


@dataclass(frozen=True)
class Compared:
    one: Setup
    other: Setup
    names: tuple[str, ...]
    pairs: int
    sums: Sums
    verdict: Verdict

    def difference(self, name: str) -> Estimate:
        return _interval(self.sums.of(f"d.{name}"))


def _interval(figure: Figure) -> Estimate:
    return always_valid(figure.mean, figure.variance, figure.seen, TUNED_FOR)


def compare(
    one: Setup,
    other: Setup,
    names: Sequence[str] = (),
    games: int = 20_000,
    margin: float = 0.0,
    workers: Workers = None,
    report: Report | None = None,
) -> Compared:
    """Play pairs of games until the first measure is clear: it differs, or by less than the margin."""
    chosen = tuple(names or usual_measures(one, other))
    for name in chosen:
        read_measure(one.game, name)
    job = Pairs(one, other, chosen)
    first_look = FIRST_LOOK if job.threads else FIRST_THOUGHTFUL_LOOK
    looks = [(numbers.start, numbers.stop) for numbers in pieces(0, games, job.piece)]
    ends = {last for _, last in looks if last >= first_look}
    sums, pairs = Sums(), 0
    verdict: Verdict = "open"
    parts = spread(job, looks, workers)
    try:
        for pairs, part in parts:
            sums.merge(part)
            if report is not None:
                report(pairs, games)
            verdict = decided(_interval(sums.of(f"d.{chosen[0]}")), margin) if pairs in ends else "open"
            if verdict != "open":
                break
    finally:
        parts.close()
    return Compared(one, other, chosen, pairs, sums, verdict)


def decided(difference: Estimate, margin: float) -> Verdict:
    if difference.low > 0:
        return "higher"
    if difference.high < 0:
        return "lower"
    return "same" if margin and -margin < difference.low and difference.high < margin else "open"


def sections(found: Compared, told: tuple[str, str]) -> list[Section]:
    chosen = found.one.game
    rows: list[Row] = [(PAIRS, count(found.pairs), count(found.pairs), "")]
    bars = []
    for name in found.names:
        measure = read_measure(chosen, name)
        a, b = (_plainly(measure, found.sums.of(f"{side}.{name}")) for side in "ab")
        apart = found.difference(name)
        unit: Unit = "points" if measure.unit == "percent" else ""
        differs = apart.low > 0 or apart.high < 0
        rows.append((measure.title, a, b, Value(apart, unit, 1 if unit else 2, differs)))
        if measure.unit == "percent":
            bars.append((measure.title, apart))
    first = read_measure(chosen, found.names[0])
    verdict = VERDICTS[found.verdict].fill(measure=first.title, n=found.pairs)
    note = Text(*(f"{said} {more}" for said, more in zip(verdict, NOTE, strict=True)))
    headings: tuple[Text, ...] = (MEASURE, ONE.fill(a=told[0]), OTHER.fill(b=told[1]), DIFFERENCE)
    plots = [Plot("bars", DIFFERENCE, MEASURE, bars=bars, percent=True, level=0.0)] if bars else []
    return [Section("comparison", TITLE, headings, rows, note, plots)]


def _plainly(measure: Measure, figure: Figure) -> Cell:
    return Value(around(figure.mean, figure.error, figure.seen), measure.unit, 1 if measure.unit else 2)
