"""Alvos in a real browser: whole games of every mode, by mouse, keyboard and finger, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.keys import tab_to
from tests.browser.lobby import against_bots
from tests.browser.visiting import PHONE, Visit
from tests.games.alvos.page import (
    CHOICE,
    act,
    actions,
    clipped,
    new_table,
    overflows,
    play_to_the_end,
    wait_for_choice,
)


def test_a_whole_game_for_two(visit: Visit) -> None:
    page = visit()
    new_table(page, against_bots(2))
    expect(page.get_by_test_id("alvos-table")).to_have_attribute("data-mode", "versus")
    expect(page.get_by_test_id("engineer")).to_have_attribute("data-at", re.compile("[2-6]0"))
    expect(page.locator("[data-space]")).to_have_count(19)
    expect(page.locator("[data-hex]")).to_have_count(12)
    assert play_to_the_end(page) > 0
    expect(page.get_by_test_id("sheet-1")).to_be_visible()
    expect(page.get_by_test_id("final-tally")).to_contain_text("last mark")
    page.get_by_test_id("replay-first").click()
    expect(page.locator("[data-space][data-owner='A']")).to_have_count(0)
    assert page.locator(CHOICE).count() == 0


def test_a_whole_game_at_a_full_table(visit: Visit) -> None:
    page = visit()
    new_table(page, against_bots(6))
    expect(page.locator("[data-testid^='sheet-']")).to_have_count(6)
    assert not overflows(page)
    play_to_the_end(page)


def test_five_people_on_one_device_are_asked_for_one_more(visit: Visit) -> None:
    page = visit()
    new_table(page, {seat: "local" if seat else "me" for seat in range(5)})
    for _ in range(60):
        assert wait_for_choice(page)
        if "leave" in actions(page):
            break
        act(page)
    expect(page.get_by_test_id("status")).to_contain_text("may take one more cog")
    assert [action.split()[0] for action in actions(page)] == ["take", "leave"]


def test_a_whole_game_against_axel(visit: Visit) -> None:
    page = visit()
    new_table(page, {0: "me"}, solitaire="axel")
    expect(page.get_by_test_id("axel")).to_be_visible()
    play_to_the_end(page)
    expect(page.get_by_test_id("result")).to_contain_text(re.compile(r"(wins|has lost) with −?\d+: .*\."))


def test_a_whole_game_against_the_sopavre(visit: Visit) -> None:
    page = visit()
    new_table(page, {0: "me"}, solitaire="sopavre")
    expect(page.get_by_test_id("race")).to_contain_text(re.compile("[01] / 20"))
    play_to_the_end(page)
    expect(page.get_by_test_id("status")).to_contain_text(re.compile(r"(wins|has lost) with −?\d+: .*\."))


def test_a_whole_game_together(visit: Visit) -> None:
    page = visit()
    for difficulty, checked in (("easy", 3), ("hard", 9), ("normal", 6)):
        page.goto("/".join(page.url.split("/")[:3]))
        new_table(page, against_bots(2), mode="cooperative", difficulty=difficulty)
        wait_for_choice(page)
        time = re.search(r"(\d+) / 18", page.get_by_test_id("race").inner_text())
        assert time is not None
        assert checked <= int(time[1]) <= checked + 2  # each turn so far may have moved the engineer
    expect(page.get_by_test_id("track")).to_have_count(0)
    play_to_the_end(page)
    expect(page.get_by_test_id("result")).to_contain_text(re.compile("cogs left"))
    expect(page.get_by_test_id("result").locator("h2")).to_contain_text(re.compile("win together: |All have lost: "))


def test_the_dialog_shows_only_the_options_that_apply(visit: Visit) -> None:
    page = visit("/new/alvos")
    expect(page.get_by_test_id("option-solitaire-axel")).to_be_visible()
    expect(page.get_by_test_id("option-mode-versus")).to_have_count(0)
    expect(page.get_by_test_id("options-elsewhere")).to_contain_text("Mode (Players: 2–6)")
    page.get_by_test_id("players-3").click()
    expect(page.get_by_test_id("option-solitaire-axel")).to_have_count(0)
    expect(page.get_by_test_id("option-difficulty-easy")).to_have_count(0)
    page.get_by_test_id("option-mode-cooperative").check(force=True)
    expect(page.get_by_test_id("option-difficulty-easy")).to_be_visible()
    expect(page.get_by_test_id("options-elsewhere")).to_contain_text("Solitaire (Players: 1)")


def test_german_table_and_rulebook_with_the_board(visit: Visit) -> None:
    page = visit(locale="de-DE")
    new_table(page, {0: "me", 1: "local"})
    wait_for_choice(page)
    expect(page.get_by_test_id("cave")).to_have_attribute("aria-label", re.compile("Die Höhle"))
    expect(page.get_by_test_id("dice")).to_contain_text("gewürfelt")
    page.get_by_test_id("rules").click()
    figure = page.get_by_role("img", name=re.compile("Die Höhle am Anfang"))
    expect(figure).to_be_visible()
    page.get_by_test_id("rulebook-close").click()
    for _ in range(4):
        wait_for_choice(page)
        act(page)
    expect(page.get_by_test_id("sheet-0")).to_contain_text(re.compile("Zahnrad|Schraube|geliefert|gepasst"))


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/new/alvos")
    tab_to(page, "create-table")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("cave")).to_be_visible()
    _tab_to_hex(page)
    at = page.evaluate("() => document.activeElement.dataset.hex")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("() => document.activeElement.dataset.hex") == f"{at}0"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.dataset.hex") == f"{int(at) % 6 + 1}0"
    for _ in range(300):
        if not wait_for_choice(page):
            break
        before = page.get_by_test_id("move-list").inner_text()
        keys = page.locator(f"{CHOICE} kbd").all_inner_texts()
        page.keyboard.press(max(keys))
        page.wait_for_function(
            "before => document.querySelector('[data-testid=move-list]').innerText !== before", arg=before
        )
    expect(page.get_by_test_id("result")).to_be_visible()


def _tab_to_hex(page: Page) -> None:
    for _ in range(60):
        if page.evaluate("() => document.activeElement?.dataset.hex !== undefined"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("no hex can be reached with Tab")


def test_choices_speak_a_click_in_the_cave_goes_there_and_a_refusal_says_why(visit: Visit) -> None:
    page = visit()
    new_table(page, {0: "me", 1: "local"})
    _act_until(page, lambda: page.locator("[data-way]").count() > 0)
    first = page.locator("[data-way]").first
    expect(first).to_contain_text(re.compile(r"\d \+ \d = \d+"))
    expect(first).to_contain_text(re.compile("unused die then"))
    expect(first).to_contain_text(re.compile("on a 10:"))
    assert all(action for action in actions(page))
    _act_until(page, lambda: _single_hex(page) is not None)
    hex_number = _single_hex(page)
    name = page.get_by_test_id("status").inner_text()
    page.locator(f"[data-hex='{hex_number}']").click()
    expect(page.get_by_test_id("status")).not_to_have_text(name)
    expect(page.locator(f"[data-hex='{hex_number}']")).to_have_attribute("aria-label", re.compile("here"))
    _act_until(page, lambda: page.get_by_test_id("why-no-delivery").count() > 0)
    page.get_by_test_id("why-no-delivery").click()
    expect(page.get_by_test_id("toast")).to_be_visible()
    page.get_by_test_id("toast-rule").click()
    expect(page.locator("[data-testid='rulebook'] .cited")).to_be_in_viewport()


def _act_until(page: Page, happens: Callable[[], bool]) -> None:
    """Choose on until something is to be seen; at another table if the game has ended before."""
    while not (wait_for_choice(page) and happens()):
        if page.get_by_test_id("result").count():
            page.goto("/".join(page.url.split("/")[:3]))
            new_table(page, {0: "me", 1: "local"})
        else:
            act(page)


def _single_hex(page: Page) -> str | None:
    """An inner hex to which exactly one combination leads."""
    found: str | None = page.evaluate(
        """() => {
            const ways = [...document.querySelectorAll('[data-way][data-action]')].map(way => way.textContent);
            const reached = [...document.querySelectorAll("[data-hex][data-legal='collect']")];
            const hexes = reached.map(hex => hex.dataset.hex);
            return hexes.find(hex => ways.filter(way => way.includes(`hex ${hex}:`)).length === 1) ?? null;
        }"""
    )
    return found


def test_phone_size(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    new_table(page, against_bots(4))
    for _ in range(6):
        if not wait_for_choice(page):
            break
        assert not overflows(page)
        assert clipped(page) == []
        page.locator(CHOICE).last.tap()
        page.wait_for_timeout(100)
    sheets = page.get_by_role("group", name="The sheets of all players")
    assert sheets.evaluate("list => list.scrollWidth > list.clientWidth")  # swipe for the others
    hexes = page.locator("[data-hex]").evaluate_all("all => all.map(hex => hex.getBoundingClientRect().height)")
    assert min(hexes) >= 60


def test_a_finger_taps_a_hex_twice(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    new_table(page, {0: "me", 1: "local"})
    _act_until(page, lambda: _single_hex(page) is not None)
    target = page.locator(f"[data-hex='{_single_hex(page)}']")
    moves = page.locator("[data-testid='move-list'] [data-turn]").count()
    target.tap()
    expect(page.get_by_test_id("status")).to_contain_text("Tap once more")
    assert page.locator("[data-testid='move-list'] [data-turn]").count() == moves
    target.tap()
    expect(target).to_have_attribute("aria-label", re.compile("here"))
