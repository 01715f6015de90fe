"""Completing cards (ALPAC-30, 31, 35), building production buildings (ALPAC-26), and taking things for good."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.cards import (
    BUILDING_COST,
    CARDS,
    COST,
    DECK,
    EFFECT,
    IS_KEPT,
    IS_WONDER,
    MARKET_EFFECT,
    MARKET_POWER,
    POWER,
    PROGRAM_FROM,
    PROGRAM_TO,
    STARTER,
)
from alcove.games.alpacalypse.claims import claim_for_buildings, claim_for_cards
from alcove.games.alpacalypse.decks import leave_hand
from alcove.games.alpacalypse.pay import affordable, ask_payment
from alcove.games.alpacalypse.table import (
    BUILD_FROM,
    COMPLETE_FROM,
    LAY,
    PROGRAM,
    RAISE,
    RUN,
    SEAT,
    ZERO,
    A,
    State,
    item_at,
    pop,
    push,
    top_value,
)
from alcove.games.alpacalypse.vocabulary import BUILDINGS, DISCOUNT, DISCOUNTS, POWERS
from alcove.kernel.jit import compiled, int64

STARTERS = int64(1 << STARTER)
BUILDING_DISCOUNT = DISCOUNT + DISCOUNTS.index("production")


@compiled
def run_program(state: State, seat: int, program: int, softened: int) -> None:
    push(state, RUN, seat, program, PROGRAM_FROM[program], PROGRAM_TO[program], softened)


@compiled
def discount(state: State, seat: int, card: int) -> Any:
    return ZERO if DECK[card] == STARTER else int64(state.power[seat, DISCOUNT + DECK[card]])


@compiled
def can_complete(state: State, seat: int, card: int) -> Any:
    """ALPAC-30, 35: it can be paid, and a tribe builds one wonder at the most."""
    if IS_WONDER[card] and state.wonder[seat]:
        return False
    return affordable(state, seat, COST[card], discount(state, seat, card))


@compiled
def completable(state: State, seat: int, decks: int, out: Any, count: int) -> int:
    """Add the cards in hand, of a set of decks, that can be completed."""
    for card in range(CARDS):
        if state.hand[seat, card] > 0 and (decks >> DECK[card]) & 1 and can_complete(state, seat, int64(card)):
            out[count] = COMPLETE_FROM + card
            count += 1
    return count


@compiled
def complete(state: State, card: int) -> None:
    """ALPAC-30: pay, take the rewards, lay the card face up. The frame that asked for it gives way."""
    seat = top_value(state, SEAT)
    pop(state)
    leave_hand(state, seat, card)
    push(state, LAY, seat, EFFECT[card], card, ZERO, ZERO)
    if EFFECT[card] > 0:
        run_program(state, seat, EFFECT[card], ZERO)
    ask_payment(state, seat, EFFECT[card], COST[card], discount(state, seat, card))


@compiled
def lay(state: State) -> None:
    """ALPAC-30: from now on it counts."""
    seat, card = top_value(state, SEAT), top_value(state, A)
    pop(state)
    state.done[seat, card] += 1
    if IS_WONDER[card]:
        state.wonder[seat] = 1  # ALPAC-35
    for power in range(len(POWERS)):
        state.power[seat, power] += POWER[card, power]
    if DECK[card] != STARTER:  # ALPAC-31
        state.tally[seat, DECK[card]] += 1
        state.age_done[seat, DECK[card]] += 1
        claim_for_cards(state, seat)


@compiled
def can_build(state: State, seat: int, building: int, less: int) -> Any:
    """ALPAC-26: a production building that a tribe lacks and can pay for."""
    if state.built[seat, building]:
        return False
    price = BUILDING_COST[state.tribe[seat], building]
    return affordable(state, seat, price, less + int64(state.power[seat, BUILDING_DISCOUNT]))


@compiled
def buildable(state: State, seat: int, less: int, out: Any, count: int) -> int:
    """Add the production buildings that can be built, for so many resources less."""
    for building in range(len(BUILDINGS)):
        if can_build(state, seat, int64(building), less):
            out[count] = BUILD_FROM + building
            count += 1
    return count


@compiled
def build(state: State, building: int, less: int) -> None:
    """Pay for a building, then put it up. The frame that asked for it gives way."""
    seat, program = top_value(state, SEAT), top_value(state, PROGRAM)
    pop(state)
    push(state, RAISE, seat, program, building, ZERO, ZERO)
    price = BUILDING_COST[state.tribe[seat], building]
    ask_payment(state, seat, program, price, less + int64(state.power[seat, BUILDING_DISCOUNT]))


@compiled
def put_up(state: State) -> None:
    seat, building = top_value(state, SEAT), top_value(state, A)
    pop(state)
    state.built[seat, building] = 1
    state.age_built[seat] += 1
    claim_for_buildings(state, seat)


@compiled
def obtain(state: State) -> None:
    """ALPAC-20: a bidder keeps, or carries out, what it has selected."""
    seat, item = top_value(state, SEAT), item_at(state, top_value(state, A))
    pop(state)
    if IS_KEPT[item]:
        keep_item(state, seat, item)
    else:
        run_program(state, seat, MARKET_EFFECT[item], ZERO)


@compiled
def keep_item(state: State, seat: int, item: int) -> None:
    """ALPAC-20: assistants, abilities, artifacts and points are kept openly."""
    state.kept[seat, item] += 1
    for power in range(len(POWERS)):
        state.power[seat, power] += MARKET_POWER[item, power]
