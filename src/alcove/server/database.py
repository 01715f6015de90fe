"""The two databases: SQLite in a folder of the server's own, and PostgreSQL, which several servers may share.

Each is opened twice: with an asynchronous engine for reading beside the event loop, and with a plain one for the thread
that writes. An error of either tells nothing of the values that were to be read or written: it goes into the log.

PostgreSQL may be there and not answer: it was stopped, or a cable was cut. The driver would wait for ever, so whoever
waits has a deadline, at which the line is cut.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from alcove.kernel.text import Text
from alcove.server.refusals import BadSettingError

BUSY_MILLISECONDS = 10_000
"""How long a change waits for another program that holds the database."""
CONNECT_SECONDS = 3
ANSWER_SECONDS = 10.0
"""How long PostgreSQL may be silent before the line to it is cut. It does nothing here that takes a second."""
READING_AT_ONCE = 10
POSTGRESQL: dict[str, Any] = {
    "connect_args": {
        "connect_timeout": CONNECT_SECONDS,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": int(ANSWER_SECONDS * 1000),
        "prepare_threshold": None,  # a pooler may give every transaction another session
        "application_name": "alcove",
    },
}
UNREACHABLE: tuple[type[Exception], ...] = (OperationalError, InterfaceError, NoConnectionError)
"""What is raised while the database does not answer."""
NO_DATABASE = Text(
    "{text} is no address of a database, such as postgresql://user:password@localhost/alcove",
    "{text} ist keine Adresse einer Datenbank wie postgresql://name:passwort@localhost/alcove",
)
NO_DRIVER = Text(
    "PostgreSQL needs a package that is not installed: pip install 'alcove[hosting]'",
    "Für PostgreSQL fehlt ein Paket: pip install 'alcove[hosting]'",
)


def read_url(text: str) -> URL:
    """The address of a database, with the driver that we use."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadSettingError(NO_DATABASE.fill(text=text)) from None
    kind = url.drivername.partition("+")[0]
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if kind == "sqlite":
        return url.set(drivername="sqlite+aiosqlite")
    raise BadSettingError(NO_DATABASE.fill(text=url.render_as_string(hide_password=True)))


def is_shared(url: URL) -> bool:
    """Whether several servers may use it at a time."""
    return url.get_backend_name() == "postgresql"


def open_engines(url: URL) -> tuple[AsyncEngine, Engine]:
    if is_shared(url):
        try:
            reading = create_async_engine(
                url,
                hide_parameters=True,
                pool_size=READING_AT_ONCE,
                max_overflow=0,
                pool_timeout=ANSWER_SECONDS,
                **POSTGRESQL,
            )
        except ImportError:
            raise BadSettingError(NO_DRIVER) from None
    else:
        reading = create_async_engine(url, hide_parameters=True)
        _listen(reading.sync_engine)
    return reading, open_plain(url, at_once=True)


def open_plain(url: URL, at_once: bool = False) -> Engine:
    """The engine for a thread of its own, or for a program that only does one thing. With PostgreSQL, `at_once` makes
    every statement a transaction of its own unless it is told to begin one."""
    if is_shared(url):
        begun = {"isolation_level": "AUTOCOMMIT"} if at_once else {"pool_pre_ping": True}
        try:
            return create_engine(url, hide_parameters=True, **begun, **POSTGRESQL)
        except ImportError:
            raise BadSettingError(NO_DRIVER) from None
    engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True)
    _listen(engine)
    return engine


def cut(driver: Any) -> None:
    """End a connection to PostgreSQL from outside: whoever waits on it hears that it broke. What was said on it may
    still be done."""
    with suppress(Exception), socket.socket(fileno=os.dup(driver.fileno())) as line:  # it may have ended by itself
        line.shutdown(socket.SHUT_RDWR)


def _listen(engine: Engine) -> None:
    event.listen(engine, "connect", _make_durable)
    event.listen(engine, "begin", _begin)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _make_durable(connection: Any, _record: Any) -> None:
    """An acknowledged change survives the loss of power, not only of the process."""
    connection.isolation_level = None  # the driver would end transactions by itself; `_begin` opens them
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    cursor.close()
