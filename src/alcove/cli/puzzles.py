"""`alcove puzzles`: find puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from alcove.cli.options import Lang
from alcove.kernel.errors import OptionError
from alcove.kernel.text import Text
from alcove.terminal.console import out, prepare, progress
from alcove.terminal.language import say

if TYPE_CHECKING:
    from alcove.kernel.game import Game
    from alcove.puzzles import Collection

EXAMPLES = """\b
Examples:
  alcove puzzles GAME
  alcove puzzles GAME --count 20 --seed 7
  alcove puzzles GAME --count 50 --to more.json
  alcove puzzles GAME --count 50 --to more.json --again
"""
SHORT = "Find puzzles by search."

JUDGING = Text("Judging what was found", "Gefundenes wird beurteilt")
LEFT = Text("{kept} of {of} still have a clear answer.", "{kept} von {of} haben noch eine klare Antwort.")
SEARCHING = Text("Looking for puzzles", "Aufgaben werden gesucht")
NO_PUZZLES = Text("{title} does not say what makes a puzzle.", "{title} sagt nicht, was eine Aufgabe ausmacht.")
OTHER_FILE = Text(
    "{path} holds puzzles of another game, seed or version of the rules; choose another name.",
    "{path} enthält Aufgaben eines anderen Spiels, Startwerts oder anderer Regeln; wähle einen anderen Namen.",
)
WRITTEN = Text(
    "{count} puzzles from {games} games are in {path}.", "{count} Aufgaben aus {games} Spielen stehen in {path}."
)
THEME, LEVEL = Text("Theme", "Thema"), Text("Level", "Stufe")


def puzzles(
    game: Annotated[str, typer.Argument(help="Which game; `alcove games` lists them.")],
    count: Annotated[int, typer.Option(min=1, max=100_000, help="How many puzzles.")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="The same seed finds the same puzzles.")] = 0,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Where they go; else puzzles-GAME.json.")] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Judge those in the file anew first, by today's bots.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Find positions with one best answer in games between strong bots. A run that was stopped goes on where it was."""
    import alcove
    from alcove.puzzles.find import find

    chosen = alcove.game(game.lower())
    if chosen.puzzles is None:
        raise OptionError(NO_PUZZLES.fill(title=chosen.title))
    path = to or Path(f"puzzles-{chosen.name}.json")
    collection = _begun(chosen, seed, path)
    prepare(chosen)
    if again:
        collection = _judged_anew(chosen, collection, path)
    with progress(say(SEARCHING)) as report:

        def keep(found: Collection) -> None:
            found.write(path)
            report(len(found.puzzles), count)

        find(chosen, chosen.puzzles, collection, count, keep)
    _tell(chosen, collection)
    out().print(say(WRITTEN, count=len(collection.puzzles), games=collection.games, path=path), soft_wrap=True)


def _begun(chosen: Game, seed: int, path: Path) -> Collection:
    import msgspec

    from alcove.puzzles import Collection

    fresh = Collection(chosen.name, chosen.version, seed)
    if not path.exists():
        return fresh
    try:
        found = Collection.read(path)
    except (OSError, msgspec.MsgspecError):
        raise OptionError(OTHER_FILE.fill(path=path)) from None
    if (found.game, found.rules, found.seed) != (fresh.game, fresh.rules, fresh.seed):
        raise OptionError(OTHER_FILE.fill(path=path))
    return found


def _judged_anew(chosen: Game, collection: Collection, path: Path) -> Collection:
    from alcove.puzzles.find import review

    assert chosen.puzzles is not None
    of = len(collection.puzzles)
    with progress(say(JUDGING)) as report:
        kept = review(chosen, chosen.puzzles, collection, lambda done: report(done, of))
    kept.write(path)
    out().print(say(LEFT, kept=len(kept.puzzles), of=of))
    return kept


def _tell(chosen: Game, collection: Collection) -> None:
    from collections import Counter

    from rich.table import Table as Grid

    assert chosen.puzzles is not None
    counted = Counter((puzzle.theme, puzzle.level) for puzzle in collection.puzzles)
    levels = sorted({level for _, level in counted})
    grid = Grid()
    grid.add_column(say(THEME))
    for level in levels:
        grid.add_column(f"{say(LEVEL)} {level}", justify="right")
    for theme, title in chosen.puzzles.THEMES.items():
        grid.add_row(say(title), *(str(counted[theme, level]) for level in levels))
    out().print(grid)
