"""What each combination would do is told before it is done, and told right."""

from __future__ import annotations

import random
from typing import Any

import pytest

from alcove import Position
from tests.games.alvos.tables import ALVOS, SOPAVRE, seen, table


def ways(position: Position) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = seen(position)["ways"]
    return found


def test_every_combination_says_where_it_leads_and_what_it_keeps() -> None:
    position = table(dice="3,5", unused=2)
    told = [(way["action"], way["hex"], way["gives"], way["keeps"], way["risk"]) for way in ways(position)[:3]]
    assert told == [
        ("d3+u2→5 cog 5", 5, "cog 5", 5, "attack"),
        ("d5+u2→7 bolt", 1, "bolt", 3, "windfall"),
        ("d3+d5→8 cog 2", 2, "cog 2", 2, "sabotage"),
    ]


def test_doubles_leave_one_combination_with_the_unused_die() -> None:
    assert [way["action"] for way in ways(table(dice="3,3", unused=2)) if way["kind"] == "collect"] == [
        "d3+u2→5 cog 5",
        "d3+d3→6 cog 6",
    ]


def test_deliveries_say_whether_the_dice_reach_the_engineer() -> None:
    fitting = [(way["unused"], way["keeps"], way["fits"]) for way in ways(table(dice="3,5", unused=4))[3:]]
    assert fitting == [(None, 4, True), (4, 3, False), (4, 5, False)]
    fitting = [(way["unused"], way["keeps"], way["fits"]) for way in ways(table(dice="1,5", unused=2))[3:]]
    assert fitting == [(None, 2, False), (2, 1, True), (2, 5, True)]


def test_loads_say_what_they_score_and_mark() -> None:
    position = table(dice="3,5", cogs=["35", "-"], track="2:2,4:1", bolts=1)
    told = [(load["cogs"], load["bolt"], load["points"], load["space"]) for load in seen(position)["loads"][:4]]
    assert told == [(1, False, 1, 5), (1, True, 2, 6), (2, False, 3, 7), (2, True, 6, 10)]
    assert [load["completes"] for load in seen(position)["loads"]][-2:] == [True, True]


def test_together_nothing_is_scored_and_at_the_sopavre_nothing_is_risked() -> None:
    assert {load["points"] for load in seen(table(mode="cooperative"))["loads"]} == {None}
    assert {way["risk"] for way in ways(table(**SOPAVRE))} == {None}


def test_nothing_is_told_while_something_else_is_to_be_decided() -> None:
    position = table(stage="gift", dice="3,4", unused=3)
    assert (seen(position)["ways"], seen(position)["loads"]) == ([], [])


@pytest.mark.parametrize("options", [{"players": 2}, SOPAVRE, {"players": 3, "mode": "cooperative"}])
def test_previews_agree_with_what_then_happens(options: dict[str, Any]) -> None:
    chooser = random.Random(7)
    position = ALVOS.new(seed=5, **options)
    while position.outcome is None:
        seat = position.actors[0]
        before = position.view(seat)["table"]
        legal = [action.text for action in position.legal(seat)]
        for way in before["ways"]:
            assert (way["action"] in legal) == (position.why_not(seat, way["action"]) is None)
        action = max(legal, key=lambda text: ("deliver" in text, chooser.random()))
        position = position.play(seat, action)
        _check(before, action, seat, position.view(seat)["table"])


def _check(before: dict[str, Any], action: str, seat: int, after: dict[str, Any]) -> None:
    sheet = after["alvos"][seat]
    way = next((way for way in before["ways"] if way["kind"] == "collect" and way["action"] == action), None)
    if way and not sheet["eliminated"]:
        assert (sheet["hex"], sheet["unused_die"]) == (way["hex"], way["keeps"])
    if "deliver" in action:
        cogs, bolt = len(action.split("deliver")[1].split(" keep")[0].replace("+bolt", "").split()), "+bolt" in action
        load = next(load for load in before["loads"] if (load["cogs"], load["bolt"]) == (cogs, bolt))
        if load["space"] is not None:
            assert sheet["marks"][-1] == load["space"]
    if sheet["tally"]:
        assert sum(sheet["tally"].values()) == sheet["score"]
