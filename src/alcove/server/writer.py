"""Persist, then acknowledge: one thread writes for all tables, many changes in one transaction.

While one transaction is on its way to the disk, the next changes gather. So the busier the server, the more changes
share a transaction, and a change waits for at most two of them. They gather on the side of the event loop and are
handed over together: a thread that is woken for each of them costs more than the work it is woken for.

It is a thread of its own, with a plain connection. With an asynchronous one, every statement and the commit would each
wait for a turn of the busy event loop: 45 ms for a transaction that the disk does in 4.

A process may be stopped at any moment, and go on when its tables are another's. So with PostgreSQL an entry is stored
by one statement, which is the whole transaction. Where more belongs together, the transaction holds on to the ownership
of its tables, so that nobody takes them over before it has ended, and PostgreSQL itself ends one that stands still.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import DBAPIError

from alcove.kernel.errors import AlcoveError, StaleError
from alcove.server import database
from alcove.server.incoming import encode
from alcove.server.leases import Leases
from alcove.server.metrics import METRICS
from alcove.server.owned import Guard
from alcove.server.refusals import (
    MOVED_ON,
    NOT_SAVED,
    PERHAPS_SAVED,
    SHUTTING_DOWN,
    PerhapsSavedError,
    UnavailableError,
)
from alcove.server.tables import Entry

log = logging.getLogger("alcove.server")

ROWS_FROM_JSON = (
    "INSERT INTO entries"
    " SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7"
    " FROM json_each(:rows)"
)
"""All rows in one statement. With a statement for each row, this thread and the one that serves would hand the
interpreter's lock to and fro for every row, and each time wait for it."""


class Filled(NamedTuple):
    """A statement that is always the same, and what is put into it. A statement with its values in it would be compiled
    anew each time, and remembered."""

    statement: Executable
    values: dict[str, Any]


class Decisive(NamedTuple):
    """A statement that changes one row, or something else was quicker and the whole change is stale."""

    statement: Executable


Statement = Executable | Filled | Decisive


class Change(NamedTuple):
    """Statements and entries that are stored together or not at all."""

    entries: tuple[Entry, ...]
    statements: Sequence[Statement]
    table: str | None
    """The table that must be ours, beside those of the entries ..."""
    about: str | None
    """... and one that must not be another process's."""
    stored: asyncio.Future[None]

    @property
    def is_entry(self) -> bool:
        """Whether it is a single entry and nothing else, as a move is."""
        return len(self.entries) == 1 and not self.statements and self.table is None and self.about is None


Outcome = Exception | None
"""What has become of a change."""
Write = Callable[[Connection, list[Change]], list[Outcome]]


class Writer:
    def __init__(self, engine: Engine, leases: Leases | None = None) -> None:
        self._engine = engine
        self._guard = None if leases is None else Guard(leases)
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Change] = []
        self._busy = False
        self._batches: queue.SimpleQueue[list[Change] | None] = queue.SimpleQueue()
        self._closing = False
        self._connection: Connection | None = None
        self._driver: Any = None
        self._deadline: asyncio.TimerHandle | None = None
        self.transactions = 0
        self._thread = threading.Thread(target=self._run, name="alcove-writer")
        self._thread.start()

    async def store(
        self,
        *entries: Entry,
        statements: Sequence[Statement] = (),
        table: str | None = None,
        about: str | None = None,
    ) -> None:
        """Return when all of it is on the disk. Raises a StaleError if the table is another process's by now."""
        await self._gather(Change(entries, statements, table, about, self._loop.create_future()))

    def store_entry(self, entry: Entry) -> asyncio.Future[None]:
        """The same for a single entry, as a move is: to wait for it costs no more than the future itself."""
        return self._gather(Change((entry,), (), None, None, self._loop.create_future()))

    def _gather(self, change: Change) -> asyncio.Future[None]:
        if self._closing:
            raise UnavailableError(SHUTTING_DOWN)
        self._gathered.append(change)
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._hand_over)  # what else happens in this round of the loop goes along
        return change.stored

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        self._closing = True
        if not self._busy:
            self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    def _hand_over(self) -> None:
        batch, self._gathered = self._gathered, []
        self._batches.put(batch)
        if self._guard is not None:
            self._wait_no_longer()

    def _wait_no_longer(self, cut: bool = False) -> None:
        """Nobody waits for a silent database longer than a while: then for every statement."""
        if cut and self._driver is not None:
            log.error("The database is silent")
            database.cut(self._driver)
        self._deadline = self._loop.call_later(database.ANSWER_SECONDS, self._wait_no_longer, True)

    def _go_on(self, batch: list[Change], outcomes: list[Outcome]) -> None:
        """The next batch first, so that the disk has something to do."""
        if self._deadline is not None:
            self._deadline.cancel()
        if self._gathered:
            self._hand_over()
        elif self._closing:
            self._batches.put(None)
        else:
            self._busy = False
        for change, error in zip(batch, outcomes, strict=True):
            if change.stored.done():
                continue  # whoever asked has gone; the change is stored all the same
            if error is None:
                change.stored.set_result(None)
            else:
                change.stored.set_exception(error)

    # In the thread

    def _run(self) -> None:
        try:
            while (batch := self._batches.get()) is not None:
                outcomes = self._write(batch)
                with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self._loop.call_soon_threadsafe(self._go_on, batch, outcomes)
        finally:
            if self._connection is not None:
                self._connection.close()

    def _write(self, batch: list[Change]) -> list[Outcome]:
        try:
            connection = self._connect()
        except Exception as error:
            return [self._failed(error) for _ in batch]
        if self._guard is None:
            return self._write_some(connection, batch, self._transact)
        alone = [change.is_entry for change in batch]
        entries = self._write_some(connection, [one for one in batch if one.is_entry], self._store_entries)
        others = self._write_some(connection, [one for one in batch if not one.is_entry], self._transact)
        return [(entries if one else others).pop(0) for one in alone]

    def _connect(self) -> Connection:
        """The connection, or a new one in place of one that broke."""
        if self._connection is None:
            self._connection = self._engine.connect()
        self._driver = self._connection.connection.driver_connection
        return self._connection

    def _write_some(self, connection: Connection, changes: list[Change], write: Write) -> list[Outcome]:
        """If one is at fault, the others must not suffer; if the line broke, all have."""
        if not changes:
            return []
        began = perf_counter()
        try:
            outcomes = write(connection, changes)
        except Exception as error:
            if len(changes) > 1 and not connection.invalidated:
                return [self._write_some(connection, [change], write)[0] for change in changes]
            return [self._failed(error) for _ in changes]
        self.transactions += 1
        METRICS.group.note(len(changes))
        METRICS.transaction.note(perf_counter() - began)
        return outcomes

    def _failed(self, error: Exception) -> Outcome:
        if isinstance(error, AlcoveError) and not isinstance(error, PerhapsSavedError):
            return error
        METRICS.failures += 1
        log.error("A change could not be stored: %s", getattr(error.__cause__ or error, "orig", None) or error)
        return error if isinstance(error, PerhapsSavedError) else UnavailableError(NOT_SAVED)

    def _store_entries(self, connection: Connection, changes: list[Change]) -> list[Outcome]:
        """Entries of tables that are ours, in one statement."""
        assert self._guard is not None
        try:
            with connection.begin():
                stored = self._guard.store(connection, _rows(changes))
        except DBAPIError as error:
            if error.connection_invalidated:
                raise PerhapsSavedError(PERHAPS_SAVED) from error
            raise
        outcomes: list[Outcome] = []
        for [entry], *_ in changes:
            known = entry.table, entry.version
            outcomes.append(None if known in stored else StaleError(MOVED_ON))
            if known in stored:
                stored.remove(known)
        return outcomes

    def _transact(self, connection: Connection, changes: list[Change]) -> list[Outcome]:
        """One transaction."""
        if self._guard is None and not any(change.statements for change in changes):
            _store_at_once(connection, _rows(changes))
            return [None] * len(changes)
        committing = False
        try:
            with connection.begin() as transaction:
                self._execute(connection, changes)
                committing = True
                transaction.commit()
        except DBAPIError as error:
            if committing and error.connection_invalidated:
                raise PerhapsSavedError(PERHAPS_SAVED) from error  # it may be done although nobody said so
            raise
        return [None] * len(changes)

    def _execute(self, connection: Connection, changes: list[Change]) -> None:
        rows = _rows(changes)
        if self._guard is not None:
            self._guard.begin(connection)
            self._check(connection, self._guard, changes)
            if rows and len(self._guard.store(connection, rows)) != len(rows):
                raise StaleError(MOVED_ON)
        elif rows:
            connection.exec_driver_sql(ROWS_FROM_JSON, _as_json(rows))
        for change in changes:
            for statement in change.statements:
                if isinstance(statement, Filled):
                    connection.execute(*statement)
                elif isinstance(statement, Decisive):
                    if connection.execute(statement.statement).rowcount != 1:
                        raise StaleError(MOVED_ON)
                else:
                    connection.execute(statement)

    def _check(self, connection: Connection, guard: Guard, changes: list[Change]) -> None:
        ours = {entry.table for change in changes for entry in change.entries}
        ours |= {change.table for change in changes if change.table is not None}
        for table in ours:
            guard.check_ours(connection, table)
        for table in {change.about for change in changes if change.about is not None}:
            guard.check_not_anothers(connection, table)
        guard.check_living(connection)


def _rows(changes: list[Change]) -> list[Entry]:
    return [entry for change in changes for entry in change.entries]


def _as_json(rows: list[Entry]) -> dict[str, str]:
    return {"rows": encode(rows).decode()}


def _store_at_once(connection: Connection, rows: list[Entry]) -> None:
    """A single statement is a transaction of its own to SQLite: the interpreter's lock changes hands once for all of
    it, instead of at its begin, its statement and its end."""
    driver: Any = connection.connection.driver_connection
    driver.execute(ROWS_FROM_JSON, _as_json(rows))
