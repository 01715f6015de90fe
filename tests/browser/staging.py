"""Tables as a page comes to them without loading anything anew: new ones, and ones that go on from a position."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.lobby import new_table, wait_until_known

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


def open_table(page: Page, game: str, *seats: dict[str, Any], **options: object) -> str:
    """The table's path."""
    path = go_to_table(page, game, *seats, **options)
    is_drawn(page)
    return path


def go_to_table(page: Page, game: str, *seats: dict[str, Any], **options: object) -> str:
    path = new_table(page, game, *seats, **options).removeprefix(home_of(page))
    page.evaluate(GO, path)
    return path


def home_of(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def is_drawn(page: Page) -> None:
    expect(page.get_by_test_id("status")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)


def open_scene(page: Page, game: str, position: str, players: int, **options: str) -> str:
    """The table's id. It goes on from a position."""
    wait_until_known(page)
    home, seats = home_of(page), [ME] + [BOT] * (players - 1)
    wish = {"game": game, "players": players, "options": options, "seats": seats, "name": "Anna"}
    wish["start"] = {"from": "position", "position": position}
    answer = page.request.post(f"{home}/api/tables", data=wish, headers={"origin": home})
    assert answer.ok, answer.text()
    table = str(answer.json()["table"])
    page.evaluate(GO, f"/table/{table}")
    is_drawn(page)
    return table
