"""Draw what a seat may know. A game may bring its own drawing as `draw_<name>.py` beside this file."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from rich.console import RenderableType

    from alcove.kernel.game import Game


@dataclass(frozen=True)
class Scene:
    """All that a drawing gets: a view, never the position behind it."""

    game: Game
    view: dict[str, Any]
    last: Sequence[str]
    """The actions of the last turn."""
    ascii_only: bool


class Drawing(Protocol):
    def draw(self, scene: Scene) -> RenderableType: ...


def has_drawing(game: Game) -> bool:
    return importlib.util.find_spec(_module(game)) is not None


def _module(game: Game) -> str:
    return f"alcove.cli.draw_{game.name}"


def draw(scene: Scene) -> RenderableType:
    if not has_drawing(scene.game):
        return listing(scene.view["table"])
    return cast(Drawing, importlib.import_module(_module(scene.game))).draw(scene)


def listing(table: Any) -> RenderableType:
    """Any view as an indented listing."""
    from rich.text import Text as Styled

    return Styled("\n".join(_lines(table, "")))


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
