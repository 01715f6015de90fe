"""The prestige tracks (ALPAC-4 to 6), and resources of choice: the frames TRACK and PICK."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.actions import RESOURCE_FROM, TRACK_FROM
from alcove.games.alpacalypse.claims import claim_for_prestige
from alcove.games.alpacalypse.frames import (
    PICK,
    PICK_CHOICES,
    PICK_LEFT,
    PROGRAM,
    SEAT,
    TRACK_CHOICES,
    TRACK_STEPS,
    pop,
    push,
    top_value,
)
from alcove.games.alpacalypse.table import SHIELDS, TRACK_BOTTOM, TRACK_COUNT, TRACK_TOP, State
from alcove.games.alpacalypse.vocabulary import RESOURCES, SHIELD
from alcove.kernel.jit import compiled

LOW_SHIELD, HIGH_SHIELD = SHIELDS
ANY_RESOURCE = (1 << len(RESOURCES)) - 1


@compiled
def top_is_taken(state: State, seat: int, track: int) -> bool:
    """ALPAC-6: one pawn at the most."""
    for other in range(state.players):
        if other != seat and state.pawn[other, track] == TRACK_TOP:
            return True
    return False


@compiled
def landing(state: State, seat: int, track: int, amount: int) -> tuple[int, int]:
    """ALPAC-5, 6: where a pawn comes to stand, and how many shields it enters; what is too far is lost."""
    here, shields = state.pawn[seat, track], 0
    way = 1 if amount > 0 else -1
    last = TRACK_BOTTOM
    if amount > 0:
        last = TRACK_TOP - 1 if top_is_taken(state, seat, track) else TRACK_TOP
    for _ in range(abs(amount)):
        if here == last:
            break
        here += way
        shields += here == LOW_SHIELD or here == HIGH_SHIELD
    return here, shields


@compiled
def earned(state: State, seat: int, shields: int) -> int:
    """How many resources shields bring."""
    return shields * (1 + state.power[seat, SHIELD])


@compiled
def can_move(state: State, seat: int, track: int, amount: int) -> bool:
    return landing(state, seat, track, amount)[0] != state.pawn[seat, track]


@compiled
def move(state: State, seat: int, track: int, amount: int, program: int) -> None:
    """ALPAC-5: each shield entered is a resource of the owner's choice."""
    there, shields = landing(state, seat, track, amount)
    state.pawn[seat, track] = there
    if shields > 0:
        push(state, PICK, seat, program, ANY_RESOURCE, earned(state, seat, shields), 0)
    claim_for_prestige(state, seat, track)


# ---- TRACK: the owner chooses where to move


@compiled
def legal_tracks(state: State, seat: int, out: Any) -> int:
    tracks, amount = top_value(state, TRACK_CHOICES), top_value(state, TRACK_STEPS)
    count = 0
    for track in range(TRACK_COUNT):
        if (tracks >> track) & 1 and can_move(state, seat, track, amount):
            out[count] = TRACK_FROM + track
            count += 1
    return count


@compiled
def move_on(state: State, track: int) -> None:
    seat, program, amount = top_value(state, SEAT), top_value(state, PROGRAM), top_value(state, TRACK_STEPS)
    pop(state)
    move(state, seat, track, amount, program)


# ---- PICK: resources of choice, one after the other


@compiled
def legal_picks(state: State, out: Any) -> int:
    choices, count = top_value(state, PICK_CHOICES), 0
    for resource in range(len(RESOURCES)):
        if (choices >> resource) & 1:
            out[count] = RESOURCE_FROM + resource
            count += 1
    return count


@compiled
def pick(state: State, resource: int) -> None:
    frame = state.stack[state.depth - 1]
    state.goods[frame[SEAT], resource] += 1
    frame[PICK_LEFT] -= 1
    if frame[PICK_LEFT] == 0:
        pop(state)
