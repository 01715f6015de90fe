"""Records that Python hands to compiled code."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from numba.core import pythonapi, types

from alcove.kernel import jit, unboxing

pytestmark = pytest.mark.skipif(not jit.CUT, reason="Numba hands records over by itself")
STATE = np.dtype([("small", np.int8), ("many", np.int32, 3), ("large", np.uint64)])


@numba.njit
def exchange(state: Any, large: int) -> int:
    """What was there, with all that is small beside it; something else is there now."""
    told = int(state.large) + 1000 * state.small + state.many[2]
    state.large = large
    return told


def rows() -> Any:
    made = np.zeros(3, dtype=STATE)
    for number in range(3):
        made[number] = number + 1, [10, 20, 30 + number], 7 * number
    return made


def test_it_is_known_where_a_record_has_the_address_of_its_bytes() -> None:
    place = unboxing.place_of_address()
    assert place is not None
    assert pythonapi._unboxers.functions[types.Record].__module__ == unboxing.__name__


@pytest.mark.parametrize("number", range(3))
def test_a_record_of_an_array_is_read_and_written_where_it_lies(number: int) -> None:
    made = rows()
    assert exchange(made[number], 99) == 7 * number + 1000 * (number + 1) + 30 + number
    assert made["large"].tolist() == [99 if at == number else 7 * at for at in range(3)]
    assert (made["many"] == rows()["many"]).all()


def test_a_record_by_itself_and_one_of_a_class_of_its_own_are_read_too() -> None:
    alone = rows()[1].copy()
    assert exchange(alone, 5) == 2038
    assert alone["large"] == 5
    classed = rows().view((np.record, STATE))[2]
    assert exchange(classed, 5) == 3046
    assert classed.large == 5


def test_numba_goes_on_by_itself_where_records_look_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unboxing, "place_of_address", lambda: None)
    monkeypatch.setitem(pythonapi._unboxers.functions, types.Record, "as it was")
    unboxing.read_addresses()
    assert pythonapi._unboxers.functions[types.Record] == "as it was"
