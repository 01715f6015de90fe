"""Puzzles as browsers get them."""

from __future__ import annotations

import json
from datetime import date, timedelta
from urllib.parse import quote

import pytest

import alcove
from alcove.puzzles import collection_of
from alcove.server import learning_shapes, puzzles
from tests.declared import check_declared
from tests.server.browser import Browser


@pytest.mark.parametrize("name", alcove.games())
def test_every_puzzle_of_a_game_can_be_shown(anna: Browser, name: str) -> None:
    listed = anna.get(f"/api/games/{name}/puzzles", lang="de")
    themes = {theme["name"] for theme in listed["themes"]}
    assert {one["theme"] for one in listed["puzzles"]} <= themes
    for one in listed["puzzles"][:2]:
        shown = anna.get(f"/api/games/{name}/puzzles/{one['id']}", lang="de")
        check_declared(shown, learning_shapes.Puzzle)
        assert shown["answer"] in {choice["text"] for choice in shown["legal"]}
        assert shown["view"] == shown["line"][0]["view"]
        assert shown["view"]["seat"] == shown["seat"]
        assert (shown["line"][1]["seat"], shown["line"][1]["text"]) == (shown["seat"], shown["answer"])
        assert shown["values"][shown["answer"]] == max(shown["values"].values())


def test_what_a_puzzle_does_not_allow_is_answered_with_its_rule(anna: Browser) -> None:
    shifted = next(one for one in collection_of(alcove.game("alva")).puzzles if "-" in one.answer)
    shown = anna.get(f"/api/games/alva/puzzles/{shifted.id}")
    why = f"/api/games/alva/puzzles/{shown['id']}/why?action="
    assert anna.get(why + shown["answer"]) == {"clause": None, "message": None}
    standing = shown["answer"].partition("-")[0]  # the answer is a shift, so a piece stands there
    english, german = anna.get(why + standing), anna.get(f"{why}{standing}&lang=de")
    check_declared(english, learning_shapes.PuzzleReason)
    assert english["clause"] == german["clause"] == "ALVA-6"
    assert english["message"] != german["message"]
    assert anna.get(why + quote(json.dumps({"kind": "place", "to": standing}))) == english
    for unreadable in ("nonsense", "x" * 300, quote('{"kind": []}'), quote('{"kind": "nothing"}')):
        assert anna.refused(why + unreadable) == (400, "unreadable")


def test_a_puzzle_that_is_not_there(anna: Browser) -> None:
    assert anna.refused("/api/games/alva/puzzles/nothing") == (404, "not-found")
    assert anna.refused("/api/games/chess/puzzles") == (404, "unknown-game")


def test_everybody_has_the_same_puzzle_on_one_day_and_others_on_other_days() -> None:
    game, first = alcove.game("alva"), date(2026, 11, 16)
    days = [puzzles.listed(game, "en", first + timedelta(days=n)).daily for n in range(20)]
    assert puzzles.listed(game, "de", first).daily == days[0]
    assert len(set(days)) > 10
