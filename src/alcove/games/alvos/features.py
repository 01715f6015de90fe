"""What counts about a cave in which somebody is about to roll, when all play together: numbers of features.

A net learns what they are worth (`foresight.py`). Parts, kinds of cogs and dice are counted from the engineer on: the
rows of the machine are the same for each part, turned (ALVOS-4), so what is learned of one part is known of all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alvos.cave import (
    BOXES,
    COGS,
    FIRST_PART,
    HEXES,
    LAST_PART,
    ROUNDS_AFTER_ELIMINATION,
    ROW,
    ROWS,
    SEATS,
    SHARDS,
    SHARDS_FOR_WILD,
    UNUSED_ROW,
    UNUSED_ROWS,
    WILDS,
    State,
)
from alcove.games.alvos.rules import sneeze_losses
from alcove.games.alvos.sheet import boxes_checked, cogs_delivered, cogs_held, current_unused, wilds_held
from alcove.kernel.jit import compiled

PARTS = LAST_PART - FIRST_PART + 1
MOST_ADVANCES = 16
PACES = 8
VISITS = 5
LEAST_LACKING, MOST_LACKING = -3, 4
LACKS = MOST_LACKING - LEAST_LACKING + 1
MOST_HELD = 3
MOST_HEALTH = 5
MOST_IN_HAND = 8
MOST_PLAYERS = 4
"""Nets know games of two to so many."""


class Places:
    """Gives out numbers for features, one range after the other."""

    def __init__(self) -> None:
        self.used = 0

    def take(self, count: int) -> int:
        self.used += count
        return self.used - count


# Of each seat, in the order of turns.
_seat = Places()
HEALTH_AT = _seat.take(MOST_HEALTH + 1)
DIE = _seat.take(HEXES + 1)
DIE_AHEAD = _seat.take(PARTS)
HELD = _seat.take(MOST_HELD * PARTS)
HANDFUL = _seat.take(MOST_IN_HAND + 1)
SHARDS_AT = _seat.take(SHARDS + 1)
SPENT = _seat.take(WILDS + 1)
CHAIN = _seat.take(PARTS * (ROW + 1))
READY = _seat.take(PARTS * (ROW + 1))
WRITTEN = _seat.take(UNUSED_ROWS + 1)
OF_SEAT = _seat.used

# Of the cave.
_cave = Places()
ADVANCES = _cave.take(MOST_ADVANCES)
ENGINEER = _cave.take(PARTS)
PLAYERS = _cave.take(SEATS + 1)
PART = _cave.take(PARTS * (ROW + 1) * VISITS)
LACKING = _cave.take(PARTS * LACKS)
BEST_CHAIN = _cave.take(PARTS * (ROW + 1))
FIRES = _cave.take(PARTS)
ALL_FIRES = _cave.take(PARTS + 1)
CAVE_IN = _cave.take(1)
LAST_ROUNDS = _cave.take(ROUNDS_AFTER_ELIMINATION + 2)
LEFT_IN_ROUND = _cave.take(SEATS)
DELIVERED = _cave.take(COGS + 1)
PACE = _cave.take(MOST_ADVANCES * PACES)
FIRST_SEAT = _cave.used
FEATURES = FIRST_SEAT + MOST_PLAYERS * OF_SEAT


@compiled
def ahead(state: State, number: int) -> int:
    """How many parts after the engineer's one a number from 2 to 6 comes."""
    return (number - state.engineer) % PARTS


@compiled
def advances_left(state: State) -> int:
    """After how many moves of the engineer all boxes are checked."""
    left, engineer, moves = BOXES * HEXES - boxes_checked(state), state.engineer, 0
    while left > 0:
        moves += 1
        left -= 2 if engineer == LAST_PART else 1
        engineer = engineer + 1 if engineer < LAST_PART else FIRST_PART
    return moves


@compiled
def chain(state: State, seat: int, part: int) -> int:
    """How many cogs a seat could deliver to a part at once."""
    wilds, length = wilds_held(state, seat), 0
    for nth in range(state.delivered[part], ROW):
        if state.cogs[seat, ROWS[part, nth]] == 0:
            wilds -= 1
        if wilds < 0:
            break
        length += 1
    return length


@compiled
def features(state: State, out: Any) -> int:
    """Write the features of a state, the same for every seat; return how many there are."""
    advances = min(advances_left(state), MOST_ADVANCES - 1)
    count = _of_cave(state, advances, out)
    count = _of_parts(state, advances, out, count)
    losses = np.zeros(SEATS, dtype=np.int64)
    sneeze_losses(state, losses)
    for place in range(state.players):
        who = (state.to_move + place) % state.players
        health = max(0, state.health[who] - losses[who])
        count = _of_sheet(state, who, health, FIRST_SEAT + place * OF_SEAT, out, count)
    return count


@compiled
def _of_cave(state: State, advances: int, out: Any) -> int:
    delivered = cogs_delivered(state)
    out[0] = ADVANCES + advances
    out[1] = ENGINEER + state.engineer - FIRST_PART
    out[2] = PLAYERS + state.players
    out[3] = DELIVERED + delivered
    out[4] = LAST_ROUNDS + state.last_rounds + 1
    out[5] = LEFT_IN_ROUND + (state.first - state.to_move) % state.players
    out[6] = PACE + advances * PACES + (COGS - delivered + 2) // 3
    if state.cave_ins == 0:
        return 7
    out[7] = CAVE_IN
    return 8


@compiled
def _of_parts(state: State, advances: int, out: Any, count: int) -> int:
    fires = 0
    for part in range(FIRST_PART, LAST_PART + 1):
        at = ahead(state, part)
        visits = 0 if advances < at else 1 if advances == at else min(2 + (advances - at - 1) // PARTS, VISITS - 1)
        out[count] = PART + (at * (ROW + 1) + state.delivered[part]) * VISITS + visits
        longest = 0
        for seat in range(state.players):
            longest = max(longest, chain(state, seat, part))
        out[count + 1] = BEST_CHAIN + at * (ROW + 1) + ROW - state.delivered[part] - longest
        lacking = 0
        for other in range(FIRST_PART, LAST_PART + 1):
            for nth in range(state.delivered[other], ROW):
                lacking += ROWS[other, nth] == part
        for seat in range(state.players):
            lacking -= state.cogs[seat, part]
        out[count + 2] = LACKING + at * LACKS + max(LEAST_LACKING, min(MOST_LACKING, lacking)) - LEAST_LACKING
        count += 3
        if state.fires[part] > 0:
            fires += 1
            out[count] = FIRES + at
            count += 1
    out[count] = ALL_FIRES + fires
    return count + 1


@compiled
def _of_sheet(state: State, seat: int, health: int, base: int, out: Any, count: int) -> int:
    out[count] = base + HEALTH_AT + min(health, MOST_HEALTH)
    count += 1
    if health == 0:
        return count
    die = current_unused(state, seat)
    out[count] = base + DIE + die
    out[count + 1] = base + SHARDS_AT + state.shards[seat]
    out[count + 2] = base + SPENT + state.spent[seat] // SHARDS_FOR_WILD
    out[count + 3] = base + HANDFUL + min(cogs_held(state, seat), MOST_IN_HAND)
    out[count + 4] = base + WRITTEN + state.written[seat] // UNUSED_ROW
    count += 5
    for part in range(FIRST_PART, LAST_PART + 1):
        at, length = ahead(state, part), chain(state, seat, part)
        out[count] = base + CHAIN + at * (ROW + 1) + length
        count += 1
        if die == part:
            out[count] = base + DIE_AHEAD + at
            out[count + 1] = base + READY + at * (ROW + 1) + length
            count += 2
        for held in range(min(state.cogs[seat, part], MOST_HELD)):
            out[count] = base + HELD + MOST_HELD * at + held
            count += 1
    return count
