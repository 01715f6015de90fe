"""Where the command line writes to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from alcove.kernel.text import Text
from alcove.terminal.language import say

if TYPE_CHECKING:
    from rich.console import Console

    from alcove.kernel.game import Game

PREPARING = Text("Preparing {title}", "{title} wird vorbereitet")
PLAIN_SIGNS = str.maketrans(
    {"→": "->", "−": "-", "–": "-", "…": "...", "·": "-", "×": "x", "✓": "x", "„": '"', "“": '"', "”": '"', "’": "'"}
)
"""How signs are written where only letters can be shown."""


def out(ascii_only: bool = False) -> Console:
    from rich.console import Console
    from rich.text import Text as Styled

    class PlainConsole(Console):
        """Writes signs as letters, before anything is measured."""

        def render_str(self, text: str, **kwargs: Any) -> Styled:
            return super().render_str(plain_signs(text), **kwargs)

    kind = PlainConsole if ascii_only else Console
    return kind(markup=False, highlight=False, emoji=False, safe_box=True, no_color=True if ascii_only else None)


def plain_signs(text: str) -> str:
    return text.translate(PLAIN_SIGNS)


def err() -> Console:
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def printable(text: str) -> str:
    """Without control characters: what was typed or stands in a file must not steer the terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def complain(code: str, sentence: str) -> None:
    """One line on stderr."""
    print(f"alcove: {printable(sentence)} [{code}]", file=sys.stderr)


def can_show(signs: str) -> bool:
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr that goes away when the work is done; nothing at all where nobody watches."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = err()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def prepare(game: Game) -> None:
    """Compile what a game needs, or load it from the cache."""
    from alcove.bots import warm

    with progress(say(PREPARING, title=game.title)) as report:
        warm(game, report)


@contextmanager
def prepared(game: Game) -> Iterator[None]:
    """The same, before anything is done with it."""
    prepare(game)
    yield


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """Begin at once, as plain Python where the game is not compiled yet. That is done in the meantime."""
    from alcove.ready.preparation import Preparation

    preparation = Preparation(names=(game.name,))
    preparation.start()
    preparation.wait_for_cache()
    try:
        yield
    finally:
        preparation.close()
