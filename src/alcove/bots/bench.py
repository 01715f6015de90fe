"""How fast the engine is, each figure as a rate and as a ratio to plain Python in the same run.

The yardstick is a game's second implementation, which lives in the tests of a source checkout
(`tests/games/GAME/oracle.py`, function `random_game`). Without a checkout there is no ratio.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from alcove.bots.engine import random_games, search, warm
from alcove.kernel.game import game
from alcove.kernel.position import Position

CHECKOUT = Path(__file__).resolve().parents[3]
ORACLES = CHECKOUT / "tests" / "games"
SEARCH = 20_000
"""Simulations of one search: about what the strongest level has in a quiet half second."""
ROUNDS = 3
"""Each rate is the best of so many: what else runs on the machine only ever slows things down."""


@dataclass(frozen=True)
class Row:
    game: str
    players: int
    games_per_second: float
    actions_per_second: float
    simulations_per_second: float
    plain_games_per_second: float | None

    @property
    def ratio(self) -> float | None:
        return self.games_per_second / self.plain_games_per_second if self.plain_games_per_second else None


def run(names: list[str], seconds: float = 2.0, report: Callable[[str], None] | None = None) -> list[Row]:
    """Measure games, spending about `seconds` on each figure."""
    rows = []
    for name in names:
        tell = report or (lambda what: None)
        tell(f"{name}: compiling")
        chosen = game(name)
        warm(chosen)
        position = chosen.new(seed=1)
        tell(f"{name}: random games")
        games, actions = max(_random_play(position, seconds / ROUNDS, seed) for seed in range(ROUNDS))
        tell(f"{name}: search")
        simulations = max(_search(position, seconds / ROUNDS, seed) for seed in range(ROUNDS))
        tell(f"{name}: plain Python")
        plain = _plain_play(name, seconds)
        rows.append(Row(name, position.players, games, actions, simulations, plain))
    return rows


def _random_play(position: Position, seconds: float, seed: int) -> tuple[float, float]:
    games = actions = 0
    portion = 16
    began = time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        actions += random_games(position, portion, seed * 1_000_003 + games)
        games += portion
        portion = max(16, int(games / max(elapsed, 1e-3) * seconds / 20))
    return games / elapsed, actions / elapsed


def _search(position: Position, seconds: float, seed: int) -> float:
    began = time.perf_counter()
    done = 0
    while (elapsed := time.perf_counter() - began) < seconds:
        done += search(position, position.awaited[0], simulations=SEARCH, seed=seed + done).simulations
    return done / elapsed


def _plain_play(name: str, seconds: float) -> float | None:
    path = ORACLES / name / "oracle.py"
    if not path.is_file():
        return None
    spec = importlib.util.spec_from_file_location(f"plain_{name}", path)
    if spec is None or spec.loader is None:
        return None
    plain = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = plain  # dataclasses look their module up there
    if str(CHECKOUT) not in sys.path:
        sys.path.append(str(CHECKOUT))  # one that is written in several files finds them under tests.games
    spec.loader.exec_module(plain)
    rng = random.Random(1)
    games = 0
    began = time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        plain.random_game(rng)
        games += 1
    return games / elapsed
