"""The owner's page: opened by the link that the server prints, or by typing its token."""

from __future__ import annotations

import re
import sqlite3

from playwright.sync_api import expect

from alcove.server.holders import owner_token
from alcove.server.settings import DATABASE_FILE
from tests.browser.visiting import PHONE, Site, Visit


def token(site: Site) -> str:
    database = sqlite3.connect(site.data / DATABASE_FILE)
    [key] = database.execute("SELECT value FROM keys").fetchone()
    database.close()
    return owner_token(bytes.fromhex(key), None)


def test_the_link_opens_the_page_and_is_forgotten(visit: Visit, site: Site) -> None:
    page = visit(f"/owner#{token(site)}")
    expect(page.get_by_role("heading", name="Database")).to_be_visible()
    expect(page.get_by_text("compiled", exact=True).first).to_be_visible()
    assert page.url == f"{site.url}/owner"
    page.reload()
    expect(page.get_by_role("heading", name="How long a move takes")).to_be_visible()
    page.get_by_role("button", name="Close this page").click()
    expect(page.get_by_test_id("owner-token")).to_be_visible()


def test_the_token_is_typed_on_a_phone_in_german(visit: Visit, site: Site) -> None:
    page = visit("/owner", viewport=PHONE, locale="de-DE")
    page.get_by_test_id("owner-token").fill(token(site))
    page.get_by_role("button", name="Öffnen").click()
    expect(page.get_by_role("heading", name="Datenbank")).to_be_visible()
    expect(page.get_by_test_id("owner")).to_contain_text(re.compile(r"Läuft seit \d+"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
