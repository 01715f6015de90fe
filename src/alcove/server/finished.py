"""The finished games of somebody, as the database is asked for them."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Select, String, cast, func, select, tuple_

from alcove.server import schema
from alcove.server.questions import Found, Rows
from alcove.server.stored import FinishedTable, Past, finished_table


def games_of(holder: str, last: Found | None) -> Select[Any]:
    """Newest first, with the seats that were held and how well each has decided; those after the last one known."""
    tables, holders = schema.tables.c, schema.holders.c
    query = (
        select(
            schema.tables,
            schema.analyses.c.accuracy,
            func.aggregate_strings(cast(holders.seat, String), ",").label("held"),
        )
        .join(schema.holders, tables.id == holders.table_id)
        .outerjoin(schema.analyses, tables.id == schema.analyses.c.table_id)
        .where(holders.holder == holder, tables.ended.is_not(None))
        .group_by(tables.id, schema.analyses.c.accuracy)
        .order_by(tables.ended.desc(), tables.id.desc())
    )
    return query if last is None else query.where(tuple_(tables.ended, tables.id) < (last.ended, last.id))


def read(rows: Rows) -> list[Past]:
    found = [(finished_table(row), row.accuracy, row.origin is not None) for row in rows]
    return [
        Past(table, {} if accuracy is None else msgspec.json.decode(accuracy, type=dict[int, float]), tried)
        for table, accuracy, tried in found
        if isinstance(table, FinishedTable)
    ]
