"""People whom somebody has shared a table with, and whose invitations they do not want.

Nobody is told who another is: a companion is known by the name they used last, and by a handle that means something to
one person alone.
"""

from __future__ import annotations

import base64
import hmac

from sqlalchemy import and_, delete, func, select, text

from alcove.server import schema
from alcove.server.lobby_shapes import Companion
from alcove.server.questions import Questions
from alcove.server.refusals import NO_COMPANION, NotFoundError
from alcove.server.stored import read_seats
from alcove.server.writer import Filled, Statement, Writer

SEATS_READ = 1000
"""The newest seats of others that are looked at."""
LISTED = 100
HANDLE_BYTES = 10
BLOCK = text("INSERT INTO blocks (holder, blocked) VALUES (:holder, :blocked) ON CONFLICT DO NOTHING")


def handle_of(key: bytes, viewer: str, other: str) -> str:
    mac = hmac.digest(key, f"companion {viewer} {other}".encode(), "sha256")
    return base64.b32encode(mac[:HANDLE_BYTES]).decode().lower()


class Companions:
    def __init__(self, questions: Questions, writer: Writer, key: bytes) -> None:
        self._questions, self._writer, self._key = questions, writer, key

    async def of(self, holder: str) -> dict[str, Companion]:
        """Everybody somebody has sat with, by who they are; those of the newest tables first."""
        blocked = set(await self._blocked_by(holder))
        found: dict[str, Companion] = {}
        for other, seat, seats, at in await self._shared_seats(holder):
            known = found.get(other)
            if known is not None:
                known.games += 1
            elif len(found) < LISTED:
                name = read_seats(seats)[seat].name
                found[other] = Companion(handle_of(self._key, holder, other), name, 1, at, other in blocked)
        return found

    async def _shared_seats(self, holder: str) -> list[tuple[str, int, str, float]]:
        """Seats of others at somebody's tables. Who holds the very same seat is the same person."""
        mine, theirs, same = (schema.holders.alias() for _ in range(3))
        tables = schema.tables.c
        at = func.coalesce(tables.ended, tables.created)
        own = select(same.c.seat).where(
            same.c.holder == holder, same.c.table_id == theirs.c.table_id, same.c.seat == theirs.c.seat
        )
        query = (
            select(theirs.c.holder, func.min(theirs.c.seat), tables.seats, at.label("at"))
            .join(mine, and_(mine.c.table_id == theirs.c.table_id, mine.c.holder == holder))
            .join(schema.tables, tables.id == theirs.c.table_id)
            .where(theirs.c.holder != holder, ~own.exists())
            .group_by(theirs.c.holder, tables.id, tables.seats, at)
            .order_by(at.desc(), tables.id)
            .limit(SEATS_READ)
        )
        return [(row[0], row[1], row[2], row[3]) for row in await self._questions.rows(query)]

    async def find(self, holder: str, handle: str) -> str:
        """Whom somebody means by a handle."""
        for other, companion in (await self.of(holder)).items():
            if hmac.compare_digest(companion.handle.encode(), handle.encode()):
                return other
        raise NotFoundError(NO_COMPANION)

    def handle(self, viewer: str, other: str) -> str:
        return handle_of(self._key, viewer, other)

    async def blocks(self, holder: str, other: str) -> bool:
        known = schema.blocks.c
        query = select(known.holder).where(known.holder == holder, known.blocked == other)
        return await self._questions.first(query) is not None

    async def _blocked_by(self, holder: str) -> list[str]:
        return await self._questions.column(select(schema.blocks.c.blocked).where(schema.blocks.c.holder == holder))

    async def block(self, holder: str, other: str, yes: bool) -> None:
        """Want no more invitations of somebody, neither present nor future ones; or want them again."""
        known, waiting = schema.blocks.c, schema.invitations.c
        statements: list[Statement]
        if yes:
            gone = delete(schema.invitations).where(waiting.holder == holder, waiting.sender == other)
            statements = [Filled(BLOCK, {"holder": holder, "blocked": other}), gone]
        else:
            statements = [delete(schema.blocks).where(known.holder == holder, known.blocked == other)]
        await self._writer.store(statements=statements)
