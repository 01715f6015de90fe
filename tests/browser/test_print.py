"""From a game's card to its sheets of paper."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import complaints
from tests.browser.visiting import PHONE, Visit


def test_a_game_is_printed_as_it_is_wanted(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("to-print-tollgate").click()
    cards = page.get_by_test_id("print-cards")
    expect(cards).to_contain_text("Download")
    assert not complaints(page, "print")
    page.get_by_test_id("paper").select_option("letter")
    page.get_by_test_id("ink").select_option(index=1)
    page.get_by_test_id("print-language").select_option("de")
    expect(page.get_by_test_id("print-page")).to_contain_text("Regelheft zum Falten")
    with page.expect_download() as begun:
        cards.click()
    assert begun.value.suggested_filename == "tollgate-cards-letter-bw-de.pdf"
    assert begun.value.path().read_bytes().startswith(b"%PDF-")
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_cannot_be_had_is_told_on_the_page(visit: Visit) -> None:
    page = visit("/print/tollgate")
    page.route("**/print/cards?*", lambda route: route.abort("connectionrefused"))
    page.get_by_test_id("print-cards").click()
    expect(page.get_by_role("alert")).to_contain_text("server")
    expect(page.get_by_test_id("print-cards")).to_be_enabled()
