"""Whoever has done a lesson beats the first level. `python -m tests.student` measures it with many games."""

from __future__ import annotations

import pytest

import alcove
from tests.student import GOAL, measure, sample_of


@pytest.mark.parametrize("name", [name for name in alcove.games() if alcove.game(name).lesson is not None])
def test_the_student_beats_the_first_level(name: str) -> None:
    rate = measure(name, sample_of(name))
    assert rate.share >= GOAL
