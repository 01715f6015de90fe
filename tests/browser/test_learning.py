"""Lessons, rulebooks and explanations of every game, as readers find them: with eyes, keys, fingers and ears."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import alcove
from tests.browser.axe import complaints
from tests.browser.visiting import DESKTOP, PHONE, Visit

TAUGHT = [name for name in alcove.games() if alcove.game(name).lesson is not None]


@pytest.mark.parametrize("name", TAUGHT)
def test_what_teaches_a_game(name: str, visit: Visit) -> None:
    """From the card to the lesson and to the rulebook: all can be read, found and reached."""
    page, found = visit(), list[str]()
    card = page.get_by_test_id(f"game-{name}")
    goal = alcove.game(name).goal
    assert goal
    expect(card).to_contain_text(goal.en)
    expect(card).to_contain_text("min")
    card.get_by_test_id(f"learn-{name}").click()
    expect(page.get_by_test_id("lesson-title")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    found += complaints(page, "lesson")
    explains_itself(page)
    page.set_viewport_size(PHONE)
    page.get_by_test_id("lesson-table").evaluate("table => table.scrollIntoView()")
    found += complaints(page, "lesson on a phone")
    folds(page)
    page.locator("summary").click()
    steps = page.get_by_test_id("coach").locator("li")
    later_step(page, steps.last)
    found += complaints(page, "the last step on a phone", "main")
    page.set_viewport_size(DESKTOP)
    later_step(page, steps.nth(steps.count() // 2))
    found += complaints(page, "a later step", "main")
    clause = alcove.game(name).turn_clause
    page.goto(f"{page.url.split('/learn')[0]}/rules/{name}#{clause}")
    cited = page.locator(f"[data-clause='{clause}']")
    expect(cited).to_be_in_viewport()
    expect(cited).to_have_class(re.compile("cited"))
    expect(page.locator("figure svg").first).to_be_attached()
    found += complaints(page, "rulebook on a page")
    search_and_contents(page, clause)
    assert "|" not in page.get_by_test_id("rules-page").inner_text()  # tables are drawn as tables
    assert not found, "\n".join(found)


def folds(page: Page) -> None:
    """A line is left of the coach, and the board has the rest of the screen."""
    fold, words = page.get_by_test_id("lesson-fold"), page.get_by_test_id("lesson-say")
    fold.click()
    expect(words).to_be_hidden()
    expect(page.get_by_test_id("lesson-title")).to_be_visible()
    assert page.get_by_test_id("coach").evaluate("coach => coach.offsetHeight") < 70
    fold.click()
    expect(words).to_be_visible()


def later_step(page: Page, step: Locator) -> None:
    title = step.inner_text().strip()
    step.get_by_role("button").click()
    expect(page.get_by_test_id("lesson-title")).to_have_text(title)
    expect(page.locator(".loading")).to_have_count(0)


def explains_itself(page: Page) -> None:
    """Something that cannot be used is explained by the pointer; everything can be reached by keys while one asks."""
    words = page.get_by_test_id("explanation")
    page.locator("[data-explain]:visible").first.hover()
    expect(words).to_be_visible()
    page.get_by_test_id("lesson-explain").click()
    expect(page.get_by_test_id("asking")).to_be_visible()
    expect(page.locator("[data-explain]:focus")).to_have_count(1)
    assert page.evaluate(WIDEST_OUTLINE) < 8  # what is explained can still be seen
    page.keyboard.press("Tab")
    expect(words.get_by_role("button")).to_contain_text("-")  # the clause
    expect(page.locator("[aria-describedby='explanation']")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("asking")).to_have_count(0)
    expect(words).to_have_count(0)


WIDEST_OUTLINE = """() => Math.max(...[...document.querySelectorAll('[data-explain]')].map((part) => {
  const { outlineStyle, outlineWidth } = getComputedStyle(part);
  return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) * (part.getScreenCTM?.().a ?? 1);
}))"""
"""In pixels. Inside a drawing lengths are in the drawing's own units."""


def search_and_contents(page: Page, clause: str) -> None:
    page.get_by_test_id("rulebook-search").fill(clause)
    expect(page.locator("[data-clause]")).not_to_have_count(0)
    shown = page.locator("[data-clause]").all_inner_texts()
    assert all(clause in text for text in shown)
    page.get_by_test_id("rulebook-search").fill("xyzzy")
    expect(page.get_by_text("Nothing found. Try another word")).to_be_visible()
    page.get_by_test_id("rulebook-search").fill("")
    page.get_by_test_id("rulebook-contents").locator("summary").click()
    last = page.get_by_test_id("rulebook-contents").get_by_role("button").last
    chapter = page.locator("h2", has_text=last.inner_text())
    last.click()
    expect(chapter).to_be_focused()
    expect(chapter).to_be_in_viewport()


def test_the_first_table_offers_the_lesson_once(visit: Visit) -> None:
    page = visit(f"/new/{TAUGHT[0]}")
    expect(page.get_by_test_id("lesson-offer")).to_be_visible()
    page.get_by_test_id("quick-play").click()
    expect(page.get_by_test_id("status")).to_be_visible()
    page.get_by_test_id("lesson-decline").click()
    expect(page.get_by_test_id("lesson-offer")).to_have_count(0)
    page.goto(f"{page.url.split('/table')[0]}/new/{TAUGHT[0]}")
    expect(page.get_by_test_id("quick-play")).to_be_visible()
    expect(page.get_by_test_id("lesson-offer")).to_have_count(0)


def test_a_tap_explains_what_cannot_be_used_and_a_clause_leads_to_the_rule(visit: Visit) -> None:
    page = visit(f"/learn/{TAUGHT[0]}", viewport=PHONE, has_touch=True)
    page.locator("[data-explain]:visible").first.tap()
    page.get_by_test_id("explanation").get_by_role("button").tap()
    expect(page.get_by_test_id("rulebook")).to_be_visible()
    expect(page.locator(".cited")).to_be_visible()
