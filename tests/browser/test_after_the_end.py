"""After the end, on a phone: a game plays by itself once more, and is tried again. Alva has tests of its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.scenes import scenes_of
from tests.browser.staging import PLAY_ON, is_drawn, open_scene
from tests.browser.visiting import PHONE, Visit

STEPS_FIT = """() => {
  const [first, slider] = ['first', 'slider'].map((part) => document.querySelector(`[data-testid=replay-${part}]`));
  slider.nextElementSibling.textContent = '222 of 222';
  const [bar, row] = [first, slider].map((part) => part.parentElement);
  const { right } = bar.parentElement.getBoundingClientRect();
  const fit = [...bar.children, ...row.children].every((part) => part.getBoundingClientRect().right <= right + 1);
  return fit && slider.offsetWidth > 150;
}"""
"""Buttons and count, also of a long game, with the buttons that fingers need."""

TOO_LOW = """() => [...document.querySelectorAll('button:not(.link), select')].filter((part) => {
  const reaches = getComputedStyle(part, '::after').position === 'absolute';
  return part.checkVisibility() && !reaches && part.getBoundingClientRect().height < 43.5;
}).map((part) => part.outerHTML.slice(0, 160))"""
"""What a finger presses and could miss. Some reach farther than one sees."""


@pytest.mark.parametrize("game", ["alvos", "alluvium", "alpacalypse"])
def test_it_plays_by_itself_and_is_tried_again(game: str, visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    players, _, late = scenes_of(game)
    page.evaluate(PLAY_ON, open_scene(page, game, late, players))
    over = page.url
    last = page.get_by_test_id("replay-last")
    expect(last).to_be_disabled()
    assert page.evaluate(STEPS_FIT)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("past-words")).to_be_visible()
    expect(last).to_be_enabled()
    page.get_by_test_id("replay-play").click()
    expect(last).to_be_disabled()  # it has come to the end by itself
    expect(page.get_by_test_id("replay-play")).to_have_attribute("aria-pressed", "false")
    page.get_by_test_id("replay-first").click()
    page.get_by_test_id("try-here").click()
    page.get_by_test_id("try-go").click()
    expect(page).not_to_have_url(over)
    is_drawn(page)
    expect(page.get_by_test_id("notice")).to_have_text("Tried from the start of another game.")
    expect(page.get_by_test_id("status")).to_contain_text("Your turn")
    expect(page.get_by_test_id("result")).to_have_count(0)
    assert page.evaluate(TOO_LOW) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
