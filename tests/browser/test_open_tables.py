"""Strangers meet: one opens a table to everybody, another finds it in the lobby and sits down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Locator, Page, expect

from alcove.server.settings import STATIC
from tests.browser.axe import complaints
from tests.browser.lobby import open_table, take_seat
from tests.browser.staging import GO
from tests.browser.test_devices import Keys
from tests.browser.visiting import PATIENCE, PHONE, Visit
from tests.server.conftest import Running, settings_for
from tests.server.test_owner import token


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


def test_a_locked_table_its_people_and_its_spectators(visit: Visit) -> None:
    host, guest, watcher = visit("/new/alva"), visit(), visit()
    watcher.evaluate("localStorage.setItem('alcove.name', 'Carla')")
    host.get_by_test_id("name").fill("Anna")
    host.get_by_test_id("seat-kind-1").select_option("open")
    host.get_by_test_id("new-password").fill("Sesam")
    host.get_by_test_id("create-table").click()
    expect(host.get_by_test_id("invite")).to_be_visible()
    found = list[str]()
    for page in (guest, watcher):
        page.goto(host.url)
        page.get_by_test_id("password").fill("Sesam")
    found += complaints(guest, "locked table")
    for page in (guest, watcher):
        page.get_by_test_id("password-try").click()
    guest.get_by_test_id("take-seat-1").click()
    guest.get_by_test_id("take-seat-name").fill("Bruno")
    guest.get_by_test_id("take-seat-confirm").click()
    guest.get_by_test_id("tab-chat").click()
    guest.get_by_test_id("chat-input").fill("You are a fool")
    guest.get_by_test_id("chat-send").click()
    host.get_by_test_id("tab-chat").click()
    host.get_by_test_id("report-line").click()
    expect(host.get_by_test_id("toast")).to_contain_text("owner")
    expect(host.get_by_test_id("people")).to_contain_text("1 watches")
    host.get_by_test_id("people").click()
    expect(host.get_by_test_id("watchers")).to_contain_text("Carla")
    found += complaints(host, "people at a table")
    host.get_by_test_id("mute-1").click()
    expect(host.get_by_test_id("person-1")).to_contain_text("silenced")
    host.get_by_test_id("quiet-1").click()
    host.set_viewport_size(PHONE)
    found += complaints(host, "people at a table on a phone", "dialog")
    host.get_by_test_id("free-1").click()
    expect(host.get_by_test_id("chat")).not_to_contain_text("fool")
    expect(host.get_by_test_id("seat-1")).to_contain_text("Open seat")
    expect(guest.get_by_test_id("take-seat-1")).to_be_visible()
    assert not found, "\n".join(found)


def test_somebody_is_invited_again(visit: Visit) -> None:
    host, guest = visit("/new/alva"), visit()
    for turn in (1, 2):
        host.evaluate(GO, "/new/alva")
        host.get_by_test_id("name").fill("Anna")
        host.get_by_test_id("seat-kind-1").select_option("open")
        host.get_by_test_id("create-table").click()
        expect(host.get_by_test_id("invite")).to_be_visible()
        if turn == 1:
            take_seat(guest, host.url, 1, "Bruno")
            expect(host.get_by_test_id("invite")).to_have_count(0)
            guest.evaluate(GO, "/")
            expect(guest.get_by_test_id("open-tables")).to_be_visible()
    host.get_by_test_id("invite-people").locator("summary").click()
    host.get_by_test_id("invite-person").click()
    expect(host.get_by_test_id("invited")).to_be_visible()
    found = complaints(host, "people to invite", "main")
    expect(guest.get_by_test_id("invitation")).to_contain_text("Anna invites you to Alva")
    found += complaints(guest, "an invitation", "main")
    guest.get_by_test_id("accept").click()
    expect(guest.get_by_test_id("seat-1")).to_contain_text("Bruno")
    assert not found, "\n".join(found)


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Running]:
    """A server that lets in only whom its owner has invited."""
    running = Running(settings_for(tmp_path, static=STATIC, invited_only=True))
    running.start()
    yield running
    running.close()


def test_a_stranger_comes_in_by_an_invitation_and_back_by_a_passkey(chromium: Chromium, closed: Running) -> None:
    contexts = [chromium.new_context(viewport=PHONE) for _ in range(2)]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
    page, found = contexts[0].new_page(), list[str]()
    home = closed.url.replace("127.0.0.1", "localhost")  # a number has no passkeys
    page.goto(f"{home}/owner#{closed.do(token)}")
    page.get_by_test_id("pass-label").fill("Chess club")
    page.get_by_test_id("make-pass").click()
    expect(page.get_by_test_id("pass")).to_contain_text("Chess club")
    found += complaints(page, "invitations to a server")
    link = page.get_by_test_id("pass").locator("input").input_value()
    page.goto(f"{home}/me/devices")
    expect(page.get_by_test_id("entrance")).to_be_visible()
    assert page.get_by_test_id("passkeys").count() == 0
    found += complaints(page, "entrance")
    page.get_by_test_id("entrance-link").fill(link)
    page.get_by_test_id("entrance-enter").click()
    keys = Keys(page)
    page.get_by_test_id("passkey-add").click()  # where they wanted to go
    expect(page.get_by_test_id("passkey")).to_have_count(1)
    other = contexts[1].new_page()
    other.goto(home)
    Keys(other).add(keys.all()[0])
    other.get_by_test_id("entrance-passkey").click()
    expect(other.get_by_test_id("game-alva")).to_be_visible()
    page.goto(f"{home}/owner#{closed.do(token)}")
    page.get_by_test_id("revoke-members").click()
    page.get_by_test_id("shut-out-dialog-yes").click()
    expect(other.get_by_test_id("entrance")).to_be_visible()  # at once, without a click
    for context in contexts:
        context.close()
    assert not found, "\n".join(found)
