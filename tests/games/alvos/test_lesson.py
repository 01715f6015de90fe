"""The lesson of Alvos at its table, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.lesson import walk
from tests.browser.visiting import DESKTOP, PHONE, Visit


def do(page: Page, text: str) -> None:
    if "deliver" in text:
        page.get_by_test_id("lesson-show").click()  # it sets the cogs of the delivery
        page.locator(f"[data-testid='deliver'][data-action='{text}']").focus()
    else:
        page.locator(f"[data-testid='choices'] [data-action='{text}']").focus()
    page.keyboard.press("Enter")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_lesson_is_walked_by_keyboard(visit: Visit, size: dict[str, int]) -> None:
    walk(visit("/learn/alvos", viewport=size), "alvos", do)
