"""Work in chunks on this machine, and how it is cut."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from alcove.executors import pieces, spread
from alcove.executors.plan import GROWTH, Plan
from alcove.kernel.errors import OptionError
from tests.executors.jobs import Counting, Refusing


@pytest.mark.parametrize(("workers", "threads"), [(1, True), (3, True), (2, False)])
def test_parts_come_in_order_and_end_where_segments_end(tmp_path: Path, workers: int, threads: bool) -> None:
    segments = [(0, 10), (10, 11), (20, 60)]
    ends, numbers = list[int](), list[int]()
    for end, part in spread(Counting(tmp_path, threads), segments, workers):
        numbers += part
        ends.append(end)
        assert part[-1] == end - 1
    assert numbers == [*range(11), *range(20, 60)]
    assert ends == sorted(ends)
    assert {10, 11, 60} <= {*ends}
    assert len(list(tmp_path.iterdir())) == 1, "prepared once, not by all"


def test_nothing_to_do_is_done_at_once(tmp_path: Path) -> None:
    assert list(spread(Counting(tmp_path), [], 2)) == []
    assert list(spread(Counting(tmp_path), [(4, 4)], 1)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_what_goes_wrong_in_a_worker_is_told_here(tmp_path: Path, workers: int) -> None:
    with pytest.raises(OptionError, match="0 is no number"):
        list(spread(Refusing(tmp_path), [(0, 9)], workers))


def test_chunks_become_as_long_as_they_should_take() -> None:
    plan, lengths = Plan([(0, 1_000_000)], workers=2, seconds=1.0, first=1), list[int]()
    for _ in range(40):
        chunk = plan.next()
        assert chunk is not None
        lengths.append(chunk[1] - chunk[0])
        plan.learn(chunk, 0.002 * lengths[-1])
    assert lengths[0] == 1
    assert all(b <= GROWTH * a for a, b in pairwise(lengths))
    assert lengths[-1] == 500
    plan.learn((0, 500), 5000.0)
    chunk = plan.next()
    assert chunk is not None
    assert chunk[1] - chunk[0] == 1, "slower than thought"


def test_chunks_are_shorter_towards_the_end_but_not_tiny() -> None:
    plan, lengths = Plan([(0, 1000)], workers=2, seconds=1.0, first=100), list[int]()
    while (chunk := plan.next()) is not None:
        lengths.append(chunk[1] - chunk[0])
        plan.learn(chunk, 0.01 * lengths[-1])
    assert sum(lengths) == 1000
    assert lengths[0] == 100
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-2] == 10


def test_pieces_of_a_range() -> None:
    assert list(pieces(3, 10, 4)) == [range(3, 7), range(7, 10)]
    assert list(pieces(3, 3, 4)) == []
