"""The lobby tells the truth about compiling, and never keeps anybody from playing."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.visiting import Visit

TOY = "tollgate"


def say(page: Page, **progress: Any) -> None:
    """Let the server say how far the toy is compiled."""

    def answer(route: Route) -> None:
        told = route.fetch().json()
        told["ready"][TOY] = {"failed": False} | progress
        route.fulfill(json=told)

    page.unroute("**/api/games?*")
    page.route("**/api/games?*", answer)
    page.reload()


def test_a_game_that_is_being_compiled_can_be_played(visit: Visit) -> None:
    page = visit("/")
    say(page, done=7, of=30)
    card = page.get_by_test_id(f"game-{TOY}")
    expect(card.get_by_test_id("compile-progress")).to_contain_text("7 of 30 parts")
    page.get_by_test_id(f"play-{TOY}").click()
    expect(page.get_by_test_id("compile-progress")).to_be_visible()
    page.get_by_test_id("quick-play").click()
    expect(page.get_by_test_id("status")).to_be_visible()


def test_the_bar_goes_away_or_says_that_it_came_to_nothing(visit: Visit) -> None:
    page = visit("/", locale="de-DE")
    card = page.get_by_test_id(f"game-{TOY}")
    say(page, done=30, of=30)
    expect(card).to_be_visible()
    expect(card.get_by_test_id("compile-progress")).to_have_count(0)
    say(page, done=0, of=30, failed=True)
    expect(card.get_by_test_id("not-compiled")).to_contain_text("nach dem ersten Eindruck")
    expect(card.get_by_test_id("compile-progress")).to_have_count(0)
