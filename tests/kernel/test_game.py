"""The shelf, set-ups and seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import alcove
from alcove import AlcoveError, OptionError, UnknownGameError, UnreadableError
from alcove.kernel import game as shelf

ROOT = Path(__file__).resolve().parents[2]


def test_games_are_shown_in_the_order_of_the_shelf() -> None:
    names = alcove.games()
    assert names[0] == "alva"
    assert names[-1] == "tollgate"
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "chess",
        "Alva",
        "alva\n",
        "../alva",
        "x" * 10**6,
        None,
        7,
        pytest.param(10**5000, id="huge"),
        b"alva",
        ["alva"],
    ],
)
def test_an_unknown_game(name: object) -> None:
    with pytest.raises(UnknownGameError) as error:
        alcove.game(name)
    assert error.value.code == "unknown-game"
    assert "alva" in error.value.say("de")
    assert len(error.value.say("en")) < 300


def test_a_game_that_is_registered_is_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "_registered", dict(shelf._registered))
    alcove.register(replace(alcove.game("alva"), name="alva-too"))
    assert "alva-too" in alcove.games()
    assert alcove.game("alva-too").new().game.name == "alva-too"


@pytest.mark.parametrize("module", ["tests.toys.nothing", "json"])
def test_a_wrong_module_in_the_environment_is_an_error_at_once(module: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import alcove; alcove.games()"],
        cwd=ROOT,
        env=os.environ | {"ALCOVE_EXTRA_GAMES": module, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert module in run.stderr


def test_without_the_environment_the_toy_is_not_there() -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
    del env["ALCOVE_EXTRA_GAMES"]
    run = subprocess.run(
        [sys.executable, "-c", "import alcove; print(*alcove.games())"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "alva" in run.stdout
    assert "tollgate" not in run.stdout


@pytest.mark.parametrize("players", [0, 1, 3, -1, True, 2.0, "2", int, pytest.param(10**5000, id="huge")])
def test_numbers_of_players_that_alva_does_not_have(players: object) -> None:
    with pytest.raises(OptionError, match="Alva is a game for 2"):
        alcove.game("alva").new(players)
    with pytest.raises(OptionError, match="1 to 4 players"):
        alcove.game("tollgate").new(9)


@pytest.mark.parametrize("seed", [-1, 2**128, pytest.param(10**5000, id="huge"), 1.0, "1", True, b"1", [1]])
@pytest.mark.parametrize("name", ["alva", "tollgate"])
def test_what_is_no_seed(name: str, seed: object) -> None:
    with pytest.raises(OptionError):
        alcove.game(name).new(seed=seed)


def test_the_largest_seed() -> None:
    toll = alcove.game("tollgate")
    assert toll.new(seed=2**128 - 1) == toll.new(seed=2**128 - 1)
    assert toll.new(seed=2**128 - 1) != toll.new(seed=0)


def test_without_a_seed_nobody_can_guess_it() -> None:
    toll = alcove.game("tollgate")
    assert len({bytes(toll.new()) for _ in range(20)}) == 20


@pytest.mark.parametrize("text", [None, 7, b"5/5/5/5/5 w 10-10 0-0 0", "x" * 10_000, ["5"]])
def test_a_position_is_text_of_a_sensible_length(text: object) -> None:
    with pytest.raises(UnreadableError):
        alcove.game("alva").read(text)


def test_errors_have_codes_of_their_own() -> None:
    kinds = AlcoveError.__subclasses__()
    codes = [kind.code for kind in kinds if kind.__module__ == AlcoveError.__module__]
    assert len(codes) == 10
    assert len(set(codes)) == len(codes)
    assert "error" not in codes
    assert AlcoveError("plain").say("de") == "plain"


def test_positions_are_equal_by_value() -> None:
    alva = alcove.game("alva")
    one, two = alva.new().play(0, "e5"), alva.new().play(0, "e5")
    assert one == two
    assert hash(one) == hash(two)
    assert one != alva.new()
    assert one != "9/9/9/9/4w4/9/9/9/9 b 33-34 0-0 0"
    assert repr(one) == "<alva: 9/9/9/9/4w4/9/9/9/9 b 33-34 0-0 0>"


def test_a_rulebook_in_an_unknown_language_is_english() -> None:
    alva = alcove.game("alva")
    assert alva.rulebook("fr") == alva.rulebook("en") != alva.rulebook("de")
    assert alva.rulebook("../../x") == alva.rulebook("en")
