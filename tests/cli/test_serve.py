"""`alcove` without a command: the table in the browser."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from alcove.cli import serve as command
from alcove.server.settings import Settings
from tests.cli.conftest import Alcove

server = pytest.importorskip("alcove.server")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the server was asked for; it announces itself and ends at once."""
    calls: list[dict[str, Any]] = []

    def serve(host: str, port: int, *, settings: Settings, on_ready: Any, on_key: Any) -> None:
        calls.append({"host": host, "port": port, "settings": settings})
        on_ready(f"http://{host}:{port}/")

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr(command, "_has_display", lambda: True)
    monkeypatch.setattr(command, "_open_browser", lambda address: calls.append({"opened": address}))
    return calls


@pytest.mark.parametrize("words", [[], ["serve"]])
def test_it_serves_and_opens_the_browser(alcove: Alcove, served: list[dict[str, Any]], words: list[str]) -> None:
    answer = alcove(*words, "--port", 0, "--data", "somewhere")
    assert answer.code == 0
    call, browser = served
    assert call["host"] == "127.0.0.1"
    assert call["port"] > 0
    assert call["settings"].data == Path("somewhere")
    assert browser["opened"] == f"http://127.0.0.1:{call['port']}/"
    assert answer.out == f"Alcove is at {browser['opened']} (Ctrl-C ends it)\n"


def test_without_a_browser_and_for_others(alcove: Alcove, served: list[dict[str, Any]]) -> None:
    answer = alcove("serve", "--no-browser", "--host", "0.0.0.0", "--port", 0, "--lang", "de")
    assert len(served) == 1
    assert f"Alcove läuft unter http://127.0.0.1:{served[0]['port']}/" in answer.out


def test_behind_a_proxy(alcove: Alcove, served: list[dict[str, Any]]) -> None:
    words = ["--name", "games.local", "--name", "games", "--public-url", "https://games.example.org"]
    assert alcove("serve", "--port", 0, *words, "--trusted-proxy", "10.0.0.0/8").code == 0
    settings = served[0]["settings"]
    assert settings.names == ("games.local", "games")
    assert settings.public_url == "https://games.example.org"
    assert settings.trusted_proxies == ("10.0.0.0/8",)


def test_a_port_that_is_taken_is_refused(alcove: Alcove, served: list[dict[str, Any]]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = alcove("--port", taken.getsockname()[1])
    assert answer.code == 1
    assert "--port 0 [no-address]" in answer.err
    assert served == []


def test_a_host_that_is_none_is_refused(alcove: Alcove, served: list[dict[str, Any]]) -> None:
    assert alcove("--host", "no.such.host.invalid").code == 1
    assert alcove("--host", "a" * 300).code == 1
    assert alcove("--port", 70000).code == 2
    assert served == []
