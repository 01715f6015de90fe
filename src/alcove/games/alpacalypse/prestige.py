"""The prestige tracks (ALPAC-4 to 6)."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.claims import claim_for_prestige
from alcove.games.alpacalypse.table import PICK, SHIELDS, TRACK_BOTTOM, TRACK_TOP, ZERO, State, push
from alcove.games.alpacalypse.vocabulary import RESOURCES, SHIELD
from alcove.kernel.jit import compiled, int64

LOW_SHIELD, HIGH_SHIELD = SHIELDS
ANY_RESOURCE = int64((1 << len(RESOURCES)) - 1)


@compiled
def next_space(state: State, seat: int, track: int, way: int) -> Any:
    """One space on (way 1) or back (way -1); the same space if that is not possible."""
    here = int64(state.pawn[seat, track])
    there = here + way
    if there < TRACK_BOTTOM or there > TRACK_TOP:
        return here
    if there == TRACK_TOP:  # ALPAC-6: one pawn at the most
        for other in range(state.players):
            if state.pawn[other, track] == TRACK_TOP:
                return here
    return there


@compiled
def can_move(state: State, seat: int, track: int, amount: int) -> Any:
    return next_space(state, seat, track, int64(1) if amount > 0 else int64(-1)) != state.pawn[seat, track]


@compiled
def move(state: State, seat: int, track: int, amount: int, program: int) -> None:
    """ALPAC-5, 6: space by space; each shield entered is a resource of the owner's choice, what is too far is lost."""
    way, shields = int64(1) if amount > 0 else int64(-1), int64(0)
    for _ in range(abs(amount)):
        there = next_space(state, seat, track, way)
        if there == state.pawn[seat, track]:
            break
        state.pawn[seat, track] = there
        shields += there == LOW_SHIELD or there == HIGH_SHIELD
    if shields > 0:
        push(state, PICK, seat, program, ANY_RESOURCE, shields * (1 + int64(state.power[seat, SHIELD])), ZERO)
    claim_for_prestige(state, seat, track)
