"""How much memory a table takes: a live one with two people and a spectator, and one that sleeps.

    python tests/bench/memory.py --tables 10 --actions 80

Opens so many tables of each game in one process, plays so many actions at each, and tells everybody everything. Then
all fall asleep, and the same is done again with new ones, some rounds. Python says what it holds for those of a round,
before and after they have fallen asleep: the first round has brought most of what all tables share. At last the tables
of the last round wake up and fall asleep again.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import tempfile
import tracemalloc
from pathlib import Path
from typing import NamedTuple

from alcove.kernel.game import game, games
from alcove.server.care import TICK_SECONDS
from alcove.server.hall import Hall
from alcove.server.holders import Visitor
from alcove.server.incoming import Me, NewTable, Open
from alcove.server.limit_settings import Limits
from alcove.server.rehearsal import rehearse
from alcove.server.settings import Settings

MAX_BYTES = 100_000
"""Bytes that a live table may take."""
ALLOWED = 1_000_000
LIMITS = Limits(
    tables_per_minute=ALLOWED,
    address_tables_per_minute=ALLOWED,
    address_tables_per_day=ALLOWED,
    tables_per_browser=ALLOWED,
    tables_in_memory=ALLOWED,
    analyses_waiting=0,  # a finished game that is being analysed takes megabytes for a while
)


class Guest:
    """Somebody at a table who hears everything and says nothing."""

    def __init__(self, holder: str, language: str) -> None:
        self.visitor, self.holder, self.language = Visitor("192.0.2.1", holder), holder, language
        self.look: int | None = None
        self.knows_choices = False

    def tell(self, message: bytes) -> None:
        pass


def held() -> int:
    """Bytes that Python holds."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def open_table(hall: Hall, name: str, number: int, actions: int) -> str:
    players = max(2, game(name).players.start)
    creator = Visitor("192.0.2.1", f"{number:064d}")
    wish = NewTable(game=name, players=players, seats=[Me(), *[Open()] * (players - 1)], name="Anna")
    room = await hall.room((await hall.new_tables.create(creator, wish)).id)
    for seat in range(1, players):
        await room.sit(f"{seat}{number:063d}", seat, f"P{seat}")
    guests = [Guest(creator.holder, "en"), Guest(f"1{number:063d}", "de"), Guest("", "en")]
    for guest in guests:
        room.enter(guest)
    dice = random.Random(number)
    for _ in range(actions):
        if not room.table.awaited():
            break
        seat = dice.choice(room.table.awaited())
        await room._act(seat, room.table.version, dice.choice(room.table.legal_indices(seat)))
    for guest in guests:
        room.show(guest)
    return room.table.id


async def fall_asleep(hall: Hall) -> None:
    for room in hall.rooms():
        room.listeners.clear()
        hall._forget(room)
    await hall.store.writer.store()  # by then their positions are kept
    await asyncio.sleep(0.5)


class Measured(NamedTuple):
    live: float
    """Bytes of a live table."""
    asleep: list[float]
    """Bytes that are still held for a table that sleeps, by rounds: what all share grows less and less."""
    again: float
    """Bytes that are held in addition when the same tables wake up once more and fall asleep."""


async def measure(name: str, tables: int, actions: int, rounds: int) -> Measured:
    rehearse(game(name))
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), limits=LIMITS, warm=False, bot_threads=1, bot_pause=0)
        async with Hall.opened(settings) as hall:
            tracemalloc.start()
            before, live, asleep = 0, 0.0, list[float]()
            for number in range(rounds + 1):
                ids = [await open_table(hall, name, number * tables + each, actions) for each in range(tables)]
                await asyncio.sleep(3 * TICK_SECONDS)  # people think
                live = (held() - before) / tables
                await fall_asleep(hall)
                asleep.append((held() - before) / tables)
                before = held()
            await wake_up(hall, ids)
            before = held()
            await wake_up(hall, ids)
            again = (held() - before) / tables
            tracemalloc.stop()
            return Measured(live, asleep[1:], again)


async def wake_up(hall: Hall, ids: list[str]) -> None:
    """Look at tables again, and let them fall asleep."""
    for each in ids:
        room, guest = await hall.room(each), Guest("", "en")
        room.enter(guest)
        room.show(guest)
    await fall_asleep(hall)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the memory of tables.")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--actions", type=int, default=80)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--game", action="append", choices=games())
    chosen = parser.parse_args()
    for name in chosen.game or games():
        found = asyncio.run(measure(name, chosen.tables, chosen.actions, chosen.rounds))
        verdict = "" if found.live < MAX_BYTES else f", more than {MAX_BYTES / 1000:.0f} kB"
        asleep = ", ".join(f"{each / 1000:.1f}" for each in found.asleep)
        print(
            f"{game(name).title.en}: {found.live / 1000:.1f} kB a live table{verdict}; {asleep} kB asleep by rounds; ",
            end="",
        )
        print(f"{found.again / 1000:.2f} kB more when the same tables wake up and fall asleep", flush=True)


if __name__ == "__main__":
    main()
