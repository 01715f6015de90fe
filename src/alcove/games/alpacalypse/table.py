"""The table as one record: what lies where, and the phases."""

from __future__ import annotations

from typing import Annotated, Any

from alcove.games.alpacalypse.actions import PASS
from alcove.games.alpacalypse.cards import AGE_ENDS, CARDS, MARKET, MARKET_SIZE, SPACES
from alcove.games.alpacalypse.frames import FRAME, STACK
from alcove.games.alpacalypse.vocabulary import BUILDINGS, DECKS, MEMBERS, POWERS, RESOURCES, TRACKS
from alcove.kernel.jit import compiled
from alcove.kernel.state import GameState, Int16, Matrix, Rng, Vector, int8, int16

SEATS = 5
NONE = -1

ROUNDS = 10  # ALPAC-12
TRACK_TOP, TRACK_BOTTOM = 12, -2  # ALPAC-4
SHIELDS = (4, 8)
DUMMY_SPACE = 6  # ALPAC-11
DRAWN_AT_ONCE = 3  # ALPAC-24
MAX_ROW = 2  # ALPAC-34: actions in a row
MANY = 4
"""From so many players on, a space has room for two (ALPAC-22)."""

KINDS, TRACK_COUNT, GOODS = len(DECKS), len(TRACKS), len(RESOURCES) + 1
CUBES = len(RESOURCES)  # the place of the cubes among the goods
COIN = RESOURCES.index("coin")
TILES, MILESTONES, AGES = 8, 7, 3
MARKET_TYPES = len(MARKET)

PHASES = ("tribes", "event", "bids", "market", "clean-up", "action", "resolution", "over")
CHOOSE_TRIBES, EVENT, BIDS, MARKET_TAKES, CLEAN_UP, ACTION, RESOLUTION_PHASE, OVER = range(len(PHASES))

HOME, AT_EVENT, AT_MARKET, TROTTED, ON_SPACE = range(5)
"""Where a member is; ON_SPACE and the numbers after it are the action spaces."""
OPEN, PASSED, FAILED = range(3)
"""How a tribe has met the New Day."""

MILESTONE_ALL_KINDS, MILESTONE_TOP, MILESTONE_BUILDINGS = (4, 5, 6)  # 0 to 3: three of a deck


class State(GameState):
    # Numbers of cards are the larger part, and fit into a byte.
    rng: Rng
    players: Int16
    chosen: Int16  # whether the tribes are chosen (ALPAC-10)
    lap: Int16  # the round, from 1; a record has a `round` of its own
    phase: Int16
    step: Int16  # of the resolution phase
    turn: Int16  # how far the phase or step has got, in player order
    first: Int16
    mover: Int16  # whose turn of the action phase it is or was last, and ...
    streak: Int16  # ... how many actions it has taken in a row (ALPAC-34)
    tribe: Annotated[Vector, int16, SEATS]
    day_order: Annotated[Vector, int16, ROUNDS]
    market_order: Annotated[Vector, int16, MARKET_SIZE]  # NONE beyond the cards of this player count
    taken: Annotated[Vector, int16, SEATS]  # who has taken each market card of the round
    token: Int16  # who has taken the first-player token in this round
    age_tile: Annotated[Vector, int16, AGES]
    tile_owner: Annotated[Vector, int16, TILES]  # NONE while it lies open for all (ALPAC-20)
    deck: Annotated[Matrix, int16, KINDS, 20]  # the top card is the last one; NONE where no card lies
    deck_left: Annotated[Vector, int16, KINDS]
    discard: Annotated[Vector, int8, CARDS]
    pile: Annotated[Vector, int16, KINDS]  # how many discards each deck has
    hand: Annotated[Matrix, int8, SEATS, CARDS]
    hand_size: Annotated[Matrix, int16, SEATS, KINDS + 1]  # by deck, starters last
    known: Annotated[Matrix, int8, SEATS, CARDS]  # cards in hand that everybody has seen (scavenged)
    done: Annotated[Matrix, int8, SEATS, CARDS]  # completed cards
    tally: Annotated[Matrix, int16, SEATS, KINDS]  # ... by deck, without starters
    kept: Annotated[Matrix, int8, SEATS, MARKET_TYPES]
    goods: Annotated[Matrix, int16, SEATS, GOODS]
    built: Annotated[Matrix, int16, SEATS, len(BUILDINGS)]
    wonder: Annotated[Vector, int16, SEATS]
    pawn: Annotated[Matrix, int16, SEATS, TRACK_COUNT]
    spot: Annotated[Matrix, int16, SEATS, len(MEMBERS)]
    helper: Annotated[Matrix, int16, len(SPACES), SEATS]  # assistants that fill a place
    met: Annotated[Vector, int16, SEATS]  # how the New Day was met
    bid: Annotated[Vector, int16, SEATS]  # NONE before the bid, 0 for no bid
    strength: Annotated[Vector, int16, SEATS]
    bonus: Annotated[Vector, int16, SEATS]  # bonus actions that are still to be taken (ALPAC-48)
    milestone: Annotated[Vector, int16, MILESTONES]  # its owner
    age_bonus: Annotated[Matrix, int16, SEATS, AGES]
    age_done: Annotated[Matrix, int16, SEATS, KINDS]  # completed, built and passed in this age
    age_built: Annotated[Vector, int16, SEATS]
    age_passed: Annotated[Vector, int16, SEATS]
    age_pawn: Annotated[Matrix, int16, SEATS, TRACK_COUNT]  # where the pawns stood when the age began
    power: Annotated[Matrix, int16, SEATS, len(POWERS)]
    depth: Int16
    stack: Annotated[Matrix, int16, STACK, FRAME]


STATE = State.dtype


# ---- What can be seen at a glance ----


@compiled
def seat_at(state: State, turn: int) -> int:
    """ALPAC-19: who comes at a place of the player order; clockwise from the first player."""
    return (state.first + turn) % state.players


@compiled
def age_of(state: State) -> int:
    """ALPAC-12: 0 to 2."""
    age = 0
    while state.lap > AGE_ENDS[age]:
        age += 1
    return age


@compiled
def day_now(state: State) -> int:
    return state.day_order[state.lap - 1]


@compiled
def item_at(state: State, stall: int) -> int:
    """ALPAC-15: the card of this round's market on a stall."""
    return state.market_order[(state.lap - 1) * state.players + stall]


@compiled
def completed(state: State, seat: int, deck: int) -> int:
    """How many cards of a deck a tribe has completed."""
    return state.tally[seat, deck]


@compiled
def completed_in_all(state: State, seat: int) -> int:
    """ALPAC-31: starters are no action cards."""
    count = 0
    for deck in range(KINDS):
        count += state.tally[seat, deck]
    return count


@compiled
def buildings(state: State, seat: int) -> int:
    """How many production buildings a tribe has."""
    count = 0
    for building in range(len(BUILDINGS)):
        count += state.built[seat, building]
    return count


@compiled
def goods_in_all(state: State, seat: int) -> int:
    """All resources, and cubes."""
    count = 0
    for good in range(GOODS):
        count += state.goods[seat, good]
    return count


@compiled
def holds_any(state: State, seat: int, decks: int) -> bool:
    """Whether a hand has cards of a set of decks; everybody sees that from their backs."""
    for deck in range(KINDS):
        if (decks >> deck) & 1 and state.hand_size[seat, deck] > 0:
            return True
    return False


@compiled
def capacity(state: State) -> int:
    """ALPAC-22"""
    return 1 if state.players < MANY else 2


@compiled
def add_choice(action: int, out: Any, count: int) -> int:
    out[count] = action
    return count + 1


@compiled
def or_pass(count: int, out: Any) -> int:
    return add_choice(PASS, out, count)
