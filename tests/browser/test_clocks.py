"""Clocks on screen: chosen with the table, shown beside the names, and what the others can do when one has run out."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.axe import complaints
from tests.browser.lobby import take_seat
from tests.browser.visiting import Visit


def test_one_of_two_runs_out_and_the_other_claims_the_win(visit: Visit) -> None:
    anna, bruno = visit("/new/alva"), visit()
    anna.get_by_test_id("name").fill("Anna")
    anna.get_by_test_id("seat-kind-1").select_option("open")
    anna.get_by_test_id("time").select_option("custom")
    anna.get_by_test_id("time-minutes").fill("-1")
    expect(anna.get_by_test_id("create-table")).to_be_disabled()
    assert complaints(anna, "a time that cannot be") == []
    anna.get_by_test_id("time-minutes").fill("0.02")
    anna.get_by_test_id("time-added").fill("0")
    anna.get_by_test_id("create-table").click()
    expect(anna.get_by_test_id("clock-0")).to_have_text(re.compile(r"Anna\s*1\.0"))
    take_seat(bruno, anna.url, 1, "Bruno")
    expect(bruno.get_by_test_id("out-of-time")).to_contain_text("Anna has run out of time.")
    expect(bruno.get_by_test_id("clock-0").get_by_role("timer")).to_have_text("0.0")
    expect(anna.get_by_test_id("out-of-time")).to_contain_text("You can still move")
    expect(anna.get_by_test_id("claim-0")).to_have_count(0)
    expect(bruno.get_by_test_id("bot-for-0")).to_be_visible()
    assert complaints(bruno, "somebody out of time") == []
    bruno.get_by_test_id("claim-0").click()
    for page in (anna, bruno):
        expect(page.get_by_test_id("result").locator("h2")).to_have_text("Bruno wins: Anna has run out of time.")
    expect(bruno.get_by_test_id("out-of-time")).to_have_count(0)


def test_a_game_over_days_says_in_the_lobby_what_is_left(visit: Visit) -> None:
    page = visit("/new/alva")
    page.get_by_test_id("time").select_option("days 1")
    page.get_by_test_id("time-nights").uncheck()
    page.get_by_test_id("create-table").click()
    expect(page.get_by_test_id("clock-0").get_by_role("timer")).to_have_text(re.compile("^(1 d 23|2 d 0) h$"))
    expect(page.get_by_test_id("clock-1")).to_have_count(0)
    page.goto(re.sub(r"/table/.*", "/", page.url))
    expect(page.get_by_test_id("my-table-left")).to_have_text(re.compile("^(1 day|2 days) left$"))
    page.get_by_test_id("language-de").click()
    expect(page.get_by_test_id("my-table-left")).to_have_text(re.compile("^noch (1 Tag|2 Tage)$"))
