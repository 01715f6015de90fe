"""Every check over every game on the shelf. A new game is checked without a line changed here."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable

import pytest

import alcove
from alcove import Game
from alcove.kernel.jit import extra_game_modules
from tests.conformance import machine, play_checks, source_checks, wall_checks
from tests.conftest import TOY


def checks_of(module: object) -> dict[str, Callable[[Game], None]]:
    """The functions of a module that take a game, and nothing else, and return nothing."""
    return {
        name: function
        for name, function in vars(module).items()
        if inspect.isfunction(function)
        and function.__module__ == module.__name__
        and function.__annotations__ == {"game": "Game", "return": "None"}
    }


CHECKS = {
    name: f for module in (play_checks, wall_checks, source_checks, machine) for name, f in checks_of(module).items()
}
PAIRS = [(check, game) for game in alcove.games() for check in CHECKS]


@pytest.mark.parametrize(("check", "game"), PAIRS, ids=[f"{game}-{check}" for check, game in PAIRS])
def test_conformance(check: str, game: str) -> None:
    CHECKS[check](alcove.game(game))


def test_every_game_is_in_every_check() -> None:
    assert {(check, game) for check in CHECKS for game in alcove.games()} == set(PAIRS)
    assert len(CHECKS) == 33


def test_every_folder_is_on_the_shelf() -> None:
    folders = importlib.import_module("alcove.games").__path__
    found = {module.name for module in pkgutil.iter_modules(folders)}
    assert found <= set(alcove.games())


def test_the_toy_is_on_the_shelf() -> None:
    """It has what Alva lacks: chance, secrets, choices made at once, one to four seats."""
    assert TOY in extra_game_modules()
    toy = alcove.game("tollgate")
    assert toy.rules.CHANCE
    assert toy.rules.SECRETS
    assert toy.players == range(1, 5)
