"""Five levels of strength, for every game. A game may bring its own in `bot.LEVELS`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from alcove.bots.engine import Cancel, Thought, search
from alcove.bots.impression import first_impression
from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game
from alcove.kernel.position import Position
from alcove.kernel.text import Text


@dataclass(frozen=True)
class Level:
    """How long a bot thinks, and how often it does not."""

    title: Text
    simulations: int | None = None
    milliseconds: float | None = None
    careless: float = 0.0
    """How often it plays the first thing that comes to mind."""


LEVELS: dict[int, Level] = {
    1: Level(Text("Child", "Kind"), simulations=8, careless=0.6),
    2: Level(Text("Beginner", "Anfang"), simulations=40, careless=0.1),
    3: Level(Text("Friend", "Freundeskreis"), simulations=200),
    4: Level(Text("Club", "Verein"), simulations=1200),
    5: Level(Text("Master", "Meisterschaft"), milliseconds=1000),
}


NO_LEVEL = Text(
    "A bot in {title} has a level from {least} to {most}.", "Ein Bot in {title} hat eine Stufe von {least} bis {most}."
)


def levels_of(game: Game) -> Mapping[int, Level]:
    return game.bot.LEVELS or LEVELS


def check_level(game: Game, level: int) -> Level:
    levels = levels_of(game)
    if isinstance(level, bool) or level not in levels:
        raise OptionError(NO_LEVEL.fill(title=game.title, least=min(levels), most=max(levels)))
    return levels[level]


def usual_level(game: Game) -> int:
    """The bot that sits down where nobody asks for another: the second weakest."""
    return sorted(levels_of(game))[:2][-1]


def stand_in_level(game: Game) -> int:
    """The bot that plays on for somebody who leaves, where the table has chosen no other: the middle one."""
    levels = sorted(levels_of(game))
    return levels[len(levels) // 2]


def hint_level(game: Game) -> int:
    """The bot that is asked for a hint: the strongest."""
    return max(levels_of(game))


def think(position: Position, seat: int, level: int, seed: int | None = None, cancel: Cancel | None = None) -> Thought:
    """What a bot of that level does. It knows no more than its seat. Until its game is compiled it does not search."""
    chosen = check_level(position.game, level)
    dice = random.Random(seed)
    if chosen.careless and dice.random() < chosen.careless and seat in position.awaited:
        action = dice.choice(position.legal(seat))
        return Thought(action, 0.5, {action.text: 1}, [action.text], 0)
    if not position.game.has_code and seat in position.awaited:
        return first_impression(position, seat, dice.getrandbits(63))
    return search(
        position,
        seat,
        simulations=chosen.simulations,
        milliseconds=chosen.milliseconds,
        seed=dice.getrandbits(63),
        cancel=cancel,
    )
