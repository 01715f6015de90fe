"""What a seat may choose: the frame on top of the stack says what it is about."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.bids import legal_bids
from alcove.games.alpacalypse.cards import (
    ABILITIES,
    ACQUIRES,
    ASSISTANTS,
    BUILDS,
    CARDS,
    DECK,
    FIRST_OF_DECK,
    GIVES_ACTION,
    MARKET_ROLE,
    SPACE_ALWAYS,
    SPACE_BUILDS,
    SPACE_COMPLETES,
    SPACE_DRAWS,
    SPACE_PILES,
    STARTER,
    STEPS,
)
from alcove.games.alpacalypse.completing import STARTERS, buildable, can_build, can_complete, completable
from alcove.games.alpacalypse.decks import can_draw
from alcove.games.alpacalypse.pay import affordable, payments
from alcove.games.alpacalypse.prestige import can_move
from alcove.games.alpacalypse.table import (
    ABILITY_FROM,
    ACQUIRE_FROM,
    BIDS,
    BUILD_ONE,
    COMPLETE_FROM,
    COMPLETE_ONE,
    DAY,
    DECK_FROM,
    DRAW_FROM,
    DRAWN,
    DRAWN_CARD,
    HELPER_FROM,
    HOME,
    ITEM,
    ITEM_FROM,
    KEEP,
    KEEP_FROM,
    KINDS,
    MEMBER_FROM,
    NONE,
    ON_SPACE,
    OP,
    PASS,
    PAY,
    PICK,
    RESOURCE_FROM,
    SCAVENGE_FROM,
    SCAVENGE_ONE,
    SEATS,
    SEND,
    STAY,
    TILE,
    TILE_FROM,
    TILES,
    TOKEN,
    TRACK,
    TRACK_COUNT,
    TRACK_FROM,
    TRADE_ONE,
    TRADE_YES,
    TRIBE_FROM,
    TROT_FROM,
    TURN,
    WORK_HERE,
    ZERO,
    A,
    B,
    State,
    item_at,
    top_value,
)
from alcove.games.alpacalypse.vocabulary import BUILDINGS, CAPACITY, MEMBERS, RESOURCES
from alcove.kernel.jit import compiled, int64

ALL_DECKS = int64((1 << KINDS) - 1)
ROW_MOST = 2  # ALPAC-34
MANY = 4
"""From so many players on, a space has room for two (ALPAC-22)."""


@compiled
def legal(state: State, seat: int, out: Any) -> int:
    """Write the actions of a seat that may act; return how many there are."""
    if state.phase == BIDS and state.depth == 0:
        return legal_bids(state, seat, out)
    op = top_value(state, OP)
    if op == TURN:
        return _turn(state, seat, out)
    if op == PICK:
        return _among(top_value(state, A), RESOURCE_FROM, int64(len(RESOURCES)), out)
    if op == PAY:
        return payments(state, out)
    if op == WORK_HERE:
        return _work(state, seat, top_value(state, A), out)
    if op == KEEP:
        return _cards_drawn(state, out)
    if op == TRACK:
        return _tracks(state, seat, out)
    if op == DRAW_FROM or op == ACQUIRE_FROM:
        return _decks(state, top_value(state, A), out)
    if op == COMPLETE_ONE:
        return _or_pass(completable(state, seat, top_value(state, A), out, ZERO), out)
    if op == DRAWN_CARD:
        return _drawn_card(state, seat, out)
    if op == DAY:
        out[0], out[1] = SEND, STAY
        return 2
    if op == ITEM:
        return _items(state, out)
    if op == SCAVENGE_ONE:
        return _discards(state, out)
    if op == TRADE_ONE:
        return _trade(state, seat, top_value(state, A), out)
    if op == BUILD_ONE:
        return _or_pass(buildable(state, seat, top_value(state, A), out, ZERO), out)
    if op == TILE:
        return _tiles(state, out)
    return _tribes(state, out)


@compiled
def _or_pass(count: int, out: Any) -> int:
    out[count] = PASS
    return count + 1


@compiled
def _among(chosen: int, base: int, size: int, out: Any) -> int:
    count = 0
    for at in range(size):
        if (chosen >> at) & 1:
            out[count] = base + at
            count += 1
    return count


# ---- A turn of the action phase ----


@compiled
def crowd(state: State, space: int) -> Any:
    """How many places of a space are filled."""
    count = int64(0)
    for seat in range(SEATS):
        count += int64(state.spot[seat, space // 2] == ON_SPACE + space) + int64(state.helper[space, seat])
    return count


@compiled
def has_room(state: State, space: int) -> Any:
    """ALPAC-22"""
    return crowd(state, space) < (1 if state.players < MANY else 2)


@compiled
def has_use(state: State, seat: int, space: int) -> bool:
    """ALPAC-32: whether there is anything that a tribe could do on a space."""
    if SPACE_ALWAYS[space]:
        return True
    for deck in range(KINDS):
        if (SPACE_DRAWS[space] >> deck) & 1 and can_draw(state, int64(deck)):
            return True
        if (SPACE_PILES[space] >> deck) & 1 and state.pile[deck] > 0:
            return True
    if SPACE_BUILDS[space]:
        for building in range(len(BUILDINGS)):
            if can_build(state, seat, int64(building), ZERO):
                return True
    decks = SPACE_COMPLETES[space]
    for card in range(CARDS if decks else 0):
        if state.hand[seat, card] > 0 and (decks >> DECK[card]) & 1 and can_complete(state, seat, int64(card)):
            return True
    return False


@compiled
def member_may_use(state: State, seat: int, space: int) -> bool:
    """ALPAC-21, 22: room for a member, and something to do."""
    return (has_room(state, space) or state.power[seat, CAPACITY] > 0) and has_use(state, seat, space)


@compiled
def has_assistant(state: State, seat: int, role: int) -> bool:
    for item in ASSISTANTS:
        if MARKET_ROLE[item] == role and state.kept[seat, item] > 0:
            return True
    return False


@compiled
def in_a_row(state: State, seat: int) -> Any:
    """How many actions a tribe has just taken without a turn of another tribe between them."""
    return int64(state.streak) if state.mover == seat else ZERO


@compiled
def may_act(state: State, seat: int) -> Any:
    """ALPAC-21, 34: an action is left in the turn, and it would not be the third in a row."""
    return state.stack[0, A] > 0 and in_a_row(state, seat) < ROW_MOST


@compiled
def at_hand(state: State, seat: int) -> Any:
    """Free members and assistants: for how many actions there is somebody."""
    count = int64(0)
    for role in range(len(MEMBERS)):
        count += state.spot[seat, role] == HOME
    for item in ASSISTANTS:
        count += int64(state.kept[seat, item])
    return count


@compiled
def may_play_ability(state: State, seat: int, item: int) -> Any:
    """ALPAC-34: one more action only with somebody to take it, and never a third in a row."""
    if state.kept[seat, item] == 0:
        return False
    actions = int64(state.stack[0, A])
    return not GIVES_ACTION[item] or (in_a_row(state, seat) + actions < ROW_MOST and at_hand(state, seat) > actions)


@compiled
def is_open(state: State, seat: int) -> bool:
    """ALPAC-34: whether a turn goes on, by what everybody sees; what an assistant could do may depend on a hand."""
    if may_act(state, seat) and at_hand(state, seat) > 0:
        return True
    for item in ABILITIES:
        if may_play_ability(state, seat, item):
            return True
    return False


@compiled
def _turn(state: State, seat: int, out: Any) -> int:
    """ALPAC-21, 32 to 34: members, assistants, abilities, and to pass or to end the turn."""
    count = 0
    for role in range(len(MEMBERS) if may_act(state, seat) else 0):
        free, helped = state.spot[seat, role] == HOME, has_assistant(state, seat, int64(role))
        if not free and not helped:
            continue
        stuck = True
        for space in range(2 * role, 2 * role + 2):
            if free and member_may_use(state, seat, int64(space)):
                out[count] = MEMBER_FROM + space
                count += 1
                stuck = False
            if helped and has_use(state, seat, int64(space)):  # ALPAC-33: whatever the capacity
                out[count] = HELPER_FROM + space
                count += 1
        if free and stuck:  # ALPAC-32
            out[count] = TROT_FROM + role
            count += 1
    for item in ABILITIES:
        if may_play_ability(state, seat, item):
            out[count] = ABILITY_FROM + item
            count += 1
    return _or_pass(count, out)


# ---- Choices on the way ----


@compiled
def _work(state: State, seat: int, parts: int, out: Any) -> int:
    """ALPAC-24, 26, 29: what a space is for. To pass is a choice only where nothing else is."""
    decks = parts & ALL_DECKS
    count = 0
    if parts & ACQUIRES:
        count = _decks(state, decks, out)
    if decks:
        count = completable(state, seat, decks | STARTERS, out, int64(count))
    if parts & BUILDS:
        count = buildable(state, seat, ZERO, out, int64(count))
    return count if count > 0 else _or_pass(ZERO, out)


@compiled
def _cards_drawn(state: State, out: Any) -> int:
    count = 0
    for nth in range(DRAWN):
        card = top_value(state, A + nth)
        new = card != NONE
        for earlier in range(count):
            new = new and out[earlier] != KEEP_FROM + card
        if new:
            out[count] = KEEP_FROM + card
            count += 1
    return count


@compiled
def _tracks(state: State, seat: int, out: Any) -> int:
    tracks, amount = top_value(state, A), top_value(state, B)
    count = 0
    for track in range(TRACK_COUNT):
        if (tracks >> track) & 1 and can_move(state, seat, int64(track), amount):
            out[count] = TRACK_FROM + track
            count += 1
    return count


@compiled
def _decks(state: State, decks: int, out: Any) -> int:
    count = 0
    for deck in range(KINDS):
        if (decks >> deck) & 1 and can_draw(state, int64(deck)):
            out[count] = DECK_FROM + deck
            count += 1
    return count


@compiled
def _drawn_card(state: State, seat: int, out: Any) -> int:
    card = top_value(state, A)
    if not can_complete(state, seat, card):
        return _or_pass(ZERO, out)
    out[0] = COMPLETE_FROM + card
    return _or_pass(int64(1), out)


@compiled
def _items(state: State, out: Any) -> int:
    """ALPAC-17: what is left in the market; two cards of one kind are one choice."""
    count = 0
    for stall in range(state.players):
        item = item_at(state, int64(stall))
        new = state.taken[stall] == NONE
        for earlier in range(count):
            new = new and out[earlier] != ITEM_FROM + item
        if new:
            out[count] = ITEM_FROM + item
            count += 1
    if state.token == NONE:
        out[count] = TOKEN
        count += 1
    return count


@compiled
def _discards(state: State, out: Any) -> int:
    count = 0
    for card in range(FIRST_OF_DECK[STARTER]):
        if state.discard[card] > 0:
            out[count] = SCAVENGE_FROM + card
            count += 1
    return count


@compiled
def _trade(state: State, seat: int, step: int, out: Any) -> int:
    if not affordable(state, seat, STEPS[step, 1:], ZERO):
        return _or_pass(ZERO, out)
    out[0] = TRADE_YES
    return _or_pass(int64(1), out)


@compiled
def _tiles(state: State, out: Any) -> int:
    """ALPAC-20: all that nobody has taken yet lie open."""
    count = 0
    for tile in range(TILES):
        if state.tile_owner[tile] == NONE:
            out[count] = TILE_FROM + tile
            count += 1
    return count


@compiled
def _tribes(state: State, out: Any) -> int:
    count = 0
    for tribe in range(SEATS):
        free = True
        for seat in range(state.players):
            free = free and state.tribe[seat] != tribe
        if free:
            out[count] = TRIBE_FROM + tribe
            count += 1
    return count
