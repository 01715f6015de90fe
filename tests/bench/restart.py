"""How soon a server with many tables serves again.

    python tests/bench/restart.py --tables 10000

Fills a new database with running tables of all games, some actions each, then starts a server on it: the time until its
health answers, until it is ready, that is until it has asked its database, until one of those tables can be looked at,
the processor time for all that, and the memory. Compare it with the line for one table.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from alcove.kernel.game import games  # noqa: E402
from alcove.kernel.record import Record  # noqa: E402
from alcove.server.holders import new_table_id  # noqa: E402
from alcove.server.settings import Settings  # noqa: E402
from alcove.server.store import Store  # noqa: E402
from alcove.server.tables import SeatAt, Table  # noqa: E402
from tests.ports import free_port  # noqa: E402

TOGETHER = 200
ACTIONS = 4
PAUSE = 0.01


async def fill(folder: Path, count: int) -> str:
    """The id of one of the tables."""
    store, dice = await Store.open(Settings(data=folder, warm=False)), random.Random(0)
    table = ""
    for begin in range(0, count, TOGETHER):
        table, *_ = await asyncio.gather(*(add(store, dice) for _ in range(begin, min(count, begin + TOGETHER))))
    await store.close()
    return table


async def add(store: Store, dice: random.Random) -> str:
    """A table at which people have begun to play."""
    record = Record.begin(dice.choice(games()))
    people = [SeatAt("human", f"Player {seat}") for seat in range(record.players)]
    bots = [SeatAt("bot", "", 1)] * record.players  # what actions give away is worked out for people alone
    name = new_table_id()
    holders = [("bench", seat) for seat in range(record.players)]
    await store.add_table(Table(name, record, people, time.time()), "bench", holders, None)
    table = Table(name, record, bots, time.time())
    while len(table.played) < ACTIONS and table.awaited():
        seat = dice.choice(table.awaited())
        plan = table.plan_action(seat, table.version, dice.choice(table.legal_indices(seat)), time.time())
        await store.add_entry(plan.entry, table.ending_of(plan))
        table.take(plan)
    return table.id


def restart(folder: Path, table: str) -> str:
    port = free_port()
    command = [sys.executable, "-m", "alcove.server", "--port", str(port), "--data", str(folder)]
    began = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
            up = _until(client, "/health", began)
            ready = _until(client, "/ready", began)
            looked = _until(client, f"/api/tables/{table}", began)
        memory = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        used = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        work = sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
        process.terminate()
    return (
        f"health {up:.2f} s, ready {ready:.2f} s, a table {looked:.2f} s after the start; "
        f"{work:.2f} s of processor time, {memory:.0f} MB"
    )


def _until(client: httpx.Client, path: str, began: float) -> float:
    while True:
        try:
            client.get(path).raise_for_status()
        except httpx.TransportError:
            time.sleep(PAUSE)
        else:
            return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=10_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        empty, full = Path(name) / "empty", Path(name) / "full"
        one = asyncio.run(fill(empty, 1))
        print(f"1 table: {restart(empty, one)}")
        table = asyncio.run(fill(full, chosen.tables))
        for _ in range(3):
            print(f"{chosen.tables} tables: {restart(full, table)}")


if __name__ == "__main__":
    main()
