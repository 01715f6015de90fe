"""Every screen of every game, light and dark, from the form to the end: axe-core finds nothing to complain about.

Lessons and rulebooks are looked at in `test_learning`.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import alcove
from alcove.puzzles import collection_of
from tests.browser.axe import complaints
from tests.browser.lobby import take_seat
from tests.browser.scenes import scenes_of
from tests.browser.staging import BOT, GO, ME, PLAY_ON, go_to_table, home_of, open_scene, open_table
from tests.browser.visiting import DESKTOP, PHONE, Visit


@pytest.mark.parametrize("game", alcove.games())
def test_a_table_from_the_form_through_every_phase(game: str, visit: Visit) -> None:
    page, found = visit(f"/new/{game}"), list[str]()
    expect(page.get_by_test_id("quick-play")).to_be_visible()
    page.get_by_test_id("from-position").click()
    found += complaints(page, "new table")
    players, kinds, _ = scenes_of(game)
    open_table(page, game, ME, *[BOT] * (players - 1))
    expect(page.get_by_test_id("undo")).to_be_visible()
    found += complaints(page, "table")
    page.get_by_test_id("tab-story").click()
    page.set_viewport_size(PHONE)
    found += complaints(page, "table on a phone")
    page.set_viewport_size(DESKTOP)
    for kind, position in kinds.items():
        open_scene(page, game, position, players)
        found += complaints(page, kind, "main")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", [name for name in alcove.games() if collection_of(alcove.game(name)).puzzles])
def test_the_end_and_what_follows(game: str, visit: Visit) -> None:
    page, found = visit(), list[str]()
    players, _, late = scenes_of(game)
    table = open_scene(page, game, late, players)
    page.evaluate(PLAY_ON, table)
    expect(page.get_by_test_id("replay-slider")).to_be_visible()
    assert page.get_by_test_id("moment").count() == 0  # the end itself tells what was scored
    found += complaints(page, "the end")
    page.set_viewport_size(PHONE)
    page.get_by_test_id("replay-first").click()
    expect(page.get_by_test_id("past-words")).to_be_visible()
    found += complaints(page, "looking back on a phone")
    page.set_viewport_size(DESKTOP)
    page.get_by_test_id("to-analysis").click()
    expect(page.locator("[data-testid='analysis'][data-done='true']")).to_be_visible()
    decisions = page.get_by_test_id("decisions").get_by_role("button")
    expect(decisions.first).to_be_visible()
    decisions.first.click()
    found += complaints(page, "analysis")
    [puzzle, *_] = collection_of(alcove.game(game)).puzzles
    page.evaluate(GO, f"/puzzles/{game}/{puzzle.id}")
    expect(page.get_by_test_id("show-answer")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    found += complaints(page, "puzzle")
    page.set_viewport_size(PHONE)
    page.get_by_test_id("show-answer").click()
    expect(page.get_by_test_id("puzzle-said")).to_be_in_viewport(ratio=1)  # also where the table is tall
    assert page.get_by_test_id("drawn-note").count() == 0  # what may still be changed is a matter of tables
    found += complaints(page, "puzzle that is solved", "main")
    page.set_viewport_size(DESKTOP)
    page.evaluate(GO, "/me")
    expect(page.get_by_test_id("recent-games")).to_be_visible()
    found += complaints(page, "own page")
    assert not found, "\n".join(found)


def test_the_ends_of_alvos_together_and_alone(visit: Visit) -> None:
    page, found = visit(), list[str]()
    for players, options in ((2, {"mode": "cooperative"}), (1, {"solitaire": "axel"}), (1, {"solitaire": "sopavre"})):
        late = scenes_of("alvos", players, **options).late
        table = open_scene(page, "alvos", late, players, **options)
        page.evaluate(PLAY_ON, table)
        expect(page.get_by_test_id("replay-slider")).to_be_visible()
        found += complaints(page, f"the end, {options}", "main")
    assert not found, "\n".join(found)


WAIT_FOR_GOOD = "() => { globalThis.later = setTimeout; globalThis.setTimeout = () => 0; }"
"""What would vanish after a while stays."""
WAIT_AGAIN = "() => { globalThis.setTimeout = globalThis.later; }"

HIDES_NOTHING = """() => {
  const box = (name) => document.querySelector(`[data-testid=${name}]`).getBoundingClientRect();
  return box('moment').top >= 0 && box('moment').bottom <= box('plain-table').top;
}"""
"""A scoring is on the screen, and over nothing of the game."""


def test_what_comes_up_between_turns(visit: Visit) -> None:
    page, found = visit(), list[str]()
    open_table(page, "tollgate", ME, BOT, BOT, cards=3)
    page.evaluate(WAIT_FOR_GOOD)
    page.locator("[data-action]").first.click()
    expect(page.get_by_test_id("moment")).to_be_visible()
    page.evaluate(WAIT_AGAIN)
    found += complaints(page, "scoring")
    assert page.evaluate(HIDES_NOTHING)
    page.set_viewport_size(PHONE)
    assert page.evaluate(HIDES_NOTHING)
    page.set_viewport_size(DESKTOP)
    go_to_table(page, "tollgate", ME, {"kind": "local", "name": "Bruno"}, BOT, cards=3)
    expect(page.get_by_test_id("curtain")).to_be_visible()
    found += complaints(page, "curtain")
    table = open_table(page, "alva", ME, {"kind": "open"}, size=5, pieces=6)
    guest = visit()
    take_seat(guest, f"{home_of(page)}{table}", 1, "Bruno")
    page.locator("[data-point='c3'][data-legal='place']").click()
    guest.locator("[data-point='a1'][data-legal='place']").click()
    expect(page.locator("[data-point]:not([data-piece=''])")).to_have_count(2)
    page.evaluate(GO, "/")
    expect(page.get_by_test_id("my-table").first).to_be_visible()
    page.evaluate(GO, table)
    expect(page.get_by_test_id("since")).to_be_visible()
    found += complaints(page, "since the last turn", "main")
    page.get_by_test_id("undo").click()
    for one, who in ((page, "who asks"), (guest, "who is asked")):
        expect(one.get_by_test_id("undo-request")).to_be_visible()
        found += complaints(one, f"undo, {who}", "main")
    assert not found, "\n".join(found)


def test_what_belongs_to_no_game(visit: Visit) -> None:
    page, found = visit(), list[str]()
    open_table(page, "alva", ME, {"kind": "open"})
    expect(page.get_by_test_id("invite-alone")).to_be_visible()
    found += complaints(page, "invitation")
    page.get_by_test_id("help").click()
    expect(page.get_by_test_id("help-dialog")).to_be_visible()
    found += complaints(page, "keys")
    page.keyboard.press("Escape")
    page.get_by_test_id("links").click()
    expect(page.get_by_test_id("seat-link-0")).to_be_visible()
    found += complaints(page, "links")
    page.keyboard.press("Escape")
    page.get_by_test_id("tab-chat").click()
    page.get_by_test_id("rules").click()
    expect(page.locator("[data-clause]").first).to_be_visible()
    found += complaints(page, "rulebook")
    open_table(page, "alva", ME, BOT)
    page.get_by_test_id("resign").click()
    expect(page.get_by_test_id("resign-dialog")).to_be_visible()
    found += complaints(page, "resign")
    page.keyboard.press("Escape")
    page.evaluate(GO, "/")
    expect(page.get_by_test_id("my-table")).to_have_count(2)
    found += complaints(page, "lobby")
    page.get_by_test_id("about").click()
    expect(page.get_by_test_id("about-dialog")).to_be_visible()
    found += complaints(page, "about")
    page.keyboard.press("Escape")
    for path, what in (("nowhere", "not found"), ("owner", "owner"), ("me", "own page, empty")):
        page.evaluate(GO, f"/{path}")
        expect(page.locator("h1")).to_be_visible()
        found += complaints(page, what)
    assert not found, "\n".join(found)


def test_what_is_wrong_is_found_and_what_is_known_is_left_out(visit: Visit) -> None:
    page = visit("/nowhere")
    expect(page.locator("h1")).to_be_visible()
    page.evaluate("""() => {
      const words = Object.assign(document.createElement('p'), { textContent: 'planted' });
      Object.assign(words.style, { color: '#999', background: '#aaa' });
      document.querySelector('main').append(document.createElement('button'), words);
    }""")
    found = "\n".join(complaints(page, "planted"))
    assert "planted, light: button-name" in found
    assert "planted, light: color-contrast" in found
    assert "planted, dark: color-contrast" in found
    assert complaints(page, "planted") == []
