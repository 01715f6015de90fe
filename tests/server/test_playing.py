"""Tables, seats and moves, as two browsers see them."""

from __future__ import annotations

import time
from collections.abc import Callable

import alcove
from tests.server.browser import ME, OPEN, Browser, Socket, bot, local
from tests.server.conftest import Running


def two_players(anna: Browser, bruno: Browser, **options: int) -> tuple[str, Socket, Socket]:
    table = anna.create(ME, OPEN, **options)
    bruno.sit(table, 1)
    return table, anna.enter(table), bruno.enter(table)


def test_a_table_waits_for_its_players(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    first = anna.enter(table)
    assert first.table["status"] == "waiting"
    assert first.table["legal"] == []
    assert first.refusal("act", v=0, seat=0, action="c3")["code"] == "not-ready"
    bruno.sit(table, 1, "Bruno")
    told = first.hear("table")
    assert told["status"] == "running"
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "Bruno"]
    assert [seat["mine"] for seat in told["seats"]] == [True, False]
    assert told["legal"]


def test_a_step_reaches_everybody_in_their_language(anna: Browser, bruno: Browser, carla: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black, watching = anna.enter(table), bruno.enter(table, "de"), carla.enter(table)
    step = white.act("c3")
    assert (step["v"], step["seat"], step["text"], step["legal"]) == (1, 0, "c3", [])
    assert step["story"] == [{"seat": 0, "text": "Anna places a piece on c3."}]
    seen = black.hear("step")
    assert seen["story"] == [{"seat": 0, "text": "Anna setzt einen Stein auf c3."}]
    assert {choice["text"] for choice in seen["legal"]} >= {"a1", "e5"}
    assert watching.hear("step")["legal"] == []
    assert seen["view"]["table"]["board"][2] == "..w.."


def test_choices_can_be_named_by_index(anna: Browser, bruno: Browser) -> None:
    _, white, _ = two_players(anna, bruno)
    choice = white.table["legal"][3]
    assert white.act(choice["index"])["text"] == choice["text"]


def test_refusals_have_codes_and_clauses(anna: Browser, bruno: Browser, carla: Browser) -> None:
    table, white, black = two_players(anna, bruno)
    watching = carla.enter(table)
    white.act("c3")
    black.hear("step")
    taken = black.refusal("act", v=1, seat=1, action="c3")
    assert (taken["code"], taken["clause"], taken["re"]) == ("illegal", "ALVA-6", "act")
    assert black.refusal("act", v=1, seat=1, action="nonsense")["code"] == "unreadable"
    assert black.refusal("act", v=1, seat=1, action=99999)["code"] == "unreadable"
    assert black.refusal("act", v=1, seat=0, action="a1")["code"] == "not-yours"
    assert black.refusal("act", v=1, seat=9, action="a1")["code"] == "not-yours"
    assert white.refusal("act", v=1, seat=0, action="a1")["code"] == "not-your-turn"
    assert watching.refusal("act", v=1, seat=1, action="a1")["code"] == "not-yours"
    why = (black.say("why", v=1, seat=1, action="c3"), black.hear("why"))[1]
    assert why["clause"] == "ALVA-6"
    assert (black.say("why", v=1, seat=1, action="a1"), black.hear("why"))[1]["clause"] is None
    taken = {"kind": "place", "to": "c3"}
    by_parts = (black.say("why", v=1, seat=1, action=taken), black.hear("why"))[1]
    assert by_parts == {**why, "action": taken}
    nothing = {"kind": "place", "to": "c33"}
    assert black.refusal("why", v=1, seat=1, action=nothing)["code"] == "unreadable"
    much = {str(name): "x" for name in range(9)}
    assert black.refusal("why", v=1, seat=1, action=much)["code"] == "unreadable"


def test_of_two_racing_actions_one_is_stale_and_shown_the_truth(anna: Browser, bruno: Browser) -> None:
    table, white, _ = two_players(anna, bruno)
    again = anna.enter(table)
    white.say("act", v=0, seat=0, action="c3")
    again.say("act", v=0, seat=0, action="b2")
    heard = [one.hear("step", "error") for one in (white, again)]
    steps = [message for message in heard if message["t"] == "step"]
    assert steps
    truth = steps[0]["text"]
    loser = again if truth == "c3" else white
    error = next((m for m in heard if m["t"] == "error"), None) or loser.hear("error")
    assert error["code"] == "stale"
    current = loser.table if loser.raw[-1].startswith('{"t":"table"') else loser.hear("table")
    assert current["v"] == 1
    assert current["turns"] == [[0, truth]]


def test_a_replayed_message_changes_nothing(anna: Browser, bruno: Browser) -> None:
    _, white, _ = two_players(anna, bruno)
    white.act("c3")
    assert white.refusal("act", v=0, seat=0, action="c3")["code"] == "stale"
    assert white.hear("table")["v"] == 1
    assert white.refusal("act", v=7, seat=0, action="a1")["code"] == "stale"


def test_a_browser_that_comes_back_sees_what_it_missed(anna: Browser, bruno: Browser) -> None:
    table, white, black = two_players(anna, bruno)
    white.act("c3")
    black.hear("step")
    white.close()
    black.act("a1")
    back = anna.enter(table)
    assert back.table["v"] == 2
    assert back.table["turns"] == [[0, "c3"], [1, "a1"]]
    assert back.table["story"][-1] == [1, [{"seat": 1, "text": "Bruno places a piece on a1."}]]
    back.act("e5")
    assert black.hear("step")["v"] == 3


def test_who_is_there(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white = anna.enter(table)
    assert [seat["online"] for seat in white.table["seats"]] == [True, False]
    black = bruno.enter(table)
    assert white.hear("seats")["seats"][1]["online"] is True
    black.close()
    assert white.hear("seats")["seats"][1]["online"] is False


def test_a_seat_link_opens_the_seat_on_another_device(server: Running, anna: Browser, bruno: Browser) -> None:
    table, white, _ = two_players(anna, bruno)
    white.act("c3")
    links = bruno.get(f"/api/tables/{table}/links")
    assert links["table"] == f"/table/{table}"
    assert list(links["seats"]) == ["1"]
    phone = server.browser()
    assert phone.http.get(links["seats"]["1"]).status_code == 200
    assert phone.get("/api/tables")["tables"] == [], "to look at the link takes no seat"
    assert phone.open_link(links["seats"]["1"]) == {"table": table, "seat": 1}
    other = phone.enter(table)
    assert other.table["look"] == 1
    assert other.act("a1")["v"] == 2
    assert [summary["id"] for summary in phone.get("/api/tables")["tables"]] == [table]
    forged = links["seats"]["1"].replace(".1.", ".0.")
    for secret in (forged.removeprefix("/seat/"), "nonsense", ""):
        assert phone.post_refused("/api/seat-links", {"secret": secret}) == (404, "not-found")


def test_a_taken_seat_is_refused(anna: Browser, bruno: Browser, carla: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    assert carla.post_refused(f"/api/tables/{table}/seats/1", {"name": "Carla"}) == (409, "taken")
    assert carla.post_refused(f"/api/tables/{table}/seats/0", {"name": "Carla"}) == (409, "taken")
    assert carla.post_refused(f"/api/tables/{table}/seats/7", {"name": "Carla"}) == (409, "taken")
    assert carla.refused(f"/api/tables/{table}/links") == (403, "not-yours")


def test_people_on_one_device_look_through_one_seat_at_a_time(anna: Browser) -> None:
    table = anna.create(ME, local("Bruno"))
    both = anna.enter(table)
    assert [seat["mine"] for seat in both.table["seats"]] == [True, True]
    assert both.table["look"] == 0
    both.act("c3")
    assert both.table["legal"] == []
    both.say("look", seat=1)
    assert both.hear("table")["look"] == 1
    assert both.table["view"]["seat"] == 1
    assert both.act("a1")["seat"] == 1
    assert both.refusal("look", seat=5)["code"] == "not-yours"
    both.say("look", seat=None)
    assert both.hear("table")["legal"] == []


def test_a_spectator_may_look_through_no_seat(anna: Browser, carla: Browser) -> None:
    table = anna.create(ME, bot())
    watching = carla.enter(table)
    assert watching.table["look"] is None
    assert watching.table["undo"]["may"] == "no"
    for message in (
        {"kind": "look", "seat": 0},
        {"kind": "undo", "v": 0},
        {"kind": "undo-answer", "v": 0, "yes": True},
        {"kind": "resign", "seat": 0},
        {"kind": "rematch"},
        {"kind": "chat", "text": "hello"},
        {"kind": "why", "v": 0, "seat": 0, "action": "c3"},
        {"kind": "hint", "v": 0},
    ):
        assert watching.refusal(message.pop("kind"), **message)["code"] == "not-yours"  # type: ignore[arg-type]
    assert carla.refused(f"/api/tables/{table}/replay", seat=0) == (403, "not-yours")


def test_names_and_chat_are_plain_text(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN, name="  <b>Anna</b>\n\x00" + "x" * 100)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    name = white.table["seats"][0]["name"]
    assert name.startswith("<b>Anna</b> x")
    assert len(name) <= 40
    white.say("chat", text="  hello\n\u202eworld\x07 ")
    line = black.hear("chat")["line"]
    assert (line["seat"], line["text"]) == (0, "hello world")
    assert bruno.enter(table).table["chat"] == [line]
    assert white.refusal("chat", text=" \n ")["code"] == "unavailable"


def test_tables_are_listed_for_their_players(anna: Browser, bruno: Browser, carla: Browser) -> None:
    first, white, black = two_players(anna, bruno)
    second = anna.create(ME, bot())
    listed = anna.get("/api/tables")["tables"]
    assert [(one["id"], one["status"], one["your_turn"]) for one in listed] == [
        (second, "running", True),
        (first, "running", True),
    ]
    black.say("resign", seat=1)
    black.hear("table")
    listed = anna.get("/api/tables", lang="de")["tables"]
    assert [(one["id"], one["status"]) for one in listed] == [(second, "running"), (first, "over")]
    assert listed[1]["outcome"]["winners"] == [0]
    assert listed[1]["seats"][0]["mine"] is True
    assert carla.get("/api/tables")["tables"] == []
    white.close()


def test_the_list_says_how_far_a_game_has_come(anna: Browser) -> None:
    words = {"alva": None, "alvos": "Runde 1", "alluvium": "Runde 1 von 4", "alpacalypse": "Runde 1 von 10"}
    for game in words:
        seats = [ME, local("Bruno"), local("Carla")][: max(2, alcove.game(game).players.start)]
        wish = {"game": game, "players": len(seats), "options": {}, "seats": seats, "name": "Anna"}
        anna.post("/api/tables", wish)
    listed = anna.get("/api/tables", lang="de")["tables"]
    assert {one["game"]: one["progress"] for one in listed} == words  # in Alva, turns are counted


def test_a_table_can_be_had_without_a_socket(anna: Browser, bruno: Browser) -> None:
    table, white, _ = two_players(anna, bruno)
    shown = anna.get(f"/api/tables/{table}")
    first = {key: value for key, value in white.table.items() if key != "seats"}
    assert {key: value for key, value in shown.items() if key != "seats"} == first
    assert bruno.get(f"/api/tables/{table}", seat=1)["look"] == 1
    assert anna.refused(f"/api/tables/{table}", seat=1) == (403, "not-yours")
    assert anna.refused("/api/tables/aaaaaaaaaaaaaaaa") == (404, "not-found")


def test_a_bot_lets_people_follow(start: Callable[..., Running]) -> None:
    """It answers at once when it likes, but not before what was done could be seen."""
    pause = 0.4
    anna = start(bot_pause=pause).browser()
    white = anna.enter(anna.create(ME, bot(1)))
    white.act("c3")
    done = time.monotonic()
    assert white.hear("step")["seat"] == 1
    assert time.monotonic() - done >= pause / 2
