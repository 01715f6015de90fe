"""The lab's page: a study is begun from a form, is seen to go on, and its report opens."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.axe import complaints
from tests.browser.test_owner import token
from tests.browser.visiting import PHONE, Site, Visit

PATIENCE = 300_000


def test_a_study_from_the_form_to_its_report(visit: Visit, site: Site) -> None:
    page = visit(f"/owner#{token(site)}", refused=400)
    page.get_by_role("link", name="The lab").click()
    expect(page.get_by_role("heading", name="The lab")).to_be_visible()
    page.get_by_test_id("lab-game").select_option("alvos")
    page.get_by_test_id("lab-players").select_option("3")
    page.get_by_test_id("lab-games").fill("150")
    page.get_by_test_id("lab-changes").fill("numbers.health=99")
    page.get_by_test_id("lab-start").click()
    expect(page.get_by_role("alert")).to_contain_text("health is a number from 1 to 6")
    assert not complaints(page, "the lab's form")
    page.get_by_test_id("lab-changes").fill("")
    page.get_by_test_id("lab-start").click()
    expect(page.get_by_test_id("lab-stop")).to_be_visible()
    expect(page.get_by_test_id("lab-start")).to_be_disabled()
    read = page.get_by_test_id("lab-read")
    expect(read).to_be_visible(timeout=PATIENCE)
    with page.expect_popup() as opened:
        read.click()
    report = opened.value
    expect(report.get_by_role("heading", name="The lab: Alvos")).to_be_visible()
    assert report.evaluate("getComputedStyle(document.querySelector('section')).borderRadius") != "0px", (
        "it wears its style"
    )
    assert not complaints(report, "the report")
    report.get_by_label("Deutsch").check()
    expect(report.get_by_role("heading", name="Nach Zugfolge")).to_be_visible()
    expect(report.get_by_role("heading", name="By turn order")).to_have_count(0)
    assert report.locator("svg").count() >= 4
    with report.expect_download() as saved:
        report.get_by_role("link", name=re.compile(r"alvos-\d+\.txt")).first.click()
    record = saved.value.path()
    assert "alvos" in record.read_text("utf-8")

    with report.context.expect_page() as looked:
        report.get_by_role("link", name="ansehen", exact=True).first.click()
    replay = looked.value
    expect(replay.get_by_test_id("record-caption")).to_be_visible()
    replay.get_by_test_id("replay-last").click()
    last = replay.get_by_test_id("replay-slider").input_value()
    assert int(last) > 10
    expect(replay.get_by_test_id("replay-forward")).to_be_disabled()
    assert not complaints(replay, "the replay of a record")

    page.goto(f"{site.url}/replay")
    page.get_by_test_id("record-file").set_input_files(record)
    expect(page.get_by_test_id("replay-slider")).to_have_attribute("max", last)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("replay-slider")).to_have_value("1")
    assert page.url == replay.url, "the address holds the game"
    page.get_by_test_id("record-file").set_input_files(
        {"name": "x.txt", "mimeType": "text/plain", "buffer": b"no record"}
    )
    expect(page.get_by_role("alert")).to_be_visible()


def test_the_lab_on_a_phone_in_german(visit: Visit, site: Site) -> None:
    page = visit("/lab", viewport=PHONE, locale="de-DE")
    page.get_by_role("link", name="Mit dem Zugangsschlüssel öffnen").click()
    page.get_by_test_id("owner-token").fill(token(site))
    page.get_by_role("button", name="Öffnen").click()
    page.get_by_role("link", name="Das Labor").click()
    expect(page.get_by_test_id("lab-start")).to_have_text("Los")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
