"""Whatever stands in an address: an ordinary answer, and no line in the log that is not ours."""

from __future__ import annotations

import logging
import socket

import pytest

from tests.server.browser import Browser
from tests.server.conftest import Running

PATHS = [
    "/%00",
    "/assets/%00.js",
    "/a%0ab",
    "/%0aERROR%20alcove.server:%20forged",
    "/%0d%0aSet-Cookie:%20alcove=x",
    "/api/%00",
    "/api/tables/%00",
    "/api/tables/%0aERROR%20forged",
    "/api/tables/%00/replay",
    "/api/games/%00/rulebook",
    "/api/games/%0aforged/components",
    "/api/games/..%2f..%2fetc/rulebook",
    "/seat/%00",
    "/table/%0a",
    "/" + "a" * 300,
    "/" + "a" * 3000,
    "/" + "a/" * 1500,
    "/assets/" + "a" * 3000 + ".js",
    "/api/tables/" + "a" * 3000,
    "/" + "%41" * 1300,
    "/%ff%fe",
    "/%",
    "/%zz",
    "/%E2%80%A8forged",
    "//",
    "/..",
    "/../../etc/passwd",
    "/.%2e/.%2e/etc/passwd",
    "/api/tables/../../secret",
    "/?" + "a=1&" * 800,
    "/api/games?lang=%00",
    "/api/games?lang=de&lang=en",
    "/api/tables/aaaaaaaaaaaaaaaa?seat=%00",
    "/api/tables/aaaaaaaaaaaaaaaa?seat=-1",
    "/api/tables/aaaaaaaaaaaaaaaa/seats/99999999999999999999999",
]
METHODS = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "POST", "BREW", "get"]


def ask(server: Running, line: str) -> tuple[int, bytes]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        head = f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode("latin-1"))
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return int(answer.split(b" ", 2)[1]), answer


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_a_strange_path_is_an_ordinary_refusal(
    server: Running, anna: Browser, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    with caplog.at_level(logging.DEBUG, "alcove"):
        status, answer = ask(server, f"GET {path}")
    assert status in (200, 400, 404, 405, 414), answer[:300]
    assert b"root:" not in answer
    assert b"set-cookie" not in answer.lower()
    for record in caplog.records:
        assert record.levelno < logging.ERROR, record.getMessage()
        assert "\n" not in record.getMessage()
    assert anna.get("/health") == {"ok": True}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", ["/", "/api/games", "/api/tables", "/api/seat-links", "/health", "/nothing"])
def test_a_strange_verb_is_an_ordinary_refusal(
    server: Running, caplog: pytest.LogCaptureFixture, method: str, path: str
) -> None:
    with caplog.at_level(logging.DEBUG, "alcove"):
        status, answer = ask(server, f"{method} {path}")
    assert status in (200, 204, 400, 403, 404, 405, 501), answer[:300]
    assert b"set-cookie" not in answer.lower()
    assert b"access-control-allow" not in answer.lower(), "no other site is let in"
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_what_fails_is_logged_in_one_line(
    server: Running, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("alcove.server.static.find", lambda folder, path: 1 / 0)
    status, _ = ask(server, "GET /%0aERROR%20alcove.server:%20forged")
    assert status == 500
    [record] = [record for record in caplog.records if "failed" in record.getMessage()]
    assert "\n" not in record.getMessage()


def test_who_leaves_before_the_answer_is_no_failure(
    server: Running, anna: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    body = b'{"game":"alva","players":2,"seats":[{"kind":"me"},{"kind":"open"}]}'
    head = (
        f"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    for _ in range(60):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
            connection.sendall(head.encode() + body)
    assert anna.get("/health") == {"ok": True}
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
