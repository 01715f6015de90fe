"""The root of a tree: what a search does there once, or now and then. It is the same code for all games."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.bots.search import NONE, Tree
from alcove.kernel.jit import compiled
from alcove.kernel.random import next_random


@compiled
def vary(tree: Tree, rng: Any, seat: int, floor: float) -> None:
    """Shake the priors at the root a little, so that equal choices do not always come out the same.

    A share of the priors is spread over all choices alike, so that each of them is looked at.
    """
    count, total, at = 0, 0.0, tree.nodes[0].first_edge[seat]
    while at != NONE:
        count += 1
        total += tree.edges[at].prior
        at = tree.edges[at].next_edge
    at = tree.nodes[0].first_edge[seat]
    while at != NONE:
        shaken = np.float64(next_random(rng) >> np.uint64(40)) / (1 << 24)
        tree.edges[at].prior = (1.0 - floor) * tree.edges[at].prior * (0.7 + 0.6 * shaken) + floor * total / count
        at = tree.edges[at].next_edge


@compiled
def leaders(tree: Tree, seat: int) -> Any:
    """The two edges at the root that were visited most; NONE where there is none."""
    best, second = NONE, NONE
    at = tree.nodes[0].first_edge[seat]
    while at != NONE:
        if best == NONE or tree.edges[at].visits > tree.edges[best].visits:
            best, second = at, best
        elif second == NONE or tree.edges[at].visits > tree.edges[second].visits:
            second = at
        at = tree.edges[at].next_edge
    return best, second
