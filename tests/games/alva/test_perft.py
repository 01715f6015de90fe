"""Node counts of Alva: the engine against the files in the folder perft, with a breakdown where they differ."""

from __future__ import annotations

import re
from typing import Any

import numba
import numpy as np
import pytest

from alcove.games.alva import rules
from alcove.kernel.jit import COMPILING
from tests.games.alva import slow_counts
from tests.games.alva.drawings import ALVA, seat_to_move

FOLDER = slow_counts.FOLDER
MAX_NODES = 5_000_000 if COMPILING else 400
"""Larger counts are left out; in plain Python most are."""
MAX_ORACLE_NODES = 40_000
"""Larger trees are broken down by the engine alone, as the oracle is slow."""

ENTRIES = [
    pytest.param(entry.position, entry.counts, id=f"{path.stem}-{entry.name}")
    for path in sorted(FOLDER.glob("*.txt"))
    for entry in slow_counts.load(path)
]


@numba.njit  # not `compiled`: parts cannot call themselves
def count_nodes(rows: Any, legal: Any, at: int, depth: int) -> int:
    """The number of action sequences of this length from the position in rows[at]; the rows behind it are scratch."""
    state = rows[at]
    side = state.to_move
    if rules.actors(state) == 0:
        return 0
    count = rules.legal(state, side, legal[at])
    if depth == 1:
        return count
    nodes = 0
    for nth in range(count):
        rows[at + 1] = state
        rules.play(rows[at + 1], side, legal[at, nth])
        nodes += count_nodes(rows, legal, at + 1, depth - 1)
    return nodes


def perft(text: str, depth: int) -> int:
    if depth == 0:
        return 1
    rows = np.zeros(depth, dtype=rules.STATE)
    rows[0] = ALVA.read(text).state
    legal = np.empty((depth, rules.MAX_CHOICES), dtype=np.int32)
    return int(count_nodes(rows, legal, 0, depth))


def divide(text: str, depth: int) -> dict[str, int]:
    """The engine's count, split by the first action."""
    position = ALVA.read(text)
    seat = seat_to_move(position)
    return {action.text: perft(str(position.play(seat, action)), depth - 1) for action in position.legal(seat)}


def breakdown(text: str, depth: int, counted: int, expected: int) -> str:
    """Each first action with the engine's count, and the oracle's beside it; where they differ, an arrow."""
    ours = divide(text, depth)
    theirs = {}
    if max(counted, expected) <= MAX_ORACLE_NODES:
        theirs = slow_counts.divide(slow_counts.Alva.read(text), depth)
    lines = [f"perft {depth} of {text}: the engine counts {counted}, the file says {expected}"]
    for action in sorted({*ours, *theirs}):
        mine, other = ours.get(action), theirs.get(action)
        told = f"  {action}: {'not legal' if mine is None else mine}"
        if theirs and mine != other:
            told += f"  <- the oracle: {'not legal' if other is None else other}"
        lines.append(told)
    return "\n".join(lines)


def check(text: str, depth: int, expected: int) -> None:
    counted = perft(text, depth)
    assert counted == expected, breakdown(text, depth, counted, expected)


@pytest.mark.parametrize(("text", "counts"), ENTRIES)
def test_perft(text: str, counts: dict[int, int]) -> None:
    """The shallow counts first: where they are wrong, the deep ones might take forever."""
    for depth, count in sorted(counts.items()):
        if count <= MAX_NODES:
            check(text, depth, count)


def test_there_are_counts_for_every_size() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} >= {"5", "7", "9"}
    assert len(ENTRIES) >= 30


def test_a_wrong_count_is_broken_down_by_move() -> None:
    """After a1xa3 Black has 21 vacant points and 5 shifts, after a1xe1 23 and 3."""
    with pytest.raises(AssertionError) as failure:
        check("5/5/5/b4/wbbb1 w 9-6 0-0 0", 2, 41)
    message = str(failure.value)
    assert "the engine counts 52, the file says 41" in message
    assert re.search(r"\n *a1xa3: 26\n *a1xe1: 26\n", message)
    assert "<-" not in message, "engine and oracle agree, so the file is wrong"


def test_the_breakdown_points_at_the_move_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "5/5/5/b4/wbbb1 w 9-6 0-0 0"
    right = slow_counts.divide
    monkeypatch.setattr(slow_counts, "divide", lambda position, depth: {**right(position, depth), "a1xe1": 3, "b2": 1})
    lines = breakdown(text, 2, perft(text, 2), 41).splitlines()
    assert [line for line in lines if "<-" in line] == [
        "  a1xe1: 26  <- the oracle: 3",
        "  b2: not legal  <- the oracle: 1",
    ]
