"""Small nets that games have learned: their shape, room to use them, and how they are kept in a file."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from alcove.bots import afterstate, prospects
from alcove.bots.afterstate import STATES, Mind
from alcove.bots.layers import STRIDE, Net
from alcove.kernel.game import Game
from alcove.kernel.jit import specialise
from alcove.kernel.position import Position

UNITS = (64, 32)
"""How many units the two layers of a net have as a rule."""
VERSION = 1


def units_of(game: Game, number: int) -> tuple[int, int]:
    """How many units the layers of one of a game's nets have, counted from 1."""
    return game.bot.UNITS[number - 1] if game.bot.UNITS else UNITS


def size_of(features: int, units: tuple[int, int] = UNITS) -> int:
    one, two = units
    return features * one + one + one * two + two + two + 1


def shaped(flat: Any, features: int, units: tuple[int, int] = UNITS) -> Net:
    """The layers of a net as parts of one row of weights."""
    one, two = units
    parts, at = list[Any](), 0
    for shape in ((features, one), (one,), (one, two), (two,), (two,), (1,)):
        size = int(np.prod(shape))
        parts.append(flat[at : at + size].reshape(shape))
        at += size
    return Net(flat, *parts)


def fresh(features: int, there: int, dice: Any, units: tuple[int, int] = UNITS) -> Net:
    """A net before anything is learned; of the features so many are there at a time."""
    net = shaped(np.zeros(size_of(features, units), dtype=np.float32), features, units)
    net.first[:] = dice.normal(size=net.first.shape) * np.sqrt(1 / there)
    net.second[:] = dice.normal(size=net.second.shape) * np.sqrt(2 / units[0])
    net.last[:] = dice.normal(size=net.last.shape) * 0.1
    return net


def make_mind(game: Game, players: int, net: Net) -> Mind:
    choices, room = game.rules.MAX_CHOICES, _make_room(game, net)
    return Mind(
        net,
        np.zeros(STATES, dtype=game.rules.STATE),
        *room,
        np.zeros(players),
        np.zeros(choices, dtype=np.int32),
        np.zeros(choices),
        np.zeros(1, dtype=np.int64),
    )


def make_prospects(game: Game, net: Net) -> prospects.Mind:
    return prospects.Mind(net, *_make_room(game, net), np.zeros(1), np.zeros(game.rules.MAX_CHOICES))


def _make_room(game: Game, net: Net) -> tuple[Any, Any, Any, Any, Any, Any, Any]:
    """For features found, those of the position before and how many these were, sums after each few, and the units."""
    most, one = game.bot.MOST_FEATURES, len(net.first_bias)
    return (
        np.zeros(most, dtype=np.int32),
        np.zeros(most, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
        np.zeros((most // STRIDE + 1, one), dtype=np.float32),
        np.zeros(one, dtype=np.float32),
        np.zeros(one, dtype=np.int32),
        np.zeros(len(net.second_bias), dtype=np.float32),
    )


def mind_for(position: Position) -> Mind | prospects.Mind:
    game = position.game
    if not game.bot.features:
        return make_prospects(game, net_of(game, 1))
    return make_mind(game, position.players, net_of(game, max(1, number_of(position))))


def number_of(position: Position) -> int:
    """Which of a game's nets knows games like this one; 0 if none does."""
    assert position.game.bot.learned is not None
    return int(position.game.bot.learned(position.copy_row()[0]))


def one_for_all(position: Position) -> bool:
    """Whether a net knows games like this one, and all play as one."""
    game = position.game
    if not game.bot.features or game.rules.together is None:
        return False
    return number_of(position) > 0 and bool(game.rules.together(position.copy_row()[0]))


@cache
def net_of(game: Game, number: int) -> Net:
    """What a game has learned: the first of its nets, or a further one."""
    assert game.bot.tables is not None
    shapes = [(features, units_of(game, at)) for at, features in enumerate(game.bot.FEATURES, start=1)]
    begin = sum(size_of(*shape) for shape in shapes[: number - 1])
    return shaped(game.bot.tables()[begin : begin + size_of(*shapes[number - 1])], *shapes[number - 1])


def compile_for(game: Game, parts: Mapping[str, Any]) -> SimpleNamespace:
    """The functions that judge choices by a net."""
    template = afterstate if game.bot.features else prospects
    own = {f"bot_{name}": getattr(game.bot, name) for name in template.HOOKS}
    return specialise(template, template.FUNCTIONS, game.name, {**parts, **own})


def write(flat: Any, seed: int) -> bytes:
    """The file that ships. Half the digits are enough."""
    file = io.BytesIO()
    np.savez_compressed(file, version=VERSION, seed=seed, weights=flat.astype(np.float16))
    return file.getvalue()


def read(data: bytes) -> Any:
    with np.load(io.BytesIO(data)) as kept:
        assert int(kept["version"]) == VERSION
        return kept["weights"].astype(np.float32)
