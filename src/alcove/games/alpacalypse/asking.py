"""What a seat may choose, and carrying it out: the frame on top of the stack says what it is about."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.actions import (
    BUILD_FROM,
    COMPLETE_FROM,
    DECK_FROM,
    KEEP_FROM,
    PASS,
    RESOURCE_FROM,
    SCAVENGE_FROM,
    TILE_FROM,
    TRACK_FROM,
    TRIBE_FROM,
)
from alcove.games.alpacalypse.bids import legal_bids
from alcove.games.alpacalypse.completing import (
    ALL_DECKS,
    build,
    complete,
    lay,
    legal_buildings,
    legal_completions,
    legal_drawn,
    legal_work,
    put_up,
    work,
)
from alcove.games.alpacalypse.dawn import choose_tribe, legal_responses, legal_tribes, respond
from alcove.games.alpacalypse.decks import (
    acquire,
    draw_to_hand,
    keep,
    legal_decks,
    legal_discards,
    legal_keeps,
    scavenge,
)
from alcove.games.alpacalypse.frames import (
    ACQUIRE_DECKS,
    ASK_ACQUIRE,
    ASK_BUILD,
    ASK_COMPLETE,
    ASK_DRAW,
    ASK_SCAVENGE,
    ASK_TRADE,
    ASK_WORK,
    BUILD_LESS,
    COMPLETE_DECKS,
    DAY,
    DRAW_DECKS,
    DRAWN,
    ITEM,
    KEEP,
    KEEP_SECOND,
    LAY,
    OBTAIN,
    OP,
    PAY,
    PICK,
    RAISE,
    RUN,
    SEAT,
    TILE,
    TRACK,
    TURN,
    WORK_PARTS,
    pop,
    top_value,
)
from alcove.games.alpacalypse.market import legal_items, legal_tiles, obtain, take_item, take_tile
from alcove.games.alpacalypse.pay import legal_payments, legal_trade, pay, trade
from alcove.games.alpacalypse.prestige import legal_picks, legal_tracks, move_on, pick
from alcove.games.alpacalypse.steps import run_step
from alcove.games.alpacalypse.table import BIDS, NONE, State, holds_any
from alcove.games.alpacalypse.turns import is_open, legal_turn, take_turn
from alcove.kernel.jit import compiled

ASK = -2


@compiled
def legal(state: State, seat: int, out: Any) -> int:
    """Write the actions of a seat that may act; return how many there are."""
    if state.phase == BIDS and state.depth == 0:
        return legal_bids(state, seat, out)
    op = top_value(state, OP)
    if op == TURN:
        return legal_turn(state, seat, out)
    if op == PICK:
        return legal_picks(state, out)
    if op == PAY:
        return legal_payments(state, out)
    if op == ASK_WORK:
        return legal_work(state, seat, out)
    if op == KEEP:
        return legal_keeps(state, out)
    if op == TRACK:
        return legal_tracks(state, seat, out)
    if op == ASK_DRAW:
        return legal_decks(state, top_value(state, DRAW_DECKS), out)
    if op == ASK_ACQUIRE:
        return legal_decks(state, top_value(state, ACQUIRE_DECKS), out)
    if op == ASK_COMPLETE:
        return legal_completions(state, seat, out)
    if op == DRAWN:
        return legal_drawn(state, seat, out)
    if op == DAY:
        return legal_responses(out)
    if op == ITEM:
        return legal_items(state, out)
    if op == ASK_SCAVENGE:
        return legal_discards(state, out)
    if op == ASK_TRADE:
        return legal_trade(state, seat, out)
    if op == ASK_BUILD:
        return legal_buildings(state, seat, out)
    if op == TILE:
        return legal_tiles(state, out)
    return legal_tribes(state, out)


@compiled
def answer(state: State, action: int) -> None:
    """Carry out a choice of the frame on top."""
    op = top_value(state, OP)
    if op == TURN:
        take_turn(state, action)
    elif op == PAY:
        pay(state, action)
    elif op == DAY:
        respond(state, action)
    elif action == PASS:
        pop(state)
    elif op == PICK:
        pick(state, action - RESOURCE_FROM)
    elif op == ASK_WORK:
        work(state, action)
    elif op == KEEP:
        keep(state, action - KEEP_FROM)
    elif op == TRACK:
        move_on(state, action - TRACK_FROM)
    elif op == ASK_DRAW:
        draw_to_hand(state, action - DECK_FROM)
    elif op == ASK_ACQUIRE:
        acquire(state, action - DECK_FROM)
    elif op == ASK_COMPLETE or op == DRAWN:
        complete(state, action - COMPLETE_FROM)
    elif op == ITEM:
        take_item(state, action)
    elif op == ASK_SCAVENGE:
        scavenge(state, action - SCAVENGE_FROM)
    elif op == ASK_TRADE:
        trade(state)
    elif op == ASK_BUILD:
        build(state, action - BUILD_FROM, top_value(state, BUILD_LESS))
    elif op == TILE:
        take_tile(state, action - TILE_FROM)
    else:
        choose_tribe(state, action - TRIBE_FROM)


@compiled
def carry_out(state: State) -> bool:
    """Carry out the frame on top if it asks nobody; False if it does."""
    op = top_value(state, OP)
    if op == RUN:
        run_step(state)
    elif op == LAY:
        lay(state)
    elif op == RAISE:
        put_up(state)
    elif op == OBTAIN:
        obtain(state)
    else:
        return False
    return True


@compiled
def only_choice(state: State, out: Any) -> int:
    """The choice that needs no asking, NONE if there was nothing to choose, or ASK.

    Where the choices depend on cards in a hand, the owner is always asked: to go on by itself would tell what is in it.
    """
    op, seat = top_value(state, OP), top_value(state, SEAT)
    if op == TURN:
        if is_open(state, seat):
            return ASK
        pop(state)
        return NONE
    if op == DRAWN or (op == ASK_WORK and top_value(state, WORK_PARTS) & ALL_DECKS):
        return ASK
    if op == ASK_COMPLETE and holds_any(state, seat, top_value(state, COMPLETE_DECKS)):
        return ASK
    if op == KEEP and top_value(state, KEEP_SECOND) != NONE:
        return ASK
    count = legal(state, seat, out)
    if count > 1:
        return ASK
    if count == 1:
        return out[0]
    pop(state)
    return NONE
