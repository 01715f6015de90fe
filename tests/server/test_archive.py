"""What the owner does to tables and people, while the server runs and while it does not; on both databases."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from alcove.server import schema
from alcove.server.archive import GUEST, Archive, UnknownPersonError
from alcove.server.hall import Hall
from alcove.server.notices import leave_note
from alcove.server.refusals import CannotStartError
from alcove.server.settings import DATABASE_FILE, Settings
from tests.server.browser import ME, OPEN, SMALL, Browser, bot
from tests.server.conftest import Running

Start = Callable[..., Running]


@pytest.fixture(autouse=True)
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that look for notes more often."""
    monkeypatch.setattr("alcove.server.notices.LOOK_SECONDS", 0.1)
    monkeypatch.setattr("alcove.server.archive.NOTICED_SECONDS", 1.5)


@pytest.fixture
def running(start: Start, database: str | None) -> Running:
    return start(database=database)


def open_archive(running: Running) -> Any:
    return Archive.opened(running.settings)


def everything(running: Running) -> str:
    """All that stands in the database, but for the notes that say what is gone."""
    kept = [one for one in schema.metadata.sorted_tables if one is not schema.notices]
    with open_archive(running) as archive, archive.engine.connect() as connection:
        return "\n".join(str(row) for one in kept for row in connection.execute(select(one)))


def play_together(running: Running) -> tuple[Browser, Browser, str]:
    """Annabella and Bruno have played, talked, and finished a game."""
    anna, bruno = running.browser(), running.browser()
    table = anna.create(ME, OPEN, name="Annabella", size=5, pieces=2)
    bruno.sit(table, 1, "Brunhilde")
    one, two = anna.enter(table), bruno.enter(table)
    one.say("chat", text="good luck to you")
    two.hear("chat")
    two.say("chat", text="the same to you")
    one.hear("chat", where=lambda message: message["line"]["seat"] == 1)
    for action, seat in (("a1", one), ("e5", two), ("a2", one), ("e4", two)):
        seat.say("act", v=seat.table["v"], seat=seat.table["look"], action=action)
        for listener in (one, two):
            listener.hear("step")
    return anna, bruno, table


def person(archive: Archive, name: str) -> str:
    [line] = archive.people(name, 10)
    return line.id


def test_somebody_is_deleted_while_the_server_runs(running: Running) -> None:
    anna, bruno, table = play_together(running)
    alone = anna.create(ME, bot(), name="Annabella")
    watching = bruno.enter(table)
    watching.say("report", seat=0)
    watching.hear("reported")
    with open_archive(running) as archive:
        assert archive.is_served
        who = archive.who(person(archive, "annab")[:12])
        assert archive.delete_people(who) == (1, 1)
    stored = everything(running)
    for gone in ("Annabella", "good luck", alone, *who):
        assert gone not in stored
    assert watching.closed_with() == 1001, "the server has noticed, and has everybody come again"
    assert anna.get("/api/tables")["tables"] == []
    assert anna.refused(f"/api/tables/{alone}") == (404, "not-found")
    seen = bruno.enter(table).table
    assert [seat["name"] for seat in seen["seats"]] == [GUEST, "Brunhilde"]
    assert [line["text"] for line in seen["chat"]] == ["the same to you"]
    assert "Annabella" not in str(bruno.get("/api/tables"))
    assert bruno.get(f"/api/tables/{table}/verify")["proven"] is True, "the game itself is still proven"


def test_a_name_that_a_server_stores_meanwhile_is_deleted_as_well(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room does not know yet that its table was changed, and stores its seats as it knows them."""
    anna, bruno, carla = (running.browser() for _ in range(3))
    table = anna.create(ME, OPEN, OPEN, game="tollgate", name="Annabella", cards=3)
    bruno.sit(table, 1, "Brunhilde")

    def sit_before(connection: Connection, tables: Iterable[str] | None) -> None:
        carla.sit(table, 2, "Carlotta")
        leave_note(connection, tables)

    monkeypatch.setattr("alcove.server.archive.leave_note", sit_before)
    with open_archive(running) as archive:
        archive.delete_people(archive.who(person(archive, "annabella")))
    assert "Annabella" not in everything(running)
    assert [seat["name"] for seat in carla.enter(table).table["seats"]] == [GUEST, "Brunhilde", "Carlotta"]


def test_tables_are_pruned_by_age_and_status(running: Running) -> None:
    anna, _, over = play_together(running)
    going_on = anna.create(ME, OPEN, name="Annabella")
    anna.get(f"/api/tables/{over}/verify")
    with open_archive(running) as archive:
        now = time.time() + 1
        assert [line.id for line in archive.tables(None, "all", now, 10)] == [going_on, over]
        assert [line.id for line in archive.tables(None, "over", now, 10)] == [over]
        assert [line.id for line in archive.tables(None, "running", now, 10)] == [going_on]
        assert archive.tables(None, "all", now - 3600, 10) == []
        assert archive.tables("tollgate", "all", None, 10) == []
        [line] = archive.tables("alva", "over", None, 10)
        assert (line.changes, [seat.name for seat in line.seats]) == (4, ["Annabella", "Brunhilde"])
        archive.delete_tables([over])
    assert over not in everything(running)
    assert anna.refused(f"/api/tables/{over}") == (404, "not-found")
    assert [one["id"] for one in anna.get("/api/tables")["tables"]] == [going_on]

    async def count(hall: Hall) -> int:
        return hall.count

    assert running.do(count) == 1


def test_all_that_is_kept_of_somebody_is_exported(running: Running) -> None:
    _, bruno, table = play_together(running)
    link = bruno.get(f"/api/tables/{table}/links")["seats"]["1"]
    with open_archive(running) as archive:
        by_link, by_id = archive.who(running.url + link), archive.who(person(archive, "brunhilde"))
        assert by_link == by_id
        [told] = archive.export(by_id)["people"]
        for wrong in ("0000000", "abc", "", "%%%%%%%", link[:-1]):
            with pytest.raises(UnknownPersonError):
                archive.who(wrong)
    [one] = told["tables"]
    assert (one["id"], one["game"], one["opened_by_this_person"]) == (table, "alva", False)
    assert one["seats"] == [{"seat": 1, "name": "Brunhilde"}]
    assert [action["text"] for action in one["actions"]] == ["e5", "e4"]
    assert [line["text"] for line in one["chat"]] == ["the same to you"]
    assert "Annabella" not in str(told)


def test_it_works_without_a_server(start: Start, database: str | None) -> None:
    running = start(database=database, lease=0.5)
    anna = running.browser()
    anna.create(ME, bot(), name="Annabella", **SMALL)
    running.stop()
    with open_archive(running) as archive:
        assert not archive.is_served
        assert archive.delete_people(archive.who(person(archive, "Annabella"))) == (1, 0)
        assert archive.people(None, 10) == []


def test_what_is_deleted_is_overwritten(start: Start, tmp_path: Path) -> None:
    running = start(tmp_path)
    running.browser().create(ME, OPEN, name="Annabella")
    running.stop()
    with open_archive(running) as archive:
        archive.delete_people(archive.who(person(archive, "Annabella")))
    assert b"Annabella" not in b"".join(file.read_bytes() for file in tmp_path.glob("*.sqlite3*"))


def test_a_folder_without_a_database_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotStartError, match="no database of Alcove"), Archive.opened(Settings(data=tmp_path)):
        pass
    sqlite3.connect(tmp_path / DATABASE_FILE).close()
    with pytest.raises(CannotStartError, match="no database of Alcove"), Archive.opened(Settings(data=tmp_path)):
        pass
    with sqlite3.connect(tmp_path / DATABASE_FILE) as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('0001')")
    database.close()
    with pytest.raises(CannotStartError, match="has schema 0001"), Archive.opened(Settings(data=tmp_path)):
        pass
