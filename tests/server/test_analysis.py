"""Analyses of finished games, as browsers get them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from alcove.kernel.game import Game
from alcove.server import analyses, care
from alcove.server.hall import Hall
from alcove.server.holders import NOBODY
from tests.server.browser import ME, OPEN, PATIENCE, Browser, bot, local
from tests.server.conftest import Running


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked after now and then is looked after at once."""
    monkeypatch.setattr(care, "TICK_SECONDS", 0.1)
    monkeypatch.setattr(analyses, "LOOK_SECONDS", 0.1)


def analysis_of(browser: Browser, table: str) -> dict[str, Any]:
    """The whole analysis, waited for."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer: dict[str, Any] = browser.get(f"/api/tables/{table}/analysis")
        if answer["done"] == answer["of"]:
            return answer
        time.sleep(0.05)
    raise AssertionError(answer)


def finished(browser: Browser) -> str:
    """A small game of two people at one screen."""
    table = browser.create(ME, local("Bruno"), size=5, pieces=2)
    both = browser.enter(table)
    for action, seat in (("c3", 0), ("a1", 1), ("c2", 0), ("e4", 1)):
        both.act(action, seat=seat)
    assert both.table["view"]["outcome"] is not None
    return table


def test_every_decision_of_people_is_judged_once_and_kept(anna: Browser, carla: Browser) -> None:
    table = finished(anna)
    answer = analysis_of(anna, table)
    assert [(one["step"], one["seat"]) for one in answer["decisions"]] == [(1, 0), (2, 1), (3, 0), (4, 1)]
    for one in answer["decisions"]:
        assert 0 <= one["value"] <= one["best"] <= 1
        assert (one["better"] is None) == (one["mark"] == "best")
    assert all(0 < accuracy <= 100 for accuracy in answer["accuracy"])
    assert carla.get(f"/api/tables/{table}/analysis") == answer


def test_a_glance_begins_nothing(start: Callable[..., Running]) -> None:
    anna = start(analyses_waiting=0).browser()
    table = finished(anna)
    for _ in range(3):
        assert anna.get(f"/api/tables/{table}/analysis?begin=false") == {
            "decisions": [],
            "accuracy": [None, None],
            "done": 0,
            "of": 4,
        }
    whole = analysis_of(anna, table)
    assert anna.get(f"/api/tables/{table}/analysis?begin=false") == whole


def test_bots_are_not_judged(anna: Browser) -> None:
    table = anna.create(ME, bot(1), size=5, pieces=2)
    white = anna.enter(table)
    white.act("c3")
    white.say("resign", seat=0)
    white.hear("table")
    answer = analysis_of(anna, table)
    assert [one["seat"] for one in answer["decisions"]] == [0]
    assert answer["accuracy"][1] is None


def test_the_better_line_is_shown_as_the_seat_would_have_seen_it(anna: Browser) -> None:
    table = finished(anna)
    decisions = analysis_of(anna, table)["decisions"]
    for one in decisions:
        line = anna.get(f"/api/tables/{table}/analysis/{one['step']}", lang="de")["steps"]
        assert line[0]["view"]["seat"] == one["seat"]
        assert line[0]["view"]["awaited"] == [one["seat"]]
        if one["better"] is not None:
            assert (line[1]["seat"], line[1]["text"]) == (one["seat"], one["better"])
            assert line[1]["story"]
    assert anna.refused(f"/api/tables/{table}/analysis/99") == (404, "not-found")


def test_nothing_is_said_of_a_game_that_is_not_over(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    anna.enter(table).act("c3")
    assert anna.refused(f"/api/tables/{table}/analysis") == (503, "unavailable")
    assert bruno.refused(f"/api/tables/{table}/analysis/1") == (503, "unavailable")


@pytest.mark.usefixtures("soon")
def test_a_finished_game_is_analysed_without_being_asked_for(start: Callable[..., Running]) -> None:
    running = start(analyses_waiting=5)
    anna = running.browser()
    table = finished(anna)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        stored = running.do(lambda hall: hall.store.analysis(table))
        if stored is not None:
            break
        time.sleep(0.1)
    assert stored is not None
    assert len(stored.decisions) == 4
    [past] = [one for one in anna.get("/api/me")["games"] if one["id"] == table]
    assert past["accuracy"] > 0


def has_analysis(running: Running, *tables: str) -> bool:
    """Whether all of them are kept, waited for."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if all(running.do(lambda hall, one=table: hall.store.analysis(one)) is not None for table in tables):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.usefixtures("soon")
def test_what_a_full_line_has_not_taken_is_analysed_afterwards(start: Callable[..., Running]) -> None:
    running = start(analyses_waiting=1)
    anna = running.browser()
    assert has_analysis(running, *(finished(anna) for _ in range(3)))


@pytest.mark.usefixtures("soon")
def test_what_ended_before_a_restart_and_before_its_game_was_compiled_is_analysed(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(analyses_waiting=0)
    table = finished(running.browser())
    running.stop()
    monkeypatch.setattr(Game, "has_code", property(lambda _: False))
    running = start(analyses_waiting=5)
    later = finished(running.browser())
    while not running.do(lambda hall: hall.store.replays(later)):  # then it is told that the game has ended
        time.sleep(0.1)
    assert running.do(lambda hall: hall.store.unanalysed("alva", "", 9)) == sorted([table, later])
    monkeypatch.undo()
    assert has_analysis(running, table, later)
    assert running.do(lambda hall: hall.store.unanalysed("alva", "", 9)) == []


def test_few_are_worked_out_at_once_for_an_address(start: Callable[..., Running]) -> None:
    running = start(evaluations_per_address=1)
    anna = running.browser()
    held = threading.Event()

    async def keep_busy(hall: Hall) -> None:
        for _ in range(running.settings.bot_threads):
            hall.workers.ask(NOBODY, lambda _: held.wait(PATIENCE))

    running.do(keep_busy)  # before anything is over that would be analysed by itself
    first, second = finished(anna), finished(anna)
    assert anna.get(f"/api/tables/{first}/analysis")["done"] == 0
    assert anna.refused(f"/api/tables/{second}/analysis") == (429, "too-many")
    held.set()
    assert analysis_of(anna, first)["done"] == 4  # whoever is told all may ask for the next at once
    assert analysis_of(anna, second)["done"] == 4
