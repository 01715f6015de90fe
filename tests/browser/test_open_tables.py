"""Strangers meet: one opens a table to everybody, another finds it in the lobby and sits down."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import complaints
from tests.browser.lobby import open_table
from tests.browser.staging import GO
from tests.browser.visiting import PHONE, Visit


def listed(page: Page, host: Page) -> Locator:
    """The table of a host in the lobby of somebody else."""
    return page.locator(f"[data-testid=open-table][data-table='{host.url.rpartition('/')[2]}']")


def test_a_table_is_found_and_joined(visit: Visit) -> None:
    host, guest, other = visit(), visit(locale="de-DE"), visit()
    open_table(host, "alva", {0: "me", 1: "open"}, name="Anna")
    host.get_by_test_id("host-open").click()
    expect(host.get_by_test_id("host-bar")).to_contain_text("Everybody can find this table")
    row, same_row = listed(guest, host), listed(other, host)
    expect(row).to_contain_text("Anna")
    expect(same_row).to_contain_text("Anna")
    found = complaints(guest, "lobby with open tables")
    guest.set_viewport_size(PHONE)
    found += complaints(guest, "lobby with open tables on a phone", "main")
    row.get_by_test_id("open-table-sit").click()
    guest.get_by_test_id("take-seat-name").fill("Bruno")
    guest.get_by_test_id("take-seat-confirm").click()
    expect(guest.get_by_test_id("seat-1")).to_contain_text("Bruno")
    expect(same_row).to_have_count(0)
    expect(host.get_by_test_id("seat-1")).to_contain_text("Bruno")
    assert not found, "\n".join(found)


def test_the_form_opens_it_and_one_click_sits_down(visit: Visit) -> None:
    host, guest = visit("/new/alva"), visit()
    host.get_by_test_id("name").fill("Carla")
    expect(host.get_by_test_id("open-to-all")).to_have_count(0)
    host.get_by_test_id("seat-kind-1").select_option("open")
    host.get_by_test_id("open-to-all").check()
    host.get_by_test_id("create-table").click()
    expect(host.get_by_test_id("host-bar")).to_be_visible()
    guest.evaluate("localStorage.setItem('alcove.name', 'Dora')")
    guest.reload()
    row, own_row = listed(guest, host), listed(host, host)
    expect(row).to_be_visible()
    host.evaluate(GO, "/")
    expect(own_row).to_contain_text("Your table")
    row.get_by_test_id("open-table-sit").click()
    expect(guest.get_by_test_id("seat-1")).to_contain_text("Dora")
