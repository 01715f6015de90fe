"""What the lab tells of Alluvium."""

from __future__ import annotations

import numpy as np
import pytest

from alcove.lab import simulate
from alcove.lab.figures import figures
from alcove.lab.simulate import FinishedGames


def test_alluvium_tells_where_the_points_come_from() -> None:
    finished: FinishedGames = simulate("alluvium", 4, games=50, seed=9)
    points = next(section for section in figures(finished) if section.title.en.startswith("Where"))
    means = [float(row[1]) for row in points.rows]
    scores = np.array([outcome.scores for outcome in finished.outcomes()])
    assert len(means) == 5
    assert sum(means) == pytest.approx(scores.mean(), abs=0.3)
    assert sum(float(str(row[2]).rstrip(" %")) for row in points.rows) == pytest.approx(100, abs=0.3)
