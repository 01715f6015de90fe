"""Five levels of strength, for every game. A game may bring its own in `bot.LEVELS`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from alcove.bots.deepening import BEST_PLAY, Character
from alcove.bots.engine import search
from alcove.bots.impression import first_impression
from alcove.bots.thought import Cancel, Thought
from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game
from alcove.kernel.position import Position
from alcove.kernel.text import Text


@dataclass(frozen=True)
class Level:
    """How long a bot thinks, and how often it does not."""

    title: Text
    about: Text
    """What it is like to play against, in a line."""
    simulations: int | None = None
    milliseconds: float | None = None
    careless: float = 0.0
    """How often it plays the first thing that comes to mind."""
    character: Character = BEST_PLAY
    """How it differs from the best it could do, where a game is searched by alpha-beta."""


TITLES = (
    Text("Child", "Kind"),
    Text("Beginner", "Anfang"),
    Text("Friend", "Freundeskreis"),
    Text("Club", "Verein"),
    Text("Master", "Meisterschaft"),
)
LEVELS: dict[int, Level] = {
    1: Level(
        TITLES[0],
        Text("Mostly does what comes to mind.", "Macht meist, was ihm gerade einfällt."),
        simulations=8,
        careless=0.6,
    ),
    2: Level(
        TITLES[1],
        Text("Looks one step ahead, and not always.", "Denkt einen Schritt weit, und nicht immer."),
        simulations=40,
        careless=0.1,
    ),
    3: Level(TITLES[2], Text("Plays soundly and quickly.", "Spielt solide und zügig."), simulations=200),
    4: Level(TITLES[3], Text("Thinks before it acts.", "Überlegt, bevor es handelt."), simulations=1200),
    5: Level(
        TITLES[4], Text("Takes a second and uses it.", "Nimmt sich eine Sekunde und nutzt sie."), milliseconds=1000
    ),
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
        character=chosen.character,
    )
