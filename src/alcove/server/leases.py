"""Which process has which table, where several share a database.

A process has a lease: a row that says until when it lives, by the database's clock. It renews the lease by comparing
and setting, in a thread of its own. A table belongs to the process in its row of `owners` for as long as that process
lives; whoever takes it over counts its epoch up. A process that was silent for too long has lost everything: it begins
again under a new name.

Nothing correct hangs on this. An entry is stored only by the owner of the epoch, and only under a version that nobody
has used: the primary key has the last word. Where the two disagree, the writer is refused as stale and reads the table
anew.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Float,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError

from alcove.server import database, schema
from alcove.server.questions import Questions

log = logging.getLogger("alcove.server")

RENEWALS = 4
"""How often a lease is renewed in its time."""
RETRY_SECONDS = 0.2
FORGET_SECONDS = 3600
NOW: ColumnElement[float] = literal_column("extract(epoch FROM clock_timestamp())", Float)
ALIVE = "until > extract(epoch FROM clock_timestamp())"
TAKE = text(
    "INSERT INTO owners (table_id, process, epoch)"
    " SELECT CAST(:table AS varchar), CAST(:me AS varchar), 1"
    " WHERE EXISTS (SELECT 1 FROM tables WHERE id = :table)"
    f" AND EXISTS (SELECT 1 FROM processes WHERE id = :me AND {ALIVE})"
    " ON CONFLICT (table_id) DO UPDATE SET process = excluded.process, epoch = owners.epoch + 1"
    " WHERE owners.process = excluded.process"
    f" OR NOT EXISTS (SELECT 1 FROM processes WHERE id = owners.process AND {ALIVE})"
    " RETURNING epoch"
)


class Process(NamedTuple):
    """Another process."""

    id: str
    machine: str
    door: str

    @property
    def name(self) -> str:
        return self.id.partition("-")[0]


class Leases:
    """Open it with `open`, close it with `close`. `lapsed` is called in the event loop when everything was lost."""

    def __init__(self, questions: Questions, plain: Engine, seconds: float) -> None:
        self._questions, self._plain, self.seconds = questions, plain, seconds
        self.machine, self.door = machine_name(), ""
        self.name = secrets.token_hex(8)
        """What this process is called for as long as it lives."""
        self.me = ""
        """... and in the database, until the lease lapses."""
        self._lives = 0
        self.epochs: dict[str, int] = {}
        """The tables that this process has, each with its epoch."""
        self.lapsed: Callable[[], None] = lambda: None
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="alcove-lease")

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._register)
        self._thread.start()

    async def close(self) -> None:
        """Let others take over at once."""
        self._end.set()
        await asyncio.to_thread(self._thread.join)
        with suppress(DBAPIError):
            await asyncio.to_thread(self._leave)

    async def take(self, table: str) -> bool:
        """Own a table, if it is free. Whoever has it now reads it anew."""
        taken = await self._questions.first(TAKE.bindparams(table=table, me=self.me))
        if taken is None:
            self.epochs.pop(table, None)
            return False
        self.epochs[table] = taken.epoch
        return True

    async def last_owner(self, table: str) -> str | None:
        """The process that had a table last, whether it lives or not."""
        found = await self._questions.first(select(schema.owners.c.process).where(schema.owners.c.table_id == table))
        return None if found is None else found.process

    async def owner(self, table: str) -> Process | None:
        """The process that has a table, if it lives and is another one."""
        processes, owners = schema.processes.c, schema.owners.c
        query = (
            select(processes.id, processes.machine, processes.door)
            .join(schema.owners, owners.process == processes.id)
            .where(owners.table_id == table, processes.until > NOW, processes.id != self.me)
        )
        found = await self._questions.first(query)
        return None if found is None else Process(*found)

    async def open_door(self, path: str) -> None:
        """Say where others on this machine may hand over connections."""
        self.door = path
        mine = schema.processes.c.id == self.me
        await self._questions.rows(update(schema.processes).where(mine).values(door=path))

    async def count(self) -> int:
        """How many processes live."""
        query = select(func.count()).select_from(schema.processes).where(schema.processes.c.until > NOW)
        return await self._questions.number(query)

    async def release(self, table: str) -> None:
        """Let whoever asks next have it."""
        self.drop(table)
        mine = schema.owners.c.table_id == table, schema.owners.c.process == self.me
        await self._questions.rows(update(schema.owners).where(*mine).values(process=""))

    def own_new(self, table: str) -> Any:
        """The statement that makes a new table ours."""
        self.epochs[table] = 1
        return insert(schema.owners).values(table_id=table, process=self.me, epoch=1)

    def drop(self, table: str) -> None:
        self.epochs.pop(table, None)

    # In the thread

    def _register(self) -> None:
        self._lives += 1
        me, until = f"{self.name}-{self._lives}", NOW + self.seconds
        with self._answered() as connection:
            connection.execute(delete(schema.processes).where(schema.processes.c.until < NOW - FORGET_SECONDS))
            row = {"id": me, "machine": self.machine, "door": self.door}
            connection.execute(insert(schema.processes).values(**row, until=until))
        self.me = me

    def _keep(self) -> None:
        wait = self.seconds / RENEWALS
        while not self._end.wait(wait):
            try:
                with self._answered() as connection:
                    held = self._renew(connection)
                if not held:
                    self._begin_again()
                wait = self.seconds / RENEWALS
            except DBAPIError as error:
                log.warning("The lease could not be renewed: %s", error.orig)
                wait = min(RETRY_SECONDS, self.seconds / RENEWALS)

    def _renew(self, connection: Connection) -> bool:
        mine = schema.processes.c.id == self.me, schema.processes.c.until > NOW
        renewed = update(schema.processes).where(*mine).values(until=NOW + self.seconds)
        return connection.execute(renewed).rowcount == 1

    def _begin_again(self) -> None:
        log.warning("The lease has lapsed: other processes may have taken over")
        self._register()
        self._loop.call_soon_threadsafe(self._lapse)

    def _lapse(self) -> None:
        self.epochs.clear()
        self.lapsed()

    def _leave(self) -> None:
        with self._answered() as connection:
            connection.execute(delete(schema.processes).where(schema.processes.c.id == self.me))

    @contextmanager
    def _answered(self) -> Iterator[Connection]:
        """A connection that is cut when no answer comes."""
        with self._plain.begin() as connection:
            driver = connection.connection.driver_connection
            deadline = threading.Timer(database.ANSWER_SECONDS, database.cut, [driver])
            deadline.start()
            try:
                yield connection
            finally:
                deadline.cancel()
                deadline.join()


def machine_name() -> str:
    """What tells this machine from others; a container counts as one of its own."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:36] + socket.gethostname()[:28]
    return socket.gethostname()[:64]
