"""A browser for tests: cookies, pages and sockets, all synchronous."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from alcove.server import shapes
from tests.declared import check_declared

PATIENCE = 60.0
SMALL = {"size": 5, "pieces": 6}
ME, OPEN = {"kind": "me"}, {"kind": "open"}


def bot(level: int = 1) -> dict[str, Any]:
    return {"kind": "bot", "level": level}


def local(name: str) -> dict[str, Any]:
    return {"kind": "local", "name": name}


class Browser:
    def __init__(self, url: str) -> None:
        self.url = url
        own = {"origin": url}
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, headers=own, verify=False)  # certificates are slow
        self.sockets = ExitStack()

    def close(self) -> None:
        self.sockets.close()
        self.http.close()

    def get(self, path: str, **parameters: Any) -> Any:
        answer = self.http.get(path, params=parameters or None)  # an empty one would take away what the path asks for
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, path: str, **parameters: Any) -> tuple[int, str]:
        answer = self.http.get(path, params=parameters or None)
        return answer.status_code, answer.json()["code"]

    def post(self, path: str, body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def post_refused(self, path: str, body: Any, **headers: str) -> tuple[int, str]:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = self.http.post(path, content=content, headers=headers)
        return answer.status_code, answer.json()["code"]

    def create(self, *seats: dict[str, Any], game: str = "alva", name: str = "Anna", **options: Any) -> str:
        wish = {"game": game, "players": len(seats), "options": options or SMALL, "seats": list(seats), "name": name}
        table: str = self.post("/api/tables", wish)["table"]
        return table

    def sit(self, table: str, seat: int, name: str = "Bruno") -> None:
        self.post(f"/api/tables/{table}/seats/{seat}", {"name": name})

    def open_link(self, link: str) -> Any:
        """Open a seat's link, as the page behind it does."""
        return self.post("/api/seat-links", {"secret": link.removeprefix("/seat/")})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def live(self, table: str, language: str = "en", origin: str | None = None) -> Socket:
        if not self.http.cookies:
            self.get("/api/games")
        address = self.url.replace("http", "ws", 1) + f"/api/tables/{table}/live?lang={language}"
        opened = connect(
            address,
            origin=origin or self.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie, **self._forwarded()},
            open_timeout=PATIENCE,
            max_size=None,
            max_queue=None,  # tests read when they like
        )
        return Socket(self.sockets.enter_context(opened))

    def _forwarded(self) -> dict[str, str]:
        address = self.http.headers.get("x-forwarded-for")
        return {} if address is None else {"X-Forwarded-For": address}

    def enter(self, table: str, language: str = "en") -> Socket:
        """A socket that has received its first message."""
        socket = self.live(table, language)
        socket.hear("table")
        return socket


class Socket:
    """One connection to a table. `table` and `view` are what the last messages said."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.raw: list[str] = []
        self.table: dict[str, Any] = {}
        self.steady: list[dict[str, Any]] = []

    def close(self) -> None:
        self.connection.close()

    def say(self, kind: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"t": kind, **fields}))

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.connection.recv(timeout=timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        check_declared(message, shapes.ServerMessage)
        if message["t"] == "choices":
            self.steady = message["choices"]
        elif message["t"] == "step":
            message["legal"] = [self.steady[one] if isinstance(one, int) else one for one in message["legal"]]
        if message["t"] == "table":
            self.table = message
        elif message["t"] in ("step", "seats"):
            self.table |= {key: value for key, value in message.items() if key in self.table and key != "t"}
        return message

    def hear(self, *kinds: str, where: Callable[[dict[str, Any]], bool] = lambda message: True) -> dict[str, Any]:
        """The next message of one of these kinds; others are passed over."""
        end = time.monotonic() + PATIENCE
        while True:
            message = self.receive(max(0.01, end - time.monotonic()))
            if message["t"] in kinds and where(message):
                return message

    def silent(self, seconds: float = 0.2) -> bool:
        """Whether nothing comes for a while."""
        try:
            self.receive(seconds)
        except TimeoutError:
            return True
        return False

    def act(self, action: str | int | None = None, seat: int | None = None, v: int | None = None) -> dict[str, Any]:
        """Act, the first legal choice by default, and hear the step."""
        before = self.table["v"]
        chosen = self.table["legal"][0]["text"] if action is None else action
        who = self.table["look"] if seat is None else seat
        self.say("act", v=before if v is None else v, seat=who, action=chosen)
        return self.hear("step", where=lambda message: message["v"] > before)

    def refusal(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.say(kind, **fields)
        return self.hear("error")

    def closed_with(self) -> int:
        """Wait until the server closes; its code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0
