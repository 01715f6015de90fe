"""Puzzles: found by search, the same for the same seed, and solved anew."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import alcove
from alcove.kernel.game import Game
from alcove.puzzles import Collection, collection_of
from alcove.puzzles.find import confirm, find, is_clear, review

WITH_PUZZLES = [name for name in alcove.games() if collection_of(alcove.game(name)).puzzles]
SHARE, ROOM = 4, 2
"""How much less thought a test has than whoever found a puzzle, and how much farther than necessary the answers must be
ahead that it tries: so far that less thought sees it, too."""
LEAST = 50


@pytest.fixture(params=WITH_PUZZLES)
def game(request: pytest.FixtureRequest) -> Game:
    return alcove.game(request.param)


def test_a_game_with_puzzles_brings_enough_of_them(game: Game) -> None:
    found = collection_of(game).puzzles
    assert game.puzzles is not None
    assert len({puzzle.id for puzzle in found}) == len(found) >= LEAST
    assert {puzzle.setup for puzzle in found} == set(range(len(game.puzzles.SETUPS)))
    assert {puzzle.theme for puzzle in found} <= game.puzzles.THEMES.keys()
    assert len({puzzle.level for puzzle in found}) > 1


def test_every_puzzle_can_be_read_and_its_answer_is_ahead(game: Game) -> None:
    assert game.puzzles is not None
    for puzzle in collection_of(game).puzzles:
        position = game.read(puzzle.position)
        assert str(position) == puzzle.position
        assert puzzle.seat in position.awaited
        legal = {action.text: action.index for action in position.legal(puzzle.seat)}
        assert puzzle.values.keys() <= legal.keys()
        assert puzzle.line[0] == puzzle.answer
        assert puzzle.margin >= game.puzzles.MARGIN - 0.002
        assert game.puzzles.theme(position, puzzle.seat, legal[puzzle.answer]) == puzzle.theme


def test_a_sample_is_judged_anew(game: Game) -> None:
    """With random numbers of its own. Other puzzles have other samples: the file draws it."""
    assert game.puzzles is not None
    wanted = replace(game.puzzles, DEEP=game.puzzles.DEEP // SHARE, MARGIN=game.puzzles.MARGIN / 2)
    found = [one for one in collection_of(game).puzzles if one.margin >= ROOM * game.puzzles.MARGIN]
    puzzle = random.Random("".join(one.id for one in found)).choice(found)
    confirmed = confirm(game.read(puzzle.position), puzzle.seat, puzzle.answer, wanted, 777)
    assert confirmed is not None, puzzle.id
    rivals = [value for text, value in confirmed.values.items() if text != puzzle.answer]
    assert confirmed.values[puzzle.answer] - max(rivals) >= wanted.MARGIN - 0.002


def test_a_lead_within_what_chance_explains_is_not_clear() -> None:
    def rounds(*leads: float) -> list[dict[str, float]]:
        return [{"best": 0.5 + lead, "rival": 0.5} for lead in leads]

    assert is_clear(rounds(0.1, 0.11, 0.09, 0.1, 0.1), "best", "rival", 0.06)
    assert not is_clear(rounds(0.3, -0.1, 0.2, -0.05, 0.15), "best", "rival", 0.06)  # as much, and uncertain
    assert not is_clear(rounds(0.05, 0.05, 0.05, 0.05, 0.05), "best", "rival", 0.06)  # certain, and too little


def test_what_another_search_does_not_find_is_not_confirmed() -> None:
    game = alcove.game("alva")
    assert game.puzzles is not None
    puzzle = max(collection_of(game).puzzles[:20], key=lambda one: one.margin)
    wanted = replace(game.puzzles, DEEP=2_400)
    position = game.read(puzzle.position)
    confirmed = confirm(position, puzzle.seat, puzzle.answer, wanted, 1)
    assert confirmed is not None
    assert max(confirmed.values, key=lambda text: confirmed.values[text]) == puzzle.answer
    wrong = min(puzzle.values, key=lambda text: puzzle.values[text])
    assert confirm(position, puzzle.seat, wrong, wanted, 1) is None


def test_the_same_seed_finds_the_same_puzzles_also_after_an_interruption(tmp_path: Path) -> None:
    game = alcove.game("alva")
    assert game.puzzles is not None
    wanted = replace(game.puzzles, DEEP=2_400)  # the way is the same, and shorter

    class StoppedError(Exception):
        pass

    def stop(collection: Collection) -> None:
        collection.write(tmp_path / "half.json")
        raise StoppedError

    whole = find(game, wanted, Collection("alva", game.version, 4), 2, lambda _: None)
    with pytest.raises(StoppedError):
        find(game, wanted, Collection("alva", game.version, 4), 2, stop)
    half = Collection.read(tmp_path / "half.json")
    assert half.games == 1
    assert find(game, wanted, half, 2, lambda _: None) == whole


def test_what_is_judged_anew_keeps_clear_answers_only_and_gets_its_level() -> None:
    game = alcove.game("alva")
    assert game.puzzles is not None
    wanted = replace(game.puzzles, DEEP=2_400)
    puzzle = max(collection_of(game).puzzles[:20], key=lambda one: one.margin)
    wrong = min(puzzle.values, key=lambda text: puzzle.values[text])
    mistaken = [msgspec.structs.replace(puzzle, level=6, values={}), msgspec.structs.replace(puzzle, answer=wrong)]
    (kept,) = review(game, wanted, Collection("alva", game.version, 4, puzzles=mistaken)).puzzles
    assert kept.answer == puzzle.answer
    assert kept.level < 6
    assert max(kept.values, key=lambda text: kept.values[text]) == puzzle.answer


def test_puzzles_of_other_rules_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = alcove.game(WITH_PUZZLES[0])
    collection_of.cache_clear()
    monkeypatch.setattr(type(game), "version", property(lambda _: 999), raising=False)
    try:
        assert collection_of(game).puzzles == []
    finally:
        monkeypatch.undo()
        collection_of.cache_clear()
