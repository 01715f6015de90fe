"""What rules are made of is freed when nobody needs it, and not before."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from alcove.kernel.jit import COMPILING, compiled

pytestmark = pytest.mark.skipif(not COMPILING, reason="plain Python frees arrays by itself")


@compiled
def fresh(size: int) -> Any:
    return np.empty(size, dtype=np.int64)


@compiled
def rest(numbers: Any) -> Any:
    return numbers[1:]


@compiled
def fill(numbers: Any) -> None:
    """It only looks into the array of another."""
    for at in range(len(numbers)):
        numbers[at] = at


@compiled
def total(numbers: Any) -> int:
    count = 0
    for number in rest(rest(numbers)):
        count += number
    return count


@compiled
def made_and_summed(size: int) -> int:
    numbers = fresh(size)
    fill(numbers)
    return total(numbers) + total(rest(numbers))


@pytest.fixture
def memory() -> Iterator[Any]:
    """Numba's memory, while it counts what is allocated and freed."""
    memory: Any = importlib.import_module("numba.core.runtime._nrt_python")
    memory.memsys_enable_stats()
    yield memory
    memory.memsys_disable_stats()


def test_arrays_that_go_from_part_to_part_are_freed_once(memory: Any) -> None:
    numbers = np.arange(6)
    made, freed = memory.memsys_get_stats_alloc(), memory.memsys_get_stats_free()
    for _ in range(1000):
        assert total(numbers) == 2 + 3 + 4 + 5
        assert made_and_summed(6) == (2 + 3 + 4 + 5) + (3 + 4 + 5)
    made, freed = memory.memsys_get_stats_alloc() - made, memory.memsys_get_stats_free() - freed
    assert made == freed >= 1000
    assert list(numbers) == [0, 1, 2, 3, 4, 5]
