"""The lobby as people use it: open a table of any game, take a seat at another's."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

MAX_WAITS = 1000
NEW_TABLE = """async (wish) => {
  const headers = {'Content-Type': 'application/json'};
  return (await (await fetch('/api/tables', {method: 'POST', headers, body: JSON.stringify(wish)})).json()).table;
}"""


def open_table(
    page: Page, game: str, seats: dict[int, str], name: str = "Anna", level: int = 1, **options: object
) -> None:
    """Fill in the dialog: kinds by seat, as in `seat-kind-<n>`."""
    page.get_by_test_id(f"play-{game}").click()
    page.get_by_test_id("name").fill(name)
    players = page.get_by_test_id(f"players-{len(seats)}")
    if players.count():  # some games leave no choice
        players.click()
    for seat, kind in seats.items():
        page.get_by_test_id(f"seat-kind-{seat}").select_option(kind)
        if kind == "bot":
            page.get_by_test_id(f"seat-level-{seat}").select_option(index=level - 1)
    for option, value in options.items():
        page.get_by_test_id(f"option-{option}-{value}").check(force=True)
    page.get_by_test_id("create-table").click()


def against_bots(players: int) -> dict[int, str]:
    return {seat: "bot" if seat else "me" for seat in range(players)}


def take_seat(page: Page, url: str, seat: int, name: str) -> None:
    page.goto(url)
    page.get_by_test_id(f"take-seat-{seat}").click()
    page.get_by_test_id("take-seat-name").fill(name)
    page.get_by_test_id("take-seat-confirm").click()


def wait_until_known(page: Page) -> None:
    """Until the page's first call has brought its cookie: two first calls at once would be two people."""
    for _ in range(MAX_WAITS):
        if page.context.cookies(page.url):  # not those of the same server by another name
            return
        page.wait_for_timeout(20)


def new_table(page: Page, game: str, *seats: dict[str, Any], **options: object) -> str:
    """A table without the dialog: its address."""
    wait_until_known(page)
    wish = {"game": game, "players": len(seats), "options": options, "seats": list(seats), "name": "Anna"}
    return "/".join(page.url.split("/")[:3]) + f"/table/{page.evaluate(NEW_TABLE, wish)}"
