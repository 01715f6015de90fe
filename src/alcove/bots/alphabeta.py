"""Alpha-beta search, for games of two with nothing hidden and nothing left to chance (see `deepening.py`).

The functions are a template like `search.py`: `kernel.jit.specialise` copies them for each game and puts in what the
game brings. Values are those of the side to move, in the units of the game's evaluation. A win lies beyond all of them.

The search keeps its own stack, a frame for each action since the root, so it can stop after any number of positions
and go on later: the clock and the cancel flag are looked at between two portions, and the same number of positions
finds the same. A turn may have several actions: values change their sign only where the side to move changes.

A value is `sure` if no evaluation had a part in it: the rules alone prove it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

# What a game brings.
rules_awaited: Any = None
rules_legal: Any = None
rules_play: Any = None
rules_winners: Any = None
rules_scores: Any = None
bot_evaluate: Any = None
bot_rank: Any = None
bot_noisy: Any = None
bot_key: Any = None
FUNCTIONS = (
    "shaken",
    "ended",
    "look_up",
    "remember",
    "is_narrow",
    "list_choices",
    "enter",
    "pick_next",
    "reduction",
    "is_too_late",
    "descend",
    "credit",
    "take",
    "leave",
    "begin",
    "run",
)
INLINED = FUNCTIONS[:-2]

MAX_PLY = 120
NONE = -1

WIN = 20_000
"""What a win is worth at the least; what it is won by is added."""
LEAD = 100
"""What each point of the score is worth."""
MAX_LEAD = 9_000
INFINITE = 32_000
MOST_EVALUATED = 12_000
"""No evaluation goes beyond it."""

KILLER, MAX_HISTORY, FIRST = 60, 100, 1 << 24
"""How much earlier than guessed an action is tried that was too good in the same place or elsewhere, or best before."""
SAFE_DEPTH, SAFE = 3, 120
"""A position that is so much better than needed, for each action that is left, is not looked at any further."""
NARROW_DEPTH, HOPE, WIDTH = 3, 90, 8
"""Up to that depth some actions are left out: how much better than guessed one may turn out to be for each action that
is left, and how many are tried, by the square of that."""

ENTER, NEXT, TRY, BACK = 0, 1, 2, 3
"""What is to be done with a frame: look at its position, find its next action, try it, see what it has brought."""
FULL, NARROW, REDUCED = 0, 1, 2
"""How an action is being searched: with the whole window, only whether it beats the best, and that less deeply."""
EXACT, LOWER, UPPER = 1, 2, 3

FRAME = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),
            ("alpha", np.int32),
            ("beta", np.int32),
            ("floor", np.int32),  # alpha as it was at first
            ("depth", np.int32),
            ("best", np.int32),
            ("best_action", np.int32),
            ("best_sure", np.int32),
            ("all_sure", np.int32),
            ("count", np.int32),
            ("at", np.int32),  # the action that is being tried
            ("stage", np.int32),
            ("mode", np.int32),
            ("seat", np.int32),
            ("quiet", np.int32),
            ("begun", np.int32),  # the turn was begun by the action before
            ("gifts", np.int32),  # how often the search went on after something was given away
            ("first_node", np.int64),
        ],
    )
)
ENTRY = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),
            ("value", np.int16),
            ("action", np.int16),
            ("depth", np.int8),
            ("bound", np.int8),
            ("sure", np.int8),
            ("spare", np.int8),
        ],
    )
)


class Desk(NamedTuple):
    """The arrays of one search."""

    states: Any  # [ply]
    frames: Any  # [ply]
    actions: Any  # [ply, n]
    order: Any  # [ply, n]: which action comes first
    guesses: Any  # [ply, n]: what they may be worth, before they are put in order
    table: Any  # positions seen before
    history: Any  # [seat, action]: how often it was too good to be allowed
    killers: Any  # [ply, 2]
    tables: Any  # what the game's evaluation has learned
    root_values: Any  # [n]
    root_nodes: Any
    result: Any  # value and sureness of the frame that was left last
    counts: Any  # nodes so far, the ply that is being worked on, evaluations so far
    character: Any  # see `deepening.Character`
    scores: Any


NODES, PLY, LOOKS = 0, 1, 2
SEED, SHAKE, BLIND, CARE, NARROWED = 0, 1, 2, 3, 4
"""What a character is made of: where its whims come from, how much it misjudges, how often it overlooks a reply (of
1024), how often it asks what a gift was good for, and whether it leaves out what looks hopeless."""


def shaken(desk: Desk, key: Any, value: int) -> int:
    """A value as somebody sees it who misjudges a little, the same position always alike."""
    mixed = (key ^ np.uint64(desk.character[SEED])) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0x94D049BB133111EB)
    throw = np.int64((mixed >> np.uint64(48)) + ((mixed >> np.uint64(32)) & np.uint64(0xFFFF))) - 65535
    value += (desk.character[SHAKE] * throw) >> 16
    return max(-MOST_EVALUATED, min(MOST_EVALUATED, value))


def ended(desk: Desk, state: Any, seat: int) -> int:
    """What a finished game is worth."""
    winners = rules_winners(state)
    rules_scores(state, desk.scores)
    lead: int = max(-MAX_LEAD, min(MAX_LEAD, LEAD * (desk.scores[seat] - desk.scores[1 - seat])))
    if winners == 3:
        return 0
    return lead + WIN if (winners >> seat) & 1 else lead - WIN


def look_up(desk: Desk, frame: Any) -> bool:
    """Whether the table settles a position; then its value is the result."""
    entry = desk.table[np.int64(frame.key & np.uint64(len(desk.table) - 1))]
    if entry.key != frame.key or entry.bound == 0:
        return False
    frame.best_action = entry.action
    if entry.depth < frame.depth and entry.sure == 0:
        return False
    if (
        entry.bound == EXACT
        or (entry.bound == LOWER and entry.value >= frame.beta)
        or (entry.bound == UPPER and entry.value <= frame.alpha)
    ):
        desk.result[0] = entry.value
        desk.result[1] = entry.sure
        return True
    return False


def remember(desk: Desk, frame: Any, sure: int) -> None:
    entry = desk.table[np.int64(frame.key & np.uint64(len(desk.table) - 1))]
    if entry.key != frame.key and entry.sure > sure and entry.depth > frame.depth:
        return
    entry.key = frame.key
    entry.value = frame.best
    entry.action = frame.best_action
    entry.depth = max(0, frame.depth)
    entry.bound = LOWER if frame.best >= frame.beta else UPPER if frame.best <= frame.floor else EXACT
    entry.sure = sure


def list_choices(desk: Desk, ply: int) -> None:
    """The actions of a position, and which to try first: the one that was best before, then by guesses, by what was
    too good in the same place and elsewhere. Near the end of the search what is guessed too low is left out."""
    frame, state, actions = desk.frames[ply], desk.states[ply], desk.actions[ply]
    count = rules_legal(state, frame.seat, actions)
    bot_rank(state, frame.seat, desk.tables, actions, count, desk.guesses[ply])
    least = -INFINITE
    if is_narrow(desk, frame) and ply > 0:
        least = frame.alpha - HOPE * frame.depth
    kept, highest = 0, 0
    for i in range(count):
        action, guess = actions[i], desk.guesses[ply, i]
        if guess > desk.guesses[ply, highest]:
            highest = i
        first = guess + desk.history[frame.seat, action]
        if action == desk.killers[ply, 0]:
            first += KILLER
        elif action == desk.killers[ply, 1]:
            first += KILLER // 2
        if action == frame.best_action:
            first = FIRST
        elif guess <= least:
            continue
        actions[kept] = action
        desk.order[ply, kept] = first
        kept += 1
    if kept == 0:
        actions[0] = actions[highest]
        desk.order[ply, 0] = 0
        kept = 1
    frame.all_sure = 1 if kept == count else 0
    frame.count = kept
    frame.at = -1
    frame.stage = NEXT


def is_narrow(desk: Desk, frame: Any) -> bool:
    """Whether some actions are left out."""
    near_end = frame.quiet == 1 and frame.depth <= NARROW_DEPTH and frame.alpha > -WIN
    return bool(near_end and desk.character[NARROWED] > 0)


def enter(desk: Desk, ply: int) -> bool:
    """Look at a position. True if that settles it, with its value as the result."""
    frame, state = desk.frames[ply], desk.states[ply]
    awaited = rules_awaited(state)
    if awaited == 0:
        desk.result[0] = ended(desk, state, frame.seat)
        desk.result[1] = 1
        return True
    frame.seat = awaited >> 1
    frame.key = bot_key(state)
    frame.best_action = NONE
    if look_up(desk, frame) and ply > 0:
        return True
    frame.quiet = 0 if bot_noisy(state) else 1
    if frame.quiet == 0 and ply > 0 and frame.depth <= 0 and desk.character[BLIND] > 0:
        overlooked = (frame.key ^ np.uint64(desk.character[SEED])) * np.uint64(0x9E3779B97F4A7C15)
        frame.quiet = 1 if np.int64(overlooked >> np.uint64(54)) < desk.character[BLIND] else 0
    if (frame.quiet == 1 and frame.depth <= 0) or ply == MAX_PLY - 1:
        desk.counts[LOOKS] += 1
        desk.result[0] = shaken(desk, frame.key, bot_evaluate(state, frame.seat, desk.tables))
        desk.result[1] = 0
        return True
    if desk.character[NARROWED] > 0 and frame.quiet > frame.begun and frame.depth <= SAFE_DEPTH and ply > 0:
        if frame.beta < WIN and frame.beta > -WIN:
            value = bot_evaluate(state, frame.seat, desk.tables)
            if value - SAFE * frame.depth >= frame.beta:
                desk.counts[LOOKS] += 1
                desk.result[0] = value
                desk.result[1] = 0
                return True
    frame.best = -INFINITE
    frame.best_sure = 0
    frame.floor = frame.alpha
    list_choices(desk, ply)
    return False


def pick_next(desk: Desk, ply: int) -> bool:
    """Bring the most promising of the remaining actions to the front; False if there is none."""
    frame = desk.frames[ply]
    frame.at += 1
    at = frame.at
    if at >= frame.count:
        return False
    best = at
    for i in range(at + 1, frame.count):
        if desk.order[ply, i] > desk.order[ply, best]:
            best = i
    if best != at:
        action, order = desk.actions[ply, at], desk.order[ply, at]
        desk.actions[ply, at], desk.order[ply, at] = desk.actions[ply, best], desk.order[ply, best]
        desk.actions[ply, best], desk.order[ply, best] = action, order
    return True


def reduction(depth: int, at: int) -> int:
    """By how much less deeply a late action is searched at first."""
    if depth < 2 or at < 3:
        return 0
    return min(depth - 1, 1 + (at >= 10) + (at >= 30 and depth > 3) + (depth > 6))


def is_too_late(desk: Desk, frame: Any) -> bool:
    """Whether so many actions were tried near the end of the search that the rest is left out."""
    return is_narrow(desk, frame) and frame.at >= WIDTH * frame.depth * frame.depth and frame.best > -WIN


def descend(desk: Desk, ply: int) -> None:
    """Carry out the action of a frame and search what it leads to."""
    frame = desk.frames[ply]
    desk.states[ply + 1] = desk.states[ply]
    state, child = desk.states[ply + 1], desk.frames[ply + 1]
    rules_play(state, frame.seat, desk.actions[ply, frame.at])
    awaited = rules_awaited(state)
    child.seat = frame.seat if awaited == 0 else awaited >> 1
    depth = frame.depth - frame.quiet
    if frame.mode == REDUCED:
        depth -= reduction(frame.depth, frame.at)
    child.begun = 1 if child.seat == frame.seat and frame.quiet == 1 else 0
    child.gifts = frame.gifts
    if child.begun:
        depth = max(1, depth)  # a turn that was begun is ended
    elif depth <= 0 and frame.quiet == 1 and frame.gifts < desk.character[CARE] and bot_noisy(state):
        # Whoever gives something away to be on move again has to show what for.
        depth = 1
        child.gifts += 1
    child.depth = depth
    low, high = frame.alpha, frame.beta
    if frame.mode != FULL:
        high = low + 1
    if child.seat == frame.seat:
        child.alpha, child.beta = low, high
    else:
        child.alpha, child.beta = -high, -low
    child.stage = ENTER
    frame.stage = BACK
    desk.counts[PLY] = ply + 1


def credit(desk: Desk, ply: int) -> None:
    """Note an action that was too good to be allowed."""
    frame = desk.frames[ply]
    action, gain = frame.best_action, min(32, frame.depth * frame.depth + 1)
    if action != desk.killers[ply, 0]:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = action
    for i in range(frame.at):
        before = desk.history[frame.seat, desk.actions[ply, i]]
        desk.history[frame.seat, desk.actions[ply, i]] -= gain + (before * gain) // MAX_HISTORY
    before = desk.history[frame.seat, action]
    desk.history[frame.seat, action] += gain - (before * gain) // MAX_HISTORY


def take(desk: Desk, ply: int) -> None:
    """See what an action has brought: search it again, more closely, or go on to the next."""
    frame = desk.frames[ply]
    same = desk.frames[ply + 1].seat == frame.seat
    value = desk.result[0] if same else -desk.result[0]
    sure = desk.result[1]
    if frame.mode == REDUCED and value > frame.alpha:
        frame.mode = NARROW
        frame.stage = TRY
        return
    if frame.mode == NARROW and frame.alpha < value < frame.beta:
        frame.mode = FULL
        frame.stage = TRY
        return
    frame.stage = NEXT
    if ply == 0:
        desk.root_values[desk.actions[0, frame.at]] = value
        desk.root_nodes[desk.actions[0, frame.at]] += desk.counts[NODES] - frame.first_node
    frame.all_sure &= sure
    if value > frame.best:
        frame.best = value
        frame.best_sure = sure
        if value > frame.alpha or frame.best_action == NONE:
            frame.best_action = desk.actions[ply, frame.at]
        if value > frame.alpha:
            frame.alpha = value


def leave(desk: Desk, ply: int) -> None:
    """All that matters has been tried: the best of it is the result."""
    frame = desk.frames[ply]
    sure = frame.all_sure
    if frame.best_sure and (frame.best >= frame.beta or frame.best >= WIN):
        sure = 1
    if frame.best >= frame.beta and frame.quiet == 1:
        credit(desk, ply)
    remember(desk, frame, sure)
    desk.result[0] = frame.best
    desk.result[1] = sure


def begin(desk: Desk, seat: int, depth: int, alpha: int, beta: int) -> None:
    """Set out to search the root to a depth."""
    root = desk.frames[0]
    root.alpha, root.beta, root.depth, root.stage, root.seat = alpha, beta, depth, ENTER, seat
    root.begun = root.gifts = 0
    desk.counts[PLY] = 0


def run(desk: Desk, most: int) -> bool:
    """Go on until the root is searched, or until so many nodes have been looked at. Whether it is searched."""
    while True:
        ply = desk.counts[PLY]
        frame = desk.frames[ply]
        settled = False
        if frame.stage == ENTER:
            if desk.counts[NODES] >= most:
                return False
            desk.counts[NODES] += 1
            settled = enter(desk, ply)
        elif frame.stage == BACK:
            take(desk, ply)
        elif frame.stage == TRY:
            descend(desk, ply)
        elif frame.alpha >= frame.beta or not pick_next(desk, ply):
            leave(desk, ply)
            settled = True
        elif is_too_late(desk, frame):
            frame.all_sure = 0
            frame.at = frame.count
        else:
            frame.first_node = desk.counts[NODES]
            frame.mode = FULL if frame.at == 0 else NARROW
            if frame.quiet == 1 and reduction(frame.depth, frame.at) > 0:
                frame.mode = REDUCED
            frame.stage = TRY
        if settled:
            if ply == 0:
                return True
            desk.counts[PLY] = ply - 1
