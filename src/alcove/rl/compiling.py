"""Compile what batches and environments need of a game: apart from what a table needs, and only when it is used."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import SimpleNamespace
from typing import Any, Literal

from alcove.bots.engine import parts_for
from alcove.kernel.errors import OptionError
from alcove.kernel.game import Game
from alcove.kernel.hooks import Observe
from alcove.kernel.jit import specialise
from alcove.kernel.text import Text
from alcove.rl import kernels

Shown = Literal["compact", "normalised"] | None
"""How observations are written: as small whole numbers, as numbers from -1 to 1, or not at all."""
Opponents = Literal["random", "quick"] | None
"""Who plays the seats that are not asked: nobody, as all are; chance; or bots that do not search."""

CHOOSERS = {"random": "choose_randomly", "quick": "choose_quickly", None: "choose_randomly"}
"""How the seats play that are not asked. Where all are, any would do."""

NO_OBSERVATIONS = Text("{title} does not say what a seat sees as numbers.", "{title} sagt nicht, was ein Platz sieht.")
NOT_ONE_OF = Text("{what} is one of {words}.", "{what} ist eines von {words}.")


def observing(game: Game) -> Observe:
    """A game's layout and the function that fills it."""
    if game.observe is None:
        raise OptionError(NO_OBSERVATIONS.fill(title=game.title))
    return game.observe


@cache
def compile_for(game: Game, opponents: Opponents) -> SimpleNamespace:
    """The functions of `kernels.py` for a game. Each is compiled at its first call, or taken from the cache."""
    parts: dict[str, Any] = {
        f"rules_{name}": getattr(game.rules, name)
        for name in ("setup", "awaited", "legal", "play", "winners", "conceal", "sample")
    }
    parts["game_observe"] = observing(game).observe
    if opponents == "quick":
        parts["bot_priors"] = parts_for(game)["bot_priors"]
    parts["seed_state"] = _made(game, "seed_chance" if game.rules.CHANCE else "seed_nothing", parts)
    parts["opponent"] = _made(game, CHOOSERS[opponents], parts)
    return specialise(kernels, kernels.FUNCTIONS, game.name, parts)


def _made(game: Game, name: str, parts: dict[str, Any]) -> Any:
    return getattr(specialise(kernels, [name], game.name, parts), name)


def check_word(word: Any, words: Iterable[Any], what: str) -> None:
    if word not in words:
        raise OptionError(NOT_ONE_OF.fill(what=what, words=", ".join(map(str, words))))
