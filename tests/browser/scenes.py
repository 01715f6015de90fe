"""Moments of a game worth looking at: each kind of choice that comes up among quick bots, and one before the end."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import alcove
from alcove.bots.levels import think
from alcove.kernel.position import Position

SEED = 5
READER = 0


class Scenes(NamedTuple):
    players: int
    kinds: dict[str, str]
    """A position in words for each kind of choice."""
    late: str


@cache
def scenes_of(name: str, players: int = 0, **options: str) -> Scenes:
    game = alcove.game(name)
    players = players or min(3, game.players.stop - 1)
    position = game.new(players=players, seed=SEED, **options)
    kinds: dict[str, str] = {}
    late, number = "", 0
    while not position.over:
        seat = position.awaited[0]
        legal = position.legal_indices(seat)
        if seat == READER and len(legal) > 1:
            late = str(position)
            kinds.setdefault(kind_of(position), late)
        chosen = legal[0] if len(legal) == 1 else think(position, seat, 1, SEED + number).action.index
        position, number = position.play_legal(seat, chosen), number + 1
    return Scenes(players, kinds, late)


def kind_of(position: Position) -> str:
    """What the reader is asked, by the words that the view and the choices have for it."""
    table: dict[str, Any] = position.view(READER)["table"]
    asked = [table[name] for name in ("phase", "step", "pending") if isinstance(table.get(name), str)]
    asked += [part["kind"] for part in table.values() if isinstance(part, dict) and isinstance(part.get("kind"), str)]
    if asked:
        return asked[-1]
    parts = [position.parts(READER, index) for index in position.legal_indices(READER)]
    return " ".join(sorted({part["kind"] for part in parts if isinstance(part, dict)}))
