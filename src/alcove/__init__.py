"""Alcove: a table for four board games, and one fast engine behind it.

>>> import alcove
>>> game = alcove.game(alcove.games()[0])
>>> position = game.new(seed=7)
>>> position = position.play(0, position.legal(0)[0])
"""

import alcove.games  # noqa: F401  before the function of that name: importing the package binds its name here
from alcove.kernel.errors import (
    AlcoveError,
    IllegalError,
    NotYourTurnError,
    OptionError,
    OverError,
    SealedError,
    StaleError,
    TamperedError,
    UnknownGameError,
    UnreadableError,
)
from alcove.kernel.game import Game, game, games, register
from alcove.kernel.outcome import Outcome
from alcove.kernel.position import Action, Position
from alcove.kernel.record import Record

__version__ = "0.1.0"

__all__ = [
    "Action",
    "AlcoveError",
    "Game",
    "IllegalError",
    "NotYourTurnError",
    "OptionError",
    "Outcome",
    "OverError",
    "Position",
    "Record",
    "SealedError",
    "StaleError",
    "TamperedError",
    "UnknownGameError",
    "UnreadableError",
    "__version__",
    "game",
    "games",
    "register",
]
