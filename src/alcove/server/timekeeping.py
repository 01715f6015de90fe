"""What is kept in the database of the server's time: signs of life, and when it was away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import func, select, text

from alcove.server import schema
from alcove.server.leases import NOW
from alcove.server.questions import Questions
from alcove.server.writer import Filled, Writer

EVERYWHERE = ""
KEEP = text("INSERT INTO absences (table_id, since, until) VALUES (:table_id, :since, :until) ON CONFLICT DO NOTHING")
SIGN = text(
    "INSERT INTO signs (process, at) VALUES (:process, :at)"
    " ON CONFLICT (process) DO UPDATE SET at = excluded.at WHERE excluded.at > signs.at"
)


class Absence(NamedTuple):
    """When the server was away from a table, or from all of them, in seconds since 1970."""

    table: str
    since: float
    until: float

    def statement(self) -> Filled:
        return Filled(KEEP, {"table_id": self.table, "since": self.since, "until": self.until})


class Timekeeping:
    def __init__(self, questions: Questions, writer: Writer) -> None:
        self._questions, self._writer = questions, writer

    async def has_clocks(self) -> bool:
        """Whether time counts at a table that is not over."""
        tables = schema.tables.c
        query = select(tables.id).where(tables.time.is_not(None), tables.ended.is_(None)).limit(1)
        return await self._questions.first(query) is not None

    async def database_time(self) -> float:
        """The clock that all processes share."""
        row = await self._questions.first(select(NOW.label("now")))
        assert row is not None
        return float(row.now)

    async def last_sign(self) -> float | None:
        row = await self._questions.first(select(func.max(schema.signs.c.at).label("at")))
        return None if row is None else row.at

    async def sign_of(self, process: str) -> float | None:
        row = await self._questions.first(select(schema.signs.c.at).where(schema.signs.c.process == process))
        return None if row is None else row.at

    async def sign(self, process: str, at: float, absences: Iterable[Absence]) -> None:
        """A sign of life, together with what was noticed since the last one."""
        statements = [absence.statement() for absence in absences]
        await self._writer.store(statements=[*statements, Filled(SIGN, {"process": process, "at": at})])

    async def keep(self, absences: Sequence[Absence]) -> None:
        statements = [absence.statement() for absence in absences if absence.since < absence.until]
        if statements:
            await self._writer.store(statements=statements)
