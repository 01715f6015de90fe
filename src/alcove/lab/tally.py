"""What is counted in any game, as sums; and then what the game itself counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.lab import policy
from alcove.lab.simulate import FinishedGames, Simulated
from alcove.lab.sums import SHARE_UNIT, Sums
from alcove.lab.things import count_things

BRANCHING_UNIT, PART_UNIT = 100, 1000


def tally(finished: FinishedGames) -> Sums:
    sums = Sums()
    _add_course(finished, sums)
    _add_results(finished, sums)
    if (measure := finished.game.lab.measure) is not None:
        measure(finished, sums)
    if count_things(finished.game):
        _add_things(finished, sums)
    return sums


def _add_course(finished: FinishedGames, sums: Sums) -> None:
    counts = finished.counts
    actions, decisions = counts[:, policy.ACTIONS], counts[:, policy.DECISIONS]
    sums.add("actions", actions)
    sums.add("decisions", decisions)
    choices = BRANCHING_UNIT * counts[:, policy.CHOICES] // np.maximum(decisions, 1)
    sums.add("branching", choices, decisions > 0, BRANCHING_UNIT)
    sums.add("most_choices", counts[:, policy.MOST_CHOICES])
    sums.add_histogram("decisions", decisions)
    if finished.setup.contested:
        sums.add("leader_changes", counts[:, policy.LEADER_CHANGES])
        sums.add("last_change", PART_UNIT * counts[:, policy.LAST_CHANGE] // np.maximum(actions, 1), unit=PART_UNIT)


def _add_results(finished: FinishedGames, sums: Sums) -> None:
    shares, scores = finished.shares, finished.scores
    sums.add("shares", shares, unit=SHARE_UNIT)
    sums.add("scores", scores)
    sums.add_histogram("scores", scores)
    sums.add("reasons", finished.reasons[:, None] == np.arange(len(finished.game.rules.REASONS)))
    sums.add("nobody", finished.winners == 0)
    sums.add("won", finished.winners != 0)
    if finished.setup.contested:
        sums.add("shared", finished.won.sum(axis=1) > 1)
        ordered = np.sort(scores, axis=1)
        sums.add("margin", ordered[:, -1] - ordered[:, -2])
        sums.add("level", ordered[:, -1] - ordered[:, 0])
        _add_order(finished, sums)
    if finished.setup.tested is not None:
        at = np.arange(len(finished)), np.array([finished.setup.tested_seat(number) for number in finished.numbers])
        sums.add("tested_share", shares[at], unit=SHARE_UNIT)
        sums.add("tested_score", scores[at])


def _add_order(finished: FinishedGames, sums: Sums) -> None:
    """By the place in the first round, which is not the seat where somebody else may begin."""
    starters = finished.starters
    turned = (starters[:, None] + np.arange(finished.players)) % finished.players
    began = starters >= 0
    sums.add("order_shares", np.take_along_axis(finished.shares, turned, 1), began, SHARE_UNIT)
    sums.add("order_scores", np.take_along_axis(finished.scores, turned, 1), began)


def _add_things(finished: FinishedGames, sums: Sums) -> None:
    offered, taken = finished.offered.astype(bool), finished.taken.astype(bool)
    offered |= taken
    sums.add("offered", _by_seats(offered))
    sums.add("taken", _by_seats(taken))
    sums.add("taken_if_offered", _by_seats(taken), _by_seats(offered))
    shares = np.repeat(finished.shares.reshape(-1, 1), taken.shape[2], axis=1)
    sums.add("owners", shares, _by_seats(taken), SHARE_UNIT)
    sums.add("others", shares, _by_seats(~taken), SHARE_UNIT)


def _by_seats(flags: Any) -> Any:
    """[game, seat, thing] as one row for each seat of each game."""
    return flags.reshape(-1, flags.shape[2])


def precision(simulated: Simulated) -> float:
    """Half the width of the widest of the main intervals: everybody's share of the wins, or of games won together."""
    key = "shares" if simulated.setup.contested else "won"
    return max(figure.rate.half_width for figure in simulated.sums.each(key))
