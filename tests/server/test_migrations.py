"""Databases of every earlier schema, full of tables, are brought to the newest one, and nothing in them is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData, create_engine, insert, select

from alcove.kernel.position import Position
from alcove.kernel.record import Record
from alcove.server import migrations
from alcove.server.database import read_url
from alcove.server.hall import Hall
from alcove.server.incoming import encode
from alcove.server.settings import Settings
from alcove.server.tables import Entry, Plan, SeatAt, Table

TABLES = 1000
RUNNING, OVER, TAKEN_BACK = 500, 501, 502
UNTOUCHED = f"{4:016d}"
"""A running table that nobody opens."""
LEFT = "left"
DROPPED = {"evaluations"}
"""Tables that a later schema has no use for."""
MOVES = ("a1", "e5", "b1", "d5", "c1")
SEATS = [SeatAt("human", "Anna"), SeatAt("human", "Bruno")]
NOW = 1_790_000_000.0


def script() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    return config


def earlier() -> list[str]:
    known = [one.revision for one in ScriptDirectory.from_config(script()).walk_revisions()]
    return [revision for revision in reversed(known) if revision != migrations.NEWEST]


def upgrade(connection: Connection, revision: str) -> None:
    config = script()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


class Example:
    """A game of some moves; every second table of the database has ended by a resignation."""

    def __init__(self) -> None:
        self.record = Record.begin("alva", 2, size=5, pieces=6)
        self.table = Table("", self.record, SEATS, NOW)
        entries = []
        for number, move in enumerate(MOVES):
            plan = self.table.plan_action(number % 2, number, move, NOW + number)
            self.table.take(plan)
            entries.append(plan.entry)
        resign = self.table.plan_resign(1, NOW + 9)
        ending = self.table.ending_of(resign)
        assert ending is not None
        self.outcome = encode({**ending[0].described(), "seat": 1}).decode()
        self.entries, self.resign = entries, resign.entry
        back = self.table.plan_undo(0, 1, NOW + 9)
        self.taken_back = back.entry
        self.shorter = str(self._after(back))
        self.trio = Table("", Record.begin("tollgate", 3, cards=2), [*SEATS, SeatAt("human", "Carla")], NOW)
        self.leave = self.trio.plan_resign(1, NOW).entry

    def _after(self, plan: Plan) -> Position:
        other = Table("", self.record, SEATS, NOW)
        for number, move in enumerate(MOVES):
            other.take(other.plan_action(number % 2, number, move, NOW + number))
        other.take(plan)
        return other.position

    @cached_property
    def rows(self) -> list[tuple[str, dict[str, Any]]]:
        """The rows of a full database, each with the name of its table."""
        return list(self._rows())

    def _rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        yield "keys", {"name": "seats", "value": "5a" * 32}
        for number in range(TABLES):
            yield from self.rows_of(f"{number:016d}", over=number % 2 == 1, number=number)
        yield "entries", self._entry(self.taken_back, f"{TAKEN_BACK:016d}")
        yield "tables", self._table(LEFT, self.trio.record, self.trio.seats, over=False, number=0)
        yield "entries", self._entry(self.leave, LEFT)
        process = {"id": "another", "machine": "elsewhere", "door": "", "until": NOW * 2}
        position = {"version": len(MOVES), "rules": 1, "actions": len(MOVES), "text": str(self.table.position)}
        yield "processes", process
        yield "owners", {"table_id": UNTOUCHED, "process": process["id"], "epoch": 3}
        yield "positions", {"table_id": UNTOUCHED, **position}
        yield "replays", {"table_id": f"{1:016d}", "seat": -1, "steps": bytes(range(256))}
        yield "absences", {"table_id": "", "since": NOW, "until": NOW + 1}
        yield "signs", {"process": process["id"], "at": NOW}
        yield "notices", {"id": "notice", "tables": UNTOUCHED, "at": NOW}
        yield from self._rows_of_the_lobby()
        yield from self._rows_of_people()
        yield "evaluations", {"table_id": f"{1:016d}", "values": "[0.5]"}
        yield "analyses", {"table_id": f"{1:016d}", "accuracy": "[1, 1]", "found": bytes(range(256))}

    def _rows_of_the_lobby(self) -> Iterator[tuple[str, dict[str, Any]]]:
        report = {"id": "report", "seat": 1, "kind": "name", "name": "Bruno", "text": "", "at": NOW}
        yield "openings", {"table_id": UNTOUCHED, "since": NOW, "seen": NOW, "here": 0}
        yield "admitted", {"table_id": UNTOUCHED, "holder": f"{7:064d}"}
        yield "mutes", {"table_id": UNTOUCHED, "seat": 1}
        yield "reports", {"table_id": UNTOUCHED, **report}
        yield "invitations", {"holder": f"{7:064d}", "table_id": UNTOUCHED, "sender": f"{4:064d}", "at": NOW}
        yield "blocks", {"holder": f"{7:064d}", "blocked": f"{8:064d}"}
        yield "passes", {"id": "pass", "label": "Friends", "made": NOW, "until": None, "uses": 3}
        yield "members", {"holder": f"{7:064d}", "pass_id": "pass", "at": NOW}

    def _rows_of_people(self) -> Iterator[tuple[str, dict[str, Any]]]:
        person, days = f"{7:064d}", {"since": 20_000, "seen": 20_001}
        passkey = {"credential": bytes(32), "site": "localhost", "key": bytes(77), "count": 3, "name": "Blue"}
        yield "people", {"id": person, "name": "Anna", "created": NOW, "origin": f"{9:064d}"}
        yield "devices", {"device": f"{10:064d}", "person": person, "label": "Firefox, Linux", **days}
        yield "passkeys", {"id": f"{11:064d}", "person": person, **passkey, **days}
        yield "tickets", {"id": f"{12:064d}", "kind": "along", "person": person, "device": "", "until": NOW}

    def rows_of(self, name: str, over: bool, number: int) -> Iterator[tuple[str, dict[str, Any]]]:
        yield "tables", self._table(name, self.record, SEATS, over, number)
        for entry in [*self.entries, self.resign] if over else self.entries:
            yield "entries", self._entry(entry, name)
        for seat in (0, 1):
            yield "holders", {"holder": f"{number % 500 + seat:064d}", "table_id": name, "seat": seat}
        line = {"table_id": name, "number": 0, "seat": 0, "name": "Anna", "text": f"grüß dich {number} 🎲", "at": NOW}
        yield "chat", line

    def _entry(self, entry: Entry, name: str) -> dict[str, Any]:
        row = entry._asdict() | {"table_id": name}
        del row["table"]
        return row

    def _table(self, name: str, record: Record, seats: Sequence[SeatAt], over: bool, number: int) -> dict[str, Any]:
        return {
            "id": name,
            "game": record.game.name,
            "rules": record.game.version,
            "players": len(seats),
            "options": encode(record.options).decode(),
            "seed": str(record.seed),
            "nonce": record.nonce,
            "commitment": record.commitment,
            "seats": encode(seats).decode(),
            "created": NOW + number,
            "creator": f"{number % 500:064d}",
            "ended": NOW + number + 9 if over else None,
            "outcome": self.outcome if over else None,
            "rematch": None,
            "stand_in": 1 + number % 5,
            "origin": None,
        }


@pytest.fixture(scope="module")
def example() -> Example:
    return Example()


@pytest.fixture(params=earlier())
def revision(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def open_database(settings: Settings) -> Engine:
    url = read_url(settings.database_url)
    return create_engine(url.set(drivername="sqlite") if url.get_backend_name() == "sqlite" else url)


def fill(engine: Engine, revision: str, example: Example) -> dict[str, list[str]]:
    """Make a database of an old schema, and fill it. Gives back its columns."""
    with engine.begin() as connection:
        upgrade(connection, revision)
    known = MetaData()
    known.reflect(engine)
    rows: dict[str, list[dict[str, Any]]] = {}
    for name, row in example.rows:
        if name not in known.tables:
            continue
        columns = known.tables[name].columns
        rows.setdefault(name, []).append({key: value for key, value in row.items() if key in columns})
    with engine.begin() as connection:
        for name, values in rows.items():
            connection.execute(insert(known.tables[name]), values)
    assert rows.keys() == known.tables.keys() - {"alembic_version"}, "no table is empty"
    return {name: list(known.tables[name].columns.keys()) for name in rows}


def read(engine: Engine, columns: dict[str, list[str]]) -> dict[str, list[tuple[Any, ...]]]:
    known = MetaData()
    known.reflect(engine)
    found: dict[str, list[tuple[Any, ...]]] = {}
    with engine.connect() as connection:
        for name, names in columns.items():
            if name not in known.tables:
                continue
            table = known.tables[name]
            query = select(*(table.c[one] for one in names)).order_by(*table.primary_key.columns)
            found[name] = [tuple(row) for row in connection.execute(query)]
    return found


def test_a_full_database_of_an_earlier_schema_is_taken_over(
    tmp_path: Path, database: str | None, revision: str, example: Example
) -> None:
    settings = Settings(data=tmp_path, database=database, warm=False, bot_threads=1)
    engine = open_database(settings)
    columns = fill(engine, revision, example)
    before = read(engine, columns)
    assert len(before["tables"]) == TABLES + 1

    async def play_on() -> None:
        async with Hall.opened(settings) as hall:
            assert hall.count == TABLES + 1
            running, over = await hall.room(f"{RUNNING:016d}"), await hall.room(f"{OVER:016d}")
            assert str(running.table.position) == str(example.table.position)
            assert over.table.status == "over"
            assert over.table.resigned == 1
            assert str((await hall.room(f"{TAKEN_BACK:016d}")).table.position) == example.shorter
            assert (await hall.room(LEFT)).table.stand_ins.keys() == {1}
            await running._act(1, len(MOVES), "c5")

    asyncio.run(play_on())
    after = read(engine, columns)
    engine.dispose()
    played = [row for row in after["entries"] if row[:2] == (f"{RUNNING:016d}", len(MOVES) + 1)]
    assert len(played) == 1
    after["entries"].remove(played[0])
    for name in ("tables", "entries", "holders", "chat", "keys"):
        assert after[name] == before[name]
    for name in before.keys() - DROPPED:
        assert set(before[name]) <= set(after[name]), "beside what was added, everything is there"
