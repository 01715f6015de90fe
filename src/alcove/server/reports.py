"""What people report to the owner: names, and lines of chat. It goes into the log and onto the owner's page.

What is reported is taken from the table, never from whoever reports it, and who that was is not kept.
"""

from __future__ import annotations

import hashlib
import logging
import time
from typing import Literal, NamedTuple

from sqlalchemy import delete, func, select, text

from alcove.server import schema
from alcove.server.holders import Visitor
from alcove.server.limit_settings import Limits
from alcove.server.limits import Buckets
from alcove.server.logs import fields
from alcove.server.owner_shapes import Report
from alcove.server.questions import Questions
from alcove.server.refusals import NO_REPORT, NotFoundError
from alcove.server.writer import Filled, Writer

log = logging.getLogger("alcove.server")

HOUR = 3600
LISTED = 100
KEEP = text(
    "INSERT INTO reports (id, table_id, seat, kind, name, text, at)"
    " VALUES (:id, :table_id, :seat, :kind, :name, :text, :at) ON CONFLICT DO NOTHING"
)
"""The same thing is reported once, whoever else finds it bad."""
KEEP_NEWEST = text("DELETE FROM reports WHERE id NOT IN (SELECT id FROM reports ORDER BY at DESC LIMIT :most)")


class Reported(NamedTuple):
    table: str
    kind: Literal["chat", "name", "watcher"]
    seat: int | None
    name: str
    text: str

    @property
    def id(self) -> str:
        return hashlib.sha256(repr(tuple(self)).encode()).hexdigest()[:32]


class Reports:
    def __init__(self, questions: Questions, writer: Writer, limits: Limits) -> None:
        self._questions, self._writer, self._most = questions, writer, limits.reports_kept
        self._by_person = Buckets(limits.reports_per_hour / HOUR, limits.reports_per_hour)
        self._by_address = Buckets(limits.address_reports_per_hour / HOUR, limits.address_reports_per_hour)

    async def add(self, visitor: Visitor, reported: Reported) -> None:
        self._by_person.take(visitor.person)
        self._by_address.take(visitor.address)
        values = {"id": reported.id, "table_id": reported.table, "seat": reported.seat, "kind": reported.kind}
        row = Filled(KEEP, {**values, "name": reported.name, "text": reported.text, "at": time.time()})
        await self._writer.store(statements=[row, Filled(KEEP_NEWEST, {"most": self._most})])
        about = fields(table=reported.table, kind=reported.kind, name=repr(reported.name), text=repr(reported.text))
        log.warning("Something was reported", extra=about)

    async def count(self) -> int:
        return await self._questions.number(select(func.count()).select_from(schema.reports))

    async def newest(self) -> list[Report]:
        rows = await self._questions.rows(select(schema.reports).order_by(schema.reports.c.at.desc()).limit(LISTED))
        return [Report(row.id, row.table_id, row.seat, row.kind, row.name, row.text, row.at) for row in rows]

    async def dismiss(self, report: str) -> None:
        known = schema.reports.c
        if await self._questions.first(select(known.id).where(known.id == report)) is None:
            raise NotFoundError(NO_REPORT)
        await self._writer.store(statements=[delete(schema.reports).where(known.id == report)])
