"""Monte Carlo tree search, written once and compiled for each game (see `engine.py`).

The functions are a template: `kernel.jit.specialise` copies them for each game and puts in what the game brings.

The tree is open-loop: a node stands for what was done since the root, not for a state, and every simulation starts
from a copy of the root in which all that the searching seat cannot know is drawn anew (`conceal`). That one shape
carries chance, hidden hands and perfect information alike. A game may say that what chance brings before everybody's
eyes leads to different nodes (`seen`). Where several seats choose at once, each picks from its own
statistics of the same node, blind to the others, and the joint choice leads to the next node.

Where seats see different things, a game may say what a seat's choice depends on (`sight`). Then each seat has a tree of
its own, whose nodes stand for what it sees, and not for what all have done.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from alcove.bots.race import NOBODY, TURN

# What a game brings. `rules_…` are functions of its rules; the bot's hooks have defaults in `defaults.py`.
rules_awaited: Any = None
rules_legal: Any = None
rules_play: Any = None
rules_sample: Any = None
bot_guess: Any = None
bot_estimate: Any = None
bot_seen: Any = None
bot_sight: Any = None
bot_imagine: Any = None
open_game: Any = None  # no chance and no secrets
walk: Any = None  # `walk_together`, or `walk_apart` where each seat has a tree of what it sees
step: Any = None  # `simulate`, or `compete` where choices may be raced
races: Any = None
fixed_choices: Any = None  # the choices at a node never change
exploration: Any = None
STEPS = ("join", "find_child", "expand", "choose", "play_step")
FUNCTIONS = ("run", "random_games")
INLINED = (*STEPS, "walk_together", "walk_apart", "back_up", "simulate")

MAX_SEATS = 8
MAX_DEPTH = 512
NONE = -1
NARROW = 8
"""A node looks at no more choices than this and the square root of its simulations."""

NODE = np.dtype(
    (
        np.record,
        [
            ("first_edge", np.int32, (MAX_SEATS,)),  # [seat]: where its list of edges begins
            ("visits", np.int32),
        ],
    )
)
EDGE = np.dtype(
    (
        np.record,
        [
            ("value", np.float64),  # the sum of what the choosing seat got
            ("prior", np.float32),
            ("cost", np.float32),  # what it gives away for certain
            ("action", np.int32),
            ("next_edge", np.int32),
            ("visits", np.int32),
        ],
    )
)


class Tree(NamedTuple):
    """The arrays of one search. `used` counts nodes and edges; the three between are a hash table to child nodes."""

    nodes: Any
    edges: Any
    parents: Any  # the node above plus one, 0 marks a free slot
    joints: Any
    children: Any
    used: Any


class Desk(NamedTuple):
    """Room to work in: one simulation's state and path."""

    scratch: Any  # a state that is played on
    root: Any
    rng: Any
    rewards: Any
    actions: Any
    priors: Any
    costs: Any
    marks: Any  # [action]: number of the visit at which it was last legal
    path_edges: Any
    path_seats: Any
    visit: Any
    mind: Any  # what was learned, where something was
    lanes: Any  # of a race between choices, see `race.py`


def join(joint: Any, seat: int, action: int) -> Any:
    """Add one seat's action to a joint choice, which begins as zero."""
    turned = (joint << np.uint64(17)) ^ (joint >> np.uint64(47)) ^ np.uint64(action + 1)
    return turned * np.uint64(0xBF58476D1CE4E5B9) + np.uint64(seat)


def find_child(tree: Tree, node: int, joint: Any) -> int:
    """The node after a joint choice, made if it is new; NONE if there is no room."""
    size = len(tree.joints)
    mixed = (joint ^ (np.uint64(node) * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0x94D049BB133111EB)
    slot = np.int64(mixed >> np.uint64(32)) & (size - 1)
    while tree.parents[slot] != 0:
        # Parent and choice are compared whole: a mix-up of nodes would play moves that are not legal.
        if tree.parents[slot] == node + 1 and tree.joints[slot] == joint:
            return tree.children[slot]
        slot = (slot + 1) & (size - 1)
    if tree.used[0] >= len(tree.nodes):
        return NONE
    child = tree.used[0]
    tree.used[0] += 1
    tree.parents[slot] = node + 1
    tree.joints[slot] = joint
    tree.children[slot] = child
    fresh = tree.nodes[child]
    for seat in range(MAX_SEATS):
        fresh.first_edge[seat] = NONE
    fresh.visits = 0
    return child


def expand(tree: Tree, desk: Desk, node: int, seat: int, count: int) -> None:
    """Add edges for the first `count` of desk.actions, at the head of the seat's list."""
    desk.costs[:count] = 0.0
    bot_guess(desk.scratch[0], seat, desk.actions, count, desk.priors, desk.costs, desk.mind)
    for i in range(count - 1, -1, -1):
        at = tree.used[1]
        tree.used[1] += 1
        edge = tree.edges[at]
        edge.action = desk.actions[i]
        edge.prior = desk.priors[i]
        edge.cost = desk.costs[i]
        edge.visits = 0
        edge.value = 0.0
        edge.next_edge = tree.nodes[node].first_edge[seat]
        tree.nodes[node].first_edge[seat] = at


def choose(tree: Tree, desk: Desk, node: int, seat: int) -> int:
    """The edge a seat takes: what did well so far, what looks promising, what was seldom tried.

    Returns NONE where the tree has no room for the seat's choices.
    """
    if races and desk.lanes.count[TURN] != NOBODY:
        return desk.lanes.count[TURN]
    head = tree.nodes[node].first_edge[seat]
    if head == NONE or not fixed_choices:
        count = rules_legal(desk.scratch[0], seat, desk.actions)
        if head != NONE:  # other cards, other choices: add those that are new
            desk.visit[0] += 1
            for i in range(count):
                desk.marks[desk.actions[i]] = desk.visit[0]
            at = head
            while at != NONE:
                if desk.marks[tree.edges[at].action] == desk.visit[0]:
                    desk.marks[tree.edges[at].action] = -desk.visit[0]
                at = tree.edges[at].next_edge
            new = 0
            for i in range(count):
                if desk.marks[desk.actions[i]] == desk.visit[0]:
                    desk.marks[desk.actions[i]] = -desk.visit[0]
                    desk.actions[new] = desk.actions[i]
                    new += 1
            count = new
        elif not fixed_choices:
            desk.visit[0] += 1
            for i in range(count):
                desk.marks[desk.actions[i]] = -desk.visit[0]
        if count > 0:
            if tree.used[1] + count > len(tree.edges):
                return NONE
            expand(tree, desk, node, seat, count)
        head = tree.nodes[node].first_edge[seat]
    tried, looked_at, value, mass = 0, 0, 0.0, 0.0
    at = head
    while at != NONE:
        edge = tree.edges[at]
        if edge.visits > 0 and (fixed_choices or desk.marks[edge.action] == -desk.visit[0]):
            tried += edge.visits
            looked_at += 1
            value += edge.value
            mass += edge.prior
        at = edge.next_edge
    # A choice not yet tried is expected to do a little worse than those that were, the more of them were tried.
    untried = 0.5 if tried == 0 else value / tried - 0.2 * np.sqrt(mass)
    root = np.sqrt(tried + 1.0)
    reach = exploration * root
    wide = looked_at < NARROW + root
    best, best_score = NONE, -1e18
    at = head
    while at != NONE:
        edge = tree.edges[at]
        if (wide or edge.visits > 0) and (fixed_choices or desk.marks[edge.action] == -desk.visit[0]):
            mean = edge.value / edge.visits if edge.visits > 0 else untried
            score = mean + reach * edge.prior / (1.0 + edge.visits)
            if score > best_score:
                best, best_score = at, score
        at = edge.next_edge
    return best


def back_up(tree: Tree, desk: Desk, depth: int) -> None:
    for i in range(depth):
        edge = tree.edges[desk.path_edges[i]]
        edge.visits += 1
        edge.value += desk.rewards[desk.path_seats[i]]


def walk_together(tree: Tree, desk: Desk, searcher: int) -> int:
    """Down one tree, in which all do what they do."""
    state = desk.scratch[0]
    node, depth = 0, 0
    while depth < MAX_DEPTH - MAX_SEATS:
        awaited = rules_awaited(state)
        fresh = tree.nodes[node].visits == 0
        tree.nodes[node].visits += 1
        if awaited == 0 or (fresh and node != 0):
            break
        first = depth
        joint = np.uint64(0)
        for seat in range(MAX_SEATS):
            if (awaited >> seat) & 1:
                edge = choose(tree, desk, node, seat)
                if edge == NONE:
                    break
                desk.path_edges[depth] = edge
                desk.path_seats[depth] = seat
                depth += 1
                joint = join(joint, seat, tree.edges[edge].action)
        if depth == first:
            break
        for i in range(first, depth):
            if (rules_awaited(state) >> desk.path_seats[i]) & 1:
                rules_play(state, desk.path_seats[i], tree.edges[desk.path_edges[i]].action)
        seen = bot_seen(state)
        if seen > 0:
            joint = join(joint, MAX_SEATS, seen)
        node = find_child(tree, node, joint)
        if node == NONE:
            break
    return depth


def walk_apart(tree: Tree, desk: Desk, searcher: int) -> int:
    """Each seat down a tree of its own, until one of them sees what is new to it."""
    state = desk.scratch[0]
    depth, awaited = 0, rules_awaited(state)
    while awaited != 0 and depth < MAX_DEPTH - MAX_SEATS:
        first, hasty = depth, 0
        for seat in range(MAX_SEATS):
            if (awaited >> seat) & 1:
                sight = bot_sight(state, seat, desk.mind)
                if sight == 0:
                    hasty |= 1 << seat
                    continue
                at_root = first == 0 and seat == searcher
                node = 0 if at_root else find_child(tree, seat, np.uint64(sight))
                if node == NONE:
                    return first
                tree.nodes[node].visits += 1
                if tree.nodes[node].visits == 1 and not at_root:
                    return first
                edge = choose(tree, desk, node, seat)
                if edge == NONE:
                    return first
                desk.path_edges[depth] = edge
                desk.path_seats[depth] = seat
                depth += 1
        play_step(tree, desk, first, depth, hasty)
        awaited = rules_awaited(state)
    return depth


def play_step(tree: Tree, desk: Desk, first: int, depth: int, hasty: int) -> None:
    """Carry out what was chosen; whose choice does not matter does anything."""
    state = desk.scratch[0]
    for i in range(first, depth):
        if (rules_awaited(state) >> desk.path_seats[i]) & 1:
            rules_play(state, desk.path_seats[i], tree.edges[desk.path_edges[i]].action)
    for seat in range(MAX_SEATS):
        if ((hasty & rules_awaited(state)) >> seat) & 1:
            rules_play(state, seat, rules_sample(state, seat, desk.rng))


def simulate(tree: Tree, desk: Desk, searcher: int) -> None:
    """Walk down, add a leaf, judge it, and tell all choices on the way."""
    desk.scratch[0] = desk.root[0]
    if not open_game:
        bot_imagine(desk.scratch[0], searcher, desk.rng, desk.mind)
    depth = walk(tree, desk, searcher)
    bot_estimate(desk.scratch[0], searcher, desk.rng, desk.actions, desk.rewards, desk.mind)
    back_up(tree, desk, depth)


def run(tree: Tree, desk: Desk, searcher: int, simulations: int) -> None:
    for _ in range(simulations):
        step(tree, desk, searcher)


def random_games(start: Any, scratch: Any, rng: Any, count: int) -> int:
    """Play uniformly random games from a position; return the number of actions."""
    total = 0
    for _ in range(count):
        scratch[0] = start[0]
        state = scratch[0]
        while True:
            awaited = rules_awaited(state)
            if awaited == 0:
                break
            seat = 0
            while not (awaited >> seat) & 1:
                seat += 1
            rules_play(state, seat, rules_sample(state, seat, rng))
            total += 1
    return total
