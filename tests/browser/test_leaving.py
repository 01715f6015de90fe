"""Three people at a table: one leaves, a bot plays on, and the person comes back. And how a game ends."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.lobby import open_table, take_seat
from tests.browser.visiting import Visit


def three_people(visit: Visit) -> list[Page]:
    anna, bruno, clara = visit(), visit(), visit()
    open_table(anna, "tollgate", {0: "me", 1: "open", 2: "open"})
    expect(anna.get_by_test_id("invite")).to_be_visible()
    take_seat(bruno, anna.url, 1, "Bruno")
    take_seat(clara, anna.url, 2, "Clara")
    expect(anna.locator("[data-action]").first).to_be_visible()
    return [anna, bruno, clara]


def test_one_of_three_leaves_and_comes_back(visit: Visit) -> None:
    anna, bruno, clara = three_people(visit)
    expect(bruno.get_by_test_id("resign")).to_have_text("Leave")
    bruno.get_by_test_id("resign").click()
    expect(bruno.get_by_test_id("resign-dialog")).to_contain_text("A bot of level 3 takes your seat")
    bruno.get_by_test_id("resign-confirm").click()
    expect(bruno.get_by_test_id("left")).to_contain_text("A bot of level 3 plays on for Bruno.")
    expect(bruno.locator("[data-action]")).to_have_count(0)
    expect(bruno.get_by_test_id("resign")).to_be_disabled()
    expect(anna.get_by_test_id("seat-1")).to_contain_text(re.compile("Bot, level 3, for Bruno|thinking"))
    anna.get_by_role("tab", name="Story").click()
    expect(anna.get_by_test_id("story")).to_contain_text("Bruno has left. A bot of level 3 plays on in that seat.")
    anna.locator("[data-action]").first.click()
    clara.locator("[data-action]").first.click()
    expect(anna.get_by_test_id("story")).to_contain_text("Revealed")
    bruno.get_by_test_id("return-1").click()
    expect(bruno.get_by_test_id("left")).to_have_count(0)
    expect(anna.get_by_test_id("seat-1")).to_contain_text("Bruno")
    expect(anna.get_by_test_id("story")).to_contain_text("Bruno is back.")


def test_the_form_asks_how_strong_the_bot_is_where_somebody_can_leave(visit: Visit) -> None:
    page = visit("/new/tollgate")
    page.get_by_test_id("players-2").click()
    expect(page.get_by_test_id("stand-in")).to_have_count(0)
    page.get_by_test_id("players-3").click()
    expect(page.get_by_test_id("stand-in")).to_have_count(0)  # all the others are bots
    page.get_by_test_id("seat-kind-1").select_option("local")
    expect(page.get_by_test_id("stand-in")).to_have_value("3")
    page.get_by_test_id("stand-in").select_option("1")
    page.get_by_test_id("create-table").click()
    page.get_by_test_id("curtain-ready").click()
    page.get_by_test_id("resign").click()
    expect(page.get_by_test_id("resign-dialog")).to_contain_text("A bot of level 1 takes your seat")


def test_a_game_ends_with_a_sentence_in_the_readers_language(visit: Visit) -> None:
    page = visit()
    open_table(page, "alva", {0: "me", 1: "bot"})
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").click()
    sentence = page.get_by_test_id("result").locator("h2")
    expect(sentence).to_have_text("Black wins: Anna has resigned.")
    page.get_by_test_id("language-de").click()
    expect(sentence).to_have_text("Schwarz gewinnt: Anna hat aufgegeben.")
    page.goto(re.sub(r"/table/.*", "/", page.url))
    expect(page.get_by_test_id("my-table-ending")).to_have_text("Schwarz gewinnt: Anna hat aufgegeben.")


def test_who_plays_with_bots_alone_can_end_a_game_without_a_result(visit: Visit) -> None:
    page = visit()
    open_table(page, "tollgate", {0: "me", 1: "bot"})
    page.get_by_test_id("resign").click()
    page.get_by_test_id("abandon-confirm").click()
    expect(page.get_by_test_id("result").locator("h2")).to_have_text("The game was abandoned.")


def test_nobody_ends_a_game_without_a_result_over_the_heads_of_others(visit: Visit) -> None:
    anna, *_ = three_people(visit)
    anna.get_by_test_id("resign").click()
    expect(anna.get_by_test_id("resign-confirm")).to_be_visible()
    expect(anna.get_by_test_id("abandon-confirm")).to_have_count(0)
