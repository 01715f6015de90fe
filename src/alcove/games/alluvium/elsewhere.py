"""What a seat knows when it begins to search: what everybody can expect of the sheets that do not lie before it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.games.alluvium import rules
from alcove.games.alluvium.table import SEATS, State, sheet_before, slots_filled
from alcove.games.alluvium.worth import FEWEST, FIRST_SLOTS, Sketch, Tables, add_sheet, make_sketch, weigh
from alcove.kernel.jit import compiled
from alcove.kernel.position import Position

WORLDS = 8
"""How many worlds the sheets elsewhere are judged in."""


class Mind(NamedTuple):
    """What a seat knows, and room to work in."""

    tables: Tables
    sketch: Sketch
    elsewhere: Any  # [seat]: the points made, and all that is expected of the sheets that are not looked at
    outlook: Any
    looks: Any  # [seat]: what was expected at all ends that the search has come to; then how many these were
    root: Any  # the sheet that is looked at, its slots that are filled, and the round
    scale: Any


def know(tables: Tables, position: Position, seat: int) -> Mind:
    row, players = position.copy_row(), position.players
    state = row[0]
    slot = int(slots_filled(state))
    known = Mind(
        tables,
        make_sketch(),
        np.zeros(SEATS),
        np.zeros(SEATS),
        np.zeros(SEATS + 1),
        np.array([sheet_before(state, seat), slot, state.lap], dtype=np.int64),
        tables.scale[players - FEWEST, slot : slot + 1],
    )
    judge_elsewhere(row, position.copy_row(), seat, known)
    known.elsewhere[:players] += np.roll(tables.unseen[players - FEWEST, slot, :players], seat)
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
