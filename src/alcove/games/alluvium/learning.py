"""How the tables of `worth.py` are learned: quick players play by them, and what the sheets brought is fitted anew.

What a lead is worth is learned last, from games in which everybody searches (`chances.py`).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from alcove.bots.thought import mixed
from alcove.bots.training import Round
from alcove.games.alluvium import chances, rules, selfplay
from alcove.games.alluvium.chances import Outlooks
from alcove.games.alluvium.selfplay import Notes, make_notes
from alcove.games.alluvium.table import SEATS
from alcove.games.alluvium.worth import (
    FEWEST,
    HELPED,
    HOME,
    LACKING,
    LEADS,
    MOST_AHEAD,
    SLOT_COUNT,
    TABLES,
    Tables,
    make_sketch,
)
from alcove.kernel.jit import specialise

if TYPE_CHECKING:
    from alcove.kernel.game import Game

FILE = "weights.npz"
VERSION = 2
REMEMBERED = 3
"""Games of so many rounds are learned from."""
STEADY = 20.0
"""How much a weight is held back, in positions."""


@dataclass(frozen=True)
class Lesson:
    """What is learned together: so many rounds of so many games at tables of three, four and five."""

    rounds: int
    games: int
    simulations: int = 0
    """How long everybody searches. Tables are learned from quick players, who do not, and chances from those who do."""


@dataclass(frozen=True)
class TableTraining:
    lessons: Sequence[Lesson]
    noise: float
    """By how many points a quick player may be wrong."""
    slips: int
    """How many of 1024 drawings are random."""

    def with_rounds(self, rounds: int) -> TableTraining:
        """The same lessons, each with so many rounds."""
        return replace(self, lessons=[replace(lesson, rounds=rounds) for lesson in self.lessons])

    def train(self, game: Game, seed: int, report: Callable[[Round], None]) -> Any:
        """The tables that are learned."""
        start, learned = first_tables(), first_tables()
        for number, lesson in enumerate(self.lessons):
            remembered = {players: list[Any]() for players in game.players}
            for at in range(lesson.rounds):
                round_seed = mixed(seed, at)
                told = [
                    self._learn_chances(game, learned, start, lesson, players, round_seed, kept)
                    if lesson.simulations
                    else self._learn_tables(game, learned, start, lesson, players, round_seed, kept)
                    for players, kept in remembered.items()
                ]
                positions, before, untrained = (sum(column) for column in zip(*told, strict=True))
                report(Round(number, at, int(positions), before / len(told), untrained / len(told)))
        return learned

    def _learn_tables(
        self, game: Game, learned: Tables, start: Tables, lesson: Lesson, players: int, seed: int, kept: list[Notes]
    ) -> tuple[int, float, float]:
        """Learn from the games of a round and of some before: how many sheets there were, and the errors on them."""
        notes = self.play(game, learned, players, lesson.games, seed)
        before, untrained = (_error(tables, notes, players) for tables in (learned, start))
        kept[:] = [*kept, notes][-REMEMBERED:]
        fit(learned, Notes(*(np.concatenate(parts) for parts in zip(*kept, strict=True))), players)
        return len(notes.points) * players * len(_slots(players)), before, untrained

    def _learn_chances(
        self, game: Game, learned: Tables, start: Tables, lesson: Lesson, players: int, seed: int, kept: list[Outlooks]
    ) -> tuple[int, float, float]:
        """Learn from the games of all rounds: how many decisions there were, and how surprising the ends were."""
        outlooks = chances.searched(game, learned, players, lesson.games, lesson.simulations, seed)
        before, untrained = (
            chances.unlikeliness(tables, outlooks, players)
            for tables in (learned, learned._replace(scale=start.scale, unseen=start.unseen))
        )
        kept.append(outlooks)
        chances.fit(learned, Outlooks(*(np.concatenate(parts) for parts in zip(*kept, strict=True))), players)
        return len(outlooks.slots), before, untrained

    def play(self, game: Game, tables: Tables, players: int, games: int, seed: int) -> Notes:
        notes, dice = make_notes(games), np.random.default_rng([seed, players])
        rows = np.concatenate([game.new(players, int(dice.integers(1 << 60))).copy_row() for _ in range(games)])
        actions, worths = np.zeros(rules.MAX_CHOICES, dtype=np.int32), np.zeros(rules.MAX_CHOICES)
        rng = np.array([dice.integers(1 << 62)], dtype=np.uint64)
        specialise(selfplay, ["play_games"], game.name, {}).play_games(
            tables, rows, rng, actions, worths, make_sketch(), self.noise, self.slips, notes
        )
        return notes

    def write(self, weights: Tables, seed: int) -> bytes:
        """The file that ships. Half the digits are enough."""
        file = io.BytesIO()
        kept = {name: part.astype(np.float16) for name, part in weights._asdict().items()}
        np.savez_compressed(file, version=VERSION, seed=seed, **kept)
        return file.getvalue()


TRAINING = TableTraining(
    [Lesson(rounds=6, games=600), Lesson(rounds=4, games=75, simulations=100)], noise=1.0, slips=40
)


@cache
def read_tables() -> Tables:
    with np.load(io.BytesIO(resources.files(__package__).joinpath(FILE).read_bytes())) as kept:
        assert int(kept["version"]) == VERSION
        return Tables(*(kept[name].astype(np.float64) for name in Tables._fields))


def _slots(players: int) -> range:
    """How many slots can be filled when a step has closed, from the first to the last."""
    return range(2, 17 if players == 5 else 18)


def _rounds_scored(players: int, slot: int) -> int:
    return (slot - 1) // max(4, players)


def first_tables() -> Tables:
    """What is believed before anything is learned: rectangles grow a little, and a lead in checks mostly stays."""
    found = Tables(
        np.zeros((TABLES, SLOT_COUNT, HOME)),
        np.zeros((TABLES, SLOT_COUNT, SEATS, 2, HELPED)),
        np.full((TABLES, SLOT_COUNT), 8.0),
        np.zeros((TABLES, SLOT_COUNT, SEATS)),
    )
    for table in range(TABLES):
        players = table + FEWEST
        laps = 3 if players == 5 else 4
        for slot in _slots(players):
            found.home[table, slot, 1 : 1 + LACKING] = 1 / LACKING * (laps - _rounds_scored(players, slot))
    ahead = np.arange(LEADS) - MOST_AHEAD
    found.helping[:, :, :, 1, :LEADS] = 0.5 + 0.4 * np.tanh(ahead / 3)
    return found


def fit(learned: Tables, notes: Notes, players: int) -> None:
    """Put in what the sheets of some games have brought."""
    table = players - FEWEST
    for slot in _slots(players):
        weights = _fitted(_home_rows(notes, players, slot), _home_targets(notes, players, slot))
        learned.home[table, slot] = weights
        for seats in range(1, players):
            weights = _fitted(_help_rows(notes, players, slot, seats), _help_targets(notes, players, seats))
            learned.helping[table, slot, seats] = weights.reshape(2, HELPED)


def _fitted(rows: Any, targets: Any) -> Any:
    square = rows.T @ rows + STEADY * np.eye(rows.shape[1])
    return np.linalg.solve(square, rows.T @ targets)


def _home_rows(notes: Notes, players: int, slot: int) -> Any:
    known = notes.home[:, slot, :players].reshape(-1, HOME - 1).astype(np.float64)
    return np.concatenate([np.ones((len(known), 1)), known], axis=1)


def _home_targets(notes: Notes, players: int, slot: int) -> Any:
    return notes.points[:, :players, _rounds_scored(players, slot) :].sum(axis=2).reshape(-1).astype(np.float64)


def _pairs(players: int, seats: int) -> tuple[Any, Any]:
    """Every sheet, and the seat so many places on."""
    sheets = np.arange(players)
    return sheets, (sheets + seats) % players


def _help_rows(notes: Notes, players: int, slot: int, seats: int) -> Any:
    sheets, helpers = _pairs(players, seats)
    first, second, area = notes.help[:, slot, sheets, helpers].reshape(-1, 3).T
    leads = np.zeros((len(first), HELPED))
    at = np.arange(len(first))
    leads[at, first] = 1.0
    leads[at, second] = 1.0
    return np.concatenate([leads, leads * area[:, None]], axis=1)


def _help_targets(notes: Notes, players: int, seats: int) -> Any:
    sheets, helpers = _pairs(players, seats)
    return notes.bonus[:, sheets, helpers].reshape(-1).astype(np.float64)


def expected(tables: Tables, notes: Notes, players: int, slot: int) -> Any:
    """[game, seat]: the points of each seat at the end, as the tables see them after a step."""
    table = players - FEWEST
    home = _home_rows(notes, players, slot) @ tables.home[table, slot]
    total = home.reshape(-1, players) + notes.points[:, :players, : _rounds_scored(players, slot)].sum(axis=2)
    for seats in range(1, players):
        _, helpers = _pairs(players, seats)
        rows = _help_rows(notes, players, slot, seats)
        total[:, helpers] += (rows @ tables.helping[table, slot, seats].reshape(-1)).reshape(-1, players)
    return total


def _final(notes: Notes, players: int) -> Any:
    return notes.points[:, :players].sum(axis=2) + notes.bonus[:, :players, :players].sum(axis=1)


def _error(tables: Tables, notes: Notes, players: int) -> float:
    """By how many points the tables are wrong, on average over all steps."""
    final = _final(notes, players)
    return float(np.mean([np.abs(expected(tables, notes, players, at) - final).mean() for at in _slots(players)]))
