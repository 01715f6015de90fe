"""How a bot plays Alluvium. It looks ahead on one sheet alone: the one that lies before it.

A drawing changes nothing on any other sheet. So the search follows this sheet round the table: who has it next sees it
as it is then, and draws what is best for them by the tables of `worth.py`; what is drawn elsewhere does not matter.
All other sheets are judged once, as the seat knows them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.glance import priors
from alcove.games.alluvium.learning import TRAINING, read_tables
from alcove.games.alluvium.redraw import shuffle_unknown_cards
from alcove.games.alluvium.table import NONE, OVER, SEATS, State, cut_back, has_dummy, sheet_before, slots_filled
from alcove.games.alluvium.worth import FEWEST, FIRST_SLOTS, Sketch, Tables, add_sheet, make_sketch, weigh
from alcove.kernel.jit import compiled
from alcove.kernel.position import Position
from alcove.kernel.state import Word

__all__ = ["EXPLORATION", "TRAINING", "estimate", "guess", "imagine", "mind", "priors", "sight"]

EXPLORATION = 1.5
TRUST = 1.0
"""How sharply first guesses tell drawings apart, for each point."""
MAX_GAIN = 12.0
WORLDS = 8
"""How many worlds the sheets elsewhere are judged in."""
LEAST_SCALE = 4.0
"""In points: what others have on sheets that were not seen for a while is never known better."""


class Mind(NamedTuple):
    """What a seat knows when it begins to search, and room to work in."""

    tables: Tables
    sketch: Sketch
    elsewhere: Any  # [seat]: the points made, and all that is expected of the sheets that are not looked at
    outlook: Any
    root: Any  # the sheet that is looked at, its slots that are filled, and the round
    scale: Any


def mind(position: Position, seat: int) -> Mind:
    row = position.copy_row()
    state = row[0]
    slot = max(FIRST_SLOTS, int(slots_filled(state)))
    known = Mind(
        read_tables(),
        make_sketch(),
        np.zeros(SEATS),
        np.zeros(SEATS),
        np.array([sheet_before(state, seat), slots_filled(state), state.lap], dtype=np.int64),
        np.array([max(LEAST_SCALE, read_tables().scale[position.players - FEWEST, slot])]),
    )
    judge_elsewhere(row, position.copy_row(), seat, known)
    return known


@compiled
def judge_elsewhere(row: Any, scratch: Any, seat: int, known: Mind) -> None:
    """What everybody can expect of all other sheets, over some worlds that may be."""
    rng = np.zeros(1, dtype=np.uint64)
    total = known.elsewhere
    for _ in range(WORLDS):
        scratch[0] = row[0]
        state = scratch[0]
        rules.conceal(state, seat, rng)
        begin_sheets(state, known)
        for sheet in range(state.players):
            if sheet != known.root[0]:
                add_sheet(known.tables, state, sheet, known.sketch, total)
    for other in range(row[0].players):
        total[other] = total[other] / WORLDS + rules.round_points(row[0], other)


@compiled
def begin_sheets(state: State, known: Mind) -> None:
    """Where the first step is open, everybody takes what looks best: nobody else's sheet will stay empty (ALLUV-8)."""
    actions, worths = np.empty(rules.MAX_CHOICES, dtype=np.int32), np.empty(rules.MAX_CHOICES)
    while slots_filled(state) < FIRST_SLOTS:
        seat, waiting = 0, rules.awaited(state)
        while not (waiting >> seat) & 1:
            seat += 1
        count = rules.legal(state, seat, actions)
        weigh(known.tables, state, seat, actions, count, known.sketch, worths)
        rules.play(state, seat, actions[np.argmax(worths[:count])])


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
    for seat in range(state.players):
        most = max(most, total[seat])
    for seat in range(state.players):
        out[seat] = np.exp((total[seat] - most) / known.scale[0])
        whole += out[seat]
    for seat in range(state.players):
        out[seat] /= whole
