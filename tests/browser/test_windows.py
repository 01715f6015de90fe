"""A window that one test gives back is to the next one as if nobody had ever used it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.visiting import DESKTOP, PATIENCE, PHONE, Site
from tests.browser.windows import MAX_IDLE, Window, Windows

LEAVE_TRACES = """async () => {
    document.cookie = 'trace=1; path=/; max-age=1000';
    localStorage.setItem('trace', '1');
    sessionStorage.setItem('trace', '1');
    globalThis.trace = 1;
    await (await caches.open('trace')).put('/trace', new Response('1'));
    await new Promise((done, failed) => Object.assign(indexedDB.open('trace'), { onsuccess: done, onerror: failed }));
}"""
TRACES = """async () => [
    document.cookie,
    localStorage.getItem('trace'),
    sessionStorage.getItem('trace'),
    globalThis.trace ?? null,
    await caches.keys(),
    await indexedDB.databases(),
    matchMedia('(hover)').matches && document.querySelectorAll('button:hover').length,
    [innerWidth, innerHeight],
]"""
SETTINGS = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}


@pytest.fixture
def windows() -> Iterator[Windows]:
    """None but those of the test."""
    some = Windows()
    yield some
    some.close()


@pytest.fixture
def opened(windows: Windows, chromium: Browser, site: Site) -> Callable[..., Window]:
    def open_window(**more: object) -> Window:
        window = windows.open(chromium, {**SETTINGS, **more}, [], PATIENCE)
        window.page.goto(site.url)
        return window

    return open_window


def test_nothing_is_left_of_whoever_was_there_before(
    opened: Callable[..., Window], windows: Windows, site: Site
) -> None:
    first = opened()
    fresh = first.page.evaluate(TRACES)
    first.page.get_by_test_id("play-alva").hover()
    first.page.evaluate(LEAVE_TRACES)
    first.page.set_viewport_size(PHONE)
    assert all(before != after for before, after in zip(fresh[:6], first.page.evaluate(TRACES)[:6], strict=True))
    person = cookies(first.page)
    windows.give_back(site.url, again=True)
    again = opened()
    assert again is first
    assert again.page.evaluate(TRACES) == fresh
    assert cookies(again.page) != person


def cookies(page: Page) -> str:
    page.get_by_test_id("play-alva").wait_for()
    return str(page.context.cookies())


@pytest.mark.parametrize(
    "alter",
    [
        lambda page: page.route("**/x", lambda route: route.abort()),
        lambda page: page.context.set_offline(False),
        lambda page: page.add_init_script("globalThis.x = 1"),
        lambda page: page.clock.install(),
        lambda page: page.on("dialog", lambda dialog: dialog.accept()),
        lambda page: page.emulate_media(color_scheme="dark"),
        lambda page: page.context.new_page(),
        lambda page: page.evaluate("void open('/health')"),
        lambda page: page.close(),
    ],
)
def test_what_was_altered_is_not_used_again(
    alter: Callable[[Page], object], opened: Callable[..., Window], windows: Windows, site: Site
) -> None:
    first = opened()
    alter(first.page)
    windows.give_back(site.url, again=True)
    assert opened() is not first


def test_windows_of_other_kinds_and_of_failed_tests_are_not_used_again(
    opened: Callable[..., Window], windows: Windows, site: Site
) -> None:
    desktop, failed = opened(), opened()
    desktop.complaints.append("something is wrong")
    assert windows.give_back(site.url, again=True) == ["something is wrong"]
    assert opened() is failed
    windows.give_back(site.url, again=False)
    small = opened(viewport=PHONE)
    assert small not in (desktop, failed)
    windows.give_back(site.url, again=True)
    assert opened() not in (desktop, failed, small)


def test_no_more_than_a_few_wait(opened: Callable[..., Window], windows: Windows, site: Site) -> None:
    many = [opened() for _ in range(MAX_IDLE + 1)]
    windows.give_back(site.url, again=True)
    assert sum(not window.page.is_closed() for window in many) == MAX_IDLE
