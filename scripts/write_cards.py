"""Write the lists of cards anew, docs/games/<name>-cards.md, for every game that has one."""

from __future__ import annotations

from pathlib import Path

import alcove

PAGES = Path(__file__).resolve().parents[1] / "docs" / "games"


def pages() -> dict[Path, str]:
    """The text of each page, by its place."""
    found = {}
    for name in alcove.games():
        game = alcove.game(name)
        if game.card_page is not None:
            found[PAGES / f"{name}-cards.md"] = game.card_page(game.components())
    return found


if __name__ == "__main__":
    for place, text in pages().items():
        place.write_text(text, "utf-8")
