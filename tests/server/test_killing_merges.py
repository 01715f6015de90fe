"""A server that is killed while two browsers become one person: all of it has happened, or nothing."""

from __future__ import annotations

import json
import random
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import psycopg

from tests.ports import free_port
from tests.server.forks import Forks
from tests.server.test_killing import ask, token, wait_for

KILLS = 4
TABLES = 12
WISH = {"game": "alva", "players": 2, "options": {"size": 5, "pieces": 6}, "name": "Anna"}


class Victim:
    """A server that is killed and started again."""

    def __init__(self, forks: Forks, folder: Path, database: str | None) -> None:
        self.forks, self.folder, self.database = forks, folder, database
        self.start()

    def start(self) -> None:
        self.port = free_port()
        self.process = self.forks.start(self.port, self.folder, self.database)
        wait_for(self.port)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)

    def found(self, query: str) -> list[Any]:
        """What lies in the database."""
        if self.database is not None:
            with psycopg.connect(self.database) as shared:
                return shared.execute(query).fetchall()  # type: ignore[call-overload, no-any-return]
        with closing(sqlite3.connect(self.folder / "alcove.sqlite3")) as own:
            return own.execute(query).fetchall()


def become(port: int, key: str) -> tuple[str, str]:
    """The token of a browser that has become a person, and the secret of its link."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        headers = {"Cookie": f"alcove={key}", "Content-Type": "application/json"}
        connection.request("POST", "/api/me/links", json.dumps({"name": "Anna"}), headers)
        answer = connection.getresponse()
        cookie = str(answer.headers["set-cookie"])
        return cookie.partition("=")[2].partition(";")[0], json.loads(answer.read())["path"].removeprefix("/along#")


def try_to_join(port: int, key: str, secret: str) -> bool:
    try:
        return "name" in ask(port, key, "/api/along", {"secret": secret})
    except (OSError, HTTPException, ValueError):
        return False


def test_seats_are_neither_lost_nor_doubled(forks: Forks, tmp_path: Path, database: str | None) -> None:
    server, dice = Victim(forks, tmp_path, database), random.Random(5)
    keys = [token(server.port), token(server.port)]
    seats = [{"kind": "me"}, {"kind": "open"}]
    for number in range(TABLES):
        table = ask(server.port, keys[number % 2], "/api/tables", {**WISH, "seats": seats})["table"]
        ask(server.port, keys[1 - number % 2], f"/api/tables/{table}/seats/1", {"name": "Bruno"})
    keys[0], secret = become(server.port, keys[0])
    spent = False
    for _ in range(KILLS):
        with ThreadPoolExecutor(1) as thread:
            joining = thread.submit(try_to_join, server.port, keys[1], secret)
            time.sleep(dice.uniform(0.0, 0.03))
            server.kill()
            acknowledged = joining.result()
        held = server.found("SELECT table_id, seat, holder FROM holders ORDER BY table_id, seat")
        spent = not server.found("SELECT id FROM tickets")
        server.start()
        assert [seat for _, seat, _ in held] == [0, 1] * TABLES
        assert len({table for table, _, _ in held}) == TABLES
        assert len({holder for _, _, holder in held}) == (1 if spent else 2)
        assert len(server.found("SELECT device FROM devices")) == (2 if spent else 1)
        assert spent or not acknowledged
        if spent:
            break
    try:
        assert spent or try_to_join(server.port, keys[1], secret)
        mine = ask(server.port, keys[0], "/api/tables")["tables"]
        assert len(mine) == TABLES
        assert all(seat["mine"] for one in mine for seat in one["seats"])
    finally:
        server.kill()
