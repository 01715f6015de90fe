"""The keyboard, as somebody uses it who has no mouse."""

from __future__ import annotations

from playwright.sync_api import Page

MAX_STOPS = 80


def tab_to(page: Page, test_id: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MAX_STOPS):
        if page.evaluate("() => document.activeElement?.dataset.testid") == test_id:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{test_id} cannot be reached with Tab")
