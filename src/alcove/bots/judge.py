"""What one choice is worth, whatever the search would rather do.

A search looks closely at what seems good and hardly at the rest, so its figures for two choices do not compare. Here
every choice gets the same number of simulations, from worlds that look the same to the seat. Alpha-beta looks only
at what follows the choice.
"""

from __future__ import annotations

from typing import Any

from alcove.bots import deepening
from alcove.bots.engine import Search
from alcove.bots.thought import mixed
from alcove.kernel.position import Position

NEVER = -1e9
"""A first guess so bad that the search does not try the choice."""


def judge(position: Position, seat: int, index: int, simulations: int, seed: int = 0) -> float:
    """The chances of a seat, from 0 to 1, if it does this now. The same seed gives the same answer."""
    if position.game.bot.evaluate is not None:
        return deepening.worth(position, seat, index, simulations, seed)
    tree = Search(position, seat, mixed(seed, index), simulations + 1)
    tree.run(1)  # opens the root
    only = pin(tree, index)
    for edge in tree.edges():
        edge.visits, edge.value = 0, 0.0
    tree.run(simulations)
    return float(only.value) / max(1, int(only.visits))


def pin(tree: Search, index: int) -> Any:
    """Let a search try nothing else at its root from now on; the edge that it tries."""
    for edge in tree.edges():
        edge.prior = 1.0 if int(edge.action) == index else NEVER
    return next(edge for edge in tree.edges() if int(edge.action) == index)
