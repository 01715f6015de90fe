"""Makes one shelf of the archive: a database and records, by the code of some version, asked over its own sockets.

    git worktree add /tmp/old COMMIT
    python tests/archive/make.py /tmp/old/src tests/archive/NAME
    python tests/archive/make.py /tmp/old/src tests/archive/NAME --games alva alvos --older tests/archive/OLDER --tried
    python tests/archive/make.py /tmp/old/src tests/archive/NAME --games alva alvos --timed --told
    python tests/archive/make.py /tmp/old/src tests/archive/NAME --games alva --along

With --older the running tables of another shelf go on under the rules of this version to their end. With
--tried a game of each kind goes on from a moment of the finished one. With --timed there are tables with clocks: one
that goes on by correspondence, and where two play one that was won by time. With --along the browser becomes a device
of somebody who has two. With --told there is a webhook. The rules run as plain Python, so nothing is compiled. What was
shown of each table stands beside it in `tables.json`, for the tests to compare with. A shelf is made once, by the code
of its time, and never made anew.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.ports import free_port

PLAYERS = {"alva": 2, "alvos": 3, "alluvium": 3, "alpacalypse": 2}
OPTIONS: dict[str, dict[str, Any]] = {"alva": {"size": 9, "pieces": 24}}
RUNNING_ACTIONS = 12
MAX_ACTIONS = 4000
PATIENCE = 120.0
PACE = 0.03
"""Seconds between two messages: slower than any version's limits."""


class Guest:
    """One browser that holds every seat."""

    def __init__(self, url: str) -> None:
        self.url = url
        headers = {"origin": url, "x-alcove": "page", "sec-fetch-site": "same-origin"}
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, headers=headers)
        self.http.get("/api/tables")

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def create(self, game: str, *, open_seat: bool = False, **more: Any) -> str:
        count = PLAYERS[game]
        seats: list[dict[str, Any]] = [
            {"kind": "me"},
            *({"kind": "local", "name": f"P{n}"} for n in range(2, count + 1)),
        ]
        if open_seat:
            seats[-1] = {"kind": "open"}
        options = {} if "start" in more else OPTIONS.get(game, {})
        wish = {"game": game, "players": count, "options": options, "seats": seats, "name": "Anna", **more}
        while True:
            answer = self.http.post("/api/tables", json=wish)
            if answer.status_code == 201:
                return str(answer.json()["table"])
            assert answer.status_code in (429, 503), answer.text
            time.sleep(0.5)

    def enter(self, table: str) -> ClientConnection:
        address = self.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        headers = {"Cookie": self.cookie}
        return connect(address, origin=self.url, additional_headers=headers, max_size=None, open_timeout=PATIENCE)  # type: ignore[arg-type]


class Seats:
    """All seats of a table at one socket."""

    def __init__(self, socket: ClientConnection, seed: int) -> None:
        self.socket, self.dice = socket, random.Random(seed)
        self.table = self.hear("table")

    def hear(self, *kinds: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
            if message["t"] == "error":
                print(message, flush=True)
                time.sleep(0.3)
                return message
            if message["t"] in kinds:
                return message

    def ask(self, *kinds: str, **said: Any) -> dict[str, Any]:
        while True:
            time.sleep(PACE)
            self.socket.send(json.dumps(said))
            answer = self.hear(*kinds)
            if answer["t"] != "error":
                return answer

    def act(self) -> None:
        seat = self.dice.choice(self.table["view"]["awaited"])
        self.table = self.ask("table", t="look", seat=seat)
        chosen = self.dice.choice(self.table["legal"])
        step = self.ask("step", t="act", v=self.table["v"], seat=seat, action=chosen["index"])
        self.table |= {"v": step["v"], "view": step["view"], "undo": step["undo"]}

    def play(self, most: int) -> None:
        for _ in range(most):
            if not self.table["view"]["awaited"]:
                return
            self.act()

    def undo_and_redo(self) -> None:
        self.table = self.ask("table", t="look", seat=self.table["look"])
        if self.table["undo"]["may"] == "free":
            self.table = self.ask("table", t="undo", v=self.table["v"])
        self.act()

    def say(self, text: str) -> None:
        self.ask("chat", t="chat", text=text)


def fill(guest: Guest, game: str, seed: int) -> list[tuple[str, str]]:
    """One table of each kind: what it is, and its id."""
    made = [("waiting", guest.create(game, open_seat=True))]
    for kind in ("running", "finished", "resigned", "left"):
        table = guest.create(game)
        with guest.enter(table) as socket:
            seats = Seats(socket, seed)
            seats.play(RUNNING_ACTIONS)
            seats.undo_and_redo()
            seats.say(f"{kind} in {game}")
            if kind == "finished":
                seats.play(MAX_ACTIONS)
            elif kind in ("resigned", "left"):
                for seat in range(PLAYERS[game] if kind == "resigned" else 1):
                    socket.send(json.dumps({"t": "resign", "seat": seat}))
                    if kind == "resigned" and game in ("alva", "alpacalypse"):
                        break
                seats.hear("table")
        made.append((kind, table))
        print(game, kind, table, flush=True)
    return made


def go_on(guest: Guest, tables: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """Tables of an older version under the rules of this one."""
    for seed, table in enumerate(tables):
        with guest.enter(table["id"]) as socket:
            Seats(socket, seed).play(MAX_ACTIONS)
        print(table["game"], "changed", table["id"], flush=True)
    return [("changed", table["id"]) for table in tables]


def try_again(guest: Guest, game: str, finished: str, seed: int) -> list[tuple[str, str]]:
    """From a moment of a finished game: once to the end, once on the way there."""
    made: list[tuple[str, str]] = []
    for kind, most in (("tried", MAX_ACTIONS), ("trying", RUNNING_ACTIONS)):
        table = guest.create(game, start={"from": "table", "table": finished, "after": RUNNING_ACTIONS})
        with guest.enter(table) as socket:
            Seats(socket, seed).play(most)
        made.append((kind, table))
        print(game, kind, table, flush=True)
    return made


def play_in_time(guest: Guest, game: str, seed: int) -> list[tuple[str, str]]:
    """With clocks: a game that goes on, and one that ends because somebody has run out of time."""
    table = guest.create(game, time={"kind": "correspondence", "seconds": 86_400, "sleep": [1320, 420], "offset": 60})
    with guest.enter(table) as socket:
        seats = Seats(socket, seed)
        seats.play(RUNNING_ACTIONS)
        seats.undo_and_redo()
    made = [("timed", table)]
    if PLAYERS[game] == 2:
        table = guest.create(game, time={"kind": "live", "seconds": 3, "added": 1})
        with guest.enter(table) as socket:
            seats = Seats(socket, seed)
            seats.play(3)
            while not (out := seats.table["clock"]["out"]):
                seats.table |= {"clock": seats.hear("seats")["clock"]}
            seats.ask("table", t="claim", seat=out[0])
        made.append(("timeout", table))
    print(game, "timed", flush=True)
    return made


def take_along(guest: Guest) -> None:
    """Another device joins; from then on the guest is known by a token of the other kind."""
    path = guest.http.post("/api/me/links", json={"name": "Anna"}).json()["path"]
    joined = Guest(guest.url).http.post("/api/along", json={"secret": path.removeprefix("/along#")})
    assert joined.status_code == 200, joined.text


class Taken(BaseHTTPRequestHandler):
    """Takes whatever it is sent."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(204)
        self.end_headers()


def be_told(guest: Guest) -> None:
    """Have a webhook that counts, and wishes for a table."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Taken) as hook:
        threading.Thread(target=hook.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{hook.server_address[1]}/hook"
        guest.http.post("/api/notifications/channels", json={"kind": "webhook", "address": address}).raise_for_status()
        hook.shutdown()
    guest.http.post("/api/notifications/events", json={"events": ["turn", "over"]}).raise_for_status()


def describe(guest: Guest, kind: str, table: str) -> dict[str, Any]:
    shown = guest.http.get(f"/api/tables/{table}").json()
    watcher = httpx.get(f"{guest.url}/api/tables/{table}", timeout=PATIENCE).json()
    kept = ("v", "game", "options", "status", "turns", "ending", "commitment", "resigned", "chat")
    return {"kind": kind, "id": table, **{name: shown.get(name) for name in kept}, "view": watcher["view"]}


@dataclass(frozen=True)
class Older:
    """A shelf that a new one begins with: its running tables of some games."""

    path: Path
    games: Sequence[str]

    @property
    def content(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads((self.path / "tables.json").read_text("utf-8"))
        return content

    def tables(self) -> list[dict[str, Any]]:
        chosen = [one for one in self.content["tables"] if one["game"] in self.games and one["status"] == "running"]
        return sorted(chosen, key=lambda table: self.games.index(table["game"]))

    def unpack(self, database: Path) -> None:
        database.write_bytes(lzma.decompress((self.path / f"{database.name}.xz").read_bytes()))
        kept = json.dumps([table["id"] for table in self.tables()])
        with sqlite3.connect(database) as connection:
            for name, key in (("tables", "id"), ("entries", "table_id"), ("holders", "table_id"), ("chat", "table_id")):
                connection.execute(f"DELETE FROM {name} WHERE {key} NOT IN (SELECT value FROM json_each(?))", [kept])
        connection.close()


def make(
    source: Path,
    shelf: Path,
    games: Sequence[str],
    older: Older | None,
    *,
    tried: bool,
    timed: bool,
    along: bool,
    told: bool,
) -> None:
    port, folder = free_port(), Path(tempfile.mkdtemp())
    if older:
        older.unpack(folder / "alcove.sqlite3")
    settings = {"PYTHONPATH": str(source), "NUMBA_DISABLE_JIT": "1", "ALCOVE_EXTRA_GAMES": ""}
    command = [sys.executable, "-m", "alcove.server", "--port", str(port), "--data", str(folder), "--bot-pause", "0"]
    command += ["--notify-inside"] if told else []
    server = subprocess.Popen(command, env={**os.environ, **settings}, cwd=folder)
    try:
        guest = _wait(f"http://127.0.0.1:{port}")
        made: list[tuple[str, str]] = []
        if older:
            name, _, token = older.content["cookie"].partition("=")
            guest.http.cookies.clear()
            guest.http.cookies.set(name, token)
            made += go_on(guest, older.tables())
        for seed, game in enumerate(games):
            filled = fill(guest, game, seed)
            made += filled
            if tried:
                made += try_again(guest, game, dict(filled)["finished"], seed)
            if timed:
                made += play_in_time(guest, game, seed)
        if along:
            take_along(guest)
        if told:
            be_told(guest)
        _write(guest, shelf, made)
    finally:
        server.terminate()
        server.wait(60)
    _pack(folder / "alcove.sqlite3", shelf / "alcove.sqlite3.xz")


def _write(guest: Guest, shelf: Path, made: Sequence[tuple[str, str]]) -> None:
    shelf.mkdir(parents=True, exist_ok=True)
    described = [describe(guest, *one) for one in made]
    for one in described:
        record = guest.http.get(f"/api/tables/{one['id']}/record")
        if record.status_code == 200:
            (shelf / f"{one['game']}-{one['kind']}.txt").write_text(record.text, "utf-8")
    listed = guest.http.get("/api/games").json()["games"]
    rules = {game["name"]: game["version"] for game in listed}
    content = {"rules": rules, "cookie": guest.cookie, "tables": described}
    (shelf / "tables.json").write_text(json.dumps(content, separators=(",", ":")) + "\n", "utf-8")


def _wait(url: str) -> Guest:
    for _ in range(600):
        try:
            return Guest(url)
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server did not start")


def _pack(database: Path, packed: Path) -> None:
    compact = database.with_name("compact.sqlite3")
    with sqlite3.connect(database) as connection:
        connection.execute("VACUUM INTO ?", [str(compact)])
    connection.close()
    packed.write_bytes(lzma.compress(compact.read_bytes(), preset=9))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("source", type=Path)
    parser.add_argument("shelf", type=Path)
    parser.add_argument("--games", nargs="+", choices=PLAYERS, default=list(PLAYERS))
    parser.add_argument("--older", type=Path)
    parser.add_argument("--tried", action="store_true")
    parser.add_argument("--timed", action="store_true")
    parser.add_argument("--along", action="store_true")
    parser.add_argument("--told", action="store_true")
    said = parser.parse_args()
    older = Older(said.older.resolve(), said.games) if said.older else None
    more = {"tried": said.tried, "timed": said.timed, "along": said.along, "told": said.told}
    make(said.source.resolve(), said.shelf.resolve(), said.games, older, **more)


if __name__ == "__main__":
    main()
