"""What a browser that was never here loads until a screen stands: few enough files, and small enough when they are
compressed, for a slow network."""

from __future__ import annotations

import zlib

import pytest
from playwright.sync_api import Page, WebSocket, expect

import alcove
from tests.browser.lobby import new_table
from tests.browser.staging import is_drawn
from tests.browser.visiting import Visit

MOST = 120_000
LOBBY_REQUESTS, TABLE_REQUESTS = 12, 16
"""The page itself, scripts, styles and questions to the server, each address once; the socket is not counted. The lobby
has 10, a table 9 to 14: the most where a game has words for each language, things printed on cards, and a first tip."""
LOADED = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(({ name, encodedBodySize }) => [encodedBodySize, new URL(name).pathname])"""

QUIET = """() => {
  const before = window.loadedBefore;
  window.loadedBefore = performance.getEntriesByType('resource').length;
  return before === window.loadedBefore;
}"""
"""Whether nothing more has come since it was last asked."""


def loaded(page: Page, requests: int) -> int:
    """How much it was, in bytes. There must have been at most so many requests."""
    page.wait_for_function(QUIET, polling=400)
    entries: list[tuple[int, str]] = page.evaluate(LOADED)
    assert sum(size > 0 for size, _ in entries) > 3, "nothing was counted"
    paths = {path for _, path in entries}  # on a slow machine, some are asked again before it is counted
    assert len(paths) <= requests, sorted(paths)
    return sum(size for size, _ in entries)


def test_the_lobby(visit: Visit) -> None:
    page = visit(anew=True)
    expect(page.get_by_test_id("game-alva")).to_be_visible()
    assert loaded(page, LOBBY_REQUESTS) < MOST


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
    assert loaded(page, TABLE_REQUESTS) + packed(told[0]) < MOST
    other = visit("/nowhere", locale="de-DE", anew=True)
    other.goto(address)
    is_drawn(other)
    assert loaded(other, TABLE_REQUESTS) < MOST


def listen(socket: WebSocket, told: list[str | bytes]) -> None:
    socket.on("framereceived", lambda message: told.append(message))


def packed(message: str | bytes) -> int:
    """How long it is on its way: sockets compress what they carry."""
    return len(zlib.compress(message.encode() if isinstance(message, str) else message))
