"""Somebody's own page, and the counts that the browser keeps of puzzles."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

import alcove
from alcove.puzzles import collection_of
from tests.browser.axe import complaints
from tests.browser.visiting import Visit

DAY = 86_400
GAME = {"id": "a", "game": "alvos", "ended": 9, "result": "won", "levels": [2], "people": 0, "tried": False}
PERSON = {
    "games": [GAME | {"accuracy": 70.0}],
    "results": [
        {"game": "alvos", "against": 2, "played": 1, "won": 1, "drawn": 0, "lost": 0, "accuracy": 70.0},
        {"game": "alva", "against": 3, "played": 300, "won": 200, "drawn": 1, "lost": 99, "accuracy": 61.4},
        {"game": "alva", "against": "people", "played": 2, "won": 0, "drawn": 0, "lost": 2, "accuracy": None},
    ],
    "courses": [
        {"game": "alvos", "points": [70.0], "each": 1, "since": 9, "until": 9},
        {"game": "alva", "points": [50.0, 0.0, 100.0], "each": 7, "since": 30.5 * DAY, "until": 90.5 * DAY},
    ],
}
KEEP = "(kept) => localStorage.setItem('alcove.puzzles.alva', JSON.stringify(kept))"


def test_results_and_accuracy_over_time(visit: Visit) -> None:
    page = visit("/nowhere")
    page.route("**/api/me?*", lambda route: route.fulfill(body=json.dumps(PERSON), content_type="application/json"))
    page.goto(page.url.replace("nowhere", "me"))
    rows = page.get_by_test_id("results").locator("tbody tr")
    expect(rows).to_have_count(3)
    assert [row.locator("td").all_inner_texts()[1:] for row in rows.all()] == [
        ["300", "200", "1", "99", "61 %"],
        ["2", "0", "0", "2", "not yet"],
        ["1", "1", "0", "0", "70 %"],
    ]
    graph = page.get_by_test_id("accuracy-graph")
    expect(graph.locator("circle")).to_have_count(3)
    assert graph.locator(".line").get_attribute("d") == "M0.0 45.0L150.0 90.0L300.0 0.0"
    expect(page.locator(".scale li")).to_have_text(["100 %", "50 %", "0 %"])
    dates = page.get_by_test_id("accuracy-dates").locator("span")
    expect(dates).to_have_text(["Jan 31, 1970", "Apr 1, 1970"])
    expect(page.get_by_text("Each point is the mean of 7 games.")).to_be_visible()
    page.get_by_role("button", name="Alvos").click()
    expect(graph).to_have_attribute("aria-label", "Accuracy over time: 70 %")
    expect(graph.locator("circle")).to_have_count(1)
    expect(dates).to_have_count(1)  # one game, one day
    expect(page.get_by_text("Each point is")).to_have_count(0)
    found = complaints(page, "own page with many games")
    assert not found, "\n".join(found)


def test_puzzles_are_chosen_and_counted(visit: Visit) -> None:
    puzzles = collection_of(alcove.game("alva")).puzzles
    page = visit("/nowhere")
    home = page.url.replace("/nowhere", "")
    daily = page.request.get(f"{home}/api/games/alva/puzzles").json()["daily"]
    first = next(one for one in puzzles if one.id != daily)
    alike = [one for one in puzzles if one.theme == first.theme]
    page.evaluate(KEEP, {"solved": [first.id], "streak": 4, "best": 6})
    page.goto(f"{home}/puzzles/alva/{first.id}")
    expect(page.get_by_test_id("streak")).to_contain_text("4")
    expect(page.get_by_test_id("solved-count")).to_have_text(f"1 of {len(puzzles)} solved")
    page.get_by_test_id("puzzle-theme").select_option(first.theme)
    expect(page.get_by_test_id("solved-count")).to_have_text(f"1 of {len(alike)} solved")
    page.get_by_test_id("puzzle-level").select_option(str(first.level))
    both = sum(one.level == first.level for one in alike)
    expect(page.get_by_test_id("solved-count")).to_have_text(f"1 of {both} solved")
    address = page.get_by_test_id("daily").get_attribute("href")  # a day may have ended meanwhile
    page.get_by_test_id("daily").click()
    page.wait_for_url(f"**{address}")
    expect(page.get_by_test_id("daily")).to_have_count(0)
    expect(page.get_by_test_id("puzzle-facts")).to_contain_text(re.compile(r"Puzzle of the day · \w{3} \d+, \d{4}"))
    page.get_by_test_id("forget-puzzles").click()
    expect(page.get_by_test_id("streak")).to_contain_text("0")
