"""Closing and opening again: nothing is lost, and everybody is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from alcove.server.hall import Hall
from tests.server.browser import ME, OPEN, Browser, bot
from tests.server.conftest import Running

Start = Callable[..., Running]


def test_closing_says_goodbye_and_keeps_everything(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path)
    anna, bruno = first.browser(), first.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    white.act("c3")
    white.say("chat", text="good luck")
    black.hear("chat")
    black.act("a1")
    white.say("undo", v=2)
    black.hear("seats", where=lambda message: message["undo"]["asked_by"] == 0)
    black.say("undo-answer", v=2, yes=True)
    white.hear("table", where=lambda message: message["v"] == 3)
    white.act("b2")
    before = anna.get(f"/api/tables/{table}")
    secret = bruno.get(f"/api/tables/{table}/links")["seats"]["1"]
    first.stop()
    assert black.hear("bye") == {"t": "bye", "code": "shutdown"}
    assert black.closed_with() == 1001

    second = start(tmp_path)
    same = second.browser()
    same.http.cookies = anna.http.cookies
    after = same.get(f"/api/tables/{table}")
    assert after["v"] == 4
    for one in (before, after):
        for seat in one["seats"]:
            del seat["online"]
    assert after == before
    phone = second.browser()
    phone.open_link(secret)
    assert phone.enter(table).act("e5")["v"] == 5


def test_a_bot_goes_on_after_a_restart(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path)
    anna = first.browser()
    table = anna.create(bot(1), ME)
    first.stop()
    second = start(tmp_path)
    same = second.browser()
    same.http.cookies = anna.http.cookies
    black = same.enter(table)
    while black.table["v"] == 0:
        step = black.hear("step")
    assert step["seat"] == 0


def test_closing_while_a_bot_thinks_is_quick(start: Start) -> None:
    running = start()
    anna = running.browser()
    white = anna.enter(anna.create(ME, bot(5), size=9, pieces=34))
    white.act("e5")
    white.hear("seats", where=lambda message: message["seats"][1]["thinking"])
    began = time.monotonic()
    running.stop()
    assert time.monotonic() - began < 5


def test_idle_tables_are_put_away_and_found_again(start: Start) -> None:
    running = start(tables_in_memory=3)
    anna = running.browser()
    tables = [anna.create(ME, bot(1)) for _ in range(8)]

    async def kept(hall: Hall) -> int:
        return len(hall.rooms())

    assert running.do(kept) <= 4
    for table in tables:
        assert anna.get(f"/api/tables/{table}")["id"] == table


def test_a_long_game_opens_in_under_a_second(start: Start) -> None:
    """Thousands of turns, played and taken back, and thousands that stay. Of this process alone: others may be busy."""
    running = start()
    anna = running.browser()
    table = long_table(running, anna, rounds=3000)

    async def forget(hall: Hall) -> None:
        hall._rooms.clear()

    running.do(forget)
    began = time.process_time()
    shown = anna.get(f"/api/tables/{table}")
    took = time.process_time() - began
    assert shown["v"] == 6000
    assert len(shown["story"]) == 60
    assert took < 1


def long_table(running: Running, anna: Browser, rounds: int) -> str:
    """A table at which pieces were only shifted to and fro: as many actions as wished, straight into the store."""
    from alcove.server.tables import Entry

    table = anna.create(ME, OPEN, size=9, pieces=36)
    anna.sit(table, 1)
    squares = [f"{column}{row}" for row in range(1, 5) for column in "abcdefghi"]
    mirrored = [f"{column}{row}" for row in range(6, 10) for column in "abcdefghi"]

    async def fill(hall: Hall) -> None:
        room = await hall.room(table)
        kept, entries, version = [], [], 0
        for number in range(30):
            for seat, names in ((0, squares), (1, mirrored)):
                plan = room.table.plan_action(seat, room.table.version, names[number], 0.0)
                room.table.take(plan)
                kept.append(plan.entry)
        while version < 2 * rounds - 60:
            first = kept[0]
            entries.append(first._replace(version=version + 1))
            entries.append(Entry(table, version + 2, "undo", 0, 1, "", 0, 0.0))
            version += 2
        entries += [entry._replace(version=version + 1 + number) for number, entry in enumerate(kept)]
        await hall.store.writer.store(*entries)

    running.do(fill)
    return table
