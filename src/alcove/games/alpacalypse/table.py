"""The table as one record: what lies where, the phases, and what each number of an action means."""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alpacalypse.cards import AGE_ENDS, CARDS, MARKET, MARKET_SIZE, SPACES
from alcove.games.alpacalypse.frames import FRAME, STACK
from alcove.games.alpacalypse.vocabulary import BUILDINGS, DECKS, MEMBERS, POWERS, RESOURCES, TRACKS
from alcove.kernel.jit import compiled, int64
from alcove.kernel.random import RNG

State = Any
"""One row of STATE; fields by attribute."""

SEATS = 5
NONE = int64(-1)
ZERO, ONE = int64(0), int64(1)

ROUNDS = 10  # ALPAC-12
TRACK_TOP, TRACK_BOTTOM = 12, -2  # ALPAC-4
SHIELDS = (4, 8)
DUMMY_SPACE = 6  # ALPAC-11
BID_COINS_MOST = 255  # ALPAC-16: more than a tribe can have by the last round
DRAWN_AT_ONCE = 3  # ALPAC-24
ROW_MOST = 2  # ALPAC-34: actions in a row
MANY = 4
"""From so many players on, a space has room for two (ALPAC-22)."""

KINDS, TRACK_COUNT, GOODS = len(DECKS), len(TRACKS), len(RESOURCES) + 1
CUBES = len(RESOURCES)  # the place of the cubes among the goods
COIN = RESOURCES.index("coin")
TILES, MILESTONES, AGES = 8, 7, 3
MARKET_TYPES = len(MARKET)

PHASES = ("tribes", "event", "bids", "market", "clean-up", "action", "resolution", "over")
CHOOSE_TRIBES, EVENT, BIDS, MARKET_TAKES, CLEAN_UP, ACTION, RESOLUTION_PHASE, OVER = (
    int64(n) for n in range(len(PHASES))
)

HOME, AT_EVENT, AT_MARKET, TROTTED, ON_SPACE = (int64(n) for n in range(5))
"""Where a member is; ON_SPACE and the numbers after it are the action spaces."""
OPEN, PASSED, FAILED = (int64(n) for n in range(3))
"""How a tribe has met the New Day."""

MILESTONE_ALL_KINDS, MILESTONE_TOP, MILESTONE_BUILDINGS = (int64(n) for n in (4, 5, 6))  # 0 to 3: three of a deck

STATE = np.dtype(
    (
        np.record,
        [
            ("rng", *RNG),
            ("players", np.int16),
            ("chosen", np.int16),  # whether the tribes are chosen (ALPAC-10)
            ("lap", np.int16),  # the round, from 1; a record has a `round` of its own
            ("phase", np.int16),
            ("step", np.int16),  # of the resolution phase
            ("turn", np.int16),  # how far the phase or step has got, in player order
            ("first", np.int16),
            ("mover", np.int16),  # whose turn of the action phase it is or was last, and ...
            ("streak", np.int16),  # ... how many actions it has taken in a row (ALPAC-34)
            ("tribe", np.int16, (SEATS,)),
            ("day_order", np.int16, (ROUNDS,)),
            ("market_order", np.int16, (MARKET_SIZE,)),  # NONE beyond the cards of this player count
            ("taken", np.int16, (SEATS,)),  # who has taken each market card of the round
            ("token", np.int16),  # who has taken the first-player token in this round
            ("age_tile", np.int16, (AGES,)),
            ("tile_owner", np.int16, (TILES,)),  # NONE while it lies open for all (ALPAC-20)
            ("deck", np.int16, (KINDS, 20)),  # the top card is the last one; NONE where no card lies
            ("deck_left", np.int16, (KINDS,)),
            ("discard", np.int16, (CARDS,)),
            ("pile", np.int16, (KINDS,)),  # how many discards each deck has
            ("hand", np.int16, (SEATS, CARDS)),
            ("hand_size", np.int16, (SEATS, KINDS + 1)),  # by deck, starters last
            ("known", np.int16, (SEATS, CARDS)),  # cards in hand that everybody has seen (scavenged)
            ("done", np.int16, (SEATS, CARDS)),  # completed cards
            ("tally", np.int16, (SEATS, KINDS)),  # ... by deck, without starters
            ("kept", np.int16, (SEATS, MARKET_TYPES)),
            ("goods", np.int16, (SEATS, GOODS)),
            ("built", np.int16, (SEATS, len(BUILDINGS))),
            ("wonder", np.int16, (SEATS,)),
            ("pawn", np.int16, (SEATS, TRACK_COUNT)),
            ("spot", np.int16, (SEATS, len(MEMBERS))),
            ("helper", np.int16, (len(SPACES), SEATS)),  # assistants that fill a place
            ("met", np.int16, (SEATS,)),  # how the New Day was met
            ("bid", np.int16, (SEATS,)),  # NONE before the bid, 0 for no bid
            ("strength", np.int16, (SEATS,)),
            ("bonus", np.int16, (SEATS,)),  # bonus actions that are still to be taken (ALPAC-48)
            ("milestone", np.int16, (MILESTONES,)),  # its owner
            ("age_bonus", np.int16, (SEATS, AGES)),
            ("age_done", np.int16, (SEATS, KINDS)),  # completed, built and passed in this age
            ("age_built", np.int16, (SEATS,)),
            ("age_passed", np.int16, (SEATS,)),
            ("age_pawn", np.int16, (SEATS, TRACK_COUNT)),  # where the pawns stood when the age began
            ("power", np.int16, (SEATS, len(POWERS))),
            ("depth", np.int16),
            ("stack", np.int16, (STACK, FRAME)),
        ],
    )
)

# ---- Actions ----

_next = 0


def _block(count: int) -> Any:
    """The first number of a block of actions."""
    global _next
    _next += count
    return int64(_next - count)


PASS = _block(1)
SEND, STAY = _block(1), _block(1)
TRIBE_FROM = _block(5)
TOKEN = _block(1)
ITEM_FROM = _block(MARKET_TYPES)
MEMBER_FROM = _block(len(SPACES))
HELPER_FROM = _block(len(SPACES))
TROT_FROM = _block(len(MEMBERS))
ABILITY_FROM = _block(MARKET_TYPES)
DECK_FROM = _block(KINDS)  # draw from a deck, or acquire from it
COMPLETE_FROM = _block(CARDS)
KEEP_FROM = _block(CARDS)
SCAVENGE_FROM = _block(CARDS)
RESOURCE_FROM = _block(len(RESOURCES))
OWN_GOODS = _block(1)  # pay what is named from the own resources
CUBE_FOR = _block(len(RESOURCES))
ANY_WITH = _block(GOODS)  # one of the resources of any kind, or a cube
LESS_FROM = _block(len(RESOURCES) + 1)  # a discount on one resource, or on one of any kind
TRACK_FROM = _block(TRACK_COUNT)
BUILD_FROM = _block(len(BUILDINGS))
TRADE_YES = _block(1)
TILE_FROM = _block(TILES)
BIDS_MOST = 31 * (BID_COINS_MOST + 1)
BID_FROM = _block(BIDS_MOST)
NO_BID = _block(1)
ACTIONS = _next
OPTIONS_MOST = 128
"""More than there are choices at any moment except a bid."""


# ---- What can be seen at a glance ----


@compiled
def seat_at(state: State, turn: int) -> Any:
    """ALPAC-19: who comes at a place of the player order; clockwise from the first player."""
    return (int64(state.first) + turn) % int64(state.players)


@compiled
def age_of(state: State) -> Any:
    """ALPAC-12: 0 to 2."""
    age = int64(0)
    while state.lap > AGE_ENDS[age]:
        age += 1
    return age


@compiled
def day_now(state: State) -> Any:
    return int64(state.day_order[state.lap - 1])


@compiled
def item_at(state: State, stall: int) -> Any:
    """ALPAC-15: the card of this round's market on a stall."""
    return int64(state.market_order[(state.lap - 1) * state.players + stall])


@compiled
def completed(state: State, seat: int, deck: int) -> Any:
    """How many cards of a deck a tribe has completed."""
    return int64(state.tally[seat, deck])


@compiled
def completed_in_all(state: State, seat: int) -> Any:
    """ALPAC-31: starters are no action cards."""
    count = int64(0)
    for deck in range(KINDS):
        count += int64(state.tally[seat, deck])
    return count


@compiled
def buildings(state: State, seat: int) -> Any:
    """How many production buildings a tribe has."""
    count = int64(0)
    for building in range(len(BUILDINGS)):
        count += int64(state.built[seat, building])
    return count


@compiled
def goods_in_all(state: State, seat: int) -> Any:
    """All resources, and cubes."""
    count = int64(0)
    for good in range(GOODS):
        count += int64(state.goods[seat, good])
    return count


@compiled
def holds_any(state: State, seat: int, decks: int) -> bool:
    """Whether a hand has cards of a set of decks; everybody sees that from their backs."""
    for deck in range(KINDS):
        if (decks >> deck) & 1 and state.hand_size[seat, deck] > 0:
            return True
    return False


@compiled
def capacity(state: State) -> Any:
    """ALPAC-22"""
    return int64(1) if state.players < MANY else int64(2)


@compiled
def add_choice(action: int, out: Any, count: int) -> int:
    out[count] = action
    return count + 1


@compiled
def or_pass(count: int, out: Any) -> int:
    return add_choice(PASS, out, count)
