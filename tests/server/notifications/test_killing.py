"""No notification is lost: the server is killed again and again while it stores moves and sends what is owed for them.

What is guaranteed: every stored move that owes something is told at least once. It is told a second time only if the
server was killed after the other side had taken the message and before that was noted: one message for each kill, and
channel, at most.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import text

from alcove.server.notifications.channels import CLAIM_SECONDS, Channel, digest_of
from alcove.server.notifications.owing import OWE
from alcove.server.store import Store
from alcove.server.writer import Filled
from tests.ports import free_port
from tests.server.forks import Forks
from tests.server.notifications.receiving import Endpoint, opened
from tests.server.test_killing import ask, token, wait_for
from tests.server.test_leases import opened as opened_store
from tests.services import Postgres

KILLS = max(3, int(os.environ.get("ALCOVE_KILLS", "8")) // 2)
PATIENCE = 60.0


def owe_on(folder: Path) -> set[str]:
    """The tables at which Bruno is awaited, as they are stored."""
    with closing(sqlite3.connect(folder / "alcove.sqlite3")) as database:
        return {row[0] for row in database.execute("SELECT table_id FROM entries WHERE version = 1")}


def tables_told(endpoint: Endpoint) -> Counter[str]:
    return Counter(one["table"] for arrived in list(endpoint.arrived) for one in arrived.json["events"])


async def play(port: int, hers: str, his: str, told: list[str]) -> None:
    """Open tables and make a first move at each, until the server is gone."""
    from websockets.asyncio.client import connect

    wish = {"game": "alva", "players": 2, "options": {"size": 5, "pieces": 6}, "name": "Anna"}
    seats = [{"kind": "me"}, {"kind": "open"}]
    headers, origin = {"Cookie": f"alcove={hers}"}, f"http://127.0.0.1:{port}"
    while True:
        table = (await asyncio.to_thread(ask, port, hers, "/api/tables", {**wish, "seats": seats}))["table"]
        await asyncio.to_thread(ask, port, his, f"/api/tables/{table}/seats/1", {"name": "Bruno"})
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        async with connect(address, origin=origin, additional_headers=headers) as socket:  # type: ignore[arg-type]
            await socket.send('{"t": "act", "v": 0, "seat": 0, "action": "a1"}')
            async for message in socket:
                if '"t":"step"' in str(message):
                    told.append(table)
                    break


async def play_until_killed(port: int, pid: int, people: tuple[str, str], told: list[str], after: float) -> None:
    games = [asyncio.create_task(play(port, *people, told)) for _ in range(3)]
    await asyncio.sleep(after)
    os.kill(pid, signal.SIGKILL)
    await asyncio.gather(*games, return_exceptions=True)


def test_a_kill_loses_none_and_repeats_no_more_than_what_was_on_its_way(forks: Forks, tmp_path: Path) -> None:
    dice, acknowledged = random.Random(2026), list[str]()
    people: tuple[str, str] | None = None
    with opened() as endpoint:
        for _ in range(KILLS):
            port = free_port()
            server = forks.start(port, tmp_path)
            wait_for(port)
            if people is None:
                people = token(port), token(port)
                hook = {"kind": "webhook", "address": f"{endpoint.url}/hook"}
                assert ask(port, people[1], "/api/notifications/channels", hook)["channels"][0]["state"] == "on"
                endpoint.take()
            asyncio.run(play_until_killed(port, server.pid, people, acknowledged, dice.uniform(0.3, 0.8)))
            server.wait(PATIENCE)
        port = free_port()
        server = forks.start(port, tmp_path)
        wait_for(port)
        stored, end = owe_on(tmp_path), time.monotonic() + PATIENCE
        while tables_told(endpoint).keys() != stored and time.monotonic() < end:
            time.sleep(0.05)
        server.send_signal(signal.SIGTERM)
        server.wait(PATIENCE)
        told, messages = tables_told(endpoint), list(endpoint.arrived)
    assert told.keys() == stored, "every one of them, and nothing else"
    assert set(acknowledged) <= stored
    assert len(stored) > KILLS
    repeated = {one["id"] for arrived in messages for one in arrived.json["events"] if told[one["table"]] > 1}
    again = [arrived for arrived in messages if any(one["id"] in repeated for one in arrived.json["events"])]
    assert len(again) <= 2 * KILLS, "once before the kill and once after it"
    assert max(told.values()) <= KILLS


def test_of_two_processes_one_sends_and_the_other_takes_over(postgres: Postgres, tmp_path: Path) -> None:
    channel = Channel("c", "bruno", "webhook", "https://x", digest_of("webhook", "https://x"), "en", "", "on")

    async def main() -> None:
        url = postgres.database()
        async with opened_store(url, tmp_path) as first, opened_store(url, tmp_path) as second:
            await first.channels.add(channel)
            assert await owe(first, 1) == 1
            assert await owe(second, 1) == 1, "the same is not owed twice"
            claims = await asyncio.gather(first.channels.claim("c", 100.0), second.channels.claim("c", 100.0))
            assert sorted(claims) == [False, True]
            assert await second.channels.due(100.0 + CLAIM_SECONDS - 1, 5) == []
            [late] = await second.channels.due(100.0 + CLAIM_SECONDS, 5)
            assert await second.channels.claim("c", 100.0 + CLAIM_SECONDS), "the first one was killed"
            told = await second.channels.owed_on(late, 200.0)
            assert [(one.table, one.mark) for one in told] == [("t", 1)]
            await owe(first, 2)
            await second.channels.sent("c", told, 161.0, 0.0)
            [newer] = await second.channels.owed_on(late, 200.0)
            assert newer.mark == 2, "what came meanwhile is another event"
            await first.channels.sent("c", [newer], 162.0, 0.0)
            assert await first.channels.owed_on(late, 200.0) == []
            assert await first.channels.push_key(lambda: "aa" * 32) == await second.channels.push_key(lambda: "bb" * 32)

    asyncio.run(main())


async def owe(store: Store, mark: int) -> int:
    """Owe a turn at a table; how many rows there are."""
    table = text(
        "INSERT INTO tables (id, game, rules, players, options, seed, nonce, commitment, seats, created, creator)"
        " VALUES ('t', 'alva', 1, 2, '{}', '1', '', '', '[]', 0, '') ON CONFLICT DO NOTHING"
    )
    values: dict[str, Any] = {"table": "t", "event": "turn", "mark": mark, "who": "Anna", "at": 1.0, "due": 2.0}
    await store.writer.store(statements=[table, Filled(OWE, {**values, "holder": "bruno"})])
    return await store.channels.questions.number(text("SELECT count(*) FROM owed"))
