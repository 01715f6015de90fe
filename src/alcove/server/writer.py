"""Persist, then acknowledge: one thread writes for all tables, many changes in one transaction.

While one transaction is on its way to the disk, the next changes gather. So the busier the server, the more changes
share a transaction, and a change waits for at most two of them.

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
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, Executable, insert, text
from sqlalchemy.exc import SQLAlchemyError

from alcove.server import schema
from alcove.server.messages import encode
from alcove.server.refusals import NOT_SAVED, SHUTTING_DOWN, UnavailableError
from alcove.server.tables import Entry

log = logging.getLogger("alcove.server")

ROWS_FROM_JSON = text(
    "INSERT INTO entries SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7"
    " FROM json_each(:rows)"
)
"""All rows in one statement. With a statement for each row, this thread and the one that serves would hand the
interpreter's lock to and fro for every row, and each time wait for it."""


@dataclass
class Change:
    """Statements and entries that are stored together or not at all."""

    entries: tuple[Entry, ...]
    statements: Sequence[Executable]
    stored: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Writer:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._in_one_statement = engine.dialect.name == "sqlite"
        self._loop = asyncio.get_running_loop()
        self._waiting: queue.SimpleQueue[Change | None] = queue.SimpleQueue()
        self._closing = False
        self.transactions = 0
        self._thread = threading.Thread(target=self._run, name="alcove-writer")
        self._thread.start()

    async def store(self, *entries: Entry, statements: Sequence[Executable] = ()) -> None:
        """Return when all of it is on the disk."""
        if self._closing:
            raise UnavailableError(SHUTTING_DOWN)
        change = Change(entries, statements)
        self._waiting.put(change)
        await change.stored

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        self._closing = True
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        with self._engine.connect() as connection:
            while (changes := self._gather()) is not None:
                self._write(connection, changes)

    def _gather(self) -> list[Change] | None:
        """All that waits now; None when there is nothing more to come."""
        first = self._waiting.get()
        if first is None:
            return None
        changes = [first]
        with contextlib.suppress(queue.Empty):
            while (change := self._waiting.get_nowait()) is not None:
                changes.append(change)
            self._waiting.put(None)
        return changes

    def _write(self, connection: Connection, changes: list[Change]) -> None:
        try:
            with connection.begin():
                self._execute(connection, changes)
        except (SQLAlchemyError, OSError) as error:
            if len(changes) > 1:  # one of them is at fault: the others must not suffer
                for change in changes:
                    self._write(connection, [change])
                return
            log.error("A change could not be stored: %s", error)
            self._answer(changes, UnavailableError(NOT_SAVED))
        except BaseException:
            self._answer(changes, UnavailableError(NOT_SAVED))
            raise
        else:
            self.transactions += 1
            self._answer(changes, None)

    def _execute(self, connection: Connection, changes: list[Change]) -> None:
        for change in changes:
            for statement in change.statements:
                connection.execute(statement)
        rows = [entry for change in changes for entry in change.entries]
        if rows and self._in_one_statement:
            connection.execute(ROWS_FROM_JSON, {"rows": encode(rows).decode()})
        elif rows:
            connection.execute(insert(schema.entries), [_as_row(entry) for entry in rows])

    def _answer(self, changes: list[Change], error: Exception | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(_resolve, changes, error)


def _resolve(changes: list[Change], error: Exception | None) -> None:
    for change in changes:
        if change.stored.done():
            continue  # whoever asked has gone; the change is stored all the same
        if error is None:
            change.stored.set_result(None)
        else:
            change.stored.set_exception(error)


def _as_row(entry: Entry) -> dict[str, Any]:
    row = entry._asdict()
    row["table_id"] = row.pop("table")
    return row
