"""How likely a win is, by what a search expects of all sheets: learned from games in which everybody searches.

A searcher takes the others for less than they are. It looks for the best on the sheet before it, while what others
drew on sheets that it has not seen since is anybody's guess. So what it expects of each of them is raised by what was
missing on average, and the scale tells how far a lead can be relied on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from alcove.bots.engine import Search
from alcove.bots.judge import pin
from alcove.bots.thought import mixed
from alcove.games.alluvium.elsewhere import Mind, know
from alcove.games.alluvium.worth import FEWEST, Tables

if TYPE_CHECKING:
    from alcove.kernel.game import Game

STEPS = 25
HELD_BACK = 5.0
"""How much what is missing of a rival is held back, in decisions."""
LEAST_SLOPE = 0.02


class Outlooks(NamedTuple):
    """What searchers of some games expected for every seat, theirs first, of what they chose; and how it ended."""

    slots: Any  # [decision]
    points: Any  # [decision, seats from the searcher]
    shares: Any


def searched(game: Game, tables: Tables, players: int, games: int, simulations: int, seed: int) -> Outlooks:
    """Games in which everybody searches."""
    taught = replace(game, bot=replace(game.bot, mind=partial(know, tables)))
    found = [one for at in range(games) for one in _play(taught, players, simulations, mixed(seed, at))]
    return Outlooks(*(np.array(part) for part in zip(*found, strict=True)))


def _play(game: Game, players: int, simulations: int, seed: int) -> Iterator[tuple[int, Any, Any]]:
    position, looks = game.new(players, seed), list[tuple[int, int, Any]]()
    while not position.over:
        seat = position.awaited[0]
        action, *others = position.legal_indices(seat)
        if others:
            search = Search(position, seat, mixed(seed, len(looks)), 2 * simulations)
            search.run(simulations)
            action = int(max(search.edges(), key=lambda edge: (int(edge.visits), -int(edge.action))).action)
            search.desk.mind.looks[:] = 0
            pin(search, action)
            search.run(simulations)
            looks.append((int(search.desk.mind.root[1]), seat, _expected(search.desk.mind, players, seat)))
        position = position.play_legal(seat, action)
    assert position.outcome is not None
    for slot, seat, points in looks:
        yield slot, points, np.roll(position.outcome.shares, -seat)


def _expected(known: Mind, players: int, seat: int) -> Any:
    """What a search expects for every seat after its choice, from the searcher on, before others were raised."""
    points = np.roll(known.looks[:players] / known.looks[-1], -seat)
    return points - known.tables.unseen[players - FEWEST, known.root[1], :players]


def fit(learned: Tables, outlooks: Outlooks, players: int) -> None:
    """Put in what makes the ends of some games most likely."""
    for slot in np.unique(outlooks.slots):
        here = outlooks.slots == slot
        weights = _most_likely(_rows(outlooks.points[here]), outlooks.shares[here])
        learned.scale[players - FEWEST, slot] = 1 / weights[0]
        learned.unseen[players - FEWEST, slot, 1:players] = weights[1:] / weights[0]


def _rows(points: Any) -> Any:
    """[decision, seat]: its points, and which of the rivals it is."""
    players = points.shape[1]
    which = np.broadcast_to(np.eye(players)[:, 1:], (*points.shape, players - 1))
    return np.concatenate([points[:, :, None], which], axis=2)


def _most_likely(rows: Any, shares: Any) -> Any:
    """What the points and each rival count for (a logistic regression, by Newton's method)."""
    held_back = np.diag([0.0] + [HELD_BACK] * (rows.shape[2] - 1))
    weights = np.array([LEAST_SLOPE] + [0.0] * (rows.shape[2] - 1))
    for _ in range(STEPS):
        chances = softmax(rows @ weights)
        middle = np.einsum("dsw,ds->dw", rows, chances)
        slope = np.einsum("dsw,ds->w", rows, shares - chances) - held_back @ weights
        spread = np.einsum("dsv,dsw,ds->vw", rows, rows, chances) - middle.T @ middle + held_back
        weights = weights + np.linalg.solve(spread, slope)
    weights[0] = max(weights[0], LEAST_SLOPE)
    return weights


def softmax(values: Any) -> Any:
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def unlikeliness(tables: Tables, outlooks: Outlooks, players: int) -> float:
    """How surprising the ends of some games are."""
    table, slots = players - FEWEST, outlooks.slots
    points = outlooks.points + tables.unseen[table, slots, :players]
    chances = softmax(points / tables.scale[table, slots][:, None])
    return float(-(outlooks.shares * np.log(np.maximum(chances, 1e-9))).sum(axis=1).mean())
