"""A real server and a real Chromium. A page that logs an error or breaks the content security policy fails its test."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.windows import Windows
from tests.conftest import TOY
from tests.forking import Forked
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first of them has no windows to draw: pages take a fifth less time in it."""
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-software-rasterizer",
]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds that a page may take on a busy machine."""
expect.set_options(timeout=PATIENCE)
UNPAINTED = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets.push(sheet);
}"""
"""Nobody sees these pages. They are laid out, clicked and read like any other; only their pixels are left out, which
without a graphics card take up to two fifths of a browser's time."""


class Site:
    """A server process that can be stopped and started again on the same port. The tests of a worker share it."""

    def __init__(self, data: Path, zygote: str) -> None:
        self.port, self.data, self.zygote = free_port(), data, zygote
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: Forked | None = None

    def start(self) -> None:
        command = ["alcove.server.__main__:main", "--port", str(self.port), "--data", str(self.data)]
        command += ["--bot-pause", "0", "--notify-inside", "--limits-gather-seconds", "0"]
        command += ["--limits-notification-pause", "0"]
        command += ["--limits-analyses-waiting", "0"]  # only those that somebody asks for
        config = self.data / "empty.toml"  # what this machine is set to does not matter here
        config.touch()
        environment = os.environ | {"ALCOVE_EXTRA_GAMES": TOY, "ALCOVE_CONFIG": str(config)}
        self.process = Forked(self.zygote, *command, environment=environment)
        deadline = time.monotonic() + 240  # on a busy machine
        while not self._ready():
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.02)

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/games", timeout=5) as answer:
                ready = json.load(answer)["ready"]
        except OSError:
            return False
        return all(progress["done"] == progress["of"] for progress in ready.values())

    def stop(self, how: int = signal.SIGTERM) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(30)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, zygote: str) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"), zygote)
    running.start()
    yield running
    running.stop()


_running = ExitStack()
_browsers: list[Browser] = []
_windows = Windows()


@pytest.fixture
def chromium() -> Browser:
    """One for all tests in a row that want it; what they open they close."""
    assert CHROMIUM, "Chromium is missing; scripts/ensure_browser.py installs it"
    if not _browsers:
        playwright = _running.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        _running.callback(browser.close)
        _browsers.append(browser)
    return _browsers[0]


def close_chromium() -> None:
    _windows.lose()
    _browsers.clear()
    _running.close()


def wants_chromium(item: pytest.Item) -> bool:
    return "chromium" in getattr(item, "fixturenames", ())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those with a browser come first, in a row: they take longest, and the others run beside them."""
    items.sort(key=lambda item: not wants_chromium(item))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if not wants_chromium(item):
        close_chromium()  # while it is open an event loop runs here, and other tests want their own


def pytest_sessionfinish() -> None:
    close_chromium()


Visit = Callable[..., Page]
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    item.stash[FAILED] = True
    yield
    item.stash[FAILED] = False


@pytest.fixture
def visit(chromium: Browser, site: Site, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open the site as somebody new: each call is another person with cookies of their own."""

    def open_page(
        path: str = "/",
        viewport: dict[str, int] | None = None,
        locale: str = "en-GB",
        pace: str = "at-once",
        tips: bool = False,
        refused: int = 0,
        anew: bool = False,
        **more: Any,
    ) -> Page:
        """`anew` asks for a browser that has loaded nothing yet."""
        settings = {"viewport": viewport or DESKTOP, "locale": locale, "reduced_motion": "reduce"}
        settings |= {"service_workers": "block", **more}  # one that answers would hide what the network does
        scripts = [UNPAINTED, f"localStorage.getItem('alcove.pace') ?? localStorage.setItem('alcove.pace', '{pace}')"]
        if not tips:  # they lie over the headline until they are closed
            scripts.append("localStorage.setItem('alcove.tips', 'no')")
        window = _windows.open(chromium, settings, scripts, PATIENCE, anew)
        window.refused = refused
        window.page.goto(site.url + path)
        return window.page

    yield open_page
    complaints = _windows.give_back(site.url, again=not request.node.stash.get(FAILED, True))
    # A lost connection is logged by the browser itself; tests that cut it expect that.
    lost = ("WebSocket connection", "ERR_CONNECTION", "ERR_INTERNET_DISCONNECTED")
    assert [complaint for complaint in complaints if not any(word in complaint for word in lost)] == []
