"""What racing choices is worth together, decision by decision: a way to measure with few games.

    python -m tests.games.alvos.second_thoughts --difficulty normal --games 200 --dice 256

The net plays each game up to one of its decisions. There its choices are raced, within some dice or a time. Where the
race prefers another choice than the net, both are played out to the end by the net, many times and with the same dice.
What the race gains a decision, times the decisions of a game, is what it gains a game, as long as it changes little.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from alcove import Position
from alcove.bots import race
from alcove.bots.engine import Race, _sum_up
from tests.games.alvos.afterstates import ALVOS, best_by_net

DECISIONS = 72
"""Of a normal game."""
TO_THE_END = 1_000_000
SURE = 1000.0


def somewhere(number: int, difficulty: str) -> Position | None:
    """A decision of a game of the net; None if the game was shorter."""
    position = ALVOS.new(3, number, mode="cooperative", difficulty=difficulty)
    left = random.Random(number).randrange(DECISIONS)
    while not position.over and (left > 0 or len(position.legal_indices(position.awaited[0])) == 1):
        position = position.play_legal(position.awaited[0], best_by_net(position))
        left -= 1
    return None if position.over else position


def raced(position: Position, seed: int, dice: int, milliseconds: float) -> tuple[int, int]:
    """What the race prefers, and how many playouts it had."""
    runs, end = Race(position, position.awaited[0], seed, 1), time.thread_time() + milliseconds / 1000
    while runs.done < dice and time.thread_time() < end and not (runs.done and runs.decided(0)):
        runs.run(min(race.FIRST_LOOK, dice - runs.done))
    return _sum_up([runs]).action.index, runs.simulations


def advantage(position: Position, index: int, seed: int, playouts: int) -> float:
    """By how much more a choice wins than that of the net, if the net plays on."""
    runs = Race(position, position.awaited[0], seed, 1)
    runs.desk.mind.turns[0] = TO_THE_END
    runs.run(1)
    lanes = runs.desk.lanes
    lane = next(at for at in range(lanes.count[race.LANES]) if int(runs.tree.edges[at].action) == index)
    lanes.open[:] = False
    lanes.open[lane], lanes.guesses[lane] = True, SURE  # it is never left out
    runs.run(playouts)
    return float(lanes.sums[lane] / lanes.dice[lane])


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--difficulty", default="normal")
    ask.add_argument("--games", type=int, default=200)
    ask.add_argument("--dice", type=int, default=1 << 20)
    ask.add_argument("--milliseconds", type=float, default=1e9)
    ask.add_argument("--playouts", type=int, default=800)
    ask.add_argument("--seed", type=int, default=70_000)
    said = ask.parse_args()
    gains, changed, simulated, spent = list[float](), 0, 0, 0.0
    for number in range(said.seed, said.seed + said.games):
        position = somewhere(number, said.difficulty)
        if position is None:
            continue
        began = time.thread_time()
        index, simulations = raced(position, number, said.dice, said.milliseconds)
        spent += time.thread_time() - began
        simulated += simulations
        other = index != best_by_net(position)
        changed += other
        gains.append(advantage(position, index, number + 1, said.playouts) if other else 0.0)
        if len(gains) % 20 == 0:
            mean, error = np.mean(gains), 1.96 * np.std(gains) / len(gains) ** 0.5
            print(
                f"{len(gains)} decisions, {changed} changed: {mean:.5f} ± {error:.5f} of a win each, "
                f"{DECISIONS * 100 * mean:.1f} ± {DECISIONS * 100 * error:.1f} points a game; "
                f"{simulated / len(gains):.0f} playouts, {1000 * spent / len(gains):.0f} ms a decision",
                flush=True,
            )


if __name__ == "__main__":
    main()
