"""Nobody loses their seats: which requests may change something, which get a cookie, and by which name."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import insert
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from alcove.server import schema
from alcove.server.addresses import Proxies, key_of, read_address
from alcove.server.hall import Hall
from alcove.server.holders import is_signed, new_token
from alcove.server.refusals import BadSettingError
from alcove.server.settings import Settings
from alcove.server.site import Site
from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import Running

Start = Callable[..., Running]
WISH = {"game": "alva", "players": 2, "options": {}, "seats": [ME, OPEN], "name": "Anna"}
EVIL = "http://evil.example"


def bare(server: Running, **headers: str) -> httpx.Client:
    return httpx.Client(base_url=server.url, headers=headers)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": EVIL, "sec-fetch-site": "cross-site"},
        {"origin": EVIL},  # a browser that says no more
        {"origin": "null", "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site"},
        {},  # a browser of long ago: an image or a form of another site
    ],
)
@pytest.mark.parametrize("kind", ["form", "text", "image", "seat link"])
def test_another_site_takes_no_cookie_away(server: Running, headers: dict[str, str], kind: str) -> None:
    """Its form comes without our cookie, for that is Lax. An answer with a new one would overwrite the old."""
    with bare(server, **headers) as browser:
        if kind == "image":
            answer = browser.get("/api/tables")
        elif kind == "seat link":
            answer = browser.get("/seat/aaaaaaaaaaaaaaaa.0.aaaaaaaaaaaaaaaaaaaaaaaaaa")
        else:
            form = "application/x-www-form-urlencoded" if kind == "form" else "text/plain"
            body = httpx.Request("POST", "http://x", json=WISH).content
            answer = browser.post("/api/tables", content=body, headers={"content-type": form})
            assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},  # typed into the address bar
        {"origin": "OURS"},
        {"x-alcove": "page"},  # a browser of long ago, on our page
    ],
)
def test_our_own_pages_get_a_cookie(server: Running, headers: dict[str, str]) -> None:
    headers = {name: value.replace("OURS", server.url) for name, value in headers.items()}
    with bare(server, **headers) as browser:
        [cookie] = browser.get("/api/games").headers.get_list("set-cookie")
        assert re.fullmatch(r"alcove=[A-Za-z0-9_-]{43}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", cookie)
        assert "set-cookie" not in browser.get("/api/games").headers


def test_a_refusal_comes_without_a_cookie(server: Running) -> None:
    with bare(server, origin=server.url) as browser:
        for answer in (browser.get("/api/tables/aaaaaaaaaaaaaaaa"), browser.post("/api/tables", content=b"{")):
            assert answer.status_code >= 400
            assert "set-cookie" not in answer.headers


def test_a_seat_outlives_a_foreign_form(server: Running, anna: Browser) -> None:
    """All of it in one browser: the seat is there, the form is sent, the seat is still there."""
    table = anna.create(ME, OPEN)
    jar = anna.cookie
    foreign = httpx.post(f"{server.url}/api/tables", data={"x": "1"}, headers={"origin": EVIL})
    anna.http.cookies.update(foreign.cookies)
    assert anna.cookie == jar
    assert [one["id"] for one in anna.get("/api/tables")["tables"]] == [table]


def test_only_tokens_of_ours_count(server: Running, anna: Browser) -> None:
    invented = secrets.token_urlsafe(32)
    anna.http.cookies.set("alcove", invented)
    given = anna.http.get("/api/games").cookies["alcove"]
    assert given != invented

    async def key(hall: Hall) -> bytes:
        return hall.store.key

    known = server.do(key)
    assert is_signed(known, given)
    assert not is_signed(known, invented)
    assert not is_signed(known, given[:-1] + ("B" if given[-1] != "B" else "C"))
    assert not is_signed(b"another key", given)


def test_cookies_from_before_tokens_were_signed_keep_their_seats(server: Running, anna: Browser) -> None:
    table = anna.create(ME, OPEN)
    old = secrets.token_urlsafe(32)
    holder = hashlib.sha256(old.encode()).hexdigest()

    async def hold(hall: Hall) -> None:
        row = insert(schema.holders).values(holder=holder, table_id=table, seat=0)
        await hall.store.writer.store(statements=[row])
        hall._rooms.pop(table)

    server.do(hold)
    returning = server.browser()
    returning.http.cookies.set("alcove", old)
    answer = returning.http.get("/api/tables")
    assert [one["id"] for one in answer.json()["tables"]] == [table]
    assert "set-cookie" not in answer.headers
    assert returning.enter(table).table["look"] == 0


def test_a_planted_cookie_does_not_hide_the_real_one(server: Running, anna: Browser) -> None:
    """A neighbour on the same domain may plant a second cookie of the name; one that nobody was given counts not."""
    table = anna.create(ME, OPEN)
    both = {"cookie": f"alcove={secrets.token_urlsafe(32)}; {anna.cookie}", "origin": server.url}
    answer = httpx.get(f"{server.url}/api/tables", headers=both)
    assert [one["id"] for one in answer.json()["tables"]] == [table]


# By which name


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8642", "127.0.0.1.evil.example", "", "a b", "10.1.2.3"])
def test_a_name_that_is_not_ours_is_refused(server: Running, anna: Browser, host: str) -> None:
    """A page of another site whose name suddenly points here."""
    table = anna.create(ME, OPEN)
    headers = {"host": host, "origin": f"http://{host}", "cookie": anna.cookie}
    for path in ("/api/tables", "/", "/seat/x"):
        answer = httpx.get(server.url + path, headers=headers)
        assert answer.status_code in (400, 421)
        assert "set-cookie" not in answer.headers
        if answer.status_code == 421:
            assert answer.json()["code"] == "bad-host"
    if host and " " not in host:
        address, line = f"ws://{host}/api/tables/{table}/live", socket.create_connection(("127.0.0.1", server.port))
        with pytest.raises(InvalidStatus) as refused:
            connect(address, sock=line, origin=f"http://{host}")  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403


def test_health_answers_to_every_name(server: Running) -> None:
    assert httpx.get(f"{server.url}/health", headers={"host": "balancer"}).json() == {"ok": True}


@pytest.mark.parametrize(
    ("listens_on", "host", "known"),
    [
        ("127.0.0.1", "localhost:8642", True),
        ("127.0.0.1", "LOCALHOST.", True),
        ("127.0.0.1", "[::1]:8642", True),
        ("127.0.0.1", "192.168.1.5", False),
        ("0.0.0.0", "192.168.1.5:80", True),
        ("::", "[fe80::1]", True),
        ("0.0.0.0", "evil.example", False),
        ("192.168.1.5", "192.168.1.5", True),
        ("192.168.1.5", "192.168.1.6", False),
        ("127.0.0.1", "games.local", True),
        ("127.0.0.1", "games.example.org", True),
        ("127.0.0.1", "other.example.org", False),
    ],
)
def test_what_the_server_is_called(listens_on: str, host: str, known: bool) -> None:
    settings = Settings(names=("Games.local",), public_url="https://games.example.org/")
    assert Site(settings, listens_on).is_called(host) is known


# Behind a proxy


@pytest.mark.parametrize(
    ("peer", "forwarded", "visitor"),
    [
        ("9.9.9.9", ["1.2.3.4"], "9.9.9.9"),  # not trusted: its word counts for nothing
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["6.6.6.6, 1.2.3.4"], "1.2.3.4"),  # what the visitor wrote stands before
        ("10.0.0.1", ["6.6.6.6", "1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["6.6.6.6, 1.2.3.4, 10.0.0.2"], "1.2.3.4"),  # two proxies
        ("10.0.0.1", ["6.6.6.6, nonsense"], "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4:5678"], "1.2.3.4"),
        ("10.0.0.1", ["[2001:db8::1]:5678"], "2001:db8::/64"),
        ("::ffff:10.0.0.1", ["2001:db8::abcd"], "2001:db8::/64"),
        ("::ffff:9.9.9.9", ["1.2.3.4"], "9.9.9.9"),
        ("2001:db8:0:1::7", [], "2001:db8:0:1::/64"),
    ],
)
def test_the_visitors_address(peer: str, forwarded: list[str], visitor: str) -> None:
    assert key_of(Proxies(["10.0.0.0/8"]).visitor(peer, forwarded)) == visitor


def test_no_address_is_one_too() -> None:
    assert read_address("") is None
    assert key_of(read_address("unix:")) == ""


@pytest.mark.parametrize(("proto", "secure"), [("https", True), ("http", False), ("http, https", True), ("", False)])
def test_cookies_are_secure_where_the_page_came_by_https(start: Start, proto: str, secure: bool) -> None:
    server = start(trusted_proxies=("127.0.0.1",))
    headers = {"origin": server.url, "x-forwarded-proto": proto}
    cookie = httpx.get(f"{server.url}/api/games", headers=headers).headers["set-cookie"]
    assert cookie.startswith("__Host-alcove=") is secure
    assert cookie.endswith("; Secure") is secure


def test_nobody_but_a_trusted_proxy_says_https(server: Running) -> None:
    headers = {"origin": server.url, "x-forwarded-proto": "https"}
    assert "Secure" not in httpx.get(f"{server.url}/api/games", headers=headers).headers["set-cookie"]


def test_a_public_address_makes_cookies_secure_and_is_an_origin(start: Start) -> None:
    server = start(public_url="https://games.example.org")
    theirs = {"host": "games.example.org", "origin": "https://games.example.org"}
    answer = httpx.get(f"{server.url}/api/games", headers=theirs)
    assert answer.headers["set-cookie"].endswith("; Secure")
    plain = httpx.get(f"{server.url}/api/games", headers={"origin": server.url})
    assert "Secure" not in plain.headers["set-cookie"]
    rewritten = httpx.get(f"{server.url}/api/games", headers={"origin": "https://games.example.org"})
    assert "set-cookie" in rewritten.headers, "a proxy that puts our own name in Host"


def test_by_https_a_plain_cookie_counts_for_nothing(start: Start) -> None:
    """Another site of the same domain can set one, to a token that it was given itself: whoever took it over would
    sit down in the attacker's sight."""
    server = start(public_url="https://games.example.org", trusted_proxies=("127.0.0.1",))
    theirs = {"host": "games.example.org", "origin": "https://games.example.org", "x-forwarded-proto": "https"}
    attacker = httpx.get(f"{server.url}/api/games", headers=theirs).cookies["__Host-alcove"]
    planted = {**theirs, "cookie": f"alcove={attacker}"}
    given = httpx.get(f"{server.url}/api/games", headers=planted).headers["set-cookie"]
    assert given.startswith("__Host-alcove=")
    assert attacker not in given
    mine = given.partition("=")[2].partition(";")[0]
    both = {**theirs, "cookie": f"alcove={attacker}; __Host-alcove={mine}"}
    made = httpx.post(f"{server.url}/api/tables", json=WISH, headers=both)
    assert "set-cookie" not in made.headers
    table = made.json()["table"]
    listed = httpx.get(f"{server.url}/api/tables", headers={**theirs, "cookie": f"__Host-alcove={attacker}"})
    assert listed.json()["tables"] == []
    for cookie, look in ((f"__Host-alcove={mine}", 0), (f"alcove={mine}", None)):
        with connect(
            f"ws://games.example.org/api/tables/{table}/live",
            sock=socket.create_connection(("127.0.0.1", server.port), 20),
            origin="https://games.example.org",  # type: ignore[arg-type]
            additional_headers={"x-forwarded-proto": "https", "cookie": cookie},
        ) as line:
            told = next(one for one in map(json.loads, line) if one["t"] == "table")
        assert told["look"] == look


@pytest.mark.parametrize(
    "wrong",
    [{"public_url": "games.example.org"}, {"public_url": "https://x:y"}, {"trusted_proxies": ("localhost",)}],
)
def test_wrong_settings_are_refused_with_a_sentence(wrong: dict[str, str]) -> None:
    with pytest.raises(BadSettingError):
        Site(Settings(**wrong), "127.0.0.1")  # type: ignore[arg-type]


# On the disk


def _modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.glob("alcove.sqlite3*")]}


def test_the_database_is_for_its_owner_only(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first = start(folder)
    first.browser().create(ME, OPEN)
    modes = _modes(folder)
    assert {"data", "alcove.sqlite3", "alcove.sqlite3-wal", "alcove.sqlite3-shm"} <= modes.keys()
    assert modes.pop("data") == 0o700
    assert set(modes.values()) == {0o600}
    first.stop()
    for path in [folder, *folder.iterdir()]:
        path.chmod(0o777 if path.is_dir() else 0o666)
    start(folder).browser().create(ME, OPEN)
    modes = _modes(folder)
    assert modes.pop("data") == 0o700
    assert set(modes.values()) == {0o600}


def test_tokens_are_random() -> None:
    assert len({new_token(b"key") for _ in range(1000)}) == 1000


def test_every_answer_says_whom_it_is_for_and_nobody_can_tell_who_that_is(anna: Browser, bruno: Browser) -> None:
    """A service worker keeps what it may for one person, and forgets it when another one comes."""
    marks = {browser: browser.http.get("/api/tables").headers["x-alcove-person"] for browser in (anna, bruno)}
    assert marks[anna] != marks[bruno]
    assert anna.http.get("/api/games").headers["x-alcove-person"] == marks[anna]
    [token] = anna.http.cookies.values()
    assert marks[anna] not in (token, hashlib.sha256(token.encode()).hexdigest()[:16])
    assert "x-alcove-person" not in anna.http.get("/").headers
