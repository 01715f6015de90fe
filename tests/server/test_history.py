"""A person's own page."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from sqlalchemy import insert

from alcove.kernel.outcome import Outcome
from alcove.kernel.text import Text
from alcove.server import schema
from alcove.server.history import Summary
from alcove.server.incoming import encode
from alcove.server.learning_shapes import Person
from alcove.server.settings import Settings
from alcove.server.store import Store
from alcove.server.stored import FinishedTable, Past
from alcove.server.tables import SeatAt
from tests.server.browser import ME, Browser, bot, local
from tests.server.conftest import settings_for
from tests.services import Postgres


def test_somebody_sees_their_own_finished_games_and_nobody_elses(anna: Browser, bruno: Browser) -> None:
    lost = anna.create(ME, bot(2), size=5, pieces=2)
    white = anna.enter(lost)
    white.say("resign", seat=0)
    white.hear("table")
    both = anna.create(ME, local("Bruno"), size=5, pieces=1)
    screen = anna.enter(both)
    screen.act("a1", seat=0)
    screen.act("e5", seat=1)
    anna.create(ME, bot(1))  # not over
    games = anna.get("/api/me")["games"]
    assert [one["id"] for one in games] == [both, lost]
    assert [one["result"] for one in games] == [None, "lost"]
    assert (games[1]["levels"], games[1]["people"], games[1]["tried"]) == ([2], 0, False)
    assert bruno.get("/api/me")["games"] == []


MANY = 460
"""More than are read at once, and than are listed."""


def test_results_are_told_apart_by_who_was_there() -> None:
    def sat(*others: SeatAt) -> Past:
        ending = Outcome((1,) + (0,) * len(others), (0,), "resigned"), Text("", "")
        return Past(
            FinishedTable("t", "alva", [SeatAt("human"), *others], 0.0, ending, frozenset({0})), {}, tried=False
        )

    two, three, person = SeatAt("bot", "", 2), SeatAt("bot", "", 3), SeatAt("human")
    summary = Summary()
    summary.add([sat(two, two), sat(two, three), sat(two, person), sat(), sat(two)])
    told = [(row.against, row.played, row.won, row.accuracy) for row in summary.person().results]
    assert told == [(2, 2, 2, None), ("mixed", 1, 1, None), ("none", 1, 1, None), ("people", 1, 1, None)]
    assert summary.person().courses == []


def test_all_games_are_summed_up(tmp_path: Path) -> None:
    check_sum(settings_for(tmp_path))


def test_all_games_are_summed_up_by_postgres(tmp_path: Path, postgres: Postgres) -> None:
    check_sum(settings_for(tmp_path, database=postgres.database()))


def check_sum(settings: Settings) -> None:
    """Every fifth game is tried, every third is lost; the bots are of level 3, in the last ten of level 4."""
    person = asyncio.run(person_after(settings))
    assert [one.id for one in person.games] == [name_of(number) for number in reversed(range(MANY - 200, MANY))]
    told = [(row.against, row.played, row.won, row.lost, row.accuracy) for row in person.results]
    counted = [number for number in range(MANY) if number % 5]
    expected = []
    for level, some in ((3, [n for n in counted if n < MANY - 10]), (4, [n for n in counted if n >= MANY - 10])):
        lost = sum(number % 3 == 0 for number in some)
        expected.append((level, len(some), len(some) - lost, lost, pytest.approx(fmean(map(accuracy_of, some)))))
    assert told == expected
    [course] = person.courses
    assert (course.game, course.each) == ("alva", 7)
    assert len(course.points) == -(-len(counted) // 7) <= 60
    assert (course.since, course.until) == (counted[0] // 2, counted[-1] // 2)
    assert course.points[0] == round(fmean(map(accuracy_of, counted[:7])), 1)


def name_of(number: int) -> str:
    return f"t{number:015}"


def accuracy_of(number: int) -> float:
    return 40.0 + number % 50


async def person_after(settings: Settings) -> Person:
    store = await Store.open(settings)
    try:
        await store.writer.store(statements=[statement for number in range(MANY) for statement in a_game(number)])
        summary = Summary()
        async for past in store.history("anna"):
            summary.add(past)
        assert [past async for past in store.history("bruno")] == [[]]
        return summary.person()
    finally:
        await store.close()


def a_game(number: int) -> list[Any]:
    """Two and two have ended at the same moment."""
    winner, seats = int(number % 3 == 0), [SeatAt("human", "Anna"), SeatAt("bot", "", 4 if number >= MANY - 10 else 3)]
    outcome = {"scores": [1 - winner, winner], "winners": [winner], "reason": "resigned", "seat": 1 - winner}
    fixed = {"game": "alva", "rules": 1, "players": 2, "options": "{}", "seed": "1", "nonce": "", "commitment": ""}
    values = fixed | {"id": name_of(number), "created": 0.0, "creator": "anna", "ended": float(number // 2)}
    values |= {"seats": encode(seats).decode(), "outcome": encode(outcome).decode()}
    values["origin"] = None if number % 5 else "elsewhere"
    accuracy = encode({"0": accuracy_of(number), "1": 1.0}).decode()
    return [
        insert(schema.tables).values(values),
        insert(schema.holders).values(holder="anna", table_id=name_of(number), seat=0),
        insert(schema.analyses).values(table_id=name_of(number), accuracy=accuracy, found=b""),
    ]
