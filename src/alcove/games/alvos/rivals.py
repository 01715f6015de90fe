"""What counts about a cave in which somebody is about to roll, when each plays for themselves: numbers of features.

Like those of playing together (`features.py`), but seen by one seat: its own sheet comes first, then those of the
others in the order of turns.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alvos.cave import (
    FIRST_PART,
    HEXES,
    LAST_PART,
    POINTS,
    ROUNDS_AFTER_ELIMINATION,
    ROW,
    ROWS,
    SEATS,
    SHARDS,
    SHARDS_FOR_WILD,
    TRACK,
    UNUSED_ROW,
    UNUSED_ROWS,
    WILDS,
    State,
)
from alcove.games.alvos.features import (
    MOST_ADVANCES,
    MOST_HEALTH,
    MOST_HELD,
    MOST_IN_HAND,
    PARTS,
    Places,
    advances_left,
    ahead,
    chain,
)
from alcove.games.alvos.rules import sneeze_losses
from alcove.games.alvos.score import last_mark, marks_of, score_of, space_reached
from alcove.games.alvos.sheet import cogs_held, current_unused, wilds_held
from alcove.kernel.jit import compiled

MOST_BOLTS = 3
MOST_MARKS = 7
MOST_GAIN = 29
MOST_LEAD = 20
LEADS = 2 * MOST_LEAD + 1
PHASES, PHASE = 4, 5
"""The track has so many phases of so many spaces, counted by the highest mark."""
OUT = -100
"""The score of an Alvo that is out of the game."""
NO_END, END_BEHIND, END_AHEAD = range(3)
ROW_STATES = (ROW + 1) * (ROW + 1)
"""How many cogs of a row are open, and how many of these somebody lacks."""

# Of each seat.
_seat = Places()
HEALTH_AT = _seat.take(MOST_HEALTH + 1)
DIE = _seat.take(HEXES + 1)
DIE_AHEAD = _seat.take(PARTS)
HELD = _seat.take(MOST_HELD * PARTS)
HANDFUL = _seat.take(MOST_IN_HAND + 1)
BOLTS = _seat.take(MOST_BOLTS + 1)
SHARDS_AT = _seat.take(SHARDS + 1)
SPENT = _seat.take(WILDS + 1)
CHAIN = _seat.take(PARTS * (ROW + 1))
READY = _seat.take(PARTS * (ROW + 1))
ROW_AHEAD = _seat.take(2 * PARTS * ROW_STATES)
ROW_READY = _seat.take(2 * PARTS * ROW_STATES)
ROWS_FULL = _seat.take(UNUSED_ROWS + 1)
IN_ROW = _seat.take(UNUSED_ROW)
LAST_MARK = _seat.take(TRACK + 1)
MARKS = _seat.take(MOST_MARKS + 1)
TO_GO = _seat.take(TRACK + 1)
GAIN = _seat.take(2 * (MOST_GAIN + 1))
ENDS = _seat.take(2 * (END_AHEAD + 1))
OF_SEAT = _seat.used

# Of the cave.
_cave = Places()
ADVANCES = _cave.take(MOST_ADVANCES)
ENGINEER = _cave.take(PARTS)
PLAYERS = _cave.take(SEATS + 1)
NEXT = _cave.take(SEATS)
LEFT_IN_ROUND = _cave.take(SEATS)
LAST_ROUNDS = _cave.take(ROUNDS_AFTER_ELIMINATION + 2)
CAVE_IN = _cave.take(1)
PART = _cave.take(PARTS * (ROW + 1))
FIRES = _cave.take(PARTS)
ALL_FIRES = _cave.take(PARTS + 1)
MARKED = _cave.take(2 * (TRACK + 1))
LEAD = _cave.take(PHASES * LEADS)
FIRST_SEAT = _cave.used


@compiled
def features(state: State, seat: int, out: Any) -> int:
    """Write the features of a state as a seat sees it; return how many there are."""
    losses = np.zeros(SEATS, dtype=np.int64)
    scores = np.zeros(SEATS, dtype=np.int64)
    sneeze_losses(state, losses)
    for who in range(state.players):
        scores[who] = score_of(state, who) if state.health[who] > losses[who] else OUT
    count = _of_cave(state, seat, out)
    count = _of_track(state, seat, out, count)
    for place in range(state.players):
        who, base = (seat + place) % state.players, FIRST_SEAT + place * OF_SEAT
        out[count] = base + HEALTH_AT + min(max(0, state.health[who] - losses[who]), MOST_HEALTH)
        count += 1
        if scores[who] != OUT:
            count = _of_sheet(state, who, base, out, count)
            count = _of_points(state, who, base, out, count)
            count = _of_promise(state, who, scores[who] - best_other(state, who, scores), base, out, count)
    phase = highest_mark(state) // PHASE
    lead = scores[seat] - best_other(state, seat, scores)
    out[count] = LEAD + phase * LEADS + max(-MOST_LEAD, min(MOST_LEAD, lead)) + MOST_LEAD
    return count + 1


@compiled
def best_other(state: State, seat: int, scores: Any) -> int:
    best = OUT
    for other in range(state.players):
        if other != seat:
            best = max(best, scores[other])
    return best


@compiled
def highest_mark(state: State) -> int:
    space = TRACK
    while space > 0 and state.track[space] == 0:
        space -= 1
    return space


@compiled
def _of_cave(state: State, seat: int, out: Any) -> int:
    out[0] = ADVANCES + min(advances_left(state), MOST_ADVANCES - 1)
    out[1] = ENGINEER + state.engineer - FIRST_PART
    out[2] = PLAYERS + state.players
    out[3] = NEXT + (state.to_move - seat) % state.players
    out[4] = LEFT_IN_ROUND + (state.first - state.to_move) % state.players
    out[5] = LAST_ROUNDS + state.last_rounds + 1
    count, fires = 6, 0
    if state.cave_ins > 0:
        out[count] = CAVE_IN
        count += 1
    for part in range(FIRST_PART, LAST_PART + 1):
        at = ahead(state, part)
        out[count] = PART + at * (ROW + 1) + state.delivered[part]
        count += 1
        if state.fires[part] > 0:
            fires += 1
            out[count] = FIRES + at
            count += 1
    out[count] = ALL_FIRES + fires
    return count + 1


@compiled
def _of_track(state: State, seat: int, out: Any, count: int) -> int:
    for space in range(1, TRACK + 1):
        if state.track[space] != 0:
            own = state.track[space] == seat + 1
            out[count] = MARKED + 2 * space + own
            count += 1
    return count


@compiled
def row_state(state: State, seat: int, part: int) -> int:
    """How many cogs a part still wants, and how many of them a seat lacks: all four with a bolt are the whole track."""
    wanted, lacking = ROW - state.delivered[part], -wilds_held(state, seat)
    for nth in range(state.delivered[part], ROW):
        lacking += state.cogs[seat, ROWS[part, nth]] == 0
    return wanted * (ROW + 1) + max(0, lacking)


@compiled
def _of_sheet(state: State, seat: int, base: int, out: Any, count: int) -> int:
    die = current_unused(state, seat)
    out[count] = base + DIE + die
    out[count + 1] = base + SHARDS_AT + state.shards[seat]
    out[count + 2] = base + SPENT + state.spent[seat] // SHARDS_FOR_WILD
    out[count + 3] = base + HANDFUL + min(cogs_held(state, seat), MOST_IN_HAND)
    out[count + 4] = base + BOLTS + min(state.bolts[seat], MOST_BOLTS)
    out[count + 5] = base + ROWS_FULL + state.written[seat] // UNUSED_ROW
    out[count + 6] = base + IN_ROW + state.written[seat] % UNUSED_ROW
    count += 7
    for part in range(FIRST_PART, LAST_PART + 1):
        at, length = ahead(state, part), chain(state, seat, part)
        whole_row = (at * 2 + (state.bolts[seat] > 0)) * ROW_STATES + row_state(state, seat, part)
        out[count] = base + CHAIN + at * (ROW + 1) + length
        out[count + 1] = base + ROW_AHEAD + whole_row
        count += 2
        if die == part:
            out[count] = base + DIE_AHEAD + at
            out[count + 1] = base + READY + at * (ROW + 1) + length
            out[count + 2] = base + ROW_READY + whole_row
            count += 3
        for held in range(min(state.cogs[seat, part], MOST_HELD)):
            out[count] = base + HELD + MOST_HELD * at + held
            count += 1
    return count


@compiled
def _of_points(state: State, seat: int, base: int, out: Any, count: int) -> int:
    last, to_go = last_mark(state, seat + 1), 0
    for space in range(last + 1, TRACK + 1):
        to_go += state.track[space] == 0
    out[count] = base + LAST_MARK + last
    out[count + 1] = base + MARKS + min(marks_of(state, seat + 1), MOST_MARKS)
    out[count + 2] = base + TO_GO + to_go
    return count + 3


@compiled
def _of_promise(state: State, seat: int, lead: int, base: int, out: Any, count: int) -> int:
    """What a seat would gain by its longest delivery, where the engineer stands and at the next part."""
    part = state.engineer
    for turn in range(2):
        length = chain(state, seat, part)
        bolt = min(state.bolts[seat], 1)
        space = space_reached(state, seat + 1, POINTS[length] * (1 + bolt))
        gain = gained(state, seat, part, length, bolt, space) if length > 0 else 0
        ends = NO_END if space < TRACK else END_AHEAD if lead + gain > 0 else END_BEHIND
        out[count] = base + GAIN + turn * (MOST_GAIN + 1) + max(0, min(gain, MOST_GAIN))
        out[count + 1] = base + ENDS + turn * (END_AHEAD + 1) + ends
        count += 2
        part = part + 1 if part < LAST_PART else FIRST_PART
    return count


@compiled
def gained(state: State, seat: int, part: int, length: int, bolt: int, space: int) -> int:
    """By how much a score rises when a delivery marks a space (ALVOS-28): the marks, and what is no longer held."""
    last, wilds = last_mark(state, seat + 1), 0
    for nth in range(state.delivered[part], state.delivered[part] + length):
        wilds += state.cogs[seat, ROWS[part, nth]] == 0
    further = 2 if 0 < last < space else 0
    return space - last + further + length - wilds + SHARDS_FOR_WILD * wilds + 2 * bolt
