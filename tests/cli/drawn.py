"""Positions as the terminal draws them."""

from __future__ import annotations

import io
import random

from rich.console import Console

from alcove import Position
from alcove.terminal.choices import choices
from alcove.terminal.console import out
from alcove.terminal.draw import draw
from alcove.terminal.language import Language, choose
from alcove.terminal.scene import Scene
from tests.playing import play_randomly


def drawn(
    position: Position,
    viewer: int | None,
    *,
    language: str = "en",
    ascii_only: bool = False,
    width: int = 80,
    height: int = 24,
) -> str:
    """The drawing, and below it the choices if they are the viewer's."""
    choose(Language(language))
    try:
        scene = Scene.of(position, viewer, [], ascii_only)
        console = paper(ascii_only, width, height)
        console.print(draw(scene))
        listed = choices(scene)
        if listed is not None:
            console.print(listed)
        assert isinstance(console.file, io.StringIO)
        return "".join(f"{line.rstrip()}\n" for line in console.file.getvalue().splitlines())
    finally:
        choose(None)


def paper(ascii_only: bool, width: int, height: int) -> Console:
    """The console of the command line, writing to a text of a fixed size."""
    console = out(ascii_only)
    console.file, console.size = io.StringIO(), (width, height)  # type: ignore[assignment]
    return console


def widest(text: str) -> int:
    return max(len(line) for line in text.splitlines())


def played(position: Position, actions: int, seed: int) -> Position:
    return play_randomly(position, random.Random(seed), actions)
