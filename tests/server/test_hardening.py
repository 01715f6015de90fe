"""Whatever a stranger sends: a coded answer, and nobody else is troubled."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from alcove.server.outgoing import TableMessages
from tests.server.browser import ME, OPEN, Browser, bot, local
from tests.server.conftest import Running

Start = Callable[..., Running]

MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    "42",
    '"act"',
    "{}",
    '{"t":"nonsense"}',
    '{"t":"act"}',
    '{"t":"act","v":0,"seat":0}',
    '{"t":"act","v":-1,"seat":0,"action":"c3"}',
    '{"t":"act","v":0,"seat":-1,"action":"c3"}',
    '{"t":"act","v":"0","seat":0,"action":"c3"}',
    '{"t":"act","v":0,"seat":true,"action":"c3"}',
    '{"t":"act","v":0,"seat":0,"action":null}',
    '{"t":"act","v":0,"seat":0,"action":1.5}',
    '{"t":"act","v":0,"seat":0,"action":["c3"]}',
    '{"t":"act","v":0,"seat":0,"action":"c3","more":1}',
    '{"t":"act","v":1e400,"seat":0,"action":"c3"}',
    '{"t":"act","v":0,"seat":0,"action":' + "9" * 400 + "}",
    '{"t":"act","v":0,"seat":0,"action":"' + "c" * 300 + '"}',
    '{"t":"ping"}{"t":"ping"}',
    '{"t":"chat","text":"' + "x" * 2100 + '"}',
    "[" * 2000,
    "\ud7ff\uffff\x00",
]


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_message_is_refused(anna: Browser, text: str) -> None:
    white = anna.enter(anna.create(ME, OPEN))
    white.connection.send(text)
    assert white.hear("error")["code"] == "unreadable"
    white.say("ping")
    assert white.hear("pong")


def test_bytes_are_read_like_text(anna: Browser) -> None:
    white = anna.enter(anna.create(ME, OPEN))
    white.connection.send(b'{"t":"ping"}')
    assert white.hear("pong")
    white.connection.send(b"\xff\xfe\x00")
    assert white.hear("error")["code"] == "unreadable"


def test_an_oversized_message_ends_the_connection(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    white.connection.send("x" * 5000)
    assert white.hear("error")["code"] == "too-large"
    assert white.closed_with() == 1009
    anna.enter(table).act("c3")
    assert black.hear("step")["v"] == 1


def test_a_flood_is_refused_and_others_play_on(start: Start) -> None:
    running = start(messages_per_second=20, message_burst=20, refusals_before_close=100)
    anna, bruno = running.browser(), running.browser()
    flooded, quiet = anna.create(ME, OPEN), bruno.create(ME, bot(1))
    white, other = anna.enter(flooded), bruno.enter(quiet)
    try:
        for _ in range(3000):
            white.say("ping")
    except ConnectionClosed:
        pass
    assert white.closed_with() == 1008
    assert any('"too-fast"' in raw for raw in white.raw)
    assert other.act("c3")["v"] == 1


def test_requests_have_a_limit_too(start: Start) -> None:
    anna = start(requests_per_second=1, request_burst=5).browser()
    codes = [anna.http.get("/api/games").status_code for _ in range(12)]
    assert codes.count(429) >= 5
    assert anna.refused("/api/games")[1] == "too-fast"


def test_tables_have_limits(start: Start) -> None:
    running = start(tables_per_browser=2, tables=3)
    anna, bruno = running.browser(), running.browser()
    wish = {"game": "alva", "players": 2, "options": {}, "seats": [ME, OPEN], "name": "Anna"}
    anna.post("/api/tables", wish)
    anna.post("/api/tables", wish)
    assert anna.post_refused("/api/tables", wish) == (429, "too-many")
    bruno.post("/api/tables", wish)
    assert bruno.post_refused("/api/tables", wish) == (429, "too-many")


def test_new_tables_have_a_pace(start: Start) -> None:
    anna = start(tables_per_minute=2).browser()
    anna.create(ME, OPEN)
    anna.create(ME, OPEN)
    wish = {"game": "alva", "players": 2, "options": {}, "seats": [ME, OPEN], "name": "Anna"}
    assert anna.post_refused("/api/tables", wish) == (429, "too-fast")


def test_connections_have_limits(start: Start) -> None:
    running = start(connections_per_browser=2, connections=3)
    anna, bruno = running.browser(), running.browser()
    table = anna.create(ME, OPEN)
    first = anna.enter(table)
    anna.enter(table)
    third = anna.live(table)
    assert third.receive()["code"] == "too-many"
    assert third.closed_with() == 1008
    bruno.enter(table)
    assert bruno.live(table).receive()["code"] == "too-many"
    first.close()
    for _ in range(100):
        again = bruno.live(table)
        if again.hear("table", "error")["t"] == "table":
            return
    raise AssertionError("the place was not given back")


def test_chat_has_limits(start: Start) -> None:
    running = start(chat_lines=3, chat_per_minute=5)
    anna, bruno = running.browser(), running.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    assert white.refusal("chat", text="x" * 501)["code"] == "too-large"
    for number in range(3):
        white.say("chat", text=f"line {number}")
        white.hear("chat")
    assert white.refusal("chat", text="one more")["code"] == "too-many"
    white.say("chat", text="and")
    white.hear("error")
    assert white.refusal("chat", text="more")["code"] == "too-fast"
    for number in range(3):
        black.say("chat", text=f"my line {number}")
        black.hear("chat", "error", where=lambda told: told["t"] == "error" or told["line"]["seat"] == 1)
    assert '"error"' not in "".join(black.raw), "what one says is not counted to another"


def test_asking_for_undo_has_a_limit_of_its_own(start: Start) -> None:
    running = start(undo_requests_per_minute=2)
    anna, bruno = running.browser(), running.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    white, black = anna.enter(table), bruno.enter(table)
    white.act("c3")
    black.hear("step")
    black.act("a1")
    white.hear("step", where=lambda told: told["v"] == 2)
    for _ in range(2):
        white.say("undo", v=2)
        white.hear("seats", where=lambda told: told["undo"]["asked_by"] == 0)
        black.say("undo-answer", v=2, yes=False)
        white.hear("seats", where=lambda told: told["undo"]["asked_by"] is None)
    assert white.refusal("undo", v=2)["code"] == "too-fast"
    black.say("undo", v=2)
    assert black.hear("table", "error")["t"] == "table", "the other may take back"


def test_a_seat_is_held_by_so_many_browsers(start: Start) -> None:
    running = start(browsers_per_seat=3)
    anna = running.browser()
    table = anna.create(ME, OPEN)
    link = anna.get(f"/api/tables/{table}/links")["seats"]["0"]
    for _ in range(2):
        running.browser().open_link(link)
    secret = {"secret": link.removeprefix("/seat/")}
    assert running.browser().post_refused("/api/seat-links", secret) == (429, "too-many")
    assert anna.open_link(link) == {"table": table, "seat": 0}, "who holds it may open it again"


def test_a_table_has_a_length(start: Start) -> None:
    anna = start(changes=3).browser()
    both = anna.enter(anna.create(ME, local("Bruno")))
    for action, seat in (("c3", 0), ("a1", 1), ("e5", 0)):
        both.act(action, seat=seat)
    assert both.refusal("act", v=3, seat=1, action="e1")["code"] == "too-many"
    assert both.refusal("undo", v=3)["code"] == "too-many"
    both.say("resign", seat=0)
    assert both.hear("table")["status"] == "over"


def test_a_seat_may_not_act_for_ever(start: Start) -> None:
    """A card laid face down may be changed while others still choose."""
    running = start(actions_in_a_row=3)
    anna, bruno = running.browser(), running.browser()
    table = anna.create(ME, OPEN, game="tollgate", cards=3)
    bruno.sit(table, 1)
    player, other = anna.enter(table), bruno.enter(table)
    for _ in range(3):
        player.act()
    last = player.table["legal"][0]["text"]
    assert player.refusal("act", v=player.table["v"], seat=0, action=last)["code"] == "too-many"
    other.hear("step", where=lambda told: told["v"] == 3)
    other.act()
    assert player.hear("step", where=lambda told: told["seat"] == 1)["v"] == 4


def test_who_spends_the_servers_time_is_heard_no_more_for_a_while(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(address_work=0.05, address_work_burst=0.2, trusted_proxies=("127.0.0.1",))
    anna, bruno = running.browser(), running.browser()
    anna.http.headers["x-forwarded-for"], bruno.http.headers["x-forwarded-for"] = "1.1.1.1", "2.2.2.2"
    heavy, light = anna.enter(anna.create(ME, local("Carla"))), bruno.enter(bruno.create(ME, local("Dora")))
    make = TableMessages.step

    def slow(*arguments: Any) -> bytes:
        end = time.thread_time() + 0.3
        while time.thread_time() < end:
            pass
        return make(*arguments)

    monkeypatch.setattr(TableMessages, "step", slow)
    heavy.act("c3", seat=0)
    assert heavy.refusal("act", v=1, seat=1, action="a1")["code"] == "too-fast"
    assert anna.refused("/api/games") == (429, "too-fast")
    assert light.act("c3", seat=0)["v"] == 1


def test_a_table_that_does_not_exist(anna: Browser) -> None:
    for name in ("aaaaaaaaaaaaaaaa", "..", "%00", "x" * 500):
        socket = anna.live(name)
        assert socket.receive()["code"] == "not-found"


BAD_WISHES = [
    (b"", "unreadable"),
    (b"{", "unreadable"),
    (b"[]", "unreadable"),
    (b"\xff", "unreadable"),
    ({"game": "alva"}, "unreadable"),
    ({"game": "alva", "players": 2, "seats": [ME, {"kind": "dog"}]}, "unreadable"),
    ({"game": "alva", "players": 2, "seats": [ME, {"kind": "bot", "level": 7}]}, "bad-option"),
    ({"game": "alva", "players": 2, "seats": [ME, OPEN], "more": 1}, "unreadable"),
    ({"game": "alva", "players": 2, "seats": [ME]}, "bad-option"),
    ({"game": "alva", "players": 3, "seats": [ME, OPEN, OPEN]}, "bad-option"),
    ({"game": "alva", "players": 2, "seats": [ME, OPEN], "options": {"size": 6}}, "bad-option"),
    ({"game": "alva", "players": 2, "seats": [ME, OPEN], "options": {"seed": 7}}, "bad-option"),
    ({"game": "alva", "players": 2, "seats": [ME, OPEN], "options": {"names": "x", "cls": 1}}, "bad-option"),
    ({"game": "chess", "players": 2, "seats": [ME, OPEN]}, "unknown-game"),
]


@pytest.mark.parametrize(("wish", "code"), BAD_WISHES)
def test_a_bad_wish_is_refused(anna: Browser, wish: object, code: str) -> None:
    assert anna.post_refused("/api/tables", wish)[1] == code


def test_a_body_has_a_limit(anna: Browser) -> None:
    assert anna.post_refused("/api/tables", b'"' + b"x" * 20_000 + b'"') == (413, "too-large")


def test_errors_speak_german(anna: Browser) -> None:
    answer = anna.http.get("/api/tables/aaaaaaaaaaaaaaaa", params={"lang": "de"})
    assert answer.json() == {"code": "not-found", "message": "Diesen Tisch gibt es nicht."}
    assert anna.http.get("/api/nonsense").json()["code"] == "not-found"
    assert anna.http.request("DELETE", "/api/tables").json()["code"] == "not-found"
    assert anna.post_refused("/api/tables/aaaaaaaaaaaaaaaa/seats/zero", {"name": "x"})[1] == "not-found"


def test_another_site_cannot_use_the_cookie(server: Running, anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    wish = {"game": "alva", "players": 2, "options": {}, "seats": [ME, OPEN], "name": "Anna"}
    assert anna.post_refused("/api/tables", wish, origin="http://evil.example") == (403, "bad-origin")
    assert anna.post_refused("/api/tables", wish, origin="null") == (403, "bad-origin")
    for origin in ("http://evil.example", f"http://127.0.0.1:{server.port}.evil.example", "null"):
        with pytest.raises(InvalidStatus) as refused:
            anna.live(table, origin=origin)
        assert refused.value.response.status_code == 403


def test_a_browser_gets_one_secret_cookie(server: Running) -> None:
    browser = server.browser()
    first = browser.http.get("/api/games")
    [cookie] = first.headers.get_list("set-cookie")
    assert re.fullmatch(r"alcove=[A-Za-z0-9_-]{43}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", cookie)
    assert "set-cookie" not in browser.http.get("/api/games").headers
    assert "set-cookie" not in server.browser().http.get("/health").headers
    forged = server.browser()
    forged.http.cookies.set("alcove", "short")
    assert "set-cookie" in forged.http.get("/api/games").headers


@pytest.mark.parametrize("path", ["/", "/api/games", "/health", "/nothing.js", "/api/nonsense", "/table/x"])
def test_every_answer_has_the_headers(server: Running, anna: Browser, path: str) -> None:
    headers = anna.http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert f"ws://127.0.0.1:{server.port}" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_without_a_built_client_the_page_says_how(anna: Browser) -> None:
    page = anna.http.get("/")
    assert page.status_code == 200
    assert "npm run build" in page.text


def test_the_built_client_is_served(start: Start, tmp_path: Path) -> None:
    client = tmp_path / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<!doctype html><title>Alcove</title>" + " " * 2000)
    (client / "assets" / "main-a1b2.js").write_text("console.log('hello');" * 200)
    (tmp_path / "secret.txt").write_text("secret")
    browser = start(static=client).browser()
    for path in ("/", "/table/abcd", "/new/alva", "/index.html"):
        page = browser.http.get(path)
        assert page.text.startswith("<!doctype html><title>Alcove</title>")
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-type"].startswith("text/html")
        assert page.headers["content-encoding"] == "gzip"
    script = browser.http.get("/assets/main-a1b2.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"].startswith("text/javascript")
    assert browser.http.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304
    for path in ("/assets/none.js", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt"):
        assert "secret" not in browser.http.get(path).text
    assert browser.http.get("/assets/none.js").status_code == 404


def test_health_and_games(anna: Browser) -> None:
    assert anna.get("/health") == {"ok": True}
    answer = anna.get("/api/games", lang="de")
    alva = answer["games"][0]
    assert (alva["name"], alva["players"], alva["secrets"]) == ("alva", [2, 2], False)
    assert alva["seat_names"] == ["Weiß", "Schwarz"]
    assert [level["level"] for level in alva["levels"]] == [1, 2, 3, 4, 5, 6]
    assert answer["ready"]["alva"]["done"] == answer["ready"]["alva"]["of"]
    book = anna.get("/api/games/alva/rulebook", lang="de")
    assert book["title"] == "Alva"
    assert "ALVA-1" in book["markdown"]
    assert anna.refused("/api/games/chess/rulebook") == (404, "unknown-game")
    assert anna.get("/api/games/alva/components") == {}
    assert anna.refused("/api/games/chess/components") == (404, "unknown-game")


def test_less_comes_where_less_is_wanted(anna: Browser) -> None:
    """Jokes are for a close look, and a tip is one explanation of many."""
    whole, plain = (anna.get("/api/games/alpacalypse/components", lang="de", jokes=jokes) for jokes in (True, False))
    assert whole == anna.get("/api/games/alpacalypse/components", lang="de")
    assert all("joke" in card for card in whole["cards"])
    for card in (card for cards in whole.values() for card in cards):
        card.pop("joke", None)
    assert plain == whole
    every = anna.get("/api/games/alva/explanations", lang="de")["things"]
    key = next(iter(every))
    assert anna.get("/api/games/alva/explanations", lang="de", thing=key) == {"things": {key: every[key]}}
    assert anna.get("/api/games/alva/explanations", thing="nothing") == {"things": {}}
