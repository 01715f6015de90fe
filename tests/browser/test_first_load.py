"""What a browser that was never here loads, compressed, until a screen stands: little enough for a slow network."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import alcove
from tests.browser.test_axe import open_table
from tests.browser.visiting import Visit

MOST = 120_000
LOADED = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(({ name, encodedBodySize }) => [encodedBodySize, new URL(name).pathname])"""

QUIET = """() => {
  const before = window.loadedBefore;
  window.loadedBefore = performance.getEntriesByType('resource').length;
  return before === window.loadedBefore;
}"""
"""Whether nothing more has come since it was last asked."""


def loaded(page: Page) -> int:
    page.wait_for_function(QUIET, polling=400)
    entries: list[tuple[int, str]] = page.evaluate(LOADED)
    assert sum(size > 0 for size, _ in entries) > 3, "nothing was counted"
    return sum(size for size, _ in entries)


def test_the_lobby(visit: Visit) -> None:
    page = visit()
    expect(page.get_by_test_id("game-alva")).to_be_visible()
    assert loaded(page) < MOST


@pytest.mark.parametrize("game", alcove.games())
def test_a_table(game: str, visit: Visit) -> None:
    """In German, whose words are longer."""
    page = visit("/nowhere")
    players = max(2, alcove.game(game).players.start)
    open_table(page, game, {"kind": "me"}, *[{"kind": "bot", "level": 1}] * (players - 1))
    other = visit(page.url.removeprefix("/".join(page.url.split("/")[:3])), locale="de-DE")
    expect(other.get_by_test_id("status")).to_be_visible()
    expect(other.locator(".loading")).to_have_count(0)
    assert loaded(other) < MOST
