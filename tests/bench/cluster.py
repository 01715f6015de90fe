"""What a move costs with each database, with several processes, and with many tables.

    python tests/bench/cluster.py --rounds 3
    python tests/bench/cluster.py --only sqlite,many --rounds 1

The set-ups take turns in one run, so that whatever else the machine does concerns all of them. The clients are those of
load.py. Processor time is that of the server's processes, and beside it that of PostgreSQL; it says more than moves a
second, because clients, server and database share the machine's cores.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from alcove.server.serving import free_port
from tests.bench.load import Game, Tally, open_table, use_quick_loop, wait_until_ready
from tests.services import DURABLE, Postgres

TICKS = os.sysconf("SC_CLK_TCK")
TABLES, MANY = 200, 2000


@dataclass
class SetUp:
    about: str
    tables: int = TABLES
    postgres: bool = False
    workers: int = 1
    rates: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)
    database: list[float] = field(default_factory=list)


SET_UPS = {
    "sqlite": SetUp("SQLite, one process"),
    "postgres": SetUp("PostgreSQL, one process", postgres=True),
    "two": SetUp("PostgreSQL, two processes", postgres=True, workers=2),
    "many": SetUp(f"SQLite, {2 * MANY:,} sockets", tables=MANY),
}


def processor_seconds(root: int) -> float:
    """Of a process, those that it has started and those of them that have ended."""
    total, waiting = 0.0, [root]
    while waiting:
        pid = waiting.pop()
        with contextlib.suppress(OSError):
            numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += sum(int(number) for number in numbers[11:15]) / TICKS
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                waiting += [int(child) for child in children.read_text().split()]
    return total


@contextlib.contextmanager
def served(setup: SetUp, database: str | None) -> Iterator[tuple[int, int]]:
    """A server; gives its port and the id of its process."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "alcove.server", "--port", str(port), "--data", folder]
        command += ["--trusted-proxy", "127.0.0.1", "--workers", str(setup.workers), "--log-level", "warning"]
        command += ["--limits-connections", str(3 * setup.tables), "--limits-tables-in-memory", str(MANY)]
        command += [] if database is None else ["--database", database]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert process.stdout is not None
        try:
            process.stdout.readline()
            yield port, process.pid
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


async def measure(setup: SetUp, port: int, server: int, database: int | None) -> None:
    """One round that is not counted, and one that is."""

    class Measured(Tally):
        async def played(self, games: list[Game]) -> None:
            before = processor_seconds(server), processor_seconds(database) if database else 0.0
            await super().played(games)
            moves = len(games) * 72
            setup.server.append((processor_seconds(server) - before[0]) / moves)
            setup.database.append(((processor_seconds(database) if database else 0.0) - before[1]) / moves)

    async def open_game() -> Game:
        return Game(port, *await open_table(port))

    await wait_until_ready(port)
    await Tally().round(min(setup.tables, TABLES), open_game)
    tally = Measured()
    await tally.round(setup.tables, open_game)
    setup.rates.append(tally.rate)


def run(chosen: list[SetUp], rounds: int) -> None:
    postgres = Postgres(DURABLE) if any(setup.postgres for setup in chosen) else None
    try:
        if postgres is not None:
            postgres.start()
        for _ in range(rounds):
            for setup in chosen:
                shared = postgres if setup.postgres else None
                address = shared.database() if shared is not None else None
                with served(setup, address) as (port, server):
                    asyncio.run(measure(setup, port, server, None if shared is None else shared.pid))
                print(f"  {setup.about}: {setup.rates[-1]:,.0f} moves/s, {setup.server[-1] * 1e6:.0f} µs", flush=True)
    finally:
        if postgres is not None:
            postgres.close()


def report(chosen: list[SetUp]) -> None:
    print(f"{'':32}{'moves/s':>10}{'server':>12}{'database':>12}   (median; processor time a move)")
    for setup in chosen:
        server, database = median(setup.server) * 1e6, median(setup.database) * 1e6
        print(f"{setup.about:32}{median(setup.rates):>10,.0f}{server:>9.0f} µs{database:>9.0f} µs")
    known = {name: setup for name, setup in SET_UPS.items() if setup.rates}
    for what, one, other in (
        ("moves/s, PostgreSQL to SQLite", "postgres", "sqlite"),
        ("processor time, two processes to one", "two", "postgres"),
        ("processor time, 4,000 sockets to 400", "many", "sqlite"),
    ):
        if one in known and other in known:
            values = "rates" if what.startswith("moves") else "server"
            share = median(getattr(known[one], values)) / median(getattr(known[other], values))
            print(f"{what}: {share:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default=",".join(SET_UPS), help="set-ups, with commas between")
    chosen = parser.parse_args()
    use_quick_loop()
    setups = [SET_UPS[name] for name in chosen.only.split(",")]
    run(setups, chosen.rounds)
    report(setups)


if __name__ == "__main__":
    main()
