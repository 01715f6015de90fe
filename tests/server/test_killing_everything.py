"""Nothing lost, whatever was done: tables opened, seats taken, actions, undo, chat, resigning, leaving and returning,
games that end, rematches, and what is left on clocks. The server is killed in the midst of all that, on both databases.

What was acknowledged must be there afterwards, and nothing may be there by halves. ALCOVE_KILLS sets how often.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from alcove.games.alva.notation import split
from alcove.server.database import read_url
from tests.ports import free_port
from tests.server.forks import Forks
from tests.server.test_killing import ask, token, wait_for

KILLS = max(1, int(os.environ.get("ALCOVE_KILLS", "8")) // 2)
MAX_KILLS = 6 * KILLS
"""On a slow machine it takes longer until everything has happened."""
TABLES_AT_ONCE = 4
MESSAGES = 100, 400
"""How many are heard before the next kill: at least and at most."""
PATIENCE = 60.0
KINDS = {"act", "undo", "chat", "resign", "leave", "return", "finish", "rematch", "clock"}
"""What must have happened and been acknowledged, beside tables opened and seats taken."""
TIME = {"kind": "live", "seconds": 3600, "added": 1}
AWAY_SECONDS = 10_000
"""For so much longer than in truth no server was there before the last one: more than anybody has on the clock."""
GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError, HTTPException, json.JSONDecodeError)
"""What a client meets when the server is killed: broken lines, and half or empty answers."""


class Heard:
    """All that was acknowledged to anybody."""

    def __init__(self) -> None:
        self.tables: dict[str, int] = {}
        """Tables that were opened, each with its number of players."""
        self.seats: set[tuple[str, int]] = set()
        self.actions: dict[tuple[str, int], tuple[int, str]] = {}
        self.versions: dict[str, int] = {}
        self.turns: dict[tuple[str, int], list[str]] = {}
        """What was played by some version of a table that was told as a whole, without what was taken back."""
        self.taken_back: set[tuple[str, int]] = set()
        """The versions that tables would have if what somebody wished to take back were taken back."""
        self.lines: set[tuple[str, str]] = set()
        self.over: set[str] = set()
        self.left: dict[tuple[str, int], tuple[int, bool]] = {}
        """Of each seat the last version at which it was told who plays there, and whether the person was gone."""
        self.clocks: dict[str, tuple[int, dict[str, Any], float]] = {}
        """Of each table with clocks the last version, what they showed, and when that was heard."""
        self.rematches: dict[str, str] = {}
        self.kinds: set[str] = set()
        self.messages = self.until = 0
        self.enough = asyncio.Event()
        """Set when so many messages were heard."""

    def message(self, table: str, message: dict[str, Any]) -> None:
        self.messages += 1
        if self.messages >= self.until:
            self.enough.set()
        if message["t"] in ("step", "table"):
            self.versions[table] = max(message["v"], self.versions.get(table, 0))
            if message["clock"] is not None:
                self.clocks[table] = message["v"], message["clock"], time.monotonic()
                self.kinds.add("clock")
            if message["view"]["outcome"] is not None:
                self.over.add(table)
                self.kinds.add("resign" if message["view"]["outcome"]["reason"] == "resigned" else "finish")
        if message["t"] == "step":
            self.actions[table, message["v"]] = message["seat"], message["text"]
            self.kinds.add("act")
        elif message["t"] == "table":
            self.turns[table, message["v"]] = [words for _, words in message["turns"]]
            for seat in message["seats"]:
                gone = seat["left"] is not None
                if gone or (table, seat["seat"]) in self.left:
                    self.left[table, seat["seat"]] = message["v"], gone
                    self.kinds.add("leave" if gone else "return")
        elif message["t"] == "chat":
            self.lines.add((table, message["line"]["text"]))
            self.kinds.add("chat")
        if message["t"] in ("seats", "table") and message["rematch"]["table"] is not None:
            self.rematches[table] = message["rematch"]["table"]
            self.kinds.add("rematch")


class Evening:
    """People who open a table, play, talk, take back, leave, come back, resign and want a rematch, until the server is
    gone."""

    def __init__(self, port: int, heard: Heard, number: int) -> None:
        self.port, self.heard, self.dice = port, heard, random.Random(number)
        self.kinds = cycle([("alva", 2), ("tollgate", 3), ("tollgate", 2)])
        for _ in range(number):
            next(self.kinds)

    async def spend(self) -> None:
        try:
            tokens = [await asyncio.to_thread(token, self.port) for _ in range(3)]
            while True:
                game, players = next(self.kinds)
                table: str | None = await self._open(game, tokens[:players])
                while table is not None:
                    table = await self._play(table, tokens[:players])
        except GONE:
            return

    async def _ask(self, token: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        return await asyncio.to_thread(ask, self.port, token, path, body)

    async def _open(self, game: str, tokens: list[str]) -> str:
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in tokens[1:])]
        options = {"size": 5, "pieces": 3} if game == "alva" else {"cards": 2}
        wish = {"game": game, "players": len(tokens), "options": options, "seats": seats, "name": "Anna"}
        wish |= {"time": TIME} if self.dice.random() < 0.8 else {}
        table: str = (await self._ask(tokens[0], "/api/tables", wish))["table"]
        self.heard.tables[table] = len(tokens)
        for seat in range(1, len(tokens)):
            taken = await self._ask(tokens[seat], f"/api/tables/{table}/seats/{seat}", {"name": f"P{seat}"})
            self.heard.seats.add((table, taken["seat"]))
        return table

    async def _play(self, table: str, tokens: list[str]) -> str | None:
        """One game; its rematch, if there is one."""
        people = [Person(self, table, tokens[seat]) for seat in range(len(tokens))]
        await asyncio.gather(*(person.stay() for person in people))
        rematch = self.heard.rematches.get(table)
        if rematch is not None:
            self.heard.tables[rematch] = len(tokens)
        return rematch if self.dice.random() < 0.5 else None


class Person:
    def __init__(self, evening: Evening, table: str, token: str) -> None:
        self.evening, self.table, self.token = evening, table, token
        self.dice = random.Random(f"{table}{token}")
        self.said = 0

    async def stay(self) -> None:
        address = f"ws://127.0.0.1:{self.evening.port}/api/tables/{self.table}/live"
        headers, origin = {"Cookie": f"alcove={self.token}"}, f"http://127.0.0.1:{self.evening.port}"
        async with connect(address, origin=origin, additional_headers=headers) as socket:  # type: ignore[arg-type]
            seat = -1
            async for heard in socket:
                message = json.loads(heard)
                self.evening.heard.message(self.table, message)
                if message["t"] == "table" and message["look"] is not None:
                    seat = message["look"]
                if await self._answer(socket, seat, message):
                    return

    async def _answer(self, socket: ClientConnection, seat: int, message: dict[str, Any]) -> bool:
        """Do something; whether the evening at this table is over."""
        kind = message["t"]
        if kind in ("seats", "table") and message["rematch"]["table"] is not None:
            return True
        if kind not in ("step", "table"):
            return False
        if message["view"]["outcome"] is not None:
            await self._say(socket, t="rematch")
        elif kind == "table" and message["seats"][seat]["left"] is not None:
            await self._say(socket, t="return", seat=seat)
        elif self.dice.random() < 0.15 and self.said < 20:
            self.said += 1
            await self._say(socket, t="chat", text=f"{self.said} {self.dice.random()}")
            await self._do(socket, seat, message)
        else:
            await self._do(socket, seat, message)
        return False

    async def _do(self, socket: ClientConnection, seat: int, message: dict[str, Any]) -> None:
        chance = self.dice.random()
        if chance < (0.03 if len(message["view"]["actors"]) < 3 else 0.1):
            await self._say(socket, t="resign", seat=seat)
        elif chance < 0.25 and message["undo"]["may"] == "free":
            self.evening.heard.taken_back.add((self.table, message["v"] + 1))
            await self._say(socket, t="undo", v=message["v"])
        elif seat in message["view"]["awaited"] and message["legal"]:
            choice = self.dice.choice(message["legal"])
            await self._say(
                socket,
                t="act",
                v=message["v"],
                seat=seat,
                action=choice if isinstance(choice, int) else choice["index"],
            )

    @staticmethod
    async def _say(socket: ClientConnection, **said: Any) -> None:
        await socket.send(json.dumps(said))


def open_database(folder: Path, database: str | None) -> Engine:
    return create_engine(f"sqlite:///{folder / 'alcove.sqlite3'}" if database is None else read_url(database))


def fold(entries: list[Any]) -> list[str]:
    """What was played and not taken back."""
    played: list[str] = []
    for entry in entries:
        if entry.kind == "action":
            played.append(entry.text)
        elif entry.kind == "undo":
            del played[len(played) - entry.action :]
    return played


def check(engine: Engine, heard: Heard) -> None:
    with engine.connect() as connection:

        def rows(query: str) -> list[Any]:
            return list(connection.execute(text(query)))

        tables = {row.id: row for row in rows("SELECT * FROM tables")}
        entries: dict[str, list[Any]] = {name: [] for name in tables}
        for row in rows("SELECT * FROM entries ORDER BY table_id, version"):
            entries[row.table_id].append(row)
        held = {(row.table_id, row.seat) for row in rows("SELECT * FROM holders")}
        lines = {(row.table_id, row.text) for row in rows("SELECT * FROM chat")}
        kept = {row.table_id for row in rows("SELECT table_id FROM positions")}
    # Everything that was acknowledged
    assert heard.tables.keys() <= tables.keys()
    assert heard.seats <= held
    assert heard.lines <= lines
    for (table, version), (seat, words) in heard.actions.items():
        stored = entries[table][version - 1]
        assert (stored.version, stored.kind, stored.seat) == (version, "action", seat)
        assert words == stored.text or tables[table].game != "alva"  # where nothing is secret
    for (table, version), turns in heard.turns.items():
        assert version == 0 or entries[table][version - 1].kind != "undo" or (table, version) in heard.taken_back
        if tables[table].game == "alva":  # where nothing is secret
            assert fold(entries[table][:version]) == [action for turn in turns for action in split(turn)]
    for table, version in heard.taken_back & heard.turns.keys():
        if entries[table][version - 1].kind == "undo":
            heard.kinds.add("undo")
    for table, version in heard.versions.items():
        assert len(entries[table]) >= version
    for table in heard.over:
        assert tables[table].ended is not None
    for (table, seat), (version, gone) in heard.left.items():
        changes = [row for row in entries[table][:version] if row.kind in ("leave", "return") and row.seat == seat]
        assert (changes[-1].kind == "leave") == gone
    for table, rematch in heard.rematches.items():
        assert tables[table].rematch == rematch
    # Nothing by halves
    for name, row in tables.items():
        assert [entry.version for entry in entries[name]] == list(range(1, len(entries[name]) + 1))
        assert (row.ended is None) == (row.outcome is None)
        assert any(entry.kind == "resign" for entry in entries[name]) <= (row.ended is not None)
        assert name in kept or row.ended is not None
        seats = json.loads(row.seats)
        assert {(name, number) for number, seat in enumerate(seats) if seat["kind"] == "human"} == {
            one for one in held if one[0] == name
        }
        assert row.rematch is None or row.rematch in tables


def check_all_open(port: int, engine: Engine) -> None:
    """Every table can be read again, and is over exactly if it is stored as such."""
    with engine.connect() as connection:
        stored = {row.id: row for row in connection.execute(text("SELECT id, ended FROM tables"))}
    for name, row in stored.items():
        end = time.monotonic() + 20
        while (shown := ask(port, "", f"/api/tables/{name}")).get("code") == "unavailable":
            assert time.monotonic() < end, shown  # the one that was killed had it
            time.sleep(0.05)
        assert (shown["status"] == "over") == (row.ended is not None)


def be_away(engine: Engine) -> None:
    """Let all that was done have been done longer ago; also the lease of whoever was killed last, which still holds."""
    moments = {
        "tables": ("created", "began"),
        "entries": ("at",),
        "signs": ("at",),
        "absences": ("since", "until"),
        "processes": ("until",),
    }
    with engine.begin() as connection:
        for name, columns in moments.items():
            earlier = ", ".join(f"{column} = {column} - {AWAY_SECONDS}" for column in columns)
            connection.execute(text(f"UPDATE {name} SET {earlier}"))


def check_clocks(port: int, heard: Heard) -> None:
    """Nobody has lost more than what passed since they were told, although no server was there for much longer."""
    compared = 0
    for table, (version, told, at) in heard.clocks.items():
        shown = ask(port, "", f"/api/tables/{table}")
        if shown["v"] != version or shown["status"] != "running":
            continue  # it has gone on, and nobody was told
        compared += 1
        assert shown["clock"]["running"] == told["running"]
        passed = 1000 * (time.monotonic() - at)
        for seat, (now, then) in enumerate(zip(shown["clock"]["left"], told["left"], strict=True)):
            if seat not in told["running"]:
                assert now == then
            else:
                assert now >= then - passed
    assert compared


async def play_until_killed(port: int, pid: int, heard: Heard, first: int, after: int) -> None:
    """Kill the server after so many messages."""
    evenings = [asyncio.create_task(Evening(port, heard, first + number).spend()) for number in range(TABLES_AT_ONCE)]
    heard.until, heard.enough = heard.messages + after, asyncio.Event()
    await asyncio.wait_for(heard.enough.wait(), PATIENCE)
    os.kill(pid, signal.SIGKILL)
    await asyncio.gather(*evenings)


def test_everything_that_was_acknowledged_survives_a_kill(forks: Forks, tmp_path: Path, database: str | None) -> None:
    dice, heard, engine = random.Random(2026), Heard(), None
    for number in range(MAX_KILLS):
        if number >= KILLS and heard.kinds == KINDS:
            break
        port = free_port()
        server = forks.start(port, tmp_path, database)
        wait_for(port)
        asyncio.run(play_until_killed(port, server.pid, heard, 10 * number, dice.randint(*MESSAGES)))
        server.wait(PATIENCE)
        engine = engine or open_database(tmp_path, database)
        check(engine, heard)
    port = free_port()
    assert engine is not None
    be_away(engine)
    server = forks.start(port, tmp_path, database)
    try:
        wait_for(port)
        check_all_open(port, engine)
        check_clocks(port, heard)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(PATIENCE)
        engine.dispose()
    assert heard.kinds == KINDS
