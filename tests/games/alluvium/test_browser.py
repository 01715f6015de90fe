"""Alluvium in a real browser: several people who draw at the same time, one device with a curtain, touch and keys."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.keys import tab_to
from tests.browser.lobby import take_seat
from tests.browser.visiting import PHONE, Visit
from tests.games.alluvium.page import (
    READY,
    SITUATION,
    coloured,
    draw,
    draw_quickly,
    draw_to_the_end,
    fitting,
    is_over,
    may_draw,
    new_table,
    remembered,
    step,
    turn_until_it_fits,
    wait_for_change,
    wait_for_turn,
)

THREE_PEOPLE = {0: "me", 1: "open", 2: "open"}
WITH_BOTS = {0: "me", 1: "bot", 2: "bot"}


def test_three_people_draw_a_whole_game_at_the_same_time_and_one_reconnects(visit: Visit) -> None:
    anna, bruno, clara = people = [visit(reduced_motion="reduce") for _ in range(3)]
    new_table(anna, THREE_PEOPLE)
    expect(anna.get_by_test_id("sheet")).to_be_visible()
    take_seat(bruno, anna.url, 1, "Bruno")
    take_seat(clara, anna.url, 2, "Clara")
    _draw_two_and_change_one(anna)
    bruno = people[1] = _close_and_open_again(bruno)
    expect(bruno.get_by_test_id("player-0")).to_have_attribute("data-state", "drawn")
    expect(bruno.get_by_test_id("player-2")).to_have_attribute("data-state", "drawing")
    expect(anna.get_by_test_id("status")).to_contain_text("Waiting for Bruno, Clara")
    own = {page: _seen_after_drawing_two(page) for page in people[1:]}
    _finish_step(people, "1 dummy")
    for page, before in own.items():
        assert before == set(coloured(page, "bg"[people.index(page) - 1]))
    _finish_step(people, "1 other-1")
    memory = remembered(bruno, 1)
    _finish_step(people, "1 other-2")  # somebody has drawn on Bruno's sheet: he does not see it
    assert remembered(bruno, 1) == memory
    draw_to_the_end(people)
    _the_bonus_is_explained(people)


def _draw_two_and_change_one(page: Page) -> None:
    """ALLUV-14: what is drawn can be changed as long as the step is open."""
    wait_for_turn(page)
    draw(page)
    expect(page.get_by_test_id("status")).to_contain_text("secret card")
    draw(page)
    expect(page.locator("[data-testid='drawn']")).to_have_count(2)
    before = _fresh(page)
    page.get_by_test_id("change-1").click()
    page.locator(f"[data-box='{turn_until_it_fits(page)[-1]}']").click()
    changed = set(_boxes_of_cursor(page))
    page.get_by_test_id("draw").click()
    expect(page.get_by_test_id("form-cursor")).to_have_count(0)
    after = _fresh(page)
    assert after != before
    assert changed < after
    page.reload()
    expect(page.get_by_test_id("sheet")).to_be_visible()
    assert _fresh(page) == after


def _fresh(page: Page) -> set[str]:
    return set(page.locator("[data-box][data-fresh]").evaluate_all("boxes => boxes.map(box => box.dataset.box)"))


def _close_and_open_again(page: Page) -> Page:
    """In the middle of a step, with one of two forms drawn."""
    wait_for_turn(page)
    draw(page)
    expect(page.get_by_test_id("status")).to_contain_text("secret card")
    before = _fresh(page)
    url, context = page.url, page.context
    page.close()
    again = context.new_page()
    again.goto(url)
    expect(again.get_by_test_id("status")).to_contain_text("secret card")
    assert _fresh(again) == before
    return again


def _seen_after_drawing_two(page: Page) -> set[str]:
    """Draw until both forms lie there; return their boxes."""
    boxes: set[str] = set()
    while may_draw(page):
        cursor = page.get_by_test_id("form-cursor")
        place = turn_until_it_fits(page)[0]
        page.locator(f"[data-box='{place}']").click()
        expect(cursor).to_have_attribute("data-fits", "true")
        boxes = _fresh(page) | set(_boxes_of_cursor(page))
        before = page.evaluate(SITUATION)
        page.get_by_test_id("draw").click()
        wait_for_change(page, before)
        if step(page) != "1 own":
            break
    return boxes


def _boxes_of_cursor(page: Page) -> list[str]:
    """The boxes under the form, from the squares of its drawing."""
    path = str(page.locator("[data-testid='form-cursor'] .wash").get_attribute("d"))
    return [f"{'abcdefghij'[int(x)]}{10 - int(y)}" for x, y in re.findall(r"M(\d+) (\d+)h1v1", path)]


def _finish_step(people: list[Page], then: str) -> None:
    """Everybody who has not drawn yet draws; afterwards the next step is there for all."""
    for page in people:
        if step(page) != then and may_draw(page):
            draw(page)
    for page in people:
        expect(page.get_by_test_id("sheet")).to_have_attribute("data-step", then)


def _the_bonus_is_explained(people: list[Page]) -> None:
    """ALLUV-16 to 18: what the sheets say one by one is what the table says in sum."""
    page = people[0]
    expect(page.get_by_test_id("points-table")).to_be_visible()
    vp = dict.fromkeys("rbgd", 0)
    for owner in range(3):
        page.get_by_test_id(f"look-{owner}").click()
        bonus = page.get_by_test_id("bonus")
        expect(bonus).to_have_attribute("data-owner", str(owner))
        for helper in bonus.locator("[data-helper]").all():
            vp[str(helper.get_attribute("data-helper"))] += int(str(helper.get_attribute("data-vp")))
        expect(page.locator("[data-testid='final-sheet'] [data-testid='rectangle']")).to_have_count(1)
    result = page.get_by_test_id("result").inner_text()
    for letter, name in zip("rbg", ("Anna", "Bruno", "Clara"), strict=True):
        found = re.search(rf"{name}\s+(\d+) = (\d+) from rectangles \+ (\d+) bonus VP", result)
        assert found is not None, result
        total, rounds, bonus_vp = map(int, found.groups())
        assert (total, bonus_vp) == (rounds + vp[letter], vp[letter])
    first = page.get_by_test_id("bonus").locator("button:not([disabled])").first
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    assert page.get_by_test_id("points-table").inner_text() == people[1].get_by_test_id("points-table").inner_text()


def test_hot_seat_hangs_a_curtain_between_two_people(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    new_table(page, {0: "me", 1: "local", 2: "bot"})
    passed_on = 0
    sheets: dict[str, set[str]] = {}
    while _goes_on(page) and passed_on < 10:  # a whole round, and the next one's first steps
        if page.get_by_test_id("curtain").count():
            assert page.locator("[data-box], [data-testid='card-0'], [data-testid^='look-']").count() == 0
            page.get_by_test_id("curtain-ready").click()
            passed_on += 1
        page.wait_for_selector(READY)
        owner = str(page.get_by_test_id("sheet").get_attribute("data-owner"))
        sheets.setdefault(step(page), set()).add(owner)
        draw_quickly(page)
    assert passed_on == 10
    for key, owners in list(sheets.items())[:-1]:
        assert len(owners) == 2, f"two people have had one sheet in step {key}"


def _goes_on(page: Page) -> bool:
    page.wait_for_selector(f"[data-testid='curtain'], {READY}, [data-testid='result']")
    return not is_over(page)


def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    new_table(page, WITH_BOTS)
    wait_for_turn(page)
    tab_to(page, "sheet")
    while wait_for_turn(page) and step(page).startswith("1"):
        assert page.evaluate("() => document.activeElement?.dataset.testid") == "sheet"
        before = page.evaluate(SITUATION)
        _walk_until_it_fits(page)
        page.keyboard.press("Enter")
        wait_for_change(page, before)
    expect(page.get_by_test_id("scored")).to_contain_text("Round 1")
    expect(page.get_by_test_id("rectangle")).to_be_visible()


def _walk_until_it_fits(page: Page) -> None:
    """From the lower left corner along the rows, turned once more for each time that nothing fits."""
    cursor = page.get_by_test_id("form-cursor")
    for _ in range(4):
        if not fitting(page):
            page.keyboard.press("r")
    for key in ("ArrowLeft", "ArrowDown"):
        for _ in range(10):
            page.keyboard.press(key)
    for row in range(10):
        for _ in range(10):
            if cursor.get_attribute("data-fits") == "true":
                return
            page.keyboard.press("ArrowLeft" if row % 2 else "ArrowRight")
        page.keyboard.press("ArrowUp")
    raise AssertionError("nothing fits")


def test_hint_mouse_wheel_letter_and_second_click(visit: Visit) -> None:
    page = visit()
    new_table(page, WITH_BOTS)
    wait_for_turn(page)
    cursor = page.get_by_test_id("form-cursor")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-words")).to_be_visible(timeout=20_000)
    page.locator("[data-box='a10']").hover()
    expect(cursor).to_have_attribute("data-fits", "false")
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_contain_text("must cover one of the solid boxes")
    page.get_by_test_id("verdict-rule").click()
    clause = page.locator("[data-testid='rulebook'] [data-clause='ALLUV-8']")
    expect(clause).to_be_in_viewport()
    assert page.locator("[data-testid='rulebook'] figure svg").count() >= 10
    page.get_by_test_id("rulebook-close").click()
    page.locator("[data-box='d4']").hover()
    turned = str(cursor.get_attribute("data-turn"))
    page.mouse.wheel(0, 120)
    expect(cursor).not_to_have_attribute("data-turn", turned)
    page.keyboard.press("Shift+R")  # not the rulebook: the form is in the hand
    expect(cursor).to_have_attribute("data-turn", turned)
    expect(page.get_by_test_id("rulebook")).to_have_count(0)
    box = turn_until_it_fits(page)[0]
    page.locator(f"[data-box='{box}']").click()
    expect(cursor).to_have_attribute("data-held", "true")
    laid = _boxes_of_cursor(page)
    page.locator(f"[data-box='{laid[0]}']").click()
    expect(page.get_by_test_id("status")).to_contain_text("secret card")
    assert _fresh(page) == set(laid)


def test_a_spectator_sees_who_draws_and_no_sheet(visit: Visit) -> None:
    anna, watcher = visit(), visit()
    new_table(anna, WITH_BOTS)
    wait_for_turn(anna)
    watcher.goto(anna.url)
    expect(watcher.get_by_test_id("sheets-hidden")).to_be_visible()
    expect(watcher.get_by_test_id("player-0")).to_have_attribute("data-state", "drawing")
    assert watcher.locator("[data-box]").count() == 0
    draw(anna)
    expect(watcher.get_by_test_id("player-0")).to_have_attribute("data-state", "half")


def test_german(visit: Visit) -> None:
    page = visit(locale="de-DE")
    new_table(page, WITH_BOTS)
    wait_for_turn(page)
    expect(page.get_by_test_id("status")).to_contain_text("Zeichne deine offene Karte")
    page.locator("[data-box='a10']").hover()
    expect(page.get_by_test_id("verdict")).to_contain_text("muss jede Form eines der festen Kästchen bedecken")
    draw(page)
    expect(page.get_by_test_id("status")).to_contain_text("geheime Karte")
    draw(page)
    expect(page.get_by_test_id("sheet")).to_have_attribute("data-step", "1 dummy")
    expect(page.get_by_test_id("story")).to_contain_text("Die Karte des Strohmanns zeigt")
    expect(page.get_by_test_id("helper-track")).to_contain_text("Helferleiste")
    expect(page.get_by_test_id("sheet-words")).to_contain_text("Zeile 10")


def test_phone_size_with_fingers(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    new_table(page, {0: "me", 1: "bot", 2: "bot", 3: "bot", 4: "bot"})
    wait_for_turn(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    for test_id in ("turn-left", "turn-right", "draw"):
        box = page.get_by_test_id(test_id).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        assert box["y"] + box["height"] <= PHONE["height"]
    cell = page.locator("[data-box='e5']").bounding_box()
    assert cell is not None
    assert cell["width"] >= 34
    for seat in range(5):
        place, points = (page.get_by_test_id(f"{name}-{seat}").bounding_box() for name in ("player", "points"))
        assert place is not None
        assert points is not None
        assert points["x"] + points["width"] <= place["x"] + place["width"]
    cursor = page.get_by_test_id("form-cursor")
    page.locator("[data-box='b9']").tap()
    expect(cursor).to_have_attribute("data-held", "true")
    before = set(_boxes_of_cursor(page))
    _drag(page, "b9", "d7")
    assert set(_boxes_of_cursor(page)) == {_moved(box, 2, -2) for box in before}
    rotation = str(cursor.get_attribute("data-turn"))
    _twist(page, "d7", "f7", "d5")
    expect(cursor).not_to_have_attribute("data-turn", rotation)
    page.locator(f"[data-box='{turn_until_it_fits(page)[0]}']").tap()
    page.get_by_test_id("draw").tap()
    expect(page.get_by_test_id("status")).to_contain_text("secret card")


def _moved(box: str, columns: int, rows: int) -> str:
    return f"{chr(ord(box[0]) + columns)}{int(box[1:]) + rows}"


def _middle(page: Page, box: str) -> dict[str, float]:
    found = page.locator(f"[data-box='{box}']").bounding_box()
    assert found is not None
    return {"x": found["x"] + found["width"] / 2, "y": found["y"] + found["height"] / 2}


def _fingers(page: Page, *strokes: list[dict[str, float]]) -> None:
    """Each stroke is where the fingers are at one moment."""
    session = page.context.new_cdp_session(page)
    for number, points in enumerate(strokes):
        kind = "touchMove" if number else "touchStart"
        touches = [point | {"id": finger} for finger, point in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def _drag(page: Page, start: str, end: str) -> None:
    _fingers(page, [_middle(page, start)], [_middle(page, end)])


def _twist(page: Page, still: str, start: str, end: str) -> None:
    """One finger stays, the other goes round it."""
    at = _middle(page, still)
    one, other = _middle(page, start), _middle(page, end)
    between = {"x": max(one["x"], other["x"]), "y": max(one["y"], other["y"])}
    _fingers(page, [at], [at, one], [at, between], [at, other])
