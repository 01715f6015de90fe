"""Records that somebody brings to look at: the same replay as the table's own, and nothing is kept."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from alcove.kernel.packed import pack
from alcove.kernel.record import Record
from tests.server.browser import Browser

NAMES = ("Anna", "Bruno")


def played(actions: int | None = None) -> Record:
    """A game of somebody's, to its end or a part of it."""
    record, dice = Record.begin("tollgate", 2, names=NAMES, seed=5), Random(3)
    position = record.start()
    while not position.over and (actions is None or len(record.actions) < actions):
        seat = position.awaited[0]
        action = dice.choice(position.legal(seat))
        position = position.play(seat, action)
        record = record.add(seat, action, position)
    return record


def asked(browser: Browser, text: str, seat: int | None = None, language: str = "en") -> Any:
    return browser.http.post(f"/api/replay?lang={language}", json={"record": pack(text), "seat": seat})


def test_a_whole_game_is_told_step_by_step(anna: Browser) -> None:
    record = played()
    answer = asked(anna, str(record)).json()
    assert answer["game"] == "tollgate"
    assert [seat["called"] for seat in answer["seats"]] == [*NAMES]
    steps = answer["steps"]
    assert len(steps) == len(record.actions) + 1
    assert [(step["seat"], step["text"]) for step in steps[1:]] == [*record.actions]
    positions = [position for *_, position in record.positions()]
    for seat in (None, 0, 1):
        seen = asked(anna, str(record), seat).json()["steps"]
        assert [step["view"]["table"] for step in seen[:-1]] == [
            position.view(seat)["table"] for position in positions[:-1]
        ]
    assert any("Anna" in sentence["text"] for step in steps for sentence in step["story"])
    assert asked(anna, str(record), language="de").json()["steps"][-1]["view"]["outcome"]["scores"]


def test_a_game_that_is_not_over_can_be_looked_at_too(anna: Browser) -> None:
    steps = asked(anna, str(played(2))).json()["steps"]
    assert len(steps) == 3
    assert steps[-1]["view"]["outcome"] is None


def test_nothing_is_kept(anna: Browser) -> None:
    before = anna.get("/api/tables")
    asked(anna, str(played()))
    assert anna.get("/api/tables") == before


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("no record at all", "unreadable"),
        ("", "unreadable"),
        (str(played()).replace("tollgate", "chess"), "unknown-game"),
        (str(Record.begin("tollgate", 2, seed=5).without_seed()), "sealed"),
        ("x" * 2_000_000, "unreadable"),
    ],
    ids=["garbage", "nothing", "game", "sealed", "long"],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(anna: Browser, text: str, code: str) -> None:
    answer = asked(anna, text, language="de")
    assert answer.json()["code"] == code, answer.text
    assert answer.status_code in (400, 404, 409)


def test_what_is_not_packed_or_too_much_is_refused(anna: Browser) -> None:
    for wrong in ({"record": "ä"}, {"record": "a" * 16_001}, {"record": "abcd"}, {}, {"record": "a", "more": 1}):
        assert anna.http.post("/api/replay", json=wrong).json()["code"] in ("unreadable", "too-large")


def test_other_sites_cannot_ask(anna: Browser) -> None:
    body = {"record": pack(str(played()))}
    answer = anna.http.post("/api/replay", json=body, headers={"origin": "http://elsewhere.example", "x-alcove": ""})
    assert answer.json()["code"] == "bad-origin"
