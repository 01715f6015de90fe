"""The table of Alluvium as people use it: turn the form, lay it down, draw it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.lobby import open_table

READY = "[data-testid='form-cursor'], [data-testid='pass']"
SITUATION = """() => {
    const at = (name) => document.querySelector(`[data-testid=${name}]`);
    const fresh = [...document.querySelectorAll('[data-fresh]')].map((box) => box.dataset.box);
    const there = ['curtain', 'pass', 'result'].map((name) => at(name) !== null);
    return [at('sheet')?.dataset.step, ...there, fresh].join();
}"""
"""What changes with every drawing of one's own, as text."""
PLAY = """async (most) => {
    const at = (name) => document.querySelector(`[data-testid=${name}]`);
    const fitting = (what) => [...document.querySelectorAll(`[data-box][data-fits='${what}']`)];
    const sleep = (time) => new Promise((go) => setTimeout(go, time));
    const turned = async () => {
        for (let turns = 0; turns < 4 && !fitting('form').length; turns += 1) {
            at('turn-right')?.click();
            await sleep(0);
        }
        return fitting('form').length ? fitting('form') : fitting('plug');
    };
    const pointTo = (box) => {
        const { left, top, width, height } = box.getBoundingClientRect();
        const middle = { clientX: left + width / 2, clientY: top + height / 2 };
        box.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse', ...middle }));
    };
    const take = (button) => (button && !button.disabled ? (button.click(), 1) : 0);
    const end = Date.now() + 60_000;
    let done = 0;
    while (done < most && !at('result') && Date.now() < end) {
        if (at('pass')) done += take(at('pass'));
        else if (at('form-cursor')) {
            const boxes = await turned();
            if (boxes.length) pointTo(boxes[done % boxes.length]);
            await sleep(0);
            done += take(at('draw'));
        }
        await sleep(10);
    }
    return done;
}"""
"""A person with a quick mouse, who draws whatever fits. It runs inside the page."""


def new_table(page: Page, seats: dict[int, str]) -> None:
    open_table(page, "alluvium", seats)


def step(page: Page) -> str:
    """Round and step of the sheet on the desk, such as `2 other-1`; empty without one."""
    sheet = page.get_by_test_id("sheet")
    return str(sheet.get_attribute("data-step")) if sheet.count() else ""


def is_over(page: Page) -> bool:
    return page.get_by_test_id("result").count() > 0


def may_draw(page: Page) -> bool:
    return page.locator(READY).count() > 0


def coloured(page: Page, letter: str) -> list[str]:
    """The boxes of a colour on the sheet before the reader."""
    found = page.locator(f"[data-testid='sheet'] [data-box][data-colour='{letter}']")
    return list(found.evaluate_all("boxes => boxes.map(box => box.dataset.box)"))


def fitting(page: Page, what: str = "form") -> list[str]:
    return list(
        page.locator(f"[data-box][data-fits='{what}']").evaluate_all("boxes => boxes.map(box => box.dataset.box)")
    )


def turn_until_it_fits(page: Page) -> list[str]:
    """The boxes at which the form can be held, after as many turns as that needs."""
    for _ in range(4):
        if boxes := fitting(page):
            return boxes
        page.get_by_test_id("turn-right").click()
    return []


def wait_for_change(page: Page, before: str) -> None:
    page.wait_for_function(f"before => ({SITUATION})() !== before", arg=before)


def draw(page: Page, nth: int = 0) -> str:
    """Draw what is due, by clicks: the form, else a hole, else a pass. Returns what was drawn when it is."""
    before = page.evaluate(SITUATION)
    text = _lay(page, nth)
    page.get_by_test_id("pass" if text == "pass" else "draw").click()
    wait_for_change(page, before)
    return text


def draw_to_the_end(people: list[Page]) -> None:
    """Everybody draws on at the same time until there is a result."""
    for page in people[1:]:
        page.evaluate(f"() => void ({PLAY})(200)")
    people[0].evaluate(PLAY, 200)
    for page in people:
        expect(page.get_by_test_id("result")).to_be_visible()


def draw_quickly(page: Page) -> None:
    """Draw what is due, wherever it fits."""
    before = page.evaluate(SITUATION)
    page.evaluate(PLAY, 1)
    wait_for_change(page, before)


def _lay(page: Page, nth: int) -> str:
    if page.get_by_test_id("pass").count():
        return "pass"
    boxes = turn_until_it_fits(page) or fitting(page, "plug")
    page.locator(f"[data-box='{boxes[nth % len(boxes)]}']").click()
    cursor = page.get_by_test_id("form-cursor")
    expect(cursor).to_have_attribute("data-fits", "true")
    return str(cursor.get_attribute("data-text"))


def wait_for_turn(page: Page) -> bool:
    """Wait until this browser may draw; False when the game is over."""
    page.wait_for_selector(f"{READY}, [data-testid='result']")
    return not is_over(page)


def remembered(page: Page, owner: int) -> str:
    """What a memory of a sheet shows, as words; then back to the sheet on the desk."""
    page.get_by_test_id(f"look-{owner}").click()
    expect(page.get_by_test_id("memory")).to_have_attribute("data-owner", str(owner))
    words = page.get_by_test_id("sheet-words").inner_text()
    page.get_by_test_id("memory-back").click()
    return words
