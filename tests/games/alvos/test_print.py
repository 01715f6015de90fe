"""Alvos on paper, against the rules' own numbers."""

from __future__ import annotations

from alcove.games.alvos.cave import FIRST_PART, LAST_PART, ROWS, SEATS, TRACK
from tests.printing.conftest import Made, made
from tests.printing.poppler import needs_poppler

__all__ = ["made"]


@needs_poppler
def test_board_and_track_say_what_the_rules_say(made: Made) -> None:
    """ALVOS-1, 2, 3, 4, 6: hexes, parts with their rows, and the spaces of the track."""
    words = made("alvos", "game").text("-f", "1", "-l", "1").split()
    for number in range(1, 7):
        assert f"{number}/{number + 6}" in words
        assert f"{number}0" in words
    for space in range(1, TRACK + 1):
        assert str(space) in words
    cogs = [word for word in words if word in {"2", "3", "4", "5", "6"}]
    needed = [str(cog) for part in range(FIRST_PART, LAST_PART + 1) for cog in ROWS[part]]
    assert len(cogs) == len(needed) + 5 + 5, "the rows, what five hexes give, and five spaces of the track"


@needs_poppler
def test_there_is_a_sheet_for_everybody_and_a_page_of_rules(made: Made) -> None:
    pdf = made("alvos", "game", "letter", False, "de")
    assert pdf.pages() == 1 + SEATS // 2 + 1 + 1
    for page in range(2, 2 + SEATS // 2):
        assert pdf.text("-f", str(page), "-l", str(page)).count("Gesundheit") == 2
    rules = " ".join(pdf.text("-f", "5", "-l", "5").split())
    for part in range(FIRST_PART, LAST_PART + 1):
        assert f"{part}0: {' '.join(str(cog) for cog in ROWS[part])}" in rules
    assert "1, 3, 6, 10 Felder" in rules
