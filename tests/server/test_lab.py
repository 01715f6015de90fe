"""The lab in the server: for its owner alone, one study at a time, in a process of its own that can be stopped."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from alcove.server.hall import Hall
from alcove.server.holders import owner_token
from alcove.server.lab_runs import KEPT_REPORTS, LabRuns, Report, command
from alcove.server.limit_settings import Limits
from tests.server.browser import Browser
from tests.server.conftest import Running

ORDER: dict[str, Any] = {"game": "alvos", "games": 200, "players": 3}
ENDLESS = {**ORDER, "games": 100_000}
PATIENCE = 300


async def token(hall: Hall) -> str:
    return owner_token(hall.store.key, hall.settings.owner_token)


async def do_not_stand_back(hall: Hall) -> None:
    hall.lab.nice = 0


@pytest.fixture
def owner(server: Running) -> Iterator[httpx.Client]:
    browser = server.browser()
    browser.http.headers["authorization"] = f"Bearer {server.do(token)}"
    server.do(do_not_stand_back)
    yield browser.http
    browser.http.post("/api/owner/lab/stop", json={})
    until_over(browser.http)


def until_over(owner: httpx.Client) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        state: dict[str, Any] = owner.get("/api/owner/lab?lang=en").json()
        if state["run"] is None or state["run"]["over"]:
            return state
        time.sleep(0.1)
    raise AssertionError("the study does not end")


def test_nobody_else_may_use_it(anna: Browser) -> None:
    for answer in (
        anna.http.get("/api/owner/lab"),
        anna.http.post("/api/owner/lab", json=ORDER),
        anna.http.post("/api/owner/lab/stop", json={}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (401, "not-owner")
    assert anna.http.get("/lab/report/guessed").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"players": 9}, "bad-option"),
        ({"options": {"luck": 1}}, "bad-option"),
        ({"changes": ["numbers.health=99"]}, "bad-option"),
        ({"changes": ["cards.torpedos.cost=1"]}, "bad-option"),
        ({"game": "alpacalypse", "changes": ["folder=/etc"]}, "bad-option"),
        ({"games": 0}, "unreadable"),
        ({"games": 1_000_000}, "too-many"),
        ({"drama": 1_000_000}, "too-many"),
        ({"luck": 1}, "unreadable"),
    ],
    ids=str,
)
def test_orders_that_do_not_fit_are_refused_at_once(owner: httpx.Client, wrong: dict[str, Any], code: str) -> None:
    answer = owner.post("/api/owner/lab?lang=de", json={**ORDER, **wrong})
    assert answer.json()["code"] == code, answer.text
    assert owner.get("/api/owner/lab").json()["run"] is None or owner.get("/api/owner/lab").json()["run"]["over"]


def test_other_sites_cannot_begin_anything(owner: httpx.Client) -> None:
    answer = owner.post("/api/owner/lab", json=ORDER, headers={"origin": "http://elsewhere.example", "x-alcove": ""})
    assert answer.json()["code"] == "bad-origin"


def test_a_study_is_made_and_its_report_read_by_link(owner: httpx.Client, anna: Browser) -> None:
    begun = owner.post("/api/owner/lab", json=ORDER).json()
    assert begun["run"]["over"] is False
    busy = owner.post("/api/owner/lab", json=ORDER)
    assert (busy.status_code, busy.json()["code"]) == (429, "too-many")
    over = until_over(owner)
    assert over["run"]["trouble"] is None
    key = over["run"]["report"]
    assert over["reports"][0]["key"] == key
    answer = anna.http.get(f"/lab/report/{key}")
    assert 'lang="en">' in answer.text
    assert '<input type="radio" name="language" id="en" checked>' in answer.text
    german = anna.http.get(f"/lab/report/{key}?lang=de")
    assert '<html lang="de">' in german.text
    assert '<input type="radio" name="language" id="de" checked>' in german.text
    assert german.text.count(" checked>") == 1
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "The lab: Alvos" in answer.text
    assert "alcove lab alvos --games 200 --seed 0 --players 3 --to report.html" in answer.text


def test_a_study_can_be_stopped_and_another_begun(owner: httpx.Client) -> None:
    owner.post("/api/owner/lab", json=ENDLESS)
    owner.post("/api/owner/lab/stop", json={})
    over = until_over(owner)
    assert over["run"]["trouble"] == "It was stopped."
    assert over["run"]["report"] is None
    again = owner.post("/api/owner/lab", json=ENDLESS)
    assert again.status_code == 200


def test_the_oldest_reports_make_room() -> None:
    runs = LabRuns(Limits())
    keys = [runs._keep(Report("toy", float(n), b"", "")) for n in range(KEPT_REPORTS + 2)]
    assert [*runs.reports] == keys[2:]
    assert len({*keys}) == len(keys)


def test_the_command_line_of_an_order_is_told() -> None:
    from alcove.server.incoming import LabOrder

    order = LabOrder("toy", 50, 3, {"mode": "hard"}, ["cards.a.cost=3 coins"], 7, worth=20)
    assert command(order) == (
        "alcove lab toy --games 50 --seed 7 --players 3 --worth 20 -o mode=hard --set 'cards.a.cost=3 coins' "
        "--to report.html"
    )
