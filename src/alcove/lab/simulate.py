"""Play many games, a chunk at a time, and keep sums of them.

A game is known by its number: the number and the seed say how it begins and how its bots choose. So the same seed gives
the same sums, whoever plays which chunk, and two settings can be compared on the same games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from alcove.bots.engine import parts_for, search, warm
from alcove.bots.levels import check_level, think
from alcove.bots.thought import mixed
from alcove.executors import Segment, Workers, pieces, spread
from alcove.kernel.game import Game
from alcove.kernel.jit import specialise
from alcove.kernel.options import Options, complete
from alcove.kernel.outcome import Outcome
from alcove.kernel.position import Position
from alcove.lab import chance, policy
from alcove.lab.changes import AS_IS, Changes, changed_game
from alcove.lab.sums import SHARE_UNIT, Sums
from alcove.lab.things import count_things, first_of

SHARPNESS = 2.0
"""How strictly the quick bot follows its priors."""
CHUNK = 250
"""Games that are played before they are summed up."""
THOUGHTFUL_CHUNK = 2
"""The same for bots that search, whose games take seconds."""
LOOK = 4
"""After so many chunks it is seen for the first time whether the figures are precise enough."""

Report = Callable[[int, int], None]


@dataclass(frozen=True)
class Player:
    """How a seat chooses: quickly, by a level of the bots, or by so many simulations. Some things may be favoured."""

    level: int | None = None
    simulations: int | None = None
    sharpness: float = SHARPNESS
    favour: tuple[tuple[int, float], ...] = ()
    """Things with how many times as much they are liked: 0 is forbidden, `policy.FORCED` always taken."""
    once: bool = False
    """Whether they are favoured only when they are first offered."""

    @property
    def quick(self) -> bool:
        return self.level is None and self.simulations is None


QUICK = Player()


@dataclass(frozen=True)
class Setup:
    """What all games of a simulation have in common. A `tested` player sits at each seat in turn, game by game."""

    name: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()
    seed: int = 0
    usual: Player = QUICK
    tested: Player | None = None
    changes: Changes = AS_IS

    @property
    def game(self) -> Game:
        return changed_game(self.name, self.changes)

    @property
    def quick(self) -> bool:
        return self.usual.quick and (self.tested is None or self.tested.quick)

    @property
    def chosen(self) -> Options:
        return complete(self.game.options, dict(self.options))

    @property
    def together(self) -> bool:
        return self.game.plays_together(self.players, self.chosen)

    @property
    def contested(self) -> bool:
        """Whether seats play against each other."""
        return self.players > 1 and not self.together

    def start(self, number: int) -> Position:
        seed = random.Random(f"{self.seed} {number}").getrandbits(64)
        return self.game.new(self.players, seed, **dict(self.options))

    def tested_seat(self, number: int) -> int:
        return number % self.players

    def player_at(self, number: int, seat: int) -> Player:
        return self.tested if self.tested is not None and seat == self.tested_seat(number) else self.usual


def set_up(
    name: str,
    players: int | None = None,
    options: Options | None = None,
    seed: int = 0,
    level: int | None = None,
    tested: Player | None = None,
    changes: Changes = AS_IS,
) -> Setup:
    """A set-up of which everything is known to be right."""
    chosen = changed_game(name, changes)
    first = chosen.new(players, 0, **(options or {}))
    if level is not None:
        check_level(chosen, level)
    return Setup(name, first.players, tuple((options or {}).items()), seed, Player(level), tested, changes)


@dataclass
class FinishedGames:
    """Some games that are over: one row for each game."""

    setup: Setup
    numbers: Sequence[int]
    rows: Any
    """The last states."""
    starters: Any
    """Who began each game, -1 where all begin at once."""
    notes: Any
    """What the game's `watch` has counted."""
    counts: Any
    """What is counted of every game, see `policy.COUNTS`."""
    offered: Any
    """[game, seat, thing]"""
    taken: Any
    scores: Any = None
    winners: Any = None
    reasons: Any = None

    def __post_init__(self) -> None:
        games, players = len(self.rows), self.players
        self.scores = np.zeros((games, players), np.int64)
        self.winners, self.reasons = np.zeros(games, np.int64), np.zeros(games, np.int64)
        compiled(self.game).sum_up(self.rows, self.scores, self.winners, self.reasons)

    @property
    def game(self) -> Game:
        return self.setup.game

    @property
    def players(self) -> int:
        return self.setup.players

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def won(self) -> Any:
        """[game, seat]: whether it is among the winners."""
        return (self.winners[:, None] >> np.arange(self.players)) & 1 > 0

    @cached_property
    def shares(self) -> Any:
        """[game, seat]: its share of the win, in sixtieths; the whole of a win together."""
        if self.setup.together:
            return self.won * SHARE_UNIT
        return self.won * (SHARE_UNIT // np.maximum(self.won.sum(axis=1), 1))[:, None]

    def positions(self) -> Iterator[Position]:
        for number in range(len(self.rows)):
            yield Position(self.game, self.players, self.setup.chosen, self.rows[number : number + 1].copy())

    def outcomes(self) -> Iterator[Outcome]:
        for position in self.positions():
            assert position.outcome is not None
            yield position.outcome


@cache
def compiled(chosen: Game) -> SimpleNamespace:
    """The template for one game."""
    parts = parts_for(chosen)
    parts |= {f"rules_{name}": getattr(chosen.rules, name) for name in ("scores", "reason")}
    for name in ("watch", "things"):
        own = getattr(chosen.lab, name)
        parts[f"lab_{name}"] = own or getattr(specialise(policy, [name], chosen.name, {}), name)
    if chosen.lab.events is None:
        parts["lab_carry_out"] = specialise(policy, ["carry_out"], chosen.name, parts).carry_out
    else:
        parts["lab_events"] = chosen.lab.events
        parts["first_event"], parts["last_event"] = _events_in(chosen)
        parts["lab_carry_out"] = specialise(chance, chance.FUNCTIONS, chosen.name, parts).carry_out
    return specialise(policy, policy.FUNCTIONS, chosen.name, parts)


def _events_in(chosen: Game) -> tuple[int, int]:
    """The numbers of things that chance brings: those of one group."""
    [group] = [group for group in chosen.lab.THINGS if group.kind == "event"]
    first = first_of(chosen, group.key)
    return first, first + len(group)


def ways_of(chosen: Game, ways: Sequence[Player]) -> tuple[Any, ...]:
    """Ways to play as arrays: how sharply, what is favoured, and whether anything is."""
    favour = np.ones((len(ways), max(1, count_things(chosen))))
    for number, way in enumerate(ways):
        for thing, times in way.favour:
            favour[number, thing] = times
    sharpness = np.array([way.sharpness for way in ways])
    restricted, once = np.array([bool(way.favour) for way in ways]), np.array([way.once for way in ways])
    return sharpness, favour, restricted, once, np.empty(policy.MAX_NAMED, np.int64)


def blank(setup: Setup, games: int) -> dict[str, Any]:
    """Room for what is noted of so many games."""
    things = max(1, count_things(setup.game))
    return {
        "notes": np.zeros((games, setup.game.lab.NOTES), np.int32),
        "counts": np.zeros((games, policy.COUNTS), np.int64),
        "offered": np.zeros((games, setup.players, things), np.uint8),
        "taken": np.zeros((games, setup.players, things), np.uint8),
    }


def play_games(setup: Setup, numbers: Sequence[int]) -> FinishedGames:
    """Play the games of these numbers to their end."""
    rows, starters = first_rows(setup, numbers)
    room = blank(setup, len(numbers))
    if setup.quick:
        seeds = [mixed(setup.seed, number) for number in numbers]
        _play_quickly(setup, numbers, rows, seeds, room)
    else:
        for at, number in enumerate(numbers):
            _play_thoughtfully(setup, number, rows[at : at + 1], {key: value[at] for key, value in room.items()})
    return FinishedGames(setup, numbers, rows, starters, **room)


def first_rows(setup: Setup, numbers: Sequence[int]) -> tuple[Any, Any]:
    """The first states of some games, and who begins each."""
    rows, starters = np.empty(len(numbers), setup.game.rules.STATE), np.full(len(numbers), -1)
    for at, number in enumerate(numbers):
        start = setup.start(number)
        rows[at] = start.state
        if len(start.awaited) == 1:
            starters[at] = start.awaited[0]
    return rows, starters


def play_on(setup: Setup, rows: Any, seeds: Sequence[int]) -> FinishedGames:
    """Play games on from anywhere, quickly, with nobody tested."""
    room, nobody = blank(setup, len(rows)), np.full(len(rows), -1)
    _play_quickly(replace(setup, usual=QUICK, tested=None), range(len(rows)), rows, seeds, room)
    return FinishedGames(setup, range(len(rows)), rows, nobody, **room)


def _play_quickly(setup: Setup, numbers: Sequence[int], rows: Any, seeds: Sequence[int], room: dict[str, Any]) -> None:
    who = np.zeros((len(numbers), setup.players), np.int64)
    if setup.tested is not None:
        for at, number in enumerate(numbers):
            who[at, setup.tested_seat(number)] = 1
    most = setup.game.rules.MAX_CHOICES
    compiled(setup.game).play_out(
        rows,
        np.array(seeds, np.uint64),
        np.empty(3, rows.dtype),
        np.zeros(1, np.uint64),
        np.empty(most, np.int32),
        np.empty(most, np.float64),
        np.empty(most, np.float64),
        who,
        ways_of(setup.game, [setup.usual, setup.tested or setup.usual]),
        np.zeros(setup.players, np.int64),
        room["notes"],
        room["counts"],
        room["offered"],
        room["taken"],
    )


def _play_thoughtfully(setup: Setup, number: int, row: Any, room: dict[str, Any]) -> None:
    """One game by bots that search, decision by decision."""
    dice = random.Random(f"{setup.seed} bots {number}")
    position = Position(setup.game, setup.players, setup.chosen, row.copy())
    course = Course(setup, room)
    while not position.over:
        seat = position.awaited[0]
        choices = position.legal_indices(seat)
        action = choices[0]
        if len(choices) > 1:
            player = setup.player_at(number, seat)
            action = decide(player, position, seat, choices, dice.getrandbits(63), room["offered"])
        position = course.play(position, seat, choices, action)
    row[0] = position.copy_row()[0]


class Course:
    """Counts what happens in a game that is played action by action, as the template does."""

    def __init__(self, setup: Setup, room: dict[str, Any]) -> None:
        self._setup, self._room = setup, room
        self._leader: int | None = None
        self._named = np.empty(policy.MAX_NAMED, np.int64)

    def play(self, position: Position, seat: int, choices: list[int], action: int) -> Position:
        counts, lab = self._room["counts"], self._setup.game.lab
        if self._leader is None:
            self._leader = _leader(position, -1)
        counts[policy.ACTIONS] += 1
        if len(choices) > 1:
            counts[policy.DECISIONS] += 1
            counts[policy.CHOICES] += len(choices)
            counts[policy.MOST_CHOICES] = max(counts[policy.MOST_CHOICES], len(choices))
            if lab.things is not None:
                self._note(position, seat, choices, action)
        if lab.watch is not None:
            lab.watch(position.state, seat, action, self._room["notes"])
        after = position.play_legal(seat, action)
        if lab.events is not None:
            self._note_events(position, after)
        leader = _leader(after, self._leader)
        if leader != self._leader:
            counts[policy.LEADER_CHANGES] += self._leader >= 0
            counts[policy.LAST_CHANGE] = counts[policy.ACTIONS]
            self._leader = leader
        return after

    def _note(self, position: Position, seat: int, choices: list[int], action: int) -> None:
        for choice in choices:
            self._room["offered"][seat, _named(position, seat, choice, self._named)] = 1
        self._room["taken"][seat, _named(position, seat, action, self._named)] = 1

    def _note_events(self, before: Position, after: Position) -> None:
        events, seats = self._setup.game.lab.events, np.empty(policy.MAX_NAMED, np.int64)
        assert events is not None
        for at in range(events(before.state, after.state, seats, self._named)):
            self._room["offered"][seats[at], self._named[at]] = self._room["taken"][seats[at], self._named[at]] = 1


def _named(position: Position, seat: int, action: int, room: Any) -> list[int]:
    things = position.game.lab.things
    if things is None:
        return []
    numbers: list[int] = room[: things(position.state, seat, action, room)].tolist()
    return numbers


def _leader(position: Position, before: int) -> int:
    scores = position.scores
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else before


def decide(player: Player, position: Position, seat: int, choices: list[int], seed: int, offered: Any) -> int:
    """What a player does with a real choice. Of what it favours or avoids, the choice that was thought about most."""
    if player.quick:
        return _decide_quickly(player, position, seat, choices, seed, offered)
    if player.level is not None:
        thought = think(position, seat, player.level, seed)
    else:
        thought = search(position, seat, simulations=player.simulations, seed=seed)
    if not player.favour:
        return thought.action.index
    favour, room = dict(player.favour), np.empty(policy.MAX_NAMED, np.int64)

    def liking(choice: int) -> tuple[float, int]:
        named = [thing for thing in _named(position, seat, choice, room) if not player.once or not offered[seat, thing]]
        times = float(np.prod([favour.get(thing, 1.0) for thing in named]))
        visits = thought.visits.get(position.action(seat, choice).text, 0)
        return times * (visits + 0.5 * (choice == thought.action.index)), -choice

    return max(choices, key=liking)


def _decide_quickly(player: Player, position: Position, seat: int, choices: list[int], seed: int, offered: Any) -> int:
    most = position.game.rules.MAX_CHOICES
    actions, count = np.empty(most, np.int32), len(choices)
    actions[:count] = choices
    return int(
        compiled(position.game).decide(
            position.state,
            np.empty(3, position.game.rules.STATE),
            seat,
            0,
            np.array([seed], np.uint64),
            actions,
            count,
            np.empty(most, np.float64),
            np.empty(most, np.float64),
            ways_of(position.game, [player]),
            offered,
        )
    )


@dataclass(frozen=True)
class Simulation:
    """A job for workers: play the games of a chunk and sum them up."""

    setup: Setup

    @property
    def piece(self) -> int:
        return piece_of(self.setup)

    @property
    def threads(self) -> bool:
        return self.setup.quick

    def prepare(self) -> None:
        prepare(self.setup)

    def __call__(self, first: int, last: int) -> Sums:
        from alcove.lab.tally import tally

        sums = Sums()
        for numbers in pieces(first, last, CHUNK):
            sums.merge(tally(play_games(self.setup, numbers)))
        return sums


def piece_of(*setups: Setup) -> int:
    return CHUNK if all(setup.quick for setup in setups) else THOUGHTFUL_CHUNK


def prepare(setup: Setup) -> None:
    """Compile all that games of a set-up need."""
    if not setup.quick:
        warm(setup.game)
    play_games(replace(setup, usual=QUICK, tested=None), [])


@dataclass(frozen=True)
class Simulated:
    """A set-up, and the sums of its games."""

    setup: Setup
    games: int
    sums: Sums


def simulate(
    setup: Setup,
    games: int = 1000,
    until: float | None = None,
    workers: Workers = None,
    report: Report | None = None,
) -> Simulated:
    """Play so many games, or fewer if the main rates are known before to within `until` either way."""
    from alcove.lab.tally import precision

    total = Simulated(setup, 0, Sums())
    segments = [(0, games)] if until is None else list(_between_looks(games, piece_of(setup)))
    ends = {last for _, last in segments}
    parts = spread(Simulation(setup), segments, workers)
    try:
        for done, part in parts:
            total.sums.merge(part)
            total = replace(total, games=done)
            if report is not None:
                report(done, games)
            if until is not None and done in ends and precision(total) <= until:
                break
    finally:
        parts.close()
    return total


def _between_looks(games: int, size: int) -> Iterator[Segment]:
    """Games until it is first seen whether the figures are precise enough, and then after every eighth more."""
    first, pieces_played = 0, LOOK
    while first < games:
        last = min(games, pieces_played * size)
        yield first, last
        first, pieces_played = last, pieces_played + pieces_played // 8 + 1
