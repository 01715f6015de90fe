"""Who wants to be told of what, in memory: a move asks it, and most moves concern nobody who does."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import select

from alcove.server import schema
from alcove.server.notifications.events import EVENTS, Event, read_events
from alcove.server.questions import Questions

EVERYWHERE = ""
OVERLAP_SECONDS = 5.0
"""What was changed so long before the last look is looked at again: it may have been stored a little later."""


@dataclass
class Subscriber:
    on: bool = False
    """Whether a channel counts."""
    broken: int = 0
    """Channels that were switched off because nothing could be delivered."""
    wishes: dict[str, frozenset[Event]] = field(default_factory=dict)
    """By table; of all others under an empty name."""

    def usual(self) -> frozenset[Event]:
        return self.wishes.get(EVERYWHERE, frozenset(EVENTS))

    def wants(self, table: str, event: Event) -> bool:
        return event in self.wishes.get(table, self.usual())


NOBODY = Subscriber()


class Subscribers:
    """Those who have a channel. What is stored decides; this only says whom to ask about."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._known: dict[str, Subscriber] = {}
        self._seen = 0.0

    def of(self, holder: str) -> Subscriber:
        return self._known.get(holder, NOBODY)

    def has(self, holder: str) -> bool:
        """Whether anything can be owed to somebody."""
        return holder in self._known and self._known[holder].on

    @property
    def none(self) -> bool:
        return not self._known

    async def open(self, now: float) -> None:
        self._seen = now
        await self._read(await self._questions.column(select(schema.channels.c.holder).distinct()))

    async def refresh(self, now: float) -> None:
        """Hear what other processes have been told."""
        since, self._seen = self._seen - OVERLAP_SECONDS, now
        channels, wishes = schema.channels.c, schema.notification_wishes.c
        changed = set(await self._questions.column(select(channels.holder).where(channels.changed > since)))
        changed |= set(await self._questions.column(select(wishes.holder).where(wishes.changed > since)))
        await self._read(list(changed))

    async def learn(self, holder: str) -> None:
        """Somebody has changed something."""
        await self._read([holder])

    async def _read(self, holders: list[str]) -> None:
        for first in range(0, len(holders), 500):
            await self._read_some(holders[first : first + 500])

    async def _read_some(self, holders: list[str]) -> None:
        channels, wishes = schema.channels.c, schema.notification_wishes.c
        states, wanted = await self._questions.all_rows(
            select(channels.holder, channels.state, channels.why).where(channels.holder.in_(holders)),
            select(wishes.holder, wishes.table_id, wishes.events).where(wishes.holder.in_(holders)),
        )
        found: dict[str, Subscriber] = {}
        for holder, state, why in states:
            one = found.setdefault(holder, Subscriber())
            one.on |= state == "on"
            one.broken += state == "off" and why is not None
        for holder, table, events in wanted:
            if holder in found:
                found[holder].wishes[table] = read_events(events)
        for holder in holders:
            self._known.pop(holder, None)
        self._known |= found
