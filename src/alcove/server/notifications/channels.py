"""What is kept of channels, of wishes, and of what is owed: read from the database, written by the writer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import case, delete, func, insert, or_, select, text, update

from alcove.kernel.errors import StaleError
from alcove.server import schema
from alcove.server.notifications.events import Event, Kind, State, read_events, write_events
from alcove.server.questions import Questions
from alcove.server.writer import Decisive, Filled, Statement, Writer

CLAIM_SECONDS = 60.0
"""For so long nobody else sends on a channel. It is longer than any sending takes."""
KEPT_SECONDS = 100 * 24 * 3600.0
"""For so long it is remembered what was sent: longer than any move may take."""
MOST_TOGETHER = 40
"""Events in one message."""
WISH = text(
    "INSERT INTO notification_wishes (holder, table_id, events, changed) VALUES (:holder, :table, :events, :changed)"
    " ON CONFLICT (holder, table_id) DO UPDATE SET events = excluded.events, changed = excluded.changed"
)
KEEP_KEY = text("INSERT INTO push_keys (name, value) VALUES ('vapid', :value) ON CONFLICT DO NOTHING")

channels, owed, wishes = schema.channels, schema.owed, schema.notification_wishes


class Channel(NamedTuple):
    """A way on which somebody is told of their games."""

    id: str
    holder: str
    kind: Kind
    address: str
    digest: str
    language: str
    origin: str
    state: State
    why: str | None = None
    code: str | None = None
    code_until: float = 0.0
    guesses: int = 0
    failures: int = 0
    rests_until: float = 0.0
    busy_until: float = 0.0
    changed: float = 0.0


class Owed(NamedTuple):
    """Something to be told of a table."""

    table: str
    event: Event
    mark: int
    who: str
    at: float
    game: str
    names: list[str]
    """The other people at the table."""
    seats: frozenset[int]
    """The seats of whoever is told."""


def digest_of(kind: str, address: str) -> str:
    return hashlib.sha256(f"{kind} {address}".encode()).hexdigest()


class Channels:
    def __init__(self, questions: Questions, writer: Writer) -> None:
        self.questions, self._writer = questions, writer

    # Channels

    async def of(self, holder: str) -> list[Channel]:
        return await self._find(channels.c.holder == holder)

    async def one(self, channel: str) -> Channel | None:
        found = await self._find(channels.c.id == channel)
        return found[0] if found else None

    async def _find(self, where: Any) -> list[Channel]:
        rows = await self.questions.rows(select(channels).where(where).order_by(channels.c.changed, channels.c.id))
        return [Channel(*row) for row in rows]

    async def add(self, channel: Channel) -> None:
        """A browser that gets pushes belongs to whoever was there last."""
        others = channels.c.holder == channel.holder
        gone = or_(others, channels.c.kind == "push")
        statements: list[Statement] = [
            *self._deleting(channels.c.digest == channel.digest, gone),
            insert(channels).values(**channel._asdict()),
        ]
        await self._writer.store(statements=statements)

    async def change(self, channel: str, now: float, **values: Any) -> None:
        one = update(channels).where(channels.c.id == channel)
        statements: list[Statement] = [one.values(changed=now, **values)]
        if values.get("state") == "off":
            statements.append(delete(owed).where(owed.c.channel == channel, owed.c.sent.is_(None)))
        await self._writer.store(statements=statements)

    async def guess(self, channel: str) -> None:
        """Somebody tries a code: counted before it is compared."""
        one = update(channels).where(channels.c.id == channel)
        await self._writer.store(statements=[one.values(guesses=channels.c.guesses + 1)])

    async def delete(self, channel: str) -> None:
        await self._writer.store(statements=self._deleting(channels.c.id == channel))

    @staticmethod
    def _deleting(*where: Any) -> list[Statement]:
        gone = select(channels.c.id).where(*where)
        return [delete(owed).where(owed.c.channel.in_(gone)), delete(channels).where(*where)]

    # Wishes

    async def wish(self, holder: str, table: str, events: Iterable[Event] | None, now: float) -> None:
        """What somebody wants to hear of a table, or of all (an empty name); None for what is usual."""
        if events is None:
            gone = delete(wishes).where(wishes.c.holder == holder, wishes.c.table_id == table)
            await self._writer.store(statements=[gone])
            return
        values = {"holder": holder, "table": table, "events": write_events(events), "changed": now}
        await self._writer.store(statements=[Filled(WISH, values)])

    async def wishes_of(self, holder: str) -> dict[str, frozenset[Event]]:
        query = select(wishes.c.table_id, wishes.c.events).where(wishes.c.holder == holder)
        return {row.table_id: read_events(row.events) for row in await self.questions.rows(query)}

    # What is owed

    async def due(self, now: float, most: int) -> list[Channel]:
        """Channels on which something can be sent now."""
        waiting = select(owed.c.channel).where(owed.c.sent.is_(None), owed.c.due <= now)
        free = channels.c.rests_until <= now, channels.c.busy_until <= now, channels.c.state == "on"
        rows = await self.questions.rows(select(channels).where(channels.c.id.in_(waiting), *free).limit(most))
        return [Channel(*row) for row in rows]

    async def next_moment(self, until: float) -> float | None:
        """When the next channel can be used, if that is before a moment."""
        due, rests, busy = owed.c.due, channels.c.rests_until, channels.c.busy_until
        moment = case((due >= rests, case((due >= busy, due), else_=busy)), (rests >= busy, rests), else_=busy)
        query = select(func.min(moment)).join(channels, channels.c.id == owed.c.channel)
        rows = await self.questions.column(query.where(owed.c.sent.is_(None), due <= until, channels.c.state == "on"))
        return rows[0] if rows else None

    async def claim(self, channel: str, now: float) -> bool:
        """Whether the channel is ours for a while."""
        free = update(channels).where(channels.c.id == channel, channels.c.busy_until <= now, channels.c.state == "on")
        try:
            await self._writer.store(statements=[Decisive(free.values(busy_until=now + CLAIM_SECONDS))])
        except StaleError:
            return False
        return True

    async def release(self) -> None:
        """Nobody else is there who could be sending: what a process that was killed had claimed is free again."""
        await self._writer.store(statements=[update(channels).where(channels.c.busy_until > 0).values(busy_until=0.0)])

    async def owed_on(self, channel: Channel, until: float) -> list[Owed]:
        """What is to be told, oldest first."""
        tables, holders = schema.tables, schema.holders
        query = select(owed, tables.c.game, tables.c.seats).join(tables, tables.c.id == owed.c.table_id)
        query = query.where(owed.c.channel == channel.id, owed.c.sent.is_(None), owed.c.due <= until)
        rows = await self.questions.rows(query.order_by(owed.c.at).limit(MOST_TOGETHER))
        ids = [row.table_id for row in rows]
        held = select(holders.c.table_id, holders.c.seat)
        held = held.where(holders.c.holder == channel.holder, holders.c.table_id.in_(ids))
        seats: dict[str, set[int]] = {}
        for table, seat in await self.questions.rows(held):
            seats.setdefault(table, set()).add(seat)
        return [_owed(row, frozenset(seats.get(row.table_id, ()))) for row in rows]

    async def sent(self, channel: str, told: Sequence[Owed], now: float, rests_until: float) -> None:
        """It has arrived: nothing of it is sent again."""
        free = update(channels).where(channels.c.id == channel)
        statements: list[Statement] = [free.values(busy_until=0.0, failures=0, rests_until=rests_until)]
        statements += [_row(update(owed), channel, one).values(sent=now) for one in told]
        await self._writer.store(statements=statements)

    async def drop(self, channel: str, untrue: Sequence[Owed]) -> None:
        """It is not true any more, or nobody wants to hear it."""
        await self._writer.store(statements=[_row(delete(owed), channel, one) for one in untrue])

    async def put_off(self, channel: str, one: Owed, due: float) -> None:
        await self._writer.store(statements=[_row(update(owed), channel, one).values(due=due)])

    async def leave(self, channel: str, **values: Any) -> None:
        """Nothing was sent for now."""
        await self._writer.store(
            statements=[update(channels).where(channels.c.id == channel).values(busy_until=0.0, **values)]
        )

    async def tidy(self, now: float) -> None:
        await self._writer.store(statements=[delete(owed).where(owed.c.sent < now - KEPT_SECONDS)])

    # The key by which push services know this server

    async def push_key(self, make: Callable[[], str]) -> str:
        """The one that there is, or a new one from now on."""
        query = select(schema.push_keys.c.value).where(schema.push_keys.c.name == "vapid")
        if not await self.questions.column(query):
            await self._writer.store(statements=[Filled(KEEP_KEY, {"value": make()})])
        (found,) = await self.questions.column(query)
        return str(found)


def _row(statement: Any, channel: str, one: Owed) -> Any:
    """One that is owed, as it was read: what has become of the event since is another one."""
    same = owed.c.channel == channel, owed.c.table_id == one.table, owed.c.event == one.event
    return statement.where(*same, owed.c.mark == one.mark, owed.c.sent.is_(None))


def _owed(row: Any, seats: frozenset[int]) -> Owed:
    sat = json.loads(row.seats)
    names = [one["name"] for seat, one in enumerate(sat) if one["kind"] == "human" and seat not in seats]
    return Owed(row.table_id, row.event, row.mark, row.who, row.at, row.game, names, seats)
