"""Several servers with one database: whoever comes to the wrong one is passed on."""

from __future__ import annotations

import asyncio
import errno
import itertools
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from alcove.server import cluster, leases, messenger
from alcove.server.cluster import Cluster
from alcove.server.hall import Hall
from alcove.server.messenger import Messenger, Told
from tests.server.browser import ME, OPEN, Browser, Socket, bot
from tests.server.conftest import Running, settings_for
from tests.services import Postgres, Redis

Pair = tuple[Running, Running]
PATIENCE = 30.0
LEASE_SECONDS = 20.0
"""Long, because a busy machine may keep a server from renewing it for a while."""


def wait_until(found: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (value := found()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return value


def start_two(folder: Path, postgres: Postgres, redis: Redis | None) -> Pair:
    url = None if redis is None else redis.url
    settings = settings_for(folder, database=postgres.database(), redis=url, lease=LEASE_SECONDS)
    first, second = Running(settings), Running(settings)
    first.start()
    second.start()
    return first, second


@pytest.fixture(scope="module")
def near_pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two servers on one machine, without a messenger."""
    pair = start_two(tmp_path_factory.mktemp("near"), postgres, None)
    yield pair
    for one in pair:
        one.close()


@pytest.fixture(scope="module")
def far_pair(postgres: Postgres, redis: Redis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two servers that take each other for being on different machines."""
    names = itertools.count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(leases, "machine_name", lambda: f"machine {next(names)}")
        pair = start_two(tmp_path_factory.mktemp("far"), postgres, redis)
    yield pair
    for one in pair:
        one.close()


@pytest.fixture(params=["near", "far"])
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    two: Pair = request.getfixturevalue(f"{request.param}_pair")
    yield two
    for running in two:
        for browser in running.browsers:
            browser.close()
        running.browsers.clear()


def same_browser(browser: Browser, there: Running) -> Browser:
    """The same browser at another server: they share their key."""
    if not browser.http.cookies:
        browser.get("/api/games")
    other = there.browser()
    other.http.cookies.update(browser.http.cookies)
    return other


def has_room(running: Running, table: str) -> bool:
    async def look(hall: Hall) -> bool:
        return hall.has(table)

    found: bool = running.do(look)
    return found


def test_a_game_is_played_from_both_and_lives_in_one(pair: Pair) -> None:
    here, there = pair
    anna, bruno = here.browser(), there.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    assert [seat["online"] for seat in white.hear("seats", where=lambda m: m["seats"][1]["online"])["seats"]] == [
        True
    ] * 2
    for version in range(1, 7):
        mover, other = (white, black) if version % 2 else (black, white)
        assert mover.act()["v"] == version
        assert other.hear("step")["v"] == version
    assert (has_room(here, table), has_room(there, table)) == (True, False)
    black.say("chat", text="Well played")
    assert white.hear("chat")["line"]["text"] == "Well played"
    assert black.refusal("act", v=6, seat=0, action="a1")["code"] == "not-yours"
    black.say("resign", seat=1)
    assert white.hear("table")["status"] == "over"
    assert black.hear("table", where=lambda m: m["status"] == "over")["resigned"] == 1


def test_nobody_is_let_in_before_the_others_are_known(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Running(settings_for(tmp_path, database=postgres.database()))
    open_cluster, early = Cluster.open, list[int]()

    async def open_late(self: Cluster) -> None:
        for _ in range(100):
            await asyncio.sleep(0)  # whatever had begun to listen would do so by now
        with socket.socket() as line:
            early.append(line.connect_ex(("127.0.0.1", running.port)))
        await open_cluster(self)

    monkeypatch.setattr(Cluster, "open", open_late)
    running.start()
    try:
        assert early == [errno.ECONNREFUSED]
        assert running.browser().get("/health") == {"ok": True}
    finally:
        running.close()


def test_whoever_leaves_is_gone_on_the_other_side_too(pair: Pair) -> None:
    here, there = pair
    anna, bruno = here.browser(), there.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    white.hear("seats", where=lambda message: message["seats"][1]["online"])
    black.close()
    white.hear("seats", where=lambda message: not message["seats"][1]["online"])


def test_what_only_reads_is_read_wherever_one_asks(pair: Pair) -> None:
    here, there = pair
    anna = here.browser()
    table = anna.create(ME, bot(1), game="tollgate", cards=3)
    white = anna.enter(table)
    white.act()
    again = same_browser(anna, there)
    wait_until(lambda: again.get(f"/api/tables/{table}")["v"] >= 1)
    assert again.get(f"/api/tables/{table}")["look"] == 0
    assert [one["id"] for one in again.get("/api/tables")["tables"]] == [table]
    assert again.get(f"/api/tables/{table}/links") == anna.get(f"/api/tables/{table}/links")
    assert again.get(f"/api/tables/{table}/replay")["steps"]
    assert again.refused(f"/api/tables/{table}/record") == (503, "unavailable")
    assert not has_room(there, table)


def test_refusals_of_the_other_process_arrive_as_they_are(pair: Pair) -> None:
    here, there = pair
    anna, bruno = here.browser(), there.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    assert there.browser().post_refused(f"/api/tables/{table}/seats/1", {"name": "X"}) == (409, "taken")
    link = anna.get(f"/api/tables/{table}/links")["seats"]["0"]
    carla = there.browser()
    assert carla.open_link(link) == {"table": table, "seat": 0}
    assert carla.enter(table).table["look"] == 0
    assert there.browser().live("a" * 16).receive()["code"] == "not-found"


def test_hints_and_questions_reach_the_other_process(pair: Pair) -> None:
    here, there = pair
    anna = here.browser()
    table = anna.create(ME, bot(1))
    anna.enter(table)
    white = same_browser(anna, there).enter(table)
    white.say("why", v=0, seat=0, action="z9")
    assert white.hear("why", "error")
    white.say("hint", v=0)
    assert white.hear("hint")["v"] == 0
    white.act()
    assert white.hear("step", where=lambda message: message["v"] == 2)["seat"] == 1


def test_a_server_that_ends_hands_its_tables_to_the_others(postgres: Postgres, redis: Redis, tmp_path: Path) -> None:
    here, there = start_two(tmp_path, postgres, redis)
    try:
        anna = here.browser()
        table = anna.create(ME, OPEN)
        bruno = there.browser()
        bruno.sit(table, 1)
        white, black = anna.enter(table), bruno.enter(table)
        white.act()
        black.hear("step")
        here.stop()
        assert black.closed_with() == 1001
        began = time.monotonic()
        black = bruno.enter(table)
        assert black.table["v"] == 1
        assert black.act()["v"] == 2
        assert time.monotonic() - began < 5
        assert has_room(there, table)
    finally:
        here.close()
        there.close()


def test_a_table_goes_where_its_people_are(far_pair: Pair) -> None:
    here, there = far_pair
    anna = here.browser()
    table = anna.create(ME, OPEN)
    assert has_room(here, table)
    white = same_browser(anna, there).enter(table)
    assert (has_room(here, table), has_room(there, table)) == (False, True)
    here.browser().sit(table, 1)
    white.hear("table")
    assert white.act()["v"] == 1
    again = anna.enter(table)
    assert again.table["v"] == 1
    assert (has_room(here, table), has_room(there, table)) == (False, True), "it stays while somebody is there"


def after_one_move(pair: Pair) -> tuple[Socket, Socket]:
    """Two players, each with a server of their own."""
    anna, bruno = (server.browser() for server in pair)
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    white.act()
    black.hear("step")
    return white, black


def test_what_the_messenger_loses_is_filled_from_the_database(far_pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    white, black = after_one_move(far_pair)
    send, lost = Messenger.send, list[Told]()

    def lose(self: Messenger, to: str, word: Any) -> None:
        if isinstance(word, Told) and word.text.startswith(b'{"t":"step"') and not lost:
            lost.append(word)
        else:
            send(self, to, word)

    monkeypatch.setattr(Messenger, "send", lose)
    black.say("act", v=1, seat=1, action=black.table["legal"][0]["text"])
    assert white.hear("step")["v"] == 2
    shown = black.hear("table", "step")
    assert (shown["t"], shown["v"], shown["look"]) == ("table", 2, 1)
    assert lost[0].version == 2
    assert white.act()["v"] == 3
    assert black.hear("step")["v"] == 3, "and it goes on as before"


def test_a_move_that_the_messenger_loses_is_refused(far_pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    _, black = after_one_move(far_pair)
    send, lost = Messenger.send, list[Any]()

    def lose(self: Messenger, to: str, word: Any) -> None:
        if type(word).__name__ == "Said" and not lost:
            lost.append(word)
        else:
            send(self, to, word)

    monkeypatch.setattr(Messenger, "send", lose)
    refused = black.refusal("act", v=1, seat=1, action=black.table["legal"][0]["text"])
    assert (refused["code"], len(lost)) == ("unavailable", 1)
    assert black.act()["v"] == 2


def test_strangers_at_the_messenger_are_not_heard(far_pair: Pair, redis: Redis) -> None:
    from redis import Redis as Client

    here, _ = far_pair
    anna = here.browser()
    table = anna.create(ME, OPEN)
    with Client.from_url(redis.url) as client:
        channels = [name.decode() for name in client.pubsub_channels()]
        assert len(channels) >= 2
        for channel in channels:
            client.publish(channel, b"\x00" * 16 + b"\x92\xa1x\x90")
            client.publish(channel, b"")
    assert anna.enter(table).table["v"] == 0


def let_in(browser: Browser, table: str) -> Socket | None:
    """A socket that has received a table, None if the browser is refused or sent off."""
    socket = browser.live(table)
    while not socket.table:
        if socket.receive()["t"] in ("error", "bye"):
            return None
    return socket


def test_without_the_messenger_it_refuses_clearly_and_recovers_by_itself(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = itertools.count()
    monkeypatch.setattr(leases, "machine_name", lambda: f"machine {next(names)}")
    redis = Redis()
    redis.start()
    monkeypatch.setattr(cluster, "PATIENCE", 0.5 - LEASE_SECONDS)  # nobody waits long for who has a lease and is silent
    monkeypatch.setattr(cluster, "CALL_SECONDS", 0.5)
    monkeypatch.setattr(messenger, "RETRY_SECONDS", 0.1)
    here, there = start_two(tmp_path, postgres, redis)
    try:
        anna, bruno = here.browser(), there.browser()
        table = anna.create(ME, OPEN)
        bruno.sit(table, 1)
        white, black = anna.enter(table), bruno.enter(table)
        redis.stop()
        assert black.closed_with() == 1001
        assert white.act()["v"] == 1, "whoever is at the right server plays on"
        refused = bruno.live(table).receive()
        assert refused["code"] == "unavailable"
        assert bruno.post_refused(f"/api/tables/{table}/seats/1", {"name": "X"})[1] == "unavailable"
        assert bruno.get(f"/api/tables/{table}")["v"] == 1, "what only reads is read from the database"
        redis.start()
        black = wait_until(lambda: let_in(bruno, table))
        assert black.act()["v"] == 2
        assert white.hear("step", where=lambda message: message["v"] == 2)
    finally:
        here.close()
        there.close()
        redis.close()


# One person, all devices


def take_along(browser: Browser, other: Browser) -> None:
    path = browser.post("/api/me/links", {"name": "Anna"})["path"]
    other.post("/api/along", {"secret": path.removeprefix("/along#")})


def test_a_device_joins_at_another_process_than_the_one_that_has_the_table(pair: Pair) -> None:
    first, second = pair
    anna, carla, phone = first.browser(), first.browser(), second.browser()
    table = anna.create(ME, OPEN)
    carla.sit(table, 1, "Carla")
    before, other = anna.enter(table), carla.enter(table)
    path = anna.post("/api/me/links", {"name": "Anna"})["path"]
    assert before.closed_with() == 1001
    phone.post("/api/along", {"secret": path.removeprefix("/along#")})
    here = phone.live(table)
    assert here.hear("table", where=lambda message: message["look"] == 0)
    here.act("a1")
    other.hear("step")
    assert other.table["seats"][0]["online"]


def test_a_device_is_signed_out_everywhere(pair: Pair) -> None:
    first, second = pair
    anna, phone = first.browser(), second.browser()
    table = anna.create(ME, OPEN)
    take_along(anna, phone)
    socket = phone.live(table)
    assert socket.hear("table", where=lambda message: message["look"] == 0)
    [gone] = [one["id"] for one in phone.get("/api/me/devices")["devices"] if one["this"]]
    anna.post(f"/api/me/devices/{gone}/sign-out", {})
    assert socket.hear("error")["code"] == "signed-out"
    assert socket.closed_with() == 1008
    assert wait_until(lambda: not phone.get("/api/tables")["tables"])
    assert phone.enter(table).table["look"] is None


def test_seats_that_another_process_has_in_memory_change_hands(pair: Pair) -> None:
    """A browser whose table is at the second process becomes a person at the first one."""
    first, second = pair
    anna = first.browser()
    there = same_browser(anna, second)
    table = there.create(ME, OPEN)
    socket = there.enter(table)
    anna.post("/api/me/links", {"name": "Anna"})
    assert socket.closed_with() == 1001
    again = same_browser(anna, second).live(table)
    assert again.hear("table", where=lambda message: message["look"] == 0)
