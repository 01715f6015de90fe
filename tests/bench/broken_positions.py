"""How long it takes to read positions, whole and broken.

    python tests/bench/broken_positions.py --seconds 20

Texts from random games are broken in some twenty ways each. Prints the longest time for each game, in processor time;
the aim is 50 ms.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import alcove
from tests.kernel.breaking import broken, positions
from tests.kernel.test_reading_time import seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=20, help="for each game")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for name in alcove.games():
        game, dice = alcove.game(name), random.Random(chosen.seed)
        whole = [str(position) for position in positions(game, dice, 8)]
        usual = max(min(seconds(game, text) for _ in range(2)) for text in whole)
        longest, count, end = 0.0, 0, time.monotonic() + chosen.seconds
        while time.monotonic() < end:
            for text in broken(dice.choice(whole), dice):
                took = seconds(game, text)
                longest, count = max(longest, min(took, seconds(game, text) if took > longest else took)), count + 1
        print(f"{name:12} whole {1000 * usual:.1f} ms, broken {1000 * longest:.1f} ms at the longest of {count}")


if __name__ == "__main__":
    main()
