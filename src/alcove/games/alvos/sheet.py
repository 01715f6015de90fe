"""What a turn is made of: the modes, the hexes, and what an Alvo carries and writes down."""

from __future__ import annotations

from typing import Any

from alcove.games.alvos.cave import (
    AXEL,
    BOLT_HEX,
    BOXES,
    COGS,
    COOPERATIVE,
    FIRST_PART,
    HEXES,
    LAST_PART,
    ROW,
    ROWS,
    SHARDS,
    SHARDS_FOR_WILD,
    SOPAVRE,
    State,
)
from alcove.kernel.jit import compiled


@compiled
def cooperative(state: State) -> bool:
    return state.players > 1 and state.mode == COOPERATIVE


@compiled
def at_axel(state: State) -> bool:
    return state.players == 1 and state.solitaire == AXEL


@compiled
def at_sopavre(state: State) -> bool:
    return state.players == 1 and state.solitaire == SOPAVRE


@compiled
def hex_of(total: int) -> int:
    """ALVOS-1: the inner hex that a sum of two dice names."""
    return (total - 1) % HEXES + 1


@compiled
def closed(state: State, inner: int) -> bool:
    """ALVOS-16: only hex 1 ever caves in."""
    return inner == BOLT_HEX and state.cave_ins > 0


@compiled
def current_unused(state: State, seat: int) -> int:
    return state.unused[seat, state.written[seat] - 1]


@compiled
def write_unused(state: State, seat: int, die: int) -> None:
    state.unused[seat, state.written[seat]] = die
    state.written[seat] += 1


@compiled
def shade(state: State, seat: int) -> None:
    """ALVOS-17: one more cog shard, if one is left."""
    if state.shards[seat] + state.spent[seat] < SHARDS:
        state.shards[seat] += 1


@compiled
def wilds_held(state: State, seat: int) -> int:
    """ALVOS-25: three shaded shards are a wild cog."""
    return state.shards[seat] // SHARDS_FOR_WILD


@compiled
def cross_out_wild(state: State, seat: int) -> None:
    """ALVOS-25: its shards are gone for the rest of the game."""
    state.shards[seat] -= SHARDS_FOR_WILD
    state.spent[seat] += SHARDS_FOR_WILD


@compiled
def receive(state: State, seat: int, kind: int) -> None:
    """ALVOS-4, 21: what hex `kind` gives."""
    if kind == BOLT_HEX:
        state.bolts[seat] += 1
    else:
        state.cogs[seat, kind] += 1


@compiled
def total(numbers: Any) -> int:
    """The sum; written out, as the sum of NumPy takes long to compile."""
    added = 0
    for number in numbers:
        added += number
    return added


@compiled
def cogs_held(state: State, seat: int) -> int:
    held = 0
    for kind in range(FIRST_PART, HEXES + 1):
        held += state.cogs[seat, kind]
    return held


@compiled
def losses_open(state: State, seat: int) -> int:
    """ALVOS-14: how many different cogs a seat can lose; a completed wild cog is one of them."""
    kinds = 1 if wilds_held(state, seat) > 0 else 0
    for kind in range(FIRST_PART, HEXES + 1):
        kinds += state.cogs[seat, kind] > 0
    return kinds


@compiled
def parts_incomplete(state: State) -> int:
    parts = 0
    for part in range(FIRST_PART, LAST_PART + 1):
        parts += state.delivered[part] < ROW
    return parts


@compiled
def cogs_delivered(state: State) -> int:
    return total(state.delivered)


@compiled
def boxes_checked(state: State) -> int:
    return total(state.boxes)


@compiled
def boxes_full(state: State) -> bool:
    return boxes_checked(state) == BOXES * HEXES


@compiled
def machine_complete(state: State) -> bool:
    return cogs_delivered(state) == COGS


@compiled
def missing(state: State, seat: int) -> int:
    """Which of the next cogs of the engineer's part a seat lacks, as bits; cogs beyond the row are lacking too."""
    part = state.engineer
    done, lacking = state.delivered[part], 0
    for nth in range(ROW):
        if done + nth >= ROW or state.cogs[seat, ROWS[part, done + nth]] == 0:
            lacking |= 1 << nth
    return lacking


@compiled
def alone(state: State, seat: int) -> bool:
    """ALVOS-34: nobody else in the hex, and it gives a cog."""
    inner = state.alvo[seat]
    if inner < FIRST_PART:
        return False
    here = 0
    for other in range(state.players):
        here += state.alvo[other] == inner
    return here == 1
