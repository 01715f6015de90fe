"""Write the tables of observations and actions in docs/research.md anew.

python scripts/write_layouts.py
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Any

import alcove

PAGE = Path(__file__).resolve().parents[1] / "docs" / "research.md"
BEGIN = "<!-- From here on written by scripts/write_layouts.py -->\n"
END = "<!-- Until here -->\n"


def page() -> str:
    """The whole page, with the tables as they should be."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    return before + BEGIN + "\n" + "\n".join(map(tables, our_games())) + "\n" + END + after


def our_games() -> list[str]:
    """Those in the package, as they stand on the shelf; a toy beside it has no place in the page."""
    ours = {module.name for module in pkgutil.iter_modules(importlib.import_module("alcove.games").__path__)}
    return [name for name in alcove.games() if name in ours]


def tables(name: str) -> str:
    game = alcove.game(name)
    assert game.observe is not None
    told, actions = game.observe.LAYOUT.describe(), game.rules.ACTIONS
    title = (
        f"### {game.title.en}\n\nVersion {told['version']}: {told['size']:,} numbers in a row, {actions:,} actions.\n\n"
    )
    features = rows(
        ["from", "feature", "shape", "range", "what it is"],
        [
            [str(one["from"]), f"`{one['name']}`", shape(one), f"{one['low']} … {one['high']}", one["means"]]
            for one in told["features"]
        ],
    )
    blocks = rows(
        ["from", "actions", "shape", "what they do"],
        [[str(one["from"]), f"`{one['name']}`", shape(one), one["means"]] for one in told["blocks"]],
    )
    return title + features + "\n" + blocks


def rows(head: list[str], body: list[list[str]]) -> str:
    lines = [head, ["---:", *["---"] * (len(head) - 1)], *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def shape(one: dict[str, Any]) -> str:
    return " × ".join(map(str, one["shape"]))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
