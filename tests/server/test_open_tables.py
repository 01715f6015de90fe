"""Tables that everybody may find: live in the lobby while they wait, and nothing of the others."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from alcove.server import lobby, openings
from alcove.server.hall import Hall
from alcove.server.lobby_shapes import OpenTablesMessage
from tests.declared import check_declared
from tests.server.browser import ME, OPEN, PATIENCE, SMALL, Browser, bot, local
from tests.server.conftest import Running
from tests.server.test_clocks import DAY
from tests.server.test_cluster import Pair, far_pair, near_pair, pair  # noqa: F401

Start = Callable[..., Running]


def open_table(browser: Browser, *seats: dict[str, Any], **more: Any) -> str:
    wish = {"game": "alva", "players": len(seats), "options": SMALL, "seats": list(seats), "name": "Anna", "open": True}
    table: str = browser.post("/api/tables", wish | more)["table"]
    return table


def listed(browser: Browser) -> list[str]:
    return [one["id"] for one in browser.get("/api/open-tables")["tables"]]


class Onlooker:
    """A browser in the lobby. `tables` is what it was told last."""

    def __init__(self, browser: Browser, origin: str | None = None) -> None:
        if not browser.http.cookies:
            browser.get("/api/games")
        opened = connect(
            browser.url.replace("http", "ws", 1) + "/api/open-tables/live",
            origin=origin or browser.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": browser.cookie},
            open_timeout=PATIENCE,
        )
        self.connection = browser.sockets.enter_context(opened)
        self.raw: list[str] = []

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.connection.recv(timeout=timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["t"] == "open-tables":
            check_declared(message, OpenTablesMessage)
        return message

    def sees(self, table: str, where: Callable[[dict[str, Any]], bool] = lambda one: True) -> dict[str, Any]:
        """The table, as soon as it is listed like that."""
        while True:
            for one in self.receive()["tables"]:
                if one["id"] == table and where(one):
                    return dict(one)

    def misses(self, table: str) -> None:
        """Wait until the table is not listed."""
        while any(one["id"] == table for one in self.receive()["tables"]):
            pass

    def closed_with(self) -> int:
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0


def test_an_open_table_is_listed_while_it_waits(anna: Browser, bruno: Browser, carla: Browser) -> None:
    looks = Onlooker(carla)
    table = open_table(anna, ME, OPEN, name="Anna\x07 \u202eB", time={"kind": "live", "seconds": 60, "added": 5})
    told = looks.sees(table)
    assert told["game"] == "alva"
    assert told["options"] == SMALL
    assert told["time"]["seconds"] == 60
    assert told["here"]
    assert [(seat["kind"], seat["name"]) for seat in told["seats"]] == [("human", "Anna B"), ("open", "")]
    assert told["since"] <= time.time()
    bruno.sit(table, 1)
    looks.misses(table)
    assert table not in listed(carla)


def test_seats_fill_one_after_the_other(anna: Browser, bruno: Browser, carla: Browser) -> None:
    looks = Onlooker(carla)
    table = open_table(anna, ME, bot(), OPEN, OPEN, game="tollgate", options={"cards": 3})
    assert [seat["kind"] for seat in looks.sees(table)["seats"]] == ["human", "bot", "open", "open"]
    bruno.sit(table, 2)
    looks.sees(table, lambda one: one["seats"][2]["name"] == "Bruno")


def test_the_host_closes_it_and_opens_it_again(anna: Browser, bruno: Browser, carla: Browser) -> None:
    table = anna.create(ME, OPEN, OPEN, game="tollgate", cards=3)
    bruno.sit(table, 1)
    hers, his, looks = anna.enter(table), bruno.enter(table), Onlooker(carla)
    assert hers.table["hosting"] == {"host": 0, "open": False, "locked": False}
    assert his.refusal("open", yes=True)["code"] == "not-host"
    assert carla.enter(table).refusal("open", yes=True)["code"] == "not-host"
    hers.say("open", yes=True)
    assert his.hear("seats", where=lambda told: told["hosting"]["open"])["hosting"]["host"] == 0
    looks.sees(table)
    hers.say("open", yes=False)
    his.hear("seats", where=lambda told: not told["hosting"]["open"])
    looks.misses(table)


def test_whoever_holds_the_hosts_seat_is_the_host(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.open_link(anna.get(f"/api/tables/{table}/links")["seats"]["0"])
    other = bruno.enter(table)
    other.say("open", yes=True)
    assert other.hear("seats", where=lambda told: told["hosting"]["open"])


def test_a_table_without_a_free_seat_cannot_be_open(anna: Browser) -> None:
    wish = {"game": "alva", "players": 2, "options": SMALL, "seats": [ME, bot()], "open": True}
    assert anna.post_refused("/api/tables", wish, **{"content-type": "application/json"}) == (400, "bad-option")
    assert anna.post_refused("/api/tables", wish | {"open": "yes"}) == (400, "unreadable")
    table = anna.create(ME, local("Bruno"))
    assert anna.enter(table).refusal("open", yes=True)["code"] == "unavailable"


def test_nobody_hears_of_private_tables(anna: Browser, bruno: Browser, carla: Browser) -> None:
    """Neither that there are any, nor when something happens at one."""
    looks = Onlooker(carla)
    looks.receive()
    before = carla.get("/api/open-tables")
    table = anna.create(ME, OPEN, OPEN, game="tollgate", cards=3)
    hers = anna.enter(table)
    bruno.sit(table, 1)
    hers.say("chat", text="hello")
    hers.hear("chat")
    hers.close()
    assert carla.get("/api/open-tables") == before
    known = open_table(anna, ME, OPEN)
    looks.sees(known)
    assert all(table not in text for text in looks.raw)
    assert len(looks.raw) == 2, "one message at the beginning, and one because of the open table"


def test_a_finished_or_left_table_is_forgotten(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(open_away=1.0)
    anna, carla = server.browser(), server.browser()
    looks = Onlooker(carla)
    table, by_mail = open_table(anna, ME, OPEN), open_table(anna, ME, OPEN, time=DAY)
    hers = anna.enter(table)
    looks.sees(by_mail)
    monkeypatch.setattr(lobby, "SIGN_SECONDS", 0.0)
    time.sleep(1.5)  # longer than a table without anybody is listed
    assert table in listed(carla)
    hers.close()
    looks.sees(table, lambda one: not one["here"])
    looks.misses(table)
    assert listed(carla) == [by_mail]
    monkeypatch.setattr(openings, "HERE_SECONDS", 0.0)
    looks.sees(by_mail, lambda one: not one["here"])
    anna.enter(table)
    looks.sees(table)


def test_it_is_listed_after_a_restart(start: Start) -> None:
    server = start()
    anna = server.browser()
    table = open_table(anna, ME, OPEN)
    looks = Onlooker(server.browser())
    looks.sees(table)
    server.stop()
    assert looks.closed_with() == 1001
    server.start()
    assert listed(server.browser()) == [table]
    assert anna.enter(table).table["hosting"]["open"]


def test_a_damaged_table_hides_no_other(start: Start) -> None:
    from sqlalchemy import update

    from alcove.server import schema

    server = start()
    anna = server.browser()
    damaged, good = open_table(anna, ME, OPEN), open_table(anna, ME, OPEN)

    async def damage(hall: Hall) -> None:
        statement = update(schema.tables).where(schema.tables.c.id == damaged).values(seats="{")
        await hall.store.writer.store(statements=[statement])
        hall.lobby.changed()

    server.do(damage)
    assert listed(anna) == [good]


def test_one_person_opens_few_and_an_address_not_many(start: Start) -> None:
    server = start(open_tables_per_browser=1, open_tables_per_address=2, open_tables=3)
    wish = {"game": "alva", "players": 2, "options": SMALL, "seats": [ME, OPEN], "open": True}
    anna, bruno, carla = (server.browser() for _ in range(3))
    first = open_table(anna, ME, OPEN)
    assert anna.post_refused("/api/tables", wish) == (429, "too-many")
    private = anna.create(ME, OPEN)
    assert anna.enter(private).refusal("open", yes=True)["code"] == "too-many"
    open_table(bruno, ME, OPEN)
    assert carla.post_refused("/api/tables", wish) == (429, "too-many")
    carla.sit(first, 1)
    assert len(listed(carla)) == 1
    open_table(carla, ME, OPEN)


def test_the_lobby_is_full_one_day(start: Start) -> None:
    server = start(open_tables=1, openings_per_minute=2)
    anna, bruno = server.browser(), server.browser()
    table = open_table(anna, ME, OPEN)
    wish = {"game": "alva", "players": 2, "options": SMALL, "seats": [ME, OPEN], "open": True}
    assert bruno.post_refused("/api/tables", wish) == (429, "too-many")
    hers = anna.enter(table)
    hers.say("open", yes=False)
    hers.hear("seats", where=lambda told: not told["hosting"]["open"])
    assert hers.refusal("open", yes=True)["code"] == "too-fast"


def test_the_socket_of_the_lobby_has_limits(start: Start) -> None:
    server = start(connections_per_browser=1, message_burst=3, messages_per_second=0.1)
    anna, bruno = server.browser(), server.browser()
    first = Onlooker(anna)
    assert first.receive() == {"t": "open-tables", "tables": []}
    second = Onlooker(anna)
    assert second.receive()["code"] == "too-many"
    assert second.closed_with() == 1008
    first.connection.send('{"t": "ping"}')
    assert first.receive() == {"t": "pong"}
    first.connection.send('{"t": "act", "v": 0, "seat": 0, "action": 1}')
    assert first.receive()["code"] == "unreadable"
    for _ in range(3):
        first.connection.send('{"t": "ping"}')
    assert {first.receive().get("code") for _ in range(2)} == {None, "too-fast"}
    with pytest.raises(Exception, match="403"):
        Onlooker(bruno, origin="http://elsewhere.example")
    assert bruno.refused("/api/open-tables/live") == (426, "no-socket")


def test_whoever_plays_takes_the_place_of_an_onlooker(start: Start) -> None:
    server = start(connections=1, connections_watching=1)
    anna, carla = server.browser(), server.browser()
    looks = Onlooker(carla)
    looks.receive()
    anna.enter(anna.create(ME, OPEN))
    assert looks.closed_with() == 1001


def test_every_process_lists_the_tables_of_all(pair: Pair) -> None:  # noqa: F811
    here, there = pair
    anna, bruno, looks = here.browser(), there.browser(), Onlooker(there.browser())
    table = open_table(anna, ME, OPEN)
    looks.sees(table)
    bruno.sit(table, 1)
    looks.misses(table)


def test_a_lost_message_only_delays(far_pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    here, there = far_pair
    looks = Onlooker(there.browser())

    async def fall_silent(hall: Hall) -> None:
        monkeypatch.setattr(hall.lobby, "tell_others", lambda invited: None)

    here.do(fall_silent)
    looks.sees(open_table(here.browser(), ME, OPEN))


def test_a_message_comes_at_once(far_pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """Nobody waits for the next look at the database."""
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 1000.0)
    here, there = far_pair
    looks = Onlooker(there.browser())
    looks.sees(open_table(here.browser(), ME, OPEN))
