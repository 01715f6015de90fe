"""Write the lists of cards anew, docs/games/<name>-cards.md, for every game that has one."""

from __future__ import annotations

import importlib
from pathlib import Path

import alcove

PAGES = Path(__file__).resolve().parents[1] / "docs" / "games"


def pages() -> dict[Path, str]:
    """The text of each page, by its place."""
    found = {}
    for name in alcove.games():
        game = alcove.game(name)
        printed = game.components()
        if printed:
            page = importlib.import_module(f"{game.package}.components").page
            found[PAGES / f"{name}-cards.md"] = page(printed)
    return found


if __name__ == "__main__":
    for place, text in pages().items():
        place.write_text(text, "utf-8")
