"""The story: by the names at the table, whom each sentence is about, and what one sees of it afterwards."""

from __future__ import annotations

from typing import Any

from tests.server.browser import ME, OPEN, Browser, bot, local


def about(step: dict[str, Any]) -> list[tuple[int | None, str | None]]:
    return [(one["seat"], one.get("kind")) for one in step["story"]]


def test_people_are_called_by_one_name_everywhere(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1, "Anna")
    white = anna.enter(table, "de")
    assert [seat["called"] for seat in white.table["seats"]] == ["Anna (Weiß)", "Anna (Schwarz)"]
    assert white.act("c3")["story"] == [{"seat": 0, "text": "Anna (Weiß) setzt einen Stein auf c3."}]
    white.say("resign", seat=0)
    assert white.hear("table")["ending"] == "Anna (Schwarz) gewinnt: Anna (Weiß) hat aufgegeben."


def test_the_next_players_roll_is_a_sentence_about_them(anna: Browser) -> None:
    """Whoever acts and whoever is next never share an entry."""
    table = anna.create(ME, local("Bruno"), game="alvos", mode="versus")
    socket = anna.enter(table)
    for seat in (0, 1) * 4:
        while seat in socket.table["view"]["awaited"]:
            socket.say("look", seat=seat)
            socket.hear("table", where=lambda told, seat=seat: told["look"] == seat)
            step = socket.act()
        mine = [one for one in step["story"] if one["seat"] == seat]
        rolled = [one for one in step["story"] if " rolls " in one["text"]]
        assert mine
        assert all(one["text"].startswith(("Anna", "Bruno")[1 - seat]) for one in rolled)
        assert all(one["seat"] == 1 - seat for one in rolled)
        assert all(one.get("kind") == "moment" for one in rolled if "engineer" in one["text"])


def test_what_says_nothing_is_quiet_and_a_scoring_is_a_moment(anna: Browser, bruno: Browser, carla: Browser) -> None:
    table = anna.create(ME, OPEN, OPEN, game="tollgate", cards=3)
    bruno.sit(table, 1, "Bruno")
    carla.sit(table, 2, "Carla")
    sockets = [browser.enter(table) for browser in (anna, bruno, carla)]
    for seat, socket in enumerate(sockets):
        socket.say("act", v=socket.table["v"], seat=seat, action=socket.table["view"]["table"]["hand"][0])
        for other in sockets:
            step = other.hear("step", where=lambda told, seat=seat: told["seat"] == seat)
            kinds = about(step)
            assert kinds[0] == (seat, None if other is socket else "quiet")
    assert (None, "moment") in kinds


def test_after_the_end_any_seat_can_be_looked_through(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, bot(), game="tollgate", cards=3)
    socket = anna.enter(table)
    socket.act()
    path = f"/api/tables/{table}/replay"
    assert anna.refused(path, seat=1) == (403, "not-yours")
    socket.say("resign", seat=0)
    socket.hear("table", where=lambda told: told["status"] == "over")
    for browser in (anna, bruno):
        steps = browser.get(path, seat=1)["steps"]
        assert {step["view"]["seat"] for step in steps} == {1}
        assert steps[0]["view"]["table"]["hand"]
    assert anna.refused(path, seat=2) == (403, "not-yours")
