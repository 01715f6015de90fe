"""The record of Alluvium, who has which sheet when, and how a drawing is put on a sheet.

What is drawn on a sheet has a timetable: its slots are filled one after the other, in each round first by its owner,
with three players then by the dummy, then by the others in the order in which they get the sheet. In round 1 the owner
draws twice. So a sheet as somebody last saw it is simply its first so many slots (`seen`).
"""

from __future__ import annotations

from typing import Annotated

from alcove.games.alluvium.sheet import AROUND, COVER, PASS, U0, count
from alcove.kernel.jit import compiled
from alcove.kernel.state import GameState, Int16, Matrix, Rng, Vector, Words, int16

SEATS = 5
COLOURS = 5
DUMMY = 3  # the dummy's colour, with three players (ALLUV-19)
CARDS = 6
MAX_ROUNDS = 4
ROUNDS_OF_FEW, ROUNDS_OF_FIVE = 4, 3  # ALLUV-5
SLOTS = 17
NONE = -1
MAX_CHANGES = 20
"""ALLUV-14: how often a seat may draw something anew in one step. Everybody sees the number, so it tells nothing."""

OWN, DUMMY_DRAWS, OTHERS, OVER = range(4)


class State(GameState):
    rng: Rng
    land: Annotated[Words, SEATS, COLOURS, 2]  # [sheet, colour]: the boxes coloured, as two words
    filled: Annotated[Words, SEATS, 2]  # [sheet]: the boxes coloured by anybody
    players: Int16
    lap: Int16  # the round, from 1; a record has a `round` of its own
    stage: Int16
    hop: Int16  # how often the sheets have moved in this round
    deck: Annotated[Matrix, int16, COLOURS, CARDS]  # the forms from the top; a player's second card is the secret one
    drawn: Annotated[Matrix, int16, SEATS, SLOTS]  # [sheet, slot]: the action, NONE if it is still to come
    checks: Annotated[Matrix, int16, SEATS, COLOURS]  # [sheet, colour]: the Helper Track (ALLUV-12)
    points: Annotated[Matrix, int16, SEATS, MAX_ROUNDS]  # [seat, round - 1]
    first: Annotated[Vector, int16, SEATS]  # what a seat has drawn in this step, NONE if nothing
    second: Annotated[Vector, int16, SEATS]  # ... and with the secret card, in round 1
    draft: Annotated[Vector, int16, SEATS]  # a first form drawn anew in round 1, to which the second is missing
    changes: Annotated[Vector, int16, SEATS]  # how often a seat has drawn something anew in this step (ALLUV-14)


STATE = State.dtype


@compiled
def rounds(state: State) -> int:
    """ALLUV-5"""
    return ROUNDS_OF_FIVE if state.players == 5 else ROUNDS_OF_FEW


@compiled
def has_dummy(state: State) -> int:
    return 1 if state.players == 3 else 0


@compiled
def way(lap: int) -> int:
    """ALLUV-4: clockwise, to the next seat, in the first round; turned after every round."""
    return 1 if lap % 2 == 1 else -1


@compiled
def per_round(state: State) -> int:
    """Slots of one round, apart from the second form of round 1."""
    return state.players + has_dummy(state)


@compiled
def slot_at(state: State, lap: int, place: int) -> int:
    """The slot for the `place`-th drawing of a round, counted from 0; in round 1 the owner's second is place 0."""
    return (lap - 1) * per_round(state) + place + 1


@compiled
def slots_filled(state: State) -> int:
    """How many slots are filled on every sheet."""
    if state.stage == OVER:
        return rounds(state) * per_round(state) + 1
    if state.stage == OWN:
        return 0 if state.lap == 1 else slot_at(state, state.lap, 0)
    place = 1 if state.stage == DUMMY_DRAWS else state.hop + has_dummy(state)
    return slot_at(state, state.lap, place)


@compiled
def round_of_slot(state: State, slot: int) -> int:
    return 1 if slot == 0 else (slot - 1) // per_round(state) + 1


@compiled
def hop_of_slot(state: State, slot: int) -> int:
    """How often the sheet had moved in that round; 0 for the owner and for the dummy."""
    return 0 if slot == 0 else max(0, (slot - 1) % per_round(state) - has_dummy(state))


@compiled
def colour_of_slot(state: State, sheet: int, slot: int) -> int:
    """ALLUV-6, 9, 19: whose colour a slot is drawn in."""
    hop = hop_of_slot(state, slot)
    if hop > 0:
        return (sheet + way(round_of_slot(state, slot)) * hop) % state.players
    if slot > 1 and has_dummy(state) == 1 and (slot - 1) % per_round(state) == 1:
        return DUMMY
    return sheet


@compiled
def card_of_round(state: State, colour: int, lap: int) -> int:
    """Which card of a deck is revealed in a round: a player's second card is the secret one (ALLUV-8)."""
    if has_dummy(state) == 1 and colour == DUMMY:
        return lap - 1
    return 0 if lap == 1 else lap


@compiled
def form_of_slot(state: State, sheet: int, slot: int) -> int:
    """ALLUV-6, 8, 10, 19: the form that a slot is drawn with, unless it is a plug."""
    if slot <= 1:
        return state.deck[sheet, slot]
    colour = colour_of_slot(state, sheet, slot)
    return state.deck[colour, card_of_round(state, colour, round_of_slot(state, slot))]


@compiled
def wrapped(number: int, players: int) -> int:
    """A seat that was counted on, or back, by less than one round of the table: quicker than to divide."""
    if number < 0:
        return number + players
    return number - players if number >= players else number


@compiled
def sheet_before(state: State, seat: int) -> int:
    """ALLUV-9: the sheet that lies before a seat."""
    return wrapped(seat - way(state.lap) * state.hop, state.players)


@compiled
def seen(state: State, seat: int, sheet: int) -> int:
    """ALLUV-13: how many slots of a sheet a seat has seen; a spectator (-1) sees none before the end."""
    if state.stage == OVER:
        return slots_filled(state)
    if seat < 0:
        return 0
    if sheet_before(state, seat) == sheet:
        return slots_filled(state)
    lap, players = state.lap, state.players
    if seat == sheet:
        return slot_at(state, lap, 1 + has_dummy(state))
    had = wrapped((seat - sheet) * way(lap), players)  # after so many hops it is, or was, before this seat
    if had > state.hop:
        lap -= 1
        had = players - had
    return 0 if lap == 0 else slot_at(state, lap, had + has_dummy(state)) + 1


@compiled
def cards_shown(state: State, colour: int) -> int:
    """How many cards of a deck lie open, or have left the game (ALLUV-8)."""
    lap = state.lap
    if has_dummy(state) == 1 and colour == DUMMY:
        return lap - 1 if state.stage == OWN else lap
    return 1 if lap == 1 else lap + 1


@compiled
def touched(state: State, sheet: int, action: int) -> int:
    """ALLUV-12: the owner's boxes beside a drawing, each once."""
    land = state.land[sheet, sheet]
    return count(AROUND[action, 0] & land[0], AROUND[action, 1] & land[1])


@compiled
def put(state: State, sheet: int, slot: int, action: int) -> None:
    """Draw on a sheet for good, with the checks that a helper gets for it."""
    state.drawn[sheet, slot] = action
    if action == PASS:
        return
    colour = colour_of_slot(state, sheet, slot)
    if colour != sheet:
        state.checks[sheet, colour] += touched(state, sheet, action)
    for word in range(2):
        state.land[sheet, colour, word] |= COVER[action, word]
        state.filled[sheet, word] |= COVER[action, word]


@compiled
def cut_back(state: State, sheet: int, slots: int) -> None:
    """Leave only the first slots of a sheet."""
    for word in range(2):
        state.filled[sheet, word] = U0
    for colour in range(COLOURS):
        state.checks[sheet, colour] = 0
        for word in range(2):
            state.land[sheet, colour, word] = U0
    for slot in range(SLOTS):
        if slot < slots:
            put(state, sheet, slot, state.drawn[sheet, slot])
        else:
            state.drawn[sheet, slot] = NONE
