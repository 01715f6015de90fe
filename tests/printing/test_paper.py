"""Where cards lie on sheets, in which order a booklet's pages stand, and what becomes of colours and small words."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

import alcove
from alcove.printing import drawings, ink, markdown, paper, rulebook
from alcove.printing.sheets import MINI_EURO, STANDARD

SOURCES = Path(alcove.__file__).parent
SIZES = [STANDARD, MINI_EURO, (16.0, 16.0), (25.4, 25.4), (120.0, 60.0)]
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">{}</svg>'


@pytest.mark.parametrize("on", paper.PAPERS)
@pytest.mark.parametrize("size", SIZES)
def test_cards_lie_within_the_margins_and_apart(on: str, size: tuple[float, float]) -> None:
    across, down = paper.PAPERS[on]
    places = paper.places(on, size)
    assert places
    for place in places:
        assert {place.width, place.height} == {*size}
        assert place.x >= paper.MARGIN
        assert place.x + place.width <= across - paper.MARGIN
        assert place.y >= paper.MARGIN
        assert place.y + place.height <= down - paper.MARGIN - paper.FOOT
    for one, other in pairwise(places):
        beside = other.x - one.x - one.width if one.y == other.y else other.y - one.y - one.height
        assert beside == pytest.approx(paper.GAP)


@pytest.mark.parametrize("on", paper.PAPERS)
@pytest.mark.parametrize("size", SIZES)
def test_a_card_s_back_lies_behind_it_when_the_sheet_is_turned(on: str, size: tuple[float, float]) -> None:
    across = paper.PAPERS[on][0]
    for place in paper.places(on, size):
        back = place.behind(on)
        assert (across - back.x - back.width, back.y) == (pytest.approx(place.x), place.y)
        assert (back.width, back.height, back.turned) == (place.width, place.height, place.turned)


def test_a_sheet_takes_as_many_cards_as_fit() -> None:
    assert len(paper.places("a4", MINI_EURO)) == len(paper.places("letter", MINI_EURO)) == 12
    assert len(paper.places("a4", STANDARD)) == 8
    assert len(paper.places("letter", STANDARD)) == 6
    assert all(place.turned for place in paper.places("a4", STANDARD))


@pytest.mark.parametrize(
    ("pages", "sides"),
    [
        (4, [(4, 1), (2, 3)]),
        (3, [(None, 1), (2, 3)]),
        (8, [(8, 1), (2, 7), (6, 3), (4, 5)]),
        (5, [(None, 1), (2, None), (None, 3), (4, 5)]),
    ],
)
def test_the_pages_of_a_booklet_follow_each_other_when_it_is_folded(
    pages: int, sides: list[tuple[int | None, int | None]]
) -> None:
    assert rulebook.sides(pages) == sides


def folded(sides: list[tuple[int | None, int | None]]) -> list[int | None]:
    """The pages as they are read: sheets inside each other, leaf by leaf."""
    fronts, backs = sides[::2], sides[1::2]
    first = [page for front, back in zip(fronts, backs, strict=True) for page in (front[1], back[0])]
    second = [page for front, back in zip(fronts, backs, strict=True) for page in (front[0], back[1])]
    return first + second[::-1]


@pytest.mark.parametrize("pages", range(1, 30))
def test_a_folded_booklet_is_read_from_first_to_last(pages: int) -> None:
    read = folded(rulebook.sides(pages))
    assert read == [*range(1, pages + 1), *[None] * (-pages % 4)]


def test_colours_become_greys_that_save_ink() -> None:
    for colour in ("#7d4f26", "#2e2622", "#dfb174", "#fff"):
        for use in ("fill", "stroke", "text fill", "text stroke", "stop-color"):
            shade = ink.grey(colour, use)
            assert re.fullmatch(r"#(..)\1\1", shade)
    assert ink.luminance(ink.grey("#000000", "fill")) >= 0.69, "no dark areas"
    assert ink.luminance(ink.grey("#fffaf0", "text fill")) < 0.2, "light words on dark areas become dark on light ones"
    assert ink.luminance(ink.grey("#e9b93a", "stroke")) < 0.5, "lines are seen"
    assert ink.grey("#00000080", "fill")[7:] == "80", "what is seen through stays so"


def test_a_game_says_what_becomes_of_its_own_colours() -> None:
    svg = DRAWING.format('<path fill="#2e2622"/><path fill="#dfb174"/>')
    assert 'fill="#111111"' in drawings.saving_ink(svg, {"#2e2622": "#111111"})
    assert "#dfb174" not in drawings.saving_ink(svg, {"#2e2622": "#111111"})


def test_small_words_of_a_drawing_are_made_legible() -> None:
    svg = DRAWING.format('<g font-size="2" transform="scale(0.5)"><text>a</text><text font-size="40">b</text></g>')
    least = drawings.SMALLEST * drawings.POINT / 50
    assert drawings.smallest_print(svg) == pytest.approx(1 / 100)
    larger = drawings.legible(svg, 50)
    assert drawings.smallest_print(larger) == pytest.approx(least, rel=1e-3)
    assert 'font-size="40"' in larger, "what is large enough stays"


def test_no_template_sets_words_that_are_too_small() -> None:
    templates = [*SOURCES.rglob("*.typ")]
    assert len(templates) >= 4
    for path in templates:
        for size in re.findall(r"size: ([\d.]+)pt", path.read_text("utf-8")):
            assert float(size) >= drawings.SMALLEST, f"{path.name}: {size}pt"


def test_markdown_is_read_as_a_tree() -> None:
    blocks = markdown.parse(
        "# Title\n\n**[GATE-1]** One *two* `three`\nfour\n\n- a\n  b\n- c\n\n| x | y |\n|---|---|\n| 1 | **2** |\n\n"
        "```gate\ncaption: Words\n#.\n```\n"
    )
    assert [block["kind"] for block in blocks] == ["heading", "paragraph", "list", "table", "fence"]
    assert blocks[1]["clause"] == "GATE-1"
    assert [part["kind"] for part in blocks[1]["content"]] == ["text", "em", "text", "code", "text"]
    assert blocks[2]["items"] == [markdown.inline("a b"), markdown.inline("c")]
    assert blocks[3]["rows"] == [[markdown.inline("1"), markdown.inline("**2**")]]
    assert blocks[4] == {"kind": "fence", "language": "gate", "caption": "Words", "lines": ["#."]}
