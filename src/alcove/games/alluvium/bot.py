"""How a bot plays Alluvium. It looks ahead on one sheet alone: the one that lies before it.

A drawing changes nothing on any other sheet. So the search follows this sheet round the table: who has it next sees it
as it is then, and draws what is best for them by the tables of `worth.py`; what is drawn elsewhere does not matter.
All other sheets are judged once, as the seat knows them (`elsewhere.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.elsewhere import Mind, know
from alcove.games.alluvium.glance import priors
from alcove.games.alluvium.learning import TRAINING, read_tables
from alcove.games.alluvium.redraw import shuffle_unknown_cards
from alcove.games.alluvium.table import NONE, OVER, State, cut_back, has_dummy, sheet_before, slots_filled
from alcove.games.alluvium.worth import add_sheet, weigh
from alcove.kernel.jit import compiled
from alcove.kernel.position import Position
from alcove.kernel.state import Word

__all__ = ["EXPLORATION", "TRAINING", "estimate", "guess", "imagine", "mind", "priors", "sight"]

EXPLORATION = 1.5
TRUST = 1.0
"""How sharply first guesses tell drawings apart, for each point."""
MAX_GAIN = 12.0


def mind(position: Position, seat: int) -> Mind:
    return know(read_tables(), position, seat)


@compiled
def sight(state: State, seat: int, known: Mind) -> int:
    """What was drawn on the sheet since the search began, and the form that comes next. Other sheets do not matter."""
    sheet = known.root[0]
    if sheet_before(state, seat) != sheet:
        return 0
    seen = mixed(np.uint64(state.draft[seat] + 1), rules.form_to_draw(state, seat))
    for slot in range(known.root[1], slots_filled(state)):
        seen = mixed(seen, state.drawn[sheet, slot])
    return seen | np.uint64(1)


@compiled
def mixed(seen: Word, more: int) -> Word:
    seen = (seen ^ np.uint64(more + 1)) * np.uint64(0x9E3779B97F4A7C15)
    return seen ^ (seen >> np.uint64(29))


@compiled
def imagine(state: State, seat: int, rng: Any, known: Mind) -> None:
    """Only the cards matter that nobody has seen. Other sheets are left empty, and all choose anew."""
    for colour in range(state.players + has_dummy(state)):
        shuffle_unknown_cards(state, seat, colour, rng)
    for sheet in range(state.players):
        if sheet != known.root[0]:
            cut_back(state, sheet, 0)
    for other in range(state.players):
        if other != seat:
            state.first[other], state.second[other], state.draft[other] = NONE, NONE, NONE


@compiled
def guess(state: State, seat: int, actions: Any, count_of: int, out: Any, costs: Any, known: Mind) -> None:
    """By how many points each drawing looks better than others."""
    weigh(known.tables, state, seat, actions, count_of, known.sketch, out)
    sharpen(out, count_of, TRUST)


@compiled
def sharpen(out: Any, count_of: int, trust: float) -> None:
    best, total = -1e9, 0.0
    for i in range(count_of):
        best = max(best, out[i])
    for i in range(count_of):
        out[i] = np.exp(trust * max(-MAX_GAIN, out[i] - best))
        total += out[i]
    for i in range(count_of):
        out[i] /= total


@compiled
def estimate(state: State, searcher: int, rng: Any, actions: Any, out: Any, known: Mind) -> None:
    """Turn what each seat can expect into shares of the win."""
    sheet, total = known.root[0], known.outlook
    for seat in range(state.players):
        total[seat] = known.elsewhere[seat]
    for lap in range(known.root[2], state.lap + (state.stage == OVER)):
        total[sheet] += state.points[sheet, lap - 1]
    add_sheet(known.tables, state, sheet, known.sketch, total)
    most, whole = -1e9, 0.0
    known.looks[-1] += 1.0
    for seat in range(state.players):
        known.looks[seat] += total[seat]
        most = max(most, total[seat])
    for seat in range(state.players):
        out[seat] = np.exp((total[seat] - most) / known.scale[0])
        whole += out[seat]
    for seat in range(state.players):
        out[seat] /= whole
