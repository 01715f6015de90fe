"""Invitations to tables that wait, from people one has played with."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select, text

from alcove.kernel.errors import AlcoveError
from alcove.server import schema
from alcove.server.companions import Companions
from alcove.server.holders import Visitor
from alcove.server.limits import Buckets
from alcove.server.lobby_shapes import Invitation
from alcove.server.openings import told_table
from alcove.server.passwords import ADMIT
from alcove.server.questions import Questions, Rows
from alcove.server.refusals import (
    NO_FREE_SEAT,
    NO_INVITATION,
    NO_SEAT_HELD,
    SEAT_TAKEN,
    SITS_ALREADY,
    TOO_MANY_INVITED,
    NotFoundError,
    NotYoursError,
    TakenError,
    TooManyError,
    UnavailableError,
)
from alcove.server.stored import read_seats
from alcove.server.wishes import Wish
from alcove.server.writer import Filled, Writer

if TYPE_CHECKING:
    from alcove.server.hall import Hall

HOUR = 3600
LISTED = 50
INVITE = text(
    "INSERT INTO invitations (holder, table_id, sender, at) VALUES (:holder, :table_id, :sender, :at)"
    " ON CONFLICT DO NOTHING"
)


class InvitationStore:
    def __init__(self, questions: Questions, writer: Writer) -> None:
        self._questions, self._writer = questions, writer

    async def add(self, holder: str, table: str, sender: str) -> None:
        """Whoever is invited need not say a password."""
        row = {"holder": holder, "table_id": table, "sender": sender, "at": time.time()}
        let_in = Filled(ADMIT, {"table_id": table, "holder": holder})
        await self._writer.store(statements=[Filled(INVITE, row), let_in])

    async def remove(self, holder: str, table: str) -> None:
        waiting = schema.invitations.c
        gone = delete(schema.invitations).where(waiting.holder == holder, waiting.table_id == table)
        await self._writer.store(statements=[gone])

    async def count(self, table: str) -> int:
        query = select(func.count()).select_from(schema.invitations).where(schema.invitations.c.table_id == table)
        return await self._questions.number(query)

    async def of(self, holder: str) -> Rows:
        """The tables that somebody is invited to and that wait, with whoever has invited them."""
        waiting, tables = schema.invitations.c, schema.tables.c
        query = (
            select(
                *(tables.id, tables.game, tables.options, tables.seats, tables.time, tables.password),
                *(tables.created.label("since"), waiting.sender, waiting.at),
            )
            .join(schema.tables, tables.id == waiting.table_id)
            .where(waiting.holder == holder, tables.ended.is_(None), tables.seats.like('%"open"%'))
            .order_by(waiting.at.desc())
            .limit(LISTED)
        )
        return await self._questions.rows(query)


class Invitations:
    """What people do with them."""

    def __init__(self, hall: Hall, store: InvitationStore, companions: Companions) -> None:
        limits = hall.settings.limits
        self._hall, self._store, self._companions, self._most = hall, store, companions, limits.invitations_per_table
        self._by_person = Buckets(limits.invitations_per_hour / HOUR, limits.invitations_per_hour)
        self._by_address = Buckets(limits.address_invitations_per_hour / HOUR, limits.address_invitations_per_hour)

    async def invite(self, visitor: Visitor, table: str, handle: str) -> None:
        """Ask somebody to a table at which one sits. Whoever is blocked is not told so."""
        room = await self._hall.glimpse(table, visitor)
        if not room.mine(visitor.holder):
            raise NotYoursError(NO_SEAT_HELD)
        if not room.table.incomplete:
            raise UnavailableError(NO_FREE_SEAT)
        self._by_person.take(visitor.person)
        self._by_address.take(visitor.address)
        other = await self._companions.find(visitor.holder, handle)
        if room.mine(other):
            raise UnavailableError(SITS_ALREADY)
        if await self._store.count(table) >= self._most:
            raise TooManyError(TOO_MANY_INVITED)
        if not await self._companions.blocks(other, visitor.holder):
            await self._store.add(other, table, visitor.holder)
            self._hall.lobby.invite(other)

    async def of(self, visitor: Visitor) -> list[Invitation]:
        holder = visitor.holder
        found = []
        for row in await self._store.of(holder):
            if (table := told_table(row, here=False)) is not None:
                by = await self._name_at(row, row.sender)
                found.append(Invitation(table, by, self._companions.handle(holder, row.sender), row.at))
        return found

    async def _name_at(self, row: Any, sender: str) -> str:
        """What somebody is called at a table; empty if they sit there no more."""
        held = (await self._hall.store.holders(row.id)).get(sender)
        return read_seats(row.seats)[min(held)].name if held else ""

    async def accept(self, visitor: Visitor, table: str, name: str) -> int:
        """Take the first free seat, and if somebody is quicker the next."""
        await self._find(visitor, table)
        room = await self._hall.glimpse(table, visitor)
        for seat, at in enumerate(room.table.seats):
            if at.kind == "open" and await self._sit(Wish("sit", table, seat, name, *visitor)):
                await self._store.remove(visitor.holder, table)
                return seat
        raise TakenError(SEAT_TAKEN)

    async def _sit(self, wish: Wish) -> bool:
        try:
            await self._hall.wish(wish)
        except AlcoveError as error:
            if error.code != TakenError.code:
                raise
            return False
        return True

    async def decline(self, visitor: Visitor, table: str, block: bool) -> None:
        invitation = await self._find(visitor, table)
        await self._store.remove(visitor.holder, table)
        if block:
            await self._companions.block(visitor.holder, invitation.sender, yes=True)

    async def _find(self, visitor: Visitor, table: str) -> Any:
        for row in await self._store.of(visitor.holder):
            if row.id == table:
                return row
        raise NotFoundError(NO_INVITATION)
