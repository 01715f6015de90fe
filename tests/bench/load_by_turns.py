"""The load of `load.py` on the servers of two checkouts by turns, so that both meet the same noise.

    python tests/bench/load_by_turns.py BEFORE . --tables 200 --rounds 8

Each checkout has its own `.venv`, and is met by the clients of its own `load.py`. Prints moves per second and the
server's processor time for a move, of each round and by medians. A round begins when all tables are entered, and ends
with the last move.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ALONE = ("--trusted-proxy", "127.0.0.1")
"""So that each table's players can have an address of their own."""
REST_SECONDS = 0.3
"""After the tables are opened, so that nothing of that is left to do."""


class Round(NamedTuple):
    moves_per_second: float
    microseconds: float
    """Of processor time for a move."""


class Checkout:
    """A server of its own, and the clients for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.load = self._module("load")
        self.rounds: list[Round] = []

    def _module(self, name: str) -> Any:
        path = self.folder / "tests" / "bench" / f"{name}.py"
        spec = importlib.util.spec_from_file_location(f"{name} of {self.folder.name}", path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    @contextmanager
    def server(self) -> Iterator[None]:
        self.port = self.load.free_port()
        with tempfile.TemporaryDirectory() as data:
            command = [str(self.folder / ".venv" / "bin" / "python"), "-m", "alcove.server"]
            command += ["--port", str(self.port), "--data", data, *ALONE[: 2 * self._knows_proxies()]]
            with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=self.folder) as self._process:
                assert self._process.stdout is not None
                try:
                    self._process.stdout.readline()  # it says a line when it is ready
                    yield
                finally:
                    self._process.terminate()

    def _knows_proxies(self) -> bool:
        return "--trusted-proxy" in (self.folder / "tests" / "bench" / "load.py").read_text("utf-8")

    async def play(self, tables: int) -> Round:
        async def open_game() -> Any:
            return self.load.Game(self.port, *await self.load.open_table(self.port))

        games = await self.load.in_groups([open_game] * tables)
        await self.load.in_groups([game.enter for game in games])
        await asyncio.sleep(REST_SECONDS)
        began, used = time.perf_counter(), self._used()
        await asyncio.gather(*(game.play() for game in games))
        seconds, used = time.perf_counter() - began, self._used() - used
        for game in games:
            game.leave()
        moves = tables * len(self.load.MOVES)
        return Round(moves / seconds, used / moves * 1e6)

    def _used(self) -> float:
        """Seconds of processor time that the server has taken."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(checkouts: list[Checkout], tables: int, rounds: int) -> None:
    for one in checkouts:
        await one.load.wait_until_ready(one.port)
        await one.play(tables)  # the first is not counted
    for number in range(rounds):
        for one in checkouts:
            one.rounds.append(await one.play(tables))
            print(
                f"{number + 1} {one.folder.name}: {one.rounds[-1][0]:,.0f} moves/s, {one.rounds[-1][1]:.0f} µs a move"
            )
    before, after = checkouts
    for name, at in (("moves/s", 0), ("µs a move", 1)):
        values = [median(each[at] for each in one.rounds) for one in checkouts]
        pairs = sorted(second[at] / first[at] for first, second in zip(before.rounds, after.rounds, strict=True))
        print(f"{name}: {values[0]:,.0f} and {values[1]:,.0f} by medians, {values[1] / values[0]:.2f}", end="; ")
        print(f"in pairs {pairs[0]:.2f} to {pairs[-1]:.2f}, half above {median(pairs):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=8)
    chosen = parser.parse_args()
    checkouts = [Checkout(chosen.before), Checkout(chosen.after)]
    checkouts[1].load.use_quick_loop()
    with ExitStack() as stack:
        for one in checkouts:
            stack.enter_context(one.server())
        asyncio.run(run(checkouts, chosen.tables, chosen.rounds))


if __name__ == "__main__":
    main()
