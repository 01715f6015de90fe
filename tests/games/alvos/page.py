"""The table of Alvos as a person uses it: set up a table, look at the choices, take one."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.lobby import open_table

CHOICE = "[data-testid='choices'] [data-action]:not([disabled])"
DONE = "[data-testid='result']"

PLAY = """async (most) => {
    const table = () => document.querySelector('[data-testid=alvos-table]');
    const choices = () => [...document.querySelectorAll("[data-testid='choices'] [data-action]:not([disabled])")];
    const sleep = (time) => new Promise((go) => setTimeout(go, time));
    const pick = (buttons) => buttons.find((button) => button.dataset.testid === 'deliver')
        ?? buttons.find((button) => button.dataset.action !== 'pass') ?? buttons[0];
    for (let done = 0; done < most; ) {
        if (document.querySelector('[data-testid=result]')) return done;
        const button = pick(choices());
        if (button) {
            button.click();
            done += 1;
        }
        await sleep(15);
    }
    return most;
}"""
"""A person with quick fingers: delivers when possible, else takes the first choice. It runs inside the page."""


def new_table(page: Page, seats: dict[int, str], name: str = "Anna", **options: str) -> None:
    open_table(page, "alvos", seats, name, **options)
    expect(page.get_by_test_id("cave")).to_be_visible()


def wait_for_choice(page: Page) -> bool:
    """Wait until this seat may act; False when the game is over."""
    page.wait_for_selector(f"{CHOICE}, {DONE}")
    return page.locator(DONE).count() == 0


def act(page: Page) -> None:
    """One choice of a quick person, and the table after it."""
    before = page.get_by_test_id("move-list").inner_text()
    page.evaluate(PLAY, 1)
    page.wait_for_function(
        "before => document.querySelector('[data-testid=move-list]').innerText !== before", arg=before
    )


def play_to_the_end(page: Page, most: int = 400) -> int:
    """Play on until there is a result; returns how many choices that took."""
    taken = int(page.evaluate(PLAY, most))
    expect(page.get_by_test_id("result")).to_be_visible()
    return taken


def actions(page: Page) -> list[str]:
    return page.locator(CHOICE).evaluate_all("buttons => buttons.map(button => button.dataset.action)")


def overflows(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth"))


def clipped(page: Page) -> list[str]:
    """Buttons of the table that are too small for a finger, or reach out of the window."""
    return page.locator("[data-testid='alvos-table'] button:visible").evaluate_all(
        """buttons => buttons.filter(button => {
            const { width, height, left, right } = button.getBoundingClientRect();
            return width < 40 || height < 40 || left < 0 || right > window.innerWidth;
        }).map(button => button.textContent)"""
    )
