"""Backups: made and put back while the server runs, on both databases; refused where they would do harm."""

from __future__ import annotations

import sqlite3
import stat
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from alcove.server.backups import BackupError, back_up, restore
from alcove.server.hall import Hall
from alcove.server.settings import DATABASE_FILE, Settings
from tests.server.browser import ME, OPEN, PATIENCE, Browser, Socket
from tests.server.conftest import Running
from tests.services import Postgres

Start = Callable[..., Running]


@pytest.fixture(autouse=True)
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that look for notes more often."""
    monkeypatch.setattr("alcove.server.notices.LOOK_SECONDS", 0.1)
    monkeypatch.setattr("alcove.server.backups.NOTICED_SECONDS", 1.5)


@pytest.fixture
def running(start: Start, database: str | None, tmp_path: Path) -> Running:
    return start(tmp_path / "data", database=database)


def two_at_a_table(running: Running) -> tuple[Browser, Socket, Socket, str]:
    anna, bruno = running.browser(), running.browser()
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1)
    return anna, anna.enter(table), bruno.enter(table), table


def test_a_backup_is_put_back_while_people_play(running: Running, tmp_path: Path) -> None:
    anna, one, two, table = two_at_a_table(running)
    one.act("a1")
    two.hear("step")
    backup = back_up(running.settings, tmp_path)
    assert backup.name.startswith("alcove-2")
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    two.act("e5")
    one.hear("step")
    later = anna.create(ME, OPEN)
    restore(running.settings, backup)
    assert one.closed_with() == 1001, "everybody comes again"
    wait_until_noticed(running)
    again = anna.enter(table)
    assert again.table["v"] == 1
    assert anna.refused(f"/api/tables/{later}") == (404, "not-found")
    for other in running.browsers[1:]:
        seat = other.enter(table)
        assert seat.act("e4")["v"] == 2, "and it goes on from there"


def wait_until_noticed(running: Running) -> None:
    """Until the server has seen all notes, and does what they say."""

    async def seen(hall: Hall) -> bool:
        return set(await hall._notices._ids()) == hall._notices._seen and not hall._notices.paused

    end = time.monotonic() + PATIENCE
    while not running.do(seen):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_server_that_is_paused_opens_nothing(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start(tmp_path / "data")
    anna, _, _, table = two_at_a_table(running)
    backup = back_up(running.settings, tmp_path)
    seen: list[tuple[int, str]] = []

    def fail(*_: object) -> None:
        wish = {"game": "alva", "players": 2, "options": {}, "seats": [ME, OPEN], "name": "Anna"}
        seen.append(anna.refused(f"/api/tables/{table}"))
        seen.append(anna.post_refused("/api/tables", wish))
        raise BackupError("the disk is full")

    monkeypatch.setattr("alcove.server.backups._copy_back", fail)
    with pytest.raises(BackupError):
        restore(running.settings, backup)
    assert seen == [(503, "unavailable")] * 2
    wait_until_noticed(running)
    assert anna.enter(table).table["v"] == 0, "it goes on although nothing was put back"


def test_it_is_as_of_one_moment_while_much_is_written(start: Start, tmp_path: Path) -> None:
    running = start(tmp_path / "data")
    anna, bruno = running.browser(), running.browser()
    table = anna.create(ME, OPEN, size=9, pieces=30)
    bruno.sit(table, 1)
    one, two = anna.enter(table), bruno.enter(table)
    files: list[Path] = []

    def back_up_often() -> None:
        for number in range(5):
            files.append(back_up(running.settings, tmp_path / f"{number}.sqlite3"))

    thread = threading.Thread(target=back_up_often)
    thread.start()
    moves = 0
    while thread.is_alive() or moves < 4:
        mover, other = (one, two) if moves % 2 == 0 else (two, one)
        mover.act()
        other.hear("step")
        moves += 1
        if moves > 50:
            break
    thread.join()
    assert len(files) == 5
    for file in files:
        database = sqlite3.connect(file)
        versions = [row[0] for row in database.execute("SELECT version FROM entries ORDER BY version")]
        assert versions == list(range(1, len(versions) + 1))
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        database.close()


def test_it_is_put_back_where_nothing_is(start: Start, database: str | None, tmp_path: Path) -> None:
    """On a new machine: nothing but the backup."""
    running = start(tmp_path / "data", database=database, lease=0.5)
    table = running.browser().create(ME, OPEN)
    backup = back_up(running.settings, tmp_path)
    running.stop()
    empty = request_empty(running.settings, tmp_path)
    restore(empty, backup)
    moved = Running(empty)
    moved.start()
    try:
        moved.browsers += [Browser(moved.url)]
        moved.browsers[0].http.cookies = running.browsers[0].http.cookies
        assert [one["id"] for one in moved.browsers[0].get("/api/tables")["tables"]] == [table]
    finally:
        moved.close()


def request_empty(settings: Settings, folder: Path) -> Settings:
    if settings.database is None:
        return replace(settings, data=folder / "new" / "data")
    import psycopg

    server, _, name = settings.database.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}_new")  # type: ignore[call-overload]
    return replace(settings, database=f"{server}/{name}_new")


def test_only_backups_that_fit_are_put_back(start: Start, tmp_path: Path) -> None:
    running = start(tmp_path / "data")
    good = back_up(running.settings, tmp_path / "good.sqlite3")
    content = good.read_bytes()
    (tmp_path / "garbage").write_bytes(b"no database at all" * 500)
    (tmp_path / "torn").write_bytes(content[: len(content) // 2])
    for name, change in (
        ("foreign", "DROP TABLE keys"),
        ("newer", "UPDATE alembic_version SET version_num = '9999'"),
        ("older", "UPDATE alembic_version SET version_num = '0001'"),
        ("another's", "UPDATE keys SET value = 'ff'"),
    ):
        (tmp_path / name).write_bytes(content)
        with sqlite3.connect(tmp_path / name) as database:
            database.execute(change)
        database.close()
    for name, why in {
        "garbage": "no backup",
        "torn": "no backup",
        "foreign": "no backup",
        "missing": "no backup",
        "newer": "newer Alcove",
        "older": "End the running server first",
        "another's": "of another server",
    }.items():
        with pytest.raises(BackupError, match=why) as refused:
            restore(running.settings, tmp_path / name)
        assert refused.value.say("de") != refused.value.say("en")
    assert running.browser().create(ME, OPEN), "the server is not troubled"


def test_only_dumps_that_fit_are_put_back(start: Start, postgres: Postgres, tmp_path: Path) -> None:
    running = start(tmp_path / "data", database=postgres.database())
    (tmp_path / "garbage").write_bytes(b"no dump at all")
    for name in ("garbage", "missing"):
        with pytest.raises(BackupError, match="is no backup of Alcove"):
            restore(running.settings, tmp_path / name)
    assert running.browser().create(ME, OPEN)


def test_where_a_backup_goes(start: Start, tmp_path: Path) -> None:
    settings = start(tmp_path / "data").settings
    there = tmp_path / "there.sqlite3"
    there.write_text("mine")
    with pytest.raises(BackupError, match="is there already"):
        back_up(settings, there)
    assert there.read_text() == "mine"
    with pytest.raises(BackupError, match="cannot be written"):
        back_up(settings, tmp_path / "no" / "such" / "folder")
    folder = tmp_path / "backups"
    first = back_up(settings, folder)
    assert first.parent == folder, "what has no ending is a folder, and made"
    first.unlink()
    for day in range(1, 6):
        (folder / f"alcove-2020010{day}-120000.sqlite3").touch()
    (folder / "alcove-notes.sqlite3").touch()
    made = back_up(settings, folder, keep=3)
    kept = ["alcove-20200104-120000.sqlite3", "alcove-20200105-120000.sqlite3", made.name, "alcove-notes.sqlite3"]
    assert sorted(file.name for file in folder.iterdir()) == sorted(kept)


def test_a_backup_stands_alone(start: Start, tmp_path: Path) -> None:
    """One file, without what was about running servers, that a server can be started on as it is."""
    running = start(tmp_path / "data")
    table = running.browser().create(ME, OPEN)
    folder = tmp_path / "copy"
    folder.mkdir()
    back_up(running.settings, folder / DATABASE_FILE)
    assert [file.name for file in folder.iterdir()] == [DATABASE_FILE]
    copy = start(folder)
    browser = copy.browser()
    browser.http.cookies = running.browsers[0].http.cookies
    assert [one["id"] for one in browser.get("/api/tables")["tables"]] == [table]
