"""`alcove admin`, `alcove backup` and `alcove restore`, typed."""

from __future__ import annotations

import asyncio
import json
import stat
import time
from pathlib import Path

import pytest
from sqlalchemy import insert, update

from alcove.kernel.record import Record
from alcove.server import schema
from alcove.server.archive import Archive
from alcove.server.holders import owner_token
from alcove.server.settings import Settings
from alcove.server.store import Store
from alcove.server.tables import SeatAt, Table
from tests.cli.conftest import Alcove

ANNA, BRUNO = "a" * 64, "b" * 64
OLD = time.time() - 100 * 86_400


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A database with a finished table of two, and a running one of Anna's alone."""
    settings = Settings(data=tmp_path / "data", warm=False)

    async def fill() -> None:
        store = await Store.open(settings)
        for name, holders in (("aaaaaaaaaaaaaaaa", [(ANNA, 0), (BRUNO, 1)]), ("bbbbbbbbbbbbbbbb", [(ANNA, 0)])):
            seats = [SeatAt("human", "Annabella"), SeatAt("human", "Brunhilde") if len(holders) > 1 else SeatAt("open")]
            await store.add_table(Table(name, Record.begin("alva", 2, size=5), seats, OLD), ANNA, holders, None)
        await store.close()

    asyncio.run(fill())
    with Archive.opened(settings) as archive, archive.engine.begin() as connection:
        connection.execute(update(schema.tables).where(schema.tables.c.id.startswith("aa")).values(ended=OLD))
        line = {"table_id": "aaaaaaaaaaaaaaaa", "number": 1, "seat": 0, "name": "Annabella", "text": "Hello", "at": OLD}
        connection.execute(insert(schema.chat).values(**line))
    return settings.data


def test_tables_and_people_are_listed(alcove: Alcove, folder: Path) -> None:
    answer = alcove("admin", "tables", "--data", folder)
    head, *lines = answer.out.splitlines()
    assert head.split() == ["table", "game", "status", "who", "last", "actions"]
    assert {line.split()[0] for line in lines} == {"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"}
    over = alcove("admin", "tables", "--status", "over", "--older-than", "90d", "--data", folder, "--lang", "de")
    assert "aaaaaaaaaaaaaaaa  alva   beendet  Annabella, Brunhilde" in over.out
    assert "bbbb" not in over.out
    assert alcove("admin", "tables", "--older-than", "2y", "--data", folder).out == "There is nothing.\n"
    people = alcove("admin", "people", "--data", folder)
    assert [line.split()[:2] for line in people.out.splitlines()[1:]] in (
        [["a" * 12, "Annabella"], ["b" * 12, "Brunhilde"]],
        [["b" * 12, "Brunhilde"], ["a" * 12, "Annabella"]],
    )
    assert "Brunhilde" not in alcove("admin", "people", "--name", "anna", "--data", folder).out


def test_export(alcove: Alcove, folder: Path, tmp_path: Path) -> None:
    told = json.loads(alcove("admin", "export", "aaaaaa", "--data", folder).out)
    assert [table["chat"] for table in told["people"][0]["tables"]] != []
    file = tmp_path / "anna.json"
    assert alcove("admin", "export", "aaaaaa", "--out", file, "--data", folder).out == f"Exported to {file}.\n"
    assert json.loads(file.read_text("utf-8"))["people"] == told["people"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    unknown = alcove("admin", "export", "cccccc", "--data", folder)
    assert (unknown.code, unknown.err) == (1, "alcove: Nobody here is known as cccccc. [unknown-person]\n")


def test_delete_asks_first(alcove: Alcove, folder: Path) -> None:
    no = alcove("admin", "delete", "aaaaaa", "--data", folder, typed="n\n")
    assert no.code == 1
    assert "Delete Annabella for good, with 2 seats" in no.out
    assert "Annabella" in alcove("admin", "people", "--data", folder).out
    yes = alcove("admin", "delete", "aaaaaa", "--data", folder, typed="y\n")
    assert yes.out.endswith("Deleted. 1 tables went as a whole; at 1 others the name and the chat are gone.\n")
    assert "Annabella" not in alcove("admin", "tables", "--data", folder).out
    assert "Guest, Brunhilde" in alcove("admin", "tables", "--data", folder).out


def test_prune(alcove: Alcove, folder: Path) -> None:
    assert alcove("admin", "prune", "--data", folder).code == 2, "an age is needed"
    assert alcove("admin", "prune", "--older-than", "soon", "--data", folder).code == 2
    prune = ["admin", "prune", "--older-than", "90d", "--data", folder]
    assert alcove(*prune, "--dry-run").out == "1 tables would be deleted.\n"
    assert alcove(*prune, "--status", "all", "--dry-run").out == "2 tables would be deleted.\n"
    assert alcove(*prune, typed="n\n").code == 1
    assert alcove(*prune, "--yes").out == "1 tables were deleted.\n"
    assert alcove(*prune, "--yes").out == "0 tables were deleted.\n"
    assert "bbbbbbbbbbbbbbbb" in alcove("admin", "tables", "--data", folder).out


def test_the_token(alcove: Alcove, folder: Path) -> None:
    with Archive.opened(Settings(data=folder)) as archive:
        key = archive.key()
    assert alcove("admin", "token", "--data", folder).out == owner_token(key, None) + "\n"


def test_invitations_to_the_server(alcove: Alcove, folder: Path) -> None:
    link, note = alcove(
        "admin", "invite", "Chess club", "--days", "30", "--uses", "2", "--data", folder
    ).out.splitlines()
    assert link.startswith("http://127.0.0.1:8642/enter/")
    assert "invited_only" in note
    name = link.rpartition("/")[2].partition(".")[0]
    line = alcove("admin", "invitations", "--data", folder, "--lang", "de").out.splitlines()[1]
    assert line.split()[:3] == [name, "Chess", "club"]
    assert line.split()[-2:] == ["2", "0"]
    assert alcove("admin", "revoke", "zzzz", "--data", folder).code == 1
    assert alcove("admin", "revoke", name[:6], "--members", "--data", folder).out == "Revoked.\n"
    assert alcove("admin", "invitations", "--data", folder).out == "There is nothing.\n"


def test_backup_and_restore(alcove: Alcove, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.sqlite3"
    answer = alcove("backup", file, "--data", folder)
    assert answer.out.startswith(f"Backed up to {file} (")
    again = alcove("backup", file, "--data", folder)
    assert (again.code, again.err) == (1, f"alcove: {file} is there already. [no-backup]\n")
    alcove("admin", "delete", "aaaaaa", "--yes", "--data", folder)
    no = alcove("restore", file, "--data", folder, typed="n\n")
    assert no.code == 1
    assert "will be lost. Go on?" in no.out
    assert alcove("restore", file, "--yes", "--data", folder).out == f"{file} is back in its place.\n"
    assert "Annabella" in alcove("admin", "people", "--data", folder).out


def test_a_folder_without_a_database(alcove: Alcove, tmp_path: Path) -> None:
    for words in (["admin", "tables"], ["admin", "token"], ["backup"]):
        answer = alcove(*words, "--data", tmp_path)
        assert (answer.code, answer.err) == (
            1,
            f"alcove: There is no database of Alcove in {tmp_path}. [cannot-start]\n",
        )
