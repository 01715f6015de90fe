"""Random play with legal actions, the same for our environments and for others'."""

from __future__ import annotations

from random import random
from typing import Any

import numpy as np
from pace import Step

MANY = 100


def choose(mask: Any) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(random() * len(legal))])


def seat_by_seat(env: Any) -> Step:
    """An environment of PettingZoo in which one seat acts after the other."""
    env.reset(seed=1)

    def step() -> int:
        for _ in range(MANY):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                seen = env.last()[0]
            env.step(choose(seen["action_mask"]))
        return MANY

    return step
