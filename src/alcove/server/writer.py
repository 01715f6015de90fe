"""Persist, then acknowledge: one thread writes for all tables, many changes in one transaction.

While one transaction is on its way to the disk, the next changes gather. So the busier the server, the more changes
share a transaction, and a change waits for at most two of them. They gather on the side of the event loop and are
handed over together: a thread that is woken for each of them costs more than the work it is woken for.

It is a thread of its own, with a plain connection. With an asynchronous one, every statement and the commit would each
wait for a turn of the busy event loop: 45 ms for a transaction that the disk does in 4.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Executable, text

from alcove.kernel.errors import AlcoveError, StaleError
from alcove.server.incoming import encode
from alcove.server.leases import ALIVE, Leases
from alcove.server.metrics import METRICS
from alcove.server.refusals import MOVED_ON, NOT_SAVED, SHUTTING_DOWN, PerhapsSavedError, UnavailableError
from alcove.server.tables import Entry

log = logging.getLogger("alcove.server")

ROWS_FROM_JSON = (
    "INSERT INTO entries"
    " SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7"
    " FROM json_each(:rows)"
)
"""All rows in one statement. With a statement for each row, this thread and the one that serves would hand the
interpreter's lock to and fro for every row, and each time wait for it."""

OWNED_ROWS = (
    "INSERT INTO entries (table_id, version, kind, seat, action, text, reveals, at)"
    " SELECT new.table_id, new.version, new.kind, new.seat, new.action, new.text, new.reveals, new.at"
    " FROM unnest(%s::varchar[], %s::int[], %s::varchar[], %s::int[], %s::int[], %s::text[], %s::bigint[],"
    " %s::float8[], %s::int[]) AS new (table_id, version, kind, seat, action, text, reveals, at, epoch)"
    " JOIN owners ON owners.table_id = new.table_id AND owners.epoch = new.epoch AND owners.process = %s"
    f" WHERE EXISTS (SELECT 1 FROM processes WHERE id = %s AND {ALIVE})"
    " ON CONFLICT DO NOTHING"
)
"""The same where several processes share the database: a row is stored only by the owner of its table, and under a
version that nobody has used. A row that is left out was stale."""
OWNED = text(
    "SELECT 1 FROM owners JOIN processes ON processes.id = owners.process"
    f" WHERE owners.table_id = :table AND owners.epoch = :epoch AND owners.process = :me AND {ALIVE}"
    " FOR SHARE OF owners"
)
"""Whether a table is ours, until the transaction ends."""


class Filled(NamedTuple):
    """A statement that is always the same, and what is put into it. A statement with its values in it would be compiled
    anew each time, and remembered."""

    statement: Executable
    values: dict[str, Any]


class Change(NamedTuple):
    """Statements and entries that are stored together or not at all."""

    entries: tuple[Entry, ...]
    statements: Sequence[Executable | Filled]
    table: str | None
    """The table that must be ours, where there are no entries to tell."""
    stored: asyncio.Future[None]


class Writer:
    def __init__(self, engine: Engine, leases: Leases | None = None) -> None:
        self._engine = engine
        self._leases = leases
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Change] = []
        self._busy = False
        self._batches: queue.SimpleQueue[list[Change] | None] = queue.SimpleQueue()
        self._closing = False
        self.transactions = 0
        self._thread = threading.Thread(target=self._run, name="alcove-writer")
        self._thread.start()

    async def store(
        self, *entries: Entry, statements: Sequence[Executable | Filled] = (), table: str | None = None
    ) -> None:
        """Return when all of it is on the disk. Raises a StaleError if the table is another process's by now."""
        if self._closing:
            raise UnavailableError(SHUTTING_DOWN)
        stored = self._loop.create_future()
        self._gathered.append(Change(entries, statements, table, stored))
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._hand_over)  # what else happens in this round of the loop goes along
        await stored

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        self._closing = True
        if not self._busy:
            self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    def _hand_over(self) -> None:
        batch, self._gathered = self._gathered, []
        self._batches.put(batch)

    def _go_on(self, batch: list[Change], errors: list[Exception | None]) -> None:
        """The next batch first, so that the disk has something to do."""
        if self._gathered:
            self._hand_over()
        elif self._closing:
            self._batches.put(None)
        else:
            self._busy = False
        for change, error in zip(batch, errors, strict=True):
            if change.stored.done():
                continue  # whoever asked has gone; the change is stored all the same
            if error is None:
                change.stored.set_result(None)
            else:
                change.stored.set_exception(error)

    # In the thread

    def _run(self) -> None:
        with self._engine.connect() as connection:
            while (batch := self._batches.get()) is not None:
                errors = self._write(connection, batch)
                with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self._loop.call_soon_threadsafe(self._go_on, batch, errors)

    def _write(self, connection: Connection, batch: list[Change]) -> list[Exception | None]:
        error = self._try(connection, batch)
        if error is None or len(batch) == 1:
            return [error] * len(batch)
        return [self._try(connection, [change]) for change in batch]  # one is at fault: the others must not suffer

    def _try(self, connection: Connection, changes: list[Change]) -> Exception | None:
        """One transaction."""
        committing = False
        began = perf_counter()
        try:
            if self._leases is None and not any(change.statements for change in changes):
                _store_at_once(connection, _rows(changes))
            else:
                with connection.begin() as transaction:
                    self._execute(connection, changes)
                    committing = True
                    transaction.commit()
        except AlcoveError as error:
            return error
        except Exception as error:
            METRICS.failures += len(changes)
            log.error("A change could not be stored: %s", getattr(error, "orig", None) or error)
            if committing and self._leases is not None:
                return PerhapsSavedError(NOT_SAVED)  # the server may have done it before the line broke
            return UnavailableError(NOT_SAVED)
        self.transactions += 1
        METRICS.group.note(len(changes))
        METRICS.transaction.note(perf_counter() - began)
        return None

    def _execute(self, connection: Connection, changes: list[Change]) -> None:
        rows = _rows(changes)
        if self._leases is not None:
            self._check_owned(connection, self._leases, changes)
            if rows:
                self._store_owned(connection, self._leases, rows)
        elif rows:
            connection.exec_driver_sql(ROWS_FROM_JSON, _as_json(rows))
        for change in changes:
            for statement in change.statements:
                if isinstance(statement, Filled):
                    connection.execute(*statement)
                else:
                    connection.execute(statement)

    def _check_owned(self, connection: Connection, leases: Leases, changes: list[Change]) -> None:
        for table in {change.table for change in changes if change.table is not None}:
            known = {"table": table, "epoch": leases.epochs.get(table, 0), "me": leases.me}
            if connection.execute(OWNED, known).first() is None:
                raise StaleError(MOVED_ON)

    def _store_owned(self, connection: Connection, leases: Leases, rows: list[Entry]) -> None:
        columns = [list(column) for column in zip(*rows, strict=True)]
        epochs = [leases.epochs.get(table, 0) for table in columns[0]]
        stored = connection.exec_driver_sql(OWNED_ROWS, (*columns, epochs, leases.me, leases.me))
        if stored.rowcount != len(rows):
            raise StaleError(MOVED_ON)


def _rows(changes: list[Change]) -> list[Entry]:
    return [entry for change in changes for entry in change.entries]


def _as_json(rows: list[Entry]) -> dict[str, str]:
    return {"rows": encode(rows).decode()}


def _store_at_once(connection: Connection, rows: list[Entry]) -> None:
    """A single statement is a transaction of its own to SQLite: the interpreter's lock changes hands once for all of
    it, instead of at its begin, its statement and its end."""
    driver: Any = connection.connection.driver_connection
    driver.execute(ROWS_FROM_JSON, _as_json(rows))
