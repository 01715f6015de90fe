"""Taking back: free, by consent, or not at all."""

from __future__ import annotations

from tests.server.browser import ME, OPEN, Browser, Socket, bot, local


def hear_turn(socket: Socket, seat: int) -> None:
    """Wait until a seat may act."""
    while seat not in socket.table["view"]["actors"]:
        socket.hear("step", "table")


def test_a_turn_is_free_to_take_back_while_nobody_else_has_acted(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    assert white.table["undo"] == {"may": "no", "asked_by": None}
    assert white.act("c3")["undo"]["may"] == "free"
    assert black.hear("step")["undo"]["may"] == "no"
    white.say("undo", v=1)
    back = white.hear("table")
    assert (back["v"], back["turns"], back["view"]["actors"]) == (2, [], [0])
    assert black.hear("table")["v"] == 2
    assert white.act("b2")["v"] == 3


def test_all_actions_of_a_turn_are_taken_back_together(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    white.act("c3")
    black.hear("step")
    black.act("a1")
    white.hear("step", where=lambda message: message["v"] == 2)
    white.act("c3-c4")
    white.act("e5")
    white.say("undo", v=4)
    assert white.hear("table")["turns"] == [[0, "c3"], [1, "a1"]]


def test_the_other_person_must_agree_once_they_have_acted(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    white.act("c3")
    black.hear("step")
    black.act("a1")
    assert white.hear("step", where=lambda message: message["v"] == 2)["undo"]["may"] == "ask"
    assert white.refusal("undo-answer", v=2, yes=True)["code"] == "unavailable"
    white.say("undo", v=2)
    assert black.hear("seats", where=lambda m: m["undo"]["asked_by"] is not None)["undo"]["asked_by"] == 0
    assert white.refusal("undo-answer", v=2, yes=True)["code"] == "unavailable"
    black.say("undo-answer", v=2, yes=False)
    assert white.hear("seats", where=lambda m: m["undo"]["asked_by"] is None)
    white.say("undo", v=2)
    black.hear("seats", where=lambda m: m["undo"]["asked_by"] is not None)
    black.say("undo-answer", v=2, yes=True)
    assert white.hear("table")["turns"] == []
    assert white.table["undo"] == {"may": "no", "asked_by": None}


def test_a_request_lapses_when_the_game_goes_on(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    white.act("c3")
    black.hear("step")
    black.act("a1")
    white.hear("step", where=lambda message: message["v"] == 2)
    white.say("undo", v=2)
    black.hear("seats", where=lambda m: m["undo"]["asked_by"] is not None)
    white.act("e5")
    assert black.hear("step", where=lambda message: message["v"] == 3)["undo"]["asked_by"] is None
    assert black.refusal("undo-answer", v=2, yes=True)["code"] == "stale"
    assert black.refusal("undo-answer", v=3, yes=True)["code"] == "unavailable"


def test_bots_take_their_answers_back_as_well(anna: Browser) -> None:
    table = anna.create(ME, bot(1))
    white = anna.enter(table)
    white.act("c3")
    hear_turn(white, 0)
    assert white.table["undo"]["may"] == "free"
    white.say("undo", v=white.table["v"])
    assert white.hear("table")["turns"] == []


def test_taking_back_while_a_bot_thinks_stops_it(anna: Browser) -> None:
    table = anna.create(ME, bot(5), size=9, pieces=34)
    white = anna.enter(table)
    white.act("e5")
    assert white.hear("seats", where=lambda m: m["seats"][1]["thinking"])
    white.say("undo", v=1)
    assert white.hear("table")["v"] == 2
    assert white.table["turns"] == []
    assert white.silent(1.5)


def test_people_on_one_device_agree_by_sitting_there(anna: Browser) -> None:
    table = anna.create(ME, local("Bruno"))
    both = anna.enter(table)
    both.act("c3")
    both.act("a1", seat=1)
    assert both.table["undo"]["may"] == "free"
    both.say("undo", v=2)
    assert both.hear("table")["turns"] == [[0, "c3"]]


def test_what_was_revealed_to_one_person_among_bots_stays(anna: Browser) -> None:
    """In Tollgate the last choice of a round turns all cards over, and dice are rolled."""
    table = anna.create(ME, bot(1), game="tollgate", cards=3)
    one = anna.enter(table)
    one.act()
    one.hear("step", where=lambda message: message["view"]["table"]["shown"] != [None, None])
    while one.table["undo"]["may"] != "no" or one.table["view"]["awaited"] != [0]:
        one.hear("step")
    assert one.refusal("undo", v=one.table["v"])["code"] == "unavailable"


def test_a_secret_choice_is_free_to_take_back_until_cards_are_turned(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN, game="tollgate", cards=3)
    bruno.sit(table, 1)
    one, two = anna.enter(table), bruno.enter(table)
    assert one.act()["undo"]["may"] == "free"
    two.hear("step")
    step = two.act()
    assert step["undo"]["may"] == "ask"
    assert one.hear("step", where=lambda message: message["v"] == 2)["undo"]["may"] == "ask"


def test_the_end_is_the_end(anna: Browser) -> None:
    table = anna.create(ME, local("Bruno"), size=5, pieces=1)
    both = anna.enter(table)
    both.act("a1")
    both.act("e5", seat=1)
    assert both.table["undo"]["may"] == "no"
    assert both.refusal("undo", v=2)["code"] == "unavailable"
