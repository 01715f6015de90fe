"""Passkeys: a name is kept with one, somebody signs in with it, and what is forged or said twice is refused."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from alcove.server import schema
from alcove.server.hall import Hall
from tests.server.authenticator import PRESENT, Authenticator, text
from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import Running
from tests.server.test_people import SECRETS, devices, secret_of, tables, this, together

Start = Callable[..., Running]


def by_name(server: Running) -> Browser:
    """A browser at the server's name: a number has no passkeys."""
    browser = Browser(server.url.replace("127.0.0.1", "localhost"))
    server.browsers.append(browser)
    return browser


@pytest.fixture
def anna(server: Running) -> Browser:
    return by_name(server)


@pytest.fixture
def bruno(server: Running) -> Browser:
    return by_name(server)


def question(browser: Browser) -> dict[str, Any]:
    asked: dict[str, Any] = browser.post("/api/me/passkeys/question", {"name": "Anna"})["options"]
    return asked


def who(browser: Browser) -> dict[str, Any]:
    asked: dict[str, Any] = browser.post("/api/sign-in/question", {})["options"]
    return asked


def keep(browser: Browser, **more: Any) -> Authenticator:
    """Add a passkey."""
    key = Authenticator(browser.url, **more)
    browser.post("/api/me/passkeys", {**key.create(question(browser)), "name": "Anna"})
    return key


def test_a_name_is_kept_with_a_passkey_and_found_by_it(anna: Browser, bruno: Browser) -> None:
    mine, theirs = anna.create(ME, OPEN), bruno.create(ME, OPEN)
    asked = question(anna)
    assert asked["rp"] == {"name": "Alcove", "id": "localhost"}
    assert asked["user"]["name"] == "Anna"
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "preferred"
    key = Authenticator(anna.url)
    before = anna.cookie
    found = anna.post("/api/me/passkeys", {**key.create(asked), "name": "Anna"})
    assert (found["name"], len(found["passkeys"]), [one["this"] for one in found["devices"]]) == ("Anna", 1, [True])
    assert anna.cookie != before
    asked = who(bruno)
    assert (asked["rpId"], asked["userVerification"], asked["allowCredentials"]) == ("localhost", "preferred", [])
    assert bruno.post("/api/sign-in", key.get(asked)) == {"name": "Anna"}
    assert tables(anna) == tables(bruno) == {mine, theirs}
    assert len(devices(bruno)) == 2


def test_several_are_named_and_removed(anna: Browser, bruno: Browser) -> None:
    first, second = keep(anna), keep(anna)
    asked = question(anna)
    assert {one["id"] for one in asked["excludeCredentials"]} == {text(first.credential), text(second.credential)}
    listed = anna.get("/api/me/devices")["passkeys"]
    assert [one["site"] for one in listed] == ["localhost"] * 2
    renamed = anna.post(f"/api/me/passkeys/{listed[0]['id']}/name", {"name": "Blue key"})["passkeys"]
    assert [one["name"] for one in renamed].count("Blue key") == 1
    for one in listed:
        anna.post(f"/api/me/passkeys/{one['id']}/remove", {})
    assert anna.get("/api/me/devices")["passkeys"] == []
    assert bruno.post_refused("/api/sign-in", first.get(who(bruno))) == (403, "bad-passkey")


def test_others_passkeys_cannot_be_touched(anna: Browser, bruno: Browser) -> None:
    keep(anna)
    [mine] = anna.get("/api/me/devices")["passkeys"]
    for said in (mine["id"], "nobody"):
        assert bruno.post_refused(f"/api/me/passkeys/{said}/remove", {}) == (404, "not-found")
        assert bruno.post_refused(f"/api/me/passkeys/{said}/name", {"name": "Eve"}) == (404, "not-found")
    assert anna.get("/api/me/devices")["passkeys"] == [mine]


def test_the_last_device_may_go_if_there_is_a_passkey(anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    key = keep(anna)
    anna.post(f"/api/me/devices/{this(anna)['id']}/sign-out", {})
    assert tables(anna) == set()
    anna.post("/api/sign-in", key.get(who(anna)))
    assert tables(anna) == {table}


def test_an_answer_counts_once(anna: Browser, bruno: Browser) -> None:
    key = keep(anna)
    answer = key.get(who(bruno))
    bruno.post("/api/sign-in", answer)
    assert bruno.post_refused("/api/sign-in", answer) == (410, "spent")
    made = Authenticator(anna.url).create(question(anna))
    anna.post("/api/me/passkeys", made)
    assert anna.post_refused("/api/me/passkeys", made) == (410, "spent")


def test_a_question_is_for_one_device_and_not_for_long(server: Running, anna: Browser, bruno: Browser) -> None:
    key, carla = keep(anna), by_name(server)
    asked = who(bruno)
    assert carla.post_refused("/api/sign-in", key.get(asked)) == (410, "spent")
    newer = who(bruno)
    assert bruno.post_refused("/api/sign-in", key.get(asked)) == (410, "spent")
    made = Authenticator(bruno.url).create({**newer, "rp": {"id": "localhost"}})
    assert bruno.post_refused("/api/me/passkeys", made) == (410, "spent")  # it was asked for something else
    newest = who(bruno)

    async def age(hall: Hall) -> None:
        await hall.store.writer.store(statements=[update(schema.tickets).values(until=time.time() - 1)])

    server.do(age)
    assert bruno.post_refused("/api/sign-in", key.get(newest)) == (410, "spent")


@pytest.mark.parametrize(
    "changes",
    [
        {"site": "evil.example"},
        {"flags": 0},  # nobody was there
        {"client": {"origin": "http://evil.example"}},
        {"client": {"origin": "https://localhost"}},
        {"client": {"type": "webauthn.create"}},
        {"client": {"crossOrigin": True}},
    ],
    ids=str,
)
def test_forged_answers_are_refused(anna: Browser, bruno: Browser, changes: dict[str, Any]) -> None:
    key = keep(anna)
    key.changes = changes
    assert bruno.post_refused("/api/sign-in", key.get(who(bruno))) == (403, "bad-passkey")
    assert devices(bruno) == []
    kind = {"client": {"type": "webauthn.get"}} if "type" in changes.get("client", {}) else changes
    other = Authenticator(bruno.url, changes=kind)
    assert bruno.post_refused("/api/me/passkeys", other.create(question(bruno))) == (403, "bad-passkey")
    assert devices(bruno) == []


def test_another_key_a_changed_signature_and_a_count_that_stands(anna: Browser, bruno: Browser) -> None:
    key = keep(anna)
    thief = Authenticator(anna.url, credential=key.credential)
    assert bruno.post_refused("/api/sign-in", thief.get(who(bruno))) == (403, "bad-passkey")
    changed = {**key.get(who(bruno)), "signature": text(b"\x30\x06\x02\x01\x01\x02\x01\x01")}
    assert bruno.post_refused("/api/sign-in", changed) == (403, "bad-passkey")
    bruno.post("/api/sign-in", key.get(who(bruno)))
    bruno.post(f"/api/me/devices/{this(bruno)['id']}/sign-out", {})
    key.count = 0  # a copy of it
    assert bruno.post_refused("/api/sign-in", key.get(who(bruno))) == (403, "bad-passkey")


def test_one_that_does_not_count_and_asks_for_nothing_is_good(anna: Browser, bruno: Browser) -> None:
    key = keep(anna, counts=False, changes={"flags": PRESENT})
    bruno.post("/api/sign-in", key.get(who(bruno)))
    assert len(devices(bruno)) == 2


def test_a_passkey_is_for_one_name(server: Running, anna: Browser) -> None:
    number = server.browser()
    assert number.post_refused("/api/me/passkeys/question", {"name": "Anna"}) == (503, "unavailable")
    assert number.post_refused("/api/sign-in/question", {}) == (503, "unavailable")
    assert anna.post_refused("/api/sign-in/question", {}, origin="http://evil.example") == (403, "bad-origin")
    assert anna.http.post("/api/sign-in/question", json={}, headers={"origin": ""}).status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"id": "a", "client_data": "a", "authenticator": "a"},
        {"id": "a", "client_data": "a", "authenticator": "a", "signature": "a", "more": 1},
        {"id": "a+b", "client_data": "a", "authenticator": "a", "signature": "a"},
        {"id": "a" * 1401, "client_data": "a", "authenticator": "a", "signature": "a"},
        {"id": 5, "client_data": "a", "authenticator": "a", "signature": "a"},
    ],
    ids=range(6),
)
def test_what_is_no_answer_is_unreadable(anna: Browser, body: Any) -> None:
    assert anna.post_refused("/api/sign-in", body) == (400, "unreadable")


@pytest.mark.parametrize("client", [b"", b"{", b"[]", b'{"challenge": 3}', b'{"challenge": "\xff"}', b"null"])
def test_client_data_that_is_none_is_refused(anna: Browser, client: bytes) -> None:
    answer = {"id": "aaaa", "client_data": text(client) or "A", "authenticator": "aaaa", "signature": "aaaa"}
    assert anna.post_refused("/api/sign-in", answer) == (403, "bad-passkey")


def test_whatever_is_attested_is_refused_with_a_code(anna: Browser) -> None:
    for attestation in (b"\x00", b"\xff" * 40, b"\xa3cfmtdnone", bytes(4000)):
        answer = Authenticator(anna.url).create(question(anna)) | {"attestation": text(attestation)}
        assert anna.post_refused("/api/me/passkeys", answer) == (403, "bad-passkey")


def test_two_hands_stay_two_also_by_passkey(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN, **SECRETS)
    key = keep(anna)
    bruno.sit(table, 1)
    assert bruno.post_refused("/api/sign-in", key.get(who(bruno))) == (409, "two-hands")
    assert anna.post_refused("/api/sign-in", key.get(who(anna))) == (409, "same-person")


def test_passkeys_of_both_are_good_afterwards(server: Running, anna: Browser, bruno: Browser) -> None:
    one, two = keep(anna), keep(bruno)
    together(anna, bruno)
    for key in (one, two):
        browser = by_name(server)
        browser.post("/api/sign-in", key.get(who(browser)))
        assert len(browser.get("/api/me/devices")["passkeys"]) == 2


def test_limits(start: Start) -> None:
    server = start(passkeys_per_person=1, tickets_per_minute=2)
    anna, bruno = by_name(server), by_name(server)
    keep(anna)
    assert anna.post_refused("/api/me/passkeys", Authenticator(anna.url).create(question(anna))) == (429, "too-many")
    forged = {"id": "aaaa", "client_data": text(b"{}"), "authenticator": "aaaa", "signature": "aaaa"}
    for _ in range(2):
        assert bruno.post_refused("/api/sign-in", forged) == (403, "bad-passkey")
    assert bruno.post_refused("/api/sign-in", forged) == (429, "too-fast")
    secret_of(anna)
