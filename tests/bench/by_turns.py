"""Two versions of the engine by turns: processor time to compile, and rates by processor time.

Other work on the machine disturbs that less than the clock.

git worktree add ../before COMMIT
python tests/bench/by_turns.py ../before/src src alva alvos
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROUNDS, SECONDS = 3, 0.5
SIMULATIONS = 20_000
MAX_POSITIONS = 200


def rate(once: Callable[[int], int]) -> float:
    """How much is done in a second, the best of some rounds."""
    best = 0.0
    for number in range(ROUNDS):
        began, done = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            done += once(number * 100_003 + done)
        best = max(best, done / (time.process_time() - began))
    return best


def measure(name: str) -> str:
    import alcove
    from alcove.bots.engine import random_games, search, warm

    game = alcove.game(name)
    began = time.process_time()
    warm(game)
    warmed = time.process_time() - began
    start = game.new(seed=1)
    actions = rate(lambda seed: random_games(start, 32, seed))
    thought = rate(lambda seed: search(start, start.awaited[0], simulations=SIMULATIONS, seed=seed).simulations)
    positions = passed(start)
    views = rate(lambda seed: look_at(positions))
    told = f"{actions:12,.0f} actions/s  {thought:9,.0f} simulations/s  {views:8,.0f} views/s"
    return f"{name:12} ready after {warmed:5.1f} s  {told}"


def passed(start: Any) -> list[Any]:
    """Positions of a random game."""
    dice, position, positions = random.Random(1), start, [start]
    while not position.over and len(positions) < MAX_POSITIONS:
        seat = position.awaited[0]
        position = position.play_legal(seat, dice.choice(position.legal_indices(seat)))
        positions.append(position)
    return positions


def look_at(positions: list[Any]) -> int:
    """What each seat sees of each position; returns how many views these are."""
    for position in positions:
        for seat in range(position.players):
            position.view(seat)
    return len(positions) * positions[0].players


def main(sources: list[str], games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as caches:
        for run in ("cold", "cached"):
            for game in games:
                for number, source in enumerate(sources):
                    env = os.environ | {"PYTHONPATH": source, "ALCOVE_CACHE": str(Path(caches) / str(number))}
                    command = [sys.executable, __file__, "--measure", game]
                    told = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
                    print(f"{('before', 'after')[number]:6} {run:6} {told}", end="", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "--measure":
        print(measure(sys.argv[2]))
    else:
        main([str(Path(folder).resolve()) for folder in sys.argv[1:3]], sys.argv[3:])
