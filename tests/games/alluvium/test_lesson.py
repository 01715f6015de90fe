"""The lesson of Alluvium at its desk, on a desktop and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lesson import walk
from tests.browser.visiting import DESKTOP, PHONE, Visit

LAID = re.compile(r"(\w+) r(\d+) @([a-j])(\d+)")


def do(page: Page, text: str) -> None:
    """Turn the form and walk with it until it lies where the text says, all by keys."""
    cursor, desk = page.get_by_test_id("form-cursor"), page.get_by_test_id("sheet")
    if text.startswith("plug"):
        page.get_by_test_id("holes").press("Enter")
    desk.focus()
    if not cursor.count():
        page.keyboard.press("ArrowUp")
    for _ in range(40):
        if cursor.get_attribute("data-text") == text:
            break
        page.keyboard.press(_towards(cursor.get_attribute("data-turn"), str(cursor.get_attribute("data-at")), text))
    expect(cursor).to_have_attribute("data-text", text)
    page.keyboard.press("Enter")


def _towards(turn: str | None, at: str, wanted: str) -> str:
    there = LAID.fullmatch(wanted)
    assert there
    if turn != there[2]:
        return "r"
    if at[0] != there[3]:
        return "ArrowLeft" if at[0] > there[3] else "ArrowRight"
    return "ArrowDown" if int(at[1:]) > int(there[4]) else "ArrowUp"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_lesson_is_walked_by_keyboard(visit: Visit, size: dict[str, int]) -> None:
    walk(visit("/learn/alluvium", viewport=size), "alluvium", do)
