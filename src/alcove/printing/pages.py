"""The pages of a document of sheets: fronts, backs behind them, and what each says at its foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from alcove.kernel.text import Text
from alcove.printing import paper
from alcove.printing.sheets import Card, Cards, Document, Face, Page

FULL_SIZE = Text("Print at 100 %, not fitted to the page.", "In Originalgröße (100 %) drucken, nicht anpassen.")
BOTH_SIDES = Text(
    "Print at 100 %, on both sides, turned over the long edge.",
    "In Originalgröße (100 %) drucken, beidseitig, über die lange Kante gewendet.",
)
BACK = Text("The back of the page before.", "Die Rückseite der Seite davor.")
EMPTY = Text("Left empty: the back of the page before.", "Bleibt leer: die Rückseite der Seite davor.")
MEASURE = Text("50 mm, if printed true to size", "50 mm, wenn der Druck stimmt")

Side = dict[str, Any]


def job(document: Document, on: str, language: str) -> dict[str, Any]:
    """What the template is told of a document."""
    pages = list(_pages(document, on, language))
    return {
        "subtitle": document.title,
        "margin": paper.MARGIN,
        "foot": paper.FOOT,
        "bleed": paper.BLEED,
        "measure": MEASURE.of(language),
        "pages": [{**page, "number": number, "of": len(pages)} for number, page in enumerate(pages, 1)],
    }


def _pages(document: Document, on: str, language: str) -> Iterator[Side]:
    """Where anything has a back, every page has one, so that a printer for both sides keeps in step."""
    both = any(card.back for sheet in document.sheets if isinstance(sheet, Cards) for card in sheet.cards)
    say = BOTH_SIDES if both else FULL_SIZE
    for sheet in document.sheets:
        for front, back in _leaves(sheet, on):
            yield {**front, "title": sheet.title, "say": say.of(language)}
            if both:
                behind = EMPTY if back["kind"] == "empty" else BACK
                yield {**back, "title": sheet.title, "say": behind.of(language)}


def _leaves(sheet: Cards | Page, on: str) -> Iterator[tuple[Side, Side]]:
    """Front and back of each leaf of paper."""
    if isinstance(sheet, Page):
        yield from [({"kind": "page", "face": _told(sheet.face)}, {"kind": "empty"})] * sheet.count
        return
    cards = [card for card in sheet.cards for _ in range(card.count)]
    places = paper.places(on, sheet.size)
    for start in range(0, len(cards), len(places)):
        here = cards[start : start + len(places)]
        yield _front(sheet, here, places), _back(sheet, here, [place.behind(on) for place in places])


def _front(sheet: Cards, cards: Sequence[Card], places: Sequence[paper.Place]) -> Side:
    placed = [_placed(place, card.front, 90) for place, card in zip(places, cards, strict=False)]
    return {"kind": "cards", "round": sheet.round, "places": placed}


def _back(sheet: Cards, cards: Sequence[Card], places: Sequence[paper.Place]) -> Side:
    """A turned card is turned the other way behind, so that both its tops are at the same edge."""
    placed = [_placed(place, card.back, -90) for place, card in zip(places, cards, strict=False) if card.back]
    return {"kind": "cards", "round": sheet.round, "places": placed} if placed else {"kind": "empty"}


def _placed(place: paper.Place, face: Face, turn: int) -> dict[str, Any]:
    return {
        "x": place.x,
        "y": place.y,
        "width": place.width,
        "height": place.height,
        "turn": turn if place.turned else 0,
        "face": _told(face),
    }


def _told(face: Face) -> dict[str, Any]:
    return {"draw": face.draw, "told": dict(face.told)}
