"""The rulebook in the terminal: all of it, or one clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from alcove.terminal.language import spoken

if TYPE_CHECKING:
    from rich.console import RenderableType

    from alcove.kernel.game import Game

DIAGRAM = re.compile(r"```\w+\ncaption: (.*)\n((?:.*\n)*?)```")
PICTURE = re.compile(r"```\w+\ncaption: (.*)\n(?:[a-z]+: .*\n)+```")
"""A picture that is told in fields alone: only a browser draws it, and its caption tells what it shows."""
CLAUSE_OR_HEADING = re.compile(r"^(?=\*\*\[|#)", re.MULTILINE)


def all_rules(game: Game) -> RenderableType:
    return _rendered(game.rulebook(spoken()))


def clause(game: Game, wanted: str) -> RenderableType | None:
    """The clause of that id (`GAME-8`, or just `8`) with its diagrams; None if there is none."""
    name = wanted.strip().strip("[]").upper()
    if name.isdigit():
        name = f"{game.clause_prefix}-{name}"
    for part in CLAUSE_OR_HEADING.split(game.rulebook(spoken())):
        if part.startswith(f"**[{name}]**"):
            return _rendered(part)
    return None


def _rendered(markdown: str) -> RenderableType:
    from rich.markdown import Markdown

    drawn = PICTURE.sub(r"*\1*", markdown)
    return Markdown(DIAGRAM.sub(r"```text\n\2```\n*\1*", drawn), code_theme="bw")
