"""What a seat has of a win, decided here for outcomes, bots and training alike."""

from __future__ import annotations

from typing import Any

from alcove.kernel.jit import compiled


@compiled
def share_of_win(winners: int, players: int, together: bool) -> float:
    """What each of the winners, a set of seats, has of the win. All have the whole of one that they won together."""
    if together:
        return 1.0
    count = 0
    for seat in range(players):
        count += (winners >> seat) & 1
    return 1.0 / max(count, 1)


@compiled
def each_for_themselves(state: Any) -> bool:
    """Whether all play as one, in a game that says nothing of it."""
    return False
