"""The Alpacalypse on paper: its cards and tiles, player boards, tokens, the board on four sheets, and player aids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alcove.games.alpacalypse import print_words
from alcove.games.alpacalypse.print_cards import card_sheets
from alcove.games.alpacalypse.print_diagrams import diagram
from alcove.games.alpacalypse.print_pieces import aid_sheets, board_pages, piece_sheets, tribe_sheets
from alcove.kernel.text import Text
from alcove.printing.sheets import Document

__all__ = ["DIAGRAM_WIDTH", "INK", "diagram", "documents"]

DIAGRAM_WIDTH = 121.0
CARDS = Text("Cards and tiles", "Karten und Plättchen")
BOARD = Text("Board on four sheets", "Spielplan auf vier Blättern")
TRIBES = Text("Player boards and pieces", "Stammestafeln und Steine")
AIDS = Text("Player aids", "Übersichten")
INK = {"#2f1e10": "#333333", "#3a302a": "#888888", "#b5483c": "#c8c8c8"}


def documents(language: str, printed: Mapping[str, Any]) -> Sequence[Document]:
    words = print_words.told(language)
    pieces = [*tribe_sheets(printed, words, language), *piece_sheets(printed, words, language)]
    return [
        Document("cards", CARDS.of(language), card_sheets(printed, words, language)),
        Document("board", BOARD.of(language), board_pages(printed, words, language)),
        Document("tribes", TRIBES.of(language), pieces),
        Document("aids", AIDS.of(language), aid_sheets(words, language)),
    ]
