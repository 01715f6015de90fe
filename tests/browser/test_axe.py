"""Every screen of every game, light and dark, from the form to the end: axe-core finds nothing to complain about.

Lessons and rulebooks are looked at in `test_learning`.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import alcove
from alcove.puzzles import collection_of
from tests.browser.axe import complaints
from tests.browser.lobby import new_table, wait_until_known
from tests.browser.scenes import scenes_of
from tests.browser.visiting import DESKTOP, PHONE, Visit

ME, BOT = {"kind": "me"}, {"kind": "bot", "level": 1}
GO = """(path) => {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))));
}"""
"""As a link of the page itself does: nothing is loaded again."""
PLAY_ON = """(table) => new Promise((done, failed) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live?lang=en`);
  const end = Date.now() + 60_000;
  let now = null;
  const go = () => {
    if (!now?.view.outcome && Date.now() < end) {
      const [first] = now?.legal ?? [];
      const action = typeof first === 'number' ? first : first?.index;
      if (action !== undefined) socket.send(JSON.stringify({ t: 'act', v: now.v, seat: 0, action }));
      return;
    }
    clearInterval(again);
    socket.close();
    if (now?.view.outcome) done();
    else failed(`no end: ${JSON.stringify(now)}`);
  };
  const again = setInterval(go, 300);
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.t === 'table' || message.t === 'step') {
      now = message;
      go();
    }
  };
})"""
"""Takes the first choice until the game is over, beside the page; again where the server found that too fast."""


def open_table(page: Page, game: str, *seats: dict[str, Any]) -> None:
    page.goto(new_table(page, game, *seats))
    is_drawn(page)


def is_drawn(page: Page) -> None:
    expect(page.get_by_test_id("status")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)


def open_scene(page: Page, game: str, position: str, players: int) -> str:
    """The table's id. It goes on from a position."""
    wait_until_known(page)
    home = "/".join(page.url.split("/")[:3])
    wish = {"game": game, "players": players, "options": {}, "seats": [ME] + [BOT] * (players - 1), "name": "Anna"}
    wish["start"] = {"from": "position", "position": position}
    answer = page.request.post(f"{home}/api/tables", data=wish, headers={"origin": home})
    assert answer.ok, answer.text()
    table = str(answer.json()["table"])
    page.evaluate(GO, f"/table/{table}")
    is_drawn(page)
    return table


@pytest.mark.parametrize("game", alcove.games())
def test_a_table_from_the_form_through_every_phase(game: str, visit: Visit) -> None:
    page, found = visit(f"/new/{game}"), list[str]()
    expect(page.get_by_test_id("quick-play")).to_be_visible()
    page.get_by_test_id("from-position").click()
    found += complaints(page, "new table")
    players, kinds, _ = scenes_of(game)
    open_table(page, game, ME, *[BOT] * (players - 1))
    expect(page.get_by_test_id("undo")).to_be_visible()
    found += complaints(page, "table")
    page.get_by_test_id("tab-story").click()
    page.set_viewport_size(PHONE)
    found += complaints(page, "table on a phone")
    page.set_viewport_size(DESKTOP)
    for kind, position in kinds.items():
        open_scene(page, game, position, players)
        found += complaints(page, kind, "main")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", [name for name in alcove.games() if collection_of(alcove.game(name)).puzzles])
def test_the_end_and_what_follows(game: str, visit: Visit) -> None:
    page, found = visit(), list[str]()
    players, _, late = scenes_of(game)
    table = open_scene(page, game, late, players)
    page.evaluate(PLAY_ON, table)
    expect(page.get_by_test_id("replay-slider")).to_be_visible()
    found += complaints(page, "the end")
    page.set_viewport_size(PHONE)
    page.get_by_test_id("replay-first").click()
    expect(page.get_by_test_id("past-words")).to_be_visible()
    found += complaints(page, "looking back on a phone")
    page.set_viewport_size(DESKTOP)
    page.get_by_test_id("to-analysis").click()
    expect(page.locator("[data-testid='analysis'][data-done='true']")).to_be_visible()
    decisions = page.get_by_test_id("decisions").get_by_role("button")
    expect(decisions.first).to_be_visible()
    decisions.first.click()
    found += complaints(page, "analysis")
    [puzzle, *_] = collection_of(alcove.game(game)).puzzles
    page.goto(f"{page.url.partition('/analysis')[0]}/puzzles/{game}/{puzzle.id}")
    expect(page.get_by_test_id("show-answer")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    found += complaints(page, "puzzle")
    page.get_by_test_id("show-answer").click()
    found += complaints(page, "puzzle that is solved", "main")
    page.goto(f"{page.url.partition('/puzzles')[0]}/me")
    expect(page.get_by_test_id("recent-games")).to_be_visible()
    found += complaints(page, "own page")
    assert not found, "\n".join(found)


def test_what_belongs_to_no_game(visit: Visit) -> None:
    page, found = visit(), list[str]()
    open_table(page, "alva", ME, {"kind": "open"})
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
    open_table(page, "alva", ME, BOT)
    page.get_by_test_id("resign").click()
    expect(page.get_by_test_id("resign-dialog")).to_be_visible()
    found += complaints(page, "resign")
    page.goto(f"{home}/")
    expect(page.get_by_test_id("my-table")).to_have_count(2)
    found += complaints(page, "lobby")
    page.get_by_test_id("about").click()
    expect(page.get_by_test_id("about-dialog")).to_be_visible()
    found += complaints(page, "about")
    for path, what in (("nowhere", "not found"), ("owner", "owner"), ("me", "own page, empty")):
        page.goto(f"{home}/{path}")
        expect(page.locator("h1")).to_be_visible()
        found += complaints(page, what)
    assert not found, "\n".join(found)


def test_what_is_wrong_is_found_and_what_is_known_is_left_out(visit: Visit) -> None:
    page = visit("/nowhere")
    expect(page.locator("h1")).to_be_visible()
    page.evaluate("""() => {
      const words = Object.assign(document.createElement('p'), { textContent: 'planted' });
      Object.assign(words.style, { color: '#999', background: '#aaa' });
      document.querySelector('main').append(document.createElement('button'), words);
    }""")
    found = "\n".join(complaints(page, "planted"))
    assert "planted, light: button-name" in found
    assert "planted, light: color-contrast" in found
    assert "planted, dark: color-contrast" in found
    assert complaints(page, "planted") == []
