"""Positions of Alvos in which somebody is about to roll, and what nets make of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

import alcove
from alcove import Position
from alcove.bots import nets
from alcove.bots.engine import parts_for
from alcove.games.alvos import foresight, rules

ALVOS = alcove.game("alvos")
JUDGING = nets.compile_for(ALVOS, parts_for(ALVOS))
TOGETHER = {"mode": "cooperative", "difficulty": "easy"}
SHEETS = ("alvo", "health", "cogs", "bolts", "shards", "spent", "written", "unused", "sneezed")
"""All that a record has for each seat."""


def middle(seed: int, players: int = 3, actions: int = 30, options: Mapping[str, str] = TOGETHER) -> Position:
    dice, position = random.Random(seed), ALVOS.new(players, seed, **options)
    for _ in range(actions):
        seat = position.awaited[0]
        after = position.play_legal(seat, dice.choice(position.legal_indices(seat)))
        if after.over:
            break
        position = after
    return position


def before_a_roll(seed: int, players: int = 3, options: Mapping[str, str] = TOGETHER) -> Any:
    """A row in which somebody is about to roll."""
    for actions in range(30, 0, -1):
        position = middle(seed, players, actions, options)
        for index in position.legal_indices(position.awaited[0]):
            row = position.copy_row()
            if foresight.act(row[0], position.awaited[0], index):
                return row
    raise AssertionError


def features_of(row: Any, seat: int = 0) -> list[int]:
    out = np.full(foresight.MOST_FEATURES, -1, dtype=np.int32)
    return [int(feature) for feature in out[: int(foresight.features(row[0], seat, out))]]


def values_of(position: Position, indices: list[int]) -> tuple[int, list[float]]:
    seat, out = position.awaited[0], np.zeros(rules.MAX_CHOICES)
    actions = np.zeros(rules.MAX_CHOICES, dtype=np.int32)
    actions[: len(indices)] = indices
    best = JUDGING.values(position.copy_row()[0], seat, actions, len(indices), out, nets.mind_for(position))
    return int(best), [float(value) for value in out[: len(indices)]]


def turned(row: Any) -> Any:
    """The same with everybody one seat further on."""
    other, players = row.copy(), int(row[0].players)
    for name in SHEETS:
        for seat in range(players):
            other[name][0, (seat + 1) % players] = row[name][0, seat]
    for name in ("to_move", "first"):
        other[name][0] = (row[name][0] + 1) % players
    marked = row["track"][0]
    other["track"][0] = np.where(marked > 0, marked % players + 1, 0)
    return other


def best_by_net(position: Position) -> int:
    legal = position.legal_indices(position.awaited[0])
    return legal[values_of(position, legal)[0]]
