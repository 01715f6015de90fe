"""What rules are made of, by our own short ways into machine code and by Numba's: the same, number by number."""

from __future__ import annotations

import time
from typing import Annotated, Any

import numba
import numpy as np
import pytest

from alcove.kernel import jit, libraries, reach
from alcove.kernel.casts import with_casts
from alcove.kernel.compiler import EntryPoint
from alcove.kernel.state import Cube, GameState, Int8, Int16, Matrix, Vector, Word, Words, int8, int16

pytestmark = pytest.mark.skipif(not jit.COMPILING, reason="nothing is compiled")

TABLE = np.arange(-6, 18, dtype=np.int16).reshape(4, 6)
LARGE = (np.arange(600, dtype=np.int64) * 7919 % 1000 - 500).astype(np.int16).reshape(20, 30)
MANY_MARKS = np.arange(400) % 3 == 0
MARKS = np.array([True, False, True, True])
MASKS = np.array([1, 1 << 63, 0xFF], dtype=np.uint64)


class State(GameState):
    small: Int8
    middle: Int16
    bits: Word
    row: Annotated[Vector, int8, 5]
    board: Annotated[Matrix, int16, 3, 4]
    cube: Annotated[Cube, int8, 2, 3, 2]
    sets: Annotated[Words, 2, 2]


@jit.compiled
def last_of(numbers: Any) -> int:
    return numbers[-1] * 100 + len(numbers)


@jit.compiled
def indices(state: Any, at: int) -> int:
    """Whole and partial indices, from both ends, by numbers that are known and that are not."""
    total = state.row[at] + state.row[-1] * 3 + state.row[at - 5]
    total += state.board[1, at % 4] * 5 + state.board[-1, -1] + state.board[at % 3][2] * 7
    total += state.cube[1, at % 3, 0] + state.cube[at % 2][1][at % 2] * 11 + state.cube[1, 2][-2]
    return total + TABLE[at % 4, -1 - at] + TABLE[2][at]


@jit.compiled
def handed_on(state: Any, at: int) -> int:
    """Parts of a state given to another function, and one or another of them by what comes before."""
    part = state.cube[0, at % 3] if at % 2 else state.cube[1][2]
    return last_of(state.board[at % 3]) + last_of(part) + last_of(TABLE[at % 4]) + len(state.board) + state.board.size


@jit.compiled
def written(state: Any, at: int) -> None:
    state.small = at * 60  # wraps around in 8 bits
    state.middle += state.small
    state.row[at] += 100
    state.row[-2] = state.middle
    state.board[at % 3, 1:3] = at
    state.board[at % 3][0] -= 4000 * at
    state.cube[at % 2, 0] = 7
    state.bits = state.bits << np.uint64(at) | MASKS[at % 3]
    state.sets[at % 2, 1] ^= state.bits
    state.sets[0] = MASKS[1]


@jit.compiled
def compared(state: Any, at: int) -> int:
    signs = (state.small < at) + 2 * (state.small <= state.middle) + 4 * (state.row[at] != at) + 8 * (state.middle > -1)
    high = 16 * (state.bits >= MASKS[1]) + 32 * (state.bits < MASKS[2]) + 64 * (state.sets[0, 0] == state.sets[1, 1])
    return signs + high + 128 * MARKS[at % 4]


@jit.compiled
def computed(state: Any, at: int) -> int:
    folded = 0
    for number in state.row:
        folded = folded * 31 + number
    shifted = (state.middle >> 2) + (state.middle << 3) + int(state.bits >> np.uint64(60))
    divided = state.middle // 7 + state.middle % 7 + (at - 3) // 2
    return (folded ^ shifted) + divided * 13 - (~at & 12 | at)


@jit.compiled
def looped(state: Any, at: int) -> int:
    """Ranges up and down, short and long steps, none at all, one loop in another, and one that is left early."""
    total = 0
    for i in range(at):
        i *= 2  # the loop goes on from where it was
        total = total * 3 + i
    for i in range(at, -at, -1):
        total = total * 5 - i
    for i in range(-3, 8, 4):
        total ^= i << at
    for i in range(7, at, -3):
        total += i * i
    for i in range(state.small, state.row[at]):
        total += i & at
    for i in range(at, 9):
        for j in range(i, 0, -2):
            if (total + j) % 7 == at:
                break
            total += j * i
        else:
            total -= i
    return total


@jit.compiled
def looped_otherwise(state: Any, at: int) -> int:
    """Ranges of which less is known: which of two it is, how long a step, and one that is used twice."""
    either = range(at + 2) if at % 2 else range(1, state.small)
    total = len(either)
    for i in either:
        total += i * 11
    for i in range(0, 40, at + 3):
        total = total * 3 + i
    again = range(at)
    for i in again:
        for j in again:
            total += i ^ j
    for k in range(state.bits & MASKS[2]):
        total += int(k & MASKS[0])
    return total


@jit.compiled
def divided(state: Any, at: int) -> int:
    """By numbers that stand in the line and by others, below zero and above."""
    number = state.middle * (1 - 2 * (at % 2))
    whole = number // 1 + number // 2 * 3 + number // 16 * 5 + number // 7 * 11 + number // -3 * 13 + number // (at + 1)
    rest = number % 1 + number % 2 * 3 + number % 16 * 5 + number % 7 * 11 + number % -3 * 13 + number % (at + 1)
    number //= 5
    number %= 9
    return whole * 31 + rest + number * 1000 + (7 - at * 3) // 2 + (1 - at) % 2


@jit.compiled
def copied(states: Any, at: int) -> int:
    """Whole states, to a place from either end, to where they are already, and changed afterwards."""
    states[at] = states[-1]
    states[-2] = states[at - 1]
    states[at] = states[at]
    taken = states[at % 3]
    states[0] = taken
    taken.row[1] += 1
    return states[0].row[1] * 1000 + states[-2].row[1]


@jit.compiled
def far_in(at: int) -> int:
    return LARGE[at, -1] * 3 + LARGE[-1][at]


@jit.compiled
def tables(state: Any, at: int) -> int:
    """One large table here and in another function, from both ends and in part, and one of marks."""
    total = far_in(at) + LARGE[at, at] * 7 + last_of(LARGE[at + 2]) + MANY_MARKS[at * 60]
    for row in range(len(LARGE)):
        total += LARGE[row, at] * row
    return total


def drawn(seed: int) -> Any:
    dice = np.random.default_rng(seed)
    raw = dice.integers(0, 256, State.dtype.itemsize, dtype=np.uint8)
    return np.frombuffer(raw.tobytes(), State.dtype).copy()


@pytest.mark.parametrize(
    "function", [indices, handed_on, compared, computed, looped, looped_otherwise, divided, written, tables]
)
def test_it_is_what_numba_makes_of_it(function: Any) -> None:
    if not jit.CUT:
        pytest.skip("it is Numba that compiles")
    as_it_comes = numba.njit(error_model="numpy")(with_casts(function.py_func, np.int64))
    for seed in range(40):
        ours, theirs = drawn(seed), drawn(seed)
        at = seed % 5
        assert function(ours[0], at) == as_it_comes(theirs[0], at), (seed, at)
        assert ours.tobytes() == theirs.tobytes(), (seed, at)


def test_a_large_table_is_there_once() -> None:
    if not jit.CUT:
        pytest.skip("it is Numba that compiles")
    entry = EntryPoint(tables.py_func, jit.OPTIONS, folder=None)  # what comes from a cache cannot be read
    entry(drawn(1)[0], 1)
    [code] = entry.overloads.values()
    written_down = [one for one in code.library._final_module.global_variables if one.name.startswith(libraries.TABLE)]
    assert len(written_down) == 2, "one of numbers, one of marks"


def test_states_are_copied_as_numba_copies_them() -> None:
    as_it_comes = numba.njit(error_model="numpy")(with_casts(reach.plain(copied), np.int64))
    for seed in range(10):
        ours = np.concatenate([drawn(4 * seed + one) for one in range(4)])
        theirs = ours.copy()
        assert copied(ours, seed % 4) == as_it_comes(theirs, seed % 4), seed
        assert ours.tobytes() == theirs.tobytes(), seed


def test_code_that_numba_compiles_calls_ours() -> None:
    @numba.njit
    def twice(state: Any, at: int) -> int:
        return 2 * indices(state, at) + handed_on(state, at)

    state = drawn(3)
    expected = 2 * indices(state[0], 2) + handed_on(state[0], 2)
    assert twice(state[0], 2) == expected


def test_what_runs_for_long_gets_all_the_care_of_the_compiler() -> None:
    if not jit.CUT:
        pytest.skip("Numba compiles all alike")
    import alcove
    from alcove.bots.engine import compile_for

    game = alcove.game("alva")
    assert compile_for(game).run.hot
    assert compile_for(game).random_games.hot
    assert not game.entry_points.turn.hot


def _whole_and_part(hot: bool) -> tuple[Any, Any]:
    """A function that calls another from two places, and that one. Neither was ever compiled before."""
    steps = "\n    ".join(f"x = (x * {3 + at} + {time.time_ns()} + y) % {10_007 + at}" for at in range(60))
    scope: dict[str, Any] = {"__name__": __name__}
    exec(f"def part(y: int, x: int) -> int:\n    {steps}\n    return x", scope)
    exec("def whole(x: int) -> int:\n    return part(x, 1) + part(2, x) * part(x, x)", scope)
    part = scope["part"] = jit.compiled(scope["part"])
    return jit._compile(scope["whole"], hot=hot), part


@pytest.mark.parametrize("hot", [False, True])
def test_parts_of_a_function_are_seen_by_nobody_else(hot: bool) -> None:
    """The loader gives all code the first part of a name that it meets: a cold one would slow down every search."""
    if not jit.CUT:
        pytest.skip("Numba links as it likes")
    whole, _ = _whole_and_part(hot)
    whole(3)
    [made] = whole.entry.overloads.values()
    parts = [one for one in made.library._final_module.functions if "part" in one.name and not one.is_declaration]
    assert {one.linkage.name for one in parts} == {"private"}


@pytest.mark.parametrize("hot", [False, True])
def test_code_that_numba_compiles_calls_no_part_of_another_function(hot: bool) -> None:
    """Inside of a whole that is optimised a part may lose an argument that it has no use for. Whoever else calls it
    by its name would hand it the wrong ones."""
    if not jit.COMPILING:
        pytest.skip("nothing is compiled")
    whole, part = _whole_and_part(hot)
    whole(3)

    @numba.njit
    def other(x: int) -> int:
        return part(x, 1) + part(2, x) * part(x, x)  # type: ignore[no-any-return]

    assert [other(x) for x in range(20)] == [whole.py_func(x) for x in range(20)]
