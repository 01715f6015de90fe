"""A lesson in the browser, from its first step to its last, by keyboard or by finger."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

import alcove
from alcove.kernel.lesson import Stage, play_answer

Do = Callable[[Page, str], None]
"""Carries out an action at the game's own table, by its text."""
Use = Callable[[Page, Locator], None]
"""Presses a button, or whatever else can be used."""


def press(page: Page, part: Locator) -> None:
    part.focus()
    page.keyboard.press("Space" if part.get_attribute("type") == "checkbox" else "Enter")


def tap(_: Page, part: Locator) -> None:
    part.tap()


def walk(page: Page, name: str, do: Do, use: Use = press) -> None:
    """Do all that the lesson asks for. The page shows its first step."""
    lesson = alcove.game(name).lesson
    assert lesson is not None
    scenes = list(Stage(alcove.game(name), lesson).scenes.values())
    answer, table = page.get_by_test_id("lesson-answer"), page.get_by_test_id("lesson-table")
    for number, scene in enumerate(scenes):
        expect(table).to_have_attribute("data-step", scene.step.id)
        line = [played.action.text for played in play_answer(scene)[: len(scene.step.answer)]]
        for done, text in enumerate(line):
            do(page, text)
            expect(table).to_have_attribute("data-actions", str(done + 1))  # the board shows it
        if line:
            expect(answer).to_have_attribute("data-kind", "done")
        onward = page.get_by_test_id("lesson-play" if number == len(scenes) - 1 else "lesson-next")
        if line:
            expect(onward).to_be_focused()  # whoever goes by keys goes on with Enter
        use(page, onward)
        if number + 1 < len(scenes):
            expect(page.get_by_test_id("lesson-title")).to_be_focused()  # and hears what comes next
    page.wait_for_url(f"**/new/{name}")


def leave_and_come_back(page: Page) -> None:
    """Skip a step, leave, and find the place again; then start over."""
    first = page.get_by_test_id("lesson-table").get_attribute("data-step")
    page.get_by_test_id("lesson-skip").click()
    expect(page.get_by_test_id("lesson-step")).to_contain_text("2")
    here = page.url
    page.goto(here.split("/learn")[0])
    page.goto(here)
    expect(page.get_by_test_id("lesson-step")).to_contain_text("2")
    page.locator("summary").click()
    page.get_by_test_id("lesson-over").click()
    expect(page.get_by_test_id("lesson-table")).to_have_attribute("data-step", str(first))
