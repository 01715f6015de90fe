"""What a game has printed: documents of sheets, and what lies on each. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

STANDARD = (63.0, 88.0)
MINI_EURO = (44.0, 68.0)


@dataclass(frozen=True)
class Face:
    """One side of something: a function of the game's `print.typ`, and what it is told."""

    draw: str
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Card:
    """Something to cut out, so many times."""

    front: Face
    back: Face | None = None
    count: int = 1


@dataclass(frozen=True)
class Cards:
    """Cards, tiles or pieces of one size. Those with backs are printed on both sides."""

    title: str
    size: tuple[float, float]
    cards: Sequence[Card]
    round: bool = False
    """Cut along a circle."""


@dataclass(frozen=True)
class Page:
    """A whole page, so many times."""

    title: str
    face: Face
    count: int = 1


@dataclass(frozen=True)
class Document:
    """What is printed together, as one file."""

    name: str
    title: str
    sheets: Sequence[Cards | Page]
