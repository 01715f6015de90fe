"""What a designer wants of a game, as numbers that should lie in a range; and what may be varied to get there."""

from __future__ import annotations

import math
from dataclasses import dataclass

from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game
from alcove.kernel.text import Text
from alcove.lab.simulate import Simulated
from alcove.lab.things import first_of, things_named

MIN_OWNERS = 60
"""With fewer owners a card's share of the wins says nothing yet."""
MAX_CHOICES = 100

TITLES: dict[str, Text] = {
    "seats": Text(
        "most that a place in turn order wins, of its share", "höchster Siegesanteil eines Platzes, vom Anteil"
    ),
    "cards": Text(
        "most that owners of a thing win, of their share", "höchster Siegesanteil mit einer Karte, vom Anteil"
    ),
    "minutes": Text("minutes", "Minuten"),
    "won": Text("games that anybody wins, in %", "Spiele, die jemand gewinnt, in %"),
    "decisions": Text("decisions in a game", "Entscheidungen je Spiel"),
    "score": Text("points of a seat", "Punkte je Platz"),
    "margin": Text("points ahead of the second", "Punkte vor dem zweiten Platz"),
    "leader": Text("changes of the leader", "Wechsel der Führung"),
}
USUAL = {"seats": (0.0, 1.05)}
"""Goals that can be named without a range: seats are level if none wins more than a twentieth above its share."""
TAKEN = Text("{thing} taken, in % of seats", "{thing} genommen, in % der Plätze")
NO_GOAL = Text(
    "{word} is no goal. Write NAME=FROM..TO, NAME<=TO or NAME>=FROM, with {known} or taken.GROUP.THING.",
    "{word} ist kein Ziel. Schreibe NAME=VON..BIS, NAME<=BIS oder NAME>=VON, mit {known} oder taken.GRUPPE.DING.",
)
NO_RANGE = Text(
    "{word} varies nothing. Write cards.CARD.FIELD=FROM..TO, numbers.NAME=FROM..TO, or choices: NAME=ONE|OTHER.",
    "{word} variiert nichts. Schreibe cards.KARTE.FELD=VON..BIS, numbers.NAME=VON..BIS, oder NAME=EINS|ANDERES.",
)


@dataclass(frozen=True)
class Goal:
    """A figure that should lie between two numbers."""

    name: str
    low: float
    high: float

    def title(self, chosen: Game) -> Text:
        if self.name in TITLES:
            return TITLES[self.name]
        group, _, _ = (word := self.name.partition(".")[2]).partition(".")
        [thing] = things_named(chosen, word)
        names = next(one for one in chosen.lab.THINGS if one.key == group).names
        return TAKEN.fill(thing=names[thing - first_of(chosen, group)])

    @property
    def range(self) -> str:
        if math.isinf(self.high):
            return f"≥ {self.low:g}"
        return f"≤ {self.high:g}" if self.low <= 0 else f"{self.low:g}–{self.high:g}"

    def missed_by(self, figure: float) -> float:
        return max(0.0, self.low - figure, figure - self.high)

    def figure(self, simulated: Simulated, pace: float) -> float:
        """What simulated games have of it; `pace` is how many seconds a decision takes."""
        sums, setup = simulated.sums, simulated.setup
        if self.name == "seats":
            key = "order_shares" if sums.of("order_shares").seen else "shares"
            return max(setup.players * figure.mean for figure in sums.each(key))
        if self.name == "cards":
            return _best_owners(simulated)
        if self.name == "minutes":
            return sums.of("decisions").mean * pace / 60
        if self.name == "won":
            return 100 * sums.of("won").mean
        if self.name == "score":
            return sum(figure.mean for figure in sums.each("scores")) / setup.players
        if self.name == "leader":
            return sums.of("leader_changes").mean
        if self.name in ("decisions", "margin"):
            return sums.of(self.name).mean
        [thing] = things_named(setup.game, self.name.partition(".")[2])
        return 100 * sums.of("taken", thing).mean


def _best_owners(simulated: Simulated) -> float:
    """The highest win rate of owners, as a multiple of the average; only of what few have."""
    ratios = [0.0]
    for group in simulated.setup.game.lab.THINGS:
        if group.kind == "choice" and not group.repeats:
            first = first_of(simulated.setup.game, group.key)
            owners = [simulated.sums.of("owners", first + at) for at in range(len(group))]
            ratios += [simulated.setup.players * one.mean for one in owners if one.seen >= MIN_OWNERS]
    return max(ratios)


def read_goal(chosen: Game, word: str) -> Goal:
    name, low, high = word.strip(), 0.0, math.inf
    try:
        if "<=" in word:
            name, most = (part.strip() for part in word.split("<=", 1))
            high = float(most)
        elif ">=" in word:
            name, least = (part.strip() for part in word.split(">=", 1))
            low = float(least)
        elif "=" in word:
            name, bounds = (part.strip() for part in word.split("=", 1))
            low, high = (float(part) for part in bounds.split("..", 1))
        else:
            low, high = USUAL[name]
    except (ValueError, KeyError):
        raise _no_goal(word) from None
    if not (low <= high and math.isfinite(low)) or (name not in TITLES and not name.startswith("taken.")):
        raise _no_goal(word)
    goal = Goal(name, low, high)
    if name not in TITLES and len(things_named(chosen, name.partition(".")[2])) != 1:
        raise _no_goal(word)
    return goal


def _no_goal(word: str) -> OptionError:
    return OptionError(NO_GOAL.fill(word=repr(word[:60]), known=", ".join(TITLES)))


@dataclass(frozen=True)
class Knob:
    """A field of a card, or a number, with what it may be."""

    name: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def word(self, value: int | str) -> str:
        return f"{self.name}={value}"


def read_knob(word: str) -> Knob:
    name, equals, range_of = (part.strip() for part in word.partition("="))
    if equals and name.partition(".")[0] in ("cards", "numbers"):
        if "|" in range_of:
            choices = tuple(part.strip() for part in range_of.split("|"))
            if all(choices) and len({*choices}) == len(choices) <= MAX_CHOICES:
                return Knob(name, choices=choices)
        low, _, high = range_of.partition("..")
        if low.isdigit() and high.isdigit() and len(high) < 7 and int(low) < int(high):
            return Knob(name, int(low), int(high))
    raise OptionError(NO_RANGE.fill(word=repr(word[:60])))
