"""What a seat cannot know is drawn anew: hands of others, the order of all decks, sealed bids, and chance to come.

What comes out depends on nothing that the seat cannot know. For each deck all cards that it has not seen go into one
pool, in the order of the tables; the pool is shuffled and dealt to where the unseen cards were: the hands of the
others, cards just drawn by somebody else, and the deck. Backs show the deck, so a hand keeps its number of each.
A card that was scavenged openly stays in the hand where everybody knows it to be.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alpacalypse.bids import redraw_bid
from alcove.games.alpacalypse.cards import AGE_ENDS, COPIES, FIRST_OF_DECK, STARTER
from alcove.games.alpacalypse.frames import DRAWN, DRAWN_CARD, FIRST_FIELD, KEEP, KEEP_CARDS, LAY, LAY_CARD, OP, SEAT
from alcove.games.alpacalypse.table import BIDS, DRAWN_AT_ONCE, NONE, State
from alcove.kernel.jit import compiled
from alcove.kernel.random import rekey, shuffle

MAX_POOL = 20
EACH_AGE = (0, *AGE_ENDS)
"""Where the rounds of each age begin, and the end."""


@compiled
def conceal(state: State, seat: int, search_rng: Any) -> None:
    rekey(state.rng, search_rng)
    for deck in range(STARTER + 1):
        _redeal(state, seat, deck)
    _shuffle_part(state, state.day_order[:], state.lap, len(state.day_order))
    seen = state.lap if state.phase >= BIDS else state.lap - 1
    for age in range(3):  # ALPAC-9: backs show the age
        begin = max(seen, EACH_AGE[age]) * state.players
        _shuffle_part(state, state.market_order[:], begin, EACH_AGE[age + 1] * state.players)
    if state.phase == BIDS:
        for other in range(state.players):
            if other != seat and state.bid[other] != NONE:
                redraw_bid(state, other)


def undealt(state: State) -> list[Any]:
    """The decks as far as nobody has seen them: action cards, New Days, and the market's cards of each age."""
    seen = state.lap if state.phase >= BIDS else state.lap - 1
    decks = [state.deck[deck, : state.deck_left[deck]] for deck in range(STARTER)]
    ages = [
        state.market_order[max(seen, EACH_AGE[age]) * state.players : EACH_AGE[age + 1] * state.players]
        for age in range(3)
    ]
    return [*decks, state.day_order[state.lap :], *ages]


@compiled
def _shuffle_part(state: State, cards: Any, begin: int, end: int) -> None:
    """Put a part of a deck into the order of the tables, then into a random one."""
    for at in range(begin + 1, end):
        card, back = cards[at], at
        while back > begin and cards[back - 1] > card:
            cards[back] = cards[back - 1]
            back -= 1
        cards[back] = card
    if begin < end:
        shuffle(state.rng, cards[begin:end], end - begin)


@compiled
def _is_hidden(frame: Any, seat: int, deck: int) -> bool:
    """Whether a frame holds cards of a deck that somebody else has drawn."""
    holds = frame[OP] == KEEP or frame[OP] == DRAWN
    return holds and frame[SEAT] != seat and FIRST_OF_DECK[deck] <= frame[FIRST_FIELD] < FIRST_OF_DECK[deck + 1]


@compiled
def _redeal(state: State, seat: int, deck: int) -> None:
    pool = np.empty(MAX_POOL, dtype=np.int16)
    count = _gather(state, seat, deck, pool)
    shuffle(state.rng, pool, count)
    for other in range(state.players):
        if other != seat:
            count = _deal_hand(state, other, deck, pool, count)
    for at in range(state.depth):
        frame = state.stack[at]
        if frame[OP] == KEEP and _is_hidden(frame, seat, deck):
            for nth in range(DRAWN_AT_ONCE):
                if frame[KEEP_CARDS + nth] != NONE:
                    count -= 1
                    frame[KEEP_CARDS + nth] = pool[count]
    if deck < STARTER:
        for at in range(count):
            state.deck[deck, at] = pool[at]


@compiled
def _gather(state: State, seat: int, deck: int, pool: Any) -> int:
    """All cards of a deck that the seat has not seen: those that are nowhere in sight."""
    count = 0
    for card in range(FIRST_OF_DECK[deck], FIRST_OF_DECK[deck + 1]):
        unseen = COPIES[card] - state.discard[card]
        for other in range(state.players):
            in_sight = state.hand[other, card] if other == seat else state.known[other, card]
            unseen -= state.done[other, card] + in_sight
        for at in range(state.depth):
            unseen -= _in_frame(state.stack[at], seat, card)
        for _ in range(unseen):
            pool[count] = card
            count += 1
    return count


@compiled
def _in_frame(frame: Any, seat: int, card: int) -> int:
    """How many copies of a card a frame holds in sight of a seat."""
    count = 0
    if frame[OP] == LAY:
        count += frame[LAY_CARD] == card
    elif frame[OP] == KEEP and frame[SEAT] == seat:
        for nth in range(DRAWN_AT_ONCE):
            count += frame[KEEP_CARDS + nth] == card
    return count


@compiled
def _deal_hand(state: State, other: int, deck: int, pool: Any, count: int) -> int:
    """Deal the unseen cards of a hand anew; what was just drawn is one of them."""
    unseen = 0
    for card in range(FIRST_OF_DECK[deck], FIRST_OF_DECK[deck + 1]):
        unseen += state.hand[other, card] - state.known[other, card]
        state.hand[other, card] = state.known[other, card]
    dealt = count
    for _ in range(unseen):
        count -= 1
        state.hand[other, pool[count]] += 1
    for at in range(state.depth):
        frame = state.stack[at]
        if frame[OP] == DRAWN and frame[SEAT] == other and _is_hidden(frame, NONE, deck):
            dealt -= 1
            frame[DRAWN_CARD] = pool[dealt]
    return count
