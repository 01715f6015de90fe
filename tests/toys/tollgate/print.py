"""Tollgate on paper: its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alcove.kernel.text import Text
from alcove.printing.sheets import STANDARD, Card, Cards, Document, Face
from tests.toys.tollgate.rules import NUMBERS

CARDS = Text("Cards", "Karten")
SUITS = {"sun": Text("Sun", "Sonne"), "moon": Text("Moon", "Mond")}


def documents(language: str, printed: Mapping[str, Any]) -> Sequence[Document]:
    """TOLL-1: from 1 to 12 in two suits, and all backs alike."""
    cards = [
        Card(Face("card", {"suit": name.of(language), "number": number}), Face("back"))
        for name in SUITS.values()
        for number in range(1, NUMBERS + 1)
    ]
    return [Document("cards", CARDS.of(language), [Cards(CARDS.of(language), STANDARD, cards)])]
