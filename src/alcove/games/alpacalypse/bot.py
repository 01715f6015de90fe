"""What a player of The Alpacalypse sees at a glance, for the search: which choices look good, how a round may go on.

Every choice gets a worth in victory points (`prices.py`, `worth.py`). A member is worth what its spaces would bring in
one of the two turns of the round; the others are free to meet the day and to go to the market. A bid weighs what the
market offers, and to how many others the choice may fall first, against its members and coins.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alpacalypse import rules
from alcove.games.alpacalypse.actions import (
    ABILITY_FROM,
    ANY_WITH,
    BID_FROM,
    BUILD_FROM,
    COMPLETE_FROM,
    CUBE_FOR,
    DECK_FROM,
    HELPER_FROM,
    ITEM_FROM,
    KEEP_FROM,
    LESS_FROM,
    MEMBER_FROM,
    NO_BID,
    OWN_GOODS,
    PASS,
    RESOURCE_FROM,
    SCAVENGE_FROM,
    SEND,
    STAY,
    TILE_FROM,
    TOKEN,
    TRACK_FROM,
    TRADE_YES,
    TROT_FROM,
)
from alcove.games.alpacalypse.bids import WIDTH, bid_of, strength_of
from alcove.games.alpacalypse.cards import (
    BONUS,
    FAIL,
    GIVES_TILE,
    INFLUENCE,
    IS_KEPT,
    MARKET_EFFECT,
    MORE_ACTIONS,
    RESPONDER,
    STEPS,
    TILE_COUNTS,
    TILE_GOAL,
)
from alcove.games.alpacalypse.claims import PASS_DAYS
from alcove.games.alpacalypse.features import FEATURES, MOST_FEATURES, rests, standing
from alcove.games.alpacalypse.foresight import TRAINING, tables
from alcove.games.alpacalypse.frames import ASK_WORK, DAY, OP, TRACK_STEPS, TRADE_STEP, TURN, top_value
from alcove.games.alpacalypse.outlook import shares
from alcove.games.alpacalypse.prices import (
    CARD,
    DOWN,
    EXTRA,
    GOOD,
    KEEP,
    LAPS,
    NEAR,
    SIZE,
    SPACE,
    UP,
    prices,
)
from alcove.games.alpacalypse.score import AGE_VP
from alcove.games.alpacalypse.table import (
    AGES,
    COIN,
    FAILED,
    GOODS,
    HOME,
    NONE,
    State,
    age_of,
    day_now,
    item_at,
)
from alcove.games.alpacalypse.turns import actions_left
from alcove.games.alpacalypse.vocabulary import MEMBERS
from alcove.games.alpacalypse.worth import (
    ACQUIRING,
    ACTION_WORTH,
    KEPT_ASSISTANT,
    SPARED_ACTION,
    best_tile,
    build_gain,
    card_gain,
    cost_worth,
    hand_worth,
    kept_worth,
    look_at_actions,
    look_at_spaces,
    look_for_completions,
    program_worth,
    step_worth,
    tile_worth,
)
from alcove.kernel.jit import compiled
from alcove.kernel.random import next_random
from alcove.kernel.shares import share_of_win

__all__ = ["FEATURES", "MOST_FEATURES", "TRAINING", "rests", "standing", "tables"]

EXPLORATION = 1.2
BOLDNESS = 6.0  # how far the priors trust the worths
NOISE = 0.5
WIN = 0.6
TOKEN_WORTH = 0.25
INFLUENCE_WORTH = 0.07  # of a member that is not needed for an action, in the market
BIDDING = 1.8  # how uncertain the bids of others are
COINS_BID = 0.3
TASTE = 0.95  # how far others want the same items
ALL_PASS = 0.75  # how likely each other tribe meets the day
IDLE = -0.3
KEPT_ABILITY = 0.08


# ---- Bids and the New Day ----


@compiled
def item_worth(state: State, seat: int, item: int, v: Any) -> float:
    if IS_KEPT[item]:
        return kept_worth(state, seat, item, v)
    if GIVES_TILE[item]:
        return best_tile(state, seat, v)
    return program_worth(state, seat, MARKET_EFFECT[item], v)


@compiled
def likely_bid(state: State, seat: int) -> float:
    """How strong a bid of somebody else may be: two of those at home stay for their actions (ALPAC-21)."""
    influence, free = 0.0, 0.0
    for member in range(len(MEMBERS)):
        if state.spot[seat, member] == HOME:
            influence += INFLUENCE[state.tribe[seat], member]
            free += 1.0
    spare = max(0.0, free - 2.0) / max(1.0, free)
    return influence * spare + COINS_BID * state.goods[seat, COIN]


@compiled
def look_at_market(state: State, seat: int, v: Any, offer: Any) -> None:
    """The worths of all items, the best first; the token is one of them (ALPAC-15)."""
    players = state.players
    for stall in range(players + 1):
        worth = TOKEN_WORTH if stall == players else item_worth(state, seat, item_at(state, stall), v)
        at = stall
        while at > 0 and offer[at - 1] < worth:
            offer[at] = offer[at - 1]
            at -= 1
        offer[at] = worth


@compiled
def bid_worth(state: State, seat: int, action: int, v: Any, offer: Any) -> float:
    """ALPAC-16 to 18: what the bid may get, less its coins and what its members could do instead."""
    members, coins = (action - BID_FROM) // WIDTH + 1, (action - BID_FROM) % WIDTH
    strength = float(strength_of(state, seat, bid_of(action)))
    before, first = 0.0, 1.0
    for other in range(state.players):
        if other != seat:
            ahead = (strength - likely_bid(state, other)) / BIDDING
            beaten = 0.5 + 0.5 * ahead / (1.0 + abs(ahead))
            before += TASTE * (1.0 - beaten)
            first *= beaten
    at = int(before)
    worth = offer[at] + (before - at) * (offer[at + 1] - offer[at]) + first * offer[state.players]
    return worth - coins * v[GOOD + COIN] - v[KEEP] + v[KEEP + members]


@compiled
def day_worth(state: State, seat: int, action: int, v: Any) -> float:
    """ALPAC-13, 14: the penalty, or what the member could do instead; and what comes if all pass."""
    day, age = day_now(state), age_of(state)
    if action == STAY:
        return program_worth(state, seat, FAIL[day], v)
    chance = 1.0
    for other in range(state.players):
        chance *= 0.0 if state.met[other] == FAILED else 1.0 if other == seat else ALL_PASS
    member = RESPONDER[day]
    worth = chance * program_worth(state, seat, BONUS[day], v) - v[KEEP] + v[KEEP + (1 << member)]
    tile = state.age_tile[age]
    if TILE_GOAL[tile] == PASS_DAYS and age < AGES - 1 and state.age_bonus[seat, age] == 0:
        worth += AGE_VP * NEAR[max(1, min(4, TILE_COUNTS[tile, 0] - state.age_passed[seat]))]
    return worth - INFLUENCE_WORTH * INFLUENCE[state.tribe[seat], member]


# ---- Turns and all that follows from them ----


@compiled
def turn_worth(state: State, seat: int, action: int, v: Any) -> float:
    """ALPAC-21, 32 to 34. What an ability brings comes on top of the best action, if that is still to be taken."""
    open_action = actions_left(state) > 0
    if action == PASS:
        return IDLE if open_action else 0.0
    if action >= ABILITY_FROM:
        item, best = action - ABILITY_FROM, 0.0
        for space in range(2 * len(MEMBERS) if open_action else 0):
            best = max(best, v[SPACE + space])
        gain = program_worth(state, seat, MARKET_EFFECT[item], v) - KEPT_ABILITY * (v[LAPS] - 1.0)
        if MORE_ACTIONS[item]:
            gain += v[EXTRA] - ACTION_WORTH
        return best + gain if gain > 0.0 else IDLE - 0.5
    if action >= TROT_FROM:
        return v[GOOD + COIN]
    if action >= HELPER_FROM:
        return v[SPACE + action - HELPER_FROM] - (KEPT_ASSISTANT if v[LAPS] > 1.0 else 0.0)
    return v[SPACE + action - MEMBER_FROM]


@compiled
def payment_worth(action: int, v: Any) -> float:
    """Whatever is missed least."""
    if action >= LESS_FROM:
        return v[GOOD + min(action - LESS_FROM, GOODS - 1)]
    if action >= ANY_WITH:
        return -v[GOOD + action - ANY_WITH]
    return v[GOOD + action - CUBE_FOR] - v[GOOD + GOODS - 1] if action >= CUBE_FOR else 0.0


@compiled
def choice_worth(state: State, seat: int, action: int, v: Any) -> float:
    """A choice on the way."""
    op = top_value(state, OP)
    if action == PASS:
        return 0.0
    if action >= TILE_FROM:
        return tile_worth(state, seat, action - TILE_FROM, v)
    if action == TRADE_YES:
        step = top_value(state, TRADE_STEP)
        return step_worth(state, seat, step + 1, v) - cost_worth(STEPS[step, 1:], 0, v)
    if action >= BUILD_FROM:
        return build_gain(state, seat, action - BUILD_FROM, v) + (0.0 if op == ASK_WORK else SPARED_ACTION)
    if action >= TRACK_FROM:
        amount = top_value(state, TRACK_STEPS)
        return amount * (v[UP + action - TRACK_FROM] if amount > 0 else v[DOWN + action - TRACK_FROM])
    if action >= OWN_GOODS:
        return payment_worth(action, v)
    if action >= RESOURCE_FROM:
        return v[GOOD + action - RESOURCE_FROM]
    if action >= SCAVENGE_FROM:
        return hand_worth(state, seat, action - SCAVENGE_FROM, v)
    if action >= KEEP_FROM:
        return hand_worth(state, seat, action - KEEP_FROM, v)
    if action >= COMPLETE_FROM:
        return card_gain(state, seat, action - COMPLETE_FROM, v) + (0.0 if op == ASK_WORK else SPARED_ACTION)
    if action >= DECK_FROM:
        return v[CARD + action - DECK_FROM] * ACQUIRING
    if action >= ITEM_FROM:
        return item_worth(state, seat, action - ITEM_FROM, v)
    return TOKEN_WORTH if action == TOKEN else 0.0


@compiled
def weigh(state: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """The worth of each of the actions that a seat may choose."""
    v, offer = np.empty(SIZE), np.zeros(8)
    op = NONE if state.depth == 0 else top_value(state, OP)
    prices(state, seat, v)
    look_for_completions(state, seat, v)
    if op == NONE or op == TURN or op == DAY:
        look_at_spaces(state, seat, v)
        look_at_actions(state, seat, 1 if op == TURN else 1 << len(MEMBERS), v)
    if op == NONE:
        look_at_market(state, seat, v, offer)
    for i in range(count):
        action = actions[i]
        if action >= BID_FROM:
            out[i] = 0.0 if action == NO_BID else bid_worth(state, seat, action, v, offer)
        elif op == TURN:
            out[i] = turn_worth(state, seat, action, v)
        elif action == SEND or action == STAY:
            out[i] = day_worth(state, seat, action, v)
        else:
            out[i] = choice_worth(state, seat, action, v)


# ---- The hooks of the search ----


@compiled
def priors(state: Any, seat: int, actions: Any, count: int, out: Any, costs: Any) -> None:
    weigh(state, seat, actions, count, out)
    best, total = -1e9, 0.0
    for i in range(count):
        best = max(best, out[i])
    for i in range(count):
        out[i] = np.exp(max(-8.0, BOLDNESS * (out[i] - best)))
        total += out[i]
    for i in range(count):
        out[i] /= total


@compiled
def rewards(state: Any, out: Any) -> None:
    """Mostly who wins, a little by how much."""
    shares(state, out)
    winners = rules.winners(state)
    share = share_of_win(winners, state.players, False)
    for seat in range(state.players):
        out[seat] = (1.0 - WIN) * out[seat] + (WIN * share if (winners >> seat) & 1 else 0.0)


@compiled
def sensible(state: State, seat: int, rng: Any, actions: Any, worths: Any) -> int:
    """What a sensible player might do."""
    count = rules.legal(state, seat, actions)
    if count == 1:
        return actions[0]
    weigh(state, seat, actions, count, worths)
    best, most = 0, -1e9
    for i in range(count):
        worth = worths[i] + NOISE * np.float64(next_random(rng) >> np.uint64(40)) / (1 << 24)
        if worth > most:
            best, most = i, worth
    return actions[best]
