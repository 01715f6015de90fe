"""Alva in a real browser, from the lobby to the proof of the seed."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from playwright.sync_api import Page, expect

import alcove
from tests.browser.keys import tab_to
from tests.browser.visiting import PHONE, Site, Visit
from tests.games.alva.page import (
    MARKED,
    act,
    board,
    click,
    new_table,
    play_to_the_end,
    points,
    scores,
    turn_texts,
    wait_for_choice,
)


def test_a_whole_game_against_a_bot_and_all_that_follows(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    new_table(page, {0: "me", 1: "bot"})
    play_to_the_end(page)
    expect(page.get_by_test_id("result")).to_be_visible()
    white, black = scores(page)

    page.get_by_test_id("replay-first").click()
    expect(page.locator("[data-point]:not([data-piece=''])")).to_have_count(0)
    page.get_by_test_id("replay-forward").click()
    expect(page.locator("[data-point]:not([data-piece=''])")).to_have_count(1)
    slider = page.get_by_test_id("replay-slider")
    slider.fill("4")
    middle = board(page)
    page.get_by_test_id("replay-last").click()
    assert board(page) != middle

    expect(page.get_by_test_id("to-analysis")).to_be_visible()
    page.get_by_test_id("verify").click()
    expect(page.get_by_test_id("verification").locator("[data-proven='true']")).to_be_visible()
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.get_by_test_id("download-record").click()
    path = tmp_path / "game.alcove"
    download.value.save_as(path)
    outcome = alcove.Record.read(path.read_bytes()).verify()
    assert outcome is not None
    assert outcome.scores == (white, black)

    page.goto("/".join(page.url.split("/")[:3]) + "/")
    expect(page.get_by_test_id("finished-tables").get_by_test_id("my-table")).to_have_count(1)


def test_the_page_finds_its_way_back_after_the_server_was_killed(visit: Visit, site: Site) -> None:
    page = visit()
    new_table(page, {0: "me", 1: "bot"})
    act(page)
    wait_for_choice(page)
    before = board(page)
    site.stop(signal.SIGKILL)
    expect(page.get_by_test_id("connection")).not_to_have_attribute("data-state", "open")
    site.start()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "open", timeout=60_000)
    assert board(page) == before
    wait_for_choice(page)
    act(page)


def test_german_from_the_browser_and_by_the_switch(visit: Visit) -> None:
    page = visit(locale="de-DE")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    new_table(page, {0: "me", 1: "local"})
    expect(page.get_by_test_id("status")).to_contain_text("Setze einen Stein")
    click(page, "c3")
    page.get_by_test_id("tab-story").click()
    expect(page.get_by_test_id("story")).to_contain_text("Anna setzt einen Stein auf c3.")
    page.get_by_test_id("language-en").click()
    expect(page.get_by_test_id("status")).to_contain_text("lace a piece")
    expect(page.get_by_test_id("story")).to_contain_text("Anna places a piece on c3.")
    page.get_by_test_id("rules").click()
    expect(page.get_by_test_id("rulebook")).to_contain_text("ALVA-19")


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    tab_to(page, "play-alva")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("new-table")).to_be_visible()
    tab_to(page, "seat-level-1")
    page.keyboard.press("Home")  # level 1
    tab_to(page, "option-size-9")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # 5 x 5
    tab_to(page, "create-table")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("board")).to_be_visible()
    assert page.locator("[data-point]").count() == 25
    while wait_for_choice(page):
        before = board(page)
        target = points(page, "place")[0] if not points(page, "jump") else None
        if target is None:
            _walk_to(page, points(page, "jump")[0])
            if not points(page, "land"):
                page.keyboard.press("Enter")
            target = points(page, "land")[0]
        _walk_to(page, target)
        page.keyboard.press("Enter")
        page.wait_for_function("before => JSON.stringify(window.__alvaBoard()) !== before", arg=before)
    expect(page.get_by_test_id("result")).to_be_visible()


def _walk_to(page: Page, point: str) -> None:
    """Bring the board's cursor to a point with the arrow keys."""
    for _ in range(80):
        if page.evaluate("() => document.activeElement?.dataset.point !== undefined"):
            break
        page.keyboard.press("Tab")
    for _ in range(40):
        at = page.evaluate("() => document.activeElement?.dataset.point")
        if at == point:
            return
        if at[0] != point[0]:
            page.keyboard.press("ArrowRight" if at[0] < point[0] else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if at[1] < point[1] else "ArrowDown")
    raise AssertionError(f"{point} cannot be reached with arrow keys")


def test_a_bot_thinks_as_long_as_it_is_told(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("play-alva").click()
    expect(page.get_by_test_id("seat-seconds-1")).to_have_count(0)
    page.get_by_test_id("seat-level-1").select_option("6")
    expect(page.get_by_test_id("seat-about-1")).to_contain_text("As strong as you like")
    page.get_by_test_id("seat-seconds-1").select_option("30")
    page.get_by_test_id("create-table").click()
    expect(page.get_by_test_id("seat-1")).to_contain_text("Bot, level 6: Oracle, 30 s")


def test_two_browsers_take_back_reconnect_and_play_to_the_end(visit: Visit) -> None:
    anna, bruno = visit(), visit()
    new_table(anna, {0: "me", 1: "open"})
    bruno.goto(anna.url)
    bruno.get_by_test_id("take-seat-1").click()
    bruno.get_by_test_id("take-seat-name").fill("Bruno")
    bruno.get_by_test_id("take-seat-confirm").click()
    for page in (anna, bruno):
        wait_for_choice(page)
        act(page)
    _ask_to_take_back(anna, bruno)
    for page in (anna, bruno):
        wait_for_choice(page)
        act(page)
    bruno.context.set_offline(True)
    bruno.evaluate("() => window.dispatchEvent(new Event('offline'))")
    wait_for_choice(anna)
    act(anna)
    bruno.context.set_offline(False)
    expect(bruno.get_by_test_id("connection")).to_have_attribute("data-state", "open", timeout=30_000)
    play_to_the_end(anna, bruno)
    assert board(anna) == board(bruno)
    assert scores(anna) == scores(bruno)
    assert turn_texts(anna) == turn_texts(bruno)


def _ask_to_take_back(anna: Page, bruno: Page) -> None:
    """Another person has acted since: nothing is taken back without their consent."""
    wait_for_choice(anna)
    anna.get_by_test_id("undo").click()
    bruno.get_by_test_id("undo-no").click()
    expect(bruno.get_by_test_id("undo-request")).to_have_count(0)
    assert len(turn_texts(anna)) == 2
    anna.get_by_test_id("undo").click()
    bruno.get_by_test_id("undo-yes").click()
    expect(anna.locator("[data-testid='move-list'] [data-turn]")).to_have_count(0)


def test_two_people_on_one_screen_and_one_who_watches(visit: Visit) -> None:
    """Alva hides nothing: both people see the board all the time. Names and chat are text, points have names."""
    page, watcher = visit(), visit()
    new_table(page, {0: "me", 1: "local"}, name="<b>Anna</b>")
    watcher.goto(page.url)
    expect(watcher.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_role("grid")).to_have_count(1)
    expect(page.get_by_role("gridcell")).to_have_count(25)
    expect(page.get_by_test_id("announcer")).to_have_attribute("aria-live", "polite")
    for seat in (0, 1, 0, 1):
        wait_for_choice(page)
        expect(page.get_by_test_id("curtain")).to_have_count(0)
        placed = act(page)
        expect(page.locator(f"[data-point='{placed}']")).to_have_attribute("data-piece", "wb"[seat])
        colour = ("[Ww]hite", "[Bb]lack")[seat]
        expect(page.locator(f"[data-point='{placed}']")).to_have_attribute(
            "aria-label", re.compile(f"{placed}.*{colour}")
        )
        expect(watcher.locator(f"[data-point='{placed}']")).not_to_have_attribute("data-piece", "")
    assert watcher.locator(MARKED).count() == 0
    expect(watcher.get_by_test_id("resign")).to_have_count(0)
    _names_and_chat_are_text(page)
    play_to_the_end(page)
    assert sum(scores(page)) >= 0


def _names_and_chat_are_text(page: Page) -> None:
    expect(page.get_by_test_id("seat-0")).to_contain_text("<b>Anna</b>")
    page.get_by_test_id("tab-chat").click()
    page.get_by_test_id("chat-input").fill("<img src=x onerror=alert(1)>")
    page.get_by_test_id("chat-send").click()
    expect(page.get_by_test_id("chat")).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator("[data-testid='chat'] img").count() == 0


def test_two_clicks_to_a_bot_then_undo_hint_another_device_resign_and_rematch(visit: Visit) -> None:
    page, tablet = visit(), visit()
    page.get_by_test_id("play-alva").click()
    page.get_by_test_id("quick-play").click()
    expect(page.get_by_test_id("board")).to_be_visible()
    assert len(points(page, "place")) == 81
    empty = board(page)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-words")).to_be_visible()
    act(page)
    wait_for_choice(page)
    page.get_by_test_id("undo").click()
    page.wait_for_function("before => JSON.stringify(window.__alvaBoard()) === before", arg=empty)
    assert turn_texts(page) == []
    page.get_by_test_id("links").click()
    link = page.get_by_test_id("seat-link-0").input_value()
    page.keyboard.press("Escape")
    tablet.goto(link)
    expect(tablet.get_by_test_id("board")).to_be_visible()
    assert "/table/" in tablet.url
    wait_for_choice(tablet)
    placed = act(tablet)
    expect(page.locator(f"[data-point='{placed}']")).not_to_have_attribute("data-piece", "")
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("result")).to_be_visible()
    old = page.url
    page.get_by_test_id("rematch").click()
    page.wait_for_url(lambda url: url != old)
    expect(page.get_by_test_id("board")).to_be_visible()


def test_shift_then_place_is_shown_and_a_refusal_opens_the_rule(visit: Visit) -> None:
    page = visit()
    new_table(page, {0: "me", 1: "local"}, size=7)
    click(page, "d4")
    expect(page.locator("[data-point='d4']")).to_have_attribute("data-piece", "w")
    wait_for_choice(page)
    click(page, "d4")  # Black's turn: the point is taken
    expect(page.get_by_test_id("toast")).to_contain_text("d4")
    page.get_by_test_id("toast-rule").click()
    expect(page.locator("[data-testid='rulebook'] [data-clause='ALVA-6']")).to_be_in_viewport()
    page.get_by_test_id("rulebook-close").click()
    click(page, "a7")
    expect(page.locator("[data-point='a7']")).to_have_attribute("data-piece", "b")
    click(page, "d4")
    assert set(points(page, "shift-to")) == {"d3", "d5", "c4", "e4"}
    click(page, "d5")
    expect(page.locator("[data-point='d5']")).to_have_attribute("data-piece", "w")
    expect(page.get_by_test_id("status")).to_contain_text("Now place")
    assert points(page, "shift") == []
    click(page, "d4")
    expect(page.locator("[data-testid='move-list'] [data-turn]").last).to_have_text(re.compile("d4-d5 d4"))


def test_phone_size(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    new_table(page, {0: "me", 1: "bot"}, size=9)
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    box = page.get_by_test_id("board").bounding_box()
    assert box is not None
    assert box["width"] > 350
    cell = page.locator("[data-point='e5']").bounding_box()
    assert cell is not None
    assert cell["width"] >= 36
    page.locator("[data-point='e5']").tap()
    expect(page.locator("[data-point='e5']")).to_have_attribute("data-piece", "w")
