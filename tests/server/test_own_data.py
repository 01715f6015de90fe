"""All that is kept of somebody: downloaded without others' secrets, and deleted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from alcove.kernel.proof import prove
from alcove.server import archive, notices, schema
from alcove.server.hall import Hall
from alcove.server.tables import RULES, Entry
from tests.server.browser import ME, OPEN, Browser, bot
from tests.server.conftest import Running
from tests.server.test_passkeys import by_name, keep, question
from tests.server.test_people import SECRETS, devices, rows, secret_of, tables, together

Start = Callable[..., Running]
SURE = {"sure": "delete everything"}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers look for notes ten times a second here."""
    monkeypatch.setattr(notices, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(archive, "NOTICED_SECONDS", 0.5)


def data_of(browser: Browser) -> dict[str, Any]:
    found: dict[str, Any] = browser.get("/api/me/data")
    return found


def finished(one: Browser, two: Browser) -> str:
    table = one.create(ME, OPEN)
    two.sit(table, 1)
    white, black = one.enter(table), two.enter(table)
    white.say("chat", text="hello from Anna")
    white.hear("chat")
    black.say("chat", text="hello from Bruno")
    black.hear("chat", where=lambda message: message["line"]["seat"] == 1)
    white.act("a1")
    white.say("resign", seat=0)
    white.hear("table", where=lambda message: message["status"] == "over")
    return table


def test_everything_is_in_the_download(anna: Browser, bruno: Browser) -> None:
    over = finished(anna, bruno)
    running = anna.create(ME, OPEN)
    together(anna, bruno)
    secret_of(anna)
    answer = anna.http.get("/api/me/data")
    assert answer.headers["content-disposition"] == 'attachment; filename="alcove.json"'
    assert answer.headers["cache-control"] == "no-store"
    found = answer.json()
    assert found["name"] == "Anna"
    assert len(found["devices"]) == 2
    by_id = {one["id"]: one for one in found["tables"]}
    assert by_id.keys() == {over, running}
    assert prove(by_id[over]["record"]).outcome is not None
    assert by_id[over]["result"]["winners"] == [1]
    assert "record" not in by_id[running]
    assert {one["text"] for one in by_id[over]["chat"]} == {"hello from Anna", "hello from Bruno"}  # one person by now


def test_what_others_did_and_said_is_not(anna: Browser, bruno: Browser) -> None:
    table = finished(anna, bruno)
    [found] = data_of(bruno)["tables"]
    assert found["id"] == table
    assert [one["text"] for one in found["chat"]] == ["hello from Bruno"]
    assert [one["seat"] for one in found["seats"]] == [1]
    assert found["actions"] == []


def test_a_running_game_keeps_its_secrets(server: Running, anna: Browser) -> None:
    table = anna.create(ME, bot(), **SECRETS)
    anna.enter(table).act()

    async def change_rules(hall: Hall) -> None:
        entry = Entry(table, 900, RULES, 0, 1, "a whole position", 0, 1.0)
        await hall.store.writer.store(entry)

    async def seed(hall: Hall) -> str:
        return str((await hall.room(table)).table.record.seed)

    text = anna.http.get("/api/me/data").text
    assert server.do(seed) not in text
    server.do(change_rules)
    found = json.loads(anna.http.get("/api/me/data").text)
    assert "a whole position" not in json.dumps(found)
    [one] = found["tables"]
    assert {action["seat"] for action in one["actions"]} == {0}


def test_a_browser_alone_has_data_too(anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    found = data_of(anna)
    assert (found["name"], found["devices"], [one["id"] for one in found["tables"]]) == (None, [], [table])


def test_another_site_gets_nothing(anna: Browser) -> None:
    anna.create(ME, OPEN)
    answer = anna.http.get("/api/me/data", headers={"origin": "http://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")


def test_downloads_are_counted(start: Start) -> None:
    server = start(downloads_per_hour=1, address_downloads_per_hour=2)
    anna, bruno, carla = server.browser(), server.browser(), server.browser()
    for browser in (anna, bruno):
        browser.get("/api/games")
        data_of(browser)
    assert anna.refused("/api/me/data") == (429, "too-fast")
    carla.get("/api/games")
    assert carla.refused("/api/me/data") == (429, "too-fast")


def test_only_who_is_sure_deletes(anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    for body in ({}, {"sure": True}, {"sure": "yes"}, {**SURE, "more": 1}):
        assert anna.post_refused("/api/me/delete", body) == (400, "unreadable")
    assert anna.post_refused("/api/me/delete", SURE, origin="http://evil.example") == (403, "bad-origin")
    assert tables(anna) == {table}


def test_everything_is_deleted(start: Start, tmp_path: Path, database: str | None) -> None:
    server = start(tmp_path, database=database)
    anna, phone, bruno, carla = by_name(server), server.browser(), server.browser(), server.browser()
    alone, over = anna.create(ME, bot()), finished(anna, bruno)
    two, three = anna.create(ME, OPEN), anna.create(ME, OPEN, OPEN, **SECRETS)
    bruno.sit(two, 1)
    bruno.sit(three, 1)
    carla.sit(three, 2)
    keep(anna)
    together(anna, phone)
    secret_of(anna)
    question(anna)
    socket = phone.enter(two)
    anna.post("/api/me/delete", SURE)
    assert socket.closed_with() in (1001, 1008)
    for browser in (anna, phone):
        assert tables(browser) == set()
        assert devices(browser) == []
    assert anna.refused(f"/api/tables/{alone}") == (404, "not-found")
    shown = bruno.get(f"/api/tables/{two}")
    assert (shown["status"], shown["resigned"]) == ("over", 0)
    goes_on = carla.get(f"/api/tables/{three}")
    assert (goes_on["status"], goes_on["seats"][0]["kind"]) == ("running", "bot")
    assert "Anna" not in json.dumps([bruno.get(f"/api/tables/{one}") for one in (over, two, three)])
    assert [line["text"] for line in bruno.get(f"/api/tables/{over}")["chat"]] == ["hello from Bruno"]
    for table in (schema.people, schema.devices, schema.passkeys):
        assert rows(server, select(table)) == []
    held = rows(server, select(schema.holders.c.table_id, schema.holders.c.seat))
    assert sorted(map(tuple, held)) == sorted([(over, 1), (two, 1), (three, 1), (three, 2)])
