"""What the owner can do to the database, whether a server runs or not: look, export, delete.

A person is a holder of seats: a browser alone, or somebody with all devices. Names are what people typed, and prove
nothing. What is done here is done again after every running server has heard of it, because a server may have stored
something of its own in between.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, and_, delete, event, func, inspect, or_, select, text, update

from alcove.kernel.errors import AlcoveError
from alcove.kernel.text import Text
from alcove.server import schema
from alcove.server.database import is_shared, open_plain, read_url
from alcove.server.entrance import all_passes, new_pass, revoking, told_pass
from alcove.server.folder import DataFolder
from alcove.server.holders import read_seat_secret
from alcove.server.incoming import encode
from alcove.server.migrations import NEWEST
from alcove.server.notices import NOTICED_SECONDS, leave_note, people_notes
from alcove.server.notifications.personal import export_channels, forget_channels
from alcove.server.owner_shapes import Pass
from alcove.server.refusals import NO_PASS, CannotStartError, NotFoundError
from alcove.server.settings import DATABASE_FILE, Settings
from alcove.server.tables import RULES, SeatAt

ABOUT_PEOPLE = (
    schema.admitted.c.holder,
    schema.invitations.c.holder,
    schema.invitations.c.sender,
    schema.blocks.c.holder,
    schema.blocks.c.blocked,
    schema.members.c.holder,
)
"""Where somebody stands who need not hold a seat."""
GUEST = "Guest"
"""What a seat is called whose person was deleted."""
AT_ONCE = 200
"""Tables that are deleted in one transaction: a server waits no longer than for that."""
SHORTEST = 6
"""Letters of a person's id that are asked for at least."""

NO_DATABASE = Text("There is no database of Alcove in {path}.", "In {path} liegt keine Datenbank von Alcove.")
OTHER_SCHEMA = Text(
    "The database has schema {theirs}, this program {ours}. Start the server once, so that it is brought up to date.",
    "Die Datenbank hat Schema {theirs}, dieses Programm {ours}. Starte den Server einmal, dann wird sie angepasst.",
)
NOBODY_KNOWN = Text("Nobody here is known as {text}.", "Niemand hier ist als {text} bekannt.")
SEVERAL = Text("{text} may be several people. Give more letters.", "{text} passt auf mehrere. Gib mehr Buchstaben an.")
TOO_SHORT = Text("Give at least {least} letters of the id.", "Gib mindestens {least} Buchstaben der Kennung an.")


class UnknownPersonError(AlcoveError):
    code = "unknown-person"


@dataclass(frozen=True)
class TableLine:
    """A table in a list."""

    id: str
    game: str
    seats: list[SeatAt]
    created: float
    touched: float
    ended: float | None
    changes: int


@dataclass(frozen=True)
class PersonLine:
    """A person in a list."""

    id: str
    names: list[str]
    tables: int
    touched: float


class Archive:
    """Open it with `opened`."""

    def __init__(self, engine: Engine, running: Callable[[], bool]) -> None:
        self.engine = engine
        self._running = running

    @classmethod
    @contextlib.contextmanager
    def opened(cls, settings: Settings) -> Iterator[Archive]:
        url = read_url(settings.database_url)
        file = settings.data / DATABASE_FILE
        if settings.database is None and not file.is_file():
            raise CannotStartError(NO_DATABASE.fill(path=settings.data))
        engine = open_plain(url)
        if not is_shared(url):
            event.listen(engine, "connect", _overwrite_what_is_deleted)
        try:
            _check_schema(engine, url.render_as_string())
            running = _is_served if is_shared(url) else (lambda _: DataFolder(file).is_used())
            yield cls(engine, lambda: running(engine))
        finally:
            engine.dispose()

    @property
    def is_served(self) -> bool:
        return self._running()

    def key(self) -> bytes:
        with self.engine.connect() as connection:
            return bytes.fromhex(connection.execute(select(schema.keys.c.value)).scalar_one())

    # Looking

    def tables(self, game: str | None, status: str, before: float | None, most: int | None) -> list[TableLine]:
        """Tables, those first at which something was done last."""
        touched = func.coalesce(func.max(schema.entries.c.at), schema.tables.c.created)
        one = schema.tables.c
        query = (
            select(schema.tables, touched.label("touched"), func.count(schema.entries.c.version).label("changes"))
            .outerjoin(schema.entries, schema.entries.c.table_id == one.id)
            .group_by(one.id)
            .order_by(touched.desc())
        )
        if game is not None:
            query = query.where(one.game == game)
        if status != "all":
            query = query.where(one.ended.is_not(None) if status == "over" else one.ended.is_(None))
        if before is not None:
            query = query.having(touched < before)
        with self.engine.connect() as connection:
            rows = connection.execute(query.limit(most)).all()
        return [
            TableLine(row.id, row.game, _seats(row.seats), row.created, row.touched, row.ended, row.changes)
            for row in rows
        ]

    def people(self, name: str | None, most: int) -> list[PersonLine]:
        """People who hold seats, those who were here last first."""
        holders, tables = schema.holders.c, schema.tables.c
        query = select(holders.holder, holders.seat, tables.seats, func.coalesce(tables.ended, tables.created))
        found: dict[str, tuple[set[str], int, float]] = {}
        with self.engine.connect() as connection:
            for holder, seat, seats, at in connection.execute(query.join(schema.tables, tables.id == holders.table_id)):
                names, count, last = found.get(holder, (set(), 0, 0.0))
                names.add(_seats(seats)[seat].name)
                found[holder] = names, count + 1, max(last, at)
        lines = [PersonLine(holder, sorted(names), count, at) for holder, (names, count, at) in found.items()]
        if name is not None:
            lines = [line for line in lines if any(name.lower() in one.lower() for one in line.names)]
        return sorted(lines, key=lambda line: -line.touched)[:most]

    def who(self, said: str) -> list[str]:
        """The person whom the beginning of an id means, or all who hold the seat of a link."""
        holders = schema.holders.c
        link = read_seat_secret(self.key(), said.rpartition("/")[2])
        if link is not None:
            wanted = and_(holders.table_id == link[0], holders.seat == link[1])
        elif len(said) < SHORTEST:
            raise UnknownPersonError(TOO_SHORT.fill(least=SHORTEST))
        else:
            wanted = holders.holder.startswith(said.lower(), autoescape=True)
        with self.engine.connect() as connection:
            found = list(connection.execute(select(holders.holder).where(wanted).distinct().limit(50)).scalars())
        if not found:
            raise UnknownPersonError(NOBODY_KNOWN.fill(text=said))
        if link is None and len(found) > 1:
            raise UnknownPersonError(SEVERAL.fill(text=said))
        return found

    def export(self, people: Iterable[str], for_themselves: bool = False) -> dict[str, Any]:
        """All that is kept about somebody, ready for JSON. For themselves, nothing that their seats must not know."""
        with self.engine.connect() as connection:
            found = [_export(connection, person, for_themselves) for person in people]
            return {"exported": time.time(), "people": found}

    # Letting in

    def passes(self) -> list[Pass]:
        """The owner's invitations to the server, the newest first."""
        with self.engine.connect() as connection:
            return [told_pass(self.key(), row) for row in connection.execute(all_passes())]

    def invite(self, label: str, days: int | None, uses: int | None) -> str:
        """Make another one; its link."""
        with self.engine.begin() as connection:
            connection.execute(new_pass(label, days, uses))
        return self.passes()[0].link

    def revoke(self, beginning: str, members: bool) -> None:
        """End the one invitation whose id begins like that."""
        found = [one.id for one in self.passes() if one.id.startswith(beginning)]
        if len(found) != 1:
            raise NotFoundError(NO_PASS)
        with self.engine.begin() as connection:
            for statement in revoking(found[0], members):
                connection.execute(statement)

    # Deleting

    def delete_tables(self, ids: Sequence[str]) -> None:
        """Delete tables with all that belongs to them."""
        self._do_and_do_again(lambda: self._delete_tables(ids), ids)

    def delete_people(self, people: Sequence[str]) -> tuple[int, int]:
        """Delete somebody: their hold on seats, their devices, names and what they said. Tables at which nobody else
        sat go as a whole; how many these were, and at how many others they have sat."""
        with self.engine.connect() as connection:
            held = _held(connection, people)
            alone = [table for table in held if _nobody_else(connection, table, people)]
        others = {table: seats for table, seats in held.items() if table not in set(alone)}

        def forget() -> None:
            self._delete_tables(alone)
            for table, seats in others.items():
                with self.engine.begin() as connection:
                    _forget(connection, table, seats, people)
            with self.engine.begin() as connection:
                opened = schema.tables.c.creator.in_(people)
                connection.execute(update(schema.tables).where(opened).values(creator=""))
                for one in ABOUT_PEOPLE:
                    connection.execute(delete(one.table).where(one.in_(people)))
                forget_channels(connection, people)
                _forget_people(connection, people)

        self._do_and_do_again(forget, list(held))
        return len(alone), len(others)

    def _do_and_do_again(self, work: Callable[[], None], tables: Sequence[str]) -> None:
        served = self.is_served
        work()
        with self.engine.begin() as connection:
            leave_note(connection, tables)
        if served and tables:
            time.sleep(NOTICED_SECONDS)
            work()

    def _delete_tables(self, ids: Sequence[str]) -> None:
        belonging = [one for one in schema.metadata.sorted_tables if "table_id" in one.c]
        for first in range(0, len(ids), AT_ONCE):
            some = ids[first : first + AT_ONCE]
            with self.engine.begin() as connection:
                for one in belonging:
                    connection.execute(delete(one).where(one.c.table_id.in_(some)))
                connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(some)))
                before = schema.tables.c.rematch.in_(some)
                connection.execute(update(schema.tables).where(before).values(rematch=None))


def _overwrite_what_is_deleted(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA secure_delete=ON")


def _check_schema(engine: Engine, path: str) -> None:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            raise CannotStartError(NO_DATABASE.fill(path=path))
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found != NEWEST:
        raise CannotStartError(OTHER_SCHEMA.fill(theirs=found, ours=NEWEST))


def _is_served(engine: Engine) -> bool:
    with engine.connect() as connection:
        alive = "SELECT 1 FROM processes WHERE until > extract(epoch FROM clock_timestamp()) LIMIT 1"
        return connection.execute(text(alive)).first() is not None


def _seats(stored: str) -> list[SeatAt]:
    return msgspec.json.decode(stored, type=list[SeatAt])


def _held(connection: Connection, people: Sequence[str]) -> dict[str, set[int]]:
    holders, held = schema.holders.c, dict[str, set[int]]()
    query = select(holders.table_id, holders.seat).where(holders.holder.in_(people))
    for table, seat in connection.execute(query):
        held.setdefault(table, set()).add(seat)
    return held


def _nobody_else(connection: Connection, table: str, people: Sequence[str]) -> bool:
    holders = schema.holders.c
    others = select(holders.seat).where(holders.table_id == table, holders.holder.not_in(people)).limit(1)
    return connection.execute(others).first() is None


def _forget(connection: Connection, table: str, seats: set[int], people: Sequence[str]) -> None:
    """Take somebody's names out of a table where others sit. What others saw of it is made anew without them."""
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).first()
    if row is None:
        return
    known = [
        SeatAt(at.kind, GUEST, at.level) if number in seats and at.kind == "human" else at
        for number, at in enumerate(_seats(row.seats))
    ]
    outcome = msgspec.json.decode(row.outcome) if row.outcome else None
    if isinstance(outcome, dict):
        outcome.pop("ending", None)  # a sentence with names in it, made anew when it is asked for
    changed = update(schema.tables).where(schema.tables.c.id == table)
    connection.execute(
        changed.values(seats=encode(known).decode(), outcome=None if outcome is None else encode(outcome).decode())
    )
    gone = schema.holders.c
    connection.execute(delete(schema.holders).where(gone.table_id == table, gone.holder.in_(people)))
    said = schema.chat.c
    connection.execute(delete(schema.chat).where(said.table_id == table, said.seat.in_(seats)))
    told = schema.reports.c
    connection.execute(delete(schema.reports).where(told.table_id == table, told.seat.in_(seats)))
    connection.execute(delete(schema.replays).where(schema.replays.c.table_id == table))


def _forget_people(connection: Connection, people: Sequence[str]) -> None:
    """Their devices, passkeys and links, at once in every server."""
    for table in (schema.devices, schema.passkeys, schema.tickets):
        connection.execute(delete(table).where(table.c.person.in_(people)))
    connection.execute(delete(schema.people).where(schema.people.c.id.in_(people)))
    for person in people:
        for statement in people_notes(person):
            connection.execute(statement)


def _export(connection: Connection, person: str, for_themselves: bool) -> dict[str, Any]:
    held = _held(connection, [person])
    tables = schema.tables.c
    wanted = or_(tables.id.in_(list(held)), tables.creator == person)
    rows = connection.execute(select(schema.tables).where(wanted).order_by(tables.created)).all()
    return {
        "id": person,
        "name": connection.execute(select(schema.people.c.name).where(schema.people.c.id == person)).scalar(),
        "devices": [row._asdict() for row in connection.execute(_devices_of(person))],
        "passkeys": [row._asdict() for row in connection.execute(_passkeys_of(person))],
        "tables": [
            _export_table(connection, row, held.get(row.id, set()), row.creator == person, for_themselves)
            for row in rows
        ],
        "passwords_said_at": _said_by(connection, schema.admitted.c.table_id, schema.admitted.c.holder == person),
        "invited_to": _said_by(connection, schema.invitations.c.table_id, schema.invitations.c.holder == person),
        "invited_others_to": _said_by(connection, schema.invitations.c.table_id, schema.invitations.c.sender == person),
        "invited_to_the_server": _said_by(connection, schema.members.c.at, schema.members.c.holder == person),
        "notifications": export_channels(connection, person),
    }


def _said_by(connection: Connection, column: Any, wanted: Any) -> list[Any]:
    return list(connection.execute(select(column).where(wanted).order_by(column)).scalars())


def _result(outcome: str | None) -> Any:
    """How a game ended, without the sentence for it, in which others are named."""
    told = msgspec.json.decode(outcome) if outcome else None
    if isinstance(told, dict):
        told.pop("ending", None)
    return told


def _devices_of(person: str) -> Any:
    devices = schema.devices.c
    return select(devices.label, devices.since, devices.seen).where(devices.person == person)


def _passkeys_of(person: str) -> Any:
    passkeys = schema.passkeys.c
    return select(passkeys.name, passkeys.site, passkeys.since, passkeys.seen).where(passkeys.person == person)


def _export_table(
    connection: Connection, row: Any, seats: set[int], opened: bool, for_themselves: bool
) -> dict[str, Any]:
    entries, chat = schema.entries.c, schema.chat.c
    theirs = select(entries.version, entries.kind, entries.seat, entries.text, entries.at).where(
        entries.table_id == row.id, entries.seat.in_(seats)
    )
    if for_themselves:
        theirs = theirs.where(entries.kind != RULES)  # a change of rules has a whole position in it
    done = connection.execute(theirs.order_by(entries.version))
    said = connection.execute(
        select(chat.number, chat.seat, chat.name, chat.text, chat.at)
        .where(chat.table_id == row.id, chat.seat.in_(seats))
        .order_by(chat.number)
    )
    names = _seats(row.seats)
    return {
        "id": row.id,
        "game": row.game,
        "created": row.created,
        "ended": row.ended,
        "opened_by_this_person": opened,
        "seats": [{"seat": seat, "name": names[seat].name} for seat in sorted(seats)],
        "result": _result(row.outcome),
        "actions": [one._asdict() for one in done],
        "chat": [one._asdict() for one in said],
    }
