"""Any game is playable through the plain table: here the toy, with secrets, a die and several people."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.lobby import open_table
from tests.browser.visiting import Visit


def new_toy(page: Page, seats: dict[int, str]) -> None:
    open_table(page, "tollgate", seats, level=2)


def test_the_toy_is_played_against_bots_to_the_end(visit: Visit) -> None:
    page = visit()
    new_toy(page, {0: "me", 1: "bot", 2: "bot"})
    expect(page.get_by_test_id("plain-table")).to_be_visible()
    expect(page.locator("[data-action] small").first).to_have_text(re.compile(r"^Number \d+$"))
    for _ in range(40):
        page.wait_for_selector("[data-action], [data-testid='result']")
        if page.get_by_test_id("result").count():
            break
        page.keyboard.press("1")  # the first choice has a key
        page.wait_for_timeout(150)
    expect(page.get_by_test_id("result")).to_be_visible()


def test_hot_seat_with_secrets_hangs_a_curtain_between_people(visit: Visit) -> None:
    page = visit()
    new_toy(page, {0: "me", 1: "local"})
    hands: list[set[str]] = []
    for _ in range(2):
        page.wait_for_selector("[data-testid='curtain'], [data-action]")
        if page.get_by_test_id("curtain").count():
            assert page.locator("[data-action]").count() == 0  # nothing of the table is in the page
            assert page.get_by_test_id("plain-table").count() == 0
            page.get_by_test_id("curtain-ready").click()
        page.wait_for_selector("[data-action]")
        hands.append({str(b.get_attribute("data-action")) for b in page.locator("[data-action]").all()})
        page.locator("[data-action]").first.click()
        page.wait_for_timeout(300)
    assert hands[0].isdisjoint(hands[1])  # two people, two hands


def test_three_people_choose_at_once_in_browsers_of_their_own(visit: Visit) -> None:
    pages = [visit() for _ in range(3)]
    new_toy(pages[0], {0: "me", 1: "open", 2: "open"})
    expect(pages[0].get_by_test_id("plain-table")).to_be_visible()
    for seat, page in enumerate(pages[1:], 1):
        page.goto(pages[0].url)
        page.get_by_test_id(f"take-seat-{seat}").click()
        page.get_by_test_id("take-seat-confirm").click()
    hands = []
    for page in pages:
        page.wait_for_selector("[data-action]")
        hands.append({str(b.get_attribute("data-action")) for b in page.locator("[data-action]").all()})
    assert not hands[0] & hands[1]
    assert not hands[1] & hands[2]
    for page in reversed(pages):
        page.locator("[data-action]").first.click()
    for page in pages:
        page.get_by_test_id("tab-story").click()
        expect(page.get_by_test_id("story")).not_to_be_empty()
