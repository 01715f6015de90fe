"""How long the care of a database takes, and what counting costs a move.

    python tests/bench/care.py --tables 20000

Tables of fifty actions each are put into a new database without playing them; then it is backed up, put back, and a
twentieth of its tables is pruned.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
import timeit
from pathlib import Path
from time import perf_counter
from typing import Any

from sqlalchemy import insert

from alcove.server import schema
from alcove.server.archive import Archive
from alcove.server.backups import back_up, restore
from alcove.server.metrics import Metrics
from alcove.server.settings import DATABASE_FILE, Settings
from alcove.server.store import Store

ACTIONS = 50
AT_ONCE = 1000
MOVES = 100_000
SEATS = '[{"kind":"human","name":"Anna","level":null},{"kind":"human","name":"Bruno","level":null}]'


def table(number: int) -> dict[str, Any]:
    secret = {"seed": "1" * 38, "nonce": "0" * 32, "commitment": "0" * 64, "creator": "a" * 64}
    shape = {"game": "alva", "rules": 1, "players": 2, "options": "{}", "seats": SEATS}
    return {"id": f"t{number:015}", "created": float(number), "ended": float(number), **shape, **secret}


def entry(number: int, version: int) -> dict[str, Any]:
    done = {"kind": "action", "seat": version % 2, "action": version, "text": "c3-c4", "reveals": 0}
    return {"table_id": f"t{number:015}", "version": version, "at": float(number), **done}


async def create(settings: Settings) -> None:
    await (await Store.open(settings)).close()


def fill(settings: Settings, tables: int) -> None:
    asyncio.run(create(settings))
    with Archive.opened(settings) as archive, archive.engine.begin() as connection:
        for first in range(0, tables, AT_ONCE):
            numbers = range(first, min(tables, first + AT_ONCE))
            rows = [entry(number, version) for number in numbers for version in range(1, ACTIONS + 1)]
            connection.execute(insert(schema.tables), [table(number) for number in numbers])
            connection.execute(insert(schema.entries), rows)


def counting() -> float:
    """Microseconds that a move spends on being counted and timed."""
    metrics = Metrics()

    def move() -> None:
        metrics.move("person", perf_counter(), perf_counter(), perf_counter())

    return min(timeit.repeat(move, number=MOVES, repeat=5)) / MOVES * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20_000)
    tables = parser.parse_args().tables
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder) / "data", warm=False)
        fill(settings, tables)
        size = (settings.data / DATABASE_FILE).stat().st_size / 1e6
        print(f"{tables:,} tables, {tables * ACTIONS:,} actions, {size:.0f} MB")
        began = time.perf_counter()
        made = back_up(settings, Path(folder))
        print(f"backed up in {time.perf_counter() - began:.2f} s")
        began = time.perf_counter()
        restore(settings, made)
        print(f"put back in {time.perf_counter() - began:.2f} s")
        began = time.perf_counter()
        with Archive.opened(settings) as archive:
            old = [line.id for line in archive.tables(None, "over", tables / 20, None)]
            archive.delete_tables(old)
        print(f"{len(old):,} tables found and pruned in {time.perf_counter() - began:.2f} s")
    print(f"counting takes {counting():.1f} µs a move")


if __name__ == "__main__":
    main()
