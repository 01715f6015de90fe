"""Ways to play on from a position."""

from __future__ import annotations

import random

from alcove import Position


def play_randomly(position: Position, rng: random.Random, actions: int) -> Position:
    for _ in range(actions):
        if position.over:
            break
        seat = rng.choice(position.awaited)
        position = position.play_legal(seat, rng.choice(position.legal_indices(seat)))
    return position
