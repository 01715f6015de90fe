"""`alcove data`: self-play to learn from, as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from alcove.cli.options import Cluster, Lang, Threads, at_work
from alcove.kernel.text import Text
from alcove.terminal.console import out, prepare, progress
from alcove.terminal.language import say

if TYPE_CHECKING:
    from alcove.rl.data import Format

EXAMPLES = """\b
Examples:
  alcove data GAME --games 1000 --level 3
  alcove data GAME --games 500 --simulations 100 --format parquet --to games
  alcove data GAME --games 100000 --cluster 10.0.0.5:6379
"""
SHORT = "Let bots play, and write what they saw, did and found."

PLAYING = Text("Playing", "Es wird gespielt")
WRITTEN = Text("{games} games in {files} files: {folder}", "{games} Partien in {files} Dateien: {folder}")
FORMATS = Text("The format is npz or parquet.", "Das Format ist npz oder parquet.")


def data(
    game: Annotated[str, typer.Argument(help="Which game; `alcove games` lists them.")],
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")] = 100,
    level: Annotated[int, typer.Option(help="Bots of this level.")] = 3,
    simulations: Annotated[
        int | None, typer.Option(min=1, max=1_000_000, help="Search so much for each decision, whatever the level.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many seats, where the game leaves a choice.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; several times."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Other games; the same seed writes the same bytes.")] = 0,
    per_file: Annotated[int, typer.Option(min=1, max=100_000, help="Games in one file.")] = 100,
    kind: Annotated[str, typer.Option("--format", help="npz, or parquet where pyarrow is installed.")] = "npz",
    to: Annotated[Path | None, typer.Option(help="The folder; else data/GAME.")] = None,
    threads: Threads = None,
    cluster: Cluster = None,
    lang: Lang = None,
) -> None:
    """Let bots play each other; write every decision with what its seat saw. Run it again to go on where it stopped."""
    import alcove
    from alcove.kernel.errors import OptionError
    from alcove.kernel.options import read_options
    from alcove.rl.data import Source, write
    from alcove.rl.single import Setup

    if kind not in ("npz", "parquet"):
        raise OptionError(FORMATS)
    chosen: Format = "npz" if kind == "npz" else "parquet"
    given: dict[str, Any] = read_options(" ".join(option or []))
    source = Source(Setup(alcove.game(game.lower()), players, given), level, simulations, seed)
    folder = to or Path("data") / source.setup.game.name
    with at_work(cluster, threads) as workers:
        if cluster is None:
            prepare(source.setup.game)
        with progress(say(PLAYING)) as report:
            files = write(source, folder, games, per_file, chosen, workers, report)
    out().print(say(WRITTEN, games=games, files=len(files), folder=str(folder)))
