"""Copies of the whole database, made and put back while servers run.

SQLite copies itself, as of one moment, and nobody waits for it. PostgreSQL has programs for it, pg_dump and pg_restore.
A backup holds everything, seeds of running games and the server's key included: it is for the owner's eyes only.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from sqlalchemy import URL

from alcove.kernel.errors import AlcoveError
from alcove.kernel.text import Text
from alcove.server import schema
from alcove.server.archive import Archive
from alcove.server.database import BUSY_MILLISECONDS, is_shared, read_url
from alcove.server.folder import FILE_MODE, FOLDER_MODE
from alcove.server.migrations import NEWEST
from alcove.server.notices import NOTICED_SECONDS, ask_for_pause, end_pause
from alcove.server.refusals import CannotStartError
from alcove.server.settings import DATABASE_FILE, Settings

PASSING = ("processes", "owners", "notices")
"""What is about running servers, and means nothing later."""
SUFFIXES = {False: ".sqlite3", True: ".pgdump"}
NAME = "alcove-{time}{suffix}"

EXISTS = Text("{path} is there already.", "{path} gibt es schon.")
CANNOT = Text("{path} cannot be written: {reason}.", "{path} lässt sich nicht schreiben: {reason}.")
NOT_A_BACKUP = Text("{path} is no backup of Alcove: {reason}.", "{path} ist keine Sicherung von Alcove: {reason}.")
NO_ALCOVE = Text("tables are missing", "Tabellen fehlen")
DAMAGED = Text("it is damaged", "sie ist beschädigt")
NEWER = Text("it is from a newer Alcove", "sie ist von einem neueren Alcove")
OLDER = Text(
    "{path} is of an older Alcove. End the running server first: when it starts again, all is brought up to date.",
    "{path} ist von einem älteren Alcove. Beende erst den laufenden Server: Beim nächsten Start wird alles angepasst.",
)
OTHER_SERVER = Text(
    "{path} is of another server: cookies and links of this one would be worth nothing. End the running server first.",
    "{path} ist von einem anderen Server: Cookies und Links von diesem wären wertlos. Beende erst den laufenden.",
)
NO_PROGRAM = Text(
    "{program} is missing: it comes with PostgreSQL (on Debian: apt-get install postgresql-client).",
    "{program} fehlt: Es gehört zu PostgreSQL (unter Debian: apt-get install postgresql-client).",
)
FAILED = Text("{program} has failed: {reason}", "{program} ist gescheitert: {reason}")


class BackupError(AlcoveError):
    code = "no-backup"


def back_up(settings: Settings, target: Path | None, keep: int | None = None) -> Path:
    """Copy the database into a file, or into a folder under a name made of the time; the file.

    What has no ending, such as `backups`, is a folder, and made if it is not there.
    """
    url = read_url(settings.database_url)
    shared = is_shared(url)
    name = NAME.format(time=time.strftime("%Y%m%d-%H%M%S"), suffix=SUFFIXES[shared])
    target = Path() if target is None else target
    if not target.suffix and not target.exists():
        _make_folder(target)
    file = target / name if target.is_dir() else target
    if file.exists():
        raise BackupError(EXISTS.fill(path=file))
    with Archive.opened(settings), _written(file) as unfinished:
        if shared:
            _dump(url, unfinished)
        else:
            _copy_sqlite(settings.data / DATABASE_FILE, unfinished)
    if keep is not None:
        _drop_old(file.parent, SUFFIXES[shared], keep)
    return file


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=FOLDER_MODE)
    except OSError as error:
        raise BackupError(CANNOT.fill(path=folder, reason=error.strerror or error)) from None


@contextlib.contextmanager
def _written(file: Path) -> Iterator[Path]:
    """A file that is there when it is whole, or not at all; for its owner's eyes only."""
    unfinished = file.with_name(f".{file.name}.unfinished")
    try:
        with contextlib.suppress(FileNotFoundError):
            unfinished.unlink()
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
        yield unfinished
        os.replace(unfinished, file)
    except OSError as error:
        raise BackupError(CANNOT.fill(path=file, reason=error.strerror or error)) from None
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()


def _copy_sqlite(database: Path, file: Path) -> None:
    try:
        with contextlib.closing(_connect(database)) as source, contextlib.closing(_connect(file)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, not three
            for table in PASSING:
                copy.execute(f"DELETE FROM {table}")
            copy.commit()
            _check_whole(copy, file)
    except sqlite3.Error as error:
        raise BackupError(CANNOT.fill(path=file, reason=error)) from None


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_MILLISECONDS / 1000)


def _check_whole(database: sqlite3.Connection, path: Path) -> None:
    [[said]] = database.execute("PRAGMA quick_check(1)").fetchall()
    if said != "ok":
        raise BackupError(NOT_A_BACKUP.fill(path=path, reason=DAMAGED))


def _drop_old(folder: Path, suffix: str, keep: int) -> None:
    """Names sort by time."""
    for old in sorted(folder.glob(f"alcove-????????-??????{suffix}"))[:-keep]:
        old.unlink()


class Content(NamedTuple):
    """What tells whether a backup fits."""

    revision: str
    key: str


def restore(settings: Settings, file: Path) -> None:
    """Put a backup in the place of the database. Servers that run pause meanwhile, and read everything anew."""
    url = read_url(settings.database_url)
    content = _read_dump(file) if is_shared(url) else _read_sqlite(file)
    if content.revision > NEWEST:
        raise BackupError(NOT_A_BACKUP.fill(path=file, reason=NEWER))
    with _paused(settings, content, file) as served:
        if is_shared(url):
            _undump(url, file, served)
        else:
            _copy_back(file, settings.data / DATABASE_FILE)


@contextlib.contextmanager
def _paused(settings: Settings, content: Content, file: Path) -> Iterator[bool]:
    """Have servers that run let go of all tables, and read them anew afterwards. Says whether there are any."""
    if not _ask_to_pause(settings, content, file):
        yield False
        return
    time.sleep(NOTICED_SECONDS)
    try:
        yield True
    finally:
        with Archive.opened(settings) as archive, archive.engine.begin() as connection:
            end_pause(connection)


def _ask_to_pause(settings: Settings, content: Content, file: Path) -> bool:
    """Whether there is anybody to ask. A running server is given only what it can go on with."""
    try:
        with Archive.opened(settings) as archive:
            if not archive.is_served:
                return False
            if content.revision != NEWEST:
                raise BackupError(OLDER.fill(path=file))
            if bytes.fromhex(content.key) != archive.key():
                raise BackupError(OTHER_SERVER.fill(path=file))
            with archive.engine.begin() as connection:
                ask_for_pause(connection)
            return True
    except CannotStartError:  # there is no database yet, or one of another version, which no server of ours has open
        return False


def _read_sqlite(file: Path) -> Content:
    try:
        with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            _check_whole(database, file)
            [[revision]] = database.execute("SELECT version_num FROM alembic_version").fetchall()
            [[key]] = database.execute("SELECT value FROM keys").fetchall()
    except sqlite3.Error as error:
        raise BackupError(NOT_A_BACKUP.fill(path=file, reason=error)) from None
    except ValueError:
        raise BackupError(NOT_A_BACKUP.fill(path=file, reason=NO_ALCOVE)) from None
    return Content(revision, key)


def _copy_back(file: Path, database: Path) -> None:
    try:
        database.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, FILE_MODE))
        with contextlib.closing(_connect(file)) as source, contextlib.closing(_connect(database)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=WAL")
    except OSError as error:
        raise BackupError(CANNOT.fill(path=database, reason=error.strerror or error)) from None
    except sqlite3.Error as error:
        raise BackupError(CANNOT.fill(path=database, reason=error)) from None


def _dump(url: URL, file: Path) -> None:
    leave_out = [f"--exclude-table-data={table}" for table in PASSING]
    _run("pg_dump", url, ["--format=custom", "--no-owner", "--no-privileges", *leave_out, f"--file={file}"])


def _read_dump(file: Path) -> Content:
    words = ["--data-only", "--table=alembic_version", "--table=keys", "--file=-", str(file)]
    listed = subprocess.run([_program("pg_restore"), *words], capture_output=True, text=True, check=False)
    if listed.returncode:
        raise BackupError(NOT_A_BACKUP.fill(path=file, reason=_last_line(listed.stderr)))
    revision = re.search(r"^COPY public.alembic_version .*\n(\w+)$", listed.stdout, re.MULTILINE)
    key = re.search(r"^COPY public.keys .*\n\w+\t([0-9a-f]+)$", listed.stdout, re.MULTILINE)
    if revision is None or key is None:
        raise BackupError(NOT_A_BACKUP.fill(path=file, reason=NO_ALCOVE))
    return Content(revision[1], key[1])


def _undump(url: URL, file: Path, served: bool) -> None:
    """All in one transaction: what is there goes, also what an older version did not have, and the backup comes. The
    leases of servers that run stay."""
    tables = ", ".join([*schema.metadata.tables, "alembic_version"])
    command = [_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as script:
        away = f"--command=DROP TABLE IF EXISTS {tables} CASCADE"
        careful = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
        kept = ["--command=CREATE TEMP TABLE kept AS SELECT * FROM processes"] if served else []
        back = ["--command=INSERT INTO public.processes SELECT * FROM pg_temp.kept"] if served else []
        _run("psql", url, [*careful, *kept, away, "--file=-", *back], script.stdout)


def _run(program: str, url: URL, words: Sequence[str], given: IO[bytes] | None = None) -> None:
    """One of PostgreSQL's programs. The password goes through the environment, where others do not see it."""
    address = url.set(drivername="postgresql", password=None).render_as_string()
    environment = os.environ | ({"PGPASSWORD": url.password} if url.password else {})
    command = [_program(program), f"--dbname={address}", *words]
    done = subprocess.run(command, env=environment, stdin=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(FAILED.fill(program=program, reason=_last_line(done.stderr)))


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["?"])[-1]


def _program(name: str) -> str:
    """The newest one that is installed: it reads databases of older servers as well."""
    newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    found = str(newest[-1]) if newest else shutil.which(name)
    if found is None:
        raise BackupError(NO_PROGRAM.fill(program=name))
    return found
