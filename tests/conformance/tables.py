"""Set-ups and positions of any game, derived from what the game declares."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import alcove
from alcove import Action, Game, Position

MAX_WALK = 160
"""The longest random walk to a position that is looked at."""
CHANGE_OF_MIND = 0.15
"""How often a seat that has already chosen acts again, where it may."""
EVERY_ACTION_UP_TO = 1000
"""All actions below are tried, some of those above."""


@dataclass(frozen=True)
class Setup:
    players: int
    options: dict[str, Any] = field(hash=False)

    def new(self, game: Game, seed: int | None) -> Position:
        return game.new(self.players, seed, **self.options)


def actions_to_try(game: Game) -> list[int]:
    """All actions; of very many, the first thousand and an even spread of the others."""
    return [*range(min(game.rules.ACTIONS, EVERY_ACTION_UP_TO)), *range(EVERY_ACTION_UP_TO, game.rules.ACTIONS, 23)]


@cache
def setups(game: Game) -> tuple[Setup, ...]:
    """Every number of players with the defaults, with each choice, and with the least and most of each number.

    An option that means something only together with another is tried with that one.
    """
    found: list[Setup] = []
    for players in game.players:
        plain = Setup(players, {})
        found.append(plain)
        met = [plain.new(game, 0).options]
        for option in game.options:
            if players not in option.only.get("players", (players,)):
                continue
            needed = {name: values[0] for name, values in option.only.items() if name != "players"}
            for value in option.choices or (option.least, option.most):
                setup = Setup(players, needed | {option.name: value})
                meant = setup.new(game, 0).options
                if meant not in met:
                    met.append(meant)
                    found.append(setup)
    return tuple(found)


def step(rng: random.Random, position: Position) -> tuple[int, int]:
    """A seat and its action at random: an awaited seat, or now and then one that changes its mind."""
    may_change = [seat for seat in position.actors if seat not in position.awaited]
    if may_change and rng.random() < CHANGE_OF_MIND:
        seat = rng.choice(may_change)
    else:
        seat = rng.choice(position.awaited)
    return seat, rng.choice(position.legal_indices(seat))


def walk(rng: random.Random, position: Position, most: int) -> Iterator[tuple[int, Action, Position]]:
    """Random play: each action with its seat and the position after it."""
    for _ in range(most):
        if position.over:
            return
        seat, index = step(rng, position)
        action = position.action(seat, index)
        position = position.play_legal(seat, index)
        yield seat, action, position


@st.composite
def positions(draw: st.DrawFn, game: Game) -> Position:
    position = draw(st.sampled_from(setups(game))).new(game, draw(st.integers(0, 2**128 - 1)))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.integers(0, min(MAX_WALK, game.rules.MAX_GAME_ACTIONS)))):
        if position.over:
            break
        position = position.play_legal(*step(rng, position))
    return position


EFFORT = 0.6 if settings().derandomize else 1.0
"""How many of the examples that a check asks for are tried. They are the same in every ordinary run; with
HYPOTHESIS_PROFILE=explore they are others each time, and all are tried."""


def for_positions(game: Game, examples: int, holds: Callable[..., None], *more: st.SearchStrategy[Any]) -> None:
    """Check that something holds in many positions of a game."""
    _run(examples, holds, positions(game), *more)


def for_games(game: Game, examples: int, holds: Callable[..., None], *more: st.SearchStrategy[Any]) -> None:
    """Check that something holds for many set-ups, seeds and generators of choices."""
    choices = st.builds(random.Random, st.integers(0, 2**32 - 1))
    _run(examples, holds, st.sampled_from(setups(game)), st.integers(0, 2**128 - 1), choices, *more)


def _run(examples: int, holds: Callable[..., None], *values: st.SearchStrategy[Any]) -> None:
    @chosen_by_name(holds.__qualname__)
    @settings(max_examples=round(examples * EFFORT))
    @given(st.tuples(*values))
    def run(drawn: tuple[Any, ...]) -> None:
        holds(*drawn)

    run()


def chosen_by_name(name: str) -> Callable[[Any], Any]:
    """In a reproducible run, let each check have examples of its own."""
    return seed(zlib.crc32(name.encode())) if settings().derandomize else lambda test: test


def viewers(position: Position) -> list[int | None]:
    return [None, *range(position.players)]


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def shelf() -> list[Game]:
    return [alcove.game(name) for name in alcove.games()]
