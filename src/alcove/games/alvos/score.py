"""The score track, the final score, and how a game ends."""

from __future__ import annotations

from alcove.games.alvos.cave import (
    ALL_ELIMINATED,
    AXEL_AHEAD,
    AXEL_OWNER,
    CAVE_FELL,
    MACHINE_COMPLETE,
    MACHINE_DESTROYED,
    MAX_COGS_LEFT,
    NINETEEN,
    OVER,
    THREE_ROUNDS,
    TOGETHER,
    TOO_FEW_POINTS,
    TOO_MANY_COGS,
    TRACK,
    TWENTY_POINTS,
    UNUSED_ROW,
    WIN_AT_SOPAVRE,
    State,
)
from alcove.games.alvos.sheet import (
    at_axel,
    at_sopavre,
    boxes_full,
    cogs_held,
    cooperative,
    machine_complete,
)
from alcove.kernel.jit import compiled


@compiled
def end(state: State, ending: int) -> None:
    state.stage = OVER
    state.ending = ending


@compiled
def last_mark(state: State, owner: int) -> int:
    for space in range(TRACK, 0, -1):
        if state.track[space] == owner:
            return space
    return 0


@compiled
def space_reached(state: State, owner: int, points: int) -> int:
    """ALVOS-27: forward over open spaces only; if fewer are open, the last one; if none is, the last mark."""
    reached = space = last_mark(state, owner)
    while points > 0 and space < TRACK:
        space += 1
        if state.track[space] == 0:
            reached = space
            points -= 1
    return reached


@compiled
def mark(state: State, owner: int, points: int) -> None:
    reached = space_reached(state, owner, points)
    if reached > 0:
        state.track[reached] = owner


@compiled
def marks_of(state: State, owner: int) -> int:
    marks = 0
    for space in range(1, TRACK + 1):
        marks += state.track[space] == owner
    return marks


@compiled
def axel_score(state: State) -> int:
    return 2 * marks_of(state, AXEL_OWNER)  # ALVOS-32


# ALVOS-28, line by line.


@compiled
def for_marks(state: State, seat: int) -> int:
    return 2 * max(marks_of(state, seat + 1) - 1, 0)


@compiled
def for_rows(state: State, seat: int) -> int:
    return state.written[seat] // UNUSED_ROW


@compiled
def for_cogs(state: State, seat: int) -> int:
    return -cogs_held(state, seat)


@compiled
def for_bolts(state: State, seat: int) -> int:
    return -2 * state.bolts[seat]


@compiled
def for_shards(state: State, seat: int) -> int:
    return -state.shards[seat]


@compiled
def score_of(state: State, seat: int) -> int:
    """ALVOS-28."""
    gained = last_mark(state, seat + 1) + for_marks(state, seat) + for_rows(state, seat)
    return gained + for_cogs(state, seat) + for_bolts(state, seat) + for_shards(state, seat)


@compiled
def see_whether_it_ends(state: State) -> None:
    """ALVOS-29, and the ends of the variants."""
    if at_sopavre(state) and score_of(state, 0) >= WIN_AT_SOPAVRE:  # ALVOS-33
        end(state, TWENTY_POINTS)
        return
    if boxes_full(state):
        ending = THREE_ROUNDS
    elif machine_complete(state):
        ending = MACHINE_COMPLETE
    elif state.track[TRACK] != 0:
        ending = NINETEEN
    else:
        return
    if at_sopavre(state):
        ending = TOO_FEW_POINTS
    elif at_axel(state) and axel_score(state) > score_of(state, 0):  # ALVOS-32
        ending = AXEL_AHEAD
    elif cooperative(state) and ending == MACHINE_COMPLETE:  # ALVOS-35
        ending = TOGETHER
        for seat in range(state.players):
            if cogs_held(state, seat) > MAX_COGS_LEFT:
                ending = TOO_MANY_COGS
    end(state, ending)


@compiled
def winners(state: State) -> int:
    """Who has won a finished game, as a set of seats; empty when all have lost."""
    ending = state.ending
    if ending in (MACHINE_DESTROYED, CAVE_FELL, ALL_ELIMINATED, AXEL_AHEAD, TOO_FEW_POINTS):
        return 0
    if cooperative(state) and ending != TOGETHER:
        return 0
    seats, best = 0, -(1 << 20)
    for seat in range(state.players):  # ALVOS-31
        if state.health[seat] > 0:  # ALVOS-30
            score = 0 if ending == TOGETHER else score_of(state, seat)
            if score > best:
                seats, best = 0, score
            if score == best:
                seats |= 1 << seat
    return seats
