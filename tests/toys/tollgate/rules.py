"""The rules of Tollgate, TOLL-1 to TOLL-12, over one record."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from alcove.kernel.jit import compiled
from alcove.kernel.random import pick, rekey, roll, shuffle
from alcove.kernel.state import GameState, Int16, Rng, Vector, int16

SEATS = 4
DUMMY = SEATS  # the dummy's place beside the seats (TOLL-9)
NUMBERS = 12
CARDS = 2 * NUMBERS  # TOLL-1: sun 1-12, then moon 1-12
MAX_DEALT = 5
MAX_TARGET = 30

RACE, TOGETHER = range(2)
CHOOSE, DECIDE, OVER = range(3)
DECK, PLAYED = 5, 6  # where a card is; 0-3 are the hands


class State(GameState):
    rng: Rng
    players: Int16
    mode: Int16
    dealt: Int16  # cards dealt to each hand, and rounds (TOLL-2)
    target: Int16
    lap: Int16  # the round; a record has a `round` of its own
    stage: Int16
    die: Int16
    pot: Int16
    points: Annotated[Vector, int16, SEATS + 1]
    place: Annotated[Vector, int16, CARDS]
    deck: Annotated[Vector, int16, CARDS]  # the top card is the last one; -1 where no card lies
    deck_left: Int16
    chosen: Annotated[Vector, int16, SEATS]  # the card laid face down, -1 if none
    shown: Annotated[Vector, int16, SEATS + 1]  # the cards revealed last, -1 if none


STATE = State.dtype

BANK, DRAW = CARDS, CARDS + 1  # the actions before them choose a card
ACTIONS = CARDS + 2
MAX_CHOICES = CARDS
MAX_GAME_ACTIONS = MAX_DEALT * (SEATS + 1)  # each round a card from every seat, and a decision

CHANCE = True
SECRETS = True
REASONS: tuple[str, ...] = ("last-round", "target-reached", "target-missed")


@compiled
def setup(state: State, players: int, options: Any) -> None:
    """TOLL-1, 2: shuffle and deal. Options: mode, cards, target."""
    state.players = players
    state.mode, state.dealt, state.target = options[0], options[1], options[2]
    state.deck[:] = np.arange(CARDS)
    state.place[:] = DECK
    state.deck_left = CARDS
    shuffle(state.rng, state.deck, CARDS)
    for seat in range(players):
        for _ in range(state.dealt):
            _take_top_card(state, seat)
    state.chosen[:] = -1
    state.shown[:] = -1
    _begin_round(state)


@compiled
def _take_top_card(state: State, place: int) -> int:
    state.deck_left -= 1
    card = state.deck[state.deck_left]
    state.deck[state.deck_left] = -1
    state.place[card] = place
    return card


@compiled
def _begin_round(state: State) -> None:
    """TOLL-3: the die is rolled openly and raises the pot."""
    state.lap += 1
    state.stage = CHOOSE
    state.die = roll(state.rng)
    state.pot += state.die


@compiled
def actors(state: State) -> int:
    """All seats while cards are chosen (TOLL-4, 5), then the one who decides (TOLL-7), as a set of seats."""
    if state.stage == CHOOSE:
        return (1 << state.players) - 1
    return 1 << highest_single(state) if state.stage == DECIDE else 0


@compiled
def awaited(state: State) -> int:
    """Of the actors, those who have not chosen yet."""
    seats = actors(state)
    for seat in range(state.players):
        if state.chosen[seat] >= 0:
            seats -= 1 << seat
    return seats


@compiled
def legal(state: State, seat: int, out: Any) -> int:
    """Write the actions of a seat that may act; return how many there are."""
    if state.stage == DECIDE:  # TOLL-7
        out[0], out[1] = BANK, DRAW
        return 2 if state.deck_left > 0 else 1  # TOLL-8
    count = 0
    for card in range(CARDS):  # TOLL-4
        if state.place[card] == seat:
            out[count] = card
            count += 1
    return count


@compiled
def play(state: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if action < CARDS:
        state.chosen[seat] = action
        if awaited(state) == 0:
            _reveal(state)
    elif action == BANK:
        _bank(state, seat)
        _end_round(state)
    else:
        _take_top_card(state, seat)  # TOLL-8: the pot stays
        _end_round(state)


@compiled
def _reveal(state: State) -> None:
    """TOLL-5, 6, 9: show all cards, take them out of the game, and see who has won the round."""
    for seat in range(state.players):
        state.shown[seat] = state.chosen[seat]
        state.place[state.chosen[seat]] = PLAYED
    state.chosen[:] = -1
    if state.players == 1:
        state.shown[DUMMY] = _take_top_card(state, PLAYED)
    winner = highest_single(state)
    if 0 <= winner < DUMMY:
        state.stage = DECIDE
        return
    if winner == DUMMY:
        _bank(state, DUMMY)
    _end_round(state)


@compiled
def highest_single(state: State) -> int:
    """TOLL-6: who shows the highest number that only one card shows, -1 if there is none."""
    times = np.zeros(NUMBERS, dtype=np.int64)
    for card in state.shown:
        if card >= 0:
            times[card % NUMBERS] += 1
    winner, highest = -1, -1
    for who in range(SEATS + 1):
        card = state.shown[who]
        if card >= 0 and times[card % NUMBERS] == 1 and card % NUMBERS > highest:
            winner, highest = who, card % NUMBERS
    return winner


@compiled
def _bank(state: State, who: int) -> None:
    state.points[who] += state.pot
    state.pot = 0


@compiled
def target_reached(state: State) -> bool:
    """TOLL-12: the dummy's points do not count."""
    return state.mode == TOGETHER and state.points[:DUMMY].sum() >= state.target


@compiled
def _end_round(state: State) -> None:
    """TOLL-10, 12: the end comes after the last round, or with the target."""
    if state.lap == state.dealt or target_reached(state):
        state.stage = OVER
    else:
        _begin_round(state)


@compiled
def scores(state: State, out: Any) -> None:
    for seat in range(state.players):
        out[seat] = state.points[:DUMMY].sum() if state.mode == TOGETHER else state.points[seat]


@compiled
def winners(state: State) -> int:
    """Who has won a finished game, as a set of seats; empty when nobody has."""
    seats = 0
    for seat in range(state.players):
        most = state.mode == RACE and state.points[seat] == state.points.max()  # TOLL-10, 11
        if most or target_reached(state):
            seats += 1 << seat
    return seats


@compiled
def together(state: State) -> bool:
    """TOLL-12: for the bots, who have the whole of a win that is everybody's."""
    return state.mode == TOGETHER


@compiled
def reason(state: State) -> int:
    if state.mode == RACE:
        return 0
    return 1 if target_reached(state) else 2


@compiled
def conceal(state: State, seat: int, search_rng: Any) -> None:
    """Deal the cards a seat cannot see anew, and draw the dice to come anew.

    What comes out depends on nothing that the seat cannot know: only on which cards are hidden, and how many lie where.
    """
    rekey(state.rng, search_rng)
    hidden = np.flatnonzero((state.place != seat) & (state.place != PLAYED))
    shuffle(state.rng, hidden, len(hidden))
    held = np.zeros(SEATS, dtype=np.int64)
    for card in hidden:
        if state.place[card] != DECK:
            held[state.place[card]] += 1
    state.place[hidden] = DECK
    dealt = 0
    for other in range(state.players):
        if held[other] and state.chosen[other] >= 0:
            state.chosen[other] = hidden[dealt]
        for _ in range(held[other]):
            state.place[hidden[dealt]] = other
            dealt += 1
    for at in range(state.deck_left):
        state.deck[at] = hidden[dealt + at]


def undealt(state: State) -> list[Any]:
    """The deck: nobody knows its order."""
    return [state.deck[: state.deck_left]]


@compiled
def sample(state: State, seat: int, search_rng: Any) -> int:
    """One legal action, each as likely."""
    out = np.empty(MAX_CHOICES, dtype=np.int32)
    return out[pick(search_rng, legal(state, seat, out))]
