"""Following a game: the story by turns, the pace, hints in words, looking back, and what goes wrong on the way."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.lobby import new_table, take_seat
from tests.browser.visiting import DESKTOP, PHONE, Site, Visit

ME, OPEN = {"kind": "me"}, {"kind": "open"}
BOT = {"kind": "bot", "level": 1}
SMALL = {"size": 5, "pieces": 6}
LYING = {"width": 844, "height": 390}
"""A phone that lies on its side."""


def open_table(page: Page, game: str, options: dict[str, Any], *seats: dict[str, Any]) -> None:
    page.goto(new_table(page, game, *seats, **options))
    expect(page.get_by_test_id("status")).to_be_visible()


def place(page: Page, point: str) -> None:
    page.locator(f"[data-point='{point}'][data-legal='place']").click()


def pieces(page: Page) -> int:
    return page.locator("[data-point]:not([data-piece=''])").count()


def test_a_game_is_followed_at_a_pace_and_looked_back_over(visit: Visit) -> None:
    page = visit(pace="slow")
    open_table(page, "alva", SMALL, ME, BOT)
    # Whoever comes by keyboard starts at the table's name.
    assert page.evaluate("document.activeElement.tagName") == "H1"
    page.get_by_test_id("pace-pause").click()
    place(page, "c3")
    # The bot has answered, but nothing is shown: the choices wait for it.
    expect(page.get_by_test_id("pace")).to_have_attribute("data-waiting", re.compile("[1-9]"))
    assert pieces(page) == 1
    assert page.locator("[data-legal='place']").count() == 0
    page.get_by_test_id("pace-next").click()
    expect(page.locator("[data-legal]:not([data-legal=''])").first).to_be_visible()
    page.get_by_test_id("pace-pause").click()
    page.get_by_test_id("pace-choice").select_option("at-once")

    # One name and one colour for each, and no entry with two players in it.
    rows = page.locator("[data-testid='move-list'] [data-turn]")
    expect(rows.first).to_contain_text("places a piece on c3")
    expect(rows.first.locator("small")).to_have_text("c3")
    expect(rows.first.locator("[data-who='0']")).to_have_text("Anna")
    page.get_by_test_id("tab-story").click()
    entries = page.locator("[data-testid='story'] [data-entry]")
    expect(entries.first).to_contain_text("Anna places a piece on c3.")
    expect(entries.nth(1)).to_have_attribute("data-entry", "1")
    expect(entries.nth(1)).not_to_contain_text("Anna")

    # A hint in words; asked for while looking back, it is about now.
    page.keyboard.press(",")
    expect(page.get_by_test_id("past-words")).to_be_visible()
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-words")).to_contain_text(re.compile("place a piece on|shift the piece|jump from"))
    expect(page.get_by_test_id("past-words")).to_have_count(0)

    # What happened while one was away is told on coming back.
    page.reload()
    expect(page.get_by_test_id("since")).to_contain_text("Black")
    page.get_by_test_id("since-close").click()
    expect(page.get_by_test_id("since")).to_have_count(0)

    # The keys of this game and no other's.
    page.get_by_test_id("help").click()
    expect(page.get_by_test_id("help-dialog")).to_contain_text("Turn the board")
    expect(page.get_by_test_id("help-dialog")).not_to_contain_text("number")
    page.keyboard.press("Escape")

    page.get_by_test_id("resign").click()
    expect(page.get_by_test_id("resign-dialog")).to_contain_text("the other side wins")
    page.route("**/replay?*", lambda route: route.abort("connectionrefused"))
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("look-back")).to_be_visible()  # what could not be had is asked for again
    page.unroute("**/replay?*")
    page.get_by_test_id("look-back").click()
    expect(page.get_by_test_id("replay-slider")).to_be_visible()
    expect(page.get_by_test_id("verify")).to_have_text("Check the record")  # nothing is left to luck here
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("past-words")).to_be_visible()
    page.set_viewport_size(PHONE)
    page.get_by_test_id("replay-first").click()
    expect(page.get_by_test_id("past-words")).to_have_text("The game begins.")
    # Board and controls are on one screen.
    for part in ("board", "replay-play"):
        box = page.get_by_test_id(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE["height"], part
    page.get_by_test_id("replay-pace").select_option("quick")
    page.get_by_test_id("replay-play").click()
    expect(page.get_by_test_id("past-words")).to_contain_text("Anna places a piece on c3.")
    expect(page.get_by_test_id("replay-last")).to_be_disabled()  # it has come to the end by itself
    page.set_viewport_size(DESKTOP)
    page.get_by_test_id("replay-first").click()
    expect(page.get_by_test_id("replay-last")).to_be_enabled()
    page.keyboard.press("p")
    expect(page.get_by_test_id("replay-last")).to_be_disabled()


HIDDEN = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  const state = hidden ? 'hidden' : 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""Another tab lies over the page, or no longer does."""


def test_whoever_comes_back_to_a_hidden_page_is_told_what_happened(visit: Visit) -> None:
    anna, bruno = visit(pace="slow"), visit()
    open_table(anna, "alva", SMALL, ME, OPEN)
    take_seat(bruno, anna.url, 1, "Bruno")
    since, played = anna.get_by_test_id("since"), anna.locator("[data-point]:not([data-piece=''])")
    place(anna, "c3")
    expect(played).to_have_count(1)
    anna.evaluate(HIDDEN, True)
    anna.evaluate(HIDDEN, False)
    expect(since).to_have_count(0)  # nothing has happened
    anna.evaluate(HIDDEN, True)
    place(bruno, "a1")
    expect(played).to_have_count(2)
    expect(since).to_have_count(0)  # nobody is there to be told
    anna.evaluate(HIDDEN, False)
    expect(since).to_contain_text("Bruno")


def test_scorings_are_shown_and_any_seat_can_be_looked_through(visit: Visit) -> None:
    page = visit()
    open_table(page, "tollgate", {"cards": 3}, ME, BOT, BOT)
    page.locator("[data-action]").first.click()
    expect(page.get_by_test_id("moment")).to_contain_text("Revealed")
    page.get_by_test_id("tab-story").click()
    expect(page.locator("[data-testid='story'] .moment").first).to_contain_text("Revealed")
    page.get_by_test_id("resign").click()
    expect(page.get_by_test_id("resign-dialog")).to_contain_text("the others win")
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("verify")).to_have_text("Check the seed")
    mine = page.get_by_test_id("plain-table").inner_text()
    page.get_by_test_id("replay-first").click()
    page.get_by_test_id("replay-seat").select_option("2")
    expect(page.get_by_test_id("plain-table")).not_to_have_text(mine)


def test_two_people_chat_ask_to_take_back_and_lose_the_network(visit: Visit) -> None:
    anna, bruno, carla = visit(), visit(viewport=PHONE), visit()
    open_table(anna, "alva", SMALL, ME, OPEN)
    expect(anna.get_by_test_id("invite-alone")).to_contain_text("alcove serve --host 0.0.0.0")
    take_seat(bruno, anna.url, 1, "Bruno")
    place(anna, "c3")
    place(bruno, "a1")
    anna.get_by_test_id("undo").click()
    bruno.get_by_test_id("undo-no").click()
    expect(anna.get_by_test_id("toast")).to_contain_text("somebody has refused")

    anna.get_by_test_id("tab-chat").click()
    anna.get_by_test_id("chat-input").fill("Hello")
    anna.get_by_test_id("chat-send").click()
    badge = bruno.get_by_test_id("chat-badge")
    expect(badge).to_be_in_viewport()
    expect(badge).to_have_text("1")
    badge.click()
    expect(bruno.get_by_test_id("chat-input")).to_be_focused()
    expect(badge).to_have_count(0)
    bruno.reload()
    expect(bruno.get_by_test_id("status")).to_be_visible()
    expect(badge).to_have_count(0)

    anna.context.set_offline(True)  # it is her turn: she is told at once
    expect(anna.get_by_test_id("connection")).to_have_attribute("data-state", "lost", timeout=5_000)
    anna.context.set_offline(False)
    expect(anna.get_by_test_id("connection")).to_have_attribute("data-state", "open")

    carla.goto(anna.url)
    expect(carla.get_by_test_id("status")).to_be_visible()
    carla.goto("/".join(anna.url.split("/")[:3]) + "/")
    expect(carla.get_by_test_id("watched-tables")).to_contain_text("Anna – Bruno")


def test_the_lobby_on_a_small_phone_in_german(visit: Visit, site: Site) -> None:
    page = visit(viewport={"width": 360, "height": 740}, locale="de-DE")
    for _ in range(3):
        open_table(page, "alva", SMALL, ME, BOT)
    open_table(page, "alva", SMALL, OPEN, ME)
    take_seat(visit(), page.url, 0, "Bruno")  # who is to begin
    page.goto(f"{site.url}/new/alpacalypse")
    page.get_by_test_id("quick-play").click()
    expect(page.get_by_test_id("status")).to_be_visible()
    overlaps = """() => {
      const parts = document.querySelectorAll('header .brand, header h1, header nav');
      const boxes = [...parts].map((one) => one.getBoundingClientRect());
      const apart = boxes.every((one, nth) => nth === 0 || boxes[nth - 1].right <= one.left + 1);
      return !apart || document.documentElement.scrollWidth > innerWidth;
    }"""
    assert not page.evaluate(overlaps)
    page.goto(site.url)
    rows = page.get_by_test_id("running-tables").get_by_test_id("my-table")
    expect(rows).to_have_count(4)
    expect(rows.last).to_be_in_viewport(ratio=0.99)  # before all games,
    page.get_by_test_id("show-all-running").click()  # and the others are a click away
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("Du bist dran")
    awaited = ["Du bist dran" in words for words in rows.all_inner_texts()]
    assert awaited == sorted(awaited, reverse=True)  # one's own turns come first,
    expect(rows.last).to_contain_text("Bruno")  # and where others are awaited last
    expect(rows.first.locator("time")).to_have_text(re.compile("jetzt|vor"))
    page.get_by_test_id("hide-table").first.click()
    expect(rows).to_have_count(4)
    page.get_by_test_id("show-hidden").click()
    expect(rows).to_have_count(5)

    # A cut link shows a page, and a server that is gone is noticed beside the button.
    page.goto(f"{site.url}/seat/")
    expect(page.get_by_test_id("not-found")).to_be_visible()
    page.goto(f"{site.url}/new/alva")
    page.route("**/api/tables?*", lambda route: route.abort("connectionrefused"))
    page.get_by_test_id("quick-play").click()
    expect(page.get_by_test_id("quick-play-error")).to_be_in_viewport()
    page.get_by_role("link", name="Alle Spiele").click()
    expect(page.get_by_test_id("server-away")).to_be_visible()
    page.goto(f"{site.url}/nowhere")
    page.route("**/api/**", lambda route: route.abort("connectionrefused"))
    page.goto(site.url)
    expect(page.get_by_test_id("server-away")).to_be_visible()
    expect(page.get_by_test_id("my-tables").locator("p")).to_have_count(0)  # nobody knows whether there are any


def test_ones_own_things_are_in_view(visit: Visit) -> None:
    page = visit()
    open_table(page, "alvos", {}, ME, BOT, BOT, BOT)
    expect(page.get_by_test_id("sheet-0")).to_be_in_viewport(ratio=0.99)
    open_table(page, "alpacalypse", {}, ME, BOT)
    expect(page.get_by_test_id("hand-strip")).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size(LYING)
    open_table(page, "alva", {}, ME, BOT)
    for part in ("board", "tray-0", "tray-1"):
        expect(page.get_by_test_id(part)).to_be_in_viewport(ratio=0.75)
    fits(page)
    open_table(page, "alvos", {}, ME, BOT, BOT)
    for part in ("cave", "dice", "choices"):
        expect(page.get_by_test_id(part)).to_be_in_viewport(ratio=0.5)
    fits(page)
    open_table(page, "alluvium", {}, ME, BOT, BOT)
    for part in ("sheet", "tray"):
        expect(page.get_by_test_id(part)).to_be_in_viewport(ratio=0.9)
    fits(page)
    open_table(page, "alpacalypse", {}, ME, BOT)
    expect(page.get_by_test_id("choices")).to_be_in_viewport(ratio=0.99)
    expect(page.get_by_role("region", name="The board")).to_be_in_viewport(ratio=0.2)
    fits(page)


GONE = "globalThis.gone"


def test_a_list_of_moves_that_has_gone_hears_nothing(visit: Visit) -> None:
    """A page tells an element later that it was scrolled, and somebody may have left the table by then."""
    page = visit()
    open_table(page, "alva", SMALL, ME, BOT)
    page.get_by_test_id("tab-moves").click()
    moves = page.get_by_test_id("move-list")
    expect(moves).to_be_visible()
    moves.evaluate(f"list => {{ {GONE} = list; }}")
    page.get_by_role("link", name="Alcove").first.click()
    page.wait_for_function(f"() => !{GONE}.isConnected")
    page.evaluate(f"() => {GONE}.dispatchEvent(new Event('scroll'))")
    expect(page.get_by_test_id("running-tables")).to_be_visible()  # and what a page complains of fails its test


def fits(page: Page) -> None:
    """Nobody has to scroll sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
