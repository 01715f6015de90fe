"""`alcove games`: what there is to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from alcove.cli.options import Lang
from alcove.kernel.text import Text
from alcove.terminal.console import out
from alcove.terminal.language import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table as Grid

    from alcove.kernel.game import Game
    from alcove.kernel.options import Option

EXAMPLES = """\b
Examples:
  alcove games
  alcove games --lang de
  alcove games GAME --observation
"""
SHORT = "List the games with their options."

PLAYERS = Text("{count} players", "{count} Personen")
LEVELS = Text("bots: {levels}", "Bots: {levels}")
DEFAULT = Text("default {value}", "sonst {value}")


LAYOUT = Text(
    "{title}: an observation has {size} numbers (version {version}), and there are {actions} actions.",
    "{title}: Eine Beobachtung hat {size} Zahlen (Fassung {version}), und es gibt {actions} Aktionen.",
)
NO_LAYOUT = Text("{title} does not say what a seat sees as numbers.", "{title} sagt nicht, was ein Platz sieht.")
HEADS = (
    Text("from", "ab"),
    Text("feature", "Merkmal"),
    Text("shape", "Form"),
    Text("range", "Bereich"),
    Text("what it is", "was es ist"),
)
ACTION_HEADS = (HEADS[0], Text("actions", "Aktionen"), HEADS[2], HEADS[4])
WHICH = Text("Say which game's observation.", "Sag, von welchem Spiel die Beobachtung.")


def games(
    name: Annotated[str | None, typer.Argument(help="One of them only.")] = None,
    observation: Annotated[bool, typer.Option("--observation", help="What a seat sees as numbers.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The same for programs.")] = False,
    lang: Lang = None,
) -> None:
    """List the games with their options; or tell of one what a seat sees as numbers, for those who train agents."""
    import alcove
    from alcove.kernel.errors import OptionError

    if observation:
        if name is None:
            raise OptionError(WHICH)
        _tell_observation(alcove.game(name.lower()), as_json)
        return
    _list([alcove.game(name.lower())] if name else [alcove.game(one) for one in alcove.games()])


def _tell_observation(game: Game, as_json: bool) -> None:
    import json

    from alcove.kernel.errors import OptionError
    from alcove.terminal.language import spoken

    if game.observe is None:
        raise OptionError(NO_LAYOUT.fill(title=game.title))
    layout, actions = game.observe.LAYOUT, game.rules.ACTIONS
    described = layout.describe(spoken())
    if as_json:
        print(json.dumps({"game": game.name, "actions": actions, **described}, ensure_ascii=False, indent=1))
        return
    out().print(say(LAYOUT, title=say(game.title), size=layout.size, version=layout.version, actions=actions))
    features, blocks = _grid(HEADS), _grid(ACTION_HEADS)
    for one in described["features"]:
        shape = " × ".join(map(str, one["shape"]))
        features.add_row(str(one["from"]), one["name"], shape, f"{one['low']}…{one['high']}", one["means"])
    for one in described["blocks"]:
        blocks.add_row(str(one["from"]), one["name"], " × ".join(map(str, one["shape"])), one["means"])
    out().print(features)
    if described["blocks"]:
        out().print(blocks)


def _grid(heads: Sequence[Text]) -> Grid:
    from rich.table import Table

    grid = Table()
    for nth, head in enumerate(heads):
        grid.add_column(say(head), justify="left" if nth else "right")
    return grid


def _list(chosen: list[Game]) -> None:
    from alcove.bots.levels import every_level_of
    from alcove.bots.scale import elo_of

    console = out()
    for game in chosen:
        name = game.name
        console.print(f"{name}  {say(game.title)}, {say(PLAYERS, count=_players(game))}", style="bold")
        console.print(f"  {say(game.summary)}")
        levels = [
            f"{number} {say(level.title)}" + ("" if (elo := elo_of(game, number)) is None else f" · {elo}")
            for number, level in every_level_of(game).items()
        ]
        console.print(f"  --level {say(LEVELS, levels=', '.join(levels))}")
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
