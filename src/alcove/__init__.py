"""Alcove: a table for four board games, and one fast engine behind it.

>>> import alcove
>>> game = alcove.game(alcove.games()[0])
>>> position = game.new(seed=7)
>>> position = position.play(0, position.legal(0)[0])

What is named here is loaded when it is first asked for: the compiler behind it takes most of a second, in which a
server has processes to start (`alcove.ready.children`).
"""

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "Action": "position",
    "Game": "game",
    "Outcome": "outcome",
    "Position": "position",
    "Record": "record",
    "game": "game",
    "games": "game",
    "register": "game",
}
"""The modules of `alcove.kernel` that these are in; all else is in that of the errors."""


class _Alcove(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        """`games` is the function. Whoever imports the folder of that name would else put it in its place."""
        if name != "games" or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Alcove


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f"alcove.kernel.{_HOMES.get(name, 'errors')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
