"""How long a bot thinks, at the largest table that each game has and at one for five.

    python tests/bench/decisions.py                           the strongest level, forty decisions of each game
    python tests/bench/decisions.py --only alluvium --level 4 --decisions 100

Games are played by a quick level; now and then the level in question is asked as well, at whatever moment that is, and
its answer is not carried out. Told are the longest decision and the median by the clock, and the longest by the
processor time of its thread. Decisions with one choice are left out.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from statistics import median

import alcove
from alcove.bots.engine import warm
from alcove.bots.levels import levels_of, think
from alcove.kernel.position import Position

QUICK = 2
EVERY = 5


def moments(game: alcove.Game, players: int, seed: int) -> Iterator[tuple[Position, int]]:
    """Decisions of games, one after the other, without end."""
    dice = random.Random(seed)
    while True:
        position = game.new(players, seed=dice.getrandbits(40))
        while position.outcome is None:
            seat = position.awaited[0]
            if len(position.legal_indices(seat)) > 1 and dice.randrange(EVERY) == 0:
                yield position, seat
            position = position.play(seat, think(position, seat, QUICK, dice.getrandbits(40)).action)


def measure(game: alcove.Game, players: int, level: int, decisions: int, seed: int) -> str:
    clocks, processors = list[float](), list[float]()
    for number, (position, seat) in enumerate(moments(game, players, seed)):
        if number == decisions:
            break
        clock, processor = time.perf_counter(), time.thread_time()
        think(position, seat, level, number)
        clocks.append(time.perf_counter() - clock)
        processors.append(time.thread_time() - processor)
    return (
        f"{game.name:12} {players} players, level {level}: {decisions} decisions, longest {max(clocks):.3f} s, "
        f"median {median(clocks):.3f} s; longest by processor time {max(processors):.3f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=alcove.games(), nargs="+", default=alcove.games())
    parser.add_argument("--level", type=int, help="else the strongest that takes the same time for everything")
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for name in chosen.only:
        game = alcove.game(name)
        warm(game)
        for players in sorted({max(game.players), min(5, max(game.players))}):
            level = chosen.level or max(levels_of(game))
            print(measure(game, players, level, chosen.decisions, chosen.seed), flush=True)


if __name__ == "__main__":
    main()
