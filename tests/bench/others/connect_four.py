"""PettingZoo's connect four, played at random."""

from __future__ import annotations

from random import random

import numpy as np
from pace import one_core, serve
from pettingzoo.classic import connect_four_v3


def main() -> None:
    env = connect_four_v3.env()
    env.reset(seed=1)

    def step() -> int:
        for _ in range(100):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                seen = env.last()[0]
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(random() * len(legal))]))
        return 100

    serve({"connect four": step})


if __name__ == "__main__":
    with one_core():
        main()
