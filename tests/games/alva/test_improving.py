"""Getting better, in a real browser: an analysis, a tried variation, a puzzle, and one's own page."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import alcove
from alcove.puzzles import Puzzle, collection_of
from tests.browser.axe import complaints
from tests.browser.lobby import new_table as new_board
from tests.browser.visiting import DESKTOP, PHONE, Visit
from tests.games.alva.page import act, board, click, new_table, wait_for_choice

RESIGN = """table => new Promise(done => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live?lang=en`);
  socket.onmessage = () => {
    socket.send('{"t": "resign", "seat": 0}');
    socket.onmessage = () => { socket.close(); done(); };
  };
})"""


def finish_a_game(page: Page) -> None:
    """Two actions, and then enough."""
    new_table(page, {0: "me", 1: "bot"})
    for _ in range(2):
        wait_for_choice(page)
        act(page)
    wait_for_choice(page)
    page.evaluate(RESIGN, page.url.rpartition("/")[2])
    expect(page.get_by_test_id("result")).to_be_visible()


def play_it(page: Page, answer: str) -> None:
    start, _, end = answer.partition("-")
    click(page, start)
    if end:
        click(page, end)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_is_analysed_and_tried_again_from_a_moment(visit: Visit, viewport: ViewportSize) -> None:
    page = visit(viewport=viewport)
    finish_a_game(page)
    over = page.url

    page.get_by_test_id("to-analysis").click()
    expect(page.locator("[data-testid='analysis'][data-done='true']")).to_be_visible()
    expect(page.get_by_test_id("analysis-caption")).to_contain_text("The game is over")
    decisions = page.get_by_test_id("decisions").locator("li")
    expect(decisions.first).to_be_visible()  # one, if the second action was forced
    decisions.last.get_by_role("button").first.click()
    expect(page.get_by_test_id("analysis-caption").locator("[data-mark]")).to_be_in_viewport()
    expect(page.get_by_test_id("step-back")).to_be_in_viewport(ratio=0.99)  # beside the board, or below it
    assert not complaints(page, "analysis")

    # The table's own list of moves has the marks, too, and whoever looks back there can try it as well.
    page.get_by_test_id("back").click()
    expect(page.locator("[data-testid='move-list'] [data-turn] [data-mark]").first).to_be_visible()
    page.keyboard.press(",")
    page.get_by_test_id("try-here").click()
    expect(page.get_by_test_id("try-go")).to_be_enabled()
    page.goto(f"{page.url.partition('/table')[0]}/me")
    expect(page.get_by_test_id("results")).to_be_visible()
    assert not complaints(page, "own page")
    page.go_back()
    page.go_back()
    decisions.last.get_by_role("button").first.click()
    shown = board(page)
    page.keyboard.press("ArrowLeft")
    assert board(page) != shown

    line = page.get_by_test_id("show-line")
    for number in range(decisions.count()):
        decisions.nth(number).get_by_role("button").first.click()
        if line.count():
            line.click()
            expect(page.get_by_test_id("line-back")).to_be_visible()
            page.get_by_test_id("line-back").click()

    decisions.last.get_by_role("button").first.click()
    page.get_by_test_id("try-level").select_option("0")
    page.get_by_test_id("try-go").click()
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_test_id("notice")).to_have_text(re.compile(r"^Tried from another game, after its action \d\.$"))
    wait_for_choice(page)
    act(page)
    page.goto(over)
    page.get_by_test_id("harder").click()
    expect(page).not_to_have_url(over)
    expect(page.get_by_test_id("result")).to_have_count(0)


def test_a_tried_line_is_looked_through_by_whoever_has_its_address(visit: Visit) -> None:
    anna, carla = visit(), visit()
    table = new_board(anna, "alva", {"kind": "me"}, {"kind": "local", "name": "Bruno"}, size=5, pieces=2)
    anna.goto(table)
    for point in ("c3", "a1", "c2", "e4"):
        click(anna, point)
        expect(anna.locator(f"[data-point='{point}']")).to_have_attribute("data-piece", re.compile("w|b"))
    expect(anna.get_by_test_id("result")).to_be_visible()
    anna.keyboard.press(",")
    anna.get_by_test_id("try-here").click()
    anna.get_by_test_id("try-level").select_option("0")
    anna.get_by_test_id("try-go").click()
    expect(anna.get_by_test_id("notice")).to_have_text("Tried from another game, after its action 3.")
    expect(anna.get_by_test_id("tried")).to_have_count(0)
    carla.goto(anna.url)
    carla.get_by_test_id("look-through").click()
    carla.get_by_test_id("try-here").click()
    carla.get_by_test_id("try-go").click()
    expect(carla).not_to_have_url(anna.url)
    expect(carla.get_by_test_id("notice")).to_have_text("Tried from the start of another game.")


def test_a_game_begins_with_a_position_that_is_typed(visit: Visit) -> None:
    page = visit("/new/alva")
    page.get_by_test_id("from-position").click()
    page.get_by_test_id("position").fill("5/5/2w2/5/5 w 5-6 0-0 0")
    page.get_by_test_id("create-table").click()
    expect(page.get_by_test_id("notice")).to_be_visible()
    expect(page.locator("[data-point='c3']")).to_have_attribute("data-piece", "w")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_puzzle_is_tried_and_solved(visit: Visit, viewport: ViewportSize) -> None:
    easy = next(one for one in collection_of(alcove.game("alva")).puzzles if "x" not in one.answer and _wrong(one))
    page = visit(f"/puzzles/alva/{easy.id}", viewport=viewport, locale="de-DE" if viewport == PHONE else "en-GB")
    said = page.get_by_test_id("puzzle-said")
    expect(said).to_have_attribute("data-said", "ask")
    click(page, _theirs(easy))
    expect(said).to_have_attribute("data-said", "refused")
    page.get_by_test_id("puzzle-rule").click()
    expect(page.get_by_test_id("rulebook").locator(".cited")).to_be_visible()
    page.keyboard.press("Escape")
    play_it(page, _wrong(easy))
    expect(said).to_have_attribute("data-said", "wrong")
    play_it(page, easy.answer)
    expect(said).to_have_attribute("data-said", "right")
    expect(said.locator("b")).to_contain_text(re.compile("schieben|setzen" if viewport == PHONE else "shift|place"))
    expect(said.locator("small")).to_have_text(easy.answer)
    assert not complaints(page, "puzzle")
    expect(page.get_by_test_id("solved-count")).to_contain_text("1 ")
    page.get_by_test_id("next-puzzle").click()
    expect(said).to_have_attribute("data-said", "ask")
    assert not page.url.endswith(easy.id)
    page.get_by_test_id("show-answer").click()
    expect(said).to_have_attribute("data-said", "shown")
    page.goto(page.url.partition("/puzzles")[0] + "/me")
    expect(page.get_by_test_id("me").get_by_text("1 ", exact=False).first).to_be_visible()
    assert not complaints(page, "own page")


def test_what_is_still_open_has_room_beside_what_is_captured(visit: Visit) -> None:
    """What the answer may still undo lies apart, and over nothing else."""
    puzzle = next(one for one in collection_of(alcove.game("alva")).puzzles if any(pending_of(one)))
    page = visit(f"/puzzles/alva/{puzzle.id}", viewport=PHONE, locale="de-DE")
    tray = page.get_by_test_id(f"tray-{pending_of(puzzle).index(max(pending_of(puzzle)))}")
    captured, apart = tray.locator(".caught .number").first.bounding_box(), tray.locator(".apart").bounding_box()
    assert captured is not None
    assert apart is not None
    assert captured["x"] + captured["width"] <= apart["x"]


def pending_of(puzzle: Puzzle) -> list[int]:
    view = alcove.game("alva").read(puzzle.position).view(0)
    return list(view["table"]["pending"])


def _theirs(puzzle: Puzzle) -> str:
    """A piece of the other side."""
    rows = puzzle.position.split()[0].split("/")
    for number, row in enumerate(rows):
        points = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        if (column := points.find("bw"[puzzle.seat])) >= 0:
            return f"{'abcdefghi'[column]}{len(rows) - number}"
    raise AssertionError(puzzle.position)


def _wrong(puzzle: Puzzle) -> str:
    """A rival that is played like a shift or a placement."""
    return next((text for text in puzzle.values if text != puzzle.answer and "x" not in text), "")


def test_there_are_puzzles_enough_on_every_board() -> None:
    found = collection_of(alcove.game("alva")).puzzles
    boards = Counter(puzzle.setup for puzzle in found)
    assert len(found) >= 200
    assert len(boards) == 3
    assert min(boards.values()) >= 30
