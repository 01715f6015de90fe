"""What a browser that was never here loads, compressed, until a screen stands: little enough for a slow network."""

from __future__ import annotations

import zlib

import pytest
from playwright.sync_api import Page, WebSocket, expect

import alcove
from tests.browser.lobby import new_table
from tests.browser.staging import is_drawn
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
    page = visit(anew=True)
    expect(page.get_by_test_id("game-alva")).to_be_visible()
    assert loaded(page) < MOST


@pytest.mark.parametrize("game", alcove.games())
def test_a_table(game: str, visit: Visit) -> None:
    """In German, whose words are longer; with a first tip and the first message for the player, who is told more."""
    page = visit("/nowhere", locale="de-DE", tips=True, anew=True)
    players = max(2, alcove.game(game).players.start)
    address = new_table(page, game, {"kind": "me"}, *[{"kind": "bot", "level": 1}] * (players - 1))
    told: list[str | bytes] = []
    page.on("websocket", lambda socket: listen(socket, told))
    page.goto(address)
    is_drawn(page)
    assert loaded(page) + packed(told[0]) < MOST
    other = visit("/nowhere", locale="de-DE", anew=True)
    other.goto(address)
    is_drawn(other)
    assert loaded(other) < MOST


def listen(socket: WebSocket, told: list[str | bytes]) -> None:
    socket.on("framereceived", lambda message: told.append(message))


def packed(message: str | bytes) -> int:
    """How long it is on its way: sockets compress what they carry."""
    return len(zlib.compress(message.encode() if isinstance(message, str) else message))
