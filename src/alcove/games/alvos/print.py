"""Alvos on paper: the cave with its score track, sheets for the players, markers to cut out, the rules on a page."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from alcove.games.alvos.cave import (
    FIRST_PART,
    HEALTH,
    LAST_PART,
    MAX_HEALTH,
    POINTS,
    ROWS,
    SEATS,
    SHARDS,
    SHARDS_FOR_WILD,
    TRACK,
    UNUSED_ROW,
    UNUSED_ROWS,
)
from alcove.kernel.text import Text
from alcove.printing.sheets import Card, Cards, Document, Face, Page

MARKER = 22.0
DIAGRAM_WIDTH = 100.0
INK = {
    "#8d7a8f": "#ffffff",
    "#4d3f52": "#ececec",
    "#6b5a70": "#f4f4f4",
    "#ffdf9e": "#ffffff",
    "#3c3028": "#b8b8b8",
    "#4a2f17": "#9a9a9a",
    "#d8c8ac": "#fafafa",
    "#dfb174": "#ffffff",
    "#c08f50": "#e2e2e2",
    "#1c141f": "#c4c4c4",
    "#2a1c10": "#222222",
}

GAME = Text("Board, sheets and markers", "Plan, Bögen und Figuren")
BOARD = Text("The cave and the score track", "Die Höhle und die Punkteleiste")
SHEETS = Text("Inventory sheets for two players", "Bögen für zwei Personen")
RULES = Text("The rules on a page", "Die Regeln auf einer Seite")
MARKERS = Text("Markers: six Alvos and the engineer", "Figuren: sechs Alvos und der Ingenieur")
WORDS = {
    "track": Text("Score track", "Punkteleiste"),
    "name": Text("Alvo", "Alvo"),
    "health": Text("Health", "Gesundheit"),
    "cogs": Text("Cogs", "Zahnräder"),
    "bolts": Text("Bolts", "Schrauben"),
    "shards": Text("Cog shards", "Zahnradsplitter"),
    "wild": Text("three make a wild cog", "drei sind ein Joker"),
    "unused": Text("Unused dice", "Freie Würfel"),
    "row": Text("full row: +1", "volle Reihe: +1"),
    "score": Text("Score", "Wertung"),
    "last": Text("last mark", "letzte Marke"),
    "marks": Text("further marks × 2", "weitere Marken × 2"),
    "rows": Text("full rows", "volle Reihen"),
    "left": Text("cogs, shards −1, bolts −2", "Zahnräder, Splitter −1, Schrauben −2"),
    "first": Text("start here", "hier beginnen"),
}


def documents(language: str, printed: Mapping[str, Any]) -> Sequence[Document]:
    words = {key: text.of(language) for key, text in WORDS.items()}
    sheet = {
        "words": words,
        "health": HEALTH,
        "most_health": MAX_HEALTH,
        "shards": SHARDS,
        "for_wild": SHARDS_FOR_WILD,
        "row": UNUSED_ROW,
        "rows": UNUSED_ROWS,
    }
    rules = {"title": RULES.of(language), "blocks": _rules(language)}
    sheets: list[Cards | Page] = [
        Page(BOARD.of(language), Face("board", {"words": words, "track": TRACK})),
        Page(SHEETS.of(language), Face("sheets", sheet), count=SEATS // 2),
        Page(RULES.of(language), Face("rules", rules)),
        Cards(MARKERS.of(language), (MARKER, MARKER), _markers(), round=True),
    ]
    return [Document("game", GAME.of(language), sheets)]


def _rules(language: str) -> list[dict[str, Any]]:
    """`summary.toml`, with the rows of the parts and the points of a delivery as the rules have them."""
    read = tomllib.loads(resources.files(__package__).joinpath("summary.toml").read_text("utf-8"))
    rows = (f"{part}0: {' '.join(str(cog) for cog in ROWS[part])}" for part in range(FIRST_PART, LAST_PART + 1))
    values = {"parts": "; ".join(rows), "points": ", ".join(str(points) for points in POINTS[1:])}
    return [
        {
            "title": block["title"][language],
            "lines": [line[language].format(**values) for line in block["lines"]],
            "dice": block.get("dice", False),
        }
        for block in read["block"]
    ]


def _markers() -> list[Card]:
    names = [*(f"alvo-{seat}" for seat in range(SEATS)), "engineer"]
    return [Card(Face("marker", {"drawing": name})) for name in names]
