"""Limits bind the address as well as the browser, and whoever sits at a table gets in."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest

from alcove.server.hall import Hall
from alcove.server.holders import COOKIE, Visitor, new_token
from alcove.server.limits import Place, Places
from alcove.server.refusals import TooManyError
from alcove.server.room import Room
from tests.server.browser import ME, OPEN, SMALL, Browser, Socket, bot, local
from tests.server.conftest import Running

Start = Callable[..., Running]
WISH = {"game": "alva", "players": 2, "options": SMALL, "seats": [ME, OPEN], "name": "Anna"}


def from_address(running: Running, address: str) -> Browser:
    """A browser behind the proxy, at an address of its own."""
    browser = running.browser()
    browser.http.headers["x-forwarded-for"] = address
    return browser


def flood_with_cookies(running: Running, address: str) -> None:
    """Ask with many cookies of this server, each of which could be a player's."""

    async def key(hall: Hall) -> bytes:
        return hall.store.key

    signing, browser = running.do(key), from_address(running, address)
    codes = [
        browser.http.get("/", headers={"cookie": f"{COOKIE}={new_token(signing)}"}).status_code for _ in range(120)
    ]
    assert codes[-1] == 429


@pytest.fixture
def proxied(start: Start) -> Callable[..., Running]:
    return lambda **limits: start(trusted_proxies=("127.0.0.1",), **limits)


def test_invented_cookies_do_not_escape_the_limit(start: Start) -> None:
    """600 requests, each with a cookie of its own, are not 600 browsers."""
    running = start(requests_per_second=1, request_burst=20, address_requests_per_second=1, address_request_burst=40)
    codes = []
    with httpx.Client(base_url=running.url) as client:
        for _ in range(600):
            cookie = f"alcove={secrets.token_urlsafe(32)}"
            codes.append(client.get("/api/games", headers={"cookie": cookie}).status_code)
    assert codes.count(200) <= 45
    assert set(codes) == {200, 429}


def test_given_cookies_do_not_escape_it_either(proxied: Callable[..., Running]) -> None:
    running = proxied(address_requests_per_second=0.01, address_request_burst=30)
    codes = [from_address(running, "1.2.3.4").http.get("/api/games").status_code for _ in range(60)]
    assert codes.count(200) <= 35
    assert from_address(running, "1.2.3.5").http.get("/api/games").status_code == 200, "another address is not bound"
    assert from_address(running, "6.6.6.6, 1.2.3.4").http.get("/api/games").status_code == 429, "nor is this one free"


def test_an_ipv6_customer_is_one_address(proxied: Callable[..., Running]) -> None:
    running = proxied(address_requests_per_second=1, address_request_burst=10)
    codes = [from_address(running, f"2001:db8::{n:x}").http.get("/health2").status_code for n in range(1, 40)]
    assert codes.count(429) >= 20
    assert from_address(running, "2001:db8:0:1::1").http.get("/api/games").status_code == 200


def test_who_sits_at_a_table_gets_in_although_a_neighbour_floods(proxied: Callable[..., Running]) -> None:
    running = proxied(address_requests_per_second=0.01, address_request_burst=30)
    anna = from_address(running, "1.2.3.4")
    table, neighbour = anna.create(ME, OPEN), from_address(running, "1.2.3.4")
    for _ in range(100):  # more than the application bothers to refuse
        neighbour.http.cookies.clear()
        neighbour.http.get("/api/games")
    assert from_address(running, "1.2.3.4").http.get("/api/games").status_code == 429
    assert anna.http.get("/").status_code == 200
    assert anna.http.get("/api/tables").json()["tables"][0]["id"] == table
    assert anna.enter(table).table["look"] == 0
    codes = [anna.http.get("/").status_code for _ in range(40)]
    assert 429 in codes, "but is no way around the limit"


def test_who_sits_at_a_table_gets_in_although_a_neighbour_has_many_cookies(proxied: Callable[..., Running]) -> None:
    """Each of them could be somebody's who sits, and has to be looked up."""
    running = proxied(address_requests_per_second=0.01, address_request_burst=20)
    anna = from_address(running, "1.2.3.4")
    table = anna.create(ME, OPEN)
    anna.enter(table)
    flood_with_cookies(running, "1.2.3.4")
    assert anna.http.get("/").status_code == 200
    assert anna.http.get("/api/tables").json()["tables"][0]["id"] == table
    assert 429 in [anna.http.get("/").status_code for _ in range(40)], "but that is no way around the limit"


def test_who_sits_at_a_table_gets_in_after_a_restart_although_a_neighbour_was_there_first(
    proxied: Callable[..., Running],
) -> None:
    """The server does not know yet from where Anna comes; it knows that she sits."""
    running = proxied(address_requests_per_second=0.01, address_request_burst=20)
    anna = from_address(running, "1.2.3.4")
    table = anna.create(ME, OPEN)
    running.stop()
    running.start()
    flood_with_cookies(running, "1.2.3.4")
    assert anna.http.get("/").status_code == 200
    assert anna.http.get("/api/tables").json()["tables"][0]["id"] == table
    assert anna.enter(table).table["look"] == 0
    assert 429 in [anna.http.get("/").status_code for _ in range(40)], "but that is no way around the limit"


def test_who_sits_at_a_table_is_heard_although_a_neighbour_talks_too_much(proxied: Callable[..., Running]) -> None:
    """And whoever is not is told so, every time."""
    running = proxied(address_messages_per_second=0.01, address_message_burst=30, return_burst=8)
    anna, stranger = from_address(running, "1.2.3.4"), from_address(running, "1.2.3.4")
    table = anna.create(ME, local("Bruno"))
    player, spectator = anna.enter(table), stranger.enter(table)
    for _ in range(50):
        spectator.say("ping")
    heard = [spectator.hear("pong", "error") for _ in range(50)]
    refused = [one["code"] for one in heard if one["t"] == "error"]
    assert 20 <= len(refused) <= 25
    assert set(refused) == {"too-fast"}
    assert player.act("c3", seat=0)["v"] == 1
    assert player.act("a1", seat=1)["v"] == 2
    answers = [player.refusal("chat", text="") for _ in range(12)]
    assert answers[-1]["code"] == "too-fast", "but that is no way around the limit"


def test_who_sits_at_a_table_plays_although_a_neighbour_has_spent_the_servers_time(
    proxied: Callable[..., Running],
) -> None:
    running = proxied(address_work=0.001, address_work_burst=1.0)
    anna, stranger = from_address(running, "1.2.3.4"), from_address(running, "1.2.3.4")
    table = anna.create(ME, local("Bruno"))
    player, spectator = anna.enter(table), stranger.enter(table)

    async def spend(hall: Hall) -> None:
        hall.work.of("1.2.3.4").spend(1000)

    running.do(spend)
    assert spectator.refusal("ping")["code"] == "too-fast"
    assert stranger.refused("/api/games") == (429, "too-fast")
    assert player.act("c3", seat=0)["v"] == 1
    assert anna.get("/api/tables")["tables"][0]["id"] == table

    async def spend_more(hall: Hall) -> None:
        room = await hall.room(table)
        [holder] = room.held
        hall.work.spend(Visitor("1.2.3.4", holder), 1000)

    running.do(spend_more)
    assert player.refusal("act", v=1, seat=1, action="a1")["code"] == "too-fast"
    assert anna.refused("/api/tables") == (429, "too-fast")


def test_tables_of_an_address_have_limits(proxied: Callable[..., Running]) -> None:
    running = proxied(address_tables_per_minute=3)
    for _ in range(3):
        from_address(running, "1.2.3.4").post("/api/tables", WISH)
    assert from_address(running, "1.2.3.4").post_refused("/api/tables", WISH) == (429, "too-fast")
    from_address(running, "1.2.3.5").post("/api/tables", WISH)


def test_tables_of_an_address_have_a_daily_limit(proxied: Callable[..., Running]) -> None:
    running = proxied(address_tables_per_day=3)
    for _ in range(3):
        from_address(running, "1.2.3.4").post("/api/tables", WISH)
    assert from_address(running, "1.2.3.4").post_refused("/api/tables", WISH) == (429, "too-many")


def test_a_rematch_counts_as_a_table(start: Start) -> None:
    anna = start(tables_per_minute=2).browser()
    white = anna.enter(anna.create(ME, bot(1)))
    for allowed in (True, False):
        white.say("resign", seat=white.table["look"])
        white.hear("table", where=lambda message: message["status"] == "over")
        white.say("rematch")
        told = white.hear("seats", "error", where=lambda m: m["t"] == "error" or m["rematch"]["table"] is not None)
        assert (told["t"] == "seats") is allowed
        if allowed:
            white = anna.enter(told["rematch"]["table"])
    assert told["code"] == "too-fast"


def test_messages_of_many_connections_are_one_flood(start: Start) -> None:
    anna = start(messages_per_second=1, message_burst=20).browser()
    table = anna.create(ME, OPEN)
    sockets = [anna.enter(table) for _ in range(4)]
    for socket in sockets:
        for _ in range(10):
            socket.say("ping")
    answers = [_answers(socket) for socket in sockets]
    assert 20 <= sum(answers) <= 25


def _answers(socket: Socket) -> int:
    count = 0
    while True:
        try:
            count += socket.receive(0.3)["t"] == "pong"
        except TimeoutError:
            return count


def test_one_address_cannot_fill_all_places(proxied: Callable[..., Running]) -> None:
    running = proxied(connections_per_address=5, connections=100)
    table = from_address(running, "9.9.9.9").create(ME, OPEN)
    inside = [from_address(running, "1.2.3.4").live(table).hear("table", "error")["t"] for _ in range(8)]
    assert inside == ["table"] * 5 + ["error"] * 3
    assert from_address(running, "1.2.3.5").enter(table)


def test_a_table_has_room_for_so_many_spectators(proxied: Callable[..., Running]) -> None:
    running = proxied(watching_per_table=3, address_watching_per_table=2)
    anna = from_address(running, "9.9.9.9")
    table = anna.create(ME, OPEN)
    addresses = ["1.1.1.1", "1.1.1.1", "1.1.1.1", "2.2.2.2", "3.3.3.3"]
    heard = [from_address(running, address).live(table).hear("table", "error") for address in addresses]
    assert [one.get("code", one["t"]) for one in heard] == ["table", "table", "too-many", "table", "too-many"]
    assert anna.enter(table).table["look"] == 0, "players have room in any case"


def test_what_all_may_know_is_made_once(server: Running, anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many watch: once for the spectators of each language, and once for the player."""
    table = anna.create(ME, local("Bruno"))
    watching = [server.browser().enter(table, language) for language in ("en", "de") * 4]
    player = anna.enter(table)
    made: list[int | None] = []
    describe = Room.describe

    def noted(self: Room, holder: str, look: int | None, language: str) -> bytes:
        made.append(look)
        return describe(self, holder, look, language)

    player.act("c3", seat=0)
    monkeypatch.setattr(Room, "describe", noted)
    player.say("undo", v=1)
    for one in (player, *watching):
        assert one.hear("table", where=lambda told: told["v"] == 2)["status"] == "running"
    assert sorted(made, key=str) == [0, None, None]


def test_a_spectator_yields_to_a_player(proxied: Callable[..., Running]) -> None:
    running = proxied(connections=4, connections_watching=3)
    anna, bruno = from_address(running, "1.1.1.1"), from_address(running, "2.2.2.2")
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    watching = [from_address(running, f"3.3.3.{number}").enter(table) for number in range(3)]
    assert from_address(running, "3.3.3.9").live(table).receive()["code"] == "too-many"
    white = anna.enter(table)
    black = bruno.enter(table)
    assert white.act("c3")["v"] == 1
    assert black.hear("step")["v"] == 1
    ends = [socket.closed_with() for socket in watching[:1]]
    assert ends == [1008]
    assert any('"too-many"' in raw for raw in watching[0].raw)


# The rule itself


class Crowd:
    def __init__(self, places: Places) -> None:
        self.places = places
        self.stack = ExitStack()
        self.gone: list[str] = []

    def enter(self, name: str, address: str, seated: bool) -> Place:
        place = self.stack.enter_context(self.places.one(Visitor(address, name), seated))
        place.leave = lambda: self.gone.append(name)
        return place


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    made = Crowd(Places(each=3, by_address=6, in_all=10, watching=8))
    yield made
    made.stack.close()
    assert made.places._all == 0
    assert made.places._watching == 0
    assert not made.places._people
    assert not made.places._addresses


def test_a_greedy_player_yields_to_another(crowd: Crowd) -> None:
    """Six places of an address, all of players: who has three of them gives one to who has none."""
    for name in ("greedy", "greedy", "greedy", "two", "two", "one"):
        crowd.enter(name, "a", seated=True)
    crowd.enter("new", "a", seated=True)
    assert crowd.gone == ["greedy"]
    with pytest.raises(TooManyError):
        crowd.enter("stranger", "a", seated=False)


def test_players_with_one_place_each_do_not_push_each_other(crowd: Crowd) -> None:
    for number in range(6):
        crowd.enter(f"player {number}", "a", seated=True)
    with pytest.raises(TooManyError):
        crowd.enter("one more", "a", seated=True)
    assert crowd.gone == []


def test_the_most_crowded_address_yields_first(crowd: Crowd) -> None:
    for name, address in [("w1", "a"), ("w2", "b"), ("w3", "b"), ("w4", "b")]:
        crowd.enter(name, address, seated=False)
    for number in range(6):
        crowd.enter(f"player {number}", f"home {number}", seated=True)
    crowd.enter("late", "home", seated=True)
    assert crowd.gone == ["w2"]
