"""What people do at a table beside the game: passwords, free seats, quiet in the chat, spectators, reports."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import pytest

from alcove.server import passwords
from alcove.server.hall import Hall
from alcove.server.holders import owner_token
from tests.server.browser import ME, OPEN, SMALL, Browser, Socket, bot, local
from tests.server.conftest import Running
from tests.server.test_cluster import Pair, far_pair, near_pair, pair  # noqa: F401
from tests.server.test_open_tables import Onlooker, open_table

Start = Callable[..., Running]


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "WORK", 4)


def locked_table(browser: Browser, *seats: dict[str, Any], password: str = "Sesam", **more: Any) -> str:
    wish = {"game": "alva", "players": len(seats), "options": SMALL, "seats": list(seats), "password": password}
    table: str = browser.post("/api/tables", wish | more)["table"]
    return table


def three(server: Running) -> tuple[str, list[Browser], list[Socket]]:
    """A game with secrets that waits for a fourth."""
    browsers = [server.browser() for _ in range(3)]
    table = browsers[0].create(ME, OPEN, OPEN, OPEN, game="tollgate", cards=3)
    for seat in (1, 2):
        browsers[seat].sit(table, seat, f"P{seat}")
    return table, browsers, [one.enter(table) for one in browsers]


# Passwords


def test_nobody_sees_a_locked_table_without_the_password(anna: Browser, bruno: Browser) -> None:
    table = locked_table(anna, ME, OPEN)
    hers = anna.enter(table)
    assert hers.table["hosting"]["locked"]
    for path in ("", "/replay", "/record", "/links", "/verify", "/analysis"):
        assert bruno.refused(f"/api/tables/{table}{path}") == (403, "locked")
    assert bruno.post_refused(f"/api/tables/{table}/seats/1", {"name": "Bruno"}) == (403, "locked")
    outside = bruno.live(table)
    assert outside.hear("error")["code"] == "locked"
    assert outside.closed_with() == 1008
    start = {"from": "table", "table": table, "after": 0}
    wish = {"game": "alva", "players": 2, "seats": [ME, OPEN], "start": start}
    assert bruno.post_refused("/api/tables", wish) == (403, "locked")
    at = f"/api/tables/{table}/password"
    for wrong in ("sesam", "", "Sesam "):
        assert bruno.post_refused(at, {"password": wrong}) == (403, "wrong-password")
    assert bruno.post_refused(at, {"password": 1}) == (400, "unreadable")
    assert bruno.post_refused(at, {"password": "Sesam"}, origin="http://evil.example") == (403, "bad-origin")
    bruno.post(at, {"password": "Sesam"})
    bruno.sit(table, 1)
    assert [seat["mine"] for seat in bruno.enter(table).table["seats"]] == [False, True]


def test_a_seats_link_needs_no_password(anna: Browser, bruno: Browser) -> None:
    table = locked_table(anna, ME, OPEN)
    bruno.open_link(anna.get(f"/api/tables/{table}/links")["seats"]["0"])
    assert bruno.enter(table).table["look"] == 0


def test_a_password_is_kept_as_a_salted_hash() -> None:
    one, other = passwords.hash_password("Ünlü"), passwords.hash_password("Ünlü")
    assert one != other
    assert "nl" not in one
    assert passwords.fits("U\u0308nlu\u0308", one), "however a keyboard writes it"
    assert not passwords.fits("Unlu", one)


def test_passwords_cannot_be_guessed_for_long(start: Start) -> None:
    server = start(password_tries=3, table_password_tries=5)
    anna, bruno = server.browser(), server.browser()
    table, other = locked_table(anna, ME, OPEN), locked_table(anna, ME, OPEN)
    at = f"/api/tables/{table}/password"
    for word in ("a", "b", "c"):
        assert bruno.post_refused(at, {"password": word}) == (403, "wrong-password")
    assert bruno.post_refused(at, {"password": "Sesam"}) == (429, "too-fast")
    fresh = server.browser()  # another browser of the same address guesses no more either
    assert fresh.post_refused(f"/api/tables/{other}/password", {"password": "Sesam"}) == (429, "too-fast")


def test_many_addresses_guess_no_longer_at_one_table(start: Start) -> None:
    server = start(password_tries=3, table_password_tries=5, trusted_proxies=("127.0.0.1",))
    anna = server.browser()
    table = locked_table(anna, ME, OPEN)

    def guess(number: int) -> tuple[int, str]:
        guest = server.browser()
        guest.http.headers["x-forwarded-for"] = f"203.0.113.{number}"
        return guest.post_refused(f"/api/tables/{table}/password", {"password": "?"})

    assert [guess(number)[1] for number in range(6)] == ["wrong-password"] * 5 + ["too-fast"]


def test_a_table_that_asks_for_nothing_lets_everybody_in(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    assert bruno.post(f"/api/tables/{table}/password", {"password": "x"}) == {"table": table}
    assert bruno.post_refused("/api/tables/none/password", {"password": "x"}) == (404, "not-found")


def test_an_open_table_says_that_it_is_locked(anna: Browser, bruno: Browser) -> None:
    looks = Onlooker(bruno)
    assert looks.sees(locked_table(anna, ME, OPEN, open=True))["locked"]
    assert not looks.sees(open_table(anna, ME, OPEN))["locked"]


def test_a_password_said_at_one_process_counts_at_the_other(pair: Pair) -> None:  # noqa: F811
    here, there = pair
    anna, bruno = here.browser(), there.browser()
    table = locked_table(anna, ME, OPEN)
    anna.enter(table)
    assert bruno.live(table).hear("error")["code"] == "locked"
    bruno.post(f"/api/tables/{table}/password", {"password": "Sesam"})
    bruno.sit(table, 1)
    assert bruno.enter(table).table["status"] == "running"


def test_tries_at_all_processes_are_counted_together(pair: Pair) -> None:  # noqa: F811
    here, there = pair
    table = locked_table(here.browser(), ME, OPEN)
    guests = [running.browser() for running in (here, there)]

    def guess(guest: Browser) -> str:
        return guest.post_refused(f"/api/tables/{table}/password", {"password": "?"})[1]

    most = here.settings.limits.password_tries
    said = [guess(guest) for _ in range(most) for guest in guests]
    assert said.count("wrong-password") <= most
    assert said[-2:] == ["too-fast"] * 2


# Free seats


def test_the_host_frees_a_seat_and_all_is_dealt_anew(server: Running) -> None:
    table, [anna, bruno, carla], [hers, his, _] = three(server)
    before = hers.table["commitment"]
    assert his.refusal("free", seat=2)["code"] == "not-host"
    hers.say("free", seat=1)
    assert hers.hear("bye")["code"] == "shutdown"
    again, gone = anna.enter(table), bruno.enter(table)
    assert again.table["commitment"] != before, "whoever sat there has seen cards"
    assert [seat["kind"] for seat in again.table["seats"]] == ["human", "open", "human", "open"]
    assert gone.table["look"] is None
    assert bruno.refused(f"/api/tables/{table}", seat=1) == (403, "not-yours")
    for seat, browser in ((1, bruno), (3, server.browser())):
        browser.sit(table, seat, "New")
    carla.enter(table)
    assert again.hear("table", where=lambda told: told["status"] == "running")
    again.act()


def test_everybody_may_stand_up_before_the_game(server: Running) -> None:
    table, [anna, bruno, _], [_, his, _] = three(server)
    his.say("free", seat=1)
    his.hear("bye")
    assert [seat["kind"] for seat in anna.get(f"/api/tables/{table}")["seats"]] == ["human", "open", "human", "open"]
    assert bruno.get("/api/tables")["tables"] == []


def test_a_host_who_leaves_closes_the_table(anna: Browser, bruno: Browser, carla: Browser) -> None:
    looks = Onlooker(carla)
    table = open_table(anna, ME, OPEN, OPEN, game="tollgate", options={"cards": 3})
    bruno.sit(table, 1)
    looks.sees(table)
    hers = anna.enter(table)
    hers.say("free", seat=0)
    hers.hear("bye")
    looks.misses(table)
    his = bruno.enter(table)
    assert his.table["hosting"] == {"host": None, "open": False, "locked": False}
    assert his.refusal("open", yes=True)["code"] == "not-host"


def test_a_full_table_at_which_nothing_was_done_can_lose_somebody(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    hers = anna.enter(table)
    hers.say("free", seat=1)
    hers.hear("bye")
    assert anna.enter(table).table["status"] == "waiting"


def test_seats_are_freed_before_the_first_action_only(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    hers = anna.enter(table)
    for seat in (1, 7):
        assert hers.refusal("free", seat=seat)["code"] == "unavailable"
    bruno.sit(table, 1)
    hers.hear("table")
    hers.act()
    assert hers.refusal("free", seat=1)["code"] == "unavailable"
    assert bruno.enter(table).refusal("free", seat=1)["code"] == "unavailable"


def test_a_bots_seat_is_not_freed(anna: Browser) -> None:
    hers = anna.enter(anna.create(ME, bot(), OPEN, game="tollgate", cards=3))
    assert hers.refusal("free", seat=1)["code"] == "unavailable"


def test_a_freed_seat_survives_a_restart(start: Start) -> None:
    server = start()
    anna, bruno = server.browser(), server.browser()
    table = anna.create(ME, OPEN, OPEN, game="tollgate", cards=3)
    bruno.sit(table, 1)
    hers = anna.enter(table)
    hers.say("free", seat=1)
    hers.hear("bye")
    shown = anna.get(f"/api/tables/{table}")
    server.stop()
    server.start()
    assert anna.get(f"/api/tables/{table}")["view"] == shown["view"]


# The chat


def test_the_host_silences_somebody(server: Running) -> None:
    _, _, [hers, his, third] = three(server)
    assert his.refusal("mute", seat=2, yes=True)["code"] == "not-host"
    assert third.refusal("mute", seat=0, yes=True)["code"] == "not-host"
    for seat in (0, 3, 9):
        assert hers.refusal("mute", seat=seat, yes=True)["code"] == "unavailable"
    hers.say("mute", seat=1, yes=True)
    assert his.hear("seats", where=lambda told: told["seats"][1]["muted"])
    assert his.refusal("chat", text="hello?")["code"] == "muted"
    third.say("chat", text="quiet at last")
    assert hers.hear("chat")["line"]["seat"] == 2
    hers.say("mute", seat=1, yes=False)
    his.hear("seats", where=lambda told: not told["seats"][1]["muted"])
    his.say("chat", text="thanks")
    assert hers.hear("chat")["line"]["text"] == "thanks"


def test_silence_outlives_the_memory(server: Running) -> None:
    table, [_, bruno, _], sockets = three(server)
    sockets[0].say("mute", seat=1, yes=True)
    sockets[0].hear("seats", where=lambda told: told["seats"][1]["muted"])
    for socket in sockets:
        socket.close()

    async def forget(hall: Hall) -> None:
        hall._lose(hall._rooms[table])

    server.do(forget)
    assert bruno.enter(table).refusal("chat", text="hello?")["code"] == "muted"


# Spectators


def test_players_see_who_watches(anna: Browser, bruno: Browser, carla: Browser) -> None:
    table = anna.create(ME, local("Otto"))
    hers = anna.enter(table)
    first = carla.enter(table)
    assert hers.hear("watching") == {"t": "watching", "names": [], "count": 1}
    assert first.hear("watching")["count"] == 1
    first.say("name", name="  Carla\x00\u202e\n")
    assert hers.hear("watching") == {"t": "watching", "names": ["Carla"], "count": 1}
    carla.enter(table)  # a second tab is the same person
    other = bruno.enter(table)
    other.say("name", name="Carla")
    assert hers.hear("watching", where=lambda told: told["count"] == 2)["names"] == ["Carla"]
    assert first.refusal("name", name="Somebody else")["code"] == "too-many"
    assert first.refusal("name", name="x" * 201)["code"] == "unreadable"
    other.close()
    assert hers.hear("watching", where=lambda told: told["count"] == 1)


def test_whoever_sits_down_watches_no_more(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    hers, his = anna.enter(table), bruno.enter(table)
    hers.hear("watching", where=lambda told: told["count"] == 1)
    bruno.sit(table, 1)
    assert his.hear("watching", where=lambda told: told["count"] == 0)


# Reports


def reports(server: Running) -> tuple[Browser, list[dict[str, Any]]]:
    async def token(hall: Hall) -> str:
        return owner_token(hall.store.key, hall.settings.owner_token)

    owner = server.browser()
    owner.http.headers["authorization"] = f"Bearer {server.do(token)}"
    return owner, owner.get("/api/owner/reports")["reports"]


def test_a_report_goes_to_the_owner(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    table, [_, _, carla], [hers, his, third] = three(server)
    stranger = server.browser().enter(table)
    stranger.say("name", name="Rude")
    hers.hear("watching", where=lambda told: told["names"] == ["Rude"])
    his.say("chat", text="You are all fools")
    line = hers.hear("chat")["line"]
    third.hear("chat")
    with caplog.at_level(logging.WARNING, "alcove.server"):
        for who in (hers, third):
            who.say("report", seat=1, at=line["at"])
            who.hear("reported")
        hers.say("report", seat=1)
        hers.hear("reported")
        hers.say("report-watcher", name="Rude")
        hers.hear("reported")
    owner, found = reports(server)
    mine = [one for one in found if one["table"] == table]
    assert [(one["kind"], one["seat"], one["name"], one["text"]) for one in mine] == [
        ("watcher", None, "Rude", ""),
        ("name", 1, "P1", ""),
        ("chat", 1, "P1", "You are all fools"),
    ]
    assert sum("reported" in record.getMessage() for record in caplog.records) == 4
    assert owner.get("/api/owner")["reports"] == len(found)
    left = owner.post(f"/api/owner/reports/{mine[0]['id']}/dismiss", {})["reports"]
    assert len(left) == len(found) - 1
    assert owner.post_refused(f"/api/owner/reports/{mine[0]['id']}/dismiss", {}) == (404, "not-found")
    assert carla.refused("/api/owner/reports") == (401, "not-owner")
    assert carla.post_refused(f"/api/owner/reports/{mine[1]['id']}/dismiss", {}) == (401, "not-owner")


def test_only_what_is_there_can_be_reported(server: Running) -> None:
    _, _, [hers, his, _] = three(server)
    hers.say("chat", text="hello")
    at = his.hear("chat")["line"]["at"]
    assert his.refusal("report", seat=1, at=at)["code"] == "not-found", "somebody else has said it"
    assert his.refusal("report", seat=0, at=time.time())["code"] == "not-found"
    assert his.refusal("report", seat=3)["code"] == "not-found"
    assert his.refusal("report", seat=0, text="<script>")["code"] == "unreadable"
    assert his.refusal("report-watcher", name="Nobody")["code"] == "not-found"


def test_reports_are_no_flood(start: Start) -> None:
    server = start(reports_per_hour=2, address_reports_per_hour=3, reports_kept=2)
    _, _, sockets = three(server)
    for seat in (0, 2):
        sockets[1].say("report", seat=seat)
        sockets[1].hear("reported")
    assert sockets[1].refusal("report", seat=1)["code"] == "too-fast"
    sockets[0].say("report", seat=1)
    sockets[0].hear("reported")
    assert sockets[2].refusal("report", seat=1)["code"] == "too-fast"
    _, found = reports(server)
    assert [one["seat"] for one in found] == [1, 2], "the oldest is forgotten"
