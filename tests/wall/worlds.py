"""One world: a real server with one table whose deal, id, commitment and clock we choose."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from alcove.bots import Thought, search
from alcove.bots.impression import first_impression
from alcove.kernel.position import Position
from alcove.kernel.record import Record
from alcove.server import bot_seats, moments, new_tables, stored
from alcove.server.hall import Hall
from alcove.server.limit_settings import Limits
from alcove.server.settings import Settings
from alcove.server.site import Site
from alcove.server.tables import Table
from alcove.server.workers import Request, Workers
from tests.server.app_at_once import create_app_at_once
from tests.wall.at_once import settle
from tests.wall.far import Away
from tests.wall.inside import Browser, Line

LANGUAGES = ("en", "de")
LONG = 10**9
COMMITMENT = "c" * 64
KEY = b"k" * 32
HINT_SIMULATIONS = 40
TIME = {"kind": "live", "seconds": 20, "added": 2}


class Clock:
    """Time, the same in both worlds."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class Dealt(Record):
    """A record that begins with a deal of our choice."""

    deal: Position | None = None

    def start(self) -> Position:
        if self.earlier:
            return super().start()
        assert self.deal is not None
        return self.deal


def dealt(deal: Position, seed: int) -> Dealt:
    names = tuple(deal.game.seat_name(seat).en for seat in range(deal.players))
    return Dealt(deal.game, deal.players, deal.options, names, COMMITMENT, seed, f"{seed:032x}", deal=deal)


class ByHand(Workers):
    """Threads for bots, without threads: what is asked waits until we let it be answered."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[Request] = []

    def ask(self, *what: Any, **more: Any) -> Request:
        request = super().ask(*what, **more)
        self.asked.append(request)
        return request


class World:
    def __init__(self, hall: Hall, site: Site, away: Away, clock: Clock, records: dict[int, Dealt]) -> None:
        self.hall, self.away, self.clock, self._records = hall, away, clock, records
        self.hall.workers = self.workers = ByHand()
        self.app = create_app_at_once(hall, site)
        self.table_id = ""
        self.browsers: list[Browser] = []
        self.bots: frozenset[int] = frozenset()

    async def open(
        self, number: int, deal: Position, seed: int, bots: frozenset[int], tried: bool, timed: bool
    ) -> None:
        """A table with that deal: somebody in each seat that no bot has, and somebody who watches. If it is tried from
        a position, all that nobody knows is drawn anew. If it is timed, clocks run."""
        self.bots = bots
        self.record = dealt(deal, seed)
        self.browsers = [Browser(self.app) for _ in range(deal.players + 1)]
        people = [seat for seat in range(deal.players) if seat not in bots]
        first = people[0] if people else deal.players
        wishes = [{"kind": "bot", "level": 1} if seat in bots else {"kind": "open"} for seat in range(deal.players)]
        if people:
            wishes[first] = {"kind": "me"}
        wish: dict[str, Any] = {"game": deal.game.name, "players": deal.players, "seats": wishes}
        wish |= {"time": TIME} if timed else {}
        wish |= {"name": f"Player {first}"} | ({"start": {"from": "position", "position": str(deal)}} if tried else {})
        with (
            patch.object(new_tables.Record, "begin", lambda *_, **__: self.record),
            patch.object(new_tables, "new_table_id", lambda: table_id(number)),
        ):
            self.table_id = (await self.browsers[first].post("/api/tables", wish))["table"]
        if tried:
            self.record = replace(self.record, origin=self.table.record.origin)
        self._records[seed] = self.record
        for seat in people[1:]:
            await self.browsers[seat].post(f"/api/tables/{self.table_id}/seats/{seat}", {"name": f"Player {seat}"})

    async def enter(self, viewer: int | None, far: bool) -> None:
        """The viewer comes, in both languages, perhaps to a process that does not have the table. Others come when they
        have something to say."""
        browser = self.viewer(viewer)
        browser.app = self.away.app if far else self.app
        for language in LANGUAGES:
            await browser.enter(self.table_id, language)
        await settle()

    async def say(self, seat: int, text: bytes) -> None:
        """Somebody says something, and all hear what there is to be heard of it."""
        browser = self.browsers[seat]
        if not browser.lines:
            await browser.enter(self.table_id, LANGUAGES[0])
        await browser.lines[0].say(text)
        await settle()

    async def be_replaced(self, seat: int, by: int) -> None:
        """Somebody is away for so long that another one lets a bot take the seat."""
        await self.browsers[seat].leave()
        self.hall._rooms[self.table_id]._absence._gone[seat] -= LONG
        await self.say(by, b'{"t":"replace","seat":%d}' % seat)
        assert seat in self.table.stand_ins

    async def leave(self) -> None:
        for browser in self.browsers:
            await browser.leave()
        await settle()
        self.workers.asked.clear()

    def viewer(self, viewer: int | None) -> Browser:
        return self.browsers[-1 if viewer is None else viewer]

    @property
    def table(self) -> Table:
        return self.hall._rooms[self.table_id].table

    @property
    def left(self) -> frozenset[int]:
        """Seats whose people have left; they still look through them, and come back when they like."""
        return frozenset(self.table.stand_ins)

    @property
    def position(self) -> Position:
        return self.table.position

    async def act(self, seat: int, index: int) -> None:
        version = self.table.version
        if seat in self.bots | self.left:
            await self._let_bot_act(seat, index)
        else:
            await self.say(seat, b'{"t":"act","v":%d,"seat":%d,"action":%d}' % (version, seat, index))
        assert self.table.version == version + 1, "the action was refused"

    async def _let_bot_act(self, seat: int, index: int) -> None:
        """The bot has thought, and this is what it does."""
        action = self.position.action(seat, index)
        thought = Thought(action, 0.5, {}, [action.text], 0)
        [request] = [one for one in self.workers.asked if not one.answer.done() and self._thinker(one) == seat]
        with patch.object(bot_seats, "think", lambda *_, **__: thought):
            request.run()
        await settle()

    @staticmethod
    def _thinker(request: Request) -> int:
        """The seat for which it was asked."""
        with patch.object(bot_seats, "think", lambda position, seat, *_, **__: seat):
            seat: int = request.work(request.cancel_flag)
        return seat

    async def hint(self, line: Line, version: int) -> None:
        """Ask for a hint, and let a quick search answer it, with dice that are the same in both worlds."""
        waiting = len(self.workers.asked)
        await line.say(b'{"t":"hint","v":%d}' % version)
        await settle()
        for request in self.workers.asked[waiting:]:
            with patch.object(bot_seats, "think", _quick):
                request.run()
        await settle()

    async def wake(self, viewer: int | None, far: bool) -> None:
        """Forget the table, and find it again in the database, as after a restart."""
        await self.leave()
        del self.hall._rooms[self.table_id]
        await self.hall.room(self.table_id)
        await self.enter(viewer, far)


@contextmanager
def known_records() -> Iterator[dict[int, Dealt]]:
    """Records by their seeds: what is read from the database begins with the deal of our choice, too."""
    records: dict[int, Dealt] = {}
    read = stored._record
    with patch.object(stored, "_record", lambda row, *rest: records.get(int(row.seed)) or read(row, *rest)):
        yield records


def table_id(number: int) -> str:
    """An id as the server makes them, the same in both worlds."""
    return "table" + "".join("abcdefghij"[int(digit)] for digit in f"{number:011d}")


def _quick(position: Position, seat: int, *_: Any, **__: Any) -> Thought:
    if not position.game.has_code:
        return first_impression(position, seat, 7)
    return search(position, seat, simulations=HINT_SIMULATIONS, seed=7)


def settings_for(folder: Path) -> Settings:
    most = {field.name: LONG for field in fields(Limits)} | {"tables_in_memory": 50, "body_bytes": 16_384}
    most |= {"message_bytes": 4096, "chat_length": 500}
    return Settings(
        data=folder, limits=Limits(**most), warm=False, bot_threads=0, bot_pause=0, static=folder / "no client"
    )


@contextmanager
def stopped_clock() -> Iterator[Clock]:
    """It stands still while somebody acts and moves between; that is no sign that a server was away."""
    clock = Clock()
    with (
        patch.object(time, "time", clock),
        patch.object(moments, "time", SimpleNamespace(time=clock, monotonic=clock)),
        patch.object(moments, "PAUSE_SECONDS", float("inf")),
    ):
        yield clock
