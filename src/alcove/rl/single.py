"""One game for the environments of others: what a seat sees, may do and gets, and a drawing."""

from __future__ import annotations

import operator
from collections.abc import Container, Mapping
from functools import cached_property
from io import StringIO
from typing import Any

import numpy as np

from alcove.kernel import game as shelf
from alcove.kernel.game import Game
from alcove.kernel.position import Position
from alcove.rl.compiling import observing

LOWEST = -1.0
WIDTH = 100
"""Of a drawing."""


class Setup:
    """A game with its players and options: what all games of an environment have in common."""

    def __init__(self, game: str | Game, players: int | None, options: Mapping[str, Any] | None) -> None:
        self.game = shelf.game(game) if isinstance(game, str) else game
        first = self.game.new(players, 0, **(options or {}))
        self.players, self.options = first.players, first.options
        self._observe = observing(self.game)
        self.layout, self.actions = self._observe.LAYOUT, self.game.rules.ACTIONS

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process goes what it is made from."""
        return Setup, (self.game.name, self.players, dict(self.options))

    def start(self, seed: int | None) -> Position:
        return self.game.new(self.players, seed, **self.options)

    def row(self, position: Position, seat: int) -> Any:
        """What a seat sees, as small whole numbers; a spectator is -1."""
        row = np.zeros(self.layout.size, np.int8)
        self._observe.observe(position.state, seat, row)
        return row

    def observation(self, position: Position, seat: int) -> Any:
        """The same as numbers from -1 to 1."""
        return self.layout.normalised(self.row(position, seat))

    def written(self, position: Position, seat: int) -> str:
        """The same as a text: what is not zero, feature by feature, each number with its place in the feature."""
        row = self.row(position, seat)
        there, shown = np.flatnonzero(row), []
        numbers = [
            f"{self._labels[at]}:{number}" for at, number in zip(there.tolist(), row[there].tolist(), strict=True)
        ]
        bounds = np.searchsorted(there, [place.stop for place in self.layout.places.values()]).tolist()
        for name, begin, end in zip(self.layout.places, [0, *bounds], bounds, strict=False):
            if begin < end:
                shown.append(f"{name}={','.join(numbers[begin:end])}")
        return " ".join(shown)

    @cached_property
    def _labels(self) -> list[str]:
        """For each number of a row its place in the feature that it belongs to."""
        return [str(at) for place in self.layout.places.values() for at in range(place.stop - place.start)]

    def mask(self, position: Position, seat: int, more: int = 0) -> Any:
        """What a seat has to choose from, if it is awaited; with room for more actions than the rules know."""
        mask = np.zeros(self.actions + more, np.int8)
        if seat in position.awaited:
            mask[position.legal_indices(seat)] = 1
        return mask

    @property
    def bounds(self) -> tuple[Any, Any]:
        """The least and the most of each number."""
        layout = self.layout
        return layout.normalised(layout.low).astype(np.float32), layout.normalised(layout.high).astype(np.float32)


def legal_or_none(action: Any, legal: Container[int]) -> int | None:
    """An action that was said from outside, if it is one of these. Whatever is no whole number is none of them."""
    try:
        number = operator.index(action)
    except TypeError:
        return None
    return number if number in legal else None


def rewards(position: Position) -> list[float]:
    """What every seat gets: nothing before the end, then twice its share of the win, less one."""
    if position.outcome is None:
        return [0.0] * position.players
    return [2 * share - 1 for share in position.outcome.shares]


def drawing(position: Position, seat: int | None = None) -> str:
    """The table as one viewer may know it, as the terminal shows it."""
    from rich.console import Console

    from alcove.terminal.draw import draw
    from alcove.terminal.scene import Scene

    text = StringIO()
    console = Console(file=text, width=WIDTH, force_terminal=False, color_system=None, emoji=False)
    console.print(draw(Scene.of(position, seat, [], False)))
    return text.getvalue()
