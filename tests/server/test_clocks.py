"""Clocks at tables: for whom they run, what they survive, and what becomes of those who run out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from alcove.kernel.proof import prove
from alcove.server import schema
from alcove.server.hall import Hall
from alcove.server.moments import PAUSE_SECONDS, SIGN_SECONDS, TAKE_OVER_SECONDS, Moments
from alcove.server.store import Store
from alcove.server.timekeeping import Absence
from tests.fake_time import FakeTime
from tests.server.browser import ME, OPEN, SMALL, Browser, Socket, bot, local
from tests.server.conftest import Running, settings_for
from tests.server.test_leases import opened
from tests.services import Postgres

LIVE = {"kind": "live", "seconds": 60, "added": 5}
DAY = {"kind": "correspondence", "seconds": 86_400}
HOUR_MS = 3_600_000

Start = Callable[..., Running]


@pytest.fixture(scope="module")
def patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patched:
        yield patched


@pytest.fixture(scope="module")
def fake(patch: pytest.MonkeyPatch) -> FakeTime:
    return FakeTime(patch)


@pytest.fixture(scope="module")
def timed(fake: FakeTime, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose time we make, for all tests here that do not end it."""
    running = Running(settings_for(tmp_path_factory.mktemp("timed")))
    running.start()
    yield running
    running.close()


def open_table(browser: Browser, *seats: dict[str, Any], time: dict[str, Any], game: str = "alva") -> str:
    options = SMALL if game == "alva" else {"cards": 3}
    wish = {"game": game, "players": len(seats), "options": options, "seats": list(seats), "name": "Anna", "time": time}
    table: str = browser.post("/api/tables", wish)["table"]
    return table


def two(server: Running, time: dict[str, Any]) -> tuple[str, list[Browser], list[Socket]]:
    anna, bruno = server.browser(), server.browser()
    table = open_table(anna, ME, OPEN, time=time)
    bruno.sit(table, 1)
    return table, [anna, bruno], [one.enter(table) for one in (anna, bruno)]


def three(server: Running, time: dict[str, Any]) -> tuple[str, list[Browser], list[Socket]]:
    browsers = [server.browser() for _ in range(3)]
    table = open_table(browsers[0], ME, OPEN, OPEN, time=time, game="tollgate")
    for seat in (1, 2):
        browsers[seat].sit(table, seat, f"P{seat}")
    return table, browsers, [one.enter(table) for one in browsers]


def clock(browser: Browser, table: str) -> dict[str, Any]:
    shown: dict[str, Any] = browser.get(f"/api/tables/{table}")["clock"]
    return shown


def hear_out(socket: Socket, *seats: int) -> dict[str, Any]:
    return socket.hear("seats", where=lambda told: told["clock"]["out"] == list(seats))


def test_the_clock_of_whoever_is_awaited_runs(timed: Running, fake: FakeTime) -> None:
    table, [anna, _], [hers, his] = two(timed, LIVE)
    assert hers.table["time"] == LIVE | {"sleep": None, "offset": 0, "days_off": []}
    fake.let_pass(timed, 3)
    assert clock(anna, table) == {
        "left": [57_000, 60_000],
        "running": [0],
        "out": [],
        "stands": False,
        "changes_in": None,
    }
    assert hers.act()["clock"]["left"] == [62_000, 60_000]
    assert his.hear("step")["clock"]["running"] == [1]
    fake.let_pass(timed, 1.5)
    step = his.act()
    assert step["clock"] == {"left": [62_000, 63_500], "running": [0], "out": [], "stands": False, "changes_in": None}


def test_a_table_without_time_has_no_clock(timed: Running) -> None:
    anna = timed.browser()
    table = anna.create(ME, local("Bruno"))
    socket = anna.enter(table)
    assert socket.table["time"] is socket.table["clock"] is None
    assert socket.act()["clock"] is None
    assert socket.refusal("claim", seat=1)["code"] == "in-time"
    [row] = anna.get("/api/tables")["tables"]
    assert row["time"] is row["left"] is None


def test_no_clock_runs_before_the_last_seat_is_taken(timed: Running, fake: FakeTime) -> None:
    anna, bruno = timed.browser(), timed.browser()
    table = open_table(anna, ME, OPEN, time=LIVE)
    fake.let_pass(timed, 30)
    assert clock(anna, table)["running"] == []
    bruno.sit(table, 1)
    fake.let_pass(timed, 1)
    forget(timed, table)
    fake.let_pass(timed, 1)
    assert clock(anna, table)["left"] == [58_000, 60_000]


def forget(server: Running, table: str) -> None:
    """Let a table leave the memory."""

    async def drop(hall: Hall) -> None:
        hall._forget(hall._rooms[table])

    server.do(drop)


@pytest.mark.parametrize(
    ("time", "code"),
    [
        ({"kind": "live", "seconds": 0}, "bad-option"),
        ({"kind": "live", "seconds": 10**6}, "bad-option"),
        ({"kind": "live", "seconds": 60, "added": 5000}, "bad-option"),
        ({"kind": "live", "seconds": 60, "sleep": [0, 60]}, "bad-option"),
        ({"kind": "correspondence", "seconds": 60}, "bad-option"),
        ({"kind": "correspondence", "seconds": 86_400, "sleep": [0, 1439]}, "bad-option"),
        ({"kind": "correspondence", "seconds": 86_400, "days_off": [0, 1, 2, 3, 4, 5]}, "bad-option"),
        ({"kind": "correspondence", "seconds": 86_400, "days_off": [9]}, "bad-option"),
        ({"kind": "correspondence", "seconds": 86_400, "offset": 1900}, "bad-option"),
        ({"kind": "never", "seconds": 60}, "unreadable"),
        ({"kind": "live", "seconds": "60"}, "unreadable"),
        ({"kind": "live", "seconds": -1}, "unreadable"),
        ({"kind": "live", "seconds": 60, "sleep": [1]}, "unreadable"),
        ({"kind": "live", "seconds": 60, "now": 0}, "unreadable"),
    ],
)
def test_times_that_nobody_can_have_are_refused(timed: Running, time: dict[str, Any], code: str) -> None:
    wish = {"game": "alva", "players": 2, "seats": [ME, OPEN], "options": SMALL, "time": time}
    assert timed.browser().post_refused("/api/tables", wish) == (400, code)


# Running out


def test_of_two_one_runs_out_and_the_other_claims_the_win(timed: Running, fake: FakeTime) -> None:
    table, [anna, bruno], [hers, his] = two(timed, LIVE)
    fake.let_pass(timed, 59.999)
    assert his.refusal("claim", seat=0)["code"] == "in-time"
    assert his.refusal("replace", seat=0)["code"] == "unavailable"
    fake.let_pass(timed, 0.001)
    for socket in (hers, his):
        assert hear_out(socket, 0)["status"] == "running"
    assert hers.refusal("claim", seat=0)["code"] == "not-yours"
    assert his.refusal("claim", seat=1)["code"] == "not-yours"
    assert timed.browser().enter(table).refusal("claim", seat=0)["code"] == "not-yours"
    fake.let_pass(timed, 5)
    his.say("claim", seat=0)
    told = hers.hear("table")
    assert told["status"] == "over"
    assert told["view"]["outcome"]["reason"] == "out-of-time"
    assert told["view"]["outcome"]["winners"] == [1]
    assert told["ending"] == "Bruno wins: Anna has run out of time."
    assert his.refusal("claim", seat=0)["code"] == "over"
    text = anna.http.get(f"/api/tables/{table}/record").text
    assert "\ntime: live 60 5\n" in text
    assert "\nleft: 0 60000\n" in text
    proof = prove(text)
    assert proof.outcome is not None
    assert proof.outcome.reason == "out-of-time"
    assert bruno.get(f"/api/tables/{table}/verify")["proven"]
    forget(timed, table)
    assert bruno.get(f"/api/tables/{table}")["ending"] == told["ending"]
    assert anna.http.get(f"/api/tables/{table}/record").text == text


def test_who_has_run_out_may_go_on_while_nobody_minds(timed: Running, fake: FakeTime) -> None:
    _table, _, [hers, his] = two(timed, LIVE)
    fake.let_pass(timed, 100)
    hear_out(hers, 0)
    assert hers.act()["clock"]["left"] == [5_000, 60_000]
    his.hear("step")
    assert his.refusal("claim", seat=0)["code"] == "in-time"
    fake.let_pass(timed, 61)
    hear_out(hers, 1)


def test_alone_against_bots_nobody_can_claim_and_the_game_goes_on(timed: Running, fake: FakeTime) -> None:
    anna, guest = timed.browser(), timed.browser()
    table = open_table(anna, ME, bot(), time=LIVE)
    socket, watching = anna.enter(table), guest.enter(table)
    assert socket.table["clock"]["left"] == [60_000, None]
    fake.let_pass(timed, 100)
    hear_out(socket, 0)
    assert socket.refusal("claim", seat=0)["code"] == "not-yours"
    assert watching.refusal("claim", seat=0)["code"] == "not-yours"
    assert watching.refusal("replace", seat=0)["code"] == "not-yours"
    socket.act()
    assert socket.hear("step", where=lambda told: told["seat"] == 1)["clock"]["left"] == [5_000, None]


def test_of_three_nobody_claims_but_a_bot_goes_on_and_the_person_comes_back(timed: Running, fake: FakeTime) -> None:
    table, browsers, sockets = three(timed, LIVE)
    for seat in (0, 2):
        card = sockets[seat].table["view"]["table"]["hand"][0]
        sockets[seat].say("act", v=sockets[seat].table["v"], seat=seat, action=card)
        sockets[seat].hear("step", where=lambda told, seat=seat: told["seat"] == seat)
    fake.let_pass(timed, 60)
    hear_out(sockets[0], 1)
    assert sockets[0].refusal("claim", seat=1)["code"] == "unavailable"
    sockets[0].say("replace", seat=1)
    told = sockets[1].hear("table", where=lambda one: one["seats"][1]["left"] is not None)
    assert told["clock"]["left"][1] is None
    assert told["clock"]["out"] == []
    sockets[1].say("return", seat=1)
    back = sockets[1].hear("table", where=lambda one: one["seats"][1]["left"] is None)
    assert back["clock"]["left"][1] == 15_000
    for socket in sockets:
        socket.close()
    forget(timed, table)
    assert clock(browsers[1], table)["left"][1] == 15_000


def test_where_all_play_as_one_nobody_claims(timed: Running, fake: FakeTime) -> None:
    anna, bruno = timed.browser(), timed.browser()
    wish = {"game": "tollgate", "players": 2, "options": {"mode": "together"}, "seats": [ME, OPEN], "time": LIVE}
    table = anna.post("/api/tables", wish)["table"]
    bruno.sit(table, 1)
    socket = bruno.enter(table)
    fake.let_pass(timed, 60)
    hear_out(socket, 0, 1)
    assert socket.refusal("claim", seat=0)["code"] == "unavailable"


def test_taking_back_gives_no_time_back(timed: Running, fake: FakeTime) -> None:
    anna = timed.browser()
    table = open_table(anna, ME, local("Bruno"), time=LIVE)
    socket = anna.enter(table)
    fake.let_pass(timed, 10)
    socket.act()
    fake.let_pass(timed, 2)
    socket.say("undo", v=socket.table["v"])
    assert socket.hear("table")["clock"]["left"] == [50_000, 58_000]
    socket.close()
    forget(timed, table)
    assert clock(anna, table)["left"] == [50_000, 58_000]


def test_play_again_keeps_the_time(timed: Running) -> None:
    anna = timed.browser()
    table = open_table(anna, ME, local("Bruno"), time=LIVE)
    socket = anna.enter(table)
    socket.say("resign", seat=0)
    socket.hear("table")
    socket.say("rematch")
    again = socket.hear("seats", where=lambda told: told["rematch"]["table"] is not None)["rematch"]["table"]
    assert anna.get(f"/api/tables/{again}")["time"] == socket.table["time"]
    assert clock(anna, again)["left"] == [60_000, 60_000]


# Long games


def test_a_table_that_sleeps_costs_time_and_nothing_else(timed: Running, fake: FakeTime) -> None:
    table, [anna, bruno], sockets = two(timed, DAY)
    for socket in sockets:
        socket.close()
    forget(timed, table)
    fake.let_pass(timed, 3600)
    [row] = anna.get("/api/tables")["tables"]
    assert (row["left"], row["your_turn"], row["time"]["kind"]) == (23 * HOUR_MS, True, "correspondence")
    assert bruno.get("/api/tables")["tables"][0]["left"] == 23 * HOUR_MS
    fake.let_pass(timed, 86_400)
    assert clock(bruno, table)["out"] == [0]
    his = bruno.enter(table)
    his.say("claim", seat=0)
    assert his.hear("table")["view"]["outcome"]["winners"] == [1]


def test_at_night_and_on_days_off_clocks_stand(timed: Running, fake: FakeTime) -> None:
    hour = int(fake.wall) % 86_400 // 60
    night = {**DAY, "sleep": [(hour + 60) % 1440, (hour + 540) % 1440]}
    table, [anna, _], [hers, _his] = two(timed, night)
    state = clock(anna, table)
    assert state["stands"] is False
    assert 0 < state["changes_in"] <= HOUR_MS
    fake.let_pass(timed, 2 * 3600)
    stands = hers.hear("seats", where=lambda told: told["clock"]["stands"])["clock"]
    assert stands["left"] == [24 * HOUR_MS - state["changes_in"], 24 * HOUR_MS]
    fake.let_pass(timed, 8 * 3600)
    assert clock(anna, table)["left"][0] == 24 * HOUR_MS - 2 * HOUR_MS


# The server is away


def test_nobody_loses_time_while_the_server_is_away(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeTime(monkeypatch)
    first = start(tmp_path)
    table, [anna, _], _ = two(first, LIVE)
    fake.let_pass(first, 10)
    cookies = dict(anna.http.cookies)
    first.stop()
    fake.pass_by(1_000)
    second = start(tmp_path)
    fake.let_pass(second, 1)
    anna = second.browser()
    anna.http.cookies.update(cookies)
    assert clock(anna, table)["left"] == [49_000, 60_000]
    step = anna.enter(table).act()
    assert step["clock"]["left"] == [54_000, 60_000]
    second.stop()
    fake.pass_by(-5_000)  # a clock that was set back
    third = start(tmp_path)
    fake.let_pass(third, 2)
    anna = third.browser()
    anna.http.cookies.update(cookies)
    assert clock(anna, table)["left"] == [54_000, 58_000]


def test_neither_a_pause_nor_a_clock_that_is_set_costs_anybody_time(timed: Running, fake: FakeTime) -> None:
    table, [anna, _], [hers, _] = two(timed, LIVE)
    fake.let_pass(timed, 1)
    fake.pass_by(PAUSE_SECONDS)  # the process was stopped
    assert clock(anna, table)["left"][0] == 59_000
    fake.wall += 10_000  # the machine was asleep, or its clock was set
    timed.do(tick)
    assert clock(anna, table)["left"][0] == 59_000
    fake.let_pass(timed, 1)
    fake.wall -= 20_000
    timed.do(tick)
    assert clock(anna, table)["left"][0] == 58_000
    hers.act()
    hers.close()
    forget(timed, table)
    assert clock(anna, table)["left"] == [63_000, 60_000]
    text = anna.http.get(f"/api/tables/{table}/record").text
    assert "\ntimes: 2000\n" in text


async def tick(hall: Hall) -> None:
    hall.moments.tick()


# Several processes


def test_whoever_takes_over_a_table_gives_back_the_time_without_an_owner(postgres: Postgres, tmp_path: Path) -> None:
    async def main() -> None:
        url = postgres.database()
        async with opened(url, tmp_path) as first, opened(url, tmp_path) as second:
            assert first.leases is not None
            assert second.leases is not None
            died = await first.keeping.database_time() - 100
            dead = first.leases.me
            await first.keeping.sign(dead, died, ())
            noted: list[Absence] = []
            moments = Moments(second, noted.append)
            await moments.open()
            assert await absences(second) == [], "another one lives"
            assert abs(moments.now() - died - 100) < 50, "by the database's clock"
            assert not await moments.take_over("mine", second.leases.me)
            assert not await moments.take_over("new", None)
            assert await moments.take_over("theirs", dead)
            until = died + SIGN_SECONDS + second.leases.seconds + TAKE_OVER_SECONDS
            assert await absences(second) == [Absence("theirs", died, until)]
            await first.leases.close()
            moments.begin_again()  # nobody else was there, and this one was stopped
            assert await moments.take_over("alone", dead)
            [alone, _] = await absences(second)
            assert alone.table == "alone"
            assert alone.until > until
            first.leases._leave = lambda: None  # type: ignore[method-assign]
            await moments.close()
            assert noted == []

    asyncio.run(main())


async def absences(store: Store) -> list[Absence]:
    away = schema.absences.c
    rows = await store._questions.rows(select(away.table_id, away.since, away.until).order_by(away.table_id))
    return [Absence(*row) for row in rows]
