"""One person, all devices, in two browsers: taken along by link, played on, signed out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, Route, expect

from tests.browser.axe import complaints
from tests.browser.lobby import new_table
from tests.browser.qr import from_path, text_of
from tests.browser.staging import is_drawn
from tests.browser.visiting import PHONE, Visit

ME, BOT = {"kind": "me"}, {"kind": "bot", "level": 1}
ACTED = """async (table) => (await (await fetch(`/api/tables/${table}`)).json()).turns.some(([seat]) => seat === 0)"""
TABLES = "async () => (await (await fetch('/api/tables')).json()).tables.map(({ id }) => id).sort()"


def as_from_afar(route: Route) -> None:
    """The server of these tests listens to its own machine only, and then shows no code."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "alone": False})


def make_link(page: Page, name: str = "") -> str:
    page.route("**/api/me/links?*", as_from_afar)
    if name:
        page.get_by_test_id("along-name").fill(name)
    page.get_by_test_id("along-make").click()
    return page.get_by_test_id("along-link").input_value()


def listed(page: Page) -> Any:
    return page.evaluate(TABLES)


def test_taken_along_played_on_and_signed_out(visit: Visit) -> None:
    desktop, phone = visit("/me"), visit("/", viewport=PHONE, locale="de-DE", color_scheme="dark")
    home = desktop.url.removesuffix("/me")
    table = new_table(desktop, "tollgate", ME, BOT, cards=2)
    own = new_table(phone, "tollgate", ME, BOT, cards=2)
    desktop.get_by_test_id("to-devices").click()
    expect(desktop.get_by_test_id("devices")).to_contain_text("Only this browser")
    link = make_link(desktop, "Anna")
    assert text_of(from_path(str(desktop.get_by_test_id("along-qr").locator("path").get_attribute("d")))) == link
    found = complaints(desktop, "one's devices with a link")

    phone.goto(link)
    expect(phone.get_by_role("heading")).to_have_text("Auf diesem Gerät Anna sein?")
    expect(phone.get_by_test_id("along-brought")).to_contain_text("an einem Tisch")
    assert phone.url == f"{home}/along"  # the secret is out of the address
    assert listed(desktop) == [table.rpartition("/")[2]]  # to look changes nothing
    found += complaints(phone, "an offer to be taken along")
    phone.get_by_test_id("along-yes").click()
    phone.wait_for_url(f"{home}/")
    expect(desktop.get_by_test_id("device")).to_have_count(2)
    both = sorted(one.rpartition("/")[2] for one in (table, own))
    assert listed(phone) == listed(desktop) == both

    phone.goto(table)
    is_drawn(phone)
    phone.locator("[data-action]").first.click()
    desktop.wait_for_function(ACTED, arg=both[0] if table.endswith(both[0]) else both[1])
    desktop.get_by_test_id("sign-out").nth(1).click()
    desktop.get_by_test_id("sign-out-dialog-yes").click()
    expect(desktop.get_by_test_id("device")).to_have_count(1)
    expect(phone.get_by_text("Dieses Gerät wurde abgemeldet.").first).to_be_visible()
    expect(phone.locator("[data-action]")).to_have_count(0)
    assert listed(phone) == []
    assert listed(desktop) == both
    assert not found, "\n".join(found)


def test_a_link_that_is_spent_or_cut_off_says_so(visit: Visit) -> None:
    page = visit("/nowhere")
    home = page.url.removesuffix("/nowhere")
    page.goto(f"{home}/along")
    expect(page.get_by_test_id("along-failure")).to_contain_text("cut off")
    page.goto(f"{home}/me/devices")
    link = make_link(page, "Anna")
    page.goto(link)
    expect(page.get_by_test_id("along")).to_contain_text("belongs to Anna already")


AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Keys:
    """Chromium's own authenticator, in place of a person's."""

    def __init__(self, page: Page) -> None:
        self._line: CDPSession = page.context.new_cdp_session(page)
        self._line.send("WebAuthn.enable")
        self._known = self._line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

    def all(self) -> Any:
        return self._line.send("WebAuthn.getCredentials", self._known)["credentials"]

    def add(self, key: Any) -> None:
        self._line.send("WebAuthn.addCredential", {**self._known, "credential": key})


def by_name(page: Page) -> str:
    """The server as localhost: a number has no passkeys."""
    return page.url.removesuffix("/nowhere").replace("127.0.0.1", "localhost")


def test_a_passkey_brings_one_back_and_all_data_can_be_taken_or_deleted(visit: Visit, tmp_path: Path) -> None:
    desktop, phone = visit("/nowhere"), visit("/nowhere", viewport=PHONE, locale="de-DE", color_scheme="dark")
    expect(desktop.get_by_test_id("not-found")).to_be_visible()
    home = by_name(desktop)
    desktop.goto(f"{home}/me/devices")
    table = new_table(desktop, "tollgate", ME, BOT, cards=2).rpartition("/")[2]
    keys = Keys(desktop)
    desktop.get_by_test_id("along-name").fill("Anna")
    desktop.get_by_test_id("passkey-add").click()
    expect(desktop.get_by_test_id("passkey")).to_have_count(1)
    desktop.get_by_test_id("passkey-rename").click()
    desktop.get_by_test_id("passkey-name").fill("Blue key")
    desktop.get_by_test_id("passkey-name").press("Enter")
    expect(desktop.get_by_test_id("passkey")).to_contain_text("Blue key")
    assert listed(desktop) == [table]

    phone.goto(f"{home}/me/devices")
    [key] = keys.all()
    Keys(phone).add(key)
    phone.get_by_test_id("passkey-sign-in").click()
    expect(phone.get_by_test_id("passkey-said")).to_have_text("Willkommen zurück, Anna.")
    expect(phone.get_by_test_id("device")).to_have_count(2)
    assert listed(phone) == [table]
    found = complaints(phone, "one's devices with a passkey")

    with phone.expect_download() as download:
        phone.get_by_test_id("download-data").click()
    download.value.save_as(tmp_path / "alcove.json")
    data = json.loads((tmp_path / "alcove.json").read_text("utf-8"))
    assert (data["name"], [one["id"] for one in data["tables"]]) == ("Anna", [table])
    phone.get_by_test_id("delete-me").click()
    phone.get_by_test_id("delete-me-dialog-yes").click()
    phone.wait_for_url(f"{home}/")
    assert listed(phone) == listed(desktop) == []
    assert not found, "\n".join(found)


def test_a_number_has_no_passkeys(visit: Visit) -> None:
    page = visit("/me/devices")
    expect(page.get_by_test_id("passkeys")).to_contain_text("need HTTPS and a name")
    expect(page.get_by_test_id("passkey-add")).to_have_count(0)
