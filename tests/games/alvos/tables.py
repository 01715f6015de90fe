"""Positions of Alvos, built from readable words."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

import alcove
from alcove import Position
from alcove.kernel.random import roll, seed_words

ALVOS = alcove.game("alvos")
SOPAVRE = {"players": 1, "solitaire": "sopavre"}


def table(players: int = 2, **words: Any) -> Position:
    """A position in the middle of a game: a few words say what matters, the rest is as at the start.

    A word for every player takes one value for all, or a list: `cogs=["35", "-"]`. The boxes follow from the engineer.
    """
    chosen: dict[str, Any] = {key.replace("_", "-"): value for key, value in words.items()}
    advances = chosen.pop("advances", 0)
    boxes = [advances // 5] + [advances // 5 + (part < advances % 5) for part in range(5)]
    if chosen.get("mode") == "cooperative":  # of 10, 20 to 60
        before = {"easy": (1, 0, 0, 0, 1, 1), "normal": (1, 1, 1, 1, 1, 1), "hard": (2, 1, 1, 1, 2, 2)}
        boxes = [sum(both) for both in zip(boxes, before[chosen.get("difficulty", "normal")], strict=True)]
    values: dict[str, Any] = {
        "players": players,
        "mode": "versus",
        "difficulty": "normal",
        "solitaire": "axel",
        "round": 1,
        "first": 1,
        "turn": 1,
        "stage": "resolve",
        "dice": "1,2",
        "engineer": 20 + advances % 5 * 10,
        "boxes": ",".join(map(str, boxes)),
        "delivered": "0,0,0,0,0",
        "fires": "0,0,0,0,0",
        "cave-ins": 0,
        "track": "-",
        "alvos": "-",
        "health": 3,
        "cogs": "-",
        "bolts": 0,
        "shards": 0,
        "spent": 0,
        "unused": 6,
        "sneezed": "-",
        "last-rounds": "-",
        "ending": "-",
        "rng": f"{1:016x}.{2:016x}.0",
    }
    assert chosen.keys() <= values.keys(), chosen.keys() - values.keys()
    values |= chosen
    for key in ("alvos", "health", "bolts", "shards", "spent", "cogs", "unused"):
        each = values[key] if isinstance(values[key], list) else [values[key]] * players
        values[key] = ("/" if key in ("cogs", "unused") else ",").join(map(str, each))
    return ALVOS.read(" ".join(f"{key}={value}" for key, value in values.items()))


def rolling(position: Position, *dice: int) -> Position:
    """The same position, whose next dice will be these; at most four, as a fitting generator is found by trying."""
    assert len(dice) <= 4
    row = position.copy_row()
    for key in itertools.count():
        rng = np.array([*seed_words(str(key))[:2], 0], dtype=np.uint64)
        row[0].rng[:] = rng
        if all(int(roll(rng)) == die for die in dice):
            return Position(position.game, position.players, position.options, row)
    raise AssertionError


def next_roll(position: Position, *dice: int, action: str = "pass") -> Position:
    """Play an action, after which the next player rolls these dice."""
    return play(rolling(position, *dice), action)


def play(position: Position, *actions: str) -> Position:
    """Actions, by whoever has to decide."""
    for action in actions:
        position = position.play(position.awaited[0], action)
    return position


def texts(position: Position) -> set[str]:
    return {action.text for action in position.legal(position.awaited[0])}


def deliveries(position: Position) -> set[str]:
    return {text for text in texts(position) if "deliver" in text}


def collections(position: Position) -> set[str]:
    return {text for text in texts(position) if text[0] == "d"} - deliveries(position)


def refused(position: Position, text: str, language: str = "en") -> str:
    """The clause that forbids it."""
    refusal = position.why_not(position.awaited[0], text, language)
    assert refusal is not None, f"{text} is legal"
    return refusal.clause


def sheet(position: Position, seat: int = 0) -> dict[str, Any]:
    alvo: dict[str, Any] = position.view(None)["table"]["alvos"][seat]
    return alvo


def cogs(position: Position, seat: int = 0) -> str:
    return "".join(kind * count for kind, count in sheet(position, seat)["cogs"].items())


def seen(position: Position) -> dict[str, Any]:
    shown: dict[str, Any] = position.view(None)["table"]
    return shown


def marks(position: Position) -> dict[int, Any]:
    return {space: owner for space, owner in enumerate(seen(position)["track"], 1) if owner is not None}


def unused(position: Position, seat: int = 0) -> list[int]:
    return [die for row in sheet(position, seat)["unused_rows"] for die in row]
