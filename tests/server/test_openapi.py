"""The document of the HTTP interface lists every route, and answers are as it says."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from litestar.routes import HTTPRoute

from alcove.kernel.packed import pack
from alcove.kernel.record import Record
from alcove.server.app import create_app
from alcove.server.hall import Hall
from alcove.server.holders import owner_token
from alcove.server.notifications.mail import leave_token
from alcove.server.refusals import STATUS
from alcove.server.settings import Settings
from tests.server.authenticator import Authenticator
from tests.server.browser import ME, OPEN, Browser, local
from tests.server.conftest import Running
from tests.server.notifications.receiving import opened
from tests.server.test_analysis import analysis_of

PAGES = {"/", "/{path}", "/seat", "/seat/{secret}", "/enter/{secret}", "/lab", "/lab/report/{key}"}
"""What people ask for: files, not answers."""


@pytest.fixture
def document(anna: Browser) -> Any:
    return anna.get("/api/openapi.json")


def test_it_lists_every_route(document: Any) -> None:
    hall: Any = SimpleNamespace(settings=Settings())
    site: Any = None
    routes = [route for route in create_app(hall, site).routes if isinstance(route, HTTPRoute)]
    served = {
        (re.sub(r":\w+}", "}", route.path), method.lower())
        for route in routes
        for method in route.methods
        if method != "OPTIONS"
    }
    listed = {(path, method) for path, item in document["paths"].items() for method in item}
    assert listed == {(path, method) for path, method in served if path not in PAGES}


def test_all_that_it_refers_to_is_in_it(document: Any) -> None:
    schemas = document["components"]["schemas"]
    referred = set(re.findall(r"#/components/schemas/(\w+)", str(document)))
    assert referred == set(schemas)
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_every_refusal_is_in_it(document: Any) -> None:
    operation = document["paths"]["/api/tables"]["post"]
    told = {status: answer["description"] for status, answer in operation["responses"].items()}
    for code, status in STATUS.items():
        assert code in told[str(status)]
    assert {parameter["name"] for parameter in operation["parameters"]} == {"lang"}


class Checking:
    """A browser that holds every answer against the document."""

    def __init__(self, browser: Browser, document: Any) -> None:
        self.browser, self.document = browser, document
        self.checked: set[tuple[str, str, int]] = set()

    def ask(self, method: str, route: str, body: Any = None, query: Any = None, **names: Any) -> Any:
        answer = self.browser.http.request(method, route.format(**names), json=body, params=query)
        [described] = self.document["paths"][route][method]["responses"][str(answer.status_code)]["content"].items()
        kind, content = described
        assert answer.headers["content-type"].split(";")[0] == kind
        said = answer.json() if kind == "application/json" else answer.text
        schema = content["schema"] | {"components": self.document["components"]}
        jsonschema.Draft202012Validator(schema).validate(said)
        self.checked.add((route, method, answer.status_code))
        return said


async def owner(hall: Hall) -> str:
    return owner_token(hall.store.key, None)


def ask_about_devices(one: Checking, two: Checking) -> None:
    secret = one.ask("post", "/api/me/links", {"name": "Anna"})["path"].removeprefix("/along#")
    two.ask("post", "/api/along/look", {"secret": secret})
    two.ask("post", "/api/along", {"secret": secret})
    two.ask("post", "/api/along", {"secret": secret})  # refused: it is good once
    one.ask("post", "/api/me/name", {"name": "Anna B."})
    first = one.ask("get", "/api/me/devices")["devices"][0]
    one.ask("post", "/api/me/devices/{device}/sign-out", {}, device=first["id"])
    two.ask("post", "/api/me/links", {"name": "Anna"})
    two.ask("post", "/api/me/sign-out", {})


def ask_about_passkeys(server: Running, document: Any) -> Checking:
    by_name = Browser(server.url.replace("127.0.0.1", "localhost"))
    server.browsers.append(by_name)
    one, key = Checking(by_name, document), Authenticator(by_name.url)
    asked = one.ask("post", "/api/me/passkeys/question", {"name": "Anna"})["options"]
    [made] = one.ask("post", "/api/me/passkeys", key.create(asked))["passkeys"]
    one.ask("post", "/api/me/passkeys/{passkey}/name", {"name": "Blue"}, passkey=made["id"])
    by_name.http.cookies.clear()
    asked = one.ask("post", "/api/sign-in/question", {})["options"]
    one.ask("post", "/api/sign-in", key.get(asked))
    one.ask("post", "/api/me/passkeys/{passkey}/remove", {}, passkey=made["id"])
    one.ask("get", "/api/me/data")
    one.ask("post", "/api/me/delete", {"sure": "delete everything"})
    return one


def ask_about_notifications(server: Running, one: Checking, table: str) -> None:
    at = "/api/notifications"
    channel = at + "/channels/{channel}"
    one.ask("get", at)
    one.ask("post", at + "/channels", {"kind": "mail", "address": "anna@example.org"})  # not offered here
    one.ask("post", at + "/channels", {"kind": "webhook", "address": "https://example.org:x"})
    with opened() as endpoint:
        hook = {"kind": "webhook", "address": f"{endpoint.url}/hook"}
        [mine] = one.ask("post", at + "/channels", hook)["channels"]
        one.ask("post", channel + "/test", {}, channel=mine["id"])
        endpoint.status = 500
        one.ask("post", channel + "/test", {}, channel=mine["id"])
    one.ask("post", channel + "/switch", {"on": False}, channel=mine["id"])

    async def wait_for_code(hall: Hall) -> str:
        code = hall.registration._hashed(mine["id"], "123456")
        await hall.store.channels.change(mine["id"], 0.0, code=code, code_until=float(2**40))
        return leave_token(hall.store.key, mine["id"])

    token = server.do(wait_for_code)
    one.ask("post", channel + "/confirm", {"code": "123456"}, channel=mine["id"])
    one.ask("post", at + "/leave/{token}", token=token)
    one.ask("post", channel + "/delete", {}, channel=mine["id"])
    one.ask("post", at + "/events", {"events": ["turn"]})
    one.ask("get", at + "/tables/{table_id}", table_id=table)
    one.ask("post", at + "/tables/{table_id}", {"events": None}, table_id=table)


def test_answers_are_as_it_says(server: Running, anna: Browser, bruno: Browser, document: Any) -> None:
    one, two = Checking(anna, document), Checking(bruno, document)
    at = "/api/tables/{table_id}"
    for name in [game["name"] for game in one.ask("get", "/api/games")["games"]]:
        one.ask("get", "/api/games/{name}/rulebook", name=name)
        one.ask("get", "/api/games/{name}/components", name=name)
        one.ask("get", "/api/games/{name}/explanations", name=name)
        for puzzle in one.ask("get", "/api/games/{name}/puzzles", name=name)["puzzles"][:1]:
            found = one.ask("get", "/api/games/{name}/puzzles/{puzzle}", name=name, puzzle=puzzle["id"])
            why = "/api/games/{name}/puzzles/{puzzle}/why"
            one.ask("get", why, query={"action": found["answer"]}, name=name, puzzle=puzzle["id"])
    one.ask("get", "/api/games/{name}/print", name="alva")
    one.ask("get", "/api/games/{name}/print/{document}", name="tollgate", document="rulebook")
    one.ask("get", "/api/games/{name}/lesson", name="alva")
    one.ask("get", "/api/games/{name}/lesson/{step}", query={"action": "a1"}, name="alva", step="place")
    wish = {"game": "alva", "players": 2, "options": {"size": 5, "pieces": 2}, "seats": [ME, OPEN], "name": "Anna"}
    table = one.ask("post", "/api/tables", wish)["table"]
    two.ask("post", at + "/seats/{seat}", {"name": "Bruno"}, table_id=table, seat=1)
    links = two.ask("get", at + "/links", table_id=table)
    one.ask("post", "/api/seat-links", {"secret": links["seats"]["1"].removeprefix("/seat/")})
    both = anna.enter(table)
    one.ask("get", at, query={"seat": 1}, table_id=table)
    one.ask("get", "/api/tables")
    one.ask("get", at + "/verify", table_id=table)  # refused: the game is not over
    for action, seat in (("a1", 0), ("e5", 1), ("a2", 0), ("e4", 1)):
        both.act(action, seat=seat)
    for rest in ("", "/replay", "/record", "/verify", "/analysis"):
        one.ask("get", at + rest, table_id=table)
    step = analysis_of(anna, table)["decisions"][0]["step"]
    one.ask("get", at + "/analysis/{step}", table_id=table, step=step)
    one.ask("get", "/api/me")
    one.ask("get", "/api/tables")
    one.ask("get", at + "/live", table_id=table)  # refused: no WebSocket was asked for
    one.ask("get", "/api/open-tables/live")  # refused as well
    one.ask("post", "/api/tables", wish | {"open": True})
    assert one.ask("get", "/api/open-tables")["tables"]
    two.ask("post", at + "/seats/{seat}", {"name": "Bruno"}, table_id=anna.create(ME, OPEN), seat=1)
    next_table = one.ask("post", "/api/tables", wish)["table"]
    [bruno_known] = one.ask("get", "/api/companions")["people"]
    one.ask("post", at + "/invitations", {"to": bruno_known["handle"]}, table_id=next_table)
    assert two.ask("get", "/api/invitations")["invitations"]
    two.ask("post", "/api/invitations/{table_id}/accept", {"name": "Bruno"}, table_id=next_table)
    last_table = one.ask("post", "/api/tables", wish)["table"]
    one.ask("post", at + "/invitations", {"to": bruno_known["handle"]}, table_id=last_table)
    two.ask("post", "/api/invitations/{table_id}/decline", {}, table_id=last_table)
    two.ask("post", "/api/companions/{handle}/block", {"yes": True}, handle="nobody")
    one.ask("post", "/api/companions/{handle}/block", {"yes": True}, handle=bruno_known["handle"])
    two.ask("post", at + "/password", {"password": "not asked for"}, table_id=table)
    ask_about_notifications(server, one, table)
    one.ask("get", "/health")
    one.ask("get", "/ready")
    one.ask("get", "/metrics")  # refused: whoever asks is not the owner
    anna.http.headers["authorization"] = f"Bearer {server.do(owner)}"
    one.ask("get", "/metrics")
    one.ask("get", "/api/owner")
    both.say("report", seat=0)
    both.hear("reported")
    [report, *_] = one.ask("get", "/api/owner/reports")["reports"]
    [made] = one.ask("post", "/api/owner/passes", {"label": "Club"})["passes"]
    two.ask("post", "/api/entrance", {"secret": made["link"].removeprefix("/enter/")})
    one.ask("get", "/api/owner/passes")
    one.ask("post", "/api/owner/passes/{name}/revoke", {}, name=made["id"])
    one.ask("post", "/api/owner/reports/{report}/dismiss", {}, report=report["id"])
    one.ask("post", "/api/owner/lab", {"game": "alva", "games": 1})
    one.ask("post", "/api/owner/lab/stop", {})
    one.ask("get", "/api/owner/lab")
    one.ask("post", "/api/replay", {"record": pack(str(Record.begin("tollgate", 2, seed=1)))})
    one.ask("post", "/api/replay", {"record": "nothing"})
    one.ask("get", "/api/openapi.json")
    one.ask("get", at, table_id="none")
    one.ask("get", at, query={"seat": "x"}, table_id=table)
    one.ask("get", at, query={"seat": 5}, table_id=table)
    one.ask("post", at + "/seats/{seat}", {"name": "Carla"}, table_id=table, seat=1)
    one.ask("post", "/api/tables", {"game": "alva"})
    ask_about_devices(one, two)
    everything = one.checked | two.checked | ask_about_passkeys(server, document).checked
    fulfilled = {(route, method) for route, method, status in everything if status < 300}
    assert fulfilled == {(path, method) for path, item in document["paths"].items() for method in item} - {
        (at + "/live", "get"),
        ("/api/open-tables/live", "get"),
    }
    assert {status for _, _, status in everything} == {200, 201, 400, 401, 403, 404, 409, 410, 426, 502, 503}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"{}",
        b"[" * 5000,
        b"\xff",
        b'{"name": 5}',
        b'{"name": "Bruno", "more": 1}',
        b'{"name": "Bruno"} {}',
        b'{"name": "' + b"x" * 201 + b'"}',
    ],
)
def test_bodies_are_read_strictly(anna: Browser, bruno: Browser, body: bytes) -> None:
    table = anna.create(ME, OPEN)
    assert bruno.post_refused(f"/api/tables/{table}/seats/1", body) == (400, "unreadable")


def test_a_number_is_no_text_in_a_body(anna: Browser) -> None:
    wish = {"game": "alva", "players": "2", "seats": [ME, local("Bruno")]}
    assert anna.post_refused("/api/tables", wish) == (400, "unreadable")


def test_the_origin_is_looked_at_before_the_body(anna: Browser) -> None:
    assert anna.post_refused("/api/tables", b"", origin="http://evil.example") == (403, "bad-origin")


@pytest.mark.parametrize("seat", ["-1", "64", "1.5", "one", "", "٣", " 1", "0x1"])
def test_a_seat_in_a_query_is_a_number(anna: Browser, seat: str) -> None:
    table = anna.create(ME, local("Bruno"))
    assert anna.refused(f"/api/tables/{table}", seat=seat) == (400, "unreadable")


@pytest.mark.parametrize("language", ["fr", "", "DE", "x" * 500])
def test_any_other_language_means_english(anna: Browser, language: str) -> None:
    assert "White" in anna.get("/api/games", lang=language)["games"][0]["seat_names"]
