"""The lesson of Alvos at its table, on a desktop and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lesson import Do, Use, press, tap, walk
from tests.browser.visiting import DESKTOP, PHONE, Visit

DELIVERY = re.compile(r"\S+ deliver (?P<cogs>[2-6*][2-6* ]*?)(?P<bolt> \+bolt)?(?: keep (?P<keep>[1-6]))?")


def make_up(page: Page, text: str, use: Use) -> None:
    """Fill in the form of a delivery: how many cogs, which of them wild, the bolt, and with which dice."""
    wanted = DELIVERY.fullmatch(text)
    assert wanted, text
    cogs = wanted["cogs"].split()
    choices = page.get_by_test_id("choices")
    use(page, choices.get_by_test_id(f"deliver-{len(cogs)}"))
    wilds = "".join("*" if "*" in cog else "." for cog in cogs)
    load = choices.locator(f"[data-load='{wilds}']")
    if load.count():
        use(page, load)
    by = f"keep {wanted['keep']}" if wanted["keep"] else "roll"
    way = choices.locator(f"[data-deliver-by='{by}']")
    if way.count():
        use(page, way)
    bolt = choices.get_by_test_id("deliver-bolt")
    if bolt.count() and bolt.is_checked() != bool(wanted["bolt"]):
        use(page, bolt)
    deliver = choices.get_by_test_id("deliver")
    expect(deliver).to_have_attribute("data-action", text)
    use(page, deliver)


def doing(use: Use) -> Do:
    def do(page: Page, text: str) -> None:
        if "deliver" in text:
            make_up(page, text, use)
        else:
            use(page, page.locator(f"[data-testid='choices'] [data-action='{text}']"))

    return do


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_lesson_is_walked_by_keys_and_by_finger(visit: Visit, size: dict[str, int]) -> None:
    """By keys on a desktop, by finger and in German on a phone."""
    if size is PHONE:
        walk(visit("/learn/alvos", viewport=size, has_touch=True, locale="de-DE"), "alvos", doing(tap), tap)
    else:
        walk(visit("/learn/alvos", viewport=size), "alvos", doing(press))
