"""The arena: bots play each other, and their strength is told as Elo with confidence intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from alcove.bots.engine import warm
from alcove.bots.levels import USUAL_SECONDS, check_any_level, long_level, think, think_long
from alcove.executors import Segment, Workers, spread
from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game, game
from alcove.kernel.position import Position
from alcove.kernel.text import Text

if TYPE_CHECKING:
    from alcove.bots.kept_games import KeptGames

RANDOM = "random"
Entrant = int | str
"""A level, or `random`."""

ELO_PER_NAT = 400 / math.log(10)


@dataclass(frozen=True)
class PlayedGame:
    """One game: who sat where, and the share of the win each seat got."""

    entrants: tuple[Entrant, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Pairing:
    """All games of one entrant with another; a game with more seats counts once for each pair of seats."""

    first: Entrant
    second: Entrant
    games: int
    wins: int
    draws: int

    @property
    def score(self) -> float:
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the score."""
        if not self.games:
            return 0.0, 1.0
        z, n, p = 1.96, self.games, self.score
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True)
class Rating:
    entrant: Entrant
    elo: float
    margin: float
    """Half of the 95 % interval."""
    games: int


@dataclass(frozen=True)
class Lone:
    """The games in which one entrant sat alone among several of another."""

    first: Entrant
    second: Entrant
    games: int
    decided: int
    """Games that anybody has won."""
    won: float
    """Won by the lone one; a shared win counts in part."""
    by_seat: tuple[float, ...]
    """The same for each seat it sat in."""


@dataclass(frozen=True)
class Result:
    pairings: list[Pairing]
    ratings: list[Rating]
    lone: list[Lone]


def read_entrants(game: Game, words: list[str]) -> list[Entrant]:
    """Levels and `random`, as typed."""
    entrants: list[Entrant] = []
    for word in words:
        if word != RANDOM and not (word.isascii() and word.isdigit() and len(word) < 3):
            raise OptionError(
                Text("{word} is neither a level nor random.", "{word} ist weder eine Stufe noch random.").fill(
                    word=repr(word[:20])
                )
            )
        entrant: Entrant = RANDOM if word == RANDOM else int(word)
        if isinstance(entrant, int):
            check_any_level(game, entrant)
        if entrant not in entrants:
            entrants.append(entrant)
    if len(entrants) < 2:
        raise OptionError(Text("An arena needs two entrants.", "Eine Arena braucht zwei Teilnehmende."))
    return entrants


def seats_of(game: Game, players: int | None) -> int:
    """How many play: two if nobody says, where a game can be played alone as well."""
    count = game.check_players(max(2, game.players.start) if players is None else players)
    if count == 1:
        raise OptionError(Text("Nobody meets anybody alone.", "Wer allein spielt, trifft auf niemanden."))
    return count


def run(
    name: str,
    entrants: list[Entrant],
    games: int = 200,
    neighbours: bool = False,
    lone: bool = False,
    players: int | None = None,
    options: dict[str, Any] | None = None,
    seed: int = 0,
    workers: Workers = None,
    report: Callable[[int, int], None] | None = None,
    seconds: float = USUAL_SECONDS,
    kept: KeptGames | None = None,
) -> Result:
    """Play `games` games for each pair of entrants (only neighbours in the list, if asked for).

    Seats rotate. With more than two players the first of a pair sits alone against several of the second in one half
    of the games, and the other way round in the other half; with `lone` always the first. The level that is told how
    long to think takes so many seconds, on one core. Games that are kept are not played again, and all of
    them count.
    """
    chosen = game(name)
    count = seats_of(chosen, players)
    chosen.new(count, 0, **(options or {}))  # complain before any process is started
    pairs = tuple(pairwise(entrants) if neighbours else combinations(entrants, 2))
    tournament = Tournament(name, pairs, games, count, lone, options or {}, seed, seconds)
    known = {} if kept is None else {pair: kept.known.get(pair, {}) for pair in pairs}
    played = [one for several in known.values() for one in several.values()]
    missing = tournament.missing(known)
    total = len(played) + sum(last - first for first, last in missing)
    for end, several in spread(tournament, missing, workers):
        played += several
        if kept is not None:
            first = end - len(several)
            kept.add(pairs[first // games], zip(range(first % games, games), several, strict=False))
        if report is not None:
            report(len(played), total)
    return sum_up(entrants, played)


@dataclass(frozen=True)
class Tournament:
    """A job: the games of all pairs, one pair after the other."""

    name: str
    pairs: tuple[tuple[Entrant, Entrant], ...]
    games: int
    players: int
    lone: bool
    options: dict[str, Any]
    seed: int
    seconds: float

    piece = 1
    threads = False

    def missing(self, known: dict[tuple[Entrant, Entrant], dict[int, PlayedGame]]) -> list[Segment]:
        """The games of each pair that are still to be played: in the order of their numbers, from the first on."""
        return [
            (index * self.games + len(done), (index + 1) * self.games)
            for index, pair in enumerate(self.pairs)
            if len(done := known.get(pair, {})) < self.games
        ]

    def prepare(self) -> None:
        warm(game(self.name))

    def __call__(self, first: int, last: int) -> list[PlayedGame]:
        return [self._play(*divmod(at, self.games)) for at in range(first, last)]

    def _play(self, index: int, number: int) -> PlayedGame:
        first, second = self.pairs[index]
        seated = tables((first, second), number, self.players, self.lone)
        return play_game(self.name, seated, self.options, f"{self.seed} {first} {second} {number}", self.seconds)


def tables(pair: tuple[Entrant, Entrant], number: int, players: int, lone: bool = False) -> tuple[Entrant, ...]:
    """Who sits where in a game of a pair."""
    turned = not lone and players > 2 and number // players % 2 == 1
    one, others = (pair[1], pair[0]) if turned else pair
    return tuple(one if seat == number % players else others for seat in range(players))


def play_game(
    name: str, seated: tuple[Entrant, ...], options: dict[str, Any], seed: str, seconds: float = USUAL_SECONDS
) -> PlayedGame:
    dice = random.Random(seed)
    position = game(name).new(len(seated), dice.getrandbits(64), **options)
    while not position.over:
        seat = position.awaited[0]
        position = position.play_legal(seat, _decide(position, seat, seated[seat], dice, seconds))
    assert position.outcome is not None
    return PlayedGame(seated, position.outcome.shares)


def _decide(position: Position, seat: int, entrant: Entrant, dice: random.Random, seconds: float) -> int:
    choices = position.legal_indices(seat)
    if len(choices) == 1:
        return choices[0]
    if isinstance(entrant, str):
        return dice.choice(choices)
    if entrant == long_level(position.game):
        return think_long(position, seat, seconds, threads=1, seed=dice.getrandbits(63)).action.index
    return think(position, seat, entrant, seed=dice.getrandbits(63)).action.index


def sum_up(entrants: list[Entrant], played: list[PlayedGame]) -> Result:
    pairings = []
    for first, second in combinations(entrants, 2):
        wins = draws = total = 0
        for game_played in played:
            for a, b in _meetings(game_played, first, second):
                total += 1
                wins += a > b
                draws += a == b
        if total:
            pairings.append(Pairing(first, second, total, wins, draws))
    lone = [found for pair in permutations(entrants, 2) if (found := _alone(*pair, played)) is not None]
    return Result(pairings, rate(entrants, pairings), lone)


def _alone(first: Entrant, second: Entrant, played: list[PlayedGame]) -> Lone | None:
    games = [
        one for one in played if len(one.entrants) > 2 and one.entrants.count(first) == 1 and second in one.entrants
    ]
    if not games:
        return None
    by_seat = [0.0] * len(games[0].entrants)
    for one in games:
        seat = one.entrants.index(first)
        by_seat[seat] += one.shares[seat]
    decided = sum(any(one.shares) for one in games)
    return Lone(first, second, len(games), decided, sum(by_seat), tuple(by_seat))


def _meetings(played: PlayedGame, first: Entrant, second: Entrant) -> Iterator[tuple[float, float]]:
    for i, a in enumerate(played.entrants):
        for j, b in enumerate(played.entrants):
            if i != j and a == first and b == second:
                yield played.shares[i], played.shares[j]


def rate(entrants: list[Entrant], pairings: list[Pairing]) -> list[Rating]:
    """Elo by maximum likelihood (Bradley and Terry), the first entrant at 0, with margins from the curvature.

    Half a draw is added to every pairing, so that an entrant that never lost still gets a finite number.
    """
    number = {entrant: i for i, entrant in enumerate(entrants)}
    strengths = np.zeros(len(entrants))
    for _ in range(200):
        slope = np.zeros(len(entrants))
        curve = np.zeros((len(entrants), len(entrants)))
        for pairing in pairings:
            i, j = number[pairing.first], number[pairing.second]
            games = pairing.games + 0.5
            expected = 1 / (1 + math.exp(strengths[j] - strengths[i]))
            surprise = pairing.wins + pairing.draws / 2 + 0.25 - games * expected
            weight = games * expected * (1 - expected)
            slope[i] += surprise
            slope[j] -= surprise
            curve[[i, j], [i, j]] += weight
            curve[i, j] -= weight
            curve[j, i] -= weight
        step = np.zeros(len(entrants))
        step[1:] = np.linalg.lstsq(curve[1:, 1:], slope[1:], rcond=None)[0]
        strengths += np.clip(step, -1, 1)
        if float(np.abs(step).max()) < 1e-9:
            break
    spread = np.zeros(len(entrants))
    spread[1:] = np.sqrt(np.clip(np.diag(np.linalg.pinv(curve[1:, 1:])), 0, None))
    return [
        Rating(
            entrant,
            float(ELO_PER_NAT * strengths[i]),
            float(1.96 * ELO_PER_NAT * spread[i]),
            sum(p.games for p in pairings if entrant in (p.first, p.second)),
        )
        for i, entrant in enumerate(entrants)
    ]
