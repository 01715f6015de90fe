"""Opening tables: as somebody wishes, from a position, or once more with the same people."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from alcove.bots.levels import check_level
from alcove.kernel.errors import OptionError
from alcove.kernel.game import game
from alcove.kernel.options import complete
from alcove.kernel.record import Record, clean_name
from alcove.kernel.text import Text
from alcove.kernel.time_control import TimeControl
from alcove.server import incoming
from alcove.server.holders import Visitor, new_table_id
from alcove.server.limits import Buckets
from alcove.server.logs import fields
from alcove.server.origins import OTHER_GAME, begin_from_table, begin_from_text, unsealed
from alcove.server.outgoing import bot_name
from alcove.server.passwords import hash_password
from alcove.server.refusals import (
    GAME_NOT_READY,
    NO_FREE_SEAT,
    TOO_MANY_OF_YOURS,
    TOO_MANY_TABLES,
    NotReadyError,
    TooManyError,
)
from alcove.server.room import Room
from alcove.server.tables import SeatAt, Table, moment_of
from alcove.server.terms import Terms
from alcove.server.unhurried import Unhurried, check_wish, strength_of

if TYPE_CHECKING:
    from alcove.server.hall import Hall

log = logging.getLogger("alcove.server")

DAY = 24 * 3600
WRONG_SEATS = Text("There must be one wish for each seat.", "Für jeden Platz braucht es einen Wunsch.")


class NewTables:
    def __init__(self, hall: Hall) -> None:
        limits = hall.settings.limits
        self._hall = hall
        self._by_browser = Buckets(limits.tables_per_minute / 60, limits.tables_per_minute)
        self._by_address = Buckets(limits.address_tables_per_minute / 60, limits.address_tables_per_minute)
        self._in_a_day = Buckets(limits.address_tables_per_day / DAY, limits.address_tables_per_day)

    async def create(self, visitor: Visitor, wish: incoming.NewTable) -> Table:
        """Open a table as wished."""
        if len(wish.seats) != wish.players:
            raise OptionError(WRONG_SEATS)
        for seat in wish.seats:
            if isinstance(seat, incoming.Bot):
                check_wish(game(wish.game), seat.level, seat.seconds, self._hall.workers.unhurried)
        if wish.stand_in is not None:
            check_level(game(wish.game), wish.stand_in)
        control = None if wish.time is None else wish.time.read()
        name = clean_name(wish.name)
        if wish.start is None:
            options: dict[str, Any] = complete(game(wish.game).options, wish.options)  # no other word gets through
            record = Record.begin(wish.game, wish.players, **options)
        else:
            record = await self._begin_from(wish.start, wish, visitor)
        await self._check_room_for_more(visitor)
        if wish.open:
            await self._check_open(visitor, wish)
        if not self._hall.preparation.playable(wish.game):
            raise NotReadyError(GAME_NOT_READY.fill(title=game(wish.game).title))
        seats = [_seat(record, seat, name, self._hall.workers.unhurried) for seat in wish.seats]
        holder = visitor.holder
        holders = [(holder, number) for number, seat in enumerate(seats) if seat.kind == "human"]
        table = await self._new_table(record, seats, wish.stand_in, control)
        table.version = len(record.earlier)  # a position to begin with is an entry of its own
        password = None
        if wish.password is not None:
            chosen = wish.password
            password = await self._hall.readers.do(visitor, lambda: hash_password(chosen))
        await self._open_table(table, holders, None, Terms(holder, wish.open, password))
        if wish.open:
            self._hall.lobby.note_opened(table.id, visitor)
        return table

    async def _new_table(
        self, record: Record, seats: list[SeatAt], stand_in: int | None, control: TimeControl | None
    ) -> Table:
        """A table, where time may count."""
        moments = self._hall.moments
        if control is None:
            return Table(new_table_id(), record, seats, time.time(), stand_in)
        await moments.begin()
        table = Table(new_table_id(), record, seats, moments.now(), stand_in)
        table.start_clock(control, moment_of(table.created))
        return table

    async def _begin_from(
        self, start: incoming.FromTable | incoming.FromPosition, wish: incoming.NewTable, visitor: Visitor
    ) -> Record:
        """A record that goes on from a position, and says where it comes from."""
        if isinstance(start, incoming.FromPosition):
            text = start.position
            record: Record = await self._hall.readers.do(visitor, lambda: begin_from_text(game(wish.game), text))
        else:
            room = await self._hall.glimpse(start.table, visitor)
            await room.check_let_in(visitor.holder)
            table, after = unsealed(room.table, room.sealed), start.after
            record = await self._hall.readers.do(visitor, lambda: begin_from_table(table, after))
        if record.game.name != wish.game or record.players != wish.players:
            raise OptionError(OTHER_GAME)
        return record

    async def _check_room_for_more(self, visitor: Visitor) -> None:
        limits = self._hall.settings.limits
        self._hall.check_not_paused()
        if self._hall.count >= limits.tables:
            raise TooManyError(TOO_MANY_TABLES)
        self._by_browser.take(visitor.holder)
        self._by_address.take(visitor.address)
        if not self._in_a_day.allows(visitor.address):
            raise TooManyError(TOO_MANY_OF_YOURS)
        if await self._hall.store.count(visitor.holder) >= limits.tables_per_browser:
            raise TooManyError(TOO_MANY_OF_YOURS)

    async def _check_open(self, visitor: Visitor, wish: incoming.NewTable) -> None:
        """Whether everybody may find the table in the lobby."""
        if not any(isinstance(seat, incoming.Open) for seat in wish.seats):
            raise OptionError(NO_FREE_SEAT)
        self._hall.lobby.take_turn(visitor)
        await self._hall.lobby.check(visitor)

    async def _open_table(
        self, table: Table, holders: list[tuple[str, int]], before: str | None, terms: Terms
    ) -> Table:
        held: dict[str, set[int]] = {}
        for holder, seat in holders:
            held.setdefault(holder, set()).add(seat)
        frozen = {holder: frozenset(seats) for holder, seats in held.items()}
        owed = self._hall.notifications.of_new_table(table, frozen, terms.creator)
        await self._hall.store.add_table(table, terms.creator, holders, before, terms.is_open, terms.password, owed)
        self._hall.notifications.wake(owed)
        log.info("A table was opened", extra=fields(table=table.id, game=table.game.name, players=table.players))
        self._hall.add(table, held, terms)
        return table

    async def rematch(self, room: Room, visitor: Visitor) -> str:
        """The same game once more; everybody moves up by one seat. Who wished for it last has opened it.

        Where a bot has taken over, a bot sits down again.
        """
        await self._check_room_for_more(visitor)
        old = room.table
        count = old.players
        options: dict[str, Any] = old.options
        record = Record.begin(old.game.name, count, **options)
        seats = [old.seats[(number + 1) % count] for number in range(count)]
        holders = [(holder, (seat - 1) % count) for holder, held in room.held.items() for seat in held & old.people]
        control = None if old.clock is None else old.clock.control
        table = await self._new_table(record, seats, old.stand_in, control)
        return (await self._open_table(table, holders, old.id, Terms(visitor.holder))).id


def _seat(record: Record, wish: incoming.SeatWish, name: str, unhurried: Unhurried | None) -> SeatAt:
    if isinstance(wish, incoming.Me):
        return SeatAt("human", name)
    if isinstance(wish, incoming.Local):
        return SeatAt("human", clean_name(wish.name))
    if isinstance(wish, incoming.Bot):
        _, told = strength_of(record.game, wish.level, wish.seconds, unhurried)
        seconds = None if told is None else round(told)
        return SeatAt("bot", bot_name(record.game, wish.level, seconds, "en"), wish.level, seconds)
    return SeatAt("open")
