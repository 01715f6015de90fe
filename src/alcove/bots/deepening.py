"""Alpha-beta search of a position: one action deeper again and again, until the budget is used up or all is proven."""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from alcove.bots import alphabeta as template
from alcove.bots.alphabeta import ENTRY, FRAME, INFINITE, LOOKS, MAX_PLY, NODES, NONE, WIN, Desk
from alcove.bots.thought import MAX_LINE, Cancel, Thought, mixed
from alcove.kernel.game import Game
from alcove.kernel.jit import specialise
from alcove.kernel.position import Position

MAX_DEPTH = 100
WINDOW, WIDER = 60, 300
"""How far a value is expected from the one before, and how much further if it is not."""
LEAST_DEPTH_FOR_WINDOW = 3
FIRST_PORTION, PORTION = 1 << 8, 1 << 12
"""Positions that compiled code looks at before the clock and the cancel flag are looked at again."""
MOST_ENTRIES = 1 << 20
ENOUGH_ENDS = 8
"""If fewer than one in so many positions had to be evaluated, the rest of the game can be searched to its end."""
POSITIONS = 16
"""So many positions are looked at in the time that a tree takes for one simulation: a budget in simulations is the same
work for both."""
SEATS = 2

Clock = Callable[[], float]


@dataclass(frozen=True)
class Character:
    """How a search differs from the best it could do."""

    depth: int = MAX_DEPTH
    """How many actions it looks ahead, beside those that are forced."""
    shake: int = 6
    """By how much it misjudges what it sees, in the units of the evaluation. A little, so that games differ."""
    blind: int = 0
    """How many of 1024 forced replies it overlooks at the end of what it looks at."""


BEST_PLAY = Character()


@cache
def compile_for(game: Game) -> SimpleNamespace:
    """The search functions of a game. Numba compiles each at its first call, or takes it from the cache."""
    parts = {f"rules_{name}": getattr(game.rules, name) for name in ("awaited", "legal", "play", "winners", "scores")}
    parts |= {f"bot_{name}": getattr(game.bot, name) for name in ("evaluate", "rank", "noisy", "key")}
    return specialise(template, template.FUNCTIONS, game.name, parts)


@cache
def tables_of(game: Game) -> Any:
    """What a game's evaluation has learned, as its code looks it up."""
    assert game.bot.tables is not None
    return game.bot.tables()


class Deepening:
    """One search of one position, for one thread."""

    def __init__(
        self, position: Position, seat: int, seed: int, most: int, character: Character = BEST_PLAY, tables: Any = None
    ) -> None:
        rules = position.game.rules
        self.position, self.seat, self.character, self.most = position, seat, character, most
        self.best, self.value, self.sure, self.depth = NONE, 0, False, 0
        self._compiled = compile_for(position.game)
        self._low, self._high = -INFINITE, INFINITE
        entries = min(MOST_ENTRIES, 1 << (2 * most - 1).bit_length())
        whims = [seed & 0x7FFFFFFFFFFFFFFF, character.shake, character.blind, int(character.blind == 0), 1]
        self.desk = Desk(
            states=np.repeat(position.copy_row(), MAX_PLY),
            frames=np.zeros(MAX_PLY, dtype=FRAME),
            actions=np.empty((MAX_PLY, rules.MAX_CHOICES), dtype=np.int32),
            order=np.empty((MAX_PLY, rules.MAX_CHOICES), dtype=np.int32),
            guesses=np.empty((MAX_PLY, rules.MAX_CHOICES), dtype=np.int32),
            table=np.zeros(entries, dtype=ENTRY),
            history=np.zeros((SEATS, rules.ACTIONS), dtype=np.int32),
            killers=np.full((MAX_PLY, 2), NONE, dtype=np.int32),
            tables=tables_of(position.game) if tables is None else tables,
            root_values=np.full(rules.ACTIONS, -INFINITE, dtype=np.int32),
            root_nodes=np.zeros(rules.ACTIONS, dtype=np.int64),
            result=np.zeros(2, dtype=np.int64),
            counts=np.zeros(3, dtype=np.int64),
            character=np.array(whims, dtype=np.int64),
            scores=np.zeros(SEATS, dtype=np.int64),
        )

    @property
    def nodes(self) -> int:
        return int(self.desk.counts[NODES])

    def think(self, deadline: float = math.inf, cancel: Cancel | None = None, clock: Clock = time.perf_counter) -> None:
        """Search until the budget is used up, or nothing is left to find out."""
        depth, portion = 1, FIRST_PORTION
        while depth <= self.character.depth:
            nodes, looks = self.nodes, int(self.desk.counts[LOOKS])
            self._compiled.begin(self.desk, self.seat, depth, self._low, self._high)
            while not self._compiled.run(self.desk, min(self.most, self.nodes + portion)):
                portion = PORTION
                if self.nodes >= self.most or clock() >= deadline or (cancel is not None and cancel.cancelled):
                    self._take_unfinished()
                    return
            if self._fits_window():
                self._take(depth)
                if self.sure or int(self.desk.frames[0].count) == 1:
                    return
                if (int(self.desk.counts[LOOKS]) - looks) * ENOUGH_ENDS < self.nodes - nodes:
                    self.desk.character[template.NARROWED] = 0  # only what leaves nothing out proves anything
                depth += 1

    def _fits_window(self) -> bool:
        """Whether the value lies between the bounds; if not, the one that it is beyond is widened."""
        value = int(self.desk.result[0])
        if value <= self._low:
            self._low = self._low - WIDER if value > self._low - WIDER else -INFINITE
            return False
        if value >= self._high:
            self.best = int(self.desk.frames[0].best_action)
            self._high = self._high + WIDER if value < self._high + WIDER else INFINITE
            return False
        return True

    def _take(self, depth: int) -> None:
        self.best, self.depth = int(self.desk.frames[0].best_action), depth
        self.value, self.sure = int(self.desk.result[0]), bool(self.desk.result[1])
        steady = depth >= LEAST_DEPTH_FOR_WINDOW and abs(self.value) < WIN
        self._low, self._high = (self.value - WINDOW, self.value + WINDOW) if steady else (-INFINITE, INFINITE)

    def _take_unfinished(self) -> None:
        """What the last round has found before it was stopped: it began with the best of the round before."""
        root = self.desk.frames[0]
        if root.at > 0 and self._low < root.best:
            self.best, self.value, self.sure = int(root.best_action), int(root.best), False
        elif self.best == NONE:
            self.best = int(self.desk.actions[0, 0])


def search(
    position: Position,
    seat: int,
    simulations: int | None,
    milliseconds: float | None,
    threads: int,
    seed: int,
    cancel: Cancel | None,
    character: Character,
) -> Thought:
    """Think about a position within a number of simulations or a time. See `engine.search`. What it tells as visits is
    how many positions it looked at below each action. Whoever plays as well as possible looks into the book first."""
    if character == BEST_PLAY and (known := _from_book(position, seat, seed)) is not None:
        return known
    deadline = math.inf if milliseconds is None else time.perf_counter() + milliseconds / 1000
    most = MOST_NODES if simulations is None else max(1, POSITIONS * simulations // threads)
    searches = [Deepening(position, seat, mixed(seed, number), most, character) for number in range(threads)]
    others = [threading.Thread(target=one.think, args=(deadline, cancel)) for one in searches[1:]]
    for thread in others:
        thread.start()
    searches[0].think(deadline, cancel)
    for thread in others:
        thread.join()
    return _thought(searches)


def _from_book(position: Position, seat: int, seed: int) -> Thought | None:
    """One of the best actions, where a game knows them for certain."""
    known = None if position.game.bot.book is None else position.game.bot.book(position)
    if known is None:
        return None
    value, best = known
    text = random.Random(seed).choice(best)
    action = position.action(seat, position.index_of(seat, text))
    return Thought(action, value, dict.fromkeys([text, *best], 1), [text], 1, dict.fromkeys(best, value), proven=True)


MOST_NODES = 1 << 40


def worth(position: Position, seat: int, index: int, simulations: int, seed: int) -> float:
    """The chances of a seat after an action, see `judge.py`."""
    after = position.play_legal(seat, index)
    if after.over:
        assert after.outcome is not None
        return after.outcome.shares[seat]
    other = after.awaited[0]
    one = Deepening(after, other, mixed(seed, index), POSITIONS * simulations)
    one.think()
    chance = chances(position.game, one.value, one.sure)
    return chance if other == seat else 1.0 - chance


def chances(game: Game, value: int, sure: bool = False) -> float:
    """The chances of a side, from what the evaluation says."""
    if sure or abs(value) >= WIN:
        return 0.5 + 0.5 * (value > 0) - 0.5 * (value < 0)
    assert game.bot.SPREAD is not None
    return 1.0 / (1.0 + math.exp(-value / game.bot.SPREAD))


def _thought(searches: list[Deepening]) -> Thought:
    """What the deepest of several searches has found, and where all of them have looked."""
    deepest = max(searches, key=lambda one: (one.sure, one.depth))
    position, seat, game = deepest.position, deepest.seat, deepest.position.game
    nodes = sum(one.desk.root_nodes for one in searches)
    values = {
        index: chances(game, int(value)) if index != deepest.best else chances(game, deepest.value, deepest.sure)
        for index in position.legal_indices(seat)
        if (value := deepest.desk.root_values[index]) > -INFINITE or index == deepest.best
    }
    order = sorted(position.legal_indices(seat), key=lambda index: (index != deepest.best, -int(nodes[index]), index))
    texts = {index: position.action(seat, index).text for index in order}
    return Thought(
        action=position.action(seat, deepest.best),
        value=values[deepest.best],
        visits={texts[index]: int(nodes[index]) for index in order},
        line=_main_line(deepest),
        simulations=-(-sum(one.nodes for one in searches) // POSITIONS),
        values={texts[index]: values[index] for index in order if index in values},
        proven=deepest.sure,
    )


def _main_line(one: Deepening) -> list[str]:
    """The best action of each position from the root on, for as long as the search remembers it."""
    position, seat, action = one.position, one.seat, one.best
    line = [position.action(seat, action).text]
    key, table = position.game.bot.key, one.desk.table
    assert key is not None
    while len(line) < MAX_LINE:
        position = position.play_legal(seat, action)
        if position.over:
            break
        seat, number = position.awaited[0], int(key(position.copy_row()[0]))
        entry, legal = table[number & (len(table) - 1)], position.legal_indices(seat)
        action = int(entry.action) if len(legal) > 1 else legal[0]
        if len(legal) > 1 and (int(entry.key) != number or action not in legal):
            break
        line.append(position.action(seat, action).text)
    return line
