"""The app: it can be installed, is there without a server, and is never older than the server."""

from __future__ import annotations

import json
import shutil
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from alcove.server.settings import STATIC
from tests.browser.lobby import new_table
from tests.browser.staging import ME, PLAY_ON, is_drawn
from tests.browser.visiting import CHROMIUM, FLAGS, PATIENCE
from tests.server.conftest import Running, settings_for

BOT = {"kind": "bot", "level": 1}
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async (path) => (await Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat().some((url) => url.includes(path))"""


class App:
    """A server with a client of its own, and one browser that comes again and again."""

    def __init__(self, folder: Path, chromium: Browser) -> None:
        self.static = folder / "static"
        shutil.copytree(STATIC, self.static)
        self.server = Running(settings_for(folder, static=self.static))
        self.server.start()
        self.context = chromium.new_context(locale="en-GB", reduced_motion="reduce")
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script("localStorage.setItem('alcove.tips', 'no')")
        self.context.add_init_script("localStorage.setItem('alcove.pace', 'at-once')")

    def open(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.goto(self.server.url + path)
        return page

    def close(self) -> None:
        self.context.close()
        self.server.close()


@pytest.fixture
def app(tmp_path: Path, chromium: Browser) -> Iterator[App]:
    one = App(tmp_path, chromium)
    yield one
    one.close()


def wait_until(page: Page, asked: str, about: str) -> None:
    """Until a question that the page answers with a promise is answered with yes."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(asked, about):
        assert time.monotonic() < end, asked
        page.wait_for_timeout(50)


def wait_until_kept(page: Page, path: str) -> None:
    wait_until(page, KEPT, path)


def test_what_was_looked_at_can_be_read_without_a_server(app: App) -> None:
    page = app.open()
    expect(page.get_by_test_id("game-alva")).to_be_visible()
    page.wait_for_function(CONTROLLED)
    address = new_table(page, "alva", ME, BOT, size=5, pieces=2)
    page.goto(address)
    is_drawn(page)
    page.evaluate(PLAY_ON, address.rpartition("/")[2])
    expect(page.get_by_test_id("result")).to_be_visible()
    wait_until_kept(page, "/replay")
    page.goto(app.server.url + "/rules/alva")
    expect(page.get_by_role("heading", name="Alva").first).to_be_visible()
    page.goto(app.server.url + "/learn/alva")
    expect(page.get_by_test_id("lesson-title")).to_be_visible()
    page.goto(app.server.url)
    expect(page.get_by_test_id("finished-tables")).to_be_visible()
    wait_until_kept(page, "/api/tables?")
    app.server.stop()

    page.goto(app.server.url)
    expect(page.get_by_test_id("out-of-reach")).to_contain_text("The server is out of reach.")
    expect(page.get_by_test_id("game-alva")).to_be_visible()
    page.get_by_test_id("finished-tables").get_by_test_id("my-table").click()
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "lost")
    page.goto(app.server.url + "/rules/alva")
    expect(page.get_by_role("heading", name="Alva").first).to_be_visible()
    page.goto(app.server.url + "/learn/alva")
    expect(page.get_by_test_id("lesson-title")).to_be_visible()

    app.server.start()
    page.goto(app.server.url)
    expect(page.get_by_test_id("game-alva")).to_be_visible()
    expect(page.get_by_test_id("out-of-reach")).to_have_count(0)


def test_a_new_client_is_there_at_once_and_the_old_one_is_forgotten(app: App) -> None:
    page = app.open()
    page.wait_for_function(CONTROLLED)
    [before] = page.evaluate("async () => (await caches.keys()).filter((name) => name.startsWith('shell-'))")
    index, worker = app.static / "index.html", app.static / "sw.js"
    index.write_text(index.read_text().replace("<title>Alcove", "<title>Alcove, newer"))
    build = before.removeprefix("shell-")
    worker.write_text(worker.read_text().replace(build, build[::-1]))
    page.reload()
    assert page.title() == "Alcove, newer"
    wait_until(page, "async (old) => !(await caches.keys()).includes(old)", before)
    page.get_by_test_id("game-alva").get_by_role("link").first.click()
    page.wait_for_load_state()
    app.server.stop()
    page.goto(app.server.url)
    assert page.title() == "Alcove, newer"
    app.server.start()


def test_what_was_one_persons_is_not_kept_for_another(app: App) -> None:
    page = app.open()
    page.wait_for_function(CONTROLLED)
    expect(page.get_by_test_id("game-alva")).to_be_visible()
    new_table(page, "alva", ME, BOT)
    page.reload()
    expect(page.get_by_test_id("my-table")).to_have_count(1)
    wait_until_kept(page, "/api/tables?")
    mine = "async () => (await caches.keys()).filter((name) => name.startsWith('own-'))"
    [first] = page.evaluate(mine)
    app.context.clear_cookies()
    page.reload()
    wait_until(page, "async (old) => !(await caches.keys()).includes(old)", first)
    wait_until_kept(page, "/api/tables?")
    app.server.stop()
    page.reload()
    expect(page.get_by_test_id("out-of-reach")).to_be_visible()
    expect(page.get_by_test_id("my-table")).to_have_count(0)
    app.server.start()


def test_games_that_wait_are_counted_and_opened_and_a_turn_is_felt(app: App) -> None:
    app.context.add_init_script(
        """localStorage.setItem('alcove.turn-shake', 'on');
        window.shaken = []; window.badge = [];
        navigator.vibrate = (pattern) => (window.shaken.push(pattern), true);
        navigator.setAppBadge = async (count) => void window.badge.push(count);
        navigator.clearAppBadge = async () => void window.badge.push(0);"""
    )
    page = app.open()
    expect(page.get_by_test_id("game-alva")).to_be_visible()
    address = new_table(page, "alva", ME, BOT)
    page.reload()
    expect(page.get_by_test_id("my-table")).to_be_visible()
    page.wait_for_function("() => window.badge.at(-1) === 1")
    page.goto(app.server.url + "/next")
    page.wait_for_url(address)
    is_drawn(page)
    assert page.evaluate("window.shaken.length") == 0, "it was the reader's turn already"
    page.locator("[data-point='c3'][data-legal='place']").click()
    page.wait_for_function("() => window.shaken.length === 1")


def test_it_can_be_installed(app: App, chromium: Browser, tmp_path: Path) -> None:
    """In a profile of its own: pages of a private window cannot be installed. A Chromium without windows finds nothing
    wanting in any page, so what one with windows looks at is looked at here as well."""
    profile = chromium.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=CHROMIUM, args=FLAGS
    )
    try:
        page = profile.new_page()
        page.goto(app.server.url)
        page.wait_for_function(CONTROLLED)
        told = profile.new_cdp_session(page)
        found = told.send("Page.getAppManifest")
        assert found["errors"] == []
        assert found["url"] == f"{app.server.url}/manifest.webmanifest"
        assert told.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = json.loads(found["data"])
        assert page.evaluate("isSecureContext")
        assert (manifest["name"], manifest["display"], manifest["scope"]) == ("Alcove", "standalone", "/")
        assert page.request.get(app.server.url + manifest["start_url"]).ok
        sizes = {"any": set[str](), "maskable": set[str]()}
        for icon in manifest["icons"]:
            drawn = page.request.get(app.server.url + icon["src"])
            assert drawn.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", drawn.body()[16:24])
                assert icon["sizes"] == f"{width}x{height}"
                sizes[icon.get("purpose", "any")].add(icon["sizes"])
        assert sizes == {"any": {"192x192", "512x512"}, "maskable": {"192x192", "512x512"}}
    finally:
        profile.close()
