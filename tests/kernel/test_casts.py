"""An `int` in a signature is a whole number of 64 bits: compiled by either compiler, and as plain Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

from alcove.kernel import jit
from alcove.kernel.casts import with_casts

SMALL = np.array([100, -3], dtype=np.int8)


def double(number: int) -> int:
    """Twice as many."""
    return number * 2


def first(numbers: Any) -> int:
    return numbers[0]


def low_word(word: Any) -> int:
    return word & np.uint64(0xFFFF)


def halves(number: int, flag: bool) -> float:
    return number / 2 if flag else 0.0


def all_at_once(numbers: Any, words: Any) -> int:
    """Small numbers, words and truths are handed over as they come."""
    total = double(numbers[0]) + double(first(numbers)) + double(numbers[0] > 0) + double(7)
    return total + double(low_word(words[0]))


def made(compile_one: Callable[[Any], Any]) -> SimpleNamespace:
    """All functions above, made by one compiler, and calling each other so."""
    scope: dict[str, Any] = dict(globals())
    for function in (double, first, low_word, halves, all_at_once):
        copy = type(function)(function.__code__, scope, function.__name__)
        copy.__annotations__, copy.__module__ = function.__annotations__, __name__
        copy.__qualname__ = function.__qualname__
        scope[function.__name__] = compile_one(copy)
    return SimpleNamespace(**scope)


def by_plain_numba(function: Any) -> Any:
    return numba.njit(with_casts(function, np.int64)) if jit.COMPILING else with_casts(function, int)


ways = pytest.mark.parametrize(
    "compile_one",
    [jit.compiled, by_plain_numba, lambda function: with_casts(function, int)],
    ids=["cut", "numba", "plain"],
)


@ways
def test_numbers_of_any_size_are_whole(compile_one: Callable[[Any], Any]) -> None:
    module = made(compile_one)
    words = np.array([2**63 + 5], dtype=np.uint64)
    assert module.all_at_once(SMALL, words) == 200 + 200 + 2 + 14 + 10
    assert module.double(np.int8(100)) == 200
    assert module.double(True) == 2
    assert module.first(SMALL) + 100 == 200
    assert module.halves(np.int8(100), True) == 50.0


@pytest.mark.skipif(not jit.CUT, reason="Numba compiles for each type by itself")
def test_a_function_is_compiled_once_for_all_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALCOVE_CACHE", str(tmp_path))  # else it is not compiled at all
    module = made(jit.compiled)
    module.all_at_once(SMALL, np.array([1], dtype=np.uint64))
    assert module.double.signatures == [(numba.int64,)]
    assert {str(signature.return_type) for signature in module.first.nopython_signatures} == {"int64"}
    module.double(np.int16(3))
    module.double(5)
    assert module.double.entry.signatures == [(numba.int64,)]


def test_what_is_rewritten_stays_what_it_was() -> None:
    plain = with_casts(double, int)
    assert plain.__doc__ == "Twice as many."
    assert plain.__code__.co_filename == __file__
    assert plain.__code__.co_firstlineno in range(double.__code__.co_firstlineno, double.__code__.co_firstlineno + 2)
    assert with_casts(made, int) is made  # nothing in it is a whole number
