"""Whether a position that was read can stand on a table: every card is somewhere once, and the stack makes sense.

The rules trust the record; a text from outside must not bring in anything that could lead them beyond their tables.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from alcove.games.alpacalypse import rules
from alcove.games.alpacalypse.actions import MAX_BID_COINS, MAX_OPTIONS
from alcove.games.alpacalypse.cards import (
    ACTION_CARDS,
    COPIES,
    DECK,
    FIRST_OF_DECK,
    IS_KEPT,
    MARKET_DECK,
    ROUNDS_OF_AGE,
    STARTER,
    TILE_AGE,
)
from alcove.games.alpacalypse.frames import (
    FIRST_FIELD,
    FRAME,
    KEEP,
    KEEP_CARDS,
    KINDS_OF_FRAME,
    LAY,
    LAY_CARD,
    OBTAIN,
    OP,
    RAISE,
    RUN,
    SEAT,
    TURN,
)
from alcove.games.alpacalypse.pending import PENDING
from alcove.games.alpacalypse.table import (
    ACTION,
    BIDS,
    CHOOSE_TRIBES,
    CLEAN_UP,
    COIN,
    DRAWN_AT_ONCE,
    EVENT,
    HOME,
    MARKET_TAKES,
    NONE,
    OVER,
    RESOLUTION_PHASE,
    ROUNDS,
    TRACK_TOP,
    State,
)
from alcove.kernel.errors import UnreadableError
from alcove.kernel.text import Text

MAX_DEPTH = 40
"""More than any chain of effects has ever needed; what follows still finds room on the stack."""
BID_WIDTH = MAX_BID_COINS + 1


def bad(key: str) -> UnreadableError:
    return UnreadableError(
        Text("Unreadable position: {key} does not fit.", "Unlesbare Stellung: {key} passt nicht.").fill(key=key)
    )


def check(state: State) -> None:
    frames = state.stack[: state.depth].tolist()
    _check_seats(state)
    _check_market(state)
    _check_tiles(state)
    _check_progress(state)
    if state.depth > MAX_DEPTH:
        raise bad("stack")
    for at, frame in enumerate(frames):
        _check_frame(state, at, frame)
    _check_cards(state, frames)
    _check_waiting(state, frames)


def _check_seats(state: State) -> None:
    players = int(state.players)
    tribes = [int(tribe) for tribe in state.tribe[:players] if tribe != NONE]
    if len(set(tribes)) < len(tribes) or (len(tribes) < players and state.phase != CHOOSE_TRIBES):
        raise bad("tribe")
    if state.first == NONE:
        raise bad("first")
    for track in range(state.pawn.shape[1]):
        if (state.pawn[:players, track] == TRACK_TOP).sum() > 1:
            raise bad("pawns")
    for seat in range(players):
        if any(spot >= 4 and (spot - 4) // 2 != member for member, spot in enumerate(state.spot[seat].tolist())):
            raise bad("members")
        wonders = sum(int(state.done[seat, card]) for card, made in enumerate(ACTION_CARDS) if made.wonder)
        if wonders > state.wonder[seat]:
            raise bad("wonders")
    if (state.age_done[:players].sum(axis=1) > state.done[:players].sum(axis=1)).any():
        raise bad("age-completed")


def _check_market(state: State) -> None:
    """ALPAC-9, 15, 20: the right cards for each age, and what was kept has been in the market."""
    players = int(state.players)
    begin = 0
    for age, rounds in enumerate(ROUNDS_OF_AGE, 1):
        end = begin + rounds * players
        wanted = [item for item, of, least in MARKET_DECK.tolist() if of == age and least <= players]
        if sorted(state.market_order[begin:end].tolist()) != wanted:
            raise bad("market")
        begin = end
    now = max(0, int(state.lap) - 1) * players
    dealt = Counter(state.market_order[:now].tolist())
    if state.phase >= BIDS:
        dealt += Counter(int(state.market_order[now + stall]) for stall in range(players) if state.taken[stall] != NONE)
    kept = state.kept.sum(axis=0)
    if any(kept[item] > (dealt[item] if IS_KEPT[item] else 0) for item in range(len(kept))):
        raise bad("kept")
    if state.phase < MARKET_TAKES and state.phase == BIDS and (state.token != NONE or (state.taken != NONE).any()):
        raise bad("taken")


def _check_tiles(state: State) -> None:
    if sorted(state.day_order.tolist()) != list(range(len(state.day_order))):
        raise bad("days")
    if [int(TILE_AGE[tile]) for tile in state.age_tile] != [1, 2, 3]:
        raise bad("ages")


def _check_cards(state: State, frames: list[list[int]]) -> None:
    """ALPAC-7, 8: every action card is in one place; each tribe has one starter."""
    found = state.discard.astype(np.int64) + state.hand.sum(axis=0) + state.done.sum(axis=0)
    for deck in range(STARTER):
        for card in state.deck[deck, : state.deck_left[deck]].tolist():
            if DECK[card] != deck:
                raise bad("decks")
            found[card] += 1
    for frame in frames:
        if frame[OP] == LAY:
            found[frame[LAY_CARD]] += 1
        elif frame[OP] == KEEP:
            for card in frame[KEEP_CARDS : KEEP_CARDS + DRAWN_AT_ONCE]:
                found[card] += card != NONE
    starters = int(FIRST_OF_DECK[STARTER])
    if (found[:starters] != COPIES[:starters]).any():
        raise bad("decks")
    own = state.hand[:, starters:].sum(axis=1) + state.done[:, starters:].sum(axis=1)
    for frame in frames:
        own[frame[SEAT]] += frame[OP] == LAY and frame[LAY_CARD] >= starters
    if (found[starters:] > 1).any() or (own[: state.players] != 1).any() or state.discard[starters:].any():
        raise bad("hands")
    if (state.known > state.hand).any() or state.known[:, starters:].any():
        raise bad("known")


def _check_progress(state: State) -> None:
    players, turn, phase = int(state.players), int(state.turn), state.phase
    fits = {
        int(CHOOSE_TRIBES): state.lap == 0 and 1 <= turn <= players and bool(state.chosen),
        int(EVENT): 1 <= turn <= 2 * players,
        int(BIDS): turn == 0,
        int(MARKET_TAKES): turn == 0,
        int(CLEAN_UP): turn == 0,
        int(ACTION): turn >= 0,
        int(RESOLUTION_PHASE): 0 <= turn < players,
        int(OVER): turn == 0 and state.lap == ROUNDS,
    }
    if not fits[int(phase)] or (state.lap == 0) != (phase == CHOOSE_TRIBES):
        raise bad("turn")
    if state.step and phase != RESOLUTION_PHASE:
        raise bad("step")
    if phase == ACTION and state.mover == NONE and state.streak:
        raise bad("mover")
    if phase == ACTION and state.depth and state.stack[0, SEAT] != (state.first + turn) % players:
        raise bad("turn")
    if phase == BIDS:
        for seat in range(players):
            _check_bid(state, seat)


def _check_bid(state: State, seat: int) -> None:
    """ALPAC-16"""
    bid = int(state.bid[seat])
    if bid > 0:
        members, coins = (bid - 1) // BID_WIDTH + 1, (bid - 1) % BID_WIDTH
        spots = state.spot[seat].tolist()
        if coins > state.goods[seat, COIN] or any(members >> at & 1 and spots[at] != HOME for at in range(len(spots))):
            raise bad("bids")


def _check_frame(state: State, at: int, frame: list[int]) -> None:
    """Its fields are within their bounds, those after them are 0, and it makes sense where it lies."""
    kind = KINDS_OF_FRAME[frame[OP]]
    bounds = [*kind.fields.values(), *[(0, 0)] * (FRAME - int(FIRST_FIELD) - len(kind.fields))]
    within = all(least <= value <= most for value, (least, most) in zip(frame[FIRST_FIELD:], bounds, strict=True))
    if not within or not PENDING[kind.name].fits(state, at, frame):
        raise bad("stack")
    if (frame[OP] == TURN) != (at == 0 and state.phase == ACTION):
        raise bad("stack")


def _check_waiting(state: State, frames: list[list[int]]) -> None:
    """Somebody has something to choose, or the game is over."""
    if state.phase == OVER or (state.phase == BIDS and not frames):
        waiting = state.phase == OVER or (state.bid[: state.players] == NONE).any()
        if not waiting or frames:
            raise bad("stack")
        return
    if not frames or frames[-1][OP] in (RUN, LAY, RAISE, OBTAIN):
        raise bad("stack")
    out = np.empty(MAX_OPTIONS, dtype=np.int32)
    if rules.legal(state, frames[-1][SEAT], out) == 0:
        raise bad("stack")
