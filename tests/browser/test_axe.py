"""Every screen of every game, light and dark, with its end: axe-core finds nothing to complain about."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import alcove
from tests.browser.axe import complaints
from tests.browser.lobby import new_table
from tests.browser.visiting import PHONE, Visit


def open_table(page: Page, game: str, *seats: dict[str, Any]) -> None:
    page.goto(new_table(page, game, *seats))
    expect(page.get_by_test_id("status")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)


@pytest.mark.parametrize("game", alcove.games())
def test_a_table_from_the_form_to_the_end(game: str, visit: Visit) -> None:
    page, found = visit(f"/new/{game}"), list[str]()
    expect(page.get_by_test_id("quick-play")).to_be_visible()
    found += complaints(page, "new table")
    players = max(2, alcove.game(game).players.start)
    open_table(page, game, {"kind": "me"}, *[{"kind": "bot", "level": 1}] * (players - 1))
    expect(page.get_by_test_id("undo")).to_be_visible()
    found += complaints(page, "table")
    page.get_by_test_id("tab-story").click()
    page.set_viewport_size(PHONE)
    found += complaints(page, "table on a phone")
    page.get_by_test_id("resign").click()
    expect(page.get_by_test_id("resign-dialog")).to_be_visible()
    found += complaints(page, "resign")
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("replay-slider")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    found += complaints(page, "the end")
    assert not found, "\n".join(found)


def test_what_belongs_to_no_game(visit: Visit) -> None:
    page, found = visit(), list[str]()
    open_table(page, "alva", {"kind": "me"}, {"kind": "open"})
    expect(page.get_by_test_id("invite-alone")).to_be_visible()
    found += complaints(page, "invitation")
    page.get_by_test_id("help").click()
    expect(page.get_by_test_id("help-dialog")).to_be_visible()
    found += complaints(page, "keys")
    page.keyboard.press("Escape")
    page.get_by_test_id("links").click()
    expect(page.get_by_test_id("seat-link-0")).to_be_visible()
    found += complaints(page, "links")
    page.keyboard.press("Escape")
    page.get_by_test_id("tab-chat").click()
    page.get_by_test_id("rules").click()
    expect(page.locator("[data-clause]").first).to_be_visible()
    found += complaints(page, "rulebook")
    home = "/".join(page.url.split("/")[:3])
    page.goto(f"{home}/")
    expect(page.get_by_test_id("my-table")).to_be_visible()
    found += complaints(page, "lobby")
    page.get_by_test_id("about").click()
    expect(page.get_by_test_id("about-dialog")).to_be_visible()
    found += complaints(page, "about")
    for path, what in (("nowhere", "not found"), ("owner", "owner")):
        page.goto(f"{home}/{path}")
        expect(page.locator("h1")).to_be_visible()
        found += complaints(page, what)
    assert not found, "\n".join(found)
