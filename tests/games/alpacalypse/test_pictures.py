"""The pictures of the rulebook are positions of the lesson, drawn by parts of the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import alcove

PARTS = Path(__file__).resolve().parents[3] / "web" / "src" / "games" / "alpacalypse" / "DiagramParts.svelte"
PICTURE = re.compile(r"```alpacalypse\ncaption: (.*)\nstep: (.*)\nshow: (.*)\n```")


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_picture_names_a_step_and_parts_that_there_are(language: str) -> None:
    game = alcove.game("alpacalypse")
    assert game.lesson is not None
    drawn = set(re.findall(r"part === '(\w+)'", PARTS.read_text("utf-8")))
    pictures = PICTURE.findall(game.rulebook(language))
    assert len(pictures) == 5
    for caption, step, parts in pictures:
        assert caption.endswith(".")
        assert step in game.lesson.steps
        assert set(parts.split()) <= drawn
