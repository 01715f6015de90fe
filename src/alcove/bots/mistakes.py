"""Mistakes as people make them, where a game is searched by the tree. Alpha-beta has a `Character` of its own.

A bot of a lower level never plays at random. It weighs its choices as a short search does, or only at a glance. But it
does not see all of them, it misjudges those that it sees, and points that it gets at once tempt it, or things that it
would have to give away for them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass

from alcove.kernel.position import Position


@dataclass(frozen=True)
class Mistakes:
    overlooks: float = 0.0
    """The share of its choices that it does not see."""
    misjudges: float = 0.0
    """By how many powers of e it takes a choice for better or worse than it looked, as a rule."""
    greed: float = 0.0
    """By how many powers of e a choice looks better for each point that it brings at once. Below 0 it looks worse:
    somebody would rather have the things that count against the score as long as they are held."""


FLAWLESS = Mistakes()
LEAST = 1e-3
"""What a choice weighs that was not looked at."""


def choose(position: Position, seat: int, weights: Mapping[int, float], mistakes: Mistakes, dice: random.Random) -> int:
    """The choice that looks best to somebody who makes such mistakes, from what each of them weighs."""
    seen = [index for index in weights if dice.random() >= mistakes.overlooks] or list(weights)
    known = position.conceal(seat, dice.getrandbits(63))
    looks = {
        index: math.log(max(LEAST, weights[index]))
        + mistakes.misjudges * dice.gauss()
        + (mistakes.greed * points_at_once(known, seat, index) if mistakes.greed else 0.0)
        for index in seen
    }
    return max(looks, key=lambda index: looks[index])


def points_at_once(position: Position, seat: int, index: int) -> int:
    """By how much an action changes a seat's score before anybody else acts."""
    return position.play_legal(seat, index).scores[seat] - position.scores[seat]
