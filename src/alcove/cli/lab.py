"""`alcove lab`: what happens in many games, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from alcove.cli.options import Lang
from alcove.kernel.text import Text
from alcove.terminal.console import out, prepare, progress
from alcove.terminal.language import say

if TYPE_CHECKING:
    from alcove.lab import Section

EXAMPLES = """\b
Examples:
  alcove lab GAME --players 4 --games 20000
  alcove lab GAME --players 2 --option NAME=VALUE --level 3 --games 50
  alcove lab GAME --markdown
"""
SHORT = "Simulate many games and report what happens in them."

PLAYING = Text("Playing", "Es wird gespielt")


def lab(
    game: Annotated[str, typer.Argument(help="Which game; `alcove games` lists them.")],
    players: Annotated[int | None, typer.Option(help="How many seats, where the game leaves a choice.")] = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")] = 1000,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; several times."),
    ] = None,
    level: Annotated[int | None, typer.Option(help="Bots of this level; else quick ones that do not search.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Repeat the same games.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, max=256, help="How many games at the same time.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Tables in Markdown.")] = False,
    lang: Lang = None,
) -> None:
    """Let bots of one strength play each other; print how the games went."""
    import alcove
    from alcove.kernel.options import complete, read_options
    from alcove.lab import simulate
    from alcove.lab.figures import figures

    chosen = alcove.game(game.lower())
    given: dict[str, Any] = read_options(" ".join(option or []))
    complete(chosen.options, given)
    prepare(chosen)
    with progress(say(PLAYING)) as report:
        finished = simulate(chosen.name, players, games, given, seed, level, threads, report)
    for section in figures(finished):
        if markdown:
            print(_markdown(section))
        else:
            _show(section)


def _words(cell: Text | str) -> str:
    return say(cell) if isinstance(cell, Text) else cell


def _show(section: Section) -> None:
    from rich.table import Table as Grid

    grid = Grid(title=_words(section.title), show_header=any(section.headings))
    for number, heading in enumerate(section.headings):
        grid.add_column(_words(heading), justify="right" if number else "left")
    for row in section.rows:
        grid.add_row(*map(_words, row))
    if section.note is not None:
        grid.caption = _words(section.note)
    out().print(grid)


def _markdown(section: Section) -> str:
    lines = [f"### {_words(section.title)}", ""]
    lines.append("| " + " | ".join(map(_words, section.headings)) + " |")
    lines.append("|" + "---|" * len(section.headings))
    lines += ["| " + " | ".join(map(_words, row)) + " |" for row in section.rows]
    if section.note is not None:
        lines += ["", _words(section.note)]
    return "\n".join([*lines, ""])
