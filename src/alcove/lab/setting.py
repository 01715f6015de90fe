"""One side of a comparison, in a line: `tribes=chosen; cards.torpedos.cost=3 soldiers`, `level=3`, or `as-is`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from alcove.bots.levels import check_level
from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game
from alcove.kernel.options import complete
from alcove.kernel.text import Text
from alcove.lab.changes import CARDS, NUMBERS, read_changes
from alcove.lab.restrict import restricted
from alcove.lab.simulate import Player, Setup

AS_IS = ("as-is", "-", "")
PLAYER = ("level", "simulations", "style", "forbid", "greedy")
NO_SETTING = Text(
    "{word} is no setting. Write NAME=VALUE, several with ; between them, or as-is.",
    "{word} ist keine Einstellung. Schreibe NAME=WERT, mehrere mit ; dazwischen, oder as-is.",
)
NO_WHOLE_NUMBER = Text("{name} is a whole number.", "{name} ist eine ganze Zahl.")
MAX_SIMULATIONS = 1_000_000


def read_setting(chosen: Game, base: Setup, text: str) -> Setup:
    """The set-up that a line makes of another one. What it says of a bot is said of the seat that is tested."""
    if text.strip() in AS_IS:
        return base
    options: dict[str, Any] = dict(base.options)
    said: dict[str, list[str]] = {}
    words: list[str] = []
    folder: Path | None = None
    for item in filter(None, map(str.strip, text.split(";"))):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals:
            raise OptionError(NO_SETTING.fill(word=repr(item[:60])))
        if name in PLAYER:
            said.setdefault(name, []).append(value)
        elif name == "folder":
            folder = Path(value)
        elif name.partition(".")[0] in (CARDS, NUMBERS):
            words.append(item)
        else:
            options[name] = value
    complete(chosen.options, options)
    changes = read_changes(chosen, folder, [*base.changes.told, *words]) if folder or words else base.changes
    tested = _player(chosen, said) if said else base.tested
    return replace(base, options=tuple(options.items()), changes=changes, tested=tested)


def _player(chosen: Game, said: dict[str, list[str]]) -> Player:
    level, simulations = (_whole(name, said[name][-1]) if name in said else None for name in ("level", "simulations"))
    if level is not None:
        check_level(chosen, level)
    if simulations is not None and not 1 <= simulations <= MAX_SIMULATIONS:
        raise OptionError(NO_WHOLE_NUMBER.fill(name="simulations"))
    style = said["style"][-1] if "style" in said else None
    found = restricted(chosen, level, said.get("forbid", []), said.get("greedy", []), style, simulations)
    return found or Player(level, simulations)


def _whole(name: str, value: str) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise OptionError(NO_WHOLE_NUMBER.fill(name=name))
    return int(value)
