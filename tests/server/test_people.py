"""One person, all devices: taken along by a link, signed out, and nobody else in between."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from alcove.server import people, schema
from alcove.server.hall import Hall
from alcove.server.holders import holder_of, new_device_token
from alcove.server.people import Asker
from alcove.server.user_agents import label_of
from tests.server.browser import ME, OPEN, Browser, local
from tests.server.conftest import Running

Start = Callable[..., Running]
SECRETS = {"game": "tollgate", "cards": 2}


def secret_of(browser: Browser, name: str = "Anna") -> str:
    path: str = browser.post("/api/me/links", {"name": name})["path"]
    return path.removeprefix("/along#")


def join(browser: Browser, secret: str) -> Any:
    return browser.post("/api/along", {"secret": secret})


def together(one: Browser, *others: Browser) -> None:
    for other in others:
        join(other, secret_of(one))


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def tables(browser: Browser) -> set[str]:
    return {one["id"] for one in browser.get("/api/tables")["tables"]}


def devices(browser: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.get("/api/me/devices")["devices"]
    return found


def this(browser: Browser) -> dict[str, Any]:
    return next(one for one in devices(browser) if one["this"])


def rows(server: Running, query: Any) -> list[Any]:
    async def ask(hall: Hall) -> list[Any]:
        return list(await hall.store._questions.rows(query))

    found: list[Any] = server.do(ask)
    return found


def held(server: Running, table: str) -> list[tuple[str, int]]:
    holders = schema.holders.c
    query = select(holders.holder, holders.seat).where(holders.table_id == table).order_by(holders.seat)
    return [tuple(row) for row in rows(server, query)]


def copy_of(browser: Browser, server: Running) -> Browser:
    """Somebody else with the same cookie."""
    other = server.browser()
    other.http.cookies.update(browser.http.cookies)
    return other


async def forget_moves(hall: Hall) -> None:
    """As if some seconds had passed. The server hears its own notes of who has moved, too, and counts anew then."""
    while set(await hall._notices._ids()) != hall._notices._seen:
        await asyncio.sleep(0.02)
    await hall._ending.finish()
    hall.devices._moved.clear()


# Taking along


def test_a_link_gives_another_device_all_seats(anna: Browser, bruno: Browser) -> None:
    first, second = anna.create(ME, OPEN), anna.create(ME, OPEN)
    own = bruno.create(ME, OPEN, name="Phone")
    secret = secret_of(anna, "Anna")
    offer = bruno.post("/api/along/look", {"secret": secret})
    assert offer == {"name": "Anna", "same": False, "tables": 1, "devices": 0, "two_hands": []}
    assert join(bruno, secret) == {"name": "Anna"}
    assert tables(anna) == tables(bruno) == {first, second, own}
    assert [one["this"] for one in devices(anna)].count(True) == 1
    assert len(devices(bruno)) == 2


def test_both_devices_see_the_same_and_race_for_a_move(anna: Browser, bruno: Browser, carla: Browser) -> None:
    table = anna.create(ME, OPEN)
    carla.sit(table, 1, "Carla")
    together(anna, bruno)
    sockets = anna.enter(table), bruno.enter(table)
    for socket in sockets:
        socket.say("look", seat=0)
    assert sockets[0].hear("table", where=is_full) == sockets[1].hear("table", where=is_full)
    for socket, action in zip(sockets, ("a1", "b1"), strict=True):
        socket.say("act", v=0, seat=0, action=action)
        socket.say("ping")
    for socket in sockets:
        socket.hear("pong")
    codes = [[json.loads(text).get("code") for text in socket.raw] for socket in sockets]
    assert sorted(found.count("stale") for found in codes) == [0, 1]
    assert carla.enter(table).table["v"] == 1


def is_full(message: dict[str, Any]) -> bool:
    return all(seat["online"] for seat in message["seats"][:1])


def test_a_link_is_good_once(anna: Browser, bruno: Browser, carla: Browser) -> None:
    secret = secret_of(anna)
    join(bruno, secret)
    assert carla.post_refused("/api/along", {"secret": secret}) == (410, "spent")
    assert carla.post_refused("/api/along/look", {"secret": secret}) == (410, "spent")


def test_of_two_who_race_for_a_link_one_gets_it(server: Running, anna: Browser) -> None:
    anna.create(ME, OPEN)
    for _ in range(3):
        said = {"secret": secret_of(anna)}
        racers = [server.browser() for _ in range(4)]
        for racer in racers:
            racer.get("/api/games")
        before = len(devices(anna))
        with ThreadPoolExecutor(4) as threads:
            answers = list(threads.map(lambda one, said: one.http.post("/api/along", json=said), racers, [said] * 4))
        assert sorted(answer.status_code for answer in answers) == [200, 410, 410, 410]
        assert len(devices(anna)) == before + 1


def test_only_the_last_link_counts_and_not_for_long(server: Running, anna: Browser, bruno: Browser) -> None:
    older, newer = secret_of(anna), secret_of(anna)
    assert bruno.post_refused("/api/along", {"secret": older}) == (410, "spent")
    assert bruno.post("/api/along/look", {"secret": newer})["name"] == "Anna"

    async def age(hall: Hall) -> None:
        tickets = schema.tickets
        old = update(tickets).where(tickets.c.id == people._hash(newer)).values(until=time.time() - 1)
        await hall.store.writer.store(statements=[old])

    server.do(age)
    assert bruno.post_refused("/api/along", {"secret": newer}) == (410, "spent")


@pytest.mark.parametrize("secret", ["", "x", "A" * 32, "A" * 31 + "é", "a.b" * 10])
def test_invented_links_are_refused(anna: Browser, secret: str) -> None:
    assert anna.post_refused("/api/along", {"secret": secret}) == (410, "spent")


def test_what_is_no_link_is_unreadable(anna: Browser) -> None:
    for body in ({}, {"secret": 3}, {"secret": "x" * 201}, {"secret": "x", "more": 1}, b"{"):
        assert anna.post_refused("/api/along", body) == (400, "unreadable")
    assert anna.post_refused("/api/me/links", {"name": "x" * 201}) == (400, "unreadable")


@pytest.mark.parametrize("path", ["/api/me/links", "/api/along", "/api/along/look", "/api/me/name", "/api/me/sign-out"])
def test_another_site_can_do_none_of_it(anna: Browser, path: str) -> None:
    body = {"secret": "x"} if "along" in path else {"name": "Eve"}
    assert anna.post_refused(path, body, origin="http://evil.example") == (403, "bad-origin")


def test_ones_own_link_is_not_burnt(anna: Browser, bruno: Browser) -> None:
    secret = secret_of(anna)
    assert anna.post("/api/along/look", {"secret": secret})["same"] is True
    assert anna.post_refused("/api/along", {"secret": secret}) == (409, "same-person")
    join(bruno, secret)


def test_secrets_are_stored_as_hashes_only(server: Running, anna: Browser) -> None:
    secret = secret_of(anna)
    found = rows(server, select(schema.tickets))
    assert found
    assert all(secret not in str(value) for row in found for value in row)
    token = next(iter(anna.http.cookies.values()))
    assert all(token not in str(value) for row in rows(server, select(schema.devices)) for value in row)


# Cookies


def test_cookies_are_rotated(server: Running, anna: Browser, bruno: Browser) -> None:
    """Whoever planted or copied the cookie of before has nothing by it."""
    first, second = anna.create(ME, OPEN), bruno.create(ME, OPEN)
    old_anna, old_bruno = copy_of(anna, server), copy_of(bruno, server)
    together(anna, bruno)
    server.do(forget_moves)
    assert anna.cookie != old_anna.cookie
    assert bruno.cookie != old_bruno.cookie
    for old in (old_anna, old_bruno):
        assert tables(old) == set()
        assert devices(old) == []
        assert not old.enter(first).table["seats"][0]["mine"]
    assert tables(anna) == {first, second}


def test_two_who_become_a_person_at_once_lose_nothing(server: Running, anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    copies = [copy_of(anna, server) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda one: one.http.post("/api/me/links", json={"name": "Anna"}), copies))
    done = [one for one in answers if one.status_code == 201]
    assert len(done) == 1
    assert all("set-cookie" not in one.headers for one in answers if one not in done)
    assert {one.json()["code"] for one in answers if one not in done} <= {"stale", "unavailable"}
    assert tables(copies[answers.index(done[0])]) == {table}


def test_a_browser_that_comes_back_with_its_old_cookie_can_begin_anew(server: Running, anna: Browser) -> None:
    old = copy_of(anna, server)
    anna.get("/api/games")
    old.http.cookies.update(anna.http.cookies)
    secret_of(anna)
    assert old.post_refused("/api/me/links", {"name": "Anna"}) == (409, "stale")

    async def age(hall: Hall) -> None:
        await hall.store.writer.store(statements=[update(schema.people).values(created=1.0)])

    server.do(age)
    secret_of(old)
    assert devices(old)[0]["this"]


def test_an_invented_device_is_nobody(server: Running, anna: Browser) -> None:
    async def key(hall: Hall) -> bytes:
        return hall.store.key

    for made_with in (server.do(key), b"another key"):
        anna.http.cookies.clear()
        anna.http.cookies.set("alcove", new_device_token(made_with))
        answer = anna.http.get("/api/tables")
        assert "set-cookie" in answer.headers
        assert answer.json()["tables"] == []


# What comes along


def test_seats_at_one_table_come_into_one_hand_where_nothing_is_secret(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    together(anna, bruno)
    seats = anna.enter(table).table["seats"]
    assert [seat["mine"] for seat in seats] == [True, True]


def test_two_hands_at_a_table_with_secrets_stay_two(server: Running, anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN, **SECRETS)
    bruno.sit(table, 1)
    other = bruno.create(ME, OPEN)
    secret = secret_of(anna)
    offer = bruno.post("/api/along/look", {"secret": secret})
    assert offer["two_hands"] == ["Tollgate"]
    before = held(server, table)
    assert bruno.post_refused("/api/along", {"secret": secret}) == (409, "two-hands")
    assert held(server, table) == before
    assert tables(bruno) == {table, other}
    bruno.enter(table).say("resign", seat=1)
    wait_until(lambda: bruno.enter(table).table["status"] == "over")
    join(bruno, secret)
    assert tables(bruno) == {table, other}


def test_nobody_slips_a_second_hand_in_between(server: Running, anna: Browser, bruno: Browser) -> None:
    """The same is asked once more in the transaction that moves the seats."""
    table = anna.create(ME, OPEN, **SECRETS)
    secret = secret_of(anna)
    bruno.get("/api/games")

    async def slip(hall: Hall) -> None:
        newcomer = hall.people.newcomer

        async def sit_first(asker: Asker, person: str) -> Any:
            found = await newcomer(asker, person)
            await (await hall.room(table)).sit(asker.holder, 1, "Bruno")
            return found

        hall.people.newcomer = sit_first  # type: ignore[method-assign]

    async def mend(hall: Hall) -> None:
        del hall.people.newcomer

    server.do(slip)
    try:
        assert bruno.post_refused("/api/along", {"secret": secret}) == (409, "two-hands")
    finally:
        server.do(mend)
    assert len({holder for holder, _ in held(server, table)}) == 2
    assert bruno.post("/api/along/look", {"secret": secret})["two_hands"] == ["Tollgate"]  # it is not burnt


def test_a_seat_that_both_held_by_its_link_is_held_once(server: Running, anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, local("Ben"), **SECRETS)
    links = anna.get(f"/api/tables/{table}/links")["seats"]
    bruno.open_link(links["1"])
    together(anna, bruno)
    assert [seat for _, seat in held(server, table)] == [0, 1]
    assert len({holder for holder, _ in held(server, table)}) == 1
    assert bruno.enter(table).table["look"] is None  # two share a device: one says who is there


def test_whole_people_become_one(server: Running, anna: Browser, bruno: Browser, carla: Browser) -> None:
    dora = server.browser()
    mine, theirs = anna.create(ME, OPEN), carla.create(ME, OPEN)
    together(anna, bruno)
    together(carla, dora)
    offer = dora.post("/api/along/look", {"secret": (secret := secret_of(anna))})
    assert (offer["tables"], offer["devices"]) == (1, 1)
    join(dora, secret)
    for one in (anna, bruno, carla, dora):
        assert tables(one) == {mine, theirs}
        assert len(devices(one)) == 4


def test_sockets_of_before_come_again_as_the_person(anna: Browser, bruno: Browser, carla: Browser) -> None:
    table = anna.create(ME, OPEN)
    carla.sit(table, 1, "Carla")
    before, other = anna.enter(table), carla.enter(table)
    together(anna, bruno)
    assert before.closed_with() == 1001
    assert anna.enter(table).table["look"] == 0
    other.say("ping")
    other.hear("pong")  # nobody else was sent off


def test_an_old_cookie_on_its_way_is_asked_to_come_again(server: Running, anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    old = copy_of(anna, server)
    secret_of(anna)
    socket = old.live(table)
    assert socket.closed_with() == 1001
    assert not socket.table


def test_seats_taken_under_the_old_name_come_along(
    server: Running, anna: Browser, bruno: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another page of the same browser sat down in the moment of joining."""
    monkeypatch.setattr(people, "NOTICED_SECONDS", 0.3)
    table = bruno.create(ME, OPEN)
    anna.get("/api/games")
    old = copy_of(anna, server)
    secret_of(anna)
    old.sit(table, 1, "Anna")
    wait_until(lambda: table in tables(anna))
    wait_until(lambda: anna.enter(table).table["look"] == 1)


# Signing out


def test_a_device_is_signed_out(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    together(anna, bruno)
    socket = bruno.enter(table)
    left = anna.post(f"/api/me/devices/{this(bruno)['id']}/sign-out", {})["devices"]
    assert [one["this"] for one in left] == [True]
    assert socket.hear("error")["code"] == "signed-out"
    assert socket.closed_with() == 1008
    again = bruno.enter(table)
    assert again.table["look"] is None
    assert not again.table["seats"][0]["mine"]
    assert tables(bruno) == set()
    assert tables(anna) == {table}


def test_a_device_signs_itself_out_but_never_the_last(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    together(anna, bruno)
    assert bruno.post(f"/api/me/devices/{this(bruno)['id']}/sign-out", {}) == {
        "name": None,
        "devices": [],
        "passkeys": [],
    }
    assert tables(bruno) == set()
    assert anna.post_refused(f"/api/me/devices/{this(anna)['id']}/sign-out", {}) == (409, "last-device")
    assert tables(anna) == {table}


def test_signing_out_everywhere_else(server: Running, anna: Browser, bruno: Browser, carla: Browser) -> None:
    table = anna.create(ME, OPEN)
    together(anna, bruno, carla)
    secret = secret_of(bruno)
    thief, mine, theirs = copy_of(anna, server), anna.enter(table), carla.enter(table)
    assert len(anna.post("/api/me/sign-out", {})["devices"]) == 1
    assert theirs.hear("error")["code"] == "signed-out"
    mine.say("ping")
    mine.hear("pong")
    for other in (thief, bruno, carla):
        assert tables(other) == set()
        assert other.post_refused("/api/along", {"secret": secret}) == (410, "spent")  # made by one of them
    assert tables(anna) == {table}


def test_others_devices_cannot_be_signed_out(anna: Browser, bruno: Browser, carla: Browser) -> None:
    together(anna, bruno)
    known = this(anna)["id"]
    secret_of(carla)
    for said in (known, "nobody", "%"):
        assert carla.post_refused(f"/api/me/devices/{said}/sign-out", {}) == (404, "not-found")
    assert len(devices(anna)) == 2


def test_a_browser_alone_has_no_devices(anna: Browser) -> None:
    assert anna.get("/api/me/devices") == {"name": None, "devices": [], "passkeys": []}
    assert anna.post_refused("/api/me/sign-out", {}) == (404, "not-found")
    assert anna.post("/api/me/name", {"name": "Anna"}) == {"name": None, "devices": [], "passkeys": []}


def test_names_and_labels(anna: Browser, bruno: Browser) -> None:
    anna.http.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
    secret_of(anna, "  Anna\x00 ")
    assert [one["label"] for one in devices(anna)] == ["Firefox, Linux"]
    assert anna.get("/api/me/devices")["name"] == "Anna"
    assert anna.post("/api/me/name", {"name": "Anna B."})["name"] == "Anna B."
    assert bruno.post("/api/along/look", {"secret": secret_of(anna)})["name"] == "Anna B."


@pytest.mark.parametrize(
    ("said", "label"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17 Safari/605.1.15", "Safari, macOS"),
        ("curl/8", ""),
        ("<script>" + "x" * 5000 + "Firefox/1", ""),
    ],
)
def test_a_browser_in_two_words(said: str, label: str) -> None:
    assert label_of(said) == label


def test_a_device_is_seen_once_a_day(server: Running, anna: Browser) -> None:
    secret_of(anna)
    device = holder_of(next(iter(anna.http.cookies.values())))

    async def yesterday(hall: Hall) -> None:
        changed = update(schema.devices).where(schema.devices.c.device == device).values(seen=1, since=1)
        await hall.store.writer.store(statements=[changed])
        hall.devices.doubt(await hall.devices.person_of(device))

    server.do(yesterday)
    anna.get("/api/games")

    async def noted(hall: Hall) -> None:
        await hall.devices._noting.finish()

    server.do(noted)
    [one] = devices(anna)
    assert (one["since"], one["seen"]) == (1, int(time.time() // 86400))


# Limits


def test_limits(start: Start) -> None:
    server = start(
        person_changes_per_minute=3,
        address_person_changes_per_minute=8,
        tickets_per_minute=4,
        devices_per_person=2,
    )
    anna, bruno, carla = server.browser(), server.browser(), server.browser()
    together(anna, bruno)
    assert carla.post_refused("/api/along", {"secret": (secret := secret_of(anna))}) == (429, "too-many")
    secret_of(bruno), secret_of(anna)
    assert bruno.post_refused("/api/me/links", {"name": "Anna"}) == (429, "too-fast")  # the same person
    for _ in range(2):
        assert carla.post_refused("/api/along/look", {"secret": secret}) == (410, "spent")
    assert carla.post_refused("/api/along/look", {"secret": secret}) == (429, "too-fast")
    for _ in range(2):
        secret_of(server.browser())
    assert server.browser().post_refused("/api/me/links", {"name": "Dora"}) == (429, "too-fast")  # the same address


# Restarts, and several processes


def test_devices_are_known_after_a_restart(start: Start, tmp_path: Path, database: str | None) -> None:
    server = start(tmp_path, database=database)
    anna, bruno = server.browser(), server.browser()
    table = anna.create(ME, OPEN)
    together(anna, bruno)
    gone = server.browser()
    together(anna, gone)
    anna.post(f"/api/me/devices/{this(gone)['id']}/sign-out", {})
    server.stop()
    again = start(tmp_path, database=database)
    for browser, expected in ((anna, {table}), (bruno, {table}), (gone, set())):
        other = again.browser()
        other.http.cookies.update(browser.http.cookies)
        assert tables(other) == expected
        assert len(devices(other)) == 2 * bool(expected)


def test_a_socket_that_opens_while_its_device_is_signed_out_is_refused() -> None:
    class Store:
        async def device(self, device: str) -> None:
            return None

    async def main() -> None:
        from alcove.server.devices import Devices
        from alcove.server.refusals import SignedOutError

        devices = Devices(Store())  # type: ignore[arg-type]
        devices.learn("device", "person", 0)
        devices.learn("device", "", 0)
        with pytest.raises(SignedOutError), devices.here("device", "person", None):  # type: ignore[arg-type]
            pass
        assert await devices.person_of("unknown") == ""

    asyncio.run(main())


def test_closed_sockets_are_forgotten(server: Running, anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    anna.enter(table).close()

    async def lines(hall: Hall) -> int:
        while any(room.listeners for room in hall.rooms() if room.table.id == table):
            await asyncio.sleep(0.01)
        return len(hall.devices._lines.get(holder_of(next(iter(anna.http.cookies.values()))), ()))

    end = time.monotonic() + 30
    while server.do(lines):
        assert time.monotonic() < end
        time.sleep(0.02)
