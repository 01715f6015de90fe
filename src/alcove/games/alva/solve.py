"""Who wins on the board of five points from the start, if nobody errs: found once, and kept in `book.json`.

    python -m alcove.games.alva.solve --pieces 5 --minutes 10

Alpha-beta searches to the end of every game and leaves nothing out. It asks two questions of each first placement: is
it worth a win, and is it worth a draw? Positions that are turned or mirrored are one. What could not be answered in the
time is not written.
"""

from __future__ import annotations

import argparse
import time
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from alcove.bots import alphabeta as template
from alcove.bots.alphabeta import ENTRY, NARROWED, SHAKE
from alcove.bots.deepening import Deepening
from alcove.games.alva import rules
from alcove.games.alva.board import BLACK, STRIDE, WHITE
from alcove.games.alva.book import PATH, SIZE, Book, Solved, read_book
from alcove.games.alva.evaluation import evaluate, key, noisy, rank
from alcove.games.alva.rules import State
from alcove.kernel.game import game
from alcove.kernel.jit import compiled, specialise
from alcove.kernel.position import Position
from alcove.kernel.state import Word

DEPTH = 110
PORTION = 1 << 16
ENTRIES = 1 << 24
"""Positions that are remembered, 16 bytes each."""
LINES = 3**SIZE
REVERSED = np.array(
    [sum(line // 3**at % 3 * 3 ** (SIZE - 1 - at) for at in range(SIZE)) for line in range(LINES)], dtype=np.int64
)


@compiled
def mixed_board(state: State, first: int, up: bool, turned: bool) -> Word:
    """A number for the board as one of eight onlookers sees it: by rows or columns, from either side, turned or not."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for at in range(SIZE):
        line = state.lines[first + (at if up else SIZE - 1 - at)]
        mixed = (mixed ^ np.uint64(REVERSED[line] if turned else line)) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(31)
    return mixed


@compiled
def key_alike(state: State) -> Word:
    """The same number for all positions that are the same but for turning and mirroring."""
    if state.jumper >= 0:
        return key(state)
    least = np.uint64(0xFFFFFFFFFFFFFFFF)
    for first in (0, STRIDE):
        for up in (True, False):
            for turned in (True, False):
                least = min(least, mixed_board(state, first, up, turned))
    before = int(state.before) if noisy(state) else 0
    lead = 128 + state.captured[WHITE] - state.captured[BLACK]
    rest = state.to_move + 2 * state.shifted + 512 * before
    hands = int(state.hands[WHITE]) + 256 * int(state.hands[BLACK]) + 65536 * int(lead)
    mixed = (least ^ np.uint64(rest)) * np.uint64(0x94D049BB133111EB)
    mixed = ((mixed ^ (mixed >> np.uint64(29))) ^ np.uint64(hands)) * np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(32))


@compiled
def no_reduction(depth: int, at: int) -> int:
    return 0


@cache
def compile_solver() -> SimpleNamespace:
    """The search of `alphabeta.py` that shortens nothing, and takes positions for one that look alike."""
    parts: dict[str, Any] = {
        f"rules_{name}": getattr(rules, name) for name in ("awaited", "legal", "play", "winners", "scores")
    }
    parts |= {"bot_evaluate": evaluate, "bot_rank": rank, "bot_noisy": noisy, "bot_key": key_alike}
    names = [name for name in template.FUNCTIONS if name != "reduction"]
    return specialise(template, names, "alva_solved", parts | {"reduction": no_reduction})


class Solver:
    """Answers questions about positions, and remembers what it has found for the next ones."""

    def __init__(self, entries: int = ENTRIES) -> None:
        self._table = np.zeros(entries, dtype=ENTRY)
        self._compiled = compile_solver()
        self.nodes = 0
        self.end = float("inf")
        """When it gives up, in processor seconds."""

    def value(self, position: Position, seat: int) -> float | None:
        """What a position is worth to a seat: 1, 0.5 or 0; nothing if there was not enough time."""
        if position.over:
            assert position.outcome is not None
            return position.outcome.shares[seat]
        mover = position.awaited[0]
        if (wins := self._is_above(position, mover, 0)) is None:
            return None
        if wins:
            value = 1.0
        elif (holds := self._is_above(position, mover, -1)) is None:
            return None
        else:
            value = 0.5 if holds else 0.0
        return value if mover == seat else 1.0 - value

    def _is_above(self, position: Position, seat: int, bound: int) -> bool | None:
        """Whether the side to move gets more than that: more than 0 is a win, more than -1 at least a draw."""
        desk = Deepening(position, seat, 0, 1).desk._replace(table=self._table)
        desk.character[NARROWED] = desk.character[SHAKE] = 0
        self._compiled.begin(desk, seat, DEPTH, bound, bound + 1)
        done = 0
        while not self._compiled.run(desk, done + PORTION):
            done += PORTION
            self.nodes += PORTION
            if time.process_time() >= self.end:
                return None
        assert desk.result[1], "something was evaluated"
        return bool(desk.result[0] > bound)


def solve(pieces: int, solver: Solver) -> Solved | None:
    """The value of the start for White, and all first placements that reach it."""
    start = game("alva").new(size=SIZE, pieces=pieces)
    values: dict[int, float] = {}
    for index in start.legal_indices(WHITE):
        alike = _alike(index)
        if alike not in values:
            value = solver.value(start.play_legal(WHITE, alike), WHITE)
            if value is None:
                return None
            values[alike] = value
        values[index] = values[alike]
    best = max(values.values())
    return Solved(best, [start.action(WHITE, index).text for index, value in values.items() if value == best])


def _alike(point: int) -> int:
    """The first of all points that are the same but for turning and mirroring."""
    row, column = divmod(point, STRIDE)
    row, column = min(row, SIZE - 1 - row), min(column, SIZE - 1 - column)
    return min(row, column) * STRIDE + max(row, column)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--pieces", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    asked.add_argument("--minutes", type=float, default=10, help="processor time for each number of pieces")
    said = asked.parse_args()
    book = read_book()
    for pieces in said.pieces:
        solver = Solver()
        began = time.process_time()
        solver.end = began + 60 * said.minutes
        found = solve(pieces, solver)
        spent = f"{solver.nodes:,} positions, {time.process_time() - began:.0f} s"
        print(f"{pieces} pieces: {'not solved' if found is None else found}, {spent}", flush=True)
        if found is not None:
            book = Book({**book.solved, str(pieces): found})
            PATH.write_bytes(book.written())


if __name__ == "__main__":
    main()
