"""What cards, buildings, market items and spaces are worth to a tribe, in victory points: for the bot.

Everything is added up from a row of `prices`, by reading the same programs of steps that the rules carry out; no card
is known by name.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alpacalypse.cards import (
    ABILITIES,
    ASSISTANTS,
    BUILDING_COST,
    CARDS,
    COST,
    DECK,
    EFFECT,
    HERO,
    IS_WONDER,
    MARKET_EFFECT,
    MARKET_POWER,
    MARKET_RESOLUTION,
    MARKET_ROLE,
    MARKET_VP,
    MORE_ACTIONS,
    POWER,
    PROGRAM_FROM,
    PROGRAM_TO,
    RESOLUTION,
    STARTER,
    STEPS,
    TILE_RESOLUTION,
    TILE_VP,
    VP,
    WONDER_TRACK,
)
from alcove.games.alpacalypse.completing import BUILDING_DISCOUNT, can_build, can_complete, discount
from alcove.games.alpacalypse.pay import lacking
from alcove.games.alpacalypse.prices import (
    ACTIONS,
    BONUS,
    BUILDING,
    BUILT,
    CARD,
    CUBE_MORE,
    DOWN,
    EXTRA,
    FIRST,
    GOOD,
    KEEP,
    LAPS,
    RESOURCE,
    SECOND,
    SPACE,
    UP,
    turns_left,
)
from alcove.games.alpacalypse.score import ARTIFACT_VP, HERO_VP
from alcove.games.alpacalypse.steps import amount_of
from alcove.games.alpacalypse.table import CUBES, GOODS, HOME, KINDS, NONE, TILES, TRACK_COUNT, State
from alcove.games.alpacalypse.vocabulary import (
    ACQUIRE,
    ACT,
    BONUS_ACTION,
    BUILD,
    BUILDINGS,
    COMPLETE,
    DRAW,
    GAIN,
    MEMBERS,
    MOVE,
    OTHERS,
    POWERS,
    RESOURCES,
    SCAVENGE,
    TRADE,
)
from alcove.kernel.jit import compiled

ACQUIRING, SCAVENGING = 1.5, 1.7
MISSING = 0.12
SPARED_ACTION = 0.5
ACTION_WORTH = 0.9
ASSISTANT, KEPT_ASSISTANT = 0.6, 0.35
TO_OTHERS = -0.5
POWER_A_LAP = (0.16, 0.06, 0.08, 0.1, 0.04, 0.02, 0.1, 0.1, 0.1, 0.1, 0.1)
"""What a permanent power is worth in each round, by its number in POWERS."""
TILE_WITHOUT_WONDER = 0.45
RANKED = 5
"""How many of those who could act are compared; more actions than one less hardly ever come together."""


@compiled
def step_worth(state: State, seat: int, step: int, v: Any) -> float:
    """One step, where there are choices the best one."""
    code = STEPS[step]
    op, choices, best = code[0], code[1], -9.0
    if op == MOVE:
        amount = amount_of(state, seat, step)
        for track in range(TRACK_COUNT):
            if (choices >> track) & 1:
                best = max(best, amount * v[UP + track] if amount > 0 else amount * v[DOWN + track])
        return best
    if op == GAIN:
        for good in range(GOODS):
            if (choices >> good) & 1:
                best = max(best, v[GOOD + good])
        return best * amount_of(state, seat, step)
    if op == DRAW or op == ACQUIRE or op == COMPLETE:
        at, times = (FIRST, 1.0) if op == COMPLETE else (CARD, ACQUIRING if op == ACQUIRE else float(code[2]))
        for deck in range(KINDS):
            if (choices >> deck) & 1:
                best = max(best, v[at + deck])
        if op == COMPLETE:  # it spares an action, now or later
            return max(0.1 * min(8.0, v[ACTIONS]), best + SPARED_ACTION)
        return best * times + (0.4 if op == DRAW and code[6] else 0.0)
    if op == SCAVENGE:
        return SCAVENGING * 0.25 * (v[CARD] + v[CARD + 1] + v[CARD + 2] + v[CARD + 3])
    if op == BUILD:
        return max(0.1 * v[LAPS], v[BUILT] + SPARED_ACTION + RESOURCE * code[2])
    if op == ACT or op == BONUS_ACTION:
        return ACTION_WORTH
    return 0.3


@compiled
def program_worth(state: State, seat: int, program: int, v: Any) -> float:
    """All steps; a trade is made only if it is worth its price, and what others get is a loss."""
    total, price, factor = 0.0, 0.0, 1.0
    for step in range(PROGRAM_FROM[program], PROGRAM_TO[program]):
        code = STEPS[step]
        if code[0] == TRADE:
            price = 0.01
            for kind in range(len(RESOURCES)):
                price += code[1 + kind] * v[GOOD + kind]
            price += code[1 + len(RESOURCES)] * 0.9 * v[GOOD]
        elif code[0] == OTHERS:
            factor = TO_OTHERS
        else:
            worth = step_worth(state, seat, step, v) * factor - price
            total += max(0.0, worth) if price > 0.0 else worth
            price, factor = 0.0, 1.0
    return total


@compiled
def cost_worth(cost: Any, less: int, v: Any) -> float:
    """What a price takes away, after a discount."""
    total, pieces = 0.0, 0.0
    for kind in range(len(RESOURCES)):
        total += cost[kind] * v[GOOD + kind]
        pieces += cost[kind]
    total += cost[len(RESOURCES)] * 0.9 * v[GOOD + CUBES] / CUBE_MORE
    pieces += cost[len(RESOURCES)]
    return total * max(0.0, 1.0 - less / pieces)


@compiled
def card_gain(state: State, seat: int, card: int, v: Any) -> float:
    """What completing a card brings beyond its price (ALPAC-30)."""
    if IS_WONDER[card] and state.wonder[seat]:
        return -9.0
    gain = program_worth(state, seat, EFFECT[card], v) - cost_worth(COST[card], discount(state, seat, card), v)
    gain += VP[card] + HERO_VP * HERO[card]
    gain += 0.85 * v[LAPS] * program_worth(state, seat, RESOLUTION[card], v)
    for power in range(len(POWERS)):
        if POWER[card, power] > 0:
            gain += POWER[card, power] * POWER_A_LAP[power] * v[LAPS]
    if IS_WONDER[card]:  # ALPAC-36
        gain += 0.9 * v[LAPS] * v[UP + WONDER_TRACK[state.tribe[seat]]]
    return gain + v[BONUS + DECK[card]] if DECK[card] < STARTER else gain


@compiled
def hand_worth(state: State, seat: int, card: int, v: Any) -> float:
    """What a card in hand may bring: it has to be paid for, and it takes an action."""
    if v[ACTIONS] < 1.0:
        return 0.0
    missing = float(lacking(state, seat, COST[card]) - state.goods[seat, CUBES] - discount(state, seat, card))
    late = max(0.0, missing) / v[ACTIONS]
    return max(0.0, card_gain(state, seat, card, v) - MISSING * max(0.0, missing)) / (1.0 + late * late)


@compiled
def build_gain(state: State, seat: int, building: int, v: Any) -> float:
    """ALPAC-39: one resource in every round, and a step to the milestone."""
    less = state.power[seat, BUILDING_DISCOUNT]
    price = cost_worth(BUILDING_COST[state.tribe[seat], building], less, v)
    return 0.9 * v[LAPS] * v[GOOD + building] + v[BUILDING] - price


@compiled
def kept_worth(state: State, seat: int, item: int, v: Any) -> float:
    """A market card in front of a tribe: points, powers, an assistant, an ability still to be played."""
    total = float(MARKET_VP[item])
    if MARKET_ROLE[item] >= 0:
        return ASSISTANT * min(1.0, v[ACTIONS] / 4.0)
    if MARKET_EFFECT[item] > 0:
        return program_worth(state, seat, MARKET_EFFECT[item], v) if v[ACTIONS] > 0.0 else 0.0
    for power in range(len(POWERS)):
        total += MARKET_POWER[item, power] * POWER_A_LAP[power] * v[LAPS]
    if MARKET_RESOLUTION[item] > 0:
        total += v[LAPS] * program_worth(state, seat, MARKET_RESOLUTION[item], v)
    return total + (ARTIFACT_VP if MARKET_VP[item] == 0 else 0)


@compiled
def tile_worth(state: State, seat: int, tile: int, v: Any) -> float:
    """ALPAC-37: its power works only with the wonder built."""
    sure = 1.0 if state.wonder[seat] else TILE_WITHOUT_WONDER
    return TILE_VP[tile] + sure * 0.9 * v[LAPS] * program_worth(state, seat, TILE_RESOLUTION[tile], v)


@compiled
def best_tile(state: State, seat: int, v: Any) -> float:
    """ALPAC-20: of those that lie open."""
    best = 0.0
    for tile in range(TILES):
        if state.tile_owner[tile] == NONE:
            best = max(best, tile_worth(state, seat, tile, v))
    return best


@compiled
def look_for_completions(state: State, seat: int, v: Any) -> None:
    """The best and the second best card of each deck that could be completed now, and the best building."""
    for card in range(CARDS):
        if state.hand[seat, card] > 0 and can_complete(state, seat, card):
            gain, deck = card_gain(state, seat, card, v), DECK[card]
            if gain > v[FIRST + deck]:
                v[SECOND + deck], v[FIRST + deck] = v[FIRST + deck], gain
            elif gain > v[SECOND + deck]:
                v[SECOND + deck] = gain
    for building in range(len(BUILDINGS)):
        if can_build(state, seat, building, 0):
            v[BUILT] = max(v[BUILT], build_gain(state, seat, building, v))


@compiled
def look_at_spaces(state: State, seat: int, v: Any) -> None:
    """ALPAC-23 to 29: what each space would bring."""
    starter, leading = v[FIRST + STARTER], v[FIRST + STARTER]
    for deck in range(KINDS):
        v[SPACE + 2 * deck + 1] = max(ACQUIRING * v[CARD + deck], max(v[FIRST + deck], starter))
        free = state.spot[seat, deck] == HOME
        leading = max(leading, v[SECOND + deck] if free else v[FIRST + deck])
    good = max(max(v[GOOD], v[GOOD + 1]), max(v[GOOD + 2], v[GOOD + 3]))
    card = max(max(v[CARD], v[CARD + 1]), max(v[CARD + 2], v[CARD + 3]))
    v[SPACE] = SCAVENGING * card
    v[SPACE + 2] = 2.0 * good
    v[SPACE + 4] = v[BUILT]
    v[SPACE + 5] = max(v[SPACE + 5], v[BUILT])
    v[SPACE + 6] = 1.9 * card
    v[SPACE + 8] = 2.0 * v[GOOD + CUBES] + card + TO_OTHERS * RESOURCE
    v[SPACE + 9] = leading


@compiled
def look_at_actions(state: State, seat: int, sets: int, v: Any) -> None:
    """What those who will act bring without each of so many sets of members, the first being none of them; and what one
    more action would, now (ALPAC-34, 48)."""
    left = turns_left(state, seat)
    actions = min(left + _actions_held(state, seat), RANKED - 1)
    best = np.zeros(RANKED)
    for gone in range(sets):
        best[:] = 0.0
        for item in ASSISTANTS:  # ALPAC-33: an assistant can stand in for a member that is away
            if state.kept[seat, item] > 0:
                role = MARKET_ROLE[item]
                _rank(best, max(v[SPACE + 2 * role], v[SPACE + 2 * role + 1]) - KEPT_ASSISTANT)
        for member in range(len(MEMBERS)):
            if state.spot[seat, member] == HOME and not (gone >> member) & 1:
                _rank(best, max(v[SPACE + 2 * member], v[SPACE + 2 * member + 1]))
        v[KEEP + gone] = 0.0
        for nth in range(actions):
            v[KEEP + gone] += best[nth]
        if gone == 0:
            v[EXTRA] = best[min(left, RANKED - 1)]


@compiled
def _rank(best: Any, worth: float) -> None:
    """Put a worth into its place among the best."""
    for nth in range(len(best)):
        if worth > best[nth]:
            best[nth], worth = worth, best[nth]


@compiled
def _actions_held(state: State, seat: int) -> int:
    """Abilities that give one more action, once each."""
    count = 0
    for item in ABILITIES:
        count += state.kept[seat, item] > 0 and MORE_ACTIONS[item] > 0
    return count
