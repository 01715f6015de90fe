"""The table of Alva as a person uses it: look at the marks, click."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.lobby import open_table

MARKED = "[data-point]:not([data-legal=''])"
PLAY = """async (most) => {
    const marked = (legal) => document.querySelector(`[data-point][data-legal='${legal}']`);
    const sleep = (time) => new Promise((go) => setTimeout(go, time));
    const end = Date.now() + 60_000;
    let done = 0;
    while (done < most && !document.querySelector('[data-testid=result]') && Date.now() < end) {
        const next = marked('land') ?? marked('jump') ?? marked('place');
        next?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        if (next) done += 1;
        await sleep(5);
    }
    return done;
}"""
"""A person with quick fingers, who takes the first choice. It runs inside the page."""


def new_table(page: Page, seats: dict[int, str], size: int = 5, name: str = "Anna") -> None:
    open_table(page, "alva", seats, name, size=size)
    expect(page.get_by_test_id("board")).to_be_visible()


def points(page: Page, legal: str) -> list[str]:
    return page.locator(f"[data-point][data-legal='{legal}']").evaluate_all(
        "cells => cells.map(cell => cell.dataset.point)"
    )


def click(page: Page, point: str) -> None:
    page.locator(f"[data-point='{point}']").click()


def turn_texts(page: Page) -> list[str]:
    turns = page.locator("[data-testid='move-list'] [data-turn]")
    return [str(one.get_attribute("data-text")) for one in turns.all()]


def is_over(page: Page) -> bool:
    return page.get_by_test_id("result").count() > 0


def wait_for_choice(page: Page) -> bool:
    """Wait until this seat may act; False when the game is over."""
    page.wait_for_selector(f"{MARKED}, [data-testid='result']")
    return not is_over(page)


def act(page: Page) -> str:
    """One action, the first one shown: a jump where one is forced, else a placement. Returns what was clicked."""
    before = board(page)
    if jumpers := points(page, "jump"):
        if not points(page, "land"):
            click(page, jumpers[0])
        landing = points(page, "land")[0]
        click(page, landing)
        done = landing
    else:
        done = points(page, "place")[0]
        click(page, done)
    page.wait_for_function("before => JSON.stringify(window.__alvaBoard()) !== before", arg=before)
    return done


def board(page: Page) -> str:
    """The pieces on the board as text. The function stays in the page, to wait for a change."""
    return str(
        page.evaluate(
            """() => {
                window.__alvaBoard = () => [...document.querySelectorAll('[data-point]')]
                    .map(cell => cell.dataset.point + cell.dataset.piece).sort();
                return JSON.stringify(window.__alvaBoard());
            }"""
        )
    )


def play_to_the_end(*people: Page) -> None:
    """Everybody plays on, each in their own browser, until there is a result."""
    for page in people[1:]:
        page.evaluate(f"() => void ({PLAY})(2000)")
    people[0].evaluate(PLAY, 2000)
    for page in people:
        expect(page.get_by_test_id("result")).to_be_visible()


def scores(page: Page) -> tuple[int, int]:
    """In the order of the seats, from the lines below the sentence."""
    lines = [line.inner_text() for line in page.get_by_test_id("result").locator("dd").all()]
    white, black = (int(re.findall(r"\d+", line)[0]) for line in lines)
    return white, black
