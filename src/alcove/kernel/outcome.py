"""How a game ended: decided here once, and guessed nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from alcove.kernel.reach import plain
from alcove.kernel.shares import share_of_win

Kind = Literal["won", "drawn", "together", "lost", "abandoned"]
"""A seat or several have won; nobody is ahead; the table has won as one; nobody has won; everybody has left."""


RESIGNED, OUT_OF_TIME, ABANDONED = "resigned", "out-of-time", "abandoned"
BESIDE_THE_RULES = (RESIGNED, OUT_OF_TIME, ABANDONED)
"""Reasons for which a game ends that its rules have not ended."""


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game. `together` says that all played as one.

    `seat` is whoever ended the game beside its rules, by resigning for example. The reason says how.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    together: bool = False
    seat: int | None = None

    @property
    def kind(self) -> Kind:
        if self.reason == ABANDONED:
            return "abandoned"
        if not self.winners:
            return "lost"
        if self.together:
            return "together"
        return "drawn" if len(self.winners) == len(self.scores) > 1 else "won"

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win. A table that wins as one shares nothing: everybody has won."""
        players, winners = len(self.scores), sum(1 << seat for seat in self.winners)
        one = plain(share_of_win)(winners, players, self.together)
        return tuple(one if seat in self.winners else 0.0 for seat in range(players))

    def described(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "kind": self.kind,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "shares": [round(share, 4) for share in self.shares],
            "reason": self.reason,
        }
