"""`alcove serve --workers 2`: one process is killed under load, another is stopped and goes on too late."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from alcove.kernel.game import game
from alcove.kernel.position import Position
from alcove.server.refusals import BadSettingError
from alcove.server.serving import serve
from alcove.server.settings import Settings
from tests.bench.load import MOVES
from tests.ports import free_port
from tests.server.browser import ME, OPEN, Browser, bot
from tests.services import Postgres

TABLES, BOT_TABLES = 6, 2
PIECES = 36
LEASE_SECONDS = 1.0
BACK_SECONDS = 5.0
MOVE_SECONDS = 0.05
PATIENCE = 90.0


def busy() -> float:
    """How much longer everything takes because others want the same cores."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@dataclass
class Site:
    """A server of two processes, and the one that watches over them."""

    process: subprocess.Popen[bytes]
    port: int
    postgres: Postgres
    database: str
    browsers: list[Browser] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def browser(self) -> Browser:
        self.browsers.append(Browser(self.url))
        return self.browsers[-1]

    def workers(self) -> list[int]:
        """Those that serve, by what they were started with; Python has a helper of its own beside them."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        return self.postgres.run(statement, self.database.rpartition("/")[2])

    def owner(self, table: str) -> str:
        [(owner,)] = self.run(f"SELECT process FROM owners WHERE table_id = '{table}'")
        return str(owner)

    def everything(self, tables: list[str]) -> list[list[tuple[Any, ...]]]:
        """All that these tables have on the disk, and how many tables there are."""
        ours = ", ".join(f"'{table}'" for table in tables)
        queries = [f"SELECT * FROM {name} WHERE table_id IN ({ours}) ORDER BY 1, 2, 3" for name in ("entries", "chat")]
        queries += [f"SELECT * FROM holders WHERE table_id IN ({ours}) ORDER BY 1, 2, 3"]
        queries += [f"SELECT id, seats, ended, outcome, rematch FROM tables WHERE id IN ({ours}) ORDER BY 1"]
        return [self.run(query) for query in [*queries, "SELECT count(*) FROM tables"]]

    def entries(self, table: str) -> list[tuple[Any, ...]]:
        return self.run(f"SELECT version, kind, seat, text FROM entries WHERE table_id = '{table}' ORDER BY version")


def generous() -> list[str]:
    limits = {
        "messages-per-second": 10_000,
        "message-burst": 10_000,
        "address-messages-per-second": 10_000,
        "address-message-burst": 10_000,
        "address-request-burst": 10_000,
        "tables-per-minute": 10_000,
        "address-tables-per-minute": 10_000,
    }
    return [part for name, value in limits.items() for part in (f"--limits-{name}", str(value))]


@pytest.fixture(scope="module")
def site(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    port, database = free_port(), postgres.database()
    command = [sys.executable, "-m", "alcove.server", "--port", str(port), "--workers", "2", "--database", database]
    command += [
        "--lease",
        str(LEASE_SECONDS),
        "--no-warm",
        "--bot-pause",
        "0",
        "--data",
        str(tmp_path_factory.mktemp("data")),
    ]
    process = subprocess.Popen(
        [*command, *generous()], stdout=subprocess.PIPE, env={**os.environ, "ALCOVE_EXTRA_GAMES": ""}
    )
    assert process.stdout is not None
    assert b"open at" in process.stdout.readline()
    running = Site(process, port, postgres, database)
    yield running
    for browser in running.browsers:
        browser.close()
    process.terminate()
    assert process.wait(40) == 0
    process.stdout.close()


class Player:
    """One seat of a table, with a browser that comes again whenever it loses its connection."""

    def __init__(self, site: Site, table: str, seat: int, cookie: str) -> None:
        self.site, self.table, self.seat, self.cookie = site, table, seat, cookie
        self.acknowledged: dict[int, tuple[int, str]] = {}
        self.lost_at: float | None = None
        self.away: list[float] = []
        """How long it took to be back, each time the connection was lost."""
        self.moves = 0
        """Moves of its own that were acknowledged since it is here."""
        self._choices: list[dict[str, Any]] = []

    async def play(self) -> None:
        address = f"ws://127.0.0.1:{self.site.port}/api/tables/{self.table}/live"
        while True:
            try:
                headers = {"Cookie": self.cookie}
                origin: Any = self.site.url
                async with connect(address, origin=origin, additional_headers=headers, open_timeout=20) as socket:
                    await self._converse(socket)
            except (ConnectionClosed, InvalidHandshake, OSError, EOFError):
                pass
            self.lost_at = self.lost_at or time.monotonic()
            self.moves = 0
            await asyncio.sleep(0.1)

    async def _converse(self, socket: Any) -> None:
        async for text in socket:
            message = json.loads(text)
            if message["t"] == "choices":
                self._choices = message["choices"]
            if message["t"] == "table" and self.lost_at is not None:
                self.away.append(time.monotonic() - self.lost_at)
                self.lost_at = None
            if message["t"] == "step":
                self.acknowledged[message["v"]] = (message["seat"], message["text"])
                self.moves += message["seat"] == self.seat
            if message["t"] in ("step", "table") and self.seat in message["view"]["actors"]:
                await asyncio.sleep(MOVE_SECONDS)
                move = self._move(message)
                await socket.send(json.dumps({"t": "act", "v": message["v"], "seat": self.seat, "action": move}))

    def _move(self, message: dict[str, Any]) -> str:
        """Between two people nothing is captured, so that a game takes a while; a bot plays where it likes."""
        legal = {(self._choices[one] if isinstance(one, int) else one)["text"] for one in message["legal"]}
        return next(move for move in [*MOVES[self.seat :: 2], *sorted(legal)] if move in legal)


def open_tables(site: Site) -> list[Player]:
    players = []
    for number in range(TABLES + BOT_TABLES):
        anna, bruno = site.browser(), site.browser()
        against_bot = number >= TABLES
        table = anna.create(ME, bot(1) if against_bot else OPEN, pieces=PIECES)
        players.append(Player(site, table, 0, anna.cookie))
        if not against_bot:
            bruno.sit(table, 1)
            players.append(Player(site, table, 1, bruno.cookie))
    return players


async def until(found: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, what
        await asyncio.sleep(0.02)


async def play_through_a_kill(site: Site, players: list[Player]) -> set[str]:
    """Kill the process that has the last table, where a bot plays, and wait until everybody has moved again. Gives the
    tables that it had."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    await until(lambda: all(player.moves for player in players), "everybody has moved")
    killed = site.owner(players[-1].table)
    orphaned = {player.table for player in players if site.owner(player.table) == killed}
    there = [player for player in players if player.table in orphaned]
    os.kill(victim_of(site, players[-1].table), signal.SIGKILL)
    await until(lambda: all(player.away for player in there), "everybody comes again")
    await until(lambda: all(player.moves for player in players), "everybody plays on")
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(one, asyncio.CancelledError) for one in ended), ended
    return orphaned


def fold(rows: list[tuple[Any, ...]]) -> Position:
    """The rules allow each entry where it stands: whoever had moved twice would not have been awaited."""
    position = game("alva").new(2, pieces=PIECES)
    for _, kind, seat, text in rows:
        assert kind == "action"
        assert position.actors == (seat,)
        position = position.play(seat, text)
    return position


def test_the_tables_of_a_killed_process_are_taken_over(site: Site) -> None:
    players = open_tables(site)
    owners = {player.table: site.owner(player.table) for player in players}
    before = site.workers()
    orphaned = asyncio.run(play_through_a_kill(site, players))
    away = [seconds for player in players for seconds in player.away]
    assert median(away) < BACK_SECONDS * busy(), away  # all of them are back by now; the last waits for the machine
    for player in players:
        rows = site.entries(player.table)
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "nothing is missing, nothing is there twice"
        for version, told in player.acknowledged.items():
            assert (rows[version - 1][2], rows[version - 1][3]) == told, "what was acknowledged is there"
        fold(rows)
    for table in orphaned:
        assert site.owner(table) != owners[table]
    end = time.monotonic() + PATIENCE
    while len(site.workers()) < 2 or set(site.workers()) == set(before):
        assert time.monotonic() < end, "it is started again"
        time.sleep(0.02)


def victim_of(site: Site, table: str) -> int:
    """The process id of the one that has a table, by the door that it holds open."""
    [(door,)] = site.run(f"SELECT door FROM processes WHERE id = '{site.owner(table)}'")
    for pid in site.workers():
        for link in Path(f"/proc/{pid}/fd").iterdir():
            target = os.readlink(link) if link.is_symlink() else ""
            if target.startswith("socket:") and bound_to(target[8:-1]) == door:
                return pid
    raise AssertionError("nobody has that door")


def bound_to(inode: str) -> str:
    for line in Path("/proc/net/unix").read_text().splitlines()[1:]:
        parts = line.split()
        if parts[6] == inode and len(parts) > 7:
            return parts[7]
    return ""


def knock(browser: Browser, table: str) -> Any:
    """Come again until one is let in, as the page does."""
    end = time.monotonic() + 20
    while True:
        try:
            return browser.enter(table)
        except (OSError, EOFError, InvalidHandshake, ConnectionClosed, httpx.HTTPError):
            assert time.monotonic() < end
            time.sleep(0.1)


def tables_of_one(site: Site, browsers: tuple[Browser, Browser], *seats: Any) -> list[str]:
    """Tables in one process: against whom, for each. Who asks comes to any of them."""
    anna, bruno = browsers
    found: list[str] = []
    for opponent in seats:
        while True:
            table = anna.create(ME, opponent, pieces=PIECES)
            if not found or site.owner(table) == site.owner(found[0]):
                break
        if opponent == OPEN:
            bruno.sit(table, 1)
        found.append(table)
    return found


def test_a_process_that_was_stopped_past_its_lease_writes_nothing(site: Site) -> None:
    browsers = anna, bruno = site.browser(), site.browser()
    running, over, against_bot = tables = tables_of_one(site, browsers, OPEN, OPEN, bot(1))
    white, black = anna.enter(running), bruno.enter(running)
    assert white.act("a1")["v"] == 1
    black.hear("step")
    winner, loser = anna.enter(over), bruno.enter(over)
    loser.say("resign", seat=1)
    winner.hear("table", where=lambda message: message["status"] == "over")
    winner.say("rematch")
    loser.hear("seats", where=lambda message: message["rematch"]["wanted"] == [0])
    alone = anna.enter(against_bot)
    victim, before = victim_of(site, running), site.owner(running)
    assert {site.owner(table) for table in tables} == {before}
    kept = site.everything(tables)
    os.kill(victim, signal.SIGSTOP)
    try:
        # All of it lies before its door until it wakes up
        black.say("act", v=1, seat=1, action="e5")
        black.say("chat", text="too late")
        white.say("resign", seat=0)
        loser.say("rematch")
        alone.say("act", v=0, seat=0, action="a1")  # the bot would answer
        again = knock(bruno, running)
        others = [knock(bruno, over), knock(anna, against_bot)]
        assert all(site.owner(table) != before for table in tables)
    finally:
        os.kill(victim, signal.SIGCONT)
    for late in (white, black, winner, loser, alone):
        assert late.closed_with() in (0, 1001)
    assert site.everything(tables) == kept, "what came too late was not written"
    assert again.act("e6")["v"] == 2
    assert site.entries(running)[1][3] == "e6"
    assert others[0].table["rematch"]["table"] is None
    assert others[1].act("a1")["v"] == 1
    others[1].hear("step", where=lambda message: message["v"] == 2)
    assert [row[2] for row in site.entries(against_bot)] == [0, 1]


def test_several_processes_need_a_database_that_they_can_share(tmp_path: Path) -> None:
    with pytest.raises(BadSettingError, match="need a database that they can share"):
        serve("127.0.0.1", 0, settings=Settings(data=tmp_path, workers=2))
