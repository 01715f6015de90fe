"""The action spaces: who has room there, and who could do anything (ALPAC-22 to 33)."""

from __future__ import annotations

from alcove.games.alpacalypse.cards import (
    ASSISTANTS,
    CARDS,
    DECK,
    MARKET_ROLE,
    SPACE_ALWAYS,
    SPACE_BUILDS,
    SPACE_COMPLETES,
    SPACE_DRAWS,
    SPACE_PILES,
)
from alcove.games.alpacalypse.completing import can_build, can_complete
from alcove.games.alpacalypse.decks import can_draw
from alcove.games.alpacalypse.table import HOME, KINDS, ON_SPACE, SEATS, State, capacity
from alcove.games.alpacalypse.vocabulary import BUILDINGS, CAPACITY, MEMBERS, TROT
from alcove.kernel.jit import compiled


@compiled
def crowd(state: State, space: int) -> int:
    """How many places of a space are filled."""
    count = 0
    for seat in range(SEATS):
        count += int(state.spot[seat, space // 2] == ON_SPACE + space) + state.helper[space, seat]
    return count


@compiled
def has_room(state: State, space: int) -> bool:
    """ALPAC-22"""
    return crowd(state, space) < capacity(state)


@compiled
def has_use(state: State, seat: int, space: int) -> bool:
    """ALPAC-32: whether there is anything that a tribe could do on a space."""
    if SPACE_ALWAYS[space]:
        return True
    for deck in range(KINDS):
        if (SPACE_DRAWS[space] >> deck) & 1 and can_draw(state, deck):
            return True
        if (SPACE_PILES[space] >> deck) & 1 and state.pile[deck] > 0:
            return True
    if SPACE_BUILDS[space]:
        for building in range(len(BUILDINGS)):
            if can_build(state, seat, building, 0):
                return True
    decks = SPACE_COMPLETES[space]
    for card in range(CARDS if decks else 0):
        if state.hand[seat, card] > 0 and (decks >> DECK[card]) & 1 and can_complete(state, seat, card):
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
def at_hand(state: State, seat: int) -> int:
    """Free members and assistants: for how many actions there is somebody."""
    count = 0
    for role in range(len(MEMBERS)):
        count += state.spot[seat, role] == HOME
    for item in ASSISTANTS:
        count += state.kept[seat, item]
    return count


@compiled
def place_assistant(state: State, seat: int, space: int) -> None:
    """ALPAC-33: below capacity an assistant fills a place; the card is discarded."""
    if has_room(state, space):
        state.helper[space, seat] += 1
    for item in ASSISTANTS:
        if MARKET_ROLE[item] == space // 2 and state.kept[seat, item] > 0:
            state.kept[seat, item] -= 1
            return


@compiled
def trot_coins(state: State, seat: int) -> int:
    """ALPAC-32"""
    return 1 + state.power[seat, TROT]
