"""What is kept in the database of tables that everybody may find: since when, and when somebody was last there."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import and_, delete, func, insert, or_, select, update

from alcove.kernel.errors import AlcoveError
from alcove.kernel.game import games
from alcove.kernel.time_control import TimeControl
from alcove.server import schema
from alcove.server.incoming import TimeControl as ToldControl
from alcove.server.lobby_shapes import OpenSeat, OpenTable
from alcove.server.questions import Questions
from alcove.server.settings import Settings
from alcove.server.stored import read_options, read_seats
from alcove.server.writer import Writer

HERE_SECONDS = 60.0
"""How long somebody counts as being at a table after the last sign of it: its process may have been killed."""


def opened(table: str, now: float) -> Any:
    """Whoever has opened it comes in a moment."""
    return insert(schema.openings).values(table_id=table, since=now, seen=now, here=1)


def closed(table: str) -> Any:
    return delete(schema.openings).where(schema.openings.c.table_id == table)


def told_table(row: Any, here: bool) -> OpenTable | None:
    """A table as it is listed; None for one that is damaged."""
    try:
        return OpenTable(
            id=row.id,
            game=row.game,
            options=read_options(row.options),
            seats=[OpenSeat(at.kind, at.name, at.level) for at in read_seats(row.seats)],
            time=None if row.time is None else ToldControl.of(TimeControl.read(row.time)),
            since=row.since,
            here=here,
            locked=row.password is not None,
        )
    except (msgspec.MsgspecError, AlcoveError):
        return None


def _is_here(row: Any, now: float) -> bool:
    return bool(row.here) and row.seen > now - HERE_SECONDS


class Openings:
    def __init__(self, questions: Questions, writer: Writer, settings: Settings) -> None:
        self._questions, self._writer, self._settings = questions, writer, settings

    async def listed(self) -> list[OpenTable]:
        """Tables that wait where somebody is or was not long ago, the newest first."""
        now, openings, tables = time.time(), schema.openings.c, schema.tables.c
        query = (
            select(schema.openings, tables.id, tables.game, tables.options, tables.seats, tables.time, tables.password)
            .join(schema.tables, tables.id == openings.table_id)
            .where(self._is_listed(now), tables.ended.is_(None), tables.game.in_(games()))
            .order_by(openings.since.desc(), tables.id)
            .limit(self._settings.limits.open_tables)
        )
        return [
            one for row in await self._questions.rows(query) if (one := told_table(row, _is_here(row, now))) is not None
        ]

    def _is_listed(self, now: float) -> Any:
        """Who plays by correspondence need not be there."""
        seen, settings = schema.openings.c.seen, self._settings
        by_mail = and_(schema.tables.c.time.like("correspondence%"), seen > now - settings.open_away_correspondence)
        return or_(seen > now - settings.open_away, by_mail)

    async def is_open(self, table: str) -> bool:
        query = select(schema.openings.c.seen).where(schema.openings.c.table_id == table)
        return await self._questions.first(query) is not None

    async def count(self, host: str) -> int:
        """How many open tables one person has."""
        openings, tables = schema.openings.c, schema.tables.c
        query = select(func.count()).select_from(schema.openings)
        query = query.join(schema.tables, tables.id == openings.table_id)
        return await self._questions.number(query.where(tables.creator == host, self._is_listed(time.time())))

    async def set(self, table: str, is_open: bool) -> None:
        statements = [closed(table)] + ([opened(table, time.time())] if is_open else [])
        await self._writer.store(statements=statements, table=table)

    async def note_seen(self, tables: Iterable[str], here: bool) -> None:
        """Somebody who sits at these tables is there, or has just left."""
        openings = schema.openings
        seen = update(openings).where(openings.c.table_id.in_(list(tables)))
        await self._writer.store(statements=[seen.values(seen=time.time(), here=int(here))])
