"""How servers that run hear of what was done to their database from outside.

Whoever changes tables behind a server's back leaves a note: the ids of the tables, or nothing for all of them. Every
server looks for new notes once a second, and reads those tables anew. While a database is being replaced, a note asks
for a pause: no table is opened until it is gone. Servers themselves leave notes of whose seats are another's from now
on, whose devices have changed, and that some are let in no more.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from alcove.server import schema
from alcove.server.questions import Questions

log = logging.getLogger("alcove.server")

LOOK_SECONDS = 1.0
NOTICED_SECONDS = 2.5
"""After so long every server has seen a note and done what it says."""
KEPT_SECONDS = 3600
PAUSE_SECONDS = 600
"""A pause ends after that, whatever has become of whoever asked for it."""
TABLES_IN_ONE = 500
PAUSE = "pause"
PEOPLE = "people:"
"""What a note about people begins with."""
MEMBERS = "members"


Changed = Callable[[Iterable[str] | None], None]


def leave_note(connection: Connection, tables: Iterable[str] | None) -> None:
    """Tell servers that these tables have changed, or all of them."""
    notices, ids = schema.notices, None if tables is None else list(tables)
    connection.execute(delete(notices).where(notices.c.at < time.time() - KEPT_SECONDS))
    if ids is None:
        connection.execute(insert(notices).values(**_note("")))
    else:
        for first in range(0, len(ids), TABLES_IN_ONE):
            connection.execute(insert(notices).values(**_note(",".join(ids[first : first + TABLES_IN_ONE]))))


def people_notes(before: str, after: str = "") -> list[Any]:
    """The statements that tell servers: who was known as `before` is `after` now; if that is nothing, some of their
    devices were signed out."""
    return _leaving(f"{PEOPLE}{before}:{after}")


def member_notes() -> list[Any]:
    """The statements that tell servers: some of those whom an invitation let in are let in no more."""
    return _leaving(MEMBERS)


def _leaving(note: str) -> list[Any]:
    notices = schema.notices
    old = delete(notices).where(notices.c.at < time.time() - KEPT_SECONDS)
    return [old, insert(notices).values(**_note(note))]


def ask_for_pause(connection: Connection) -> None:
    connection.execute(insert(schema.notices).values(**_note(PAUSE)))


def end_pause(connection: Connection) -> None:
    connection.execute(delete(schema.notices).where(schema.notices.c.tables == PAUSE))
    leave_note(connection, None)


def _note(tables: str) -> dict[str, Any]:
    return {"id": secrets.token_hex(16), "tables": tables, "at": time.time()}


class Notices:
    """The notes that a server has seen. `changed` is called in the event loop with ids, or None for all; `people` with
    who somebody was and is, `members` when some are let in no more."""

    def __init__(
        self,
        questions: Questions,
        changed: Changed,
        people: Callable[[str, str], None],
        members: Callable[[], None],
    ) -> None:
        self._questions, self._changed, self._people, self._members = questions, changed, people, members
        self._seen: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self.paused = False

    async def start(self) -> None:
        self._seen = set(await self._ids())
        self._task = asyncio.create_task(self._keep_looking())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._look()
            except Exception as error:  # a database that is gone for a while, or being replaced
                log.debug("Notes could not be read: %r", error)

    async def _look(self) -> None:
        present = set(await self._ids())
        for note in await self._texts(present - self._seen):
            if note.startswith(PEOPLE):
                before, _, after = note.removeprefix(PEOPLE).partition(":")
                self._people(before, after)
            elif note == MEMBERS:
                self._members()
            else:
                self._changed(None if note in ("", PAUSE) else note.split(","))
        self._seen = present
        self.paused = await self._is_pause() if present else False

    async def _ids(self) -> list[str]:
        return await self._questions.column(select(schema.notices.c.id))

    async def _texts(self, ids: set[str]) -> list[str]:
        if not ids:
            return []
        return await self._questions.column(select(schema.notices.c.tables).where(schema.notices.c.id.in_(ids)))

    async def _is_pause(self) -> bool:
        notices = schema.notices.c
        fresh = notices.at > time.time() - PAUSE_SECONDS
        query = select(notices.id).where(notices.tables == PAUSE, fresh).limit(1)
        return await self._questions.first(query) is not None
