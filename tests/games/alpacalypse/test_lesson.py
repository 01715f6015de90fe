"""The lesson of The Alpacalypse at its table, on a desktop and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.lesson import walk
from tests.browser.visiting import DESKTOP, PHONE, Visit
from tests.games.alpacalypse.page import put_into_bag

MEMBERS = {"W": "warrior", "F": "financier", "B": "builder", "R": "researcher", "L": "leader"}
BID = re.compile(r"bid ([WFBRL]+)(?:\+(\d+))?")


def do(page: Page, text: str) -> None:
    if bid := BID.fullmatch(text):
        put_into_bag(page, *(MEMBERS[letter] for letter in bid[1]), coins=int(bid[2] or 0))
    page.locator(f"[data-testid='choices'] [data-action='{text}']").focus()
    page.keyboard.press("Enter")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_lesson_is_walked_by_keyboard(visit: Visit, size: dict[str, int]) -> None:
    walk(visit("/learn/alpacalypse", viewport=size), "alpacalypse", do)
