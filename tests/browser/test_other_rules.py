"""Pages that stay open while the server starts again, and then with other rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, Page, expect

from alcove.server.settings import DATABASE_FILE, STATIC
from tests.browser.visiting import DESKTOP, PATIENCE, PHONE
from tests.changed_rules import changing_rules
from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import Running, settings_for


class House:
    """A server in this process that starts again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running = Running(settings_for(folder, static=STATIC))
        self.running.start()

    def again(self) -> None:
        self.running.close()
        self.running = Running(self.running.settings, self.running.port)
        self.running.start()

    def browser(self, like: Browser | None = None) -> Browser:
        browser = self.running.browser()
        if like is not None:
            browser.http.cookies = like.http.cookies
        return browser

    def forget_what_was_seen(self) -> None:
        with sqlite3.connect(self.folder / DATABASE_FILE) as connection:
            connection.execute("DELETE FROM replays")
        connection.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    opened = House(tmp_path)
    yield opened
    opened.running.close()


def enter(context: BrowserContext, browser: Browser) -> None:
    cookies = [{"name": name, "value": value, "url": browser.url} for name, value in browser.http.cookies.items()]
    context.add_cookies(cookies)  # type: ignore[arg-type]


def play(anna: Browser, bruno: Browser, moves: tuple[str, ...], **options: int) -> str:
    table = anna.create(ME, OPEN, **options)
    bruno.sit(table, 1)
    sockets = [anna.enter(table), bruno.enter(table)]
    for number, move in enumerate(moves):
        sockets[number % 2].act(move)
        sockets[1 - number % 2].hear("step")
    for socket in sockets:
        socket.close()
    return table


def test_wishes_and_boards_while_servers_and_rules_change(chromium: Chromium, house: House) -> None:
    anna, bruno = house.browser(), house.browser()
    running = play(anna, bruno, ("c3", "e5"))
    finished = play(anna, bruno, ("c3", "a1"), pieces=1)
    context = chromium.new_context(viewport=DESKTOP, locale="en-GB", reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    enter(context, anna)
    playing, done = context.new_page(), context.new_page()
    playing.goto(f"{anna.url}/table/{running}")
    done.goto(f"{anna.url}/table/{finished}")
    playing.get_by_test_id("undo").click()
    expect(playing.get_by_text("Waiting for an answer")).to_be_visible()
    done.get_by_test_id("rematch").click()
    expect(done.get_by_test_id("rematch")).to_be_disabled()

    house.again()
    expect(playing.get_by_text("Your request to take back is no longer open.")).to_be_visible()
    bruno = house.browser(bruno)
    socket = bruno.live(finished)
    socket.hear("table", "seats", where=lambda message: message["rematch"]["wanted"] == [0])
    socket.close()

    house.running.close()
    house.forget_what_was_seen()
    with changing_rules() as change:
        version = change("alva").version
        house.again()
        expect(playing.get_by_test_id("notice")).to_contain_text(f"it goes on under version {version}.")
        expect(playing.get_by_role("gridcell", name="c3, white piece, can shift")).to_be_visible()
        done.reload()  # until then it shows what it has seen
        look_at_what_is_left(done)
        playing.set_viewport_size(PHONE)  # type: ignore[arg-type]
        playing.get_by_test_id("language-de").click()
        expect(playing.get_by_test_id("notice")).to_contain_text(f"unter Fassung {version} weiter.")
        house.running.close()
    context.close()


def look_at_what_is_left(page: Page) -> None:
    """A finished game whose board nobody can draw any more."""
    expect(page.get_by_test_id("no-board")).to_contain_text("The board cannot be drawn any more")
    expect(page.get_by_test_id("result").locator("h2")).to_contain_text("wins")
    expect(page.get_by_test_id("move-list")).to_contain_text("c3")
