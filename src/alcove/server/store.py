"""What is kept on disk: read here, written by the writer."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import URL, Engine, String, and_, cast, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from alcove.analysis import Analysis, accuracies
from alcove.kernel.errors import StaleError
from alcove.kernel.outcome import Outcome
from alcove.kernel.text import Text
from alcove.server import finished, schema
from alcove.server.companions import Companions
from alcove.server.database import is_shared, open_engines, read_url
from alcove.server.entrance import Entrance
from alcove.server.folder import DataFolder
from alcove.server.incoming import encode
from alcove.server.invitations import InvitationStore
from alcove.server.leases import Leases
from alcove.server.migrations import ForeignError, NewerError, migrate
from alcove.server.notices import Changed, Notices
from alcove.server.notifications.channels import Channels
from alcove.server.openings import Openings, closed, opened
from alcove.server.passwords import Passwords
from alcove.server.people_store import PeopleStore
from alcove.server.positions import KeptPosition
from alcove.server.questions import Questions, Rows
from alcove.server.refusals import (
    DAMAGED,
    FOREIGN,
    NEWER,
    NO_ANSWER,
    NOT_WRITABLE,
    CannotStartError,
)
from alcove.server.reports import Reports
from alcove.server.settings import DATABASE_FILE, Settings
from alcove.server.shapes import ChatLine
from alcove.server.stored import FinishedTable, Listed, Past, Stored, Unreadable, finished_table
from alcove.server.tables import RULES, Entry, SeatAt, StoredPosition, Table
from alcove.server.timekeeping import EVERYWHERE, Absence, Timekeeping
from alcove.server.writer import Decisive, Filled, Writer

log = logging.getLogger("alcove.server")

MAX_LISTED = 200
MAX_CHAT_KEPT = 100
START_LOCK = 7_203_461
"""Servers that start together bring the database to the newest schema one after the other. The lock is one of a
transaction: one of a session would be lost behind a pooler."""
KEEP_ANALYSIS = text(
    "INSERT INTO analyses (table_id, accuracy, found) VALUES (:table_id, :accuracy, :found) ON CONFLICT DO NOTHING"
)
"""Another process may have worked out the same game."""
KEEP_REPLAY = text(
    "INSERT INTO replays (table_id, seat, steps) VALUES (:table_id, :seat, :steps) ON CONFLICT DO NOTHING"
)


class Store:
    """Open it with `open`, close it with `close`."""

    def __init__(
        self,
        questions: Questions,
        plain: Engine,
        key: bytes,
        folder: DataFolder | None,
        leases: Leases | None,
        settings: Settings,
    ) -> None:
        self._questions, self._plain, self._folder = questions, plain, folder
        self.leases = leases
        """Which tables this process owns, where several share the database."""
        self.writer = Writer(plain, leases)
        self.keeping = Timekeeping(questions, self.writer)
        self.openings = Openings(questions, self.writer, settings)
        self.passwords = Passwords(questions, self.writer)
        self.entrance = Entrance(questions, self.writer, key, settings.invited_only)
        self.companions = Companions(questions, self.writer, key)
        self.invitations = InvitationStore(questions, self.writer)
        self.reports = Reports(questions, self.writer, settings.limits)
        self.people = PeopleStore(questions, self.writer)
        self.channels = Channels(questions, self.writer)
        self.key = key

    @classmethod
    async def open(cls, settings: Settings) -> Store:
        """Raises a CannotStartError with a sentence where the database is not to be had."""
        url = read_url(settings.database_url)
        folder = DataFolder(settings.data / DATABASE_FILE) if settings.database is None else None
        if folder is not None:
            folder.open()
        engine, plain = open_engines(url)
        questions = Questions(engine)
        leases = Leases(questions, plain, settings.lease) if is_shared(url) else None
        try:
            with _explained(url):
                key = await _prepare(engine)
                if leases is not None:
                    await leases.open()
        except BaseException:
            plain.dispose()
            await questions.close()
            if folder is not None:
                folder.close()
            raise
        return cls(questions, plain, key, folder, leases, settings)

    async def close(self) -> None:
        try:
            await self.writer.close()
            if self.leases is not None:
                await self.leases.close()
        finally:
            self._plain.dispose()
            await self._questions.close()
            if self._folder is not None:
                self._folder.close()

    async def add_table(
        self,
        table: Table,
        creator: str,
        holders: list[tuple[str, int]],
        before: str | None,
        is_open: bool = False,
        password: str | None = None,
        owed: Sequence[Filled] = (),
    ) -> None:
        """A new table with its holders; `before` is the table of which it is the rematch."""
        record = table.record
        statements: list[Any] = [
            insert(schema.tables).values(
                id=table.id,
                game=record.game.name,
                rules=record.game.version,
                players=record.players,
                options=encode(record.options).decode(),
                seed=str(record.seed),
                nonce=record.nonce,
                commitment=record.commitment,
                seats=encode(table.seats).decode(),
                created=table.created,
                creator=creator,
                stand_in=table.stand_in,
                origin=record.origin,
                time=None if table.clock is None else str(table.clock.control),
                began=None if table.clock is None or table.incomplete else table.created,
                password=password,
            ),
            KeptPosition.of(table).statement(),
        ]
        if record.origin is not None:
            statements.append(_keep_beginning(table))
        statements += [*(_hold(holder, table.id, seat) for holder, seat in holders), *owed]
        if is_open:
            statements.append(opened(table.id, time.time()))
        if self.leases is not None:
            statements.append(self.leases.own_new(table.id))
        if before is not None:
            tables = schema.tables
            first = update(tables).where(tables.c.id == before, tables.c.rematch.is_(None))
            statements.append(Decisive(first.values(rematch=table.id)))
        await self.writer.store(statements=statements, table=before)

    def add_entry(
        self,
        entry: Entry,
        ending: tuple[Outcome, Text] | None,
        position: KeptPosition | None = None,
        absences: Sequence[Absence] = (),
        owed: Sequence[Filled] = (),
    ) -> Awaitable[None]:
        """One change of a game; with its outcome and the sentence for it, if it ends the game, and what people are to
        be told of it."""
        if ending is None and position is None and not absences and not owed:
            return self.writer.store_entry(entry)
        statements = [*(absence.statement() for absence in absences), *owed]
        return self.writer.store(entry, statements=statements + _beside(entry, ending, position))

    async def add_entries(
        self,
        entries: Sequence[Entry],
        ending: tuple[Outcome, Text] | None,
        position: KeptPosition,
        owed: Sequence[Filled] = (),
    ) -> None:
        """All that takes a table over to other rules."""
        await self.writer.store(*entries, statements=[*_beside(entries[-1], ending, position), *owed])

    async def keep_positions(self, positions: Sequence[KeptPosition]) -> None:
        """Keep the last positions of some tables; of those that are another process's by now, it keeps them."""
        if not positions:
            return
        statements = await asyncio.to_thread(lambda: [position.statement() for position in positions])
        storing = [
            self.writer.store(statements=[statement], about=position.table)
            for statement, position in zip(statements, positions, strict=True)
        ]
        for outcome in await asyncio.gather(*storing, return_exceptions=True):
            if isinstance(outcome, BaseException) and not isinstance(outcome, StaleError):
                raise outcome

    async def add_holder(self, holder: str, table: str, seat: int) -> None:
        await self.writer.store(statements=[_hold(holder, table, seat)], table=table)

    async def take_seat(
        self,
        holder: str,
        table: str,
        seat: int,
        seats: list[SeatAt],
        began: float | None = None,
        owed: Sequence[Filled] = (),
    ) -> None:
        changed = update(schema.tables).where(schema.tables.c.id == table)
        statements = [changed.values(seats=encode(seats).decode(), began=began), _hold(holder, table, seat), *owed]
        if all(at.kind != "open" for at in seats):
            statements.append(closed(table))
        await self.writer.store(statements=statements, table=table)

    async def add_line(self, table: str, number: int, line: ChatLine) -> None:
        values = {"table_id": table, "number": number, "seat": line.seat, "name": line.name}
        said = insert(schema.chat).values(**values, text=line.text, at=line.at)
        await self.writer.store(statements=[said], table=table)

    async def add_analysis(self, table: str, analysis: Analysis) -> None:
        accuracy = encode(accuracies(analysis.decisions)).decode()
        found = zlib.compress(encode(analysis))
        row = Filled(KEEP_ANALYSIS, {"table_id": table, "accuracy": accuracy, "found": found})
        await self.writer.store(statements=[row])  # whoever is asked works it out, wherever the table is

    async def keep_replays(self, table: str, seen: Mapping[int, bytes]) -> None:
        """What each seat saw of a finished game, and -1 for spectators."""
        rows = [Filled(KEEP_REPLAY, {"table_id": table, "seat": seat, "steps": steps}) for seat, steps in seen.items()]
        await self.writer.store(statements=rows, about=table)

    async def replays(self, table_id: str) -> dict[int, bytes]:
        kept = schema.replays.c
        found = await self._questions.rows(select(kept.seat, kept.steps).where(kept.table_id == table_id))
        return {row.seat: bytes(row.steps) for row in found}

    async def unkept(self, after: str, most: int) -> list[str]:
        """Tables of which no position is kept, or nothing of what was seen if they are over; by their ids."""
        tables, positions, replays = schema.tables.c, schema.positions.c, schema.replays.c
        seen = select(replays.seat).where(replays.table_id == tables.id).exists()
        known = select(positions.rules).where(positions.table_id == tables.id).exists()
        missing = or_(and_(tables.ended.is_(None), ~known), and_(tables.ended.is_not(None), ~seen))
        query = select(tables.id).where(tables.id > after, missing).order_by(tables.id).limit(most)
        return await self._questions.column(query)

    async def table(self, table_id: str) -> Stored | None:
        """A table with all that happened at it, as it lies on the disk."""
        entries, kept, away = schema.entries.c, schema.positions.c, schema.absences.c
        began = select(schema.tables.c.began).where(schema.tables.c.id == table_id).scalar_subquery()
        tables, found, positions, absences = await self._questions.all_rows(
            select(schema.tables).where(schema.tables.c.id == table_id),
            select(schema.entries).where(entries.table_id == table_id).order_by(entries.version),
            select(kept.version, kept.rules, kept.actions, kept.text).where(kept.table_id == table_id),
            select(away.since, away.until).where(away.table_id.in_((table_id, EVERYWHERE)), away.until > began),
        )
        if not tables:
            return None
        spans = [(row.since, row.until) for row in absences]
        return Stored(tables[0], found, StoredPosition(*positions[0]) if positions else None, spans)

    async def holders(self, table_id: str) -> dict[str, set[int]]:
        """Who holds which seats of a table."""
        held: dict[str, set[int]] = {}
        holders = schema.holders.c
        query = select(holders.holder, holders.seat).where(holders.table_id == table_id)
        for holder, seat in await self._questions.rows(query):
            held.setdefault(holder, set()).add(seat)
        return held

    async def holds_any(self, holder: str) -> bool:
        """Whether somebody holds a seat anywhere."""
        query = select(schema.holders.c.seat).where(schema.holders.c.holder == holder).limit(1)
        return await self._questions.first(query) is not None

    async def sits(self, holder: str) -> bool:
        """Whether somebody holds a seat at a table that is not over."""
        tables, holders = schema.tables.c, schema.holders.c
        query = select(holders.seat).join(schema.tables, tables.id == holders.table_id)
        query = query.where(holders.holder == holder, tables.ended.is_(None)).limit(1)
        return await self._questions.first(query) is not None

    async def sitting(self, most: int) -> list[str]:
        """Who hold seats at tables that are not over; those of the newest tables, if they are more."""
        tables, holders = schema.tables.c, schema.holders.c
        query = select(holders.holder).join(schema.tables, tables.id == holders.table_id)
        query = query.where(tables.ended.is_(None)).order_by(tables.created.desc()).limit(most)
        return await self._questions.column(query)

    async def lines(self, table_id: str) -> tuple[Counter[int], list[ChatLine]]:
        """How many lines each seat has said at a table, and the last of them."""
        chat = schema.chat.c
        query = select(chat.number, chat.name, chat.seat, chat.text, chat.at).where(chat.table_id == table_id)
        last = query.order_by(chat.number.desc()).limit(MAX_CHAT_KEPT)
        counts = select(chat.seat, func.count().label("lines")).where(chat.table_id == table_id).group_by(chat.seat)
        rows, counted = await self._questions.all_rows(last, counts)
        said = Counter({row.seat: row.lines for row in counted})
        lines = [ChatLine(row.name, row.seat, row.text, row.at) for row in reversed(rows)]
        return said, lines

    async def muted(self, table_id: str) -> frozenset[int]:
        """The seats whose people are silenced at a table."""
        mutes = schema.mutes.c
        return frozenset(await self._questions.column(select(mutes.seat).where(mutes.table_id == table_id)))

    async def analysis(self, table_id: str) -> Analysis | None:
        query = select(schema.analyses.c.found).where(schema.analyses.c.table_id == table_id)
        row = await self._questions.first(query)
        return None if row is None else msgspec.json.decode(zlib.decompress(row.found), type=Analysis)

    async def unanalysed(self, name: str, after: str, most: int) -> list[str]:
        """Finished tables of a game at which people sat and of which there is no analysis; by their ids."""
        tables = schema.tables.c
        known = select(schema.analyses.c.table_id).where(schema.analyses.c.table_id == tables.id).exists()
        held = select(schema.holders.c.seat).where(schema.holders.c.table_id == tables.id).exists()
        query = select(tables.id).where(tables.game == name, tables.ended.is_not(None), tables.id > after, held, ~known)
        return await self._questions.column(query.order_by(tables.id).limit(most))

    async def tables_of(self, holder: str) -> tuple[list[Listed], list[FinishedTable | Unreadable]]:
        """The running tables of a holder, and the finished ones, newest first."""
        tables, holders = schema.tables.c, schema.holders.c
        query = (
            select(schema.tables, func.aggregate_strings(cast(holders.seat, String), ",").label("held"))
            .join(schema.holders, tables.id == holders.table_id)
            .where(holders.holder == holder)
            .group_by(tables.id)
            .order_by(tables.ended.is_not(None), tables.ended.desc(), tables.created.desc())
            .limit(MAX_LISTED)
        )
        running: list[Listed] = []
        over: list[FinishedTable | Unreadable] = []
        for row in await self._questions.rows(query):
            if row.ended is None:
                running.append(Listed(row.id, row.game, row.created))
            else:
                over.append(finished_table(row))
        return running, over

    async def history(self, holder: str, portion: int = MAX_LISTED) -> AsyncIterator[list[Past]]:
        """All finished games of a holder, newest first, in portions, and how well each of its seats has decided."""
        rows: Rows = ()
        while True:
            rows = await self._questions.rows(finished.games_of(holder, rows[-1] if rows else None).limit(portion))
            yield finished.read(rows)
            if len(rows) < portion:
                return

    @property
    def kind(self) -> str:
        """The database's name."""
        return self._plain.dialect.name

    def notices(self, changed: Changed, people: Callable[[str, str], None], members: Callable[[], None]) -> Notices:
        """What others do to the database: `changed` is told, `people` of who somebody is, `members` of who is in."""
        return Notices(self._questions, changed, people, members)

    async def answers(self) -> None:
        """Touch the database; raises what it says if it does not answer."""
        await self._questions.first(select(schema.keys.c.name).limit(1))

    async def size(self) -> int:
        """Bytes that the database takes."""
        pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        query = pages if self.kind == "sqlite" else "SELECT pg_database_size(current_database())"
        return await self._questions.number(text(query))

    async def count_running(self) -> int:
        query = select(func.count()).select_from(schema.tables).where(schema.tables.c.ended.is_(None))
        return await self._questions.number(query)

    async def count(self, creator: str | None = None) -> int:
        """How many tables there are, or how many a browser has opened."""
        query = select(func.count()).select_from(schema.tables)
        if creator is not None:
            query = query.where(schema.tables.c.creator == creator)
        return await self._questions.number(query)


async def _prepare(engine: AsyncEngine) -> bytes:
    """Bring the database to the newest schema, and prove that it can be written; the server's key."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({START_LOCK})"))
        await connection.run_sync(migrate)
        key = (await connection.execute(select(schema.keys.c.value))).scalar()
        if key is None:
            key = secrets.token_hex(32)
            await connection.execute(insert(schema.keys).values(name="seats", value=key))
        else:
            await connection.execute(update(schema.keys).values(value=key))
        return bytes.fromhex(key)


@contextmanager
def _explained(url: URL) -> Iterator[None]:
    """What can be wrong with a database, in a sentence."""
    path = str(url.set(password=None)) if is_shared(url) else url.database
    try:
        yield
    except ForeignError:
        raise CannotStartError(FOREIGN.fill(path=path)) from None
    except NewerError as error:
        raise CannotStartError(NEWER.fill(path=path, version=error)) from None
    except OperationalError as error:  # locked, full, read-only, not to be opened
        sentence = NO_ANSWER if is_shared(url) else NOT_WRITABLE
        raise CannotStartError(sentence.fill(path=path, reason=error.orig)) from None
    except (DBAPIError, ValueError) as error:
        raise CannotStartError(DAMAGED.fill(path=path, reason=getattr(error, "orig", error))) from None


def _beside(entry: Entry, ending: tuple[Outcome, Text] | None, position: KeptPosition | None) -> list[Any]:
    """What is stored together with an entry: how the game has ended, or the position that it goes on from."""
    statements: list[Any] = [] if position is None else [position.statement()]
    if ending is not None:
        outcome, sentence = ending
        values = encode({**outcome.described(), "seat": outcome.seat, "ending": sentence}).decode()
        ended = update(schema.tables).where(schema.tables.c.id == entry.table)
        statements = [
            ended.values(ended=entry.at, outcome=values),
            delete(schema.positions).where(schema.positions.c.table_id == entry.table),
        ]
    return statements


def _keep_beginning(table: Table) -> Any:
    """The position that a game begins with is kept as if its rules had changed before the first action."""
    [part] = table.record.earlier
    change = Entry(table.id, table.version, RULES, 0, part.version, part.ending_text(), 0, table.created)
    return insert(schema.entries).values(change)


def _hold(holder: str, table: str, seat: int) -> Any:
    return insert(schema.holders).values(holder=holder, table_id=table, seat=seat)
