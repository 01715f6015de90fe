"""What can be typed now, told beside a drawing.

A drawing may have `meaning(scene, text)`: what a choice does, in a few words, or nothing where the drawing shows it.
With `fold(scene, texts)` it tells many choices in a few lines, and leaves the rest to be listed one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from alcove.kernel.text import Text
from alcove.terminal.language import say
from alcove.terminal.scene import Folded, Scene, columns

if TYPE_CHECKING:
    from rich.console import RenderableType

CHOICES_SHOWN = 20
"""More choices than this are told without their meaning, in a game without a drawing not at all."""
FEW = 6
"""So many are listed in their order, a line for each."""
MAX_NUMBERED = 60
"""More than this are not listed unless asked for."""

MORE_MOVES = Text("{n} choices; moves lists them.", "{n} Möglichkeiten; züge zeigt sie.")
TYPE_LIKE = Text(
    "Type one of {n} like this: {example}; moves lists all of them.",
    "Gib eine von {n} so ein: {example}; züge zeigt sie alle.",
)


def choices(scene: Scene) -> RenderableType | None:
    """The choices of a turn. Nothing where a drawing shows them so well that `moves` is enough."""
    own, texts = scene.game.terminal, list(scene.choices)
    if not texts or (own is not None and own.meaning is None):
        return None
    if own is None or own.meaning is None:
        return numbered(texts) if len(texts) <= CHOICES_SHOWN else say(MORE_MOVES, n=len(texts))
    folded = Folded([], list(texts)) if own.fold is None else own.fold(scene, list(texts))
    return _told(scene, texts, folded, own.meaning)


def numbered(texts: Sequence[str]) -> RenderableType:
    """Everything, with the numbers that stand for it."""
    return _in_columns([f"{n:>3} {text}" for n, text in enumerate(texts, 1)])


def _in_columns(entries: list[str]) -> RenderableType:
    from rich.columns import Columns

    return Columns(entries, padding=(0, 2))


def _told(scene: Scene, texts: Sequence[str], folded: Folded, meaning: Callable[[Scene, str], str]) -> RenderableType:
    from rich.console import Group

    parts: list[RenderableType] = []
    if folded.lines:
        parts.append(_with_meaning(folded.lines))
    if len(folded.rest) <= MAX_NUMBERED:
        parts += _one_by_one(scene, texts, folded.rest, meaning)
    if folded.lines:
        parts.append(say(TYPE_LIKE, n=len(texts), example=next(text for text in texts if text not in folded.rest)))
    elif len(folded.rest) > MAX_NUMBERED:
        parts.append(say(MORE_MOVES, n=len(texts)))
    return Group(*parts)


def _one_by_one(
    scene: Scene, texts: Sequence[str], rest: list[str], meaning: Callable[[Scene, str], str]
) -> list[RenderableType]:
    """A few in their order; of many, those that need no word in columns, the others in lines below them."""
    number = {text: n for n, text in enumerate(texts, 1)}
    told = {text: meaning(scene, text) if len(rest) <= CHOICES_SHOWN else "" for text in rest}
    few = len(rest) <= FEW and any(told.values())
    bare = [f"{number[text]:>3} {text}" for text in rest if not told[text] and not few]
    lines = [(f"{number[text]:>3} {text}", told[text]) for text in rest if told[text] or few]
    return [_in_columns(bare)] * bool(bare) + [_with_meaning(lines)] * bool(lines)


def _with_meaning(lines: list[tuple[str, str]]) -> RenderableType:
    grid = columns("<", "+")
    for line in lines:
        grid.add_row(*line)
    return grid
