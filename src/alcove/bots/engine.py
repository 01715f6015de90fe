"""Search a position: compile the template for its game, give it room, a budget and a way to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from alcove.bots import deepening, defaults, nets, race
from alcove.bots import search as template
from alcove.bots.deepening import BEST_PLAY, Character
from alcove.bots.root import leaders, vary
from alcove.bots.search import EDGE, MAX_DEPTH, NODE, NONE, Desk, Tree
from alcove.bots.thought import MAX_LINE, Cancel, Thought, mixed
from alcove.kernel.errors import NotYourTurnError
from alcove.kernel.game import Game
from alcove.kernel.jit import specialise
from alcove.kernel.position import Position
from alcove.kernel.shares import each_for_themselves
from alcove.kernel.text import Text

EXPLORATION = 1.3
MAX_NODES = 1 << 20
MAX_EDGES = 4_000_000
CATCHING_UP = 0.5
"""The share of all further simulations that a second choice is thought to get at the most while it catches up. With a
clock nothing is thought: the time is there, and is used until the choice cannot change."""
FLOOR = 0.1
"""The share of the priors at the root that all choices get alike."""
WON, WON_VISITS = 0.93, 400
WELL_AHEAD, NEARLY = 0.6, 0.1
FIRST_PORTION = 64
SLICE_SECONDS = 0.004
"""How long compiled code runs before the clock and the cancel flag are looked at again."""


def parts_for(game: Game) -> dict[str, Any]:
    """What a game brings to templates like the search: its rules, and its bot's hooks or their defaults."""
    rules = game.rules
    parts: dict[str, Any] = {
        f"rules_{name}": getattr(rules, name) for name in ("awaited", "legal", "play", "conceal", "sample", "winners")
    }
    parts["rules_together"] = rules.together or each_for_themselves
    parts["fixed_choices"] = not (rules.CHANCE or rules.SECRETS)
    parts["exploration"] = EXPLORATION if game.bot.EXPLORATION is None else game.bot.EXPLORATION
    hooks = {"rewards": game.bot.rewards, "rollout": game.bot.rollout, "priors": game.bot.priors}
    for hook, own in hooks.items():  # in this order: the default rollout calls the rewards
        made = own or getattr(specialise(defaults, [hook], game.name, parts), hook)
        parts[f"bot_{hook}"] = made
    return parts


def searching_code(game: Game) -> SimpleNamespace:
    """The functions that search a game."""
    return compile_for(game) if game.bot.evaluate is None else deepening.compile_for(game)


@cache
def compile_for(game: Game) -> SimpleNamespace:
    """The functions of a tree search. Numba compiles each at its first call, or takes it from the cache."""
    parts = parts_for(game)
    plain = specialise(defaults, ["guess", "estimate", "seen", "sight", "imagine"], game.name, parts)
    judging = nets.compile_for(game, parts) if game.bot.FEATURES else plain
    parts |= {
        "bot_guess": game.bot.guess or judging.guess,
        "bot_estimate": game.bot.estimate or judging.estimate,
        "bot_seen": game.bot.seen or plain.seen,
        "bot_sight": game.bot.sight or plain.sight,
        "bot_imagine": game.bot.imagine or plain.imagine,
        "open_game": parts["fixed_choices"],
        "fixed_choices": parts["fixed_choices"] or game.bot.sight is not None,
    }
    parts["races"] = game.bot.features is not None
    walk = "walk_together" if game.bot.sight is None else "walk_apart"
    steps = vars(specialise(template, [*template.STEPS, walk], game.name, parts))
    parts |= {**steps, "walk": steps[walk]}
    parts["step"] = parts["simulate"] = specialise(template, ["back_up", "simulate"], game.name, parts).simulate
    if parts["races"]:
        parts["values"] = judging.values
        parts["step"] = specialise(race, race.FUNCTIONS, game.name, parts).compete
    return SimpleNamespace(**steps, **vars(specialise(template, template.FUNCTIONS, game.name, parts)))


def mind_for(position: Position, seat: int) -> Any:
    """What was learned of a game, and room to use it; None where nothing was."""
    if position.game.bot.mind is not None:
        return position.game.bot.mind(position, seat)
    return nets.mind_for(position) if position.game.bot.FEATURES else None


class Choice(NamedTuple):
    action: int
    visits: int
    value: float
    """The sum of what it brought."""
    cost: float


class Search:
    """One tree over one position, for one thread."""

    floor = FLOOR
    first_portion = FIRST_PORTION

    def __init__(self, position: Position, seat: int, seed: int, simulations: int) -> None:
        rules = position.game.rules
        self.position = position
        self.seat = seat
        self.done = 0
        self._compiled = compile_for(position.game)
        nodes = min(simulations + 2, MAX_NODES)
        edges = min(max(20_000, 64 * nodes) + rules.MAX_CHOICES, MAX_EDGES)
        slots = 1 << (2 * nodes - 1).bit_length()
        self.tree = Tree(
            np.empty(nodes, dtype=NODE),
            np.empty(edges, dtype=EDGE),
            np.zeros(slots, dtype=np.int32),
            np.empty(slots, dtype=np.uint64),
            np.empty(slots, dtype=np.int32),
            np.array([1, 0], dtype=np.int64),
        )
        self.tree.nodes[0].first_edge[:] = NONE
        self.tree.nodes[0].visits = 0
        self.desk = Desk(
            position.copy_row(),
            position.copy_row(),
            np.array([seed & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64),
            np.zeros(position.players, dtype=np.float64),
            np.empty(rules.MAX_CHOICES, dtype=np.int32),
            np.empty(rules.MAX_CHOICES, dtype=np.float64),
            np.empty(rules.MAX_CHOICES, dtype=np.float64),
            np.zeros(rules.ACTIONS, dtype=np.int64),
            np.empty(MAX_DEPTH, dtype=np.int64),
            np.empty(MAX_DEPTH, dtype=np.int64),
            np.zeros(1, dtype=np.int64),
            mind_for(position, seat),
            race.make_lanes(rules.MAX_CHOICES),
        )

    @property
    def simulations(self) -> int:
        return self.done

    def run(self, simulations: int) -> None:
        first = min(simulations, 1 if self.done == 0 else 0)
        if first:  # the first simulation only opens the root
            self._compiled.run(self.tree, self.desk, self.seat, first)
            vary(self.tree, self.desk.rng, self.seat, self.floor)
        self._compiled.run(self.tree, self.desk, self.seat, simulations - first)
        self.done += simulations

    def edges(self, node: int = 0, seat: int | None = None) -> list[Any]:
        """The edges of a seat at a node."""
        found = []
        at = int(self.tree.nodes[node].first_edge[self.seat if seat is None else seat])
        while at != NONE:
            found.append(self.tree.edges[at])
            at = int(self.tree.edges[at].next_edge)
        return found

    def choices(self) -> list[Choice]:
        """What is known of the choices at the root."""
        edges = self.edges()
        return [Choice(int(edge.action), int(edge.visits), float(edge.value), float(edge.cost)) for edge in edges]

    def decided(self, left: int) -> bool:
        """So many more simulations cannot change the choice, or the game is as good as won."""
        best, second = leaders(self.tree, self.seat)
        visits, value = int(self.tree.edges[best].visits), float(self.tree.edges[best].value)
        if second == NONE or visits - int(self.tree.edges[second].visits) > left:
            return True
        return visits >= WON_VISITS and value / visits >= WON


class Race(Search):
    """The choices of one position, raced by playouts with the same dice (`race.py`). `done` counts dice."""

    first_portion = race.FIRST_LOOK

    def __init__(self, position: Position, seat: int, seed: int, simulations: int) -> None:
        super().__init__(position, seat, seed, 1)
        self._compiled.run(self.tree, self.desk, seat, 1)  # opens the root
        for edge in self.edges():
            edge.visits, edge.value = 0, 0.0
        self.tree.parents[:], self.tree.used[0] = 0, len(self.tree.nodes)  # and nothing grows from it
        self.desk.mind.turns[0] = race.TURNS

    @property
    def simulations(self) -> int:
        return int(self.desk.lanes.dice.sum())

    def run(self, simulations: int) -> None:
        self._compiled.run(self.tree, self.desk, self.seat, simulations)
        self.done += simulations

    def choices(self) -> list[Choice]:
        """A choice is worth what the favourite has reached, and by how much it is better than that."""
        lanes = self.desk.lanes
        race.weigh(lanes)
        favourite = self.tree.edges[lanes.count[race.FAVOURITE]]
        reached = float(favourite.value) / int(favourite.visits)
        worths = np.clip(reached + lanes.standing, 0.0, 1.0)
        return [
            Choice(int(edge.action), int(edge.visits), int(edge.visits) * float(worth), 0.0)
            for edge, worth in zip(self.tree.edges, worths[: lanes.count[race.LANES]], strict=False)
        ]

    def decided(self, left: int) -> bool:
        return int(self.desk.lanes.open.sum()) <= 1


def search(
    position: Position,
    seat: int,
    simulations: int | None = None,
    milliseconds: float | None = None,
    threads: int = 1,
    seed: int = 0,
    cancel: Cancel | None = None,
    character: Character = BEST_PLAY,
) -> Thought:
    """Think about a position for one seat, within a number of simulations or a time.

    The same seed and number of simulations give the same thought. It blocks, and releases the interpreter while
    compiled code runs. A game that brings an evaluation is searched by alpha-beta, which looks at some positions in the
    time of a simulation; all others by a tree: with several threads each grows one of its own and the trees are summed
    up. Where a net knows the game, all play as one and there is a clock, choices are raced in place of a tree. A
    character is how alpha-beta differs from the best it could do.
    """
    if seat not in position.awaited:
        raise NotYourTurnError(
            Text("{name} has nothing to decide.", "{name} hat nichts zu entscheiden.").fill(
                name=position.game.seat_name(seat)
            )
        )
    if simulations is None and milliseconds is None:
        milliseconds = 1000.0
    if position.game.bot.evaluate is not None:
        return deepening.search(position, seat, simulations, milliseconds, threads, seed, cancel, character)
    most = simulations if simulations is not None else MAX_NODES - 2
    deadline = None if milliseconds is None else time.perf_counter() + milliseconds / 1000
    shares = [most // threads + (i < most % threads) for i in range(threads)]
    kind = Race if simulations is None and nets.one_for_all(position) else Search
    trees = [kind(position, seat, mixed(seed, i), max(1, share)) for i, share in enumerate(shares)]
    others = [
        threading.Thread(target=_grow, args=(tree, share, deadline, cancel))
        for tree, share in zip(trees[1:], shares[1:], strict=True)
    ]
    for thread in others:
        thread.start()
    _grow(trees[0], shares[0], deadline, cancel)
    for thread in others:
        thread.join()
    return _sum_up(trees)


def _grow(tree: Search, most: int, deadline: float | None, cancel: Cancel | None) -> None:
    portion = tree.first_portion
    while tree.done < most and not (cancel is not None and cancel.cancelled and tree.done):
        began = time.perf_counter()
        tree.run(min(portion, most - tree.done))
        now = time.perf_counter()
        rate = portion / max(now - began, 1e-6)
        left = most - tree.done
        if deadline is not None:  # without one the portions stay the same, and so does the thought
            if now >= deadline:
                return
            left = min(left, int(rate * (deadline - now) * 1.2) + 1)
            portion = max(1, min(4096, int(rate * SLICE_SECONDS)))
        else:
            left = int(left * CATCHING_UP)
        if tree.decided(left):
            return


def _sum_up(trees: list[Search]) -> Thought:
    visits: dict[int, int] = {}
    values: dict[int, float] = {}
    costs: dict[int, float] = {}
    for tree in trees:
        for choice in tree.choices():
            visits[choice.action] = visits.get(choice.action, 0) + choice.visits
            values[choice.action] = values.get(choice.action, 0.0) + choice.value
            costs[choice.action] = choice.cost
    best = _choice(visits, values, costs)
    position, seat = trees[0].position, trees[0].seat
    means = {action: values[action] / visits[action] for action in visits if visits[action]}
    texts = {action: position.action(seat, action).text for action in visits}
    order = sorted(visits, key=lambda action: (-visits[action], action))
    return Thought(
        action=position.action(seat, best),
        value=means.get(best, 0.5),
        visits={texts[action]: visits[action] for action in order},
        line=_main_line(trees[0], best),
        simulations=sum(tree.simulations for tree in trees),
        values={texts[action]: means[action] for action in order if action in means},
    )


def _choice(visits: dict[int, int], values: dict[int, float], costs: dict[int, float]) -> int:
    """The choice that was visited most.

    Whoever is well ahead does not give anything away for certain to avoid what might come, if another choice is
    nearly as good: such a gift puts the danger off, and the next one puts it off again.
    """

    def rank(action: int) -> tuple[int, float, int]:
        return visits[action], values[action], -action

    best = max(visits, key=rank)
    free = [action for action in visits if costs[action] == 0 and visits[action]]
    if costs[best] > 0 and free:
        safe = max(free, key=rank)
        lead, kept = values[best] / visits[best], values[safe] / visits[safe]
        if lead >= WELL_AHEAD and kept >= lead - NEARLY:
            return safe
    return best


def _main_line(tree: Search, first: int, most: int = MAX_LINE) -> list[str]:
    """The most visited choices from the root on. It ends where something is hidden or left to chance."""
    game = tree.position.game
    position, seat = tree.position, tree.seat
    line = [position.action(seat, first).text]
    if game.rules.CHANCE or game.rules.SECRETS:
        return line
    position, node, action = position.play_legal(seat, first), 0, first
    while len(line) < most and len(position.awaited) == 1:
        joint = tree._compiled.join(np.uint64(0), seat, action)
        node = int(tree._compiled.find_child(tree.tree, node, np.uint64(joint)))
        seat = position.awaited[0]
        edges = tree.edges(node, seat) if node != NONE else []
        if not edges or max(edge.visits for edge in edges) == 0:
            break
        action = int(max(edges, key=lambda edge: int(edge.visits)).action)
        line.append(position.action(seat, action).text)
        position = position.play_legal(seat, action)
    return line


def warm(game: Game, report: Callable[[int, int], None] | None = None) -> None:
    """Compile all that a game needs, or load it from the cache, telling how far it is."""
    position = game.new(seed=0)
    seat = position.awaited[0]
    steps: list[Callable[[], Any]] = [
        lambda: position.legal(seat),
        lambda: position.play(seat, position.legal_indices(seat)[0]),
        lambda: [position.why_not(seat, index) for index in range(0, game.rules.ACTIONS, 97)],
        lambda: (position.view(seat), position.view(None), str(position), position.scores),
        lambda: position.conceal(seat, 1),
        lambda: search(position, seat, simulations=50),
    ]
    for number, step in enumerate(steps):
        if report is not None:
            report(number, len(steps))
        step()
    if report is not None:
        report(len(steps), len(steps))


def random_games(position: Position, count: int, seed: int) -> int:
    """Play random games from a position; return the number of actions."""
    rng = np.array([mixed(seed, 0)], dtype=np.uint64)
    played = compile_for(position.game).random_games(position.copy_row(), position.copy_row(), rng, count)
    return int(played)
