"""Bots, and all that follows the end of a game."""

from __future__ import annotations

import time
from typing import Any

import alcove
from tests.server.browser import ME, OPEN, Browser, Socket, bot, local
from tests.server.test_analysis import analysis_of


def play_out(socket: Socket, seat: int = 0) -> dict[str, Any]:
    """Play the first legal choice until the game is over."""
    while socket.table["view"]["outcome"] is None:
        if socket.table["legal"]:
            socket.say("act", v=socket.table["v"], seat=seat, action=socket.table["legal"][0]["text"])
        socket.hear("step", "table")
    return socket.table


def test_a_bot_plays_a_whole_game(anna: Browser) -> None:
    table = anna.create(ME, bot(1))
    white = anna.enter(table, "de")
    assert white.table["seats"][1]["kind"] == "bot"
    assert white.table["seats"][1]["level"] == 1
    play_out(white)
    thinking = [raw for raw in white.raw if raw.startswith('{"t":"seats"') and '"thinking":true' in raw]
    assert thinking
    after = anna.get(f"/api/tables/{table}")
    assert after["status"] == "over"
    assert after["view"]["outcome"]["reason"] == "no-turn"
    assert not any(seat["thinking"] for seat in after["seats"])


def test_bots_among_themselves_play_while_somebody_watches(anna: Browser, carla: Browser) -> None:
    table = anna.create(bot(1), bot(1), game="tollgate", cards=2)
    watching = carla.enter(table)
    while watching.table["view"]["outcome"] is None:
        assert watching.hear("step", "table")["legal"] == []


def test_bots_choose_at_once_with_people(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, bot(1), OPEN, bot(2), game="tollgate", cards=2)
    bruno.sit(table, 2)
    sockets = {0: anna.enter(table), 2: bruno.enter(table)}
    for _ in range(40):
        for seat, socket in sockets.items():
            shown = (anna if seat == 0 else bruno).get(f"/api/tables/{table}")
            if shown["status"] == "over":
                return
            if seat in shown["view"]["awaited"] and shown["legal"]:
                socket.say("act", v=shown["v"], seat=seat, action=shown["legal"][0]["text"])
        time.sleep(0.05)
    raise AssertionError("the game did not end")


def test_record_and_proof(anna: Browser, carla: Browser) -> None:
    table = anna.create(ME, local("Bruno"))
    both = anna.enter(table)
    both.act("c3")
    commitment = both.table["commitment"]
    running = anna.http.get(f"/api/tables/{table}/record")
    assert "seed:" not in running.text
    assert "nonce:" not in running.text
    assert commitment in running.text
    assert "1 c3" in running.text
    assert anna.refused(f"/api/tables/{table}/verify") == (503, "unavailable")
    assert anna.refused(f"/api/tables/{table}/analysis") == (503, "unavailable")
    while both.table["view"]["outcome"] is None:
        seat = both.table["view"]["actors"][0]
        both.say("look", seat=seat)
        both.hear("table")
        both.act()
    answer = carla.http.get(f"/api/tables/{table}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert f'filename="alva-{table}.txt"' in answer.headers["content-disposition"]
    record = alcove.Record.read(answer.text)
    assert record.verify() is not None
    assert record.names == ("Anna", "Bruno")
    proof = carla.get(f"/api/tables/{table}/verify")
    assert proof["proven"] is True
    assert (proof["commitment"], proof["seed"]) == (commitment, str(record.seed))


def test_the_record_of_a_game_with_secrets_waits_for_the_end(anna: Browser) -> None:
    table = anna.create(ME, local("Bruno"), game="tollgate", cards=2)
    both = anna.enter(table)
    assert both.table["look"] is None  # nobody has said yet who sits in front of the screen
    assert both.table["legal"] == []
    both.say("look", seat=0)
    both.hear("table")
    both.act()
    assert anna.refused(f"/api/tables/{table}/record") == (503, "unavailable")
    both.say("resign", seat=1)
    assert both.hear("table")["status"] == "over"
    record = alcove.Record.read(anna.http.get(f"/api/tables/{table}/record").text)
    assert record.seed is not None
    proven = record.verify()
    assert proven is not None
    assert (proven.reason, proven.seat, proven.kind) == ("resigned", 1, "won")


def test_replay_shows_each_step(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    white.act("c3")
    black.hear("step")
    black.act("a1")
    steps = bruno.get(f"/api/tables/{table}/replay", lang="de", seat=1)["steps"]
    assert [(step["seat"], step["text"]) for step in steps] == [(None, None), (0, "c3"), (1, "a1")]
    assert steps[1]["story"] == [{"seat": 0, "text": "Anna setzt einen Stein auf c3."}]
    assert steps[2]["view"] == black.table["view"]
    assert steps[2]["view"]["seat"] == 1


def test_resigning_ends_the_game(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    assert white.refusal("resign", seat=1)["code"] == "not-yours"
    white.act("c3")
    white.say("resign", seat=0)
    told = black.hear("table")
    assert (told["status"], told["resigned"], told["v"], told["legal"]) == ("over", 0, 2, [])
    assert told["view"]["outcome"]["winners"] == [1]
    assert told["view"]["outcome"]["reason"] == "resigned"
    assert told["view"]["actors"] == []
    assert black.refusal("act", v=2, seat=1, action="a1")["code"] == "over"
    assert black.refusal("resign", seat=1)["code"] == "over"
    assert (black.say("why", v=2, seat=1, action="a1"), black.hear("why"))[1]["clause"] == "ALVA-18"
    assert anna.get(f"/api/tables/{table}/replay")["steps"][-1]["view"]["outcome"]["reason"] == "resigned"
    assert anna.get(f"/api/tables/{table}/verify")["proven"] is True


def test_a_rematch_needs_everybody_and_rotates_the_seats(anna: Browser, bruno: Browser, carla: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black, watching = anna.enter(table), bruno.enter(table), carla.enter(table)
    assert white.refusal("rematch")["code"] == "unavailable"
    black.say("resign", seat=1)
    black.hear("table", where=lambda message: message["status"] == "over")
    white.say("rematch")
    told = black.hear("seats", where=lambda message: message["rematch"]["wanted"] != [])
    assert told["rematch"] == {"wanted": [0], "table": None}
    black.say("rematch")
    again = watching.hear("seats", where=lambda message: message["rematch"]["table"] is not None)["rematch"]["table"]
    fresh = anna.enter(again)
    assert [seat["name"] for seat in fresh.table["seats"]] == ["Bruno", "Anna"]
    assert [seat["mine"] for seat in fresh.table["seats"]] == [False, True]
    assert fresh.table["status"] == "running"
    assert bruno.enter(again).act("c3")["v"] == 1
    assert anna.get(f"/api/tables/{table}")["rematch"]["table"] == again


def test_a_bot_is_always_ready_for_a_rematch(anna: Browser) -> None:
    table = anna.create(ME, bot(2))
    white = anna.enter(table)
    white.say("resign", seat=0)
    white.hear("table", where=lambda message: message["status"] == "over")
    white.say("rematch")
    again = white.hear("seats", where=lambda message: message["rematch"]["table"] is not None)["rematch"]["table"]
    assert [seat["kind"] for seat in anna.get(f"/api/tables/{again}")["seats"]] == ["bot", "human"]


def test_a_hint_is_a_legal_choice(anna: Browser) -> None:
    table = anna.create(ME, {"kind": "local", "name": "Bruno"})
    white = anna.enter(table)
    white.say("hint", v=0)
    assert white.refusal("hint", v=0)["code"] == "too-many"
    hint = white.hear("hint")
    assert hint["choice"] in white.table["legal"]
    position = alcove.game("alva").new().play(0, hint["choice"]["text"])
    for text in hint["line"].split(", ") if hint["line"] else ():
        position = position.play(position.awaited[0], text)
    assert 0 <= hint["value"] <= 1
    white.say("hint", v=0)
    white.act("c3")
    assert white.hear("error")["code"] == "stale"
    assert white.refusal("hint", v=1)["code"] == "not-your-turn"  # they look through the first seat still


def test_there_are_no_hints_against_other_people(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white = anna.enter(table)
    assert white.refusal("hint", v=0)["code"] == "unavailable"
    assert white.refusal("hint", v=0)["message"] == "No hints while other people play along."


def test_a_win_together_is_told_as_one_and_is_analysed_for_the_team(anna: Browser) -> None:
    table = anna.create(ME, bot(1), game="tollgate", mode="together", cards=3, target=1)
    over = play_out(anna.enter(table))
    assert over["view"]["outcome"]["kind"] == "together"
    assert over["view"]["outcome"]["shares"] == [1.0, 1.0]
    assert over["ending"] == "Anna and Player 2 win together: the target is reached."
    judged = analysis_of(anna, table)["decisions"]
    assert {one["seat"] for one in judged} <= {0}
    assert anna.get("/api/tables")["tables"][0]["outcome"]["kind"] == "together"
