"""Games that go on from a moment of a finished one, or from a position that somebody has typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import alcove
from alcove.kernel.proof import prove
from tests.server.browser import ME, OPEN, Browser, bot, local
from tests.server.conftest import Running
from tests.server.test_analysis import finished

POSITION = "5/5/2w2/5/5 b 5-6 0-0 0"


def wish(start: dict[str, Any], *seats: dict[str, Any], game: str = "alva") -> dict[str, Any]:
    return {"game": game, "players": len(seats), "seats": list(seats), "name": "Anna", "start": start}


def from_table(table: str, after: int) -> dict[str, Any]:
    return {"from": "table", "table": table, "after": after}


def test_a_finished_game_is_taken_up_again_from_any_moment(anna: Browser, carla: Browser) -> None:
    old = finished(anna)
    tried = carla.post("/api/tables", wish(from_table(old, 2), ME, local("Bruno")))["table"]
    both = carla.enter(tried)
    assert both.table["origin"] == {"table": old, "after": 2}
    assert both.table["notice"] == "Tried from another game, after its action 2."
    before = anna.get(f"/api/tables/{old}/replay")["steps"][2]["view"]
    assert both.table["view"]["table"] == before["table"]
    both.act("d2", seat=0)
    both.act("e5", seat=1)
    assert both.table["view"]["outcome"] is not None
    record = carla.http.get(f"/api/tables/{tried}/record").text
    assert record.startswith("Alcove record 4\n")
    assert f"origin: {old} 2\n" in record
    assert prove(record).whole
    assert [part["actions"] for part in carla.get(f"/api/tables/{tried}/verify")["parts"]] == [2]


def test_two_people_cannot_look_up_what_will_come(server: Running) -> None:
    """The game it comes from is over, and lies open: what it dealt and rolled later comes no more."""
    anna, bruno = server.browser(), server.browser()
    old = anna.create(ME, OPEN, game="tollgate", cards=3)
    bruno.sit(old, 1)
    white = anna.enter(old)
    white.say("resign", seat=0)
    white.hear("table", where=lambda told: told["status"] == "over")
    tried = anna.post("/api/tables", wish(from_table(old, 0), ME, OPEN, game="tollgate"))["table"]
    bruno.sit(tried, 1)
    assert server.hall is not None
    before, after = (server.hall._rooms[table].table.position for table in (old, tried))
    assert list(before.state.deck) != list(after.state.deck)
    assert list(before.state.rng) != list(after.state.rng)
    for seat, browser in enumerate((anna, bruno)):
        assert browser.get(f"/api/tables/{tried}")["view"]["table"] == before.view(seat)["table"], "hands are kept"
    assert anna.refused(f"/api/tables/{tried}/record")[0] == 503


def test_hints_and_taking_back_work_and_the_game_survives_a_restart(start: Callable[..., Running]) -> None:
    running = start()
    anna = running.browser()
    tried = anna.post("/api/tables", wish({"from": "position", "position": POSITION}, bot(1), ME))["table"]
    black = anna.enter(tried)
    assert black.table["origin"] == {"table": None, "after": None}
    first = black.table["view"]["table"]["board"]
    black.say("hint", v=black.table["v"])
    assert black.hear("hint")["choice"]["text"]
    black.act("a1")
    black.hear("step", where=lambda message: bool(message["legal"]))
    black.say("undo", v=black.table["v"])
    back = black.hear("table")
    assert back["view"]["table"]["board"] == first, (back["turns"], back["v"])
    shown = anna.get(f"/api/tables/{tried}")
    cookies = dict(anna.http.cookies)
    running.close()
    again = start().browser()
    again.http.cookies.update(cookies)
    after = again.get(f"/api/tables/{tried}")
    for key in ("view", "origin", "notice", "v", "legal"):
        assert after[key] == shown[key]


def test_a_running_game_is_never_taken_up(anna: Browser, bruno: Browser, carla: Browser) -> None:
    table = anna.create(ME, OPEN, game="tollgate", cards=3)
    bruno.sit(table, 1)
    for browser in (anna, bruno, carla):
        refused = browser.post_refused("/api/tables", wish(from_table(table, 0), ME, bot(1), game="tollgate"))
        assert refused == (503, "unavailable")


def tollgate_to_try(browser: Browser) -> str:
    """A finished game in which something was secret."""
    table = browser.create(ME, bot(1), game="tollgate", cards=3)
    playing = browser.enter(table)
    playing.say("resign", seat=0)
    playing.hear("table", where=lambda message: message["status"] == "over")
    return table


def tried_from(browser: Browser, table: str, *seats: dict[str, Any]) -> str:
    made: str = browser.post("/api/tables", wish(from_table(table, 0), *seats, game="tollgate"))["table"]
    return made


@pytest.mark.parametrize("others", [bot(1), local("Seat 2")], ids=["against a bot", "alone"])
def test_whoever_has_the_address_may_look_through_a_tried_line_and_go_on_from_it(
    anna: Browser, carla: Browser, others: dict[str, Any]
) -> None:
    tried = tried_from(anna, tollgate_to_try(anna), ME, others)
    assert anna.get(f"/api/tables/{tried}")["status"] == "running"
    shown = carla.get(f"/api/tables/{tried}")
    assert (shown["sealed"], shown["look"], shown["legal"]) == (False, None, [])
    for seat in range(2):
        views = [step["view"] for step in carla.get(f"/api/tables/{tried}/replay?seat={seat}")["steps"]]
        assert {view["seat"] for view in views} == {seat}
    own = tried_from(carla, tried, ME, bot(1))  # a line from the line, which is as open
    assert carla.get(f"/api/tables/{own}")["origin"] == {"table": tried, "after": 0}
    assert anna.get(f"/api/tables/{own}/replay?seat=0")["steps"]
    assert carla.refused(f"/api/tables/{tried}?seat=0") == (403, "not-yours")  # but the seat itself stays Anna's
    assert carla.refused(f"/api/tables/{tried}/record") == (503, "unavailable")


def is_sealed(table: str, *strangers: Browser) -> bool:
    told = [browser.get(f"/api/tables/{table}")["sealed"] for browser in strangers]
    looked = [browser.refused(f"/api/tables/{table}/replay?seat=0") for browser in strangers]
    wanted = wish(from_table(table, 0), ME, bot(1), game="tollgate")
    tried = [browser.post_refused("/api/tables", wanted) for browser in strangers]
    sealed = [(True, (403, "not-yours"), (503, "unavailable"))] * len(strangers)
    return list(zip(told, looked, tried, strict=True)) == sealed


def test_a_tried_line_is_sealed_as_soon_as_somebody_else_may_sit_at_it(
    anna: Browser, bruno: Browser, carla: Browser
) -> None:
    old = tollgate_to_try(anna)
    open_seat = tried_from(anna, old, ME, OPEN)
    assert is_sealed(open_seat, carla)  # before anybody has come
    bruno.sit(open_seat, 1)
    assert is_sealed(open_seat, carla)
    shared = tried_from(anna, old, ME, local("Seat 2"))
    assert carla.get(f"/api/tables/{shared}/replay?seat=1")["steps"]
    secret = anna.get(f"/api/tables/{shared}/links")["seats"]["1"].rpartition("/")[2]
    bruno.post("/api/seat-links", {"secret": secret})
    assert is_sealed(shared, carla)
    assert bruno.refused(f"/api/tables/{shared}/replay?seat=0") == (403, "not-yours")


def test_what_does_not_come_from_a_finished_game_is_sealed(anna: Browser, carla: Browser) -> None:
    fresh = anna.create(ME, bot(1), game="tollgate", cards=3)
    assert is_sealed(fresh, carla)
    position = {"from": "position", "position": str(alcove.game("tollgate").new(2, 3, cards=3))}
    typed = anna.post("/api/tables", wish(position, ME, local("Bruno"), game="tollgate"))["table"]
    assert is_sealed(typed, carla)  # two people may share that screen


@pytest.mark.parametrize(
    ("start", "code"),
    [
        ({"from": "position", "position": "nothing"}, "unreadable"),
        ({"from": "position", "position": "x" * 9000}, "unreadable"),
        ({"from": "table", "table": "nowhere", "after": 0}, "not-found"),
        ({"from": "elsewhere"}, "unreadable"),
        ({"from": "position", "position": str(alcove.game("alva").new(size=7))}, None),
    ],
)
def test_what_cannot_be_tried_is_refused(anna: Browser, start: dict[str, Any], code: str | None) -> None:
    body = wish(start, ME, local("Bruno"))
    if code is None:
        anna.post("/api/tables", body)
    else:
        assert anna.post_refused("/api/tables", body, **{"content-type": "application/json"})[1] == code


def test_the_moment_must_fit_the_game(anna: Browser) -> None:
    old = finished(anna)
    headers = {"content-type": "application/json"}
    ended = anna.post_refused("/api/tables", wish(from_table(old, 4), ME, bot(1)), **headers)
    beyond = anna.post_refused("/api/tables", wish(from_table(old, 5), ME, bot(1)), **headers)
    other = anna.post_refused("/api/tables", wish(from_table(old, 1), ME, bot(1), game="tollgate"), **headers)
    assert (ended, beyond, other) == ((503, "unavailable"), (503, "unavailable"), (400, "bad-option"))
