"""The lesson of Alva on its board, on a desktop and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import complaints
from tests.browser.lesson import leave_and_come_back, walk
from tests.browser.visiting import DESKTOP, PHONE, Visit


def do(page: Page, text: str) -> None:
    points = re.split("[-x]", text)
    if len(points) == 2 and page.locator(f"[data-point='{points[1]}'][data-legal='land']").count():
        points = points[1:]  # the only piece that can jump is chosen already
    for point in points:
        page.locator(f"[data-point='{point}']").focus()
        page.keyboard.press("Enter")


def test_a_wrong_try_is_told_the_rule_and_the_way_is_found_again(visit: Visit) -> None:
    page = visit("/learn/alva")
    leave_and_come_back(page)
    for _ in range(3):
        page.get_by_test_id("lesson-skip").click()
    do(page, "e5")  # but there is something to capture
    answer = page.get_by_test_id("lesson-answer")
    expect(answer).to_have_attribute("data-kind", "refused")
    expect(answer.get_by_role("button")).to_contain_text("ALVA-8")
    assert complaints(page, "a wrong try", "main") == []
    page.get_by_test_id("lesson-show").click()
    expect(page.locator("[data-point='d3'] .hinted")).to_be_visible()
    page.get_by_test_id("language-de").click()
    expect(page.get_by_test_id("lesson-title")).to_have_text("Spring drüber")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_lesson_is_walked_by_keyboard(visit: Visit, size: dict[str, int]) -> None:
    walk(visit("/learn/alva", viewport=size), "alva", do)
