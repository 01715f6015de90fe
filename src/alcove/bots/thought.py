"""What every search is asked for and answers with."""

from __future__ import annotations

import hashlib
import math
import threading
import time
from dataclasses import dataclass, field

from alcove.kernel.position import Action

MAX_LINE = 8
"""The most actions that a search foretells."""


class Cancel:
    """Asks a running search to return the best it has."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._end = math.inf

    def cancel(self) -> None:
        self._event.set()

    def end_at(self, moment: float) -> None:
        """Ask at that moment, in monotonic time."""
        self._end = moment

    @property
    def cancelled(self) -> bool:
        return self._event.is_set() or time.monotonic() >= self._end

    def sleep(self, until: float) -> None:
        """Do nothing until that moment, or until somebody cancels."""
        self._event.wait(max(0.0, until - time.monotonic()))


@dataclass(frozen=True)
class Thought:
    """What a search found."""

    action: Action
    value: float
    """The chances of the searching seat, from 0 to 1."""
    visits: dict[str, int]
    line: list[str]
    """What it expects to happen: its own action first."""
    simulations: int
    values: dict[str, float] = field(default_factory=dict)
    guessed: bool = False
    """Whether it is a first impression, and nothing was searched: the value says nothing."""
    proven: bool = False
    """Whether the rules alone prove the value: won, drawn or lost, whatever the others do."""

    def following(self, most: int = MAX_LINE) -> str | None:
        """What it expects to happen after its own action, in one text; None where it does not look ahead."""
        return ", ".join(self.line[1 : most + 1]) or None


def mixed(seed: int, number: int) -> int:
    """A start for the search's generator; seeds that lie close together must not lead to streams that overlap."""
    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:8])
