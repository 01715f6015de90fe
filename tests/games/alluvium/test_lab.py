"""What the lab tells of Alluvium."""

from __future__ import annotations

import numpy as np
import pytest

import alcove
from alcove.games.alluvium import lab
from alcove.games.alluvium.sheet import PASS
from alcove.lab import FinishedGames, play_games, set_up
from alcove.lab.figures import figures
from alcove.lab.simulate import Simulated
from alcove.lab.tally import tally
from alcove.lab.things import first_of


@pytest.fixture(scope="module")
def finished() -> FinishedGames:
    return play_games(set_up("alluvium", 4, seed=9), range(50))


def test_alluvium_tells_where_the_points_come_from(finished: FinishedGames) -> None:
    sums = tally(finished)
    points = next(one for one in figures(Simulated(finished.setup, 50, sums)) if one.key == "sources")
    assert len(points.rows) == 5
    assert sum(row[1].estimate.value for row in points.rows) == pytest.approx(finished.scores.mean())
    assert sums.of("passes").total == (finished.rows["drawn"] == PASS).sum()


def test_everybody_is_dealt_five_forms_of_six(finished: FinishedGames) -> None:
    """ALLUV-8: two in the first of four rounds, one in each other."""
    tally(finished)
    forms = finished.taken[:, :, lab.FORMS_FROM :]
    assert (forms.sum(axis=2) == 5).all()
    assert first_of(alcove.game("alluvium"), "forms") == lab.FORMS_FROM


def test_a_drawing_names_its_form_and_what_it_touches() -> None:
    position = alcove.game("alluvium").new(4, seed=3)
    out = np.empty(8, np.int64)
    for action in position.legal(0):
        named = out[: lab.things(position.state, 0, action.index, out)].tolist()
        form = action.text.split("@")[0].split(" ")[0].lower()
        assert lab.ORIENTATION_IDS[named[0]].startswith(form[:3])
        assert named[1] == lab.OPENING_FROM + named[0]
