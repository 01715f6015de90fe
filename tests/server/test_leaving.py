"""Leaving a game for three, coming back to it, and bots for those who do not come back."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alcove import Outcome, Record
from alcove.bots import Cancel, Thought
from alcove.kernel.match import Match
from alcove.kernel.text import same
from alcove.server import bot_seats
from alcove.server.past import PastTable
from alcove.server.tables import Entry, SeatAt, Table
from tests.server.browser import ME, OPEN, Browser, Socket, bot
from tests.server.conftest import Running

Start = Callable[..., Running]


def three(server: Running, stand_in: int | None = None) -> tuple[str, list[Browser], list[Socket]]:
    """Three people at a table of Tollgate."""
    browsers = [server.browser() for _ in range(3)]
    wish: dict[str, Any] = {"game": "tollgate", "players": 3, "options": {"cards": 3}, "seats": [ME, OPEN, OPEN]}
    wish |= {"name": "Anna"} if stand_in is None else {"name": "Anna", "stand_in": stand_in}
    table: str = browsers[0].post("/api/tables", wish)["table"]
    for seat, name in ((1, "Bruno"), (2, "Clara")):
        browsers[seat].sit(table, seat, name)
    return table, browsers, [browser.enter(table) for browser in browsers]


def sentences(message: dict[str, Any]) -> list[str]:
    return [one["text"] for _, told in message["story"] for one in told]


def left(message: dict[str, Any], seat: int) -> bool:
    return message["seats"][seat]["left"] is not None


def hear_left(socket: Socket, seat: int) -> dict[str, Any]:
    return socket.hear("table", where=lambda told: left(told, seat))


def hear_back(socket: Socket, seat: int) -> dict[str, Any]:
    return socket.hear("table", where=lambda told: not left(told, seat) and told["seats"][seat]["kind"] == "human")


def choose(socket: Socket, seat: int) -> None:
    """A card, in answer to whatever version the socket has heard of."""
    card = socket.table["view"]["table"]["hand"][0]
    socket.say("act", v=socket.table["v"], seat=seat, action=card)
    socket.hear("step", where=lambda told: told["seat"] == seat)


def test_a_bot_plays_on_for_one_of_three_who_leaves(server: Running) -> None:
    _table, browsers, sockets = three(server)
    sockets[1].say("resign", seat=1)
    told = hear_left(sockets[0], 1)
    assert told["status"] == "running"
    assert told["resigned"] is None
    assert (told["seats"][1]["kind"], told["seats"][1]["level"], told["seats"][1]["left"]) == ("bot", 3, "Bruno")
    assert sentences(told)[-1] == "Bruno has left. A bot of level 3 plays on in that seat."
    assert sockets[0].hear("step")["seat"] == 1  # the bot chooses
    own = hear_left(sockets[1], 1)
    assert own["seats"][1]["mine"]
    assert own["legal"] == []
    for kind, fields in (
        ("act", {"v": own["v"], "seat": 1, "action": "s1"}),
        ("resign", {"seat": 1}),
        ("undo", {"v": own["v"]}),
    ):
        assert sockets[1].refusal(kind, **fields)["code"] == "unavailable"
    choose(sockets[0], 0)
    choose(sockets[2], 2)
    assert browsers[1].get("/api/tables")["tables"][0]["your_turn"] is False


def test_whoever_has_left_comes_back(server: Running) -> None:
    _table, _browsers, sockets = three(server)
    assert sockets[1].refusal("return", seat=1)["code"] == "unavailable"
    sockets[1].say("resign", seat=1)
    hear_left(sockets[1], 1)
    assert sockets[0].refusal("return", seat=1)["code"] == "not-yours"
    sockets[1].say("return", seat=1)
    back = hear_back(sockets[1], 1)
    assert back["legal"]
    assert sentences(hear_back(sockets[0], 1))[-1] == "Bruno is back."
    choose(sockets[1], 1)


def test_who_has_left_sees_what_is_shown_and_takes_nothing_back_freely(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_alone = threading.Event()

    def think(position: Any, seat: int, level: int, seed: int, cancel: Cancel) -> Thought:
        left_alone.wait(60)
        return Thought(position.legal(seat)[0], 0.5, {}, [], 1)

    monkeypatch.setattr(bot_seats, "think", think)
    anna, bruno = server.browser(), server.browser()
    table = anna.create(ME, OPEN, bot(1), game="tollgate", cards=3)
    bruno.sit(table, 1)
    sockets = [browser.enter(table) for browser in (anna, bruno)]
    choose(sockets[1], 1)
    choose(sockets[0], 0)
    assert anna.get(f"/api/tables/{table}")["undo"]["may"] == "free"
    sockets[0].say("resign", seat=0)
    hear_left(sockets[0], 0)
    left_alone.set()
    sockets[0].hear("step", where=lambda told: told["seat"] == 2)  # the last card of the round: all are turned over
    sockets[0].say("return", seat=0)
    hear_back(sockets[0], 0)
    assert anna.get(f"/api/tables/{table}")["undo"]["may"] == "ask"


def test_a_seat_link_brings_back(server: Running) -> None:
    table, browsers, sockets = three(server)
    link = browsers[1].get(f"/api/tables/{table}/links")["seats"]["1"]
    sockets[1].say("resign", seat=1)
    hear_left(sockets[0], 1)
    phone = server.browser()
    phone.get("/api/games")
    phone.open_link(link)
    assert hear_back(sockets[0], 1)["seats"][1]["name"] == "Bruno"
    sockets[1].say("resign", seat=1)
    hear_left(sockets[0], 1)
    browsers[1].open_link(link)  # it holds the seat already
    hear_back(sockets[0], 1)


def test_those_who_stay_are_not_late_because_somebody_leaves(server: Running) -> None:
    _table, _, sockets = three(server)
    version = sockets[0].table["v"]
    sockets[2].say("resign", seat=2)
    hear_left(sockets[1], 2)
    card = sockets[0].table["view"]["table"]["hand"][0]
    sockets[0].say("act", v=version, seat=0, action=card)
    assert sockets[0].hear("step", "error", where=lambda told: told.get("seat") in (0, None))["t"] == "step"


def test_the_last_person_ends_the_game_by_resigning(server: Running) -> None:
    table, browsers, sockets = three(server)
    for seat in (2, 1):
        sockets[seat].say("resign", seat=seat)
        hear_left(sockets[0], seat)
    sockets[0].say("resign", seat=0)
    over = sockets[0].hear("table", where=lambda told: told["status"] == "over")
    assert over["resigned"] == 0
    assert over["ending"] == "Player 2 and Player 3 win: Anna has resigned."
    assert over["view"]["outcome"]["kind"] == "won"
    assert sockets[1].refusal("return", seat=1)["code"] == "over"
    record = Record.read(browsers[0].http.get(f"/api/tables/{table}/record").text)
    proven = record.verify()
    assert proven is not None
    assert (proven.reason, proven.seat) == ("resigned", 0)
    assert [(change.seat, change.level) for change in record.changes] == [(2, 3), (1, 3)]
    assert record.names == ("Anna", "Bruno", "Clara")
    assert Match.of(record, range(3)).outcome == proven
    steps = browsers[1].get(f"/api/tables/{table}/replay")["steps"]
    told = [sentence for step in steps for sentence in step["story"] if "has left" in sentence["text"]]
    assert len(told) == 2


def test_with_two_resigning_ends_the_game(server: Running) -> None:
    anna, bruno = server.browser(), server.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white = anna.enter(table)
    white.say("resign", seat=0)
    told = white.hear("table", where=lambda told: told["status"] == "over")
    assert told["ending"] == "Bruno wins: Anna has resigned."
    listed = bruno.get("/api/tables", lang="de")["tables"][0]
    assert listed["ending"] == "Bruno gewinnt: Anna hat aufgegeben."
    assert listed["outcome"]["shares"] == [0.0, 1.0]


def test_the_table_chooses_how_strong_the_bot_is(server: Running) -> None:
    _, _, sockets = three(server, stand_in=1)
    sockets[1].say("resign", seat=1)
    assert hear_left(sockets[0], 1)["seats"][1]["level"] == 1
    wish = {"game": "tollgate", "players": 3, "options": {}, "seats": [ME, OPEN, OPEN], "name": "Anna", "stand_in": 9}
    assert server.browser().post_refused("/api/tables", wish) == (400, "bad-option")


def test_a_bot_takes_over_for_somebody_who_does_not_come_back(start: Start) -> None:
    server = start(absent_after=0.3)
    _, browsers, sockets = three(server)
    assert sockets[0].refusal("replace", seat=1)["code"] == "unavailable"
    sockets[1].close()
    absent = sockets[0].hear("seats", where=lambda told: told["seats"][1]["absent"])
    assert not absent["seats"][2]["absent"]
    assert sockets[0].refusal("replace", seat=2)["code"] == "unavailable"
    watcher = server.browser().enter(browsers[0].get("/api/tables")["tables"][0]["id"])
    assert watcher.refusal("replace", seat=1)["code"] == "not-yours"
    sockets[0].say("replace", seat=1)
    assert hear_left(sockets[0], 1)["seats"][1]["left"] == "Bruno"
    assert sockets[0].hear("step")["seat"] == 1
    back = browsers[1].enter(sockets[0].table["id"])
    back.say("return", seat=1)
    hear_back(sockets[0], 1)


def test_nobody_is_replaced_who_has_chosen_already(start: Start) -> None:
    _, _, sockets = three(start(absent_after=0.2))
    choose(sockets[1], 1)
    sockets[1].close()
    sockets[0].hear("seats", where=lambda told: told["seats"][1]["absent"])
    assert sockets[0].refusal("replace", seat=1)["code"] == "unavailable"


def test_who_left_is_known_after_a_restart(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path)
    table, browsers, sockets = three(server)
    sockets[1].say("resign", seat=1)
    hear_left(sockets[0], 1)
    sockets[0].hear("step")
    cookies = [browser.http.cookies for browser in browsers]
    server.stop()
    with sqlite3.connect(tmp_path / "alcove.sqlite3") as database:
        assert database.execute("SELECT kind, seat, action FROM entries WHERE version = 1").fetchall() == [
            ("leave", 1, 3)
        ]
    again = start(tmp_path)
    bruno = again.browser()
    bruno.http.cookies = cookies[1]
    socket = bruno.enter(table)
    assert left(socket.table, 1)
    assert sentences(socket.table)[0] == "Bruno has left. A bot of level 3 plays on in that seat."
    socket.say("return", seat=1)
    hear_back(socket, 1)


def test_a_rematch_goes_on_with_the_bot(server: Running) -> None:
    """The two who stayed agree; whoever has left is not asked."""
    _table, browsers, sockets = three(server)
    sockets[2].say("resign", seat=2)
    hear_left(sockets[0], 2)
    sockets[1].say("resign", seat=1)
    hear_left(sockets[0], 1)
    sockets[1].say("return", seat=1)
    hear_back(sockets[0], 1)
    for seat in (1, 0):
        sockets[seat].say("resign", seat=seat)
    over = sockets[0].hear("table", where=lambda told: told["status"] == "over")
    assert over["resigned"] == 0
    sockets[0].say("rematch")
    next_table = sockets[0].hear("seats", where=lambda told: told["rematch"]["table"])["rematch"]["table"]
    seats = browsers[0].get(f"/api/tables/{next_table}")["seats"]
    assert [(seat["kind"], seat["mine"]) for seat in seats] == [("bot", False), ("bot", False), ("human", True)]


def test_alone_among_bots_resigning_ends_the_game(server: Running) -> None:
    anna = server.browser()
    table = anna.create(ME, bot(), bot(), game="tollgate", cards=3)
    socket = anna.enter(table)
    socket.say("resign", seat=0)
    over = socket.hear("table", where=lambda told: told["status"] == "over")
    assert over["ending"] == "Player 2 and Player 3 win: Anna has resigned."


def hear_abandoned(socket: Socket) -> dict[str, Any]:
    over = socket.hear("table", where=lambda told: told["status"] == "over")
    assert over["ending"] == "The game was abandoned."
    assert (over["view"]["outcome"]["reason"], over["view"]["outcome"]["winners"]) == ("abandoned", [])
    assert (over["resigned"], over["legal"]) == (None, [])
    return over


def test_alone_among_bots_a_game_is_abandoned_and_the_record_proves_it(server: Running) -> None:
    anna = server.browser()
    table = anna.create(ME, bot(), bot(), game="tollgate", cards=3)
    socket = anna.enter(table)
    assert socket.refusal("abandon", seat=1)["code"] == "not-yours"
    socket.say("abandon", seat=0)
    hear_abandoned(socket)
    assert socket.refusal("abandon", seat=0)["code"] == "over"
    proven = Record.read(anna.http.get(f"/api/tables/{table}/record").text).verify()
    assert proven is not None
    assert (proven.reason, proven.seat, proven.shares) == ("abandoned", None, (0, 0, 0))
    assert anna.get("/api/tables", lang="de")["tables"][0]["ending"] == "Das Spiel wurde abgebrochen."
    assert [past["result"] for past in anna.get("/api/me")["games"]] == [None]


def test_a_game_is_not_abandoned_while_somebody_else_is_there(start: Start) -> None:
    server = start(absent_after=0.3)
    anna, bruno = server.browser(), server.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    assert white.refusal("abandon", seat=0)["code"] == "unavailable"
    black.close()
    white.hear("seats", where=lambda told: told["seats"][1]["absent"])
    white.say("abandon", seat=0)
    hear_abandoned(white)


@pytest.mark.parametrize(("kind", "reason", "by"), [("resign", "resigned", 1), ("abandon", "abandoned", None)])
def test_how_a_game_ended_is_read_again_from_its_entries(kind: Any, reason: str, by: int | None) -> None:
    seats = [SeatAt("human", "Anna"), SeatAt("human", "Bruno")]
    table = Table("t", Record.begin("alva", seed=1), seats, 0.0)
    plan = table.plan_resign(1, 1.0) if kind == "resign" else table.plan_abandon(1, 1.0)
    told = table.ending_of(plan)
    table.take(plan)
    again = Table("t", table.record, seats, 0.0)
    again.restore([plan.entry])
    for one in (table, again):
        assert one.over
        assert one.ending() == told
        assert one.outcome is not None
        assert (one.outcome.reason, one.outcome.seat) == (reason, by)


def test_an_end_that_nobody_knows_any_more_has_no_outcome() -> None:
    seats = [SeatAt("human", "Anna"), SeatAt("human", "Bruno")]
    record = Record.begin("alva", seed=1)
    past = PastTable(record, "t", seats, 0.0, 3, [Entry("t", 1, "action", 0, 0, "a1", 0, 1.0)], None)
    assert past.over
    assert (past.outcome, past.ending(), past.resigned, past.status) == (None, None, None, "over")
    assert past.actors() == ()
    known = PastTable(record, "t", seats, 0.0, 3, [], (Outcome((1, 2), (1,), "no-turn"), same("Bruno wins.")))
    assert known.outcome is not None
    assert known.outcome.winners == (1,)


@pytest.mark.parametrize(
    "message", [{"t": "abandon"}, {"t": "return"}, {"t": "replace", "seat": -1}, {"t": "replace", "seat": "x"}]
)
def test_unreadable_wishes_are_refused(server: Running, message: dict[str, Any]) -> None:
    _, _, sockets = three(server)
    kind = message.pop("t")
    assert sockets[0].refusal(kind, **message)["code"] == "unreadable"
