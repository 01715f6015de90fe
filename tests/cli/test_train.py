"""`alcove train`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import alcove as package
from alcove.kernel import game as shelf
from tests.bots.test_training import short
from tests.cli.conftest import Alcove

ALVA = package.game("alva")


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(shelf._registered, "alva", replace(ALVA, bot=replace(ALVA.bot, TRAINING=short())))


def test_the_command_writes_weights_and_shows_the_curve(little: None, alcove: Alcove, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    told = alcove("train", "alva", "--seed", 3, "--rounds", 2, "--to", path)
    assert told.code == 0
    assert "█" in told.out
    with np.load(path) as file:
        assert int(file["seed"]) == 3
        assert file["weights"].dtype == np.int16


def test_a_game_that_learns_nothing_says_so(alcove: Alcove) -> None:
    told = alcove("train", "tollgate")
    assert told.code == 2
    assert "Tollgate has no evaluation that is learned." in told.err
