"""Completing cards (ALPAC-30, 31, 35) and building (ALPAC-26).

The frames ASK_WORK, ASK_COMPLETE, DRAWN and ASK_BUILD ask; LAY and RAISE carry out what was chosen and paid.
"""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.actions import BUILD_FROM, COMPLETE_FROM, DECK_FROM
from alcove.games.alpacalypse.cards import (
    ACQUIRES,
    BUILDING_COST,
    BUILDS,
    CARDS,
    COST,
    DECK,
    EFFECT,
    IS_WONDER,
    POWER,
    STARTER,
)
from alcove.games.alpacalypse.claims import claim_for_buildings, claim_for_cards
from alcove.games.alpacalypse.decks import acquire, leave_hand, legal_decks
from alcove.games.alpacalypse.frames import (
    BUILD_LESS,
    COMPLETE_DECKS,
    DRAWN_CARD,
    LAY,
    LAY_CARD,
    PROGRAM,
    RAISE,
    RAISE_BUILDING,
    SEAT,
    WORK_PARTS,
    pop,
    push,
    run_program,
    top_value,
)
from alcove.games.alpacalypse.pay import affordable, ask_payment
from alcove.games.alpacalypse.table import KINDS, State, add_choice, or_pass
from alcove.games.alpacalypse.vocabulary import BUILDINGS, DISCOUNT, DISCOUNTS, POWERS
from alcove.kernel.jit import compiled

ALL_DECKS = (1 << KINDS) - 1
STARTERS = 1 << STARTER
BUILDING_DISCOUNT = DISCOUNT + DISCOUNTS.index("production")


# ---- Cards


@compiled
def discount(state: State, seat: int, card: int) -> int:
    return 0 if DECK[card] == STARTER else state.power[seat, DISCOUNT + DECK[card]]


@compiled
def can_complete(state: State, seat: int, card: int) -> bool:
    """ALPAC-30, 35: it can be paid, and a tribe builds one wonder at the most."""
    if IS_WONDER[card] and state.wonder[seat]:
        return False
    return affordable(state, seat, COST[card], discount(state, seat, card))


@compiled
def completable(state: State, seat: int, decks: int, out: Any, count: int) -> int:
    """Add the cards in hand, of a set of decks, that can be completed."""
    for card in range(CARDS):
        if state.hand[seat, card] > 0 and (decks >> DECK[card]) & 1 and can_complete(state, seat, card):
            out[count] = COMPLETE_FROM + card
            count += 1
    return count


@compiled
def complete(state: State, card: int) -> None:
    """ALPAC-30: pay, take the rewards, lay the card face up. The frame that asked for it gives way."""
    seat = top_value(state, SEAT)
    pop(state)
    leave_hand(state, seat, card)
    push(state, LAY, seat, EFFECT[card], card, 0, 0)
    if EFFECT[card] > 0:
        run_program(state, seat, EFFECT[card], 0)
    ask_payment(state, seat, EFFECT[card], COST[card], discount(state, seat, card))


@compiled
def lay(state: State) -> None:
    """ALPAC-30: from now on it counts."""
    seat, card = top_value(state, SEAT), top_value(state, LAY_CARD)
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
def legal_completions(state: State, seat: int, out: Any) -> int:
    """ASK_COMPLETE"""
    return or_pass(completable(state, seat, top_value(state, COMPLETE_DECKS), out, 0), out)


@compiled
def legal_drawn(state: State, seat: int, out: Any) -> int:
    """DRAWN: the card just drawn, or not."""
    card = top_value(state, DRAWN_CARD)
    count = add_choice(COMPLETE_FROM + card, out, 0) if can_complete(state, seat, card) else 0
    return or_pass(count, out)


# ---- Production buildings


@compiled
def can_build(state: State, seat: int, building: int, less: int) -> bool:
    """ALPAC-26: a production building that a tribe lacks and can pay for."""
    if state.built[seat, building]:
        return False
    price = BUILDING_COST[state.tribe[seat], building]
    return affordable(state, seat, price, less + state.power[seat, BUILDING_DISCOUNT])


@compiled
def buildable(state: State, seat: int, less: int, out: Any, count: int) -> int:
    """Add the production buildings that can be built, for so many resources less."""
    for building in range(len(BUILDINGS)):
        if can_build(state, seat, building, less):
            out[count] = BUILD_FROM + building
            count += 1
    return count


@compiled
def build(state: State, building: int, less: int) -> None:
    """Pay for a building, then put it up. The frame that asked for it gives way."""
    seat, program = top_value(state, SEAT), top_value(state, PROGRAM)
    pop(state)
    push(state, RAISE, seat, program, building, 0, 0)
    price = BUILDING_COST[state.tribe[seat], building]
    ask_payment(state, seat, program, price, less + state.power[seat, BUILDING_DISCOUNT])


@compiled
def put_up(state: State) -> None:
    seat, building = top_value(state, SEAT), top_value(state, RAISE_BUILDING)
    pop(state)
    state.built[seat, building] = 1
    state.age_built[seat] += 1
    claim_for_buildings(state, seat)


@compiled
def legal_buildings(state: State, seat: int, out: Any) -> int:
    """ASK_BUILD"""
    return or_pass(buildable(state, seat, top_value(state, BUILD_LESS), out, 0), out)


# ---- ASK_WORK: what a space is for (ALPAC-24, 26, 29)


@compiled
def legal_work(state: State, seat: int, out: Any) -> int:
    """To pass is a choice only where nothing else is."""
    parts = top_value(state, WORK_PARTS)
    decks = parts & ALL_DECKS
    count = 0
    if parts & ACQUIRES:
        count = legal_decks(state, decks, out)
    if decks:
        count = completable(state, seat, decks | STARTERS, out, count)
    if parts & BUILDS:
        count = buildable(state, seat, 0, out, count)
    return count if count > 0 else or_pass(0, out)


@compiled
def work(state: State, action: int) -> None:
    if action >= BUILD_FROM:
        build(state, action - BUILD_FROM, 0)
    elif action >= COMPLETE_FROM:
        complete(state, action - COMPLETE_FROM)
    else:
        acquire(state, action - DECK_FROM)
