"""The engine against the slow oracle, step by step in random play.

The dice of a game follow from the `rng` of its state alone, so a copy of that field feeds the oracle the same dice.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import alcove
from alcove import Position
from alcove.kernel.jit import COMPILING
from alcove.kernel.random import roll, seed_words
from tests.games.alvos.oracle import Alvos, random_game

ALVOS = alcove.game("alvos")
TABLES = [
    (1, {"solitaire": "axel"}),
    (1, {"solitaire": "sopavre"}),
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (6, {}),
    (2, {"mode": "cooperative", "difficulty": "easy"}),
    (3, {"mode": "cooperative", "difficulty": "normal"}),
    (4, {"mode": "cooperative", "difficulty": "hard"}),
    (6, {"mode": "cooperative", "difficulty": "easy"}),
]
GAMES = 14 if COMPILING else 4
HEADSTRONG = 0.7
"""How often a delivery is made where one is possible; at random most games would see few."""


def dice_of(seed: int) -> Callable[[], int]:
    """The dice of the game with this seed, from the first one on."""
    rng = seed_words(f"alvos {seed}")
    return lambda: int(roll(rng))


def compare(position: Position, oracle: Alvos) -> None:
    assert str(position).rpartition(" rng=")[0] == oracle.text()
    assert position.over == oracle.over
    assert position.scores == oracle.scores()
    assert position.actors == (() if oracle.over else (oracle.turn,))
    legal = [action.text for action in position.legal(oracle.turn)]
    assert len(set(legal)) == len(legal)
    assert set(legal) == set(oracle.legal())


def choose(rng: random.Random, legal: list[str]) -> str:
    deliveries = [text for text in legal if "deliver" in text]
    return rng.choice(deliveries if deliveries and rng.random() < HEADSTRONG else legal)


@pytest.mark.parametrize(("players", "options"), TABLES, ids=lambda value: str(value))
def test_random_play_agrees_at_every_step(players: int, options: dict[str, str]) -> None:
    @settings(max_examples=GAMES)
    @given(st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1))
    def agree(seed: int, choices: int) -> None:
        rng = random.Random(choices)
        position, oracle = ALVOS.new(players, seed, **options), Alvos(players, dice_of(seed), **options)
        compare(position, oracle)
        while not oracle.over:
            seat, text = oracle.turn, choose(rng, oracle.legal())
            oracle.play(text)
            position = position.play(seat, text)
            compare(position, oracle)
        assert position.outcome is not None
        assert position.outcome.winners == oracle.winners()
        assert position.outcome.reason == oracle.ending

    agree()


def test_the_oracle_plays_by_itself() -> None:
    assert random_game(random.Random(1)) == random_game(random.Random(1)) > 10
    assert random_game(random.Random(1), 6, mode="cooperative") > 20
