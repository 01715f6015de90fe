"""Compile the games before tests run in several processes, so that nothing is compiled twice.

python -m tests.compiling GAME compiles one, and notes for which sources it has.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from alcove.bots import random_games, warm
from alcove.kernel.cache import keep_newest
from alcove.kernel.game import game
from alcove.lab import play_games, set_up
from alcove.ready.child import compile_game as compile_table
from alcove.ready.kept import manifest, read_manifest
from alcove.rl import Batch

ROOT = Path(__file__).resolve().parents[1]


def compile_game(name: str) -> None:
    one = game(name)
    if not read_manifest(one):
        compile_table(name, lambda done, of: None)
    warm(one)
    position = one.new(seed=0)
    random_games(position, 1, 0)
    one.rules.sample(position.state, position.awaited[0], np.array([1], dtype=np.uint64))
    play_games(set_up(name), [0])
    Batch(name, 1).step([0])
    _note(name).touch()
    keep_newest(_note(name).parent, f"{name}-*.tested")


def compile_all(processes: int, names: list[str]) -> None:
    """Each game in a process of its own, so many at once."""
    missing = [name for name in names if not (_note(name).exists() and read_manifest(game(name)))]
    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(_compile_beside, reversed(missing)))  # the largest game comes last on the shelf


def _note(name: str) -> Path:
    """Lies beside the list of what a table of the game needs, which is named after the sources as well."""
    return manifest(game(name)).with_suffix(".tested")


def _compile_beside(name: str) -> None:
    subprocess.run([sys.executable, "-m", "tests.compiling", name], cwd=ROOT, env=os.environ, check=True)


if __name__ == "__main__":
    compile_game(sys.argv[1])
