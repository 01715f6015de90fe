"""What each combination would do is told before it is done, and told right."""

from __future__ import annotations

import random
from typing import Any

import pytest

from alcove import Position
from tests.games.alvos.tables import ALVOS, SOPAVRE, next_roll, play, seen, table


def ways(position: Position) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = seen(position)["ways"]
    return found


def test_every_combination_says_where_it_leads_and_what_it_keeps() -> None:
    position = table(dice="3,5", unused=2)
    told = [(way["action"], way["hex"], way["gives"], way["keeps"], way["risk"]) for way in ways(position)[:3]]
    assert told == [
        ("d3+u2→5 cog 5", 5, 5, 5, "attack"),
        ("d5+u2→7 bolt", 1, "bolt", 3, "windfall"),
        ("d3+d5→8 cog 2", 2, 2, 2, "sabotage"),
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


def choices(position: Position, kind: str) -> list[dict[str, Any]]:
    """The choices of whoever has to decide, as data."""
    seat = position.awaited[0]
    found: list[dict[str, Any]] = [dict(position.parts(seat, index) or {}) for index in position.legal_indices(seat)]
    return [choice for choice in found if choice["kind"] == kind]


def test_deliveries_say_what_they_score_and_mark() -> None:
    """ALVOS-26, ALVOS-27: from 4, over the open spaces."""
    position = table(dice="3,5", cogs=["2345", "-"], track="2:2,4:1", bolts=[1, 0])
    told = {
        (len(one["load"]), one["bolt"]): (one["points"], one["space"], one["completes"])
        for one in choices(position, "deliver")
    }
    assert told == {
        (1, False): (1, 5, False),
        (1, True): (2, 6, False),
        (2, False): (3, 7, False),
        (2, True): (6, 10, False),
        (3, False): (6, 10, False),
        (3, True): (12, 16, False),
        (4, False): (10, 14, True),
        (4, True): (20, 19, True),
    }


def test_a_delivery_says_its_dice_and_its_cogs() -> None:
    """ALVOS-22, ALVOS-23, ALVOS-25"""
    by_roll = choices(table(dice="3,5", unused=4, cogs=["3", "-"], shards=[3, 0]), "deliver")
    assert {(tuple(one["dice"]), one["unused"], one["keeps"], one["hex"]) for one in by_roll} == {((3, 5), None, 4, 2)}
    assert [one["load"] for one in by_roll] == [
        [{"kind": 3, "wild": False}],
        [{"kind": 3, "wild": True}],
        [{"kind": 3, "wild": False}, {"kind": 5, "wild": True}],
    ]
    by_unused = choices(table(dice="1,5", unused=2, cogs=["3", "-"]), "deliver")
    assert [(one["dice"], one["unused"], one["keeps"], one["part"]) for one in by_unused] == [
        ([], 2, 1, 20),
        ([], 2, 5, 20),
    ]
    assert all("hex" not in one for one in by_unused), "the Alvo stays"


def test_other_choices_say_what_they_are_about() -> None:
    """ALVOS-12, ALVOS-13, ALVOS-14, ALVOS-34"""
    fire = next_roll(table(unused=[6, 2], fires="0,1,0,0,0"), 3, 5)
    assert choices(fire, "fire") == [{"kind": "fire", "part": 30, "fires": 1}, {"kind": "fire", "part": 50, "fires": 0}]
    gift = table(stage="gift", dice="3,4", unused=3, bolts=2, cogs="44")
    assert [(one["what"], one["held"]) for one in choices(gift, "gain")][:4] == [("bolt", 2), (2, 0), (3, 0), (4, 2)]
    trip = next_roll(table(unused=[6, 4], cogs=["-", "55"], shards=[0, 6]), 1, 5)
    assert [(one["what"], one["held"]) for one in choices(trip, "lose")] == [(5, 2), ("wild", 2)]
    alone = play(table(5, first=2, turn=1, alvos=[3, 4, 3, 3, "-"]), "pass")
    assert choices(alone, "take") == [{"kind": "take", "what": 4}]


def test_together_nothing_is_scored_and_at_the_sopavre_nothing_is_risked() -> None:
    together = table(mode="cooperative", dice="3,5", cogs=["3", "-"])
    assert {(one["points"], one["space"]) for one in choices(together, "deliver")} == {(None, None)}
    assert {way["risk"] for way in ways(table(**SOPAVRE))} == {None}


def test_nothing_is_told_while_something_else_is_to_be_decided() -> None:
    position = table(stage="gift", dice="3,4", unused=3)
    assert seen(position)["ways"] == []


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
        action = max(position.legal(seat), key=lambda one: ("deliver" in one.text, chooser.random()))
        choice = dict(position.parts(seat, action.index) or {})
        position = position.play(seat, action)
        _check(choice, seat, position.view(seat)["table"])


def _check(choice: dict[str, Any], seat: int, after: dict[str, Any]) -> None:
    sheet = after["alvos"][seat]
    if sheet["eliminated"]:
        return
    if choice["kind"] in ("collect", "deliver"):
        assert sheet["unused_die"] == choice["keeps"]
        assert sheet["hex"] == choice.get("hex", sheet["hex"])
    if choice.get("space") is not None:
        assert sheet["marks"][-1] == choice["space"]
    if sheet["tally"]:
        assert sum(sheet["tally"].values()) == sheet["score"]
