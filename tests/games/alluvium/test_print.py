"""Alluvium on paper, against the rules' own numbers."""

from __future__ import annotations

import pytest

from alcove.games.alluvium.notation import FORM_NAMES
from alcove.games.alluvium.table import COLOURS, MAX_ROUNDS
from tests.printing.conftest import Made, made
from tests.printing.poppler import needs_poppler

__all__ = ["made"]


@needs_poppler
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_colour_has_a_card_of_each_form(made: Made, language: str) -> None:
    """ALLUV-2, 4: six in each of five colours, and one card for the direction with two sides."""
    words = made("alluvium", "cards", language=language).text().split()
    for name in FORM_NAMES:
        assert words.count(name.of(language)) == COLOURS
    for name in {"en": ["Red", "Brown"], "de": ["Rot", "Braun"]}[language]:
        assert words.count(name) == len(FORM_NAMES)
    assert {"en": "counter-clockwise", "de": "gegen"}[language] in words


@needs_poppler
def test_there_is_a_sheet_for_everybody(made: Made) -> None:
    """ALLUV-1, 5: ten columns and rows, and a box for each round."""
    pdf = made("alluvium", "sheets")
    assert pdf.pages() == COLOURS
    words = pdf.text("-f", "1", "-l", "1").split()
    for number in range(1, 11):
        assert str(number) in words
        assert "abcdefghij"[number - 1] in words
    assert words.count("Round") == MAX_ROUNDS
