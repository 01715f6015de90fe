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
    CROWD,
    EXTRA,
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
from alcove.games.alvos.sheet import alone, boxes_checked, cogs_delivered, cogs_held, current_unused, wilds_held
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
OPEN_ROWS = 2 ** (ROW + 1) - 2
"""The cogs that a part lacks, from one to all of its row, each of them held or not: so many cases."""


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
ROW_HELD = _seat.take(PARTS * OPEN_ROWS)
OF_SEAT = _seat.used

# Of each seat in a crowd (ALVOS-34).
_guest = Places()
STANDS = _guest.take(HEXES + 1)
TO_COME = _guest.take(PARTS)
OF_GUEST = _guest.used

# Of the cave.
_cave = Places()
ADVANCES = _cave.take(MOST_ADVANCES)
ENGINEER = _cave.take(PARTS)
PLAYERS = _cave.take(SEATS + 1)
PART = _cave.take(PARTS * (ROW + 1) * VISITS)
LACKING = _cave.take(PARTS * LACKS)
BEST_CHAIN = _cave.take(PARTS * (ROW + 1))
ROW_IN_HANDS = _cave.take(PARTS * OPEN_ROWS)
FIRES = _cave.take(PARTS)
ALL_FIRES = _cave.take(PARTS + 1)
CAVE_IN = _cave.take(1)
LAST_ROUNDS = _cave.take(ROUNDS_AFTER_ELIMINATION + 2)
LEFT_IN_ROUND = _cave.take(SEATS)
DELIVERED = _cave.take(COGS + 1)
PACE = _cave.take(MOST_ADVANCES * PACES)
FIRST_SEAT = _cave.used
FIRST_GUEST = FIRST_SEAT + SEATS * OF_SEAT
ASKED = FIRST_GUEST + SEATS * OF_GUEST
FEATURES = ASKED + 1


def _at_once(wilds: int, delivered: int, held: int) -> int:
    """How many cogs come in a row from the next one on, of which so many may be wild."""
    length = 0
    while length < ROW - delivered:
        wilds -= 1 - (held >> length & 1)
        if wilds < 0:
            break
        length += 1
    return length


AT_ONCE = np.array(
    [
        [[_at_once(wilds, delivered, held) for held in range(1 << ROW)] for delivered in range(ROW + 1)]
        for wilds in range(WILDS + 1)
    ]
)
"""[wilds, delivered, held]: the same as `chain`."""
LACKED, LOST = SEATS, SEATS + 1
"""What is counted once for all features: for each seat which cogs of each row it holds; after the seats what the parts
lack of each kind, and what health the seats lose at the end of the round."""


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
def row_held(state: State, seat: int, part: int) -> int:
    """Which of the cogs that a part lacks a seat holds, as bits; the next one is the lowest."""
    delivered, held = state.delivered[part], 0
    for nth in range(delivered, ROW):
        held |= (state.cogs[seat, ROWS[part, nth]] > 0) << (nth - delivered)
    return held


@compiled
def case_of_row(delivered: int, held: int) -> int:
    """A number below OPEN_ROWS for an open row and which of the cogs that it lacks are held."""
    return 2 * (1 << ROW) - (2 * (1 << ROW) >> delivered) + held


@compiled
def features(state: State, out: Any) -> int:
    """Write the features of a state, the same for every seat; return how many there are.

    What seldom changes by a choice comes first, and the sheet of whoever has just chosen comes last: so the choices of
    a decision have as much as possible in common from the beginning on.
    """
    advances = min(advances_left(state), MOST_ADVANCES - 1)
    counted = np.zeros((SEATS + 2, HEXES + 1), dtype=np.int64)
    for part in range(FIRST_PART, LAST_PART + 1):
        for nth in range(state.delivered[part], ROW):
            counted[LACKED, ROWS[part, nth]] += 1
        for seat in range(state.players):
            counted[seat, part] = row_held(state, seat, part)
    sneeze_losses(state, counted[LOST])
    count = _of_cave(state, advances, out)
    for place in range(state.players):
        if place == state.players - 1:
            count = _of_hands(state, advances, counted, out, count)
        who = (state.to_move + place) % state.players
        health = max(0, state.health[who] - counted[LOST, who])
        if state.players >= CROWD and health > 0:
            count = _of_guest(state, who, FIRST_GUEST + place * OF_GUEST, out, count)
        count = _of_sheet(state, who, health, counted, FIRST_SEAT + place * OF_SEAT, out, count)
    return count


@compiled
def _of_guest(state: State, seat: int, base: int, out: Any, count: int) -> int:
    """ALVOS-34: where an Alvo stands, and the cog that it may take at the end of the round if it stays alone there."""
    out[count] = base + STANDS + state.alvo[seat]
    count += 1
    to_come = state.stage != EXTRA or _place_in_round(state, seat) >= _place_in_round(state, state.to_move)
    if to_come and alone(state, seat):
        out[count] = base + TO_COME + ahead(state, state.alvo[seat])
        count += 1
    return count


@compiled
def _place_in_round(state: State, seat: int) -> int:
    return (seat - state.first) % state.players


@compiled
def _of_cave(state: State, advances: int, out: Any) -> int:
    out[0] = ADVANCES + advances
    out[1] = ENGINEER + state.engineer - FIRST_PART
    out[2] = PLAYERS + state.players
    out[3] = LAST_ROUNDS + state.last_rounds + 1
    out[4] = LEFT_IN_ROUND + (state.first - state.to_move) % state.players
    count, fires = 5, 0
    if state.stage == EXTRA:
        out[count] = ASKED
        count += 1
    if state.cave_ins > 0:
        out[count] = CAVE_IN
        count += 1
    for part in range(FIRST_PART, LAST_PART + 1):
        at = ahead(state, part)
        visits = 0 if advances < at else 1 if advances == at else min(2 + (advances - at - 1) // PARTS, VISITS - 1)
        out[count] = PART + (at * (ROW + 1) + state.delivered[part]) * VISITS + visits
        count += 1
        if state.fires[part] > 0:
            fires += 1
            out[count] = FIRES + at
            count += 1
    out[count] = ALL_FIRES + fires
    return count + 1


@compiled
def _of_hands(state: State, advances: int, counted: Any, out: Any, count: int) -> int:
    """What all have in hand, beside what the parts lack."""
    done = cogs_delivered(state)
    out[count] = DELIVERED + done
    out[count + 1] = PACE + advances * PACES + (COGS - done + 2) // 3
    count += 2
    for part in range(FIRST_PART, LAST_PART + 1):
        at, delivered = ahead(state, part), state.delivered[part]
        longest, in_hands, lacking = 0, 0, counted[LACKED, part]
        for seat in range(state.players):
            held = counted[seat, part]
            longest = max(longest, AT_ONCE[wilds_held(state, seat), delivered, held])
            in_hands |= held
            lacking -= state.cogs[seat, part]
        out[count] = BEST_CHAIN + at * (ROW + 1) + ROW - delivered - longest
        out[count + 1] = LACKING + at * LACKS + max(LEAST_LACKING, min(MOST_LACKING, lacking)) - LEAST_LACKING
        count += 2
        if delivered < ROW:
            out[count] = ROW_IN_HANDS + at * OPEN_ROWS + case_of_row(delivered, in_hands)
            count += 1
    return count


@compiled
def _of_sheet(state: State, seat: int, health: int, counted: Any, base: int, out: Any, count: int) -> int:
    out[count] = base + HEALTH_AT + min(health, MOST_HEALTH)
    count += 1
    if health == 0:
        return count
    die, wilds = current_unused(state, seat), wilds_held(state, seat)
    out[count] = base + SHARDS_AT + state.shards[seat]
    out[count + 1] = base + SPENT + state.spent[seat] // SHARDS_FOR_WILD
    out[count + 2] = base + WRITTEN + state.written[seat] // UNUSED_ROW
    out[count + 3] = base + DIE + die
    out[count + 4] = base + HANDFUL + min(cogs_held(state, seat), MOST_IN_HAND)
    count += 5
    for part in range(FIRST_PART, LAST_PART + 1):
        at, delivered, held = ahead(state, part), state.delivered[part], counted[seat, part]
        length = AT_ONCE[wilds, delivered, held]
        out[count] = base + CHAIN + at * (ROW + 1) + length
        count += 1
        if delivered < ROW:
            out[count] = base + ROW_HELD + at * OPEN_ROWS + case_of_row(delivered, held)
            count += 1
        if die == part:
            out[count] = base + DIE_AHEAD + at
            out[count + 1] = base + READY + at * (ROW + 1) + length
            count += 2
        for nth in range(min(state.cogs[seat, part], MOST_HELD)):
            out[count] = base + HELD + MOST_HELD * at + nth
            count += 1
    return count
