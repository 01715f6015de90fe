"""Play many games and keep how they ended: one row for each, as an array."""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from alcove.bots.engine import parts_for, warm
from alcove.bots.levels import check_level, think
from alcove.kernel.game import Game, game
from alcove.kernel.jit import specialise
from alcove.kernel.outcome import Outcome
from alcove.kernel.position import Position
from alcove.lab import policy

SHARPNESS = 2.0
"""How strictly the quick bot follows its priors."""
CHUNK = 250
"""Games that one thread plays before it reports."""

Report = Callable[[int, int], None]


@dataclass(frozen=True)
class FinishedGames:
    """Games that are over: `rows` are their last states, `notes` what was counted on the way."""

    game: Game
    players: int
    options: dict[str, Any]
    rows: Any
    notes: Any
    actions: int

    def __len__(self) -> int:
        return len(self.rows)

    def positions(self) -> Iterator[Position]:
        for number in range(len(self.rows)):
            yield Position(self.game, self.players, self.options, self.rows[number : number + 1].copy())

    def outcomes(self) -> Iterator[Outcome]:
        for position in self.positions():
            assert position.outcome is not None
            yield position.outcome


@cache
def _compiled(chosen: Game) -> SimpleNamespace:
    parts = parts_for(chosen)
    parts["lab_watch"] = chosen.lab.watch or specialise(policy, ["watch"], chosen.name, {}).watch
    return specialise(policy, policy.FUNCTIONS, chosen.name, parts)


def simulate(
    name: str,
    players: int | None = None,
    games: int = 1000,
    options: dict[str, Any] | None = None,
    seed: int = 0,
    level: int | None = None,
    workers: int | None = None,
    report: Report | None = None,
) -> FinishedGames:
    """Let bots of one level play each other; without a level the quick ones, which play thousands of games a second."""
    chosen = game(name)
    first = chosen.new(players, 0, **(options or {}))
    if level is not None:
        check_level(chosen, level)
    count = workers or os.cpu_count() or 1
    warm(chosen)
    batch = Batch(chosen, first.players, dict(first.options), seed)
    tell = report or (lambda done, of: None)
    return _by_policy(batch, games, count, tell) if level is None else _by_search(batch, level, games, count, tell)


@dataclass(frozen=True)
class Batch:
    """What all games of a simulation have in common."""

    game: Game
    players: int
    options: dict[str, Any]
    seed: int

    def start(self, number: int) -> Position:
        seed = random.Random(f"{self.seed} {number}").getrandbits(64)
        return self.game.new(self.players, seed, **self.options)

    def notes(self, games: int) -> Any:
        return np.zeros((games, self.game.lab.NOTES), dtype=np.int32)


def _by_policy(batch: Batch, games: int, workers: int, report: Report) -> FinishedGames:
    rows = np.concatenate([batch.start(number).copy_row() for number in range(games)])
    notes = batch.notes(games)
    _play_chunk(batch, rows[:0], notes[:0], 0)  # compiled once, not by every thread
    total = done = 0
    with ThreadPoolExecutor(workers) as pool:
        futures: dict[Future[int], int] = {}
        for first in range(0, games, CHUNK):
            part = slice(first, min(games, first + CHUNK))
            futures[pool.submit(_play_chunk, batch, rows[part], notes[part], first)] = part.stop - part.start
        for future in as_completed(futures):
            total += future.result()
            done += futures[future]
            report(done, games)
    return FinishedGames(batch.game, batch.players, batch.options, rows, notes, total)


def _play_chunk(batch: Batch, rows: Any, notes: Any, number: int) -> int:
    most = batch.game.rules.MAX_CHOICES
    rng = np.array([random.Random(f"{batch.seed} chunk {number}").getrandbits(63)], dtype=np.uint64)
    actions, weights, costs = np.empty(most, np.int32), np.empty(most, np.float64), np.empty(most, np.float64)
    mind = np.empty(1, rows.dtype)
    return int(_compiled(batch.game).play_out(rows, mind, rng, actions, weights, costs, notes, SHARPNESS))


def _by_search(batch: Batch, level: int, games: int, workers: int, report: Report) -> FinishedGames:
    rows = np.empty(games, batch.game.rules.STATE)
    notes = batch.notes(games)
    total = 0
    shared = (batch.game.name, batch.players, batch.options, batch.seed, level)
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        futures = {pool.submit(_play_one, *shared, number): number for number in range(games)}
        try:
            for done, future in enumerate(as_completed(futures), 1):
                number = futures[future]
                state, notes[number], actions = future.result()
                rows[number] = np.frombuffer(state, dtype=rows.dtype)[0]
                total += actions
                report(done, games)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return FinishedGames(batch.game, batch.players, batch.options, rows, notes, total)


def _play_one(
    name: str, players: int, options: dict[str, Any], seed: int, level: int, number: int
) -> tuple[bytes, Any, int]:
    """One game in a process of its own."""
    batch = Batch(game(name), players, options, seed)
    dice = random.Random(f"{seed} bots {number}")
    position, notes, actions = batch.start(number), batch.notes(1)[0], 0
    watch = batch.game.lab.watch
    while not position.over:
        seat = position.awaited[0]
        choices = position.legal_indices(seat)
        action = choices[0] if len(choices) == 1 else think(position, seat, level, dice.getrandbits(63)).action.index
        if watch is not None:
            watch(position.state, seat, action, notes)
        position = position.play_legal(seat, action)
        actions += 1
    return bytes(position), notes, actions
