"""The level that is told how long to think: who may have it, for how long, and that nobody else waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

import alcove
from alcove import OptionError
from alcove.bots import Cancel, Thought
from alcove.server import unhurried
from alcove.server.pace import TIMES, TOLD_REST, Pace, Times
from alcove.server.unhurried import Strength, Unhurried, check_wish, offered, strength_of
from tests.server.browser import ME, PATIENCE, bot
from tests.server.conftest import Running

Start = Callable[..., Running]
ALVA = alcove.game("alva")


@pytest.fixture
def lane() -> Any:
    made = Unhurried(30, 2)
    yield made
    made.close()


def test_who_may_think_how_long(lane: Unhurried) -> None:
    check_wish(ALVA, 6, 30, lane)
    check_wish(ALVA, 6, None, lane)
    check_wish(ALVA, 5, None, lane)
    with pytest.raises(OptionError, match="for 30 seconds at the most"):
        check_wish(ALVA, 6, 31, lane)
    with pytest.raises(OptionError, match="from 1 to 5"):
        check_wish(ALVA, 6, None, None)
    assert offered(lane) == [3, 10, 30]
    assert offered(None) == []


def test_what_becomes_of_a_bot_where_less_is_allowed_than_before(lane: Unhurried) -> None:
    assert strength_of(ALVA, 6, 60, lane) == Strength(6, 30)
    assert strength_of(ALVA, 6, None, lane) == Strength(6, 10)
    assert strength_of(ALVA, 6, 60, None) == Strength(5)
    assert strength_of(ALVA, 3, None, lane) == Strength(3)


def test_its_time_follows_from_what_it_was_told_alone() -> None:
    pace = Pace(secrets=True, pause=0.5)
    assert pace.times(6, False, False, 20) == Times(20, 20 + TOLD_REST)
    assert pace.times(6, True, False, 20) == Times(10, 10 + TOLD_REST)
    assert pace.times(6, False, True, 20) == Times(10, 20 + TOLD_REST)
    assert pace.times(5, False, False) == TIMES[5]


def wish(*seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "alva", "players": len(seats), "options": {"size": 5}, "seats": list(seats), "name": "Anna", **more}


def test_a_table_with_a_bot_that_was_told(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, done = [], threading.Event()

    def think_long(position: Any, seat: int, seconds: float, threads: int, seed: int, cancel: Cancel) -> Thought:
        asked.append((seat, seconds, threads))
        done.wait(PATIENCE)
        return Thought(position.legal(seat)[0], 0.5, {}, [], 1)

    monkeypatch.setattr(unhurried, "think_long", think_long)
    running = start(bot_threads=2, bot_seconds=30)
    anna = running.browser()
    levels = next(one["levels"] for one in anna.get("/api/games")["games"] if one["name"] == "alva")
    assert [level["seconds"] for level in levels] == [[], [], [], [], [], [3, 10, 30]]
    live = anna.live(anna.create({**bot(6), "seconds": 20}, ME, size=5))
    seats = live.hear("table")["seats"]
    assert (seats[0]["level"], seats[0]["seconds"], seats[0]["name"]) == (6, 20, "Bot · Oracle · 20 s")
    other = anna.live(anna.create(bot(1), ME, size=5))
    assert other.hear("step")["seat"] == 0  # while the first one thinks
    done.set()
    assert live.hear("step")["seat"] == 0
    assert asked == [(0, 20, 2)]


def test_only_one_at_a_time_is_unhurried(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    busy, most, done = [0], [0], threading.Event()

    def think_long(position: Any, seat: int, *_: Any) -> Thought:
        busy[0] += 1
        most[0] = max(most[0], busy[0])
        done.wait(PATIENCE)
        busy[0] -= 1
        return Thought(position.legal(seat)[0], 0.5, {}, [], 1)

    monkeypatch.setattr(unhurried, "think_long", think_long)
    running = start(bot_threads=4, bot_seconds=30)
    lives = [one.live(one.create(bot(6), ME, size=5)) for one in (running.browser(), running.browser())]
    for live in lives:
        live.hear("table")
    done.set()
    for live in lives:
        live.hear("step")
    assert most == [1]


def test_what_is_refused(start: Start) -> None:
    anna = start(bot_seconds=30).browser()
    for seat in ({**bot(6), "seconds": 31}, bot(7)):
        assert anna.post_refused("/api/tables", wish(seat, ME)) == (400, "bad-option")
    assert anna.post_refused("/api/tables", wish(bot(6), ME, stand_in=6)) == (400, "bad-option")


def test_a_server_without_that_level(start: Start) -> None:
    anna = start(bot_seconds=0).browser()
    assert anna.post_refused("/api/tables", wish(bot(6), ME)) == (400, "bad-option")
    assert [len(one["levels"]) for one in anna.get("/api/games")["games"] if one["name"] == "alva"] == [5]
