"""What a player of Alvos sees at a glance, for the search: which choices look good, and how a game may go on.

Every choice gets a worth in points: what a delivery marks on the track, how soon a cog is needed, what the die that is
kept may bring (ALVOS-10). The playouts take the best one with some noise; the search starts from the same worths.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from alcove.games.alvos import rules
from alcove.games.alvos.cave import (
    BOLT_HEX,
    BOXES,
    BY_ROLL,
    COGS,
    COLLECT_BOTH,
    COLLECT_UNUSED,
    DELIVER_FROM,
    FIRE_FROM,
    FIRST_PART,
    GIFT_FROM,
    HEXES,
    LAST_PART,
    LOAD_COGS,
    LOAD_WILD_COUNT,
    LOADS_WITH_BOLT,
    LOSE_FROM,
    LOSE_WILD,
    MAX_COGS_LEFT,
    OVER,
    PASS,
    POINTS,
    ROW,
    ROWS,
    TAKE,
    TOGETHER,
    TOO_MANY_COGS,
    TRACK,
    TWENTY_POINTS,
    State,
)
from alcove.games.alvos.foresight import (
    FEATURES,
    MOST_FEATURES,
    TRAINING,
    UNITS,
    act,
    features,
    learned,
    seen,
    start,
    tables,
)
from alcove.games.alvos.score import axel_score, last_mark, score_of, space_reached, winners
from alcove.games.alvos.sheet import (
    at_axel,
    at_sopavre,
    cogs_delivered,
    cogs_held,
    cooperative,
    current_unused,
    hex_of,
    missing,
    total,
)
from alcove.kernel.jit import compiled
from alcove.kernel.random import next_random
from alcove.kernel.shares import share_of_win

__all__ = ["FEATURES", "MOST_FEATURES", "TRAINING", "UNITS", "act", "features", "learned", "seen", "start", "tables"]


EXPLORATION = 1.0
BOLDNESS = 0.7  # how far the priors trust the worths
NOISE = 1.5
TURNS_PER_ADVANCE = 7.5
LATE = 3.0  # turns of a player, below which nothing is collected for later
WIN, LEAD_SCALE = 0.65, 10.0
COOPERATIVE_SHARE, SOPAVRE_SHARE = 0.1, 0.35  # what a lost game can still be worth

DIE_WORTH = np.array([0.0, -0.2, -0.1, 0.4, 0.0, -0.3, -0.2])  # ALVOS-10, by the die that is kept
ANY_COG, BOLT = 0.3, 1.6  # the first one of a kind
WILD = 1.5
SURPLUS = -2.0  # ALVOS-35: a cog too many in hand may cost the win
DEADLY = 2.0  # with one health left, or one cave-in: the event would be the last one


@compiled
def turns_left(state: State) -> float:
    """How many turns each player may still have, roughly."""
    advances = (BOXES * HEXES - total(state.boxes)) * 5 / 6
    turns = advances * TURNS_PER_ADVANCE / state.players
    if state.last_rounds >= 0:
        turns = min(turns, state.last_rounds + 0.5)
    open_spaces = 0
    for space in range(TRACK - 7, TRACK + 1):
        open_spaces += state.track[space] == 0
    return min(turns, 1.0 + open_spaces)


@compiled
def part_after(part: int) -> int:
    return part + 1 if part < LAST_PART else FIRST_PART


@compiled
def need(state: State, seat: int, kind: int) -> float:
    """How much a cog helps at the engineer's part, and at the next one, for a seat that has none."""
    worth, part = ANY_COG, state.engineer
    for weight in (1.0, 0.6):
        for nth in range(state.delivered[part], ROW):
            if ROWS[part, nth] == kind:
                worth += weight * (1.6 - 0.2 * (nth - state.delivered[part]))
        part = part_after(part)
    return worth


@compiled
def wanted(state: State, kind: int) -> int:
    """Together: how many cogs of a kind the machine lacks, beyond those that somebody holds."""
    count = 0
    for part in range(FIRST_PART, LAST_PART + 1):
        for nth in range(state.delivered[part], ROW):
            count += ROWS[part, nth] == kind
    for seat in range(state.players):
        count -= state.cogs[seat, kind]
    return count


@compiled
def cog_worth(state: State, seat: int, kind: int, turns: float) -> float:
    held = state.cogs[seat, kind]
    if cooperative(state):
        return need(state, seat, kind) - held if wanted(state, kind) > 0 else SURPLUS
    if turns < LATE:
        return -1.0 if held > 0 else 0.4 * need(state, seat, kind) - 1.0
    return (need(state, seat, kind) if held == 0 else 0.3 - 0.6 * held) + 0.2


@compiled
def item_worth(state: State, seat: int, kind: int, turns: float) -> float:
    """What hex `kind` gives is worth."""
    if kind != BOLT_HEX:
        return cog_worth(state, seat, kind, turns)
    if cooperative(state):
        return -0.1
    if state.bolts[seat] > 0:
        return -1.5
    return BOLT if turns > LATE + 2 else -1.5


@compiled
def die_worth(state: State, seat: int, die: int) -> float:
    """Keeping a die: the event it may bring, and the part it may deliver to."""
    worth = DIE_WORTH[die]
    if (die == 1 or die == 5) and state.health[seat] == 1:
        worth -= DEADLY
    if die == 6 and state.cave_ins > 0:
        worth -= DEADLY
    if die == 2:
        worth -= 0.3 * total(state.fires)
    if die == state.engineer:
        worth += 1.2 if (missing(state, seat) & 1) == 0 else 0.4
    elif die == part_after(state.engineer):
        worth += 0.3
    return worth


@compiled
def load_worth(state: State, seat: int, code: int, turns: float) -> float:
    """What a delivery brings, and what it gives away."""
    load, bolt = code % LOADS_WITH_BOLT // 2, code % 2
    cogs, wilds = LOAD_COGS[load], LOAD_WILD_COUNT[load]
    if cooperative(state):
        return 4.0 * cogs - 1.0 * wilds
    last = last_mark(state, seat + 1)
    space = space_reached(state, seat + 1, POINTS[cogs] * (1 + bolt))
    worth = float(space - last) + (2.0 if last > 0 else 0.0) + 0.5 * cogs
    if turns < LATE:
        worth += 0.5 * cogs + 2.0 * bolt + 3.0 * wilds
    else:
        worth -= WILD * wilds + 3.0 * bolt
        if cogs < 3 and state.delivered[state.engineer] + cogs < ROW:
            worth -= 1.5  # the row could still bring more at once
    if space == TRACK:
        worth += 1.0 * end_worth(state, seat, space)
    return worth


@compiled
def end_worth(state: State, seat: int, space: int) -> float:
    """Marking 19 ends the game: good for whoever is ahead then."""
    ahead = score_of(state, seat) + space - last_mark(state, seat + 1)
    if at_sopavre(state):
        return 2.0 * (ahead - 20)
    best = axel_score(state)
    for other in range(state.players):
        if other != seat:
            best = max(best, score_of(state, other))
    return min(8.0, max(-8.0, 2.0 * (ahead - best)))


@compiled
def fire_worth(state: State, part: int) -> float:
    """A second fire is the end. The Sopavre take a cog too, which costs least where the engineer comes last."""
    worth = -4.0 * state.fires[part]
    if at_sopavre(state):
        worth += 0.2 * ((part - state.engineer) % LAST_PART)
    return worth


@compiled
def worth_of(state: State, seat: int, action: int, turns: float) -> float:
    if action >= DELIVER_FROM:
        code = action - DELIVER_FROM
        way = code // LOADS_WITH_BOLT
        kept = 0.0 if way == BY_ROLL else die_worth(state, seat, way) + 0.2
        return load_worth(state, seat, code, turns) + kept
    if action == COLLECT_BOTH:
        inner = hex_of(state.dice[0] + state.dice[1])
        return item_worth(state, seat, inner, turns) + die_worth(state, seat, current_unused(state, seat))
    if action < COLLECT_BOTH:
        die = action - COLLECT_UNUSED + 1
        kept = state.dice[1] if die == state.dice[0] else state.dice[0]
        inner = hex_of(die + current_unused(state, seat))
        return item_worth(state, seat, inner, turns) + die_worth(state, seat, kept) + 0.2
    if action == PASS:
        return die_worth(state, seat, current_unused(state, seat))
    if action < GIFT_FROM:
        return fire_worth(state, action - FIRE_FROM + FIRST_PART)
    if action < LOSE_FROM:
        return item_worth(state, seat, action - GIFT_FROM + 1, turns)
    if action == LOSE_WILD:
        return 2.0 if turns < LATE else -WILD
    if action < TAKE:
        kind = action - LOSE_FROM + FIRST_PART
        return 1.0 * state.cogs[seat, kind] - need(state, seat, kind)
    return item_worth(state, seat, state.alvo[seat], turns) if action == TAKE else 0.0


@compiled
def _noise(rng: Any) -> float:
    return np.float64(next_random(rng) >> np.uint64(40)) / (1 << 24)


@compiled
def likely(state: State, seat: int, rng: Any, actions: Any) -> int:
    """What a sensible player might do."""
    turns = turns_left(state)
    best, best_worth = PASS, -1e9
    for i in range(rules.legal(state, seat, actions)):
        worth = worth_of(state, seat, actions[i], turns) + NOISE * _noise(rng)
        if worth > best_worth:
            best, best_worth = actions[i], worth
    return best


@compiled
def rollout(state: State, searcher: int, rng: Any, actions: Any, out: Any) -> None:
    while state.stage != OVER:
        seat = state.to_move
        rules.play(state, seat, likely(state, seat, rng, actions))
    rewards(state, out)


@compiled
def rewards(state: State, out: Any) -> None:
    """The win, and how clear it was; when all lose, nobody gets anything but for the way they had come."""
    if cooperative(state):
        share = 1.0 if state.ending == TOGETHER else COOPERATIVE_SHARE * cogs_delivered(state) / COGS
        if state.ending == TOO_MANY_COGS:
            for seat in range(state.players):
                share -= 0.02 * max(cogs_held(state, seat) - MAX_COGS_LEFT, 0)
        for seat in range(state.players):
            out[seat] = share
        return
    if at_sopavre(state):
        reached_share = min(20, max(0, score_of(state, 0) + 5)) / 25
        out[0] = 1.0 if state.ending == TWENTY_POINTS else SOPAVRE_SHARE * reached_share
        return
    won = winners(state)
    share = share_of_win(won, state.players, False)
    for seat in range(state.players):
        out[seat] = 0.0
        if learned(state):
            out[seat] = share * ((won >> seat) & 1)
        elif won or at_axel(state):
            out[seat] = (1.0 - WIN) * lead(state, seat)
            if (won >> seat) & 1:
                out[seat] += WIN * share


@compiled
def lead(state: State, seat: int) -> float:
    """How far a seat is ahead of the best other one, from 0 to 1."""
    if state.health[seat] == 0:
        return 0.0
    best = -100
    if at_axel(state):
        best = axel_score(state)
    for other in range(state.players):
        if other != seat and state.health[other] > 0:
            best = max(best, score_of(state, other))
    return 0.5 + 0.5 * np.tanh((score_of(state, seat) - best) / LEAD_SCALE)


@compiled
def priors(state: State, seat: int, actions: Any, count: int, out: Any, costs: Any) -> None:
    turns = turns_left(state)
    most = -1e9
    for i in range(count):
        out[i] = BOLDNESS * worth_of(state, seat, actions[i], turns)
        most = max(most, out[i])
    total = 0.0
    for i in range(count):
        out[i] = np.exp(max(out[i] - most, -5.0))
        total += out[i]
    for i in range(count):
        out[i] /= total
