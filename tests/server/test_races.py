"""Many want the same thing at the same moment: one gets it, and nothing is half done."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from alcove.server.hall import Hall
from tests.server.browser import ME, OPEN, Browser, bot
from tests.server.conftest import Running

AT_ONCE = 12


def post(browser: Browser, path: str, body: Any) -> int:
    return httpx.post(
        browser.url + path, json=body, headers={"origin": browser.url, "cookie": browser.cookie}, timeout=30
    ).status_code


def test_one_of_many_gets_the_seat(server: Running, anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    browsers = [server.browser() for _ in range(AT_ONCE)]
    for browser in browsers:
        browser.get("/api/games")
    with ThreadPoolExecutor(AT_ONCE) as pool:
        codes = list(pool.map(lambda one: post(one, f"/api/tables/{table}/seats/1", {"name": "x"}), browsers))
    assert sorted(codes) == [200] + [409] * (AT_ONCE - 1)

    async def holders(hall: Hall) -> int:
        return sum(1 in seats for seats in (await hall.store.holders(table)).values())

    assert server.do(holders) == 1


def test_a_rematch_is_opened_once(server: Running, anna: Browser) -> None:
    table = anna.create(ME, bot(1))
    sockets = [anna.enter(table) for _ in range(6)]
    sockets[0].say("resign", seat=0)
    for socket in sockets:
        socket.hear("table", where=lambda told: told["status"] == "over")
    for socket in sockets:
        socket.say("rematch")
    opened = {
        socket.hear("seats", where=lambda told: told["rematch"]["table"] is not None)["rematch"]["table"]
        for socket in sockets
    }
    assert len(opened) == 1
    assert len(anna.get("/api/tables")["tables"]) == 2


def test_one_of_many_moves_counts(server: Running, anna: Browser, bruno: Browser) -> None:
    """Moves and takings back of the same version, from several windows."""
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    sockets = [anna.enter(table) for _ in range(6)]
    for number, socket in enumerate(sockets):
        socket.say("act", v=0, seat=0, action=("c3", "b2", "d4")[number % 3])
    told = [socket.hear("step", "error", where=lambda one: one["t"] == "error" or one["v"] == 1) for socket in sockets]
    assert anna.get(f"/api/tables/{table}")["v"] == 1
    assert {one.get("code") for one in told if one["t"] == "error"} <= {"stale"}
    for socket in sockets:
        socket.say("undo", v=1)
    for socket in sockets:
        socket.hear("table", where=lambda one: one["v"] == 2)
    assert anna.get(f"/api/tables/{table}")["v"] == 2


def test_a_seats_link_is_opened_once_for_each_browser(server: Running, anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    secret = {"secret": anna.get(f"/api/tables/{table}/links")["seats"]["0"].removeprefix("/seat/")}
    phone = server.browser()
    phone.get("/api/games")
    with ThreadPoolExecutor(AT_ONCE) as pool:
        codes = list(pool.map(lambda _: post(phone, "/api/seat-links", secret), range(AT_ONCE)))
    assert codes == [200] * AT_ONCE
    assert len(phone.get("/api/tables")["tables"]) == 1
