"""Secret bids (ALPAC-16 to 18). A bid is a set of members and some coins, as one number; 0 is no bid.

While bids are being made, `bid` holds what each seat has chosen, and members and coins stay where they are: nobody
else may see anything of it. All is carried out at once when the last bid is in.
"""

from __future__ import annotations

from typing import Any

from alcove.games.alpacalypse.actions import BID_FROM, MAX_BID_COINS, NO_BID
from alcove.games.alpacalypse.cards import INFLUENCE
from alcove.games.alpacalypse.table import AT_MARKET, COIN, HOME, NONE, State
from alcove.games.alpacalypse.vocabulary import BID, MEMBERS, TIEBREAK
from alcove.kernel.jit import compiled
from alcove.kernel.random import below

WIDTH = MAX_BID_COINS + 1
EVERYBODY = (1 << len(MEMBERS)) - 1


@compiled
def members_of(bid: int) -> int:
    """The set of members in a bid that is not 0."""
    return (bid - 1) // WIDTH + 1


@compiled
def coins_of(bid: int) -> int:
    return (bid - 1) % WIDTH


@compiled
def bid_of(action: int) -> int:
    return 0 if action == NO_BID else action - BID_FROM + 1


@compiled
def free_members(state: State, seat: int) -> int:
    free = 0
    for member in range(len(MEMBERS)):
        free |= int(state.spot[seat, member] == HOME) << member
    return free


@compiled
def coins_to_bid(state: State, seat: int) -> int:
    return min(state.goods[seat, COIN], MAX_BID_COINS)


@compiled
def bids_to_make(state: State) -> int:
    """Who has not bid yet, as a set of seats."""
    seats = 0
    for seat in range(state.players):
        if state.bid[seat] == NONE:
            seats |= 1 << seat
    return seats


@compiled
def legal_bids(state: State, seat: int, out: Any) -> int:
    """ALPAC-16: one or more free members and any own coins, or no bid."""
    free, coins, count = free_members(state, seat), coins_to_bid(state, seat), 0
    for members in range(1, EVERYBODY + 1):
        if members & ~free == 0:
            for spent in range(coins + 1):
                out[count] = BID_FROM + (members - 1) * WIDTH + spent
                count += 1
    out[count] = NO_BID
    return count + 1


@compiled
def how_many_bids(state: State, seat: int) -> int:
    free, count = free_members(state, seat), 1
    while free:
        count <<= free & 1
        free >>= 1
    return (count - 1) * (coins_to_bid(state, seat) + 1) + 1


@compiled
def nth_bid(state: State, seat: int, nth: int) -> int:
    """One of the legal bids by its place among them, without writing them all; the last one is no bid."""
    width = coins_to_bid(state, seat) + 1
    wanted, members, free = nth // width + 1, 0, free_members(state, seat)
    for member in range(len(MEMBERS)):  # the bits of `wanted`, spread over the free members
        if (free >> member) & 1:
            members |= (wanted & 1) << member
            wanted >>= 1
    if wanted:
        return NO_BID
    return BID_FROM + (members - 1) * WIDTH + nth % width


@compiled
def redraw_bid(state: State, seat: int) -> None:
    """For one who does not know it: any bid that the seat may have made."""
    state.bid[seat] = bid_of(nth_bid(state, seat, below(state.rng, how_many_bids(state, seat))))


@compiled
def _stronger(state: State, one: int, other: int) -> bool:
    """ALPAC-17: ties go by the lower board number, before that to whoever has the power to win them."""
    if state.strength[one] != state.strength[other]:
        return state.strength[one] > state.strength[other]
    if (state.power[one, TIEBREAK] > 0) != (state.power[other, TIEBREAK] > 0):
        return state.power[one, TIEBREAK] > 0
    return state.tribe[one] < state.tribe[other]


@compiled
def influence_of(state: State, seat: int, members: int) -> int:
    """ALPAC-2: of a set of members."""
    influence = 0
    for member in range(len(MEMBERS)):
        if (members >> member) & 1:
            influence += INFLUENCE[state.tribe[seat], member]
    return influence


@compiled
def strength_of(state: State, seat: int, bid: int) -> int:
    """ALPAC-16: influence and coins, and what a power adds. Cubes have no value here (ALPAC-1); no bid has none."""
    if bid == 0:
        return 0
    return influence_of(state, seat, members_of(bid)) + coins_of(bid) + state.power[seat, BID]


@compiled
def _carry_out_bid(state: State, seat: int) -> None:
    """ALPAC-16: never refunded; the members are busy."""
    bid = state.bid[seat]
    state.strength[seat] = strength_of(state, seat, bid)
    if bid == 0:
        return
    members = members_of(bid)
    state.goods[seat, COIN] -= coins_of(bid)
    for member in range(len(MEMBERS)):
        if (members >> member) & 1:
            state.spot[seat, member] = AT_MARKET


@compiled
def reveal_bids(state: State) -> None:
    for seat in range(state.players):
        _carry_out_bid(state, seat)


@compiled
def bid_order(state: State, order: Any) -> int:
    """ALPAC-17: write the bidders, the strongest first, and return how many they are."""
    bidders = 0
    for seat in range(state.players):
        if state.bid[seat] > 0:
            at = bidders
            while at > 0 and _stronger(state, seat, order[at - 1]):
                order[at] = order[at - 1]
                at -= 1
            order[at] = seat
            bidders += 1
    return bidders
