"""The table of The Alpacalypse as people use it: set up a table, fill the bag, take a choice."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.lobby import open_table

CHOICE = "[data-testid='choices'] [data-action]:not([disabled])"
DONE = "[data-testid='result']"

PLAY = """async ({ most, until }) => {
    const at = (name) => document.querySelector(`[data-testid=${name}]`);
    const choices = () => [...document.querySelectorAll("[data-testid='choices'] [data-action]:not([disabled])")];
    const sleep = (time) => new Promise((go) => setTimeout(go, time));
    const LIKED = [/^complete/, /^build/, /^(trade|send|keep|take|gain|track|pay)/, / (MD|PC|BP|AT)$/];
    const first = (buttons, liked) => buttons.find(({ dataset }) => liked.test(dataset.action));
    const pick = (buttons) => LIKED.map((liked) => first(buttons, liked)).find(Boolean)
        ?? first(buttons, /^(?!pass)/) ?? buttons[0];
    const fill = () => {
        const free = [...document.querySelectorAll("[data-inside='false'][data-bid-member]:not([disabled])")];
        if (at('bag')?.dataset.strength === '0' && free.length > 3) free.at(-1).click();
    };
    const end = Date.now() + 90_000;
    for (let done = 0; done < most && Date.now() < end; ) {
        if (at('result') || at('rounds')?.dataset.round === until) return done;
        fill();
        await sleep(0);
        const button = at('choices')?.dataset.mine === 'true' && pick(choices());
        if (button) {
            button.click();
            done += 1;
            do await sleep(10); while (at('choices')?.dataset.busy === 'true' && Date.now() < end);
        }
        await sleep(5);
    }
    return most;
}"""
"""A person with quick fingers and a liking for finished cards. It runs inside the page."""


COVERED = """async () => {
    const frame = () => new Promise((go) => requestAnimationFrame(go));
    const found = [];
    for (const space of document.querySelectorAll('[data-space]')) {
        await frame();
        await frame();
        space.focus();
        const { left, top, right, bottom } = space.getBoundingClientRect();
        const above = [[left + 9, top + 3], [right - 9, bottom - 3]].map(([x, y]) => document.elementFromPoint(x, y));
        if (above.some((part) => part?.closest('.dock, .tabs'))) found.push(space.dataset.space);
    }
    return found;
}"""
"""Spaces that what stays in sight hides while they have the focus, even in part."""


UNDER_TIP = """(parts) => {
    const box = (name) => document.querySelector(`[data-testid=${name}]`).getBoundingClientRect();
    const tip = box('tip');
    return parts.filter((name) => {
        const { left, right, top, bottom } = box(name);
        return left < tip.right && tip.left < right && top < tip.bottom && tip.top < bottom;
    });
}"""
"""What a tip lies over."""
WATCH_TIP = """() => {
    globalThis.tipWasGone = false;
    const look = () => (globalThis.tipWasGone ||= !document.querySelector('[data-testid=tip]'));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes whether a tip was gone for a moment."""


def new_table(page: Page, seats: dict[int, str], name: str = "Anna", **options: str) -> None:
    open_table(page, "alpacalypse", seats, name, **options)


def play(page: Page, most: int, until_round: int | None = None) -> int:
    """Choose until the game ends, a round begins, or so many choices are made; returns how many that took."""
    return int(page.evaluate(PLAY, {"most": most, "until": None if until_round is None else str(until_round)}))


def play_together(people: list[Page], until_round: int) -> None:
    """Everybody chooses, each in their own browser, until a round begins."""
    wish = f"{{ most: 900, until: '{until_round}' }}"
    for page in people[1:]:
        page.evaluate(f"() => void ({PLAY})({wish})")
    play(people[0], 900, until_round)


def covered(page: Page) -> list[str]:
    found: list[str] = page.evaluate(COVERED)
    return found


def restyled(page: Page, act: Callable[[], None]) -> int:
    """How many elements of the page got their style anew while this was done."""
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    act()
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    return sum(event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree")


def close_moment(page: Page) -> None:
    """What has been scored, if it is told just now: it would go by itself."""
    page.evaluate("document.querySelector('[data-testid=moment] button')?.click()")


def under_the_tip(page: Page) -> list[str]:
    """Choices, hand, goods and spaces belong to the table; why something is not possible is told among the notices."""
    found: list[str] = page.evaluate(UNDER_TIP, ["alpacalypse-table", "choices", "purse", "notices", "story", "undo"])
    return found


def wait_for_choice(page: Page, kind: str = "") -> None:
    """Wait until this seat is asked, for a choice of this kind if one is named."""
    asked = f"[data-kind='{kind}']" if kind else ""
    page.wait_for_selector(f"[data-testid='choices'][data-mine='true'][data-busy='false']{asked}, {DONE}")


def kind(page: Page) -> str:
    """What the reader is asked; empty while others are."""
    return str(
        page.evaluate(
            """() => {
                const { kind, mine, busy } = document.querySelector('[data-testid=choices]')?.dataset ?? {};
                return mine === 'true' && busy === 'false' ? kind : '';
            }"""
        )
    )


def phase(page: Page) -> str:
    return str(page.get_by_test_id("alpacalypse-table").get_attribute("data-phase"))


def play_until(page: Page, wanted: str, most: int = 60) -> None:
    """Choose one thing after the other until a choice of this kind comes up."""
    for _ in range(most):
        wait_for_choice(page)
        if kind(page) == wanted:
            return
        play(page, 1)
    raise AssertionError(f"no choice of the kind {wanted}")


def choose(page: Page, text: str) -> None:
    page.locator(f"[data-testid='choices'] [data-action='{text}']").click()


def actions(page: Page) -> list[str]:
    return list(page.locator(CHOICE).evaluate_all("buttons => buttons.map(button => button.dataset.action)"))


def put_into_bag(page: Page, *members: str, coins: int = 0) -> None:
    for member in members:
        page.locator(f"[data-bid-member='{member}'][data-inside='false']").click()
    for _ in range(coins):
        page.get_by_test_id("coin-more").click()


def free_members(page: Page) -> list[str]:
    page.get_by_test_id("bidding").wait_for()
    free = page.locator("[data-bid-member]:not([disabled])")
    return list(free.evaluate_all("members => members.map(member => member.dataset.bidMember)"))


def overflows(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth"))


def too_small(page: Page) -> list[str]:
    """Buttons that are too small for a finger, or reach out of a window that they cannot be scrolled into."""
    return list(
        page.locator("[data-testid='alpacalypse-table'] button:visible").evaluate_all(
            """buttons => buttons.filter((button) => {
                const { width, height, left, right } = button.getBoundingClientRect();
                const scrolls = button.closest('.market, .cards');
                return width < 39.5 || height < 39.5 || (!scrolls && (left < 0 || right > window.innerWidth));
            }).map((button) => button.getAttribute('aria-label') || button.textContent)"""
        )
    )
