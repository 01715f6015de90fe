"""An action by its parts: what a choice is described by is enough to ask about it, and to take it."""

from __future__ import annotations

import random

import pytest

import alcove
from alcove.kernel.errors import UnreadableError

NOT_READ = {"alva": set(), "alluvium": set(), "alpacalypse": {"bid"}, "alvos": {"collect", "deliver"}}
"""Kinds of choice that are always named by their text or index."""


@pytest.mark.parametrize("name", NOT_READ)
def test_the_parts_of_a_choice_name_it(name: str) -> None:
    game, rng = alcove.game(name), random.Random(5)
    position = game.new(game.players[-1], 5)
    kinds = set()
    while not position.over:
        seat = rng.choice(position.awaited)
        legal = position.legal_indices(seat)
        for index in rng.sample(legal, min(3, len(legal))):
            parts = position.parts(seat, index)
            said = {key: value for key, value in parts.items() if isinstance(value, str | int)}
            kinds.add(said["kind"])
            if said["kind"] in NOT_READ[name]:
                with pytest.raises(UnreadableError):
                    position.index_of(seat, said)
            else:
                assert position.index_of(seat, said) == index, said
                assert position.why_not(seat, said) is None
        position = position.play_legal(seat, rng.choice(legal))
    assert len(kinds - NOT_READ[name]) >= 2
    assert kinds >= NOT_READ[name]


def test_a_game_that_reads_no_parts_says_so() -> None:
    """It may still be asked by text and by index."""
    position = alcove.game("tollgate").new(2, 1)
    with pytest.raises(UnreadableError):
        position.index_of(0, {"kind": "pass"})


@pytest.mark.parametrize(
    ("name", "parts", "clause"),
    [
        ("alva", {"kind": "shift", "from": "a1", "to": "c3"}, "ALVA-5"),
        ("alluvium", {"kind": "form", "form": "Hook", "turn": "0", "at": "j10"}, "ALLUV-"),
        ("alluvium", {"kind": "plug", "at": "e5"}, "ALLUV-"),
        ("alpacalypse", {"kind": "complete", "card": "torpedos"}, "ALPAC-"),
        ("alvos", {"kind": "leave"}, "ALVOS-"),
    ],
)
def test_what_is_not_possible_is_explained(name: str, parts: dict[str, str], clause: str) -> None:
    position = alcove.game(name).new(seed=1)
    refusal = position.why_not(position.awaited[0], parts)
    assert refusal is not None
    assert refusal.clause.startswith(clause)
    assert refusal.message
