"""`alcove bench`: how fast the engine is on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from alcove.cli.options import Lang
from alcove.kernel.text import Text
from alcove.terminal.console import err, out
from alcove.terminal.language import say

EXAMPLES = """\b
Examples:
  alcove bench
  alcove bench --game GAME --seconds 5
"""
SHORT = "Measure how fast the engine is."

HEADINGS = (
    Text("Game", "Spiel"),
    Text("Players", "Personen"),
    Text("Random games/s", "Zufallsspiele/s"),
    Text("Actions/s", "Aktionen/s"),
    Text("Simulations/s", "Simulationen/s"),
    Text("× plain Python", "× reines Python"),
)


def bench(
    game: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this game; several times.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="Time for each figure.")] = 2.0,
    lang: Lang = None,
) -> None:
    """Measure random games and search on one core, and compare with plain Python."""
    from rich.table import Table as Grid

    import alcove
    from alcove.bots import bench as bench_mark

    names = [alcove.game(name.lower()).name for name in game] if game else list(alcove.games())
    with err().status("") as status:
        rows = bench_mark.run(names, seconds, status.update)
    grid = Grid()
    for number, heading in enumerate(HEADINGS):
        grid.add_column(say(heading), justify="right" if number else "left")
    for row in rows:
        rates = (row.games_per_second, row.actions_per_second, row.simulations_per_second)
        ratio = "–" if row.ratio is None else f"{row.ratio:,.0f}"
        grid.add_row(row.game, str(row.players), *(f"{rate:,.0f}" for rate in rates), ratio)
    out().print(grid)
