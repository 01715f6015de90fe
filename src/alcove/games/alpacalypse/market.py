"""The market after the bids (ALPAC-17 to 20): the frames ITEM, OBTAIN and TILE."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alpacalypse.actions import ITEM_FROM, TILE_FROM, TOKEN
from alcove.games.alpacalypse.bids import bid_order
from alcove.games.alpacalypse.cards import IS_KEPT, MARKET_EFFECT, MARKET_POWER
from alcove.games.alpacalypse.frames import ITEM, OBTAIN, OBTAIN_STALL, SEAT, ask, pop, push, run_program, top_value
from alcove.games.alpacalypse.table import NONE, SEATS, TILES, State, add_choice, item_at
from alcove.games.alpacalypse.vocabulary import POWERS
from alcove.kernel.jit import compiled

# ---- ITEM: each bidder selects


@compiled
def open_selection(state: State) -> None:
    """ALPAC-17, 18: the strongest takes first, then the others, then the strongest once more."""
    order = np.empty(SEATS, dtype=np.int64)
    bidders = bid_order(state, order)
    if bidders > 0:
        ask(state, ITEM, order[0], 0)
    for at in range(bidders - 1, -1, -1):
        ask(state, ITEM, order[at], 0)


@compiled
def legal_items(state: State, out: Any) -> int:
    """ALPAC-17: what is left in the market; two cards of one kind are one choice."""
    count = 0
    for stall in range(state.players):
        item = item_at(state, stall)
        new = state.taken[stall] == NONE
        for earlier in range(count):
            new = new and out[earlier] != ITEM_FROM + item
        if new:
            out[count] = ITEM_FROM + item
            count += 1
    return add_choice(TOKEN, out, count) if state.token == NONE else count


@compiled
def take_item(state: State, action: int) -> None:
    """ALPAC-17: select it; it is obtained in the clean-up."""
    seat = top_value(state, SEAT)
    pop(state)
    if action == TOKEN:
        state.token = seat
        return
    item, stall = action - ITEM_FROM, 0
    while state.taken[stall] != NONE or item_at(state, stall) != item:
        stall += 1
    state.taken[stall] = seat


# ---- OBTAIN: the clean-up


@compiled
def clean_up(state: State) -> None:
    """ALPAC-20: once all have selected, in the order of the bids; two items of one bidder in that of the stalls."""
    order = np.empty(SEATS, dtype=np.int64)
    for at in range(bid_order(state, order) - 1, -1, -1):
        for stall in range(state.players - 1, -1, -1):
            if state.taken[stall] == order[at]:
                push(state, OBTAIN, order[at], 0, stall, 0, 0)


@compiled
def obtain(state: State) -> None:
    """ALPAC-20: a bidder keeps, or carries out, what it has selected."""
    seat, item = top_value(state, SEAT), item_at(state, top_value(state, OBTAIN_STALL))
    pop(state)
    if not IS_KEPT[item]:
        run_program(state, seat, MARKET_EFFECT[item], 0)
        return
    state.kept[seat, item] += 1
    for power in range(len(POWERS)):
        state.power[seat, power] += MARKET_POWER[item, power]


# ---- TILE: all that nobody has taken yet lie open (ALPAC-20)


@compiled
def legal_tiles(state: State, out: Any) -> int:
    count = 0
    for tile in range(TILES):
        if state.tile_owner[tile] == NONE:
            out[count] = TILE_FROM + tile
            count += 1
    return count


@compiled
def take_tile(state: State, tile: int) -> None:
    state.tile_owner[tile] = top_value(state, SEAT)
    pop(state)
