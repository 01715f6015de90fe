"""What is kept for notifications about a person: handed out, or deleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, delete, select

from alcove.server import schema

channels, owed, wishes = schema.channels, schema.owed, schema.notification_wishes


def export_channels(connection: Connection, person: str) -> dict[str, Any]:
    """All of it, ready for JSON."""
    shown = channels.c.kind, channels.c.address, channels.c.language, channels.c.state, channels.c.changed
    told = select(owed.c.table_id, owed.c.event, owed.c.at, owed.c.sent).join(
        channels, and_(channels.c.id == owed.c.channel, channels.c.holder == person)
    )
    wanted = select(wishes.c.table_id, wishes.c.events).where(wishes.c.holder == person)
    return {
        "channels": [one._asdict() for one in connection.execute(select(*shown).where(channels.c.holder == person))],
        "wishes": [one._asdict() for one in connection.execute(wanted)],
        "told": [one._asdict() for one in connection.execute(told)],
    }


def forget_channels(connection: Connection, people: Sequence[str]) -> None:
    theirs = select(channels.c.id).where(channels.c.holder.in_(people))
    connection.execute(delete(owed).where(owed.c.channel.in_(theirs)))
    connection.execute(delete(channels).where(channels.c.holder.in_(people)))
    connection.execute(delete(wishes).where(wishes.c.holder.in_(people)))
