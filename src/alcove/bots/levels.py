"""Five levels of strength, for every game, and a sixth that thinks as long as it is told.

A game may bring its own five in `bot.LEVELS`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from alcove.bots.deepening import BEST_PLAY, Character
from alcove.bots.engine import search
from alcove.bots.impression import at_a_glance, first_impression, guesses
from alcove.bots.mistakes import FLAWLESS, Mistakes, choose
from alcove.bots.thought import Cancel, Thought
from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game
from alcove.kernel.position import Position
from alcove.kernel.text import Text


@dataclass(frozen=True)
class Level:
    """How long a bot thinks, and what it gets wrong."""

    title: Text
    about: Text
    """What it is like to play against, in a line."""
    simulations: int | None = None
    """With 0 it goes by its first impression."""
    milliseconds: float | None = None
    character: Character = BEST_PLAY
    """How it differs from the best it could do, where a game is searched by alpha-beta."""
    mistakes: Mistakes = FLAWLESS
    """The same where a game is searched by the tree."""


TITLES = (
    Text("Child", "Kind"),
    Text("Beginner", "Anfang"),
    Text("Friend", "Freundeskreis"),
    Text("Club", "Verein"),
    Text("Master", "Meisterschaft"),
    Text("Oracle", "Orakel"),
)
LEVELS: dict[int, Level] = {
    1: Level(
        TITLES[0],
        Text(
            "Takes what glitters, and overlooks most of the rest.", "Nimmt, was glänzt, und übersieht fast alles sonst."
        ),
        simulations=0,
        mistakes=Mistakes(overlooks=0.6, misjudges=1.5, greed=0.3),
    ),
    2: Level(
        TITLES[1],
        Text("Looks one step ahead, and not at everything.", "Denkt einen Schritt weit, und nicht an alles."),
        simulations=40,
        mistakes=Mistakes(overlooks=0.3, misjudges=0.6),
    ),
    3: Level(
        TITLES[2],
        Text(
            "Plays soundly and quickly, and misses a chance now and then.",
            "Spielt solide und zügig; ab und zu entgeht ihm etwas.",
        ),
        simulations=200,
        mistakes=Mistakes(overlooks=0.1, misjudges=0.2),
    ),
    4: Level(TITLES[3], Text("Thinks before it acts.", "Überlegt, bevor es handelt."), simulations=1200),
    5: Level(
        TITLES[4], Text("Takes a second and uses it.", "Nimmt sich eine Sekunde und nutzt sie."), milliseconds=1000
    ),
}
AS_LONG_AS_TOLD = Level(
    TITLES[5],
    Text(
        "As strong as you like: thinks as long as you tell it, on all cores.",
        "So stark, wie du willst: denkt so lange, wie du sagst, auf allen Kernen.",
    ),
)
USUAL_SECONDS = 10
"""How long the sixth level thinks if nobody says."""


NO_LEVEL = Text(
    "A bot in {title} has a level from {least} to {most}.", "Ein Bot in {title} hat eine Stufe von {least} bis {most}."
)


def levels_of(game: Game) -> Mapping[int, Level]:
    return game.bot.LEVELS or LEVELS


def check_level(game: Game, level: int) -> Level:
    return _checked(game, level, levels_of(game))


def _checked(game: Game, level: int, levels: Mapping[int, Level]) -> Level:
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


def long_level(game: Game) -> int:
    """The number of the level that thinks as long as it is told: the one after all others."""
    return max(levels_of(game)) + 1


def every_level_of(game: Game) -> Mapping[int, Level]:
    """Those that are always equally strong, and the one that is told how long to think."""
    return {**levels_of(game), long_level(game): AS_LONG_AS_TOLD}


def check_any_level(game: Game, level: int) -> Level:
    """The same as `check_level`, where somebody can say how long to think."""
    return _checked(game, level, every_level_of(game))


def think(position: Position, seat: int, level: int, seed: int | None = None, cancel: Cancel | None = None) -> Thought:
    """What a bot of that level does. It knows no more than its seat. Until its game is compiled it does not search."""
    chosen = check_level(position.game, level)
    dice = random.Random(seed)
    if not position.game.has_code and seat in position.awaited:
        return first_impression(position, seat, dice.getrandbits(63))
    if chosen.simulations == 0 and seat in position.awaited:
        seen = guesses(position, seat, dice.getrandbits(63))
        return at_a_glance(position, seat, choose(position, seat, seen, chosen.mistakes, dice))
    thought = search(
        position,
        seat,
        simulations=chosen.simulations,
        milliseconds=chosen.milliseconds,
        seed=dice.getrandbits(63),
        cancel=cancel,
        character=chosen.character,
    )
    return thought if chosen.mistakes == FLAWLESS else _mistaken(position, seat, thought, chosen.mistakes, dice)


def _mistaken(position: Position, seat: int, thought: Thought, mistakes: Mistakes, dice: random.Random) -> Thought:
    """What somebody makes of a search who takes other choices for better ones than it has found."""
    weights = {
        index: float(thought.visits.get(position.action(seat, index).text, 0)) for index in position.legal_indices(seat)
    }
    action = position.action(seat, choose(position, seat, weights, mistakes, dice))
    if action == thought.action:
        return thought
    return replace(thought, action=action, value=thought.values.get(action.text, thought.value), line=[action.text])


def think_long(
    position: Position,
    seat: int,
    seconds: float,
    threads: int | None = None,
    seed: int | None = None,
    cancel: Cancel | None = None,
) -> Thought:
    """What the sixth level does, which thinks as long as it is told, in so many threads; else one for each core."""
    number = random.Random(seed).getrandbits(63)
    if not position.game.has_code and seat in position.awaited:
        return first_impression(position, seat, number)
    return search(
        position, seat, milliseconds=1000 * seconds, threads=threads or os.cpu_count() or 1, seed=number, cancel=cancel
    )
