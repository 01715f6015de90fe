"""The Alpacalypse in a real browser: a whole game, secret bids between four, by mouse, keyboard and finger."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page, expect

import alcove
from alcove.bots.levels import think
from tests.browser.lobby import against_bots, take_seat
from tests.browser.staging import open_scene
from tests.browser.visiting import DESKTOP, PHONE, Visit
from tests.games.alpacalypse.page import (
    CHOICE,
    WATCH_TIP,
    actions,
    choose,
    close_moment,
    covered,
    free_members,
    kind,
    new_table,
    overflows,
    phase,
    play,
    play_together,
    play_until,
    put_into_bag,
    restyled,
    too_small,
    under_the_tip,
    wait_for_choice,
)


def test_a_whole_game_for_two(visit: Visit) -> None:
    page = visit()
    new_table(page, against_bots(2))
    expect(page.get_by_test_id("new-day")).to_be_visible()
    expect(page.locator("[data-space]")).to_have_count(10)
    expect(page.locator("[data-track]")).to_have_count(4)
    expect(page.locator("[data-milestone]")).to_have_count(7)
    expect(page.get_by_test_id("hand")).to_have_attribute("data-count", "1")
    assert play(page, 900) > 60
    expect(page.get_by_test_id("result")).to_be_visible()
    total = page.get_by_test_id("total-0").inner_text()
    expect(page.get_by_test_id("score-table")).to_contain_text("Total")
    expect(page.get_by_test_id("own-points")).to_contain_text(total)
    expect(page.get_by_test_id("result")).to_contain_text(total)
    page.get_by_test_id("replay-first").click()
    expect(page.get_by_test_id("rounds")).to_have_attribute("data-round", "1")
    assert page.locator(CHOICE).count() == 0


def test_a_round_of_four_with_secret_bids(visit: Visit) -> None:
    """Nobody sees anything of another's bid before all are in; then everybody sees all of it."""
    host = visit()
    new_table(host, {0: "me", 1: "open", 2: "open", 3: "open"}, name="Anna")
    expect(host.get_by_test_id("purse")).to_be_visible()
    guests = [visit() for _ in range(3)]
    for seat, guest in enumerate(guests, start=1):
        take_seat(guest, host.url, seat, ("Bruno", "Carla", "Dora")[seat - 1])
    pages = [host, *guests]
    _meet_the_day(pages)
    bids = []
    for seat, page in enumerate(pages):
        wait_for_choice(page, "bid")
        bids.append(_bid(page, free_members(page)[: seat % 3]))
        if seat < 3:
            _sees_only_seals(pages, made=seat + 1)
    for page in pages:
        expect(page.get_by_test_id("bids")).to_have_attribute("data-sealed", "false")
        for seat, strength in enumerate(bids):
            expect(page.locator(f"[data-bid='{seat}']")).to_have_attribute("data-strength", str(strength))
    strongest = bids.index(max(bids))
    wait_for_choice(pages[strongest], "item")
    stall = pages[strongest].locator("[data-testid='market'] [data-legal]").first
    expect(stall).to_be_visible()
    for page in pages:
        expect(page.get_by_test_id("hand")).to_have_count(1)
    play_together(pages, until_round=2)
    for page in pages:
        expect(page.get_by_test_id("rounds")).to_have_attribute("data-round", "2")


def _meet_the_day(pages: list[Page]) -> None:
    """In player order, wherever it begins."""
    for _ in pages:
        asked = _until_asked(pages, "day")[0]
        choose(asked, "send" if "send" in actions(asked) else "stay")
        expect(asked.locator("[data-kind='day'][data-mine='true']")).to_have_count(0)
    while kind(asked := _until_asked(pages)[0]) not in ("bid", ""):  # what the day brings may be chosen
        play(asked, 1)


def _until_asked(pages: list[Page], wanted: str = "") -> list[Page]:
    for _ in range(200):
        found = [page for page in pages if (kind(page) == wanted if wanted else kind(page))]
        if found:
            return found
        pages[0].wait_for_timeout(25)
    raise AssertionError("nobody is asked")


def _bid(page: Page, members: list[str]) -> int:
    """Seal a bid of these members, or no bid without any; returns its strength."""
    if not members:
        choose(page, "no bid")
        return 0
    put_into_bag(page, *members)
    strength = int(str(page.get_by_test_id("bag").get_attribute("data-strength")))
    page.get_by_test_id("seal").click()
    return strength


def _sees_only_seals(pages: list[Page], made: int) -> None:
    for page in pages:
        expect(page.locator("[data-bid][data-made='true']")).to_have_count(made)
        expect(page.get_by_test_id("bids")).to_have_attribute("data-sealed", "true")
        expect(page.locator("[data-bid][data-strength]")).to_have_count(0)
        expect(page.get_by_test_id("story")).not_to_contain_text("The bids:")
        assert page.locator("[data-testid^='look-'] .away").count() <= 3  # the responders; members in a bag stay home


def test_places_on_the_board_act_and_refusals_say_why(visit: Visit) -> None:
    page = visit()
    new_table(page, against_bots(2))
    wait_for_choice(page)
    page.get_by_test_id("icons").click()
    expect(page.get_by_test_id("shown")).to_contain_text("Wins tied bids")
    expect(page.get_by_test_id("shown")).to_contain_text("Captured hero")
    page.keyboard.press("Escape")
    page.locator("[data-testid='new-day'] [data-legal]").click()  # sending by the card itself
    play_until(page, "bid")
    free = free_members(page)
    _drag_into_bag(page, free[0])
    expect(page.locator(f"[data-bid-member='{free[0]}']")).to_have_attribute("data-inside", "true")
    page.locator(f"[data-bid-member='{free[0]}']").click()
    expect(page.get_by_test_id("bag")).to_have_attribute("data-strength", "0")
    expect(page.get_by_test_id("seal")).to_be_disabled()
    choose(page, "no bid")
    play_until(page, "turn")
    page.locator("[data-space]:not([data-legal])").first.click()
    expect(page.get_by_test_id("refusal")).to_contain_text(re.compile(r"(busy|room|nothing you could do).*ALPAC-\d+"))
    page.get_by_test_id("hand").locator("[data-card]").first.click()
    expect(page.get_by_test_id("shown")).to_be_visible()
    expect(page.get_by_test_id("reason")).to_contain_text(re.compile("ALPAC-"))
    expect(page.get_by_test_id("shown").locator(".joke")).to_be_visible()  # it comes when it is looked at
    page.keyboard.press("Escape")
    before = page.locator("[data-space][data-legal]").count()
    assert before > 0
    told = page.get_by_test_id("story").inner_text()
    member = page.locator("[data-member][data-legal]").first
    member.click()  # a member with two spaces narrows the choices, one with a single space goes there
    if kind(page) == "turn" and page.get_by_test_id("choices").get_by_text("Show all choices").count():
        assert len(actions(page)) <= 3
        page.locator(CHOICE).first.click()
    page.wait_for_function("told => document.querySelector('[data-testid=story]').innerText !== told", arg=told)


def _drag_into_bag(page: Page, member: str) -> None:
    start = page.locator(f"[data-bid-member='{member}']").bounding_box()
    end = page.get_by_test_id("bag").bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def test_german(visit: Visit) -> None:
    page = visit(locale="de-DE")
    new_table(page, against_bots(3))
    wait_for_choice(page)
    expect(page.get_by_test_id("choices")).to_contain_text("Zu Hause bleiben")
    expect(page.get_by_test_id("new-day")).to_contain_text("Neuer Tag")
    expect(page.get_by_test_id("spaces")).to_contain_text("Plündern")
    expect(page.get_by_test_id("tracks")).to_contain_text("Wohlstand")
    play_until(page, "bid")
    expect(page.get_by_test_id("bidding")).to_contain_text("Gebot versiegeln")
    expect(page.get_by_test_id("bidding")).to_contain_text("niedrigere Stammesnummer")
    play_until(page, "turn")
    expect(page.get_by_test_id("choices")).to_contain_text("Schicke jemanden an die Arbeit")
    page.locator("[data-space]:not([data-legal])").first.click()
    expect(page.get_by_test_id("refusal")).to_contain_text(re.compile("unterwegs|kein Platz|nichts ausrichten"))


def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    new_table(page, against_bots(2))
    wait_for_choice(page)
    page.keyboard.press("1")
    for _ in range(40):
        wait_for_choice(page)
        if page.get_by_test_id("rounds").get_attribute("data-round") == "2":
            break
        before = page.get_by_test_id("choices").inner_html()
        if kind(page) == "bid":
            _bid_by_keyboard(page)
        elif kind(page) == "turn":
            page.locator(CHOICE).first.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("1" if any(text != "pass" for text in actions(page)) else "0")
        page.wait_for_function(
            "before => document.querySelector('[data-testid=choices]').innerHTML !== before", arg=before
        )
    expect(page.get_by_test_id("rounds")).to_have_attribute("data-round", "2")


def _bid_by_keyboard(page: Page) -> None:
    page.evaluate("() => document.activeElement?.blur()")
    page.keyboard.press("5")
    expect(page.get_by_test_id("bag")).to_have_attribute("data-strength", re.compile("7|0"))
    if page.get_by_test_id("bag").get_attribute("data-strength") == "0":
        page.keyboard.press("0")
        return
    page.keyboard.press("+")
    page.keyboard.press("Enter")


def test_phone_size_with_fingers(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, locale="de-DE")  # the longer words
    new_table(page, against_bots(5))
    wait_for_choice(page)
    seen = set()
    while not {"day", "bid", "turn", "work"} <= seen:
        wait_for_choice(page)
        if kind(page) not in seen:
            seen.add(kind(page))
            assert not overflows(page), kind(page)
            assert too_small(page) == [], kind(page)
        play(page, 1)
        assert not page.get_by_test_id("result").count()
    play_until(page, "turn")
    for part, inside in (("tribe", "completed"), ("hand", "hand"), ("others", "others"), ("board", "tracks")):
        page.get_by_test_id(f"part-{part}").tap()
        expect(page.get_by_test_id(inside)).to_be_visible()
        assert not overflows(page), part
        assert too_small(page) == [], part
    expect(page.get_by_test_id("others")).to_be_hidden()
    page.get_by_test_id("part-hand").tap()
    expect(page.locator(CHOICE).first).to_be_hidden()  # the choices make room
    page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    expect(page.locator(CHOICE).first).to_be_visible()  # or stand beside
    page.set_viewport_size(PHONE)
    page.get_by_test_id("part-board").tap()
    box = page.locator(CHOICE).first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]  # the first choice is seen without scrolling
    page.set_viewport_size({"width": PHONE["width"], "height": 740})
    assert covered(page) == []  # not by the choices either, which stay at the foot


def _turn_with(card: str) -> str:
    """The first turn of a seat that may also play a card, among five."""
    position, luck = alcove.game("alpacalypse").new(players=5, seed=8), 8
    while f"play {card}" not in [action.text for action in position.legal(0)]:
        seat = position.awaited[0]
        position, luck = position.play(seat, think(position, seat, 1, luck).action), luck + 1
    return str(position)


def _turn_with_many_cards() -> str:
    """A turn of the first of five with eight cards in hand and eleven choices, found by careless play."""
    position, luck = alcove.game("alpacalypse").new(players=5, seed=25), Random(25)
    while True:
        seat, table = position.awaited[0], position.view(0)["table"]
        if seat == 0 and table["choice"]["kind"] == "turn" and len(table["tribes"][0]["hand"]) == 8:
            return str(position)
        position = position.play(seat, luck.choice([action.text for action in position.legal(seat)]))


def test_the_choices_stay_in_sight(visit: Visit) -> None:
    """Nobody is sent and nothing is bid: a turn has no more choices than then."""
    page = visit(locale="de-DE")
    new_table(page, against_bots(5))
    for kind_of_choice, kept in (("day", "stay"), ("bid", "no bid")):
        play_until(page, kind_of_choice)
        choose(page, kept)
        expect(page.locator(f"[data-kind='{kind_of_choice}'][data-mine='true']")).to_have_count(0)
    play_until(page, "turn")
    _stay_in_sight(page)


def test_the_choices_stay_in_sight_with_a_card_among_them(visit: Visit) -> None:
    page = visit()
    open_scene(page, "alpacalypse", _turn_with("second-wind"), 5)  # the card with the widest picture beside the spaces
    wait_for_choice(page, "turn")
    _stay_in_sight(page)


def test_the_choices_stay_in_sight_with_many_cards_in_hand(visit: Visit) -> None:
    page = visit(locale="de-DE")
    open_scene(page, "alpacalypse", _turn_with_many_cards(), 5)
    wait_for_choice(page, "turn")
    assert len(actions(page)) == 11
    page.set_viewport_size({"width": 1366, "height": 768})
    _stay_in_sight(page)


def _stay_in_sight(page: Page) -> None:
    """Spaces and choices are seen at once, and the choices stay where they are when the page is scrolled."""
    for seen in (page.locator("[data-space]").last, page.locator(CHOICE).last, page.get_by_test_id("purse")):
        expect(seen).to_be_in_viewport(ratio=1)
    choices, spaces = page.get_by_test_id("choices").bounding_box(), page.get_by_test_id("spaces").bounding_box()
    assert choices is not None
    assert spaces is not None
    assert spaces["y"] + spaces["height"] <= choices["y"]
    page.get_by_test_id("show-hand").click()
    expect(page.get_by_test_id("hand").locator("[data-card]").first).to_be_in_viewport(ratio=1)
    assert page.get_by_test_id("choices").bounding_box() == choices


def test_sitting_down_and_folding_the_choices_on_a_phone(visit: Visit) -> None:
    host = visit()
    new_table(host, {0: "me", 1: "open"})
    expect(host.get_by_test_id("purse")).to_be_visible()
    guest = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    take_seat(guest, host.url, 1, "Bruno")  # the open seat is seen at once
    expect(guest.get_by_test_id("new-day")).to_be_visible()
    asked = _until_asked([host, guest], "day")[0]
    if asked is host:
        choose(host, "stay")
        wait_for_choice(guest, "day")
    everything = guest.locator("[data-testid='alpacalypse-table'] *").count()
    assert restyled(guest, guest.get_by_role("button", name="Fold the choices").tap) < everything / 4
    expect(guest.locator(CHOICE).first).to_be_hidden()
    guest.get_by_role("button", name="Unfold the choices").tap()
    expect(guest.locator(CHOICE).first).to_be_in_viewport(ratio=1)


def test_each_phase_is_explained_when_it_first_comes_up(visit: Visit) -> None:
    """Over the headline, which moves nothing and covers nothing of the game."""
    page = visit(tips=True, has_touch=True)
    new_table(page, against_bots(2))
    wait_for_choice(page, "day")
    tip, place = page.get_by_test_id("tip"), page.get_by_role("status").filter(has=page.get_by_test_id("tip"))
    expect(tip).to_have_attribute("data-tip", "tip-event")
    expect(place).to_contain_text("A New Day")
    expect(page.get_by_test_id("tip-rule")).to_contain_text("ALPAC-14")
    assert under_the_tip(page) == []
    page.evaluate(WATCH_TIP)
    page.get_by_test_id("language-de").click()
    expect(tip).to_contain_text("Ein neuer Tag")
    assert under_the_tip(page) == []
    page.set_viewport_size(PHONE)
    assert under_the_tip(page) == []
    assert tip.evaluate("tip => tip.scrollHeight <= tip.clientHeight")  # all of it is read at once
    choices, close = page.get_by_test_id("choices").bounding_box(), page.get_by_test_id("tip-close")
    expect(close).to_be_visible()
    size = close.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 44
    assert page.evaluate("tipWasGone") is False
    close.click()
    expect(tip).to_have_count(0)
    assert page.get_by_test_id("choices").bounding_box() == choices
    choose(page, "stay")
    play_until(page, "bid")
    expect(tip).to_have_attribute("data-tip", "tip-bids")
    close_moment(page)
    expect(tip).to_be_visible()
    assert under_the_tip(page) == []
    page.set_viewport_size(DESKTOP)
    assert under_the_tip(page) == []
    choices = page.get_by_test_id("choices").bounding_box()
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    assert page.get_by_test_id("choices").bounding_box() == choices
    told = page.evaluate("localStorage.getItem('alcove.tips.alpacalypse')")
    assert {"tip-event", "tip-bids"} <= set(told.split())
    choose(page, "no bid")
    play_until(page, "turn")
    expect(tip).to_be_visible()
    page.get_by_test_id("hint").click()  # whose words stand where the tip was
    expect(tip).to_be_hidden()
    page.keyboard.press("Escape")
    expect(tip).to_have_count(1)  # nobody closes what cannot be seen
    page.get_by_test_id("tip-never").dispatch_event("click")
    expect(tip).to_have_count(0)
    assert page.evaluate("localStorage.getItem('alcove.tips')") == "no"


def test_two_people_on_one_device(visit: Visit) -> None:
    """Between them hangs a curtain: hand and bid of the one are out of sight while the other chooses."""
    page = visit()
    new_table(page, {0: "me", 1: "local"}, name="Anna")
    hands: set[str] = set()
    bids = 0
    for _ in range(80):
        page.wait_for_selector(f"[data-testid='curtain'], {CHOICE}")
        if page.get_by_test_id("curtain").count():
            expect(page.get_by_test_id("hand")).to_have_count(0)
            page.get_by_test_id("curtain-ready").click()
            wait_for_choice(page)
            continue
        hands.add(str(page.get_by_test_id("hand").locator("[data-card]").first.get_attribute("data-card")))
        bids += kind(page) == "bid"
        if page.get_by_test_id("rounds").get_attribute("data-round") == "2" or phase(page) == "action":
            break
        play(page, 1)
    assert len(hands) == 2
    assert bids == 2
    expect(page.get_by_test_id("bids")).to_have_attribute("data-sealed", "false")


def test_tribes_are_chosen_by_their_boards(visit: Visit) -> None:
    page = visit()
    new_table(page, against_bots(2), tribes="chosen")
    wait_for_choice(page, "tribe")
    name = page.locator(f"{CHOICE} .title").first.inner_text()
    page.locator(CHOICE).first.click()
    expect(page.get_by_test_id("purse")).to_contain_text(name)
