"""Levels of strength: their range comes from the game, and hints from the strongest."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import alcove as package
from alcove import OptionError
from alcove.bots import LEVELS, Thought
from alcove.bots.levels import check_level, hint_level, levels_of, stand_in_level, usual_level
from alcove.kernel import game as shelf
from alcove.server import hints
from alcove.terminal import session
from tests.cli.conftest import Alcove

THREE = {1: LEVELS[1], 4: LEVELS[2], 7: LEVELS[3]}


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> package.Game:
    """A game whose bot has levels of its own."""
    toy = package.game("tollgate")
    other = replace(toy, bot=replace(toy.bot, LEVELS=THREE))
    monkeypatch.setitem(shelf._registered, "tollgate", other)
    return other


def test_a_game_has_five_levels_or_its_own(three: package.Game) -> None:
    alva = package.game("alva")
    assert list(levels_of(alva)) == [1, 2, 3, 4, 5]
    assert (usual_level(alva), hint_level(alva)) == (2, 5)
    assert (usual_level(three), hint_level(three)) == (4, 7)
    assert (stand_in_level(alva), stand_in_level(three)) == (3, 4)
    assert check_level(three, 7) is LEVELS[3]
    for level in (0, 2, 5, 8, True):
        with pytest.raises(OptionError, match="A bot in Tollgate has a level from 1 to 7"):
            check_level(three, level)
    with pytest.raises(OptionError, match="from 1 to 5"):
        check_level(alva, 6)


def test_one_level_is_usual_where_there_is_only_one() -> None:
    toy = package.game("tollgate")
    assert usual_level(replace(toy, bot=replace(toy.bot, LEVELS={3: LEVELS[3]}))) == 3


def test_a_hint_comes_from_the_strongest_bot_at_the_terminal(
    three: package.Game, alcove: Alcove, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def think(position: package.Position, seat: int, level: int, seed: int | None = None) -> Any:
        asked.append(level)
        return Thought(position.legal(seat)[0], 0.5, {}, ["x"], 1)

    monkeypatch.setattr(session, "think", think)
    assert "Try " in alcove("play", "tollgate", "--players", 2, "--hot-seat", "--seed", 1, typed="\nhint\n").out
    assert asked == [7]


def test_a_hint_comes_from_the_strongest_bot_in_the_browser(three: package.Game) -> None:
    position = three.new(players=2, seed=1)
    asked = []

    class Bots:
        async def hint(self, seat: int, version: int, level: int) -> Any:
            asked.append(level)
            return Thought(position.legal(seat)[0], 0.5, {}, ["x"], 1)

    table: Any = SimpleNamespace(
        game=three,
        position=position,
        people={0},
        awaited=lambda: (0, 1),
        is_fresh=lambda seat, version: True,
        check_playing=lambda seat: None,
    )
    told = asyncio.run(hints.hint(table, Bots(), frozenset({0}), 0, 1))  # type: ignore[arg-type]
    assert told.choice.text == position.legal(0)[0].text
    assert asked == [7]


def test_the_usual_bot_sits_down_and_the_games_list_all(three: package.Game, alcove: Alcove) -> None:
    assert "Player 2 (Bot 4)" in alcove("play", "tollgate", "--players", 2, "--seed", 1, typed="").out
    assert "--level bots: 1 Child, 4 Beginner, 7 Friend, 8 Oracle" in alcove("games").out
    refused = alcove("play", "tollgate", "--players", 2, "--level", 2)
    assert (refused.code, "from 1 to 8" in refused.err) == (2, True)


def test_the_last_level_thinks_as_long_as_it_is_told(
    alcove: Alcove, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = []

    def think_long(position: package.Position, seat: int, seconds: float, seed: int | None = None) -> Any:
        asked.append(seconds)
        return Thought(position.legal(seat)[0], 0.5, {}, ["x"], 1)

    monkeypatch.setattr(session, "think_long", think_long)
    path = tmp_path / "game.alcove"
    small = ("play", "alva", "-o", "size=5", "--level", 6, "--seat", 2, "--save", path)
    assert alcove(*small, "--seconds", 20).code == 0
    assert package.Record.read(path.read_bytes()).names[0] == "Bot 6 (20 s)"
    alcove("play", "--resume", path, typed="c3\n")
    alcove(*small[:-2])
    assert asked == [20, 20, 10]
    for wrong in (("--stand-in", 6), ("--seconds", 0), ("--level", 7)):
        assert alcove("play", "alva", *wrong).code == 2
