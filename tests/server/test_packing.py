"""Finished games are packed by a process of its own, and by a thread where there is none."""

from __future__ import annotations

import json
import lzma
from typing import Any

import pytest

from alcove.server import packing
from alcove.server.hall import Hall
from alcove.server.packing import Packing, pack_game
from alcove.server.stored import Stored
from tests.server.browser import ME, local
from tests.server.conftest import Running


def finished(server: Running, *moves: str, **options: Any) -> Stored:
    anna = server.browser()
    table = anna.create(ME, local("Ben"), **options)
    socket = anna.enter(table)
    for move in moves:
        socket.say("look", seat=socket.table["view"]["awaited"][0])
        socket.hear("table")
        socket.act(move)

    async def read(hall: Hall) -> Stored | None:
        return await hall.store.table(table)

    stored = server.do(read)
    assert stored is not None
    return stored


def test_a_process_packs_what_a_thread_would(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = finished(server, "c3", "a1", pieces=1)
    expected = pack_game(stored)
    assert expected is not None
    steps = json.loads(lzma.decompress(expected[-1]))
    assert [step["text"] for step in steps] == [None, "c3", "a1"]
    apart = Packing(apart=True)
    try:
        assert apart.pack(stored) == expected
        process = apart._process
        assert process is not None
        apart.rest()
        assert apart._process is process, "it waits for the next game"
        process.kill()
        process.wait(30)
        assert apart.pack(stored) == expected, "here, because it has died"
        monkeypatch.setattr(packing, "COMMAND", ("/no/such/program",))
        assert apart.pack(stored) == expected, "here, because none can be started"
    finally:
        apart.hurry()
    assert apart._process is None


def test_it_is_let_go_when_there_is_nothing_to_do(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "COMMAND", ("cat",))  # it answers, though not what was asked for
    apart = Packing(apart=True)
    stored = finished(server, "c3", "a1", pieces=1)
    assert apart.pack(stored) == pack_game(stored)
    apart._process = packing._start()
    process, apart._last = apart._process, -2 * packing.IDLE_SECONDS
    monkeypatch.setattr(packing.time, "monotonic", lambda: 0.0)
    apart.rest()
    assert apart._process is None
    assert process.poll() is not None


def test_what_is_not_over_is_not_packed(server: Running) -> None:
    assert pack_game(finished(server, "c3")) is None
