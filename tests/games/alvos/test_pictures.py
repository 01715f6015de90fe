"""The pictures of the rulebook are positions of the lesson, drawn as the table draws them."""

from __future__ import annotations

import re
from typing import Any

import pytest

import alcove

PICTURE = re.compile(r"```alvos\ncaption: (.*)\nstep: (.*)\n```")


def pictures(language: str) -> list[tuple[str, dict[str, Any]]]:
    """Captions and tables."""
    game = alcove.game("alvos")
    assert game.lesson is not None
    found = PICTURE.findall(game.rulebook(language))
    return [(caption, game.read(game.lesson.steps[step].position).view(None)["table"]) for caption, step in found]


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_picture_shows_what_is_said_of_it(language: str) -> None:
    (first, start), (second, later) = pictures(language)
    for caption, table in ((first, start), (second, later)):
        assert str(table["engineer"]) in caption
    outer = {hex["hex"]: hex for hex in later["outer"]}
    assert start["engineer"] == 20
    assert [alvo["hex"] for alvo in start["alvos"]] == [None, None]
    assert not any(hex["boxes"]["done"] for hex in start["outer"])
    assert later["engineer"] == 40
    assert [alvo["hex"] for alvo in later["alvos"]] == [3, 4]
    assert {number for number, hex in outer.items() if hex["boxes"]["done"]} == {20, 30}
    assert outer[20]["part"]["delivered"] == 2
    assert (outer[40]["part"]["delivered"], outer[40]["part"]["row"][0]) == (0, 5)
