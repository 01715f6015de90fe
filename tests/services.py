"""PostgreSQL, PgBouncer and Redis for tests: Debian's, on loopback ports of their own, as an ordinary user."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.ports import free_port

PATIENCE = 30.0
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "shared_buffers=16MB", "max_connections=200")
"""Nothing of a test has to outlive the machine."""
DURABLE = ("shared_buffers=64MB", "max_connections=200")


def _ordinary_user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    return {}


def _program(name: str) -> str | None:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return str(found[-1]) if found else shutil.which(name)


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


class Service:
    """A server in a folder of its own."""

    end_signal = signal.SIGINT
    """Ends it at once, but in order."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="alcove-service-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._user: dict[str, Any] = {}

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        self._process = subprocess.Popen(
            self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder, **self._user
        )
        end = time.monotonic() + PATIENCE
        while not self.answers():
            assert self._process.poll() is None, f"{self.command()[0]} has ended"
            assert time.monotonic() < end
            time.sleep(0.02)

    def answers(self) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @contextmanager
    def silent(self) -> Iterator[None]:
        """It takes connections and does not answer, like one behind a cable that was cut."""
        family = [self.pid, *self._children()]
        _signal(family, signal.SIGSTOP)
        family += (late := [pid for pid in self._children() if pid not in family])
        _signal(late, signal.SIGSTOP)
        try:
            yield
        finally:
            _signal(family, signal.SIGCONT)

    def _children(self) -> list[int]:
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(self.end_signal)
            self._process.wait(PATIENCE)
            self._process = None

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    def __init__(self, settings: tuple[str, ...] = QUICK) -> None:
        super().__init__()
        self._settings = settings
        self._user = _ordinary_user()
        if self._user:
            os.chown(self.folder, self._user["user"], self._user["group"])
        command = [str(_program("initdb")), "--pgdata=data", "--username=alcove", "--auth=trust", "--no-sync"]
        command += ["--encoding=UTF8", "--locale=C"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self._user)

    def command(self) -> list[str]:
        flags = [*self._settings, f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories="]
        return [str(_program("postgres")), "-D", "data", *(part for flag in flags for part in ("-c", flag))]

    def answers(self) -> bool:
        try:
            self.run("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def run(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        with psycopg.connect(self._address(database), autocommit=True) as connection:
            done = connection.execute(statement)  # type: ignore[call-overload]
            return done.fetchall() if done.description else []

    def _address(self, database: str) -> str:
        return f"postgresql://alcove@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"t{secrets.token_hex(6)}"
        self.run(f"CREATE DATABASE {name}")
        return self._address(name)


class PgBouncer(Service):
    """Gives every transaction one of a few sessions, each time another one."""

    end_signal = signal.SIGTERM
    settings = """
[databases]
* = host=127.0.0.1 port={postgres} user=alcove
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
server_round_robin = 1
"""

    def __init__(self, postgres: Postgres) -> None:
        super().__init__()
        self._user = _ordinary_user()
        self._postgres = postgres
        (self.folder / "pgbouncer.ini").write_text(self.settings.format(postgres=postgres.port, port=self.port))
        self.folder.chmod(0o755)

    def command(self) -> list[str]:
        return [str(pgbouncer_program()), "pgbouncer.ini"]

    def through(self, database: str) -> str:
        """The address of a database, by way of here."""
        return database.replace(f":{self._postgres.port}/", f":{self.port}/")


class Redis(Service):
    def command(self) -> list[str]:
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        return [str(program), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


def has_postgres() -> bool:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return bool(_program("postgres") and _program("initdb")) and (not root or bool(_ordinary_user()))


def pgbouncer_program() -> str | None:
    return shutil.which("pgbouncer", path=os.environ.get("PATH", "") + ":/usr/sbin")


def has_redis() -> bool:
    return bool(shutil.which("redis-server") or shutil.which("valkey-server"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One for all tests of a worker; each takes a database of its own."""
    if not has_postgres():
        pytest.skip("PostgreSQL is not installed here")
    service = Postgres()
    try:
        service.start()
        yield service
    finally:
        service.close()


@pytest.fixture(scope="module")
def pgbouncer(postgres: Postgres) -> Iterator[PgBouncer]:
    if pgbouncer_program() is None:
        pytest.skip("PgBouncer is not installed here")
    service = PgBouncer(postgres)
    try:
        service.start()
        yield service
    finally:
        service.close()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    if not has_redis():
        pytest.skip("Redis is not installed here")
    service = Redis()
    try:
        service.start()
        yield service
    finally:
        service.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str | None:
    """Once with each database: the address of an empty one, None for SQLite in the data folder."""
    if request.param == "sqlite":
        return None
    service: Postgres = request.getfixturevalue("postgres")
    return service.database()
