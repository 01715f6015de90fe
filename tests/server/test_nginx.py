"""Behind a real nginx: as it comes by default, and as our example sets it up."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from alcove.server.hall import Hall
from tests.ports import free_port
from tests.server.browser import ME, OPEN, SMALL, Socket
from tests.server.conftest import Running, settings_for
from tests.server.nginx import (
    LEFT_OUT,
    NAME,
    PROGRAM,
    as_in_the_example,
    by_default,
    folder_for_nginx,
    make_certificate,
    nginx,
)

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=LEFT_OUT)
PUBLIC = f"https://{NAME}"
BURST = 40
WISH = {"game": "alva", "players": 2, "options": SMALL, "seats": [ME, OPEN], "name": "Anna"}
EVIL = {"origin": "https://evil.example"}


@dataclass
class Site:
    """A server behind nginx, as visitors at several addresses see it."""

    running: Running
    port: int
    scheme: str
    trust: ssl.SSLContext | bool = False
    opened: list[httpx.Client] = field(default_factory=list)

    def visitor(self, address: str, **headers: str) -> httpx.Client:
        """A browser at one of this machine's many loopback addresses; nginx sees it, the server sees nginx."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=address)
        base = f"{self.scheme}://127.0.0.1:{self.port}"
        own = {"host": NAME, "origin": PUBLIC, **headers}
        client = httpx.Client(transport=transport, base_url=base, headers=own, timeout=60)
        self.opened.append(client)
        return client

    def spend(self, client: httpx.Client) -> int:
        """Ask until it is too much; how often that went well."""
        for count in range(10 * BURST):
            if client.get("/api/games").status_code == 429:
                return count
        raise AssertionError("nothing was refused")


def serve(folder: Path, **changes: object) -> Running:
    settings = settings_for(folder)
    limits = replace(settings.limits, address_request_burst=BURST, address_requests_per_second=0.001)
    running = Running(replace(settings, limits=limits, public_url=PUBLIC, **changes))  # type: ignore[arg-type]
    running.start()
    return running


@pytest.fixture
def defaults(tmp_path: Path) -> Iterator[Site]:
    running, port = serve(tmp_path), free_port()
    with folder_for_nginx() as folder, nginx(folder, by_default(running.port, port), port):
        site = Site(running, port, "http")
        yield site
        for one in site.opened:
            one.close()
    running.close()


@pytest.fixture
def example(tmp_path: Path) -> Iterator[Site]:
    running, port, plain = serve(tmp_path, trusted_proxies=("127.0.0.1",)), free_port(), free_port()
    with folder_for_nginx() as folder:
        make_certificate(folder)
        trust = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
        trust.check_hostname = False
        with nginx(folder, as_in_the_example(running.port, port, plain, folder), port):
            site = Site(running, port, "https", trust)
            yield site
            for one in site.opened:
                one.close()
            redirected = httpx.get(f"http://127.0.0.1:{plain}/table/x?y", headers={"host": NAME})
            assert (redirected.status_code, redirected.headers["location"]) == (301, f"{PUBLIC}/table/x?y")
    running.close()


def test_with_the_example_all_is_as_without_a_proxy(example: Site) -> None:
    anna, bruno = example.visitor("127.0.0.2"), example.visitor("127.0.0.3")
    made = anna.post("/api/tables", json=WISH)
    assert made.status_code == 201, made.text
    assert made.headers["set-cookie"].startswith("__Host-alcove=")
    assert made.headers["set-cookie"].endswith("; Secure")
    table = made.json()["table"]
    assert bruno.post(f"/api/tables/{table}/seats/1", json={"name": "Bruno"}).status_code == 200
    with live(example, anna, table) as first, live(example, bruno, table) as second:
        first.hear("table")
        second.hear("table")
        assert first.act()["v"] == second.hear("step")["v"]
    assert anna.get("/").status_code == 200
    assert not example.running.do(advice)


@contextmanager
def live(site: Site, client: httpx.Client, table: str, origin: str = PUBLIC) -> Iterator[Socket]:
    address = client._transport._pool._local_address  # type: ignore[attr-defined]
    line = socket.create_connection(("127.0.0.1", site.port), 60, (address, 0))
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    with connect(
        f"wss://{NAME}/api/tables/{table}/live" if site.trust else f"ws://{NAME}/api/tables/{table}/live",
        sock=line,
        ssl=site.trust or None,  # type: ignore[arg-type]
        origin=origin,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookies},
    ) as connection:
        yield Socket(connection)


async def advice(hall: Hall) -> list[str]:
    return list(hall.advice.given)


def test_with_the_example_pages_of_others_may_do_nothing(example: Site) -> None:
    anna = example.visitor("127.0.0.2")
    table = anna.post("/api/tables", json=WISH).json()["table"]
    for origin in ("https://evil.example", f"http://{NAME}", f"{PUBLIC}:8443", "null"):
        answer = anna.post("/api/tables", json=WISH, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")
        assert "set-cookie" not in answer.headers
        with pytest.raises(InvalidStatus) as refused, live(example, anna, table, origin):
            pass
        assert refused.value.response.status_code == 403
    assert anna.get("/api/games", headers={"host": "evil.example"}).status_code == 421


def test_with_the_example_each_visitor_has_limits_of_their_own(example: Site) -> None:
    anna, bruno = example.visitor("127.0.0.2"), example.visitor("127.0.0.3")
    assert example.spend(anna) == BURST
    assert bruno.get("/api/games").status_code == 200, "another address"
    for forged in ("127.0.0.9", "127.0.0.1", "8.8.8.8, 127.0.0.1"):
        liar = example.visitor("127.0.0.2", **{"x-forwarded-for": forged})
        assert liar.get("/api/games").status_code == 429, "what a visitor writes is not believed"


def test_who_comes_past_the_proxy_is_not_believed(example: Site) -> None:
    headers = {"x-forwarded-for": "9.9.9.9", "x-forwarded-proto": "https", "origin": example.running.url}
    transport = httpx.HTTPTransport(local_address="127.0.0.5")
    with httpx.Client(transport=transport, base_url=example.running.url, headers=headers) as stranger:
        assert "Secure" not in stranger.get("/api/games").headers["set-cookie"]
        assert example.spend(stranger) == BURST - 1
        stranger.headers["x-forwarded-for"] = "9.9.9.10"
        assert stranger.get("/api/games").status_code == 429


def test_by_default_the_public_address_is_enough_to_open_a_table(defaults: Site) -> None:
    """nginx puts the address of the server into Host, and says nothing of who asks or how."""
    anna = defaults.visitor("127.0.0.2")
    made = anna.post("/api/tables", json=WISH)
    assert made.status_code == 201, made.text
    assert made.headers["set-cookie"].startswith("__Host-alcove=")
    assert made.headers["set-cookie"].endswith("; Secure")
    refused = anna.post("/api/tables", json=WISH, headers=EVIL)
    assert (refused.status_code, refused.json()["code"]) == (403, "bad-origin")


def test_by_default_nobody_forges_an_address(defaults: Site) -> None:
    anna = defaults.visitor("127.0.0.2", **{"x-forwarded-for": "8.8.8.8"})
    defaults.spend(anna)
    anna.headers["x-forwarded-for"] = "8.8.4.4"
    assert anna.get("/api/games").status_code == 429
    assert "proxy" in defaults.running.do(advice), "the owner is told of a proxy that is not named"


def test_by_default_a_lost_socket_is_told(defaults: Site) -> None:
    anna = defaults.visitor("127.0.0.2")
    table = anna.post("/api/tables", json=WISH).json()["table"]
    with pytest.raises(InvalidStatus) as refused, live(defaults, anna, table):
        pass
    assert refused.value.response.status_code == 426
    told = anna.get(f"/api/tables/{table}/live", params={"lang": "de"})
    assert (told.status_code, told.json()["code"]) == (426, "no-socket")
    assert "reicht ihn nicht weiter" in told.json()["message"]
    assert "socket" in defaults.running.do(advice)
