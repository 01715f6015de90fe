"""Databases and records of every version that there was: all of them open, are played on, and are proven.

Each folder is a shelf that the code of its time has made, see `make.py`. When rules, records or the schema change, the
version before gets a shelf.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, create_engine, insert, select

from alcove.kernel.errors import OtherRulesError, SealedError
from alcove.kernel.game import game
from alcove.kernel.proof import prove
from alcove.kernel.record import FORMATS, Record
from alcove.server.database import read_url
from alcove.server.migrations import NEWEST
from alcove.server.settings import DATABASE_FILE
from tests.server.browser import Browser, Socket
from tests.server.conftest import Running, settings_for
from tests.server.test_migrations import earlier, upgrade
from tests.services import Postgres

SHELVES = sorted(path.parent for path in Path(__file__).parent.glob("*/tables.json"))
RECORDS = sorted(path for shelf in SHELVES for path in shelf.glob("*.txt"))
TOLD = "told-games"
"""The shelf on which somebody has a channel for notifications."""
SHARED_SINCE = "0003"
"""The first schema that there was in PostgreSQL."""
ACTIONS = 4
"""How many of them are played on at each table."""


def database_on(shelf: Path) -> bytes:
    return lzma.decompress((shelf / f"{DATABASE_FILE}.xz").read_bytes())


@cache
def schema_of(shelf: Path) -> str:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(database_on(shelf))
        [[revision]] = connection.execute("SELECT version_num FROM alembic_version")
        return str(revision)


def test_every_version_of_the_rules_has_its_shelf() -> None:
    """Of every game, up to the one before the present."""
    rules = [json.loads((shelf / "tables.json").read_text())["rules"] for shelf in SHELVES]
    for name in rules[0]:
        kept = {one[name] for one in rules}
        assert kept >= set(range(1, game(name).version))


def test_every_schema_has_its_shelf() -> None:
    assert {schema_of(shelf) for shelf in SHELVES} == {*earlier(), NEWEST}


def test_every_format_of_records_is_on_a_shelf() -> None:
    assert {path.read_text("utf-8").partition("\n")[0] for path in RECORDS} == set(FORMATS)


def copy_to_postgres(database: Path, schema: str, url: str) -> None:
    """The same schema and the same rows."""
    ours, theirs = create_engine(f"sqlite:///{database}"), create_engine(read_url(url))
    with ours.connect() as source, theirs.begin() as target:
        upgrade(target, schema)
        known = MetaData()
        known.reflect(target)
        for table in known.sorted_tables:
            rows = [] if table.name == "alembic_version" else [row._asdict() for row in source.execute(select(table))]
            if rows:
                target.execute(insert(table), rows)
    ours.dispose()
    theirs.dispose()


class Shelf:
    def __init__(self, path: Path, folder: Path, postgres: Postgres | None) -> None:
        content = json.loads((path / "tables.json").read_text())
        database, url = folder / DATABASE_FILE, None
        database.write_bytes(database_on(path))
        if postgres is not None:
            url = postgres.database()
            copy_to_postgres(database, schema_of(path), url)
            database.unlink()
        self.told = path.name == TOLD
        self.rules: dict[str, int] = content["rules"]
        self.tables: list[dict[str, Any]] = content["tables"]
        self.running = Running(settings_for(folder, database=url))
        self.running.start()
        self.browser: Browser = self.running.browser()
        name, _, token = content["cookie"].partition("=")
        self.browser.http.cookies.set(name, token)

    def same_rules(self, table: dict[str, Any]) -> bool:
        """Whether it was played under the rules of today, the last part of it at least."""
        return self.rules[table["game"]] == game(table["game"]).version

    def same_throughout(self, table: dict[str, Any]) -> bool:
        return self.same_rules(table) and table["kind"] != "changed"


def shelves() -> Iterator[Any]:
    for path in SHELVES:
        yield pytest.param((path, False), id=path.name)
        if schema_of(path) >= SHARED_SINCE:
            yield pytest.param((path, True), id=f"{path.name}-postgresql")


@pytest.fixture(scope="module", params=shelves())
def shelf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    path, shared = request.param
    opened = Shelf(path, tmp_path_factory.mktemp("archive"), request.getfixturevalue("postgres") if shared else None)
    yield opened
    opened.running.close()


def test_no_table_is_lost(shelf: Shelf) -> None:
    listed = {one["id"]: one for one in shelf.browser.get("/api/tables")["tables"]}
    assert listed.keys() == {one["id"] for one in shelf.tables}
    for table in shelf.tables:
        assert listed[table["id"]]["status"] == table["status"]
        if table["status"] == "over":
            assert listed[table["id"]]["ending"]


def test_channels_and_wishes_are_kept(shelf: Shelf) -> None:
    told = shelf.browser.get("/api/notifications")
    if shelf.told:
        assert [(one["kind"], one["state"]) for one in told["channels"]] == [("webhook", "on")]
        assert told["events"] == ["turn", "over"]
    else:
        assert told["channels"] == []


def test_what_is_over_can_be_looked_at(shelf: Shelf) -> None:
    for table in shelf.tables:
        if table["status"] != "over":
            continue
        shown = shelf.browser.get(f"/api/tables/{table['id']}")
        for part in ("v", "status", "turns", "commitment", "resigned"):
            assert shown[part] == table[part]
        before, after = table["view"]["outcome"], shown["view"]["outcome"]
        assert [after[part] for part in ("scores", "winners", "reason")] == [
            before[part] for part in ("scores", "winners", "reason")
        ]
        assert [line["text"] for line in shown["chat"]] == [line["text"] for line in table["chat"]]
        steps = shelf.browser.get(f"/api/tables/{table['id']}/replay")["steps"]
        proof = shelf.browser.http.get(f"/api/tables/{table['id']}/verify")
        if shelf.same_rules(table):
            assert steps[-1]["view"]["outcome"] == after
            assert proof.json()["proven"] == shelf.same_throughout(table)
        else:
            assert (proof.status_code, proof.json()["code"]) == (409, "other-rules")


def test_what_runs_is_played_on(shelf: Shelf) -> None:
    for table in shelf.tables:
        if table["status"] != "running":
            continue
        with_rules = shelf.same_rules(table)
        socket = shelf.browser.enter(table["id"])
        assert (socket.table["notice"] is None) == (with_rules and table["kind"] != "trying")
        if with_rules:
            assert socket.table["v"] == table["v"]
            if not game(table["game"]).rules.SECRETS:
                assert socket.table["turns"] == table["turns"]
        _play_on(socket)
        record = shelf.browser.http.get(f"/api/tables/{table['id']}/record").text
        assert prove(record).parts[-1].unproven is None
        assert prove(record).whole == with_rules
        socket.close()


def _play_on(socket: Socket) -> None:
    """Some actions, then everybody leaves."""
    for _ in range(ACTIONS):
        awaited = [seat for seat in socket.table["view"]["awaited"] if socket.table["seats"][seat]["kind"] == "human"]
        if socket.table["view"]["outcome"] is not None or not awaited:
            break
        socket.say("look", seat=awaited[0])
        socket.hear("table")
        socket.act(socket.table["legal"][0]["index"])
    while socket.table["view"]["outcome"] is None:
        seat = next(one["seat"] for one in socket.table["seats"] if one["kind"] == "human")
        socket.say("resign", seat=seat)
        socket.hear("table", where=lambda message: _is_gone(message, seat))  # noqa: B023  it is heard at once


def _is_gone(message: dict[str, Any], seat: int) -> bool:
    return message["seats"][seat]["kind"] == "bot" or message["view"]["outcome"] is not None


def test_who_waits_can_be_joined(shelf: Shelf) -> None:
    for table in shelf.tables:
        if table["status"] == "waiting":
            shown = shelf.browser.get(f"/api/tables/{table['id']}")
            shelf.browser.sit(table["id"], next(one["seat"] for one in shown["seats"] if one["kind"] == "open"))
            assert shelf.browser.get(f"/api/tables/{table['id']}")["status"] == "running"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_records_are_proven_or_say_why_not(path: Path) -> None:
    text = path.read_text("utf-8")
    name, _, first = text.partition("game: ")[2].partition("\n")[0].partition(" ")
    last = ([first] + [line.split()[1] for line in text.splitlines() if line.startswith("rules ")])[-1]
    if int(last) != game(name).version:
        with pytest.raises(OtherRulesError, match=f"version {last}"):
            prove(text)
    elif "\nseed: " not in text:
        with pytest.raises(SealedError):
            prove(text)
    else:
        proof = prove(text)
        assert proof.whole == (first == last)
        assert proof.parts[-1].unproven is None
        assert (proof.outcome is not None) == ("\nreason: " in text)  # once a game that was resigned told no result
        assert str(Record.read(text)) == text
