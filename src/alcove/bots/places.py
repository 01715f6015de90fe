"""Where a game's features lie among all the numbers that a net knows."""

from __future__ import annotations


class Places:
    """Gives out numbers for features, one range after the other."""

    def __init__(self) -> None:
        self.used = 0

    def take(self, *counts: int) -> int:
        """The first number of a range that has room for all combinations of so many."""
        first, room = self.used, 1
        for count in counts:
            room *= count
        self.used += room
        return first
