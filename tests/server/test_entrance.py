"""A server that is closed to strangers: an entrance, invitations of its owner, and seats that keep working."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from websockets.exceptions import InvalidStatus

from alcove.server import entrance, schema
from alcove.server.hall import Hall
from alcove.server.holders import owner_token
from alcove.server.logs import scrub
from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import Running, settings_for
from tests.server.test_open_tables import Onlooker


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(settings_for(tmp_path_factory.mktemp("closed"), invited_only=True))
    running.start()
    yield running
    running.close()


def owner_of(server: Running) -> Browser:
    async def token(hall: Hall) -> str:
        return owner_token(hall.store.key, hall.settings.owner_token)

    owner = server.browser()
    owner.http.headers["authorization"] = f"Bearer {server.do(token)}"
    return owner


def invitation(server: Running, **terms: Any) -> dict[str, Any]:
    """A new one."""
    [newest, *_] = owner_of(server).post("/api/owner/passes", terms)["passes"]
    return dict(newest)


def come_in(server: Running, made: dict[str, Any]) -> Browser:
    browser = server.browser()
    browser.post("/api/entrance", {"secret": made["link"].removeprefix("/enter/")})
    return browser


def refused(browser: Browser, made: dict[str, Any]) -> tuple[int, str]:
    return browser.post_refused("/api/entrance", {"secret": made["link"].removeprefix("/enter/")})


def test_strangers_see_the_entrance_and_nothing_else(closed: Running) -> None:
    anna, stranger = come_in(closed, invitation(closed)), closed.browser()
    table = anna.create(ME, OPEN)
    for path in (
        "games",
        "tables",
        "open-tables",
        "me",
        "companions",
        "invitations",
        "openapi.json",
        f"tables/{table}",
    ):
        assert stranger.refused(f"/api/{path}") == (403, "not-invited")
    assert stranger.post_refused("/api/tables", {}) == (403, "not-invited")
    assert stranger.post_refused(f"/api/tables/{table}/seats/1", {"name": "Bruno"}) == (403, "not-invited")
    assert not stranger.http.cookies, "a refusal brings no cookie"
    stranger.http.cookies.set("alcove", "x" * 43)
    for knock in (lambda: stranger.live(table), lambda: Onlooker(stranger)):
        with pytest.raises(InvalidStatus, match="403"):
            knock()
    assert stranger.http.get("/").status_code == 200
    assert stranger.http.get("/enter/anything").status_code == 200
    assert stranger.get("/health") == {"ok": True}


def test_an_invitation_lets_in_for_good(closed: Running) -> None:
    anna = come_in(closed, invitation(closed, label="Club\x07"))
    assert anna.get("/api/games")["games"]
    Onlooker(anna).receive()
    [newest, *_] = owner_of(closed).get("/api/owner/passes")["passes"]
    assert (newest["label"], newest["members"]) == ("Club", 1)


def test_it_is_good_for_so_many_and_for_so_long(closed: Running) -> None:
    made = invitation(closed, uses=1, days=1)
    anna = come_in(closed, made)
    anna.post("/api/entrance", {"secret": made["link"].removeprefix("/enter/")})  # who is in uses up nothing
    assert refused(closed.browser(), made) == (404, "not-found")
    old = invitation(closed, days=1)

    async def age(hall: Hall) -> None:
        passed = update(schema.passes).where(schema.passes.c.id == old["id"]).values(until=time.time() - 1)
        await hall.store.writer.store(statements=[passed])

    closed.do(age)
    assert refused(closed.browser(), old) == (404, "not-found")


def test_an_invented_invitation_is_none(closed: Running) -> None:
    made = invitation(closed)
    secret = made["link"].removeprefix("/enter/")
    for forged in ("", "x", secret[:-1], secret[:-1] + ("a" if secret[-1] != "a" else "b"), secret.upper(), "é" * 43):
        assert closed.browser().post_refused("/api/entrance", {"secret": forged}) == (404, "not-found")
    assert closed.browser().post_refused("/api/entrance", {"secret": 1}) == (400, "unreadable")
    assert closed.browser().post_refused("/api/entrance", b"{}", origin="http://evil.example") == (403, "bad-origin")


def test_a_revoked_invitation_opens_nothing_but_seats_stay(closed: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made = invitation(closed)
    anna, bruno = come_in(closed, made), come_in(closed, made)
    table = anna.create(ME, OPEN)
    owner = owner_of(closed)
    at = f"/api/owner/passes/{made['id']}/revoke"
    owner.post(at, {"members": True})
    assert refused(closed.browser(), made) == (404, "not-found")
    assert bruno.refused("/api/games") == (403, "not-invited")
    assert anna.enter(table).table["look"] == 0, "whoever holds a seat keeps it"
    assert owner.post_refused(at, {}) == (404, "not-found")
    assert anna.post_refused(at, {}) == (401, "not-owner")


def test_whoever_is_shut_out_goes_at_once_and_who_sits_stays(closed: Running) -> None:
    made = invitation(closed)
    anna, bruno, carla = come_in(closed, made), come_in(closed, made), come_in(closed, invitation(closed))
    table = anna.create(ME, OPEN)
    sits, watches, guest, looks = anna.enter(table), bruno.enter(table), carla.enter(table), Onlooker(bruno)
    owner_of(closed).post(f"/api/owner/passes/{made['id']}/revoke", {"members": True})
    assert watches.hear("error")["code"] == "not-invited"
    assert (watches.closed_with(), looks.closed_with()) == (1008, 1008)
    with pytest.raises(InvalidStatus, match="403"):
        bruno.live(table)
    for stays in (sits, guest):
        stays.say("ping")
        assert stays.hear("pong")


def test_who_came_before_may_stay_when_an_invitation_ends(closed: Running) -> None:
    made = invitation(closed)
    anna = come_in(closed, made)
    owner_of(closed).post(f"/api/owner/passes/{made['id']}/revoke", {})
    assert anna.get("/api/games")
    assert refused(closed.browser(), made) == (404, "not-found")


def test_the_link_of_a_seat_lets_in_its_person(closed: Running) -> None:
    anna, phone = come_in(closed, invitation(closed)), closed.browser()
    table = anna.create(ME, OPEN)
    phone.open_link(anna.get(f"/api/tables/{table}/links")["seats"]["0"])
    assert phone.enter(table).table["look"] == 0


def test_the_owner_alone_invites(closed: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = come_in(closed, invitation(closed))
    assert anna.refused("/api/owner/passes") == (401, "not-owner")
    assert anna.post_refused("/api/owner/passes", {}) == (401, "not-owner")
    owner = owner_of(closed)
    for bad in ({"days": 0}, {"uses": 0}, {"uses": "1"}, {"more": 1}, {"label": "x" * 201}):
        assert owner.post_refused("/api/owner/passes", bad) == (400, "unreadable")
    monkeypatch.setattr(entrance, "PASSES_MOST", 1)
    assert owner.post_refused("/api/owner/passes", {}) == (429, "too-many")


def test_an_open_server_asks_nobody(server: Running) -> None:
    assert server.browser().get("/api/games")
    assert owner_of(server).get("/api/owner/passes")["closed"] is False


def test_who_has_played_before_the_door_was_closed_stays(tmp_path: Path) -> None:
    open_server = Running(settings_for(tmp_path))
    open_server.start()
    anna, carla = open_server.browser(), open_server.browser()
    table = anna.create(ME, OPEN)
    carla.get("/api/games")
    open_server.stop()
    again = Running(settings_for(tmp_path, invited_only=True))
    again.start()
    try:
        for browser, code in ((anna, 200), (carla, 403)):
            known = again.browser()
            known.http.cookies.update(browser.http.cookies)
            assert known.http.get(f"/api/tables/{table}").status_code == code
    finally:
        again.close()
        for browser in (anna, carla):
            browser.close()


def test_no_invitation_stands_in_a_log(closed: Running) -> None:
    link = invitation(closed)["link"]
    assert link.rpartition(".")[2] not in scrub(f"GET {link}")
