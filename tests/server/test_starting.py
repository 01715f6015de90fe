"""A server that cannot start says why in a sentence."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from alcove.server.refusals import CannotStartError
from alcove.server.serving import free_port
from alcove.server.settings import DATABASE_FILE
from tests.server.browser import ME, OPEN
from tests.server.conftest import Running

Start = Callable[..., Running]


def test_a_second_server_on_the_same_folder_does_not_start(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path)
    with pytest.raises(CannotStartError, match="Another server keeps its tables in") as refused:
        start(tmp_path)
    assert "Ein anderer Server hat seine Tische in" in refused.value.say("de")
    anna = first.browser()
    assert anna.create(ME, OPEN), "the first one is not troubled"
    first.stop()
    start(tmp_path)


def garbage(path: Path) -> None:
    path.write_bytes(b"not a database at all " * 400)


def torn(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("CREATE TABLE keys (name TEXT, value TEXT)")
    database.close()
    content = bytearray(path.read_bytes())
    content[100:] = b"\x00" * (len(content) - 100)
    path.write_bytes(content)


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE moz_bookmarks (id INTEGER)")
    database.close()


def newer(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    database.close()


def a_folder(path: Path) -> None:
    path.mkdir()


WRONG = {
    garbage: "is damaged",
    torn: "is damaged",
    foreign: "another program",
    newer: "newer Alcove",
    a_folder: "kept in",
}
COMMANDS = [["-m", "alcove.server"], ["-c", "from alcove.cli.main import run; run()", "--no-browser"]]


def content(file: Path) -> bytes:
    """What is in a database, without the header: the journal's kind stands there."""
    return file.read_bytes()[100:] if file.is_file() else b""


@pytest.mark.parametrize("spoil", WRONG, ids=lambda spoil: spoil.__name__)
def test_a_database_that_is_not_ours_is_told_and_left_alone(
    start: Start, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    file = tmp_path / DATABASE_FILE
    spoil(file)
    before = content(file)
    with pytest.raises(CannotStartError, match=WRONG[spoil]) as refused:
        start(tmp_path)
    assert "--data ORDNER" in refused.value.say("de")
    assert content(file) == before


def test_a_database_that_cannot_be_written(start: Start, tmp_path: Path) -> None:
    start(tmp_path).stop()
    address = f"sqlite+aiosqlite:///file:{tmp_path / DATABASE_FILE}?mode=ro&uri=true"
    with pytest.raises(CannotStartError, match="readonly"):
        start(tmp_path, database=address)


def test_a_folder_that_cannot_be_made(start: Start, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStartError, match="cannot be kept in"):
        start(tmp_path / "file" / "data")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_ends_with_that_sentence(tmp_path: Path, command: list[str]) -> None:
    newer(tmp_path / DATABASE_FILE)
    words = [sys.executable, *command, "--port", str(free_port()), "--data", str(tmp_path)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.strip().splitlines()) <= 2
    assert "newer Alcove (schema 9999)" in " ".join(ended.stderr.split())
