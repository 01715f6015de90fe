"""The action decks and their discard piles (ALPAC-7)."""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.cards import DECK, FIRST_OF_DECK
from alcove.games.alpacalypse.table import (
    DRAWN,
    DRAWN_CARD,
    KEEP,
    NONE,
    PROGRAM,
    SEAT,
    ZERO,
    A,
    State,
    pop,
    push,
    top_value,
)
from alcove.kernel.jit import compiled, int64
from alcove.kernel.random import shuffle


@compiled
def can_draw(state: State, deck: int) -> Any:
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
    shuffle(state.rng, state.deck[deck], int64(left))
    state.deck_left[deck] = left


@compiled
def draw_top(state: State, deck: int) -> Any:
    """The top card, NONE if there is no card at all."""
    if state.deck_left[deck] == 0:
        _make_again(state, deck)
    if state.deck_left[deck] == 0:
        return NONE
    state.deck_left[deck] -= 1
    card = int64(state.deck[deck, state.deck_left[deck]])
    state.deck[deck, state.deck_left[deck]] = NONE
    return card


@compiled
def draw_to_hand(state: State, deck: int) -> None:
    """Answer to a drawing: the top card of the chosen deck; the drawing goes on with what is left of it."""
    top = state.depth - 1
    frame = state.stack[top]
    seat, program, drawn = int64(frame[SEAT]), int64(frame[PROGRAM]), frame[A + 3]
    card = draw_top(state, deck)
    state.hand[seat, card] += 1
    state.hand_size[seat, deck] += 1
    frame[A + 1] -= 1
    if frame[A + 2]:
        frame[A] &= ~(1 << deck)  # ALPAC-27: the next one from another deck
    if frame[A + 1] == 0:
        pop(state)
    if drawn:
        push(state, DRAWN_CARD, seat, program, card, ZERO, ZERO)


@compiled
def acquire(state: State, deck: int) -> None:
    """ALPAC-24: draw three. The frame on top, which asked for it, gives way to the choice."""
    seat, program = top_value(state, SEAT), top_value(state, PROGRAM)
    pop(state)
    push(state, KEEP, seat, program, NONE, NONE, NONE)
    for nth in range(DRAWN):
        card = draw_top(state, deck)
        if card == NONE:
            break
        state.stack[state.depth - 1, A + nth] = card


@compiled
def keep(state: State, card: int) -> None:
    """ALPAC-24: keep one, discard the others."""
    seat, kept = top_value(state, SEAT), False
    for nth in range(DRAWN):
        drawn = top_value(state, A + nth)
        if drawn == card and not kept:
            state.hand[seat, card] += 1
            state.hand_size[seat, DECK[card]] += 1
            kept = True
        elif drawn != NONE:
            state.discard[drawn] += 1
            state.pile[DECK[drawn]] += 1
    pop(state)


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


@compiled
def leave_hand(state: State, seat: int, card: int) -> None:
    state.hand[seat, card] -= 1
    state.hand_size[seat, DECK[card]] -= 1
    if state.known[seat, card] > 0:
        state.known[seat, card] -= 1
