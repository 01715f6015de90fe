"""Play seeded games and hash all that the rules say on the way.

python -m tests.conformance.digests GAME prints the hashes; with NUMBA_DISABLE_JIT=1 they must be the same.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys

import numpy as np

import alcove
from alcove import Game, Position
from alcove.kernel.jit import COMPILING
from tests.conformance.tables import setups, step

MAX_ACTIONS = 1500
"""A bound for one game, so that plain Python comes to an end soon."""


def digests(game: Game) -> dict[str, str]:
    found = {}
    for number, setup in enumerate(setups(game)):
        digest = hashlib.sha256()
        follow(setup.new(game, number), random.Random(number), digest)
        found[f"{setup.players} {setup.options}"] = digest.hexdigest()
    return found


def follow(position: Position, rng: random.Random, digest: hashlib._Hash) -> None:
    rules = position.game.rules
    search_rng = np.array([rng.getrandbits(64)], dtype=np.uint64)
    for number in range(MAX_ACTIONS):
        digest.update(bytes(position))
        for seat in position.actors:
            digest.update(repr(position.legal_indices(seat)).encode())
            digest.update(repr(int(rules.sample(position.state, seat, search_rng))).encode())
        if number % 10 == 0 and (observes := position.game.observe):
            out = np.zeros(observes.LAYOUT.size, np.int8)
            observes.observe(position.state, number // 10 % (position.players + 1) - 1, out)
            digest.update(out.tobytes())
        digest.update(repr([position.actors, position.awaited, position.scores, position.outcome]).encode())
        if position.over:
            return
        if number % 10 == 0:
            digest.update(bytes(position.conceal(rng.choice([None, *range(position.players)]), number)))
        position = position.play_legal(*step(rng, position))


if __name__ == "__main__":
    print(json.dumps({"compiled": COMPILING, "digests": digests(alcove.game(sys.argv[1]))}))
