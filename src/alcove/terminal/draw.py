"""Draw what a seat may know. A game may bring its own drawing as `terminal.py` in its folder.

Such a file has `draw(scene)`. With `meaning(scene, text)`, too, the choices are listed at every turn: `choices.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alcove.terminal.scene import Scene

if TYPE_CHECKING:
    from rich.console import RenderableType


def draw(scene: Scene) -> RenderableType:
    own = scene.game.terminal
    return listing(scene.table) if own is None else own.draw(scene)


def brief(scene: Scene) -> RenderableType | None:
    """What is enough to see after an own choice that another one follows from; None where that is the whole table."""
    own = scene.game.terminal
    return None if own is None or own.brief is None else own.brief(scene)


def listing(table: Any) -> RenderableType:
    """Any view as an indented listing."""
    return "\n".join(_lines(table, ""))


def _lines(value: Any, indent: str) -> list[str]:
    entries = value.items() if isinstance(value, dict) else [(str(i + 1), part) for i, part in enumerate(value)]
    lines = []
    for name, part in entries:
        if isinstance(part, dict) or (isinstance(part, list) and any(isinstance(p, dict | list) for p in part)):
            lines += [f"{indent}{name}:", *_lines(part, indent + "  ")]
        else:
            lines.append(f"{indent}{name}: {_word(part)}")
    return lines


def _word(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_word(part) for part in value) or "–"
    if isinstance(value, bool):
        return "✓" if value else "–"
    return "–" if value is None else str(value)
