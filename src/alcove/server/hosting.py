"""What people do at a table beside the game: let others find it, leave it, keep them quiet, report them.

The host is whoever has opened the table. Everything here is stored before anybody is told, as in the game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from sqlalchemy import delete, insert, update

from alcove.kernel.errors import StaleError
from alcove.kernel.record import Record
from alcove.server import schema
from alcove.server.company import Company, Listener
from alcove.server.holders import Visitor
from alcove.server.incoming import encode
from alcove.server.lobby import Lobby
from alcove.server.openings import closed
from alcove.server.positions import KeptPosition
from alcove.server.refusals import (
    BEGUN,
    FROM_POSITION,
    LOCKED,
    NO_FREE_SEAT,
    NO_SUCH_LINE,
    NOBODY_SITS,
    LockedError,
    NotFoundError,
    PerhapsSavedError,
    UnavailableError,
)
from alcove.server.reports import Reported
from alcove.server.store import Store
from alcove.server.tables import SeatAt, Table

Result = TypeVar("Result")
LOST = (StaleError, PerhapsSavedError)
"""What is raised when a table is another process's by now, or nobody knows whether something was stored."""


class HostedTable(Company):
    """Where a table is not only played at."""

    _store: Store
    _lobby: Lobby
    _lock: asyncio.Lock
    _let_in: set[str]
    """Who have said the password, as far as anybody asked."""

    def _lose(self) -> None:
        """Forget what is known here. Whoever is at the table comes again, and it is read anew."""
        raise NotImplementedError

    async def _stored(self, storing: Awaitable[Result]) -> Result:
        """Wait until something is stored. If the table is lost, what is known here counts no more."""
        try:
            return await storing
        except LOST:
            self._lose()
            raise

    # Coming in

    async def check_let_in(self, holder: str) -> None:
        """Whoever neither sits here nor has said the password stays outside."""
        if self._terms.password is None or self.mine(holder) or holder in self._let_in:
            return
        if not await self._store.passwords.lets_in(self.table.id, holder):
            raise LockedError(LOCKED)
        self._let_in.add(holder)

    def enter(self, listener: Listener) -> None:
        if self.open and self.mine(listener.holder) and not self.online():
            self._lobby.note_presence(self.table.id, here=True)
        super().enter(listener)

    def leave(self, listener: Listener) -> None:
        super().leave(listener)
        if self.open and self.mine(listener.holder) and not self.online():
            self._lobby.note_presence(self.table.id, here=False)

    # The host

    async def open_to_all(self, visitor: Visitor, yes: bool) -> None:
        """Let everybody find the table, or no more."""
        async with self._lock:
            self.check_host(visitor.holder)
            if not self.table.incomplete:
                raise UnavailableError(NO_FREE_SEAT)
            if yes == self.open:
                return
            self._lobby.take_turn(visitor)
            if yes:
                await self._lobby.check(visitor)
            await self._stored(self._store.openings.set(self.table.id, yes))
            self.open = yes
            self._lobby.note_opened(self.table.id, visitor) if yes else self._lobby.changed()
            self.tell_seats()

    async def mute(self, holder: str, seat: int, yes: bool) -> None:
        """Silence somebody in the chat, or let them talk again."""
        async with self._lock:
            self.check_host(holder)
            if seat not in self.table.people or seat in self.mine(holder):
                raise UnavailableError(NOBODY_SITS)
            mutes = schema.mutes
            statements: list[Any] = [delete(mutes).where(mutes.c.table_id == self.table.id, mutes.c.seat == seat)]
            if yes:
                statements.append(insert(mutes).values(table_id=self.table.id, seat=seat))
            await self._stored(self._store.writer.store(statements=statements, table=self.table.id))
            self.muted = self.muted | {seat} if yes else self.muted - {seat}
            self.tell_seats()

    async def free(self, holder: str, seat: int) -> None:
        """Before the game has begun, let somebody else have a seat: one's own, or as the host another's. Everybody
        comes again, and finds the table with other cards: whoever had the seat may have looked at them."""
        async with self._lock:
            if seat not in self.mine(holder):
                self.check_host(holder)
            self._check_not_begun(seat)
            await self._stored(self._store.writer.store(statements=self._freeing(seat), table=self.table.id))
            if self.open:
                self._lobby.changed()
            self._lose()

    def _check_not_begun(self, seat: int) -> None:
        table = self.table
        if table.over or table.played or table.version != len(table.record.earlier):
            raise UnavailableError(BEGUN)
        if seat >= table.players or table.seats[seat].kind != "human":
            raise UnavailableError(NOBODY_SITS)
        if table.record.earlier and table.game.rules.SECRETS:
            raise UnavailableError(FROM_POSITION)

    def _freeing(self, seat: int) -> list[Any]:
        table, ours = self.table, schema.tables.c.id == self.table.id
        seats = [SeatAt("open") if number == seat else at for number, at in enumerate(table.seats)]
        statements: list[Any] = [update(schema.tables).where(ours).values(seats=encode(seats).decode(), began=None)]
        if not table.record.earlier:
            options: dict[str, Any] = table.options
            record = Record.begin(table.game.name, table.players, **options)
            dealt = {"seed": str(record.seed), "nonce": record.nonce, "commitment": record.commitment}
            anew = Table(table.id, record, seats, table.created, table.stand_in)
            statements += [update(schema.tables).where(ours).values(**dealt), KeptPosition.of(anew).statement()]
        for one in (schema.holders, schema.mutes):
            statements.append(delete(one).where(one.c.table_id == table.id, one.c.seat == seat))
        if seat == self.host:
            statements.append(closed(table.id))
        return statements

    # Everybody

    def name_watcher(self, listener: Listener, name: str) -> None:
        self._watching.name(listener, name)
        self.tell_watching(listener.visitor)

    async def report(self, visitor: Visitor, seat: int, at: float | None) -> None:
        """Tell the owner of a name, or of a line of chat that was said at that moment."""
        if at is None:
            if seat not in self.table.persons:
                raise NotFoundError(NOBODY_SITS)
            said = Reported(self.table.id, "name", seat, self.table.person(seat), "")
        else:
            line = next((one for one in self._chat.lines if (one.seat, one.at) == (seat, at)), None)
            if line is None:
                raise NotFoundError(NO_SUCH_LINE)
            said = Reported(self.table.id, "chat", seat, line.name, line.text)
        await self._store.reports.add(visitor, said)

    async def report_watcher(self, visitor: Visitor, name: str) -> None:
        await self._store.reports.add(visitor, Reported(self.table.id, "watcher", None, self._watching.find(name), ""))
