"""Scorings are told as what they are: sentences to dwell on, in both languages.

The positions are those of the lessons, so nothing here is left to luck.
"""

from __future__ import annotations

import pytest

import alcove
from alcove.kernel.lesson import Stage, play_answer
from alcove.kernel.story import Line, tell


def told(name: str, step: str, *, before: bool = False) -> list[Line]:
    """What is said of the last action that a step plays: before the reader comes in, or after the answer."""
    game = alcove.game(name)
    assert game.lesson is not None
    scene = Stage(game, game.lesson).scenes[step]
    played = scene.led[-1] if before else play_answer(scene)[-1]
    return tell(played.before, played.after, played.seat, played.action, scene.step.seat)


def moments(lines: list[Line], language: str) -> list[tuple[int | None, str]]:
    return [(line.seat, line.of(language)) for line in lines if line.kind == "moment"]


def test_a_round_of_alluvium() -> None:
    """ALLUV-15, and the next round is no scoring."""
    lines = told("alluvium", "home-again")
    assert moments(lines, "en") == [(None, "Every sheet is home. Round 1: Red 9, Blue 10, Green 9, Yellow 8.")]
    assert moments(lines, "de") == [(None, "Alle Blätter sind zu Hause. Runde 1: Rot 9, Blau 10, Grün 9, Gelb 8.")]
    assert lines[-1].of("en").startswith("Round 2: ")
    assert lines[-1].kind is None


@pytest.mark.parametrize(
    ("language", "production", "day"),
    [
        (
            "en",
            "Production: Red: 1 coin, 1 worker; Blue: 1 coin, 1 worker.",
            "Round 2, age I. A New Day: State Visit. Asked for: Leader.",
        ),
        (
            "de",
            "Produktion: Rot: 1 Münze, 1 Arbeiter; Blau: 1 Münze, 1 Arbeiter.",
            "Runde 2, Zeitalter I. Ein Neuer Tag: Staatsbesuch. Gefragt: Oberhaupt.",
        ),
    ],
)
def test_production_and_a_new_day_of_the_alpacalypse(language: str, production: str, day: str) -> None:
    """ALPAC-39, ALPAC-13: two scorings, not one."""
    assert moments(told("alpacalypse", "complete"), language) == [(None, production), (None, day)]


def test_a_new_day_that_all_have_passed() -> None:
    """ALPAC-14"""
    assert moments(told("alpacalypse", "event"), "en") == [(None, "Every tribe has passed: gain 1 material.")]


def test_the_engineers_move_of_alvos() -> None:
    """ALVOS-9: told of whoever rolled it."""
    lines = told("alvos", "eleven", before=True)
    words = "Player 1 rolls 2 and 5, with the unused 4 that makes 11: the engineer moves on to 30."
    assert moments(lines, "en") == [(0, words)]
    assert "Ingenieur" in moments(lines, "de")[0][1]
    assert [line.kind for line in lines] == [None, "moment"]
