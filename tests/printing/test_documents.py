"""Every document of every game as Poppler reads it: paper, letters, colours, fronts and backs."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import alcove
from alcove.printing import compose, drawings, markdown, pages, paper, rulebook
from alcove.printing.compose import BOOKLET, RULEBOOK
from alcove.printing.sheets import Cards
from tests.printing.conftest import Made
from tests.printing.poppler import POINTS_PER_MM, needs_poppler

pytestmark = needs_poppler

DOCUMENTS = [(name, one.name) for name in alcove.games() for one in compose.documents(alcove.game(name), "en")]
BOTH_SIDES = [
    (name, one.name)
    for name in alcove.games()
    for one in compose.documents(alcove.game(name), "en")
    if any(isinstance(sheet, Cards) and sheet.cards[0].back for sheet in one.sheets)
]
MAX_BYTES = 10_000_000
DPI = 30
WHITE = 250


@pytest.mark.parametrize(("name", "document"), DOCUMENTS)
def test_a_document_is_drawn_with_lines_and_letters_that_come_along(made: Made, name: str, document: str) -> None:
    pdf = made(name, document)
    assert pdf.path.stat().st_size < MAX_BYTES
    assert pdf.pictures() == []
    fonts = pdf.fonts()
    assert fonts
    assert all(font[-5] == "yes" for font in fonts), "embedded"
    assert pdf.smallest_print() >= 5.3


@pytest.mark.parametrize(("name", "document"), DOCUMENTS)
@pytest.mark.parametrize("on", ["a4", "letter"])
def test_pages_have_the_size_of_the_paper(made: Made, name: str, document: str, on: compose.Paper) -> None:
    across, down = paper.PAPERS[on]
    wanted = {RULEBOOK: (down / 2, across), BOOKLET: (down, across)}.get(document, (across, down))
    assert made(name, document, on).size() == pytest.approx(wanted, abs=0.1)


@pytest.mark.parametrize(("name", "document"), DOCUMENTS)
def test_black_and_white_has_no_colour(made: Made, name: str, document: str) -> None:
    coloured = made(name, document).pictures_of_all(DPI // 2)
    assert any((picture.max(2) - picture.min(2)).max() > 8 for picture in coloured)
    for picture in made(name, document, "letter", False, "de").pictures_of_all(DPI // 2):
        assert (picture.max(2).astype(int) - picture.min(2)).max() <= 2


@pytest.mark.parametrize("name", alcove.games())
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_rulebook_has_all_its_words(made: Made, name: str, language: str) -> None:
    on = {"en": "a4", "de": "letter"}[language]
    read = words(made(name, RULEBOOK, on, language == "en", language).text("-raw"))
    for block in markdown.parse(alcove.game(name).rulebook(language)):
        if block["kind"] in ("heading", "paragraph"):
            said = "".join(part["text"] for part in block["content"])
            assert words(said) in read, said


def words(text: str) -> str:
    """Letters and digits only: lines end where they like, and a foot of a page may come in between."""
    title = "|".join(
        re.escape(f"{alcove.game(name).title.of(language)} · ") for name in alcove.games() for language in ("en", "de")
    )
    return re.sub(r"\W", "", re.sub(rf"(?:{title})\d+\n", "", text).replace("\f", ""))


@pytest.mark.parametrize("name", alcove.games())
def test_a_booklet_has_two_pages_on_each_side(made: Made, name: str) -> None:
    assert made(name, BOOKLET).pages() == len(rulebook.sides(made(name, RULEBOOK).pages()))


@pytest.mark.parametrize("on", ["a4", "letter"])
@pytest.mark.parametrize(("name", "document"), BOTH_SIDES)
def test_backs_lie_behind_their_fronts(made: Made, name: str, document: str, on: compose.Paper) -> None:
    """Where a card is on the front, its back is behind it, with its bleed; and beyond that the paper is white."""
    (told,) = (one for one in compose.documents(alcove.game(name), "en") if one.name == document)
    sides = pages.job(told, on, "en")["pages"]
    assert len(sides) % 2 == 0
    drawn = made(name, document, on).pictures_of_all(DPI)
    assert len(drawn) == len(sides)
    for number in range(0, len(sides), 2):
        if sides[number + 1]["kind"] == "cards":
            check_leaf(sides[number], drawn[number], drawn[number + 1], paper.PAPERS[on][0])


def check_leaf(told: dict[str, Any], front: np.ndarray, back: np.ndarray, across: float) -> None:
    """The back is mirrored: what lies at the left of one lies at the right of the other."""
    edge, beyond = paper.BLEED - 0.9, paper.BLEED + 1.5
    for at in told["places"]:
        for x in (at["x"] - edge, at["x"] + at["width"] + edge):
            for y in (at["y"] + 4, at["y"] + at["height"] - 4):
                assert is_printed(front, x, y), (x, y)
                assert is_printed(back, across - x, y), (x, y)
    left = min(at["x"] for at in told["places"]) - beyond
    right = max(at["x"] + at["width"] for at in told["places"]) + beyond
    for at in told["places"]:
        for x in (left, right):
            assert not is_printed(front, x, at["y"] + at["height"] / 2)
            assert not is_printed(back, across - x, at["y"] + at["height"] / 2)


def is_printed(picture: np.ndarray, x: float, y: float) -> bool:
    row, column = (round(length * POINTS_PER_MM / 72 * DPI - 0.5) for length in (y, x))
    return int(picture[row, column].min()) < WHITE


def test_the_same_wish_gives_the_same_bytes() -> None:
    game = alcove.game("tollgate")
    (cards, *_) = compose.documents(game, "en")
    assert compose.make(game, cards, compose.Wish()) == compose.make(game, cards, compose.Wish())


@pytest.mark.parametrize("name", alcove.games())
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_diagram_of_a_rulebook_is_drawn(name: str, language: str) -> None:
    """By the table's drawing, or by the game's own face."""
    game = alcove.game(name)
    known = drawings.drawings(name)
    for block in rulebook.job(game, "a4", language)["blocks"]:
        for figure in block.get("figures", ()):
            assert figure["face"] or figure["drawing"] in known, figure["caption"]
