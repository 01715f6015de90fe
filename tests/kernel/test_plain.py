"""Rules as plain Python in a process that waits for their code, and how the code takes over."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import alcove
from alcove.kernel import jit, takeover
from alcove.kernel.compiler import CompiledFunction, EntryPoint
from alcove.kernel.plain import plain_twin
from alcove.kernel.random import sip
from tests.conformance.digests import digests
from tests.plain import as_plain_python

pytestmark = pytest.mark.skipif(not jit.CUT, reason="nothing is waited for")

WEIGHTS = np.array([3, 5, 7], dtype=np.int8)


@jit.compiled
def weight(place: int) -> int:
    return WEIGHTS[place]


@jit.compiled
def heavier(place: int, more: Any) -> int:
    return weight(place) * 100 + more


def test_a_twin_calls_twins_and_counts_with_whole_numbers() -> None:
    twin = plain_twin(heavier.py_func)  # type: ignore[attr-defined]
    assert twin.__globals__["weight"] is plain_twin(weight.py_func)  # type: ignore[attr-defined]
    assert twin(np.int8(2), 1) == 701, "700 does not fit into the 8 bits of the table"
    assert type(twin(np.int8(2), 1)) is int


@pytest.mark.parametrize("name", ["tollgate", "alva"])
def test_games_are_the_same_bytes_as_plain_python(name: str) -> None:
    game = alcove.game(name)
    expected = digests(game)
    with as_plain_python():
        assert not game.has_code
        assert digests(game) == expected
    assert game.has_code


def test_nothing_is_compiled_while_code_is_waited_for() -> None:
    function: Any = jit.compiled(_fresh())
    with as_plain_python():
        assert function(20) == 41
    assert function.made_entry is None
    assert function(20) == 41
    assert function.made_entry is not None


def _fresh() -> Any:
    def twice_and_one(number: int) -> int:
        return 2 * number + 1

    return twice_and_one


def test_numbers_wrap_around_without_a_warning() -> None:
    most = np.uint64(2**64 - 1)
    expected = int(sip(most, most, most))
    with as_plain_python(), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert int(sip(most, most, most)) == expected


def test_code_takes_over_between_two_calls(tmp_path: Path) -> None:
    function: Any = heavier
    made = EntryPoint(function.py_func, jit.OPTIONS, tmp_path)
    made(1, 2)  # compiles it, and keeps it in the folder
    with as_plain_python():
        loaded = EntryPoint(function.py_func, jit.OPTIONS, tmp_path)
        assert loaded.load()
        takeover.switch(takeover.Loaded("some game", [(function, loaded)]))
        assert function._run is loaded
        assert function(1, 2) == 502
        assert takeover.has_code("some game")
        assert not takeover.has_code("another")
        assert function(1, 2.5) == 502.5 // 1, "no code for these types: as plain Python"
        assert len(loaded.signatures) == 1


def test_a_folder_without_code_loads_nothing(tmp_path: Path) -> None:
    function: Any = weight
    assert not EntryPoint(function.py_func, jit.OPTIONS, tmp_path).load()


def test_functions_are_known_by_their_names() -> None:
    found = CompiledFunction.known[__name__, "weight"]
    assert found == [weight]
