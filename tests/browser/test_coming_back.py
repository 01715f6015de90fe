"""A game over days, from beginning to end: people who are told, a restart, a second device, time that runs out, a bot
that goes on, and the person who comes back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lobby import take_seat
from tests.browser.visiting import PHONE, Site, Visit
from tests.server.notifications.receiving import Endpoint, opened

THREE_DAYS = 3 * 24 * 3600.0


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    with opened() as one:
        yield one


def be_told(page: Page, endpoint: Endpoint, name: str) -> None:
    """Have a webhook of one's own, which a test proves."""
    page.get_by_test_id("webhook-address").fill(f"{endpoint.url}/{name}")
    page.get_by_test_id("webhook-add").click()
    expect(page.get_by_test_id("channel-webhook").get_by_test_id("channel-state")).to_have_text("on")
    assert heard(endpoint, name)


def heard(endpoint: Endpoint, name: str) -> str:
    """What the next message tells somebody."""
    assert endpoint.came.acquire(timeout=60), f"{name} was told nothing"
    arrived = endpoint.arrived.pop(0)
    assert arrived.path == f"/{name}"
    return json.dumps(arrived.json)


def place(page: Page, point: str) -> None:
    expect(page.get_by_test_id("status")).to_contain_text("Your turn")
    page.locator(f"[data-point='{point}'][data-legal='place']").click()
    expect(page.get_by_test_id("status")).not_to_contain_text("Your turn")


def let_time_pass(site: Site, seconds: float) -> None:
    """As if everything had happened earlier. The server was there all the while but for this moment."""
    site.stop()
    with closing(sqlite3.connect(site.data / "alcove.sqlite3")) as database, database:
        database.execute("UPDATE entries SET at = at - ?", (seconds,))
        database.execute("UPDATE tables SET began = began - ?, created = created - ?", (seconds, seconds))
    site.start()


def test_a_game_over_days_goes_on_whatever_happens(visit: Visit, site: Site, endpoint: Endpoint) -> None:
    anna, bruno = visit("/notifications"), visit("/notifications")
    be_told(anna, endpoint, "anna")
    be_told(bruno, endpoint, "bruno")

    anna.goto(f"{site.url}/new/alva")
    anna.get_by_test_id("name").fill("Anna")
    anna.get_by_test_id("seat-kind-1").select_option("open")
    anna.get_by_test_id("time").select_option("days 1")
    anna.get_by_test_id("time-nights").uncheck()
    anna.get_by_test_id("create-table").click()
    expect(anna.get_by_test_id("clock-0")).to_be_visible()
    table = anna.url
    take_seat(bruno, table, 1, "Bruno")
    assert "Bruno" in heard(endpoint, "anna")
    place(anna, "e5")
    assert "your turn" in heard(endpoint, "bruno")

    site.stop()
    site.start()  # nobody is told twice, and the pages come back by themselves
    expect(bruno.get_by_test_id("status")).to_contain_text("Your turn")

    bruno.goto(f"{site.url}/me/devices")
    bruno.get_by_test_id("along-name").fill("Bruno")
    bruno.get_by_test_id("along-make").click()
    phone = visit("/", viewport=PHONE)
    phone.goto(bruno.get_by_test_id("along-link").input_value())
    phone.get_by_test_id("along-yes").click()
    phone.wait_for_url(f"{site.url}/")
    phone.goto(table)
    place(phone, "c3")
    assert "your turn" in heard(endpoint, "anna")

    anna.goto(f"{site.url}/rules/alva")
    anna.wait_for_load_state("networkidle")  # what is still on its way when the server goes would be missed
    let_time_pass(site, THREE_DAYS)
    expect(phone.get_by_test_id("out-of-time")).to_contain_text("Anna has run out of time.")
    phone.get_by_test_id("bot-for-0").click()
    expect(phone.get_by_test_id("status")).to_contain_text("Your turn")  # nobody is told what they did themselves

    anna.goto(table)
    anna.get_by_test_id("return-0").click()
    expect(anna.get_by_test_id("left")).to_have_count(0)
    place(phone, "g7")
    assert "your turn" in heard(endpoint, "anna")
    place(anna, "g3")
    assert "your turn" in heard(endpoint, "bruno")  # the channel has come along with its person
    assert endpoint.arrived == []
