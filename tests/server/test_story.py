"""The story: by the names at the table, whom each sentence is about, and what one sees of it afterwards."""

from __future__ import annotations

from typing import Any

from alcove.server.settings import Settings
from alcove.server.site import Site, neighbourhood_address
from tests.server.browser import ME, OPEN, Browser, bot, local

MAX_TURNS = 120
"""Of Alvos, until the engineer has moved: every eighth roll or so moves him."""


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
    socket = anna.enter(anna.create(ME, local("Bruno"), game="alvos", mode="versus"))
    rolls: list[dict[str, Any]] = []
    for turn in range(MAX_TURNS):
        if turn >= 12 and any("engineer" in one["text"] for one in rolls):
            break
        if socket.table["ending"] is not None:
            socket = anna.enter(anna.create(ME, local("Bruno"), game="alvos", mode="versus"))
        seat = socket.table["view"]["awaited"][0]
        socket.say("look", seat=seat)
        socket.hear("table", where=lambda told, seat=seat: told["look"] == seat)
        step = socket.act()
        assert step["story"][0]["seat"] == seat
        rolls += [one for one in step["story"] if " rolls " in one["text"]]
    assert {one["seat"] for one in rolls} == {0, 1}
    assert all(one["text"].startswith(("Anna", "Bruno")[one["seat"]]) for one in rolls)
    assert {one.get("kind") for one in rolls if "engineer" in one["text"]} == {"moment"}


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


def test_a_cut_seat_link_shows_the_page(anna: Browser) -> None:
    for path in ("/seat", "/seat/", "/seat/abc", "/seat/abc.1", "/seat/a/b"):
        answer = anna.http.get(path, headers={"accept": "text/html"})
        assert answer.status_code == 200, path
        assert answer.headers["content-type"].startswith("text/html")


def test_links_say_how_others_reach_the_server(anna: Browser) -> None:
    links = anna.get(f"/api/tables/{anna.create(ME, OPEN)}/links")
    assert (links["origin"], links["alone"]) == (None, True)  # it listens on 127.0.0.1 only


def test_a_server_for_the_neighbourhood_tells_its_address_to_its_own_machine_alone() -> None:
    site = Site(Settings(), "0.0.0.0")
    here = {"host": "127.0.0.1:8642"}
    near = neighbourhood_address()
    expected = (None, True) if near is None else (f"http://{near}:8642", False)
    assert site.elsewhere(here, "127.0.0.1") == expected
    assert site.elsewhere(here, "203.0.113.9") == (None, False)
    assert site.elsewhere(here | {"x-forwarded-for": "203.0.113.9"}, "127.0.0.1") == (None, False)
    assert site.elsewhere({"host": "192.168.0.7:8642"}, "192.168.0.9") == (None, False)
    public = Site(Settings(public_url="https://games.example.org"), "127.0.0.1")
    assert public.elsewhere(here, "127.0.0.1") == ("https://games.example.org", False)


def test_the_list_of_tables_is_long_and_says_how_far_each_is(anna: Browser) -> None:
    tables = [anna.create(ME, bot()) for _ in range(35)]
    socket = anna.enter(tables[0])
    socket.act("c3")
    listed = anna.get("/api/tables")["tables"]
    assert {one["id"] for one in listed} == set(tables)
    assert next(one for one in listed if one["id"] == tables[0])["turns"] >= 1
