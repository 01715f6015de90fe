"""Invitations of people one has played with: known by name, not by who they are, and nobody has to be asked twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import Running
from tests.server.test_cluster import Pair, far_pair, near_pair, pair  # noqa: F401
from tests.server.test_hosting import locked_table, quick_passwords  # noqa: F401
from tests.server.test_open_tables import Onlooker

Start = Callable[..., Running]


def acquaint(anna: Browser, bruno: Browser, name: str = "Bruno") -> None:
    """Have two share a table."""
    bruno.sit(anna.create(ME, OPEN), 1, name)


def people(browser: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.get("/api/companions")["people"]
    return found


def invitations(browser: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.get("/api/invitations")["invitations"]
    return found


def invite(anna: Browser, table: str, name: str = "Bruno") -> None:
    [handle] = {one["handle"] for one in people(anna) if one["name"] == name}
    anna.post(f"/api/tables/{table}/invitations", {"to": handle})


def test_somebody_is_invited_and_comes(anna: Browser, bruno: Browser) -> None:
    acquaint(anna, bruno)
    acquaint(anna, bruno, "Bruno the second")
    [known] = people(anna)
    assert (known["name"], known["games"], known["blocked"]) == ("Bruno the second", 2, False)
    looks = Onlooker(bruno)
    looks.receive()
    table = anna.create(ME, OPEN, OPEN, game="tollgate", cards=3)
    invite(anna, table, "Bruno the second")
    assert looks.receive() == {"t": "invited"}
    [invitation] = invitations(bruno)
    assert (invitation["by"], invitation["table"]["id"]) == ("Anna", table)
    assert anna.cookie not in str(invitation)
    taken = bruno.post(f"/api/invitations/{table}/accept", {"name": "Bruno"})
    assert taken == {"table": table, "seat": 1}
    assert invitations(bruno) == []
    assert bruno.post_refused(f"/api/invitations/{table}/accept", {"name": "Bruno"}) == (404, "not-found")


def test_handles_mean_something_to_one_person_alone(anna: Browser, bruno: Browser, carla: Browser) -> None:
    acquaint(anna, bruno)
    acquaint(carla, bruno)
    [by_anna], [by_carla] = people(anna), people(carla)
    assert by_anna["handle"] != by_carla["handle"]
    table = carla.create(ME, OPEN)
    refused = carla.post_refused(f"/api/tables/{table}/invitations", {"to": by_anna["handle"]})
    assert refused == (404, "not-found")


def test_strangers_are_not_invited_and_know_nobody(anna: Browser, carla: Browser) -> None:
    assert people(carla) == []
    table = anna.create(ME, OPEN)
    at = f"/api/tables/{table}/invitations"
    for handle in ("", "x", "a" * 16, "0" * 200):
        assert anna.post_refused(at, {"to": handle}) == (404, "not-found")
    assert anna.post_refused(at, {"to": "x" * 201}) == (400, "unreadable")
    assert carla.post_refused(at, {"to": "x"}) == (403, "not-yours")
    assert anna.post_refused(at, {"to": "x"}, origin="http://evil.example") == (403, "bad-origin")


def test_another_device_at_the_same_seat_is_no_companion(anna: Browser, bruno: Browser) -> None:
    table = anna.create(ME, OPEN)
    bruno.open_link(anna.get(f"/api/tables/{table}/links")["seats"]["0"])
    assert people(anna) == people(bruno) == []


def test_only_tables_that_wait_invite(anna: Browser, bruno: Browser) -> None:
    acquaint(anna, bruno)
    [known] = people(anna)
    full = anna.create(ME, OPEN)
    at = f"/api/tables/{full}/invitations"
    bruno.sit(full, 1)
    assert anna.post_refused(at, {"to": known["handle"]}) == (503, "unavailable")
    half = anna.create(ME, OPEN, OPEN, game="tollgate", cards=3)
    bruno.sit(half, 1)
    assert anna.post_refused(f"/api/tables/{half}/invitations", {"to": known["handle"]}) == (503, "unavailable")


def test_an_invitation_is_gone_when_the_table_is_full(anna: Browser, bruno: Browser, carla: Browser) -> None:
    acquaint(anna, bruno)
    table = anna.create(ME, OPEN)
    invite(anna, table)
    carla.sit(table, 1)
    assert invitations(bruno) == []
    assert bruno.post_refused(f"/api/invitations/{table}/accept", {"name": "Bruno"}) == (404, "not-found")


def test_whoever_is_invited_needs_no_password(anna: Browser, bruno: Browser) -> None:
    acquaint(anna, bruno)
    table = locked_table(anna, ME, OPEN)
    invite(anna, table)
    assert invitations(bruno)[0]["table"]["locked"]
    bruno.post(f"/api/invitations/{table}/accept", {"name": "Bruno"})
    assert bruno.enter(table).table["status"] == "running"


def test_somebody_declines_and_blocks(anna: Browser, bruno: Browser) -> None:
    acquaint(anna, bruno)
    first, second = anna.create(ME, OPEN), anna.create(ME, OPEN)
    invite(anna, first)
    assert bruno.post(f"/api/invitations/{first}/decline", {}) == {"invitations": []}
    assert bruno.post_refused(f"/api/invitations/{first}/decline", {}) == (404, "not-found")
    invite(anna, first)
    invite(anna, second)
    assert bruno.post(f"/api/invitations/{first}/decline", {"block": True}) == {"invitations": []}
    invite(anna, first)  # whoever is blocked is told nothing
    assert invitations(bruno) == []
    [blocked] = people(bruno)
    assert blocked["blocked"]
    [again] = bruno.post(f"/api/companions/{blocked['handle']}/block", {"yes": False})["people"]
    assert not again["blocked"]
    invite(anna, second)
    assert len(invitations(bruno)) == 1
    assert bruno.post_refused("/api/companions/nobody/block", {"yes": True}) == (404, "not-found")


def test_invitations_are_no_flood(start: Start) -> None:
    server = start(invitations_per_hour=4, address_invitations_per_hour=5, invitations_per_table=1)
    anna, bruno, carla = (server.browser() for _ in range(3))
    acquaint(anna, bruno)
    acquaint(anna, carla, "Carla")
    table = anna.create(ME, OPEN)
    known = {one["name"]: one["handle"] for one in people(anna)}
    at = f"/api/tables/{table}/invitations"
    anna.post(at, {"to": known["Bruno"]})
    assert anna.post_refused(at, {"to": known["Carla"]}) == (429, "too-many")
    anna.post_refused(at, {"to": known["Carla"]})
    anna.post_refused(at, {"to": known["Carla"]})
    assert anna.post_refused(at, {"to": known["Bruno"]}) == (429, "too-fast")
    own = bruno.create(ME, OPEN)
    bruno.post_refused(f"/api/tables/{own}/invitations", {"to": "x"})
    assert bruno.post_refused(f"/api/tables/{own}/invitations", {"to": "x"}) == (429, "too-fast")


@pytest.mark.parametrize("body", [b"", b"{}", b'{"to": 1}', b'{"to": "x", "more": 1}'])
def test_bodies_are_read_strictly(anna: Browser, body: bytes) -> None:
    table = anna.create(ME, OPEN)
    assert anna.post_refused(f"/api/tables/{table}/invitations", body) == (400, "unreadable")


def test_an_invitation_comes_to_every_process(far_pair: Pair) -> None:  # noqa: F811
    here, there = far_pair
    anna, bruno = here.browser(), there.browser()
    acquaint(anna, bruno)
    looks = Onlooker(bruno)
    table = anna.create(ME, OPEN)
    anna.enter(table)
    invite(anna, table)
    while looks.receive()["t"] != "invited":
        pass
    bruno.post(f"/api/invitations/{table}/accept", {"name": "Bruno"})
    assert bruno.enter(table).table["status"] == "running"
