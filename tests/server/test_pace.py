"""When bots answer: by what everybody knows alone. The clock is not real, so every time is exact."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from alcove.bots import Cancel, Thought
from alcove.kernel.record import Record
from alcove.server import bot_seats
from alcove.server.bot_seats import BotSeats
from alcove.server.holders import Visitor
from alcove.server.pace import HASTY, REST_SECONDS, SEAT_SECONDS, TIMES, Pace
from alcove.server.tables import SeatAt, Table
from alcove.server.workers import Request, Workers
from tests import virtual_time

Seconds = Callable[[int], float]
"""How long a seat would think if nobody told it to end."""


class Simulated(Workers):
    """Threads of which each is a promise to be busy for some time."""

    def __init__(self, threads: int, seconds: Seconds) -> None:
        super().__init__(0)
        self.at_once = lambda: threads
        self._seconds = seconds
        self._lanes: Counter[str] = Counter()

    def ask(self, *what: Any, **more: Any) -> Request:
        request = super().ask(*what, **more)
        self._go_on()
        return request

    def _go_on(self) -> None:
        for line in self._lines:
            while self._lanes.total() < self.at_once() and (request := line.next(self._lanes, self.share())):
                self._begin(request)

    def _begin(self, request: Request) -> None:
        if request.cancel_flag.cancelled:
            return
        loop, address = asyncio.get_running_loop(), request.visitor.address
        thought: Thought = request.work(request.cancel_flag)
        seconds = self._seconds(int(thought.value))
        self._lanes[address] += 1
        request._begin()
        loop.call_later(min(seconds, request.span or seconds), request._give, thought, None)
        loop.call_later(max(request.span, min(seconds, request.span or seconds)), self._leave_lane, address)

    def _leave_lane(self, address: str) -> None:
        self._lanes[address] -= 1
        self._go_on()


def first_choice(position: Any, seat: int, *_: Any) -> Thought:
    return Thought(position.legal(seat)[0], seat, {}, [], 1)


def answers(
    monkeypatch: pytest.MonkeyPatch,
    seconds: Seconds,
    threads: int = 2,
    level: int = 5,
    steps: int = 3,
    beside: Seconds | None = None,
) -> list[tuple[int, float]]:
    """Which seats of bots answer, and when, at a table of one person and three bots. `beside` is how long the bots of
    another table think that was there before."""
    monkeypatch.setattr(bot_seats, "think", first_choice)

    async def main() -> list[tuple[int, float]]:
        heard: list[tuple[int, float]] = []
        workers = Simulated(threads, seconds)
        if beside is not None:
            workers._seconds = beside
            _table(workers, level, [])
            workers._seconds = seconds
        _table(workers, level, heard)
        while len(heard) < steps:
            await asyncio.sleep(0.01)
        return heard

    return virtual_time.run(main())


def _table(workers: Workers, level: int, heard: list[tuple[int, float]]) -> None:
    seats = [SeatAt("human", "Anna"), *(SeatAt("bot", "", level) for _ in range(3))]
    table = Table("table", Record.begin("tollgate", 4, seed=5), seats, 0.0)
    loop = asyncio.get_running_loop()

    async def act(seat: int, version: int, action: int) -> None:
        table.take(table.plan_action(seat, version, action, 0.0))
        heard.append((seat, round(loop.time(), 3)))
        bots.stop_stale()
        bots.ask()

    bots = BotSeats(table, workers, 0.5, act)
    bots.visitor = Visitor("here", "Anna")
    bots.ask()


WORLDS: list[Seconds] = [
    lambda seat: 1.0,
    lambda seat: 0.0 if seat == 1 else 1.0,
    lambda seat: 0.0 if seat == 2 else 1.0,
    lambda seat: 0.0 if seat == 3 else 1.0,
    lambda seat: 0.0,
    lambda seat: 0.1 * seat,
    lambda seat: 9.0,
]


@pytest.mark.parametrize("level", [3, 5])
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_which_choices_were_forced_does_not_show(monkeypatch: pytest.MonkeyPatch, threads: int, level: int) -> None:
    worlds = [answers(monkeypatch, seconds, threads, level) for seconds in WORLDS]
    assert all(world == worlds[0] for world in worlds)
    assert [seat for seat, _ in worlds[0]] == [1, 2, 3]


def test_with_threads_for_all_the_level_alone_says_when(monkeypatch: pytest.MonkeyPatch) -> None:
    for level in (1, 3, 4, 5):
        expected = [(seat, round(TIMES[level].answer + seat * SEAT_SECONDS, 3)) for seat in (1, 2, 3)]
        assert answers(monkeypatch, WORLDS[0], threads=4, level=level) == expected


def test_three_masters_on_two_threads_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """One address has one of two threads, so they think one after the other, and none for nothing."""
    times = [time - seat * SEAT_SECONDS for seat, time in answers(monkeypatch, WORLDS[0])]
    assert times == pytest.approx([1.5, 1.5, 3 * HASTY[5].span + REST_SECONDS])


def test_a_neighbours_table_makes_them_later_but_by_nothing_that_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = [
        answers(monkeypatch, seconds, beside=beside) for seconds, beside in zip(WORLDS, reversed(WORLDS), strict=True)
    ]
    assert all(world == worlds[0] for world in worlds)
    assert worlds[0] > answers(monkeypatch, WORLDS[0])


def test_who_goes_on_with_a_turn_answers_sooner() -> None:
    pace = Pace(True, 0.5)
    first, then = pace.times(5, goes_on=False, queued=False), pace.times(5, goes_on=True, queued=False)
    assert pace.due(100.0, 100.0, 0, first) == 101.5
    assert pace.due(100.0, 100.0, 0, then) == 100.75
    assert all(times.span + REST_SECONDS <= times.answer for times in (*TIMES.values(), *HASTY.values()))


def test_who_waited_for_a_thread_answers_when_its_span_is_over() -> None:
    pace = Pace(True, 0.5)
    assert pace.due(100.0, 107.0, 0, TIMES[3]) == pytest.approx(107 + TIMES[3].span + REST_SECONDS)


def test_where_nothing_is_hidden_nobody_waits() -> None:
    for pace in (Pace(False, 0.5), Pace(True, 0)):
        assert not pace.hides
        assert pace.span(5) == 0
    assert Pace(False, 0.5).follow(99.9) == pytest.approx(100.4)


def test_the_second_choice_of_a_turn_comes_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is hidden in Alva; it is played here as if something were, for its turns of two choices."""

    def moving_first(position: Any, seat: int, *_: Any) -> Thought:
        legal = position.legal(seat)
        return Thought(next((one for one in legal if "-" in one.text), legal[0]), seat, {}, [], 1)

    monkeypatch.setattr(bot_seats, "think", moving_first)

    async def main() -> list[float]:
        table = Table("table", Record.begin("alva", 2, seed=5), [SeatAt("bot", "", 5)] * 2, 0.0)
        loop, heard = asyncio.get_running_loop(), [0.0]

        async def act(seat: int, version: int, action: int) -> None:
            table.take(table.plan_action(seat, version, action, 0.0))
            heard.append(loop.time() - seat * SEAT_SECONDS)
            bots.stop_stale()
            if len(heard) < 12:
                bots.ask()

        bots = BotSeats(table, Simulated(2, lambda seat: 0.3), 0.5, act)
        bots._pace = Pace(True, 0.5)
        bots.ask()
        while len(heard) < 12:
            await asyncio.sleep(0.01)
        seats = [one.seat for one in table.played]
        assert {True, False} == {one == next_one for one, next_one in pairwise(seats)}
        for number, (before, seat) in enumerate(zip([None, *seats], seats, strict=False)):
            took = heard[number + 1] - heard[number]
            assert took == pytest.approx(HASTY[5].answer if seat == before else TIMES[5].answer, abs=0.02)
        return heard

    assert virtual_time.run(main())


def test_a_hint_keeps_its_thread_when_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody is advised may be forced, too, and others wait for the thread."""
    monkeypatch.setattr(bot_seats, "think", first_choice)

    async def main() -> tuple[bool, float]:
        workers = Simulated(1, lambda seat: 0.0)
        asked: list[Request] = []
        monkeypatch.setattr(Workers, "ask", _noting(Workers.ask, asked))
        table = Table("table", Record.begin("tollgate", 2, seed=5), [SeatAt("human", "Anna")] * 2, 0.0)

        async def act(seat: int, version: int, action: int) -> None:
            raise AssertionError("nobody acts")

        await BotSeats(table, workers, 0.5, act).hint(0, 0, 5)
        [request] = asked
        return request.cancel_flag.cancelled, request.span

    assert virtual_time.run(main()) == (False, TIMES[5].span)


def _noting(ask: Callable[..., Request], asked: list[Request]) -> Callable[..., Request]:
    def noting(*what: Any, **more: Any) -> Request:
        asked.append(ask(*what, **more))
        return asked[-1]

    return noting


def test_a_thread_is_kept_to_the_end_of_a_span() -> None:
    """With real threads: the next thing begins no sooner, although this one was done at once."""

    async def main() -> float:
        workers, anna = Workers(1), Visitor("here", "Anna")
        first, second = (workers.ask(anna, lambda cancel: None, span=0.2) for _ in range(2))
        between = await second.begun - await first.begun
        await asyncio.to_thread(workers.close)
        return between

    assert asyncio.run(main()) >= 0.1


def test_a_span_ends_a_thought() -> None:
    async def main() -> bool:
        workers = Workers(1)

        def work(cancel: Cancel) -> bool:
            while not cancel.cancelled:
                time.sleep(0.01)
            return True

        answer: bool = await workers.ask(Visitor("here", "Anna"), work, span=0.05).answer
        await asyncio.to_thread(workers.close)
        return answer

    assert asyncio.run(main())
