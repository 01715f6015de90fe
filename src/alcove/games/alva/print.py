"""Alva on paper: the boards, and pieces to cut out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alcove.kernel.text import Text
from alcove.printing.sheets import Card, Cards, Document, Face, Page

SIZES = (9, 7, 5)
PIECES = 34
"""Of each colour, for the largest board in its longer game (ALVA-1)."""
SPARE = 2
DIAGRAM_WIDTH = 40.0
STEP = 20.0
"""From line to line, in millimetres: the same on all boards, so that the same pieces fit."""
PIECE = 16.0
INK = {
    "#dfb174": "#f4f4f4",
    "#7d4f26": "#cfcfcf",
    "#c08f50": "#dddddd",
    "#2e2622": "#5a5a5a",
    "#8a7767": "#ffffff",
    "#6a5b50": "#8a8a8a",
    "#8e1f17": "#303030",
}
"""The wood is almost white. Pieces of Black stay dark and have a white mark; marked points are dark, too."""

PLAYING = Text("Board and pieces", "Brett und Steine")
BOARD = Text("Board, {size} × {size} points", "Brett, {size} × {size} Punkte")
STONES = Text(
    "Pieces: {count} of each colour and {spare} to spare", "Steine: {count} von jeder Farbe und {spare} als Ersatz"
)


def documents(language: str, printed: Mapping[str, Any]) -> Sequence[Document]:
    boards = [Page(BOARD.fill(size=size).of(language), Face("board", {"size": size, "step": STEP})) for size in SIZES]
    return [Document("game", PLAYING.of(language), [*boards, _pieces(language)])]


def _pieces(language: str) -> Cards:
    title = STONES.fill(count=PIECES, spare=SPARE).of(language)
    sides = [Card(Face("piece", {"side": side}), count=PIECES + SPARE) for side in ("white", "black")]
    return Cards(title, (PIECE, PIECE), sides, round=True)
