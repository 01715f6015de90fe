"""The action decks and their discard piles (ALPAC-7): the frames ASK_DRAW, ASK_ACQUIRE, KEEP and ASK_SCAVENGE."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.actions import DECK_FROM, KEEP_FROM, SCAVENGE_FROM
from alcove.games.alpacalypse.cards import DECK, FIRST_OF_DECK, STARTER
from alcove.games.alpacalypse.frames import (
    DRAW_COMPLETES,
    DRAW_DECKS,
    DRAW_DIFFERENT,
    DRAW_LEFT,
    DRAWN,
    KEEP,
    KEEP_CARDS,
    PROGRAM,
    SEAT,
    pop,
    push,
    top_value,
)
from alcove.games.alpacalypse.table import DRAWN_AT_ONCE, KINDS, NONE, State
from alcove.kernel.jit import compiled
from alcove.kernel.random import shuffle


@compiled
def can_draw(state: State, deck: int) -> bool:
    return state.deck_left[deck] > 0 or state.pile[deck] > 0


@compiled
def _make_again(state: State, deck: int) -> None:
    """ALPAC-7: an empty deck is made of its shuffled discards."""
    left = 0
    for card in range(FIRST_OF_DECK[deck], FIRST_OF_DECK[deck + 1]):
        for _ in range(state.discard[card]):
            state.deck[deck, left] = card
            left += 1
        state.discard[card] = 0
    state.pile[deck] = 0
    shuffle(state.rng, state.deck[deck], left)
    state.deck_left[deck] = left


@compiled
def draw_top(state: State, deck: int) -> int:
    """The top card, NONE if there is no card at all."""
    if state.deck_left[deck] == 0:
        _make_again(state, deck)
    if state.deck_left[deck] == 0:
        return NONE
    state.deck_left[deck] -= 1
    card = state.deck[deck, state.deck_left[deck]]
    state.deck[deck, state.deck_left[deck]] = NONE
    return card


@compiled
def leave_hand(state: State, seat: int, card: int) -> None:
    state.hand[seat, card] -= 1
    state.hand_size[seat, DECK[card]] -= 1
    if state.known[seat, card] > 0:
        state.known[seat, card] -= 1


# ---- ASK_DRAW and ASK_ACQUIRE: from which deck


@compiled
def legal_decks(state: State, decks: int, out: Any) -> int:
    count = 0
    for deck in range(KINDS):
        if (decks >> deck) & 1 and can_draw(state, deck):
            out[count] = DECK_FROM + deck
            count += 1
    return count


@compiled
def draw_to_hand(state: State, deck: int) -> None:
    """The top card of the chosen deck; the drawing goes on with what is left of it."""
    frame = state.stack[state.depth - 1]
    seat, program, completes = frame[SEAT], frame[PROGRAM], frame[DRAW_COMPLETES]
    card = draw_top(state, deck)
    state.hand[seat, card] += 1
    state.hand_size[seat, deck] += 1
    frame[DRAW_LEFT] -= 1
    if frame[DRAW_DIFFERENT]:
        frame[DRAW_DECKS] &= ~(1 << deck)  # ALPAC-27: the next one from another deck
    if frame[DRAW_LEFT] == 0:
        pop(state)
    if completes:
        push(state, DRAWN, seat, program, card, 0, 0)


@compiled
def acquire(state: State, deck: int) -> None:
    """ALPAC-24: draw three. The frame on top, which asked for it, gives way to the choice."""
    seat, program = top_value(state, SEAT), top_value(state, PROGRAM)
    pop(state)
    push(state, KEEP, seat, program, NONE, NONE, NONE)
    for nth in range(DRAWN_AT_ONCE):
        card = draw_top(state, deck)
        if card == NONE:
            break
        state.stack[state.depth - 1, KEEP_CARDS + nth] = card


# ---- KEEP: one of three


@compiled
def legal_keeps(state: State, out: Any) -> int:
    count = 0
    for nth in range(DRAWN_AT_ONCE):
        card = top_value(state, KEEP_CARDS + nth)
        new = card != NONE
        for earlier in range(count):
            new = new and out[earlier] != KEEP_FROM + card
        if new:
            out[count] = KEEP_FROM + card
            count += 1
    return count


@compiled
def keep(state: State, card: int) -> None:
    """ALPAC-24: keep one, discard the others."""
    seat, kept = top_value(state, SEAT), False
    for nth in range(DRAWN_AT_ONCE):
        drawn = top_value(state, KEEP_CARDS + nth)
        if drawn == card and not kept:
            state.hand[seat, card] += 1
            state.hand_size[seat, DECK[card]] += 1
            kept = True
        elif drawn != NONE:
            state.discard[drawn] += 1
            state.pile[DECK[drawn]] += 1
    pop(state)


# ---- ASK_SCAVENGE: a card of any discard pile


@compiled
def legal_discards(state: State, out: Any) -> int:
    count = 0
    for card in range(FIRST_OF_DECK[STARTER]):
        if state.discard[card] > 0:
            out[count] = SCAVENGE_FROM + card
            count += 1
    return count


@compiled
def scavenge(state: State, card: int) -> None:
    """ALPAC-23: everybody has seen which card it was."""
    seat = top_value(state, SEAT)
    state.discard[card] -= 1
    state.pile[DECK[card]] -= 1
    state.hand[seat, card] += 1
    state.hand_size[seat, DECK[card]] += 1
    state.known[seat, card] += 1
    pop(state)
