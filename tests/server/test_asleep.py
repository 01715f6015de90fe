"""A table that sleeps is on the disk, and nowhere else."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from typing import Any

import pytest

from alcove.server.hall import Hall
from tests.server.browser import ME, PATIENCE, SMALL, Browser, Socket, bot
from tests.server.conftest import Running

OPTIONS: dict[str, dict[str, Any]] = {"alva": SMALL, "tollgate": {"cards": 5}}


def play(socket: Socket, finish: bool) -> None:
    for _ in range(4):
        socket.act()
        while 0 not in socket.table["view"]["awaited"]:
            socket.hear("step")
    socket.say("chat", text="see you")
    socket.hear("chat")
    if finish:
        socket.say("resign", seat=0)
        socket.hear("table")


async def fall_asleep(hall: Hall, table: str) -> list[weakref.ref[Any]]:
    """Let it sleep as soon as it may, and give back what was in the memory."""
    end = time.monotonic() + PATIENCE
    while not (room := await hall.room(table)).idle:
        assert time.monotonic() < end
        del room
        await asyncio.sleep(0.01)
    parts = [weakref.ref(part) for part in (room, room.table, room.outgoing)]
    hall._forget(room)
    return parts


async def left_of(hall: Hall, parts: list[weakref.ref[Any]]) -> list[Any]:
    """What is still there when all that was under way has come to its end."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        gc.collect()
        if all(part() is None for part in parts):
            return []
        await asyncio.sleep(0.01)
    return [found for part in parts if (found := part()) is not None]


@pytest.mark.parametrize("finish", [False, True], ids=["running", "over"])
@pytest.mark.parametrize("name", OPTIONS)
def test_a_table_that_sleeps_leaves_the_memory(server: Running, anna: Browser, name: str, finish: bool) -> None:
    table = anna.create(ME, bot(1), game=name, **OPTIONS[name])
    socket = anna.enter(table)
    play(socket, finish)
    socket.close()
    parts = server.do(lambda hall: fall_asleep(hall, table))
    assert server.do(lambda hall: left_of(hall, parts)) == []
    assert anna.get(f"/api/tables/{table}")["status"] == ("over" if finish else "running"), "and wakes up again"
