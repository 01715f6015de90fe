"""Compare on demand: `python -m tests.wall --game alluvium --comparisons 100000 --seed 1`."""

from __future__ import annotations

import argparse
import os
import sys
import time

from tests.conftest import TOY

os.environ.setdefault("ALCOVE_EXTRA_GAMES", TOY)

import alcove
from tests.wall.trial import Count, LeakError, compare


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=alcove.games(), action="append", help="default: all")
    parser.add_argument("--comparisons", type=int, default=10_000, help="for each game")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="at most, for each game")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    held = True
    for name in options.game or alcove.games():
        began = time.monotonic()
        try:
            until = began + 60 * options.minutes
            count = compare(alcove.game(name), options.comparisons, options.seed, progress, until)
        except LeakError as leak:
            print(f"\n{leak}")
            held = False
            continue
        print(f"\r{summary(name, count)}, {time.monotonic() - began:.0f} s", flush=True)
        for text, times in sorted(count.secrets.chosen.items()):
            print(f"    {text}: chosen {times} times, another one unseen {count.secrets.compared[text]} times")
    return 0 if held else 1


def summary(name: str, count: Count) -> str:
    kinds = ", ".join(f"{kind} {times}" for kind, times in sorted(count.compared.items()))
    return (
        f"{name}: {count.comparisons} comparisons in {count.trials} games and {count.steps} steps, "
        f"{count.differing} with different actions ({kinds})"
    )


def progress(count: Count) -> None:
    if sys.stderr.isatty():
        print(f"\r{count.comparisons} comparisons", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
