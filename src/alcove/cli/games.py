"""`alcove games`: what there is to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alcove.cli.options import Lang
from alcove.kernel.text import Text
from alcove.terminal.console import out
from alcove.terminal.language import say

if TYPE_CHECKING:
    from alcove.kernel.game import Game
    from alcove.kernel.options import Option

EXAMPLES = """\b
Examples:
  alcove games
  alcove games --lang de
"""
SHORT = "List the games with their options."

PLAYERS = Text("{count} players", "{count} Personen")
LEVELS = Text("bots: {levels}", "Bots: {levels}")
DEFAULT = Text("default {value}", "sonst {value}")


def games(lang: Lang = None) -> None:
    """List the games with their options."""
    import alcove
    from alcove.bots.levels import levels_of

    console = out()
    for name in alcove.games():
        game = alcove.game(name)
        console.print(f"{name}  {say(game.title)}, {say(PLAYERS, count=_players(game))}", style="bold")
        console.print(f"  {say(game.summary)}")
        levels = levels_of(game).items()
        console.print(f"  --level {say(LEVELS, levels=', '.join(f'{n} {say(level.title)}' for n, level in levels))}")
        for option in game.options:
            console.print(f"  --option {option.name}={_values(option)}  {say(option.help)} {_default(option)}")


def _players(game: Game) -> str:
    least, most = game.players.start, game.players.stop - 1
    return str(least) if least == most else f"{least}–{most}"


def _values(option: Option) -> str:
    if option.choices:
        return "|".join(str(value) for value in option.choices)
    return f"{option.least}…{option.most}"


def _default(option: Option) -> str:
    from alcove.kernel.options import By

    if isinstance(option.default, By):
        by = option.default
        value = ", ".join(f"{value} ({by.option}={when})" for when, value in by.values.items())
    else:
        value = str(option.default)
    return f"[{say(DEFAULT, value=value)}]"
