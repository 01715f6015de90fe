"""What a Ray cluster costs against plain processes, and what two workers bring against one.

    python tests/bench/spreading.py --rounds 3
    python tests/bench/spreading.py --game alvos --games 400 --level 2

The same games by turns: in one process and in two, by one worker of a cluster on this machine and by two. Workers and
processes are started anew each time, as a command does, and their start is told apart: it is what a run without any
games takes. Processor time is that of all processes together, those of the cluster itself included.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from alcove.executors import LocalExecutor
from alcove.executors.cluster import open_cluster
from alcove.lab import set_up, simulate
from alcove.lab.simulate import Setup
from tests.executors.head import started_head

GOING = 2.0
"""Seconds until workers that were ended are gone, and their time with them."""
TICKS = os.sysconf("SC_CLK_TCK")
SECOND_FIELDS = slice(11, 15)
"""Of /proc/PID/stat behind the name: time in the program and in the system, and of children that have ended."""


class Took(NamedTuple):
    wall: float
    processor: float


def processor_seconds(root: int) -> float:
    """Of a process and all that descend from it."""
    times, children = dict[int, float](), dict[int, list[int]]()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(path.parent.name)
        times[pid] = sum(map(int, fields[SECOND_FIELDS])) / TICKS
        children.setdefault(int(fields[1]), []).append(pid)
    total, rest = 0.0, [root]
    while rest:
        pid = rest.pop()
        total += times.get(pid, 0.0)
        rest += children.get(pid, [])
    return total


def measured(setup: Setup, games: int, opened: Callable[[], Any]) -> Took:
    time.sleep(GOING)
    before, began = processor_seconds(os.getpid()), time.perf_counter()
    with opened() as executor:
        simulate(setup, games, workers=executor)
        wall = time.perf_counter() - began
        while multiprocessing.active_children():  # the time of processes counts here when they have ended
            time.sleep(0.05)
        return Took(wall, processor_seconds(os.getpid()) - before)  # and of workers while they live


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="alvos")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    setup = set_up(asked.game, asked.players, seed=1, level=asked.level)
    simulate(setup, 2, workers=1)
    with started_head(cores=2) as head:
        ways: dict[str, Callable[[], Any]] = {
            "one process": lambda: nullcontext(LocalExecutor(1)),
            "two processes": lambda: nullcontext(LocalExecutor(2)),
            "Ray, one worker": lambda: open_cluster(head.address, 1),
            "Ray, two workers": lambda: open_cluster(head.address, 2),
        }
        took: dict[str, list[tuple[Took, Took]]] = {name: [] for name in ways}
        for _ in range(asked.rounds):
            for name, opened in ways.items():
                start, whole = (measured(setup, games, opened) for games in (2, asked.games))
                took[name].append((start, whole))
                print(f"{name}: start {start.wall:.1f} s, all {whole.wall:.1f} s, processor {whole.processor:.1f} s")
    tell(took)


def tell(took: dict[str, list[tuple[Took, Took]]]) -> None:
    wall = {name: statistics.median(whole.wall for _, whole in rounds) for name, rounds in took.items()}
    net = {name: statistics.median(b.wall - a.wall for a, b in rounds) for name, rounds in took.items()}
    work = {name: statistics.median(b.processor - a.processor for a, b in rounds) for name, rounds in took.items()}
    print("\n| how | wall | without the start | processor time without the start |\n|---|---|---|---|")
    for name in took:
        print(f"| {name} | {wall[name]:.1f} s | {net[name]:.1f} s | {work[name]:.1f} s |")
    print(
        f"\nRay against processes, two workers: wall {net['Ray, two workers'] / net['two processes']:.2f}, processor "
        f"time {work['Ray, two workers'] / work['two processes']:.2f}"
    )
    print(
        f"Two against one: processes {net['one process'] / net['two processes']:.2f}, "
        f"Ray {net['Ray, one worker'] / net['Ray, two workers']:.2f}"
    )


if __name__ == "__main__":
    main()
